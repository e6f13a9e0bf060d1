//! A recording as a link: bytes with numbers of varying length, a checksum, written in letters that can stand in an address.
//!
//! `C` `R`, 1; version, physics, table (length, bytes); table hash (8 bytes); seed; 1 if the autopilot played; ticks;
//! scores (count, each folded so that the sign is its last bit); hash (8 bytes); every; checks (count, 4 bytes each); presses
//! (count, each: ticks since the last, times 32, plus twice the button's number, plus 1 if down); checksum (4 bytes). Numbers
//! without a size are in groups of seven bits, the lowest first, the highest bit set in all but the last. Events are left out:
//! a link is to be short.

use super::bytes::{Chain, Reader, fold, from_letters, letters, put, unfold};
use super::{MOST_NAME, MOST_PRESSES, MOST_SCORES, MOST_TICKS, Recording, RecordingFault};
use crate::button::{Button, Press};

/// The version of this form.
const FORM: u8 = 1;

/// Writes a recording as letters.
pub(super) fn write(recording: &Recording) -> String {
    let mut bytes = body(recording);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    letters(&bytes)
}

/// Reads a recording out of letters.
pub(super) fn read(text: &str) -> Result<Recording, RecordingFault> {
    let bytes = from_letters(text)?;
    if !bytes.starts_with(b"CR") {
        let short = if b"CR".starts_with(&bytes) { ", or its end is missing" } else { "" };
        return Err(RecordingFault::new(format!("it is no recording: it begins otherwise{short}")));
    }
    let cut = || RecordingFault::new(format!("its end is missing: it breaks off after letter {}", text.len()));
    if *bytes.get(2).ok_or_else(cut)? != FORM {
        return Err(RecordingFault::new("it is a recording of another version of Carom"));
    }
    let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(cut)?;
    if checksum(body) != u32::from_le_bytes(*sum) {
        // What it says of itself tells whether something is missing: all of it would have to be read before the checksum.
        let mut reader = Reader { bytes: bytes.get(3..).ok_or_else(cut)? };
        let is_whole = recording(&mut reader).is_some() && reader.bytes.len() >= 4;
        let changed = || RecordingFault::new("it was changed or cut off: its checksum is wrong");
        return Err(if is_whole { changed() } else { cut() });
    }
    let mut reader = Reader { bytes: body.get(3..).ok_or_else(cut)? };
    let recording =
        recording(&mut reader).ok_or_else(|| RecordingFault::new("it is no recording: numbers in it make no sense"))?;
    if !reader.bytes.is_empty() {
        return Err(RecordingFault::new("it is no recording: something stands behind its end"));
    }
    Ok(recording)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut chain = Chain::new();
    chain.add(bytes);
    chain.half()
}

/// The checksum of what a recording says but its events: that of files of the first form, too.
pub(super) fn checksum_of(recording: &Recording) -> u32 {
    checksum(&body(recording))
}

/// All before the presses: what the recording is about.
pub(super) fn head(recording: &Recording) -> Vec<u8> {
    let mut bytes = vec![b'C', b'R', FORM];
    for text in [&recording.version, &recording.physics, &recording.table] {
        put(&mut bytes, text.len() as u64);
        bytes.extend(text.as_bytes());
    }
    bytes.extend(recording.table_hash.to_le_bytes());
    put(&mut bytes, recording.seed);
    put(&mut bytes, u64::from(recording.autopilot));
    put(&mut bytes, recording.ticks);
    put(&mut bytes, recording.scores.len() as u64);
    recording.scores.iter().for_each(|score| put(&mut bytes, fold(*score)));
    bytes.extend(recording.hash.to_le_bytes());
    put(&mut bytes, recording.every);
    put(&mut bytes, recording.checks.len() as u64);
    recording.checks.iter().for_each(|check| bytes.extend(check.to_le_bytes()));
    bytes
}

/// Appends a press that comes after the tick of the last one, which becomes its own.
pub(super) fn put_press(bytes: &mut Vec<u8>, press: &Press, last: &mut u64) {
    let button = Button::ALL.iter().position(|button| *button == press.button).unwrap_or(0) as u64;
    // Presses of a recording are in order and within a day: nothing is lost here.
    let since = press.tick.saturating_sub(*last).min(u64::MAX >> 5);
    put(bytes, (since << 5) | (button << 1) | u64::from(press.down));
    *last = press.tick;
}

/// Takes the next press, that comes after the tick of the last one, which becomes its own.
pub(super) fn take_press(reader: &mut Reader<'_>, last: &mut u64) -> Option<Press> {
    let number = reader.number()?;
    let tick = last.checked_add(number >> 5)?;
    let button = *Button::ALL.get((number as usize >> 1) & 15)?;
    *last = tick;
    Some(Press { tick, button, down: number & 1 == 1 })
}

fn body(recording: &Recording) -> Vec<u8> {
    let mut bytes = head(recording);
    put(&mut bytes, recording.presses.len() as u64);
    let mut last = 0;
    recording.presses.iter().for_each(|press| put_press(&mut bytes, press, &mut last));
    bytes
}

fn recording(reader: &mut Reader<'_>) -> Option<Recording> {
    let mut text = || reader.text(MOST_NAME);
    let (version, physics, table) = (text()?, text()?, text()?);
    let table_hash = u64::from_le_bytes(reader.taken()?);
    let seed = reader.number()?;
    let autopilot = match reader.number()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let ticks = reader.number().filter(|ticks| *ticks <= MOST_TICKS)?;
    let count = reader.count(MOST_SCORES, 1)?;
    let scores = (0..count).map(|_| reader.number().map(unfold)).collect::<Option<Vec<i64>>>()?;
    let hash = u64::from_le_bytes(reader.taken()?);
    let every = reader.number()?;
    let count = reader.count(MOST_TICKS as usize, 4)?;
    let checks = (0..count).map(|_| reader.taken().map(u32::from_le_bytes)).collect::<Option<Vec<u32>>>()?;
    let count = reader.count(MOST_PRESSES, 1)?;
    let (mut presses, mut last) = (Vec::with_capacity(count), 0);
    for _ in 0..count {
        presses.push(take_press(reader, &mut last)?);
    }
    Some(Recording {
        version,
        physics,
        table,
        table_hash,
        seed,
        autopilot,
        presses,
        ticks,
        scores,
        hash,
        every,
        checks,
        ..Recording::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::math::rng::Stream;

    #[test]
    fn a_forged_link_with_a_right_checksum_does_no_harm() {
        let presses = (0..40).map(|k| Press { tick: k * 90, button: Button::ALL[(k % 9) as usize], down: k % 2 == 0 });
        let recording = Recording {
            table: "kingfisher".to_owned(),
            presses: presses.collect(),
            ticks: 5_000,
            scores: vec![-5, 70_000],
            every: 1_000,
            checks: vec![1, 2, 3, 4, 5],
            ..Recording::default()
        };
        let (right, mut luck, mut read_well) = (body(&recording), Stream::new(1, "forger"), 0);
        for _ in 0..200_000 {
            let mut bytes = right.clone();
            for _ in 0..1 + luck.bits() % 3 {
                let at = 3 + (luck.bits() % (bytes.len() as u64 - 3)) as usize;
                match luck.bits() % 3 {
                    0 => bytes[at] = luck.bits() as u8,
                    1 => bytes[at] ^= 0x80,
                    _ => _ = bytes.remove(at),
                }
            }
            let sum = checksum(&bytes);
            bytes.extend(sum.to_le_bytes());
            if let Ok(read) = Recording::parse(&letters(&bytes)) {
                read_well += 1;
                assert_eq!(write(&read), letters(&bytes), "one recording has one link");
            }
        }
        assert!(read_well > 1000, "{read_well}");
    }
}
