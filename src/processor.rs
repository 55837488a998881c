//! Can this processor run this program? The build asks for the third level of x86-64, some for
//! the fourth; the compiler therefore takes every `is_x86_feature_detected!` for granted, so the
//! processor itself is asked. The code below must run where the rest cannot: it uses nothing but
//! masks and comparisons, and `main` calls it before anything else. Other architectures
//! have nothing to check.

/// What to say where the program cannot run.
pub const COMPLAINT: &str = if cfg!(target_feature = "avx512f") {
    "kralle: this processor lacks AVX-512, which this build needs; take the build for x86-64-v3, \
     or for x86-64, which any processor runs\n"
} else {
    "kralle: this processor lacks one of avx2, fma, bmi1, bmi2, lzcnt and popcnt, which this build \
     needs; take the build for x86-64, or make one: RUSTFLAGS=\"\" cargo build --release\n"
};

/// Has the processor, and the system on it, what this build uses?
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
pub fn is_enough() -> bool {
    use std::arch::x86_64::__cpuid_count;

    // Bits of leaf 1 ECX: fma, sse4.1, sse4.2, movbe, popcnt, osxsave (the system saves the
    // wide registers), avx, f16c. Leaf 7 EBX: bmi1, avx2, bmi2. Leaf 0x80000001 ECX: lzcnt.
    const BASIC: u32 =
        1 << 12 | 1 << 19 | 1 << 20 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    // Of AVX-512: f, dq, cd, bw, vl.
    const WIDE: u32 = if cfg!(target_feature = "avx512f") {
        1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31
    } else {
        0
    };
    const EXTENDED: u32 = 1 << 3 | 1 << 5 | 1 << 8 | WIDE;
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
