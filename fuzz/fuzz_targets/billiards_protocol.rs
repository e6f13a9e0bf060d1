//! See `carom_fuzz::billiards_protocol`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| carom_fuzz::billiards_protocol(data));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    carom_fuzz::play_files(carom_fuzz::billiards_protocol)
}
