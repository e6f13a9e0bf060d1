//! Tables that are played by the autopilot without rules: every built-in one, and one full of driven parts. The tests run them
//! natively; `wasm/` runs the same ones, from this file, under WebAssembly.

use carom::pinball::Autopilot;
use carom_tables::{Table, built_in};

/// What they are called in `hashes.txt`.
pub(crate) const TABLES: [&str; 5] =
    ["table/kingfisher", "table/fairground", "table/galton", "table/bench", "table/clockwork"];

/// Ticks of each.
const TICKS: u32 = 20_000;

/// Reads a table, builds it and plays it: how many events there were, and the hash of the machine after them.
pub(crate) fn played(name: &str) -> (u64, u64) {
    let text = match name.trim_start_matches("table/") {
        "clockwork" => include_str!("../data/clockwork.toml"),
        name => built_in::find(name).expect("a built-in table").text,
    };
    let (_, mut machine) = Table::load(text).expect("a sound table");
    let mut pilot = Autopilot::new(&machine, 5).with_balls(2);
    let mut events = 0;
    for _ in 0..TICKS {
        pilot.play(&mut machine);
        machine.tick();
        events += machine.events().len() as u64;
    }
    (events, machine.hash())
}
