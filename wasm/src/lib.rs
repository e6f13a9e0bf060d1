//! The engine's golden scenes for WebAssembly, with a plain C interface: no bindings, no glue.
//!
//! The scenes are the very files that the native tests run; so are the recordings. Whoever calls asks for the number of items, for
//! the name of each (as text in this module's memory), and for what each comes to.
#![deny(unsafe_code)]

#[path = "../../crates/carom/tests/golden/scenes/mod.rs"]
mod scenes;

use carom_rules::{Player, Recording};
use carom_tables::{Table, built_in};
use scenes::SCENES;

/// Golden recordings of games on built-in tables: their names, their files.
const RECORDINGS: &[(&str, &str)] = &[
    ("recording/kingfisher-autopilot", include_str!("../../crates/carom-rules/tests/golden/kingfisher-autopilot.json")),
    ("recording/kingfisher-child", include_str!("../../crates/carom-rules/tests/golden/kingfisher-child.json")),
    ("recording/kingfisher-earned", include_str!("../../crates/carom-rules/tests/golden/kingfisher-earned.json")),
    ("recording/fairground-autopilot", include_str!("../../crates/carom-rules/tests/golden/fairground-autopilot.json")),
    ("recording/galton", include_str!("../../crates/carom-rules/tests/golden/galton.json")),
    ("recording/bench", include_str!("../../crates/carom-rules/tests/golden/bench.json")),
];

fn name(item: usize) -> &'static str {
    let recording = || RECORDINGS.get(item - SCENES.len()).map(|(name, _)| *name);
    SCENES.get(item).map(|(name, _)| *name).or_else(recording).unwrap_or("")
}

/// How many events, and the hash. Of a recording that is another game now: none, and the hash that came.
fn result(item: usize) -> (u64, u64) {
    if let Some((_, run)) = SCENES.get(item) {
        return run();
    }
    let Some((_, text)) = RECORDINGS.get(item - SCENES.len()) else { return (0, 0) };
    let recording = Recording::parse(text).expect("a golden recording");
    let table = Table::parse(built_in::find(&recording.table).expect("a built-in table").text).expect("a sound table");
    let mut player = Player::new(recording, &table).expect("a recording of this physics");
    while player.tick() {}
    let events = if player.replayed().same { player.recording().events.len() as u64 } else { 0 };
    (events, player.game().hash())
}

/// What JavaScript calls. A name that must stay as it is counts as unsafe code, because two of the same would clash.
mod calls {
    #![expect(unsafe_code, reason = "functions that are called by name from outside keep their names")]

    use core::cell::Cell;

    std::thread_local! {
        static LAST: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    }

    /// How many items there are.
    #[unsafe(no_mangle)]
    pub extern "C" fn items() -> usize {
        super::SCENES.len() + super::RECORDINGS.len()
    }

    /// Where the name of an item begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn name_at(item: usize) -> *const u8 {
        super::name(item).as_ptr()
    }

    /// How many bytes it has.
    #[unsafe(no_mangle)]
    pub extern "C" fn name_length(item: usize) -> usize {
        super::name(item).len()
    }

    /// Runs an item and gives its hash.
    #[unsafe(no_mangle)]
    pub extern "C" fn run(item: usize) -> u64 {
        LAST.set(super::result(item));
        LAST.get().1
    }

    /// Events of the item that was run last.
    #[unsafe(no_mangle)]
    pub extern "C" fn events() -> u64 {
        LAST.get().0
    }
}
