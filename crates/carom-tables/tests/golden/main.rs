//! The same bits everywhere, with whole tables: the hashes that they must give in every build. `cargo xtask golden --bless` writes
//! them anew when the version of the physics has been raised, or a table has changed.

mod scenes;

use carom_tables::PHYSICS;
use scenes::{TABLES, played};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/hashes.txt");

#[test]
fn every_build_gives_these_hashes() {
    let mut found = format!(
        "# Tables played by the autopilot: events, hash. Made by `cargo xtask golden --bless`.\nphysics {PHYSICS}\n"
    );
    for name in TABLES {
        let (events, hash) = played(name);
        found += &format!("{name:<22} {events:>6} {hash:016x}\n");
    }
    let known = std::fs::read_to_string(FILE).unwrap_or_default();
    if std::env::var("CAROM_BLESS").is_ok() {
        std::fs::write(FILE, found).unwrap();
    } else {
        assert_eq!(found, known, "tables, or the bits, have changed: `cargo xtask golden --bless`");
    }
}
