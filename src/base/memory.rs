//! Memory for tables that are looked up at random. A search touches a new place of them at
//! every node; with small pages much of the wait is for the address to be translated.

use std::mem::MaybeUninit;

/// What x86-64 and most others call a large page.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Asks for large pages for what will be written here first. A system that gives none gives
/// small ones as before.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn ask_for_large_pages<T>(room: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    let bytes = room.as_mut_ptr_range();
    let start = (bytes.start as usize).next_multiple_of(LARGE);
    let end = bytes.end as usize / LARGE * LARGE;
    if start < end {
        // SAFETY: the pages lie within the room, which nobody else holds, and this advice
        // changes nothing that a program can see.
        let _ = unsafe { madvise(start as *mut _, end - start, Advice::LinuxHugepage) };
    }
}

/// Elsewhere the system chooses.
#[cfg(not(target_os = "linux"))]
pub fn ask_for_large_pages<T>(_: &mut [MaybeUninit<T>]) {}
