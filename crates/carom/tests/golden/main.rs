//! The same bits everywhere: the hashes that the engine's scenes must give in debug and in release, with every set of features and
//! on every machine, WebAssembly's included.
//!
//! They stand in `hashes.txt`, under the version of the physics. The version is part of what is checked: bits that change
//! without it would let recordings of the old physics be played, and differ. `cargo xtask golden --bless` raises it and writes
//! the new hashes down, and says which have changed; say in the CHANGELOG why.

mod scenes;

use carom::PHYSICS;
use scenes::{Found, SCENES};
use std::fmt::Write as _;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/hashes.txt");

/// What the file says.
struct Book {
    /// The version of the physics.
    physics: String,
    /// Of the version and all lines below it.
    seal: String,
    scenes: Vec<(String, Found)>,
    /// Versions before this one, with their seals.
    before: Vec<(String, String)>,
}

impl Book {
    fn read(text: &str) -> Self {
        let mut book = Self { physics: String::new(), seal: String::new(), scenes: Vec::new(), before: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match *words {
                ["physics", physics, "seal", seal] => {
                    (book.physics, book.seal) = (physics.to_owned(), seal.to_owned());
                }
                ["before", physics, "seal", seal] => book.before.push((physics.to_owned(), seal.to_owned())),
                [name, events, hash] => {
                    let found = (events.parse().unwrap(), u64::from_str_radix(hash, 16).unwrap());
                    book.scenes.push((name.to_owned(), found));
                }
                _ => panic!("hashes.txt: what is `{line}`?"),
            }
        }
        book
    }

    fn written(&self) -> String {
        let mut text = String::from(
            "# Golden hashes: scene, events, hash of the state after them. Made by `cargo xtask golden --bless`; see main.rs.\n",
        );
        writeln!(text, "physics {} seal {}", self.physics, self.sealed()).unwrap();
        for (name, (events, hash)) in &self.scenes {
            writeln!(text, "{name:<22} {events:>6} {hash:016x}").unwrap();
        }
        for (physics, seal) in &self.before {
            writeln!(text, "before {physics} seal {seal}").unwrap();
        }
        text
    }

    /// FNV-1a of the version and of every line: hashes that are written in by hand are noticed.
    fn sealed(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            bytes.iter().for_each(|byte| hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        };
        add(self.physics.as_bytes());
        for (name, (events, bits)) in &self.scenes {
            add(name.as_bytes());
            add(&events.to_le_bytes());
            add(&bits.to_le_bytes());
        }
        format!("{hash:016x}")
    }
}

fn file() -> Book {
    Book::read(include_str!("hashes.txt"))
}

/// Every scene, on two threads: they know nothing of each other.
fn found() -> Vec<(String, Found)> {
    let run = |(name, run): &scenes::Scene| ((*name).to_owned(), run());
    let (one, other) = SCENES.split_at(5);
    #[expect(clippy::disallowed_methods, reason = "the test's own threads, not the engine's")]
    std::thread::scope(|scope| {
        let other = scope.spawn(|| other.iter().map(run).collect::<Vec<_>>());
        let mut found: Vec<_> = one.iter().map(run).collect();
        found.extend(other.join().unwrap());
        found
    })
}

#[test]
fn every_build_gives_these_hashes() {
    let (book, found) = (file(), found());
    #[expect(clippy::disallowed_methods, reason = "the test's own wish, not the engine's")]
    if let Ok(word) = std::env::var("CAROM_BLESS") {
        let is_kept = |(name, was): &(String, Found)| !found.iter().any(|(other, now)| other == name && now != was);
        let mut before = book.before.clone();
        if book.physics != PHYSICS {
            before.insert(0, (book.physics.clone(), book.seal.clone()));
        } else {
            // "raised": the version is new, and nobody has recorded anything with it.
            assert!(
                word == "raised" || book.scenes.iter().all(is_kept),
                "the bits have changed under the physics {PHYSICS}: `cargo xtask golden --bless` raises its version"
            );
        }
        let new = Book { physics: PHYSICS.to_owned(), seal: String::new(), scenes: found, before };
        std::fs::write(FILE, new.written()).unwrap();
        return;
    }
    let lines = |scenes: &[(String, Found)]| -> Vec<String> {
        scenes.iter().map(|(name, (events, hash))| format!("{name} {events} {hash:016x}")).collect()
    };
    assert_eq!(
        lines(&found),
        lines(&book.scenes),
        "the bits have changed: find out why. If it is meant, `cargo xtask golden --bless` raises the version of the physics"
    );
}

#[test]
fn the_hashes_belong_to_the_present_version_of_the_physics() {
    let book = file();
    assert_eq!(book.physics, PHYSICS, "hashes.txt is of another physics: run `cargo xtask golden --bless`");
    assert_eq!(
        book.seal,
        book.sealed(),
        "hashes.txt was changed by hand: bits that change need a new version of the physics, `cargo xtask golden --bless`"
    );
    let number = |physics: &str| -> (u32, u32) {
        let (year, number) = physics.split_once('.').unwrap();
        (year.parse().unwrap(), number.parse().unwrap())
    };
    let versions: Vec<_> =
        core::iter::once(PHYSICS).chain(book.before.iter().map(|(physics, _)| physics.as_str())).map(number).collect();
    assert!(versions.is_sorted_by(|newer, older| newer > older), "each version was higher than the last: {versions:?}");
}

/// The rule itself, on a made-up file: another hash under the same version is noticed, by its seal or by its scene.
#[test]
fn hashes_cannot_change_without_their_version() {
    let mut book = file();
    assert_eq!(Book::read(&book.written()).written(), book.written(), "what is written is read");
    book.scenes[0].1.1 ^= 1;
    assert_ne!(book.sealed(), file().seal, "another hash, the old version");
    let mut book = file();
    book.physics = "2026.999".to_owned();
    assert_ne!(book.sealed(), file().seal, "the old hashes, another version");
}
