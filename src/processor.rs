//! Can this processor run this program? The build asks for the third level of x86-64; the
//! compiler therefore takes every `is_x86_feature_detected!` for granted, so the processor
//! itself is asked. Other architectures have nothing to check.

/// What is missing, as one sentence.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub fn complaint() -> Option<String> {
    use std::arch::x86_64::__cpuid_count;

    let leaf = |number: u32| {
        let family = number & 0x8000_0000;
        let known = __cpuid_count(family, 0).eax >= number;
        known.then(|| __cpuid_count(number, 0))
    };
    let (basic, extended, amd) = (leaf(1), leaf(7), leaf(0x8000_0001));
    let bit = |word: Option<u32>, bit: u32| word.is_some_and(|word| word >> bit & 1 == 1);
    let ecx = basic.map(|leaf| leaf.ecx);
    let ebx = extended.map(|leaf| leaf.ebx);
    let features = [
        ("popcnt", bit(ecx, 23)),
        ("fma", bit(ecx, 12)),
        ("movbe", bit(ecx, 22)),
        ("avx", bit(ecx, 28)),
        // The system must save the wide registers too.
        ("osxsave", bit(ecx, 27)),
        ("avx2", bit(ebx, 5)),
        ("bmi1", bit(ebx, 3)),
        ("bmi2", bit(ebx, 8)),
        ("lzcnt", bit(amd.map(|leaf| leaf.ecx), 5)),
    ];
    let missing: Vec<&str> =
        features.iter().filter(|(_, present)| !present).map(|&(name, _)| name).collect();
    (!missing.is_empty()).then(|| {
        format!(
            "this processor lacks {}, which this build needs; build it for any processor with \
             RUSTFLAGS=\"\" cargo build --release",
            missing.join(", ")
        )
    })
}

/// What is missing, as one sentence: nothing is needed here.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn complaint() -> Option<String> {
    None
}
