//! Every seed of every target is played. This needs no nightly compiler.
#![cfg(all(feature = "importers", feature = "protocols"))]

use std::fs;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_seed_is_played_by_its_target() {
    for (name, target) in carom_fuzz::TARGETS {
        let folder = here().join("seeds").join(name);
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|fault| panic!("{}: {fault}", folder.display()))
            .map(|entry| entry.expect("a file").path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{name} has no seeds");
        let size: u64 = files.iter().map(|file| fs::metadata(file).expect("a file").len()).sum();
        assert!(size < 64 << 10, "the seeds of {name} have {size} bytes: keep them small");
        for file in files {
            println!("{}", file.display());
            target(&fs::read(&file).expect("a file"));
        }
    }
}

#[test]
fn targets_take_nothing_and_noise() {
    for (name, target) in carom_fuzz::TARGETS {
        println!("{name}");
        target(&[]);
        let noise: Vec<u8> = (0..200_u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        (0..noise.len()).step_by(37).for_each(|end| target(&noise[..end]));
    }
}

#[test]
fn every_target_has_its_program() {
    let manifest = fs::read_to_string(here().join("Cargo.toml")).expect("a manifest");
    for (name, _) in carom_fuzz::TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name} is missing in Cargo.toml");
        assert!(here().join(format!("fuzz_targets/{name}.rs")).exists(), "{name} has no program");
    }
    assert_eq!(manifest.matches("[[bin]]").count(), carom_fuzz::TARGETS.len(), "a program without a target");
}
