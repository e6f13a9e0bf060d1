//! A recording as a file.

use super::{FORMAT, Recording, RecordingFault, link};
use crate::button::{Button, Press};
use serde::{Deserialize, Serialize};

/// What stands in the file. Numbers of 64 bits are texts there: many readers of JSON would round them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    carom_recording: u8,
    version: String,
    physics: String,
    table: String,
    table_hash: String,
    seed: String,
    autopilot: bool,
    ticks: u64,
    scores: Vec<i64>,
    hash: String,
    every: u64,
    checks: Vec<String>,
    checksum: String,
    presses: Vec<(u64, Button, bool)>,
}

/// Writes a recording: what it is about, then one press in a line.
pub(super) fn write(recording: &Recording) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let listed = |items: Vec<String>| items.join(", ");
    let mut text = String::from("{\n");
    let mut line = |name: &str, value: String| text += &format!("  \"{name}\": {value},\n");
    line("carom_recording", FORMAT.to_string());
    line("version", quoted(&recording.version));
    line("physics", quoted(&recording.physics));
    line("table", quoted(&recording.table));
    line("table_hash", format!("\"{:016x}\"", recording.table_hash));
    line("seed", format!("\"{}\"", recording.seed));
    line("autopilot", recording.autopilot.to_string());
    line("ticks", recording.ticks.to_string());
    line("scores", format!("[{}]", listed(recording.scores.iter().map(ToString::to_string).collect())));
    line("hash", format!("\"{:016x}\"", recording.hash));
    line("every", recording.every.to_string());
    line("checks", format!("[{}]", listed(recording.checks.iter().map(|check| format!("\"{check:08x}\"")).collect())));
    line("checksum", format!("\"{:08x}\"", link::checksum_of(recording)));
    let presses = recording.presses.iter().map(|press| {
        let button = serde_json::to_string(&press.button).unwrap_or_default();
        format!("\n    [{}, {button}, {}]", press.tick, press.down)
    });
    let presses: Vec<String> = presses.collect();
    let end = if presses.is_empty() { "" } else { "\n  " };
    text += &format!("  \"presses\": [{}{end}]\n}}\n", presses.join(","));
    text
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Recording, RecordingFault> {
    let file: File =
        serde_json::from_str(text).map_err(|fault| RecordingFault::new(format!("it is no recording: {fault}")))?;
    if file.carom_recording != FORMAT {
        return Err(RecordingFault::new("it is a recording of another version of Carom"));
    }
    let checks: Option<Vec<u32>> =
        file.checks.iter().map(|text| hexadecimal(text, 8).map(|check| check as u32)).collect();
    let numbers = (hexadecimal(&file.table_hash, 16), file.seed.parse(), hexadecimal(&file.hash, 16), checks);
    let (Some(table_hash), Ok(seed), Some(hash), Some(checks)) = numbers else {
        return Err(RecordingFault::new("it is no recording: a number in it is none"));
    };
    let presses = file.presses.into_iter().map(|(tick, button, down)| Press { tick, button, down }).collect();
    let recording = Recording {
        version: file.version,
        physics: file.physics,
        table: file.table,
        table_hash,
        seed,
        autopilot: file.autopilot,
        presses,
        ticks: file.ticks,
        scores: file.scores,
        hash,
        every: file.every,
        checks,
    };
    recording.check()?;
    let sum = format!("{:08x}", link::checksum_of(&recording));
    if file.checksum != sum {
        return Err(RecordingFault::new(format!(
            "it was changed after it was saved: its checksum is {sum}, and it says {}",
            file.checksum.chars().filter(|letter| !letter.is_control()).take(16).collect::<String>()
        )));
    }
    Ok(recording)
}

fn hexadecimal(text: &str, digits: usize) -> Option<u64> {
    let sound = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    sound.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}
