//! A recording as a file: what it is about, then one press in a line, then the events, packed.
//!
//! One checksum goes through all of it: over what the recording is about, then on over each press and each line of events, with
//! what it has come to written beside each. So a file that was changed says where.

use super::bytes::{Chain, from_letters, letters};
use super::noted::Noted;
use super::{Recording, RecordingFault, link, pack};
use crate::button::{Button, Press};
use serde::Deserialize;

/// The version of this form. The first had no events, and one checksum for all.
const FORM: u8 = 2;

/// What stands in every file, whatever its version.
#[derive(Debug, Deserialize)]
struct Any {
    carom_recording: u8,
}

/// What stands in the file. Numbers of 64 bits are texts there: many readers of JSON would round them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<P> {
    #[expect(dead_code, reason = "read before, to know which form it is")]
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
    #[serde(default)]
    events_until: u64,
    checksum: String,
    presses: Vec<P>,
    #[serde(default)]
    events: Vec<String>,
    #[serde(default)]
    end: String,
}

/// Writes a recording.
pub(super) fn write(recording: &Recording) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let listed = |items: Vec<String>| items.join(", ");
    let mut text = String::from("{\n");
    let mut line = |name: &str, value: String| text += &format!("  \"{name}\": {value},\n");
    let mut sums = Sums::new(recording);
    line("carom_recording", FORM.to_string());
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
    line("events_until", recording.events_until.to_string());
    line("checksum", format!("\"{:08x}\"", sums.chain.half()));
    let block = |lines: Vec<String>| if lines.is_empty() { String::new() } else { lines.join(",") + "\n  " };
    let presses = recording.presses.iter().map(|press| {
        let button = serde_json::to_string(&press.button).unwrap_or_default();
        format!("\n    [{}, {button}, {}, \"{:04x}\"]", press.tick, press.down, sums.press(press))
    });
    line("presses", format!("[{}]", block(presses.collect())));
    let events = recording.events.chunks(pack::LINE).map(|events| format!("\n    \"{}\"", sums.line(events)));
    line("events", format!("[{}]", block(events.collect())));
    text += &format!("  \"end\": \"{:08x}\"\n}}\n", sums.chain.half());
    text
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Recording, RecordingFault> {
    let form = parsed::<Any>(text)?.carom_recording;
    match form {
        1 => first_form(text),
        FORM => second_form(text),
        _ => Err(RecordingFault::new(format!(
            "it is a recording of another version of Carom: it has the form {form}, and this one reads 1 and {FORM}"
        ))),
    }
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, RecordingFault> {
    serde_json::from_str(text).map_err(|fault| {
        let (line, column) = (fault.line(), fault.column());
        RecordingFault::new(if fault.is_eof() {
            format!("it is cut off: it ends at line {line}, column {column} (byte {}), in the middle", text.len())
        } else {
            format!("it is no recording: {fault}")
        })
    })
}

/// Files of the first form have one checksum, and no events.
fn first_form(text: &str) -> Result<Recording, RecordingFault> {
    let file: File<(u64, Button, bool)> = parsed(text)?;
    let press = |&(tick, button, down): &(u64, Button, bool)| Press { tick, button, down };
    let presses = file.presses.iter().map(press).collect();
    let recording = about(&file, presses)?;
    recording.check()?;
    let sum = format!("{:08x}", link::checksum_of(&recording));
    if file.checksum != sum || !file.events.is_empty() || !file.end.is_empty() {
        return Err(RecordingFault::new(format!(
            "it was changed after it was saved: its checksum is {sum}, and it says {}",
            shown(&file.checksum)
        )));
    }
    Ok(recording)
}

fn second_form(text: &str) -> Result<Recording, RecordingFault> {
    let file: File<(u64, Button, bool, String)> = parsed(text)?;
    let presses = file.presses.iter().map(|&(tick, button, down, _)| Press { tick, button, down }).collect();
    let mut recording = about(&file, presses)?;
    let mut sums = Sums::new(&recording);
    let head = format!("{:08x}", sums.chain.half());
    if file.checksum != head {
        let to = line_of(text, text.rfind("\"checksum\"").unwrap_or(0));
        return Err(RecordingFault::new(format!(
            "it was changed after it was saved, in one of the lines 2 to {to}: their checksum is {head}, and it says {}",
            shown(&file.checksum)
        )));
    }
    for (k, (press, (.., said))) in recording.presses.iter().zip(&file.presses).enumerate() {
        if format!("{:04x}", sums.press(press)) != *said {
            let what = format!("the press at {}.{:03} s", press.tick / 1000, press.tick % 1000);
            return Err(changed(text, place(text, "presses", '[', k), &what));
        }
    }
    for (k, line) in file.events.iter().enumerate() {
        let broken = || changed(text, place(text, "events", '"', 2 * k), "a line of events");
        recording.events.extend(sums.read_line(line).ok_or_else(broken)?);
    }
    if format!("{:08x}", sums.chain.half()) != file.end {
        return Err(changed(text, text.rfind("\"end\"").unwrap_or(0), "the checksum at the end"));
    }
    recording.check()?;
    Ok(recording)
}

/// What a file says of a recording but its events.
fn about<P>(file: &File<P>, presses: Vec<Press>) -> Result<Recording, RecordingFault> {
    let checks: Option<Vec<u32>> =
        file.checks.iter().map(|text| hexadecimal(text, 8).map(|check| check as u32)).collect();
    let numbers = (hexadecimal(&file.table_hash, 16), file.seed.parse(), hexadecimal(&file.hash, 16), checks);
    let (Some(table_hash), Ok(seed), Some(hash), Some(checks)) = numbers else {
        return Err(RecordingFault::new("it is no recording: a number in it is none"));
    };
    Ok(Recording {
        version: file.version.clone(),
        physics: file.physics.clone(),
        table: file.table.clone(),
        table_hash,
        seed,
        autopilot: file.autopilot,
        presses,
        ticks: file.ticks,
        scores: file.scores.clone(),
        hash,
        every: file.every,
        checks,
        events: Vec::new(),
        events_until: file.events_until,
    })
}

/// The checksum on its way through a recording.
#[derive(Debug)]
struct Sums {
    chain: Chain,
    /// The tick of the last press, the time of the last event.
    tick: u64,
    time: u64,
}

impl Sums {
    fn new(recording: &Recording) -> Self {
        let mut chain = Chain::new();
        chain.add(&link::head(recording));
        chain.add(&recording.events_until.to_le_bytes());
        Self { chain, tick: 0, time: 0 }
    }

    fn press(&mut self, press: &Press) -> u16 {
        let mut bytes = Vec::with_capacity(8);
        link::put_press(&mut bytes, press, &mut self.tick);
        self.chain.add(&bytes);
        self.chain.quarter()
    }

    /// A line of events: their bytes, then what the checksum has come to.
    fn line(&mut self, events: &[Noted]) -> String {
        let mut bytes = Vec::with_capacity(events.len() * 12);
        pack::pack(events, &mut self.time, &mut bytes);
        self.chain.add(&bytes);
        bytes.extend(self.chain.quarter().to_le_bytes());
        letters(&bytes)
    }

    fn read_line(&mut self, line: &str) -> Option<Vec<Noted>> {
        let bytes = from_letters(line).ok()?;
        let (bytes, sum) = bytes.split_last_chunk::<2>()?;
        self.chain.add(bytes);
        (self.chain.quarter() == u16::from_le_bytes(*sum)).then(|| pack::unpack(bytes, &mut self.time)).flatten()
    }
}

fn changed(text: &str, at: usize, what: &str) -> RecordingFault {
    let line = line_of(text, at);
    RecordingFault::new(format!(
        "it was changed after it was saved, in line {line} (byte {at}): {what} does not follow from what stands before it"
    ))
}

/// Where in the text the thing of this number begins in a list: its `n`th opening letter after that of the list itself.
fn place(text: &str, list: &str, opening: char, n: usize) -> usize {
    let begin = text.rfind(&format!("\"{list}\"")).map_or(0, |at| at + list.len() + 2);
    let begin = begin + text[begin..].find('[').map_or(0, |at| at + 1);
    text[begin..].match_indices(opening).nth(n).map_or(begin, |(at, _)| begin + at)
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count()
}

/// What a file says, as far as it can be shown.
fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(16).collect()
}

fn hexadecimal(text: &str, digits: usize) -> Option<u64> {
    let sound = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    sound.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}
