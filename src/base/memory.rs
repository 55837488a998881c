//! Memory for tables that are read at random. A search touches a new place of them at every
//! node; with small pages, much of that time is spent on translating addresses.

/// What x86-64 and most others call a large page.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Asks the system for large pages for memory that has not been written yet. A system without
/// large pages gives small ones as before.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn ask_for_large_pages<T>(room: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    let bytes = room.as_mut_ptr_range();
    let start = (bytes.start as usize).next_multiple_of(LARGE);
    let end = bytes.end as usize / LARGE * LARGE;
    if start < end {
        // SAFETY: the pages lie within the slice, which is borrowed exclusively, and this advice
        // changes nothing that a program can see.
        let _ = unsafe { madvise(start as *mut _, end - start, Advice::LinuxHugepage) };
    }
}

/// Elsewhere the system chooses.
#[cfg(not(target_os = "linux"))]
pub fn ask_for_large_pages<T>(_: &mut [T]) {}
