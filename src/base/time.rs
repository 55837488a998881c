//! Moments. A browser gives WebAssembly no clock of its own: there the host tells the time.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use hosted::{Instant, set_clock};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod hosted {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Where the time comes from: a clock that all threads agree on. The first one is kept;
    /// without one, time stands still.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, as [`std::time::Instant`] is one.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment; none if the clock was set back.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The time from an earlier moment to this one; none if that is later.
        pub const fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same: the standard library does not panic here either.
        pub const fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }
}
