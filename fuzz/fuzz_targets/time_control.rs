#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kralle_fuzz::run("time_control", data));
