//! What the fuzz targets do with their bytes: one function each, which panics when a promise is broken.
//!
//! Everything here is deterministic: the same bytes give the same course, so a finding is a file.
#![forbid(unsafe_code)]

#[cfg(feature = "protocols")]
mod billiards_protocol;
mod bytes;
mod impact;
#[cfg(feature = "protocols")]
mod pinball_protocol;
mod quartic;
mod recording;
mod reference;
mod script;
mod shot;
mod table;
#[cfg(feature = "importers")]
mod vpx;
#[cfg(feature = "importers")]
mod vpx_text;

#[cfg(feature = "protocols")]
pub use billiards_protocol::billiards_protocol;
pub use impact::impact;
#[cfg(feature = "protocols")]
pub use pinball_protocol::pinball_protocol;
pub use quartic::quartic;
pub use recording::recording;
pub use script::script;
pub use shot::shot;
pub use table::table;
#[cfg(feature = "importers")]
pub use vpx::vpx;
#[cfg(feature = "importers")]
pub use vpx_text::vpx_text;

use std::process::ExitCode;

/// A target: takes any bytes.
pub type Target = fn(&[u8]);

/// All targets that were built, by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("table", table),
    #[cfg(feature = "importers")]
    ("vpx", vpx),
    #[cfg(feature = "importers")]
    ("vpx_text", vpx_text),
    ("script", script),
    ("recording", recording),
    #[cfg(feature = "protocols")]
    ("pinball_protocol", pinball_protocol),
    #[cfg(feature = "protocols")]
    ("billiards_protocol", billiards_protocol),
    ("shot", shot),
    ("impact", impact),
    ("quartic", quartic),
];

/// What a target's program does without libFuzzer: plays the files it is given, one after the other.
pub fn play_files(target: Target) -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("give files to play; `cargo xtask fuzz` searches for new ones");
        return ExitCode::from(2);
    }
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => target(&bytes),
            Err(fault) => {
                eprintln!("cannot read {}: {fault}", file.display());
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
