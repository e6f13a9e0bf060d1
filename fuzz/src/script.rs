//! The script engine: any text is refused or runs within its limits, the same way twice.

use carom_rules::script::{Script, ScriptFault};
use carom_rules::{Act, Button, Occurrence};
use common::Bench;

#[path = "../../crates/carom-rules/tests/common/mod.rs"]
mod common;

thread_local! {
    /// Table and machine are the same for all.
    static BENCH: Bench = Bench::new("");
}

/// Compiles a script, and lets it hear of hits, buttons and timers. Promised: no panic, not even one that the engine catches;
/// two runs do the same.
pub fn script(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    BENCH.with(|bench| {
        let first = played(bench, text);
        if let Ok((done, _)) = &first {
            assert!(!done.contains("the interpreter failed"), "the interpreter panicked");
        }
        assert_eq!(first, played(bench, text), "two runs differ");
    });
}

/// What a script does in a little game, in words, and its state.
fn played(bench: &Bench, text: &str) -> Result<(String, u64), String> {
    let mut script =
        Script::compile(text, &bench.machine, &bench.table).map_err(|fault: ScriptFault| fault.to_string())?;
    let occurrences = [
        bench.a_hit("target1"),
        bench.a_hit("target2"),
        bench.a_hit("saucer"),
        Occurrence::Button(Button::Left, true),
        Occurrence::Timer("a".to_owned()),
    ];
    let mut done = String::new();
    for k in 0..2 * occurrences.len() {
        let mut acts: Vec<Act> = Vec::new();
        let tick = 5_000 + 100 * k as u64;
        let heard = script.hear(&occurrences[k % occurrences.len()], &bench.board, &bench.machine, tick, &mut acts);
        acts.truncate(20);
        done += &format!("{acts:?} {heard:?}\n");
    }
    Ok((done, script.hash()))
}
