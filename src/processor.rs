//! Can this processor run this program? The build asks for the third level of x86-64; the
//! compiler therefore takes every `is_x86_feature_detected!` for granted, so the processor
//! itself is asked. The code below must run where the rest cannot: it uses nothing but
//! masks and comparisons, and `main` calls it before anything else. Other architectures
//! have nothing to check.

/// What to say where the program cannot run.
pub const COMPLAINT: &str = "kralle: this processor lacks one of avx2, fma, bmi1, bmi2, lzcnt and \
    popcnt, which this build needs; RUSTFLAGS=\"\" cargo build --release makes one that does not\n";

/// Has the processor, and the system on it, what this build uses?
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
pub fn is_enough() -> bool {
    use std::arch::x86_64::__cpuid_count;

    // Bits of leaf 1 ECX: fma, sse4.1, sse4.2, movbe, popcnt, osxsave (the system saves the
    // wide registers), avx, f16c. Leaf 7 EBX: bmi1, avx2, bmi2. Leaf 0x80000001 ECX: lzcnt.
    const BASIC: u32 =
        1 << 12 | 1 << 19 | 1 << 20 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    const EXTENDED: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    const LZCNT: u32 = 1 << 5;
    __cpuid_count(0, 0).eax >= 7
        && __cpuid_count(1, 0).ecx & BASIC == BASIC
        && __cpuid_count(7, 0).ebx & EXTENDED == EXTENDED
        && __cpuid_count(0x8000_0000, 0).eax >= 0x8000_0001
        && __cpuid_count(0x8000_0001, 0).ecx & LZCNT == LZCNT
}

/// Nothing is needed here.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn is_enough() -> bool {
    true
}
