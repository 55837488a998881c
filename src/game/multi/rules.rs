//! What differs from club to club in the games for more than two.

/// What a club may settle for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Three players, art. 33: is it illegal to mate or stalemate the next player together
    /// with the third?
    pub forbid_joint_mates: bool,
}

impl Rules {
    /// As the sources have them.
    pub const DEFAULT: Self = Self { forbid_joint_mates: true };
}

impl Default for Rules {
    fn default() -> Self {
        Self::DEFAULT
    }
}
