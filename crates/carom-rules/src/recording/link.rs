//! A recording as a link: bytes with numbers of varying length, a checksum, written in letters that can stand in an address.
//!
//! `C` `R`, format; version, physics, table (length, bytes); table hash (8 bytes); seed; 1 if the autopilot played; ticks;
//! scores (count, each folded so that the sign is its last bit); hash (8 bytes); every; checks (count, 4 bytes each); presses
//! (count, each: ticks since the last, times 32, plus twice the button's number, plus 1 if down); checksum (4 bytes). Numbers
//! without a size are in groups of seven bits, the lowest first, the highest bit set in all but the last.

use super::{FORMAT, MOST_NAME, MOST_PRESSES, MOST_SCORES, MOST_TICKS, Recording, RecordingFault, hash_of};
use crate::button::{Button, Press};

/// The letters of six bits each, those of RFC 4648 for addresses.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes a recording as letters.
pub(super) fn write(recording: &Recording) -> String {
    let mut bytes = body(recording);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    letters(&bytes)
}

/// Reads a recording out of letters.
pub(super) fn read(text: &str) -> Result<Recording, RecordingFault> {
    let cut = || RecordingFault::new("it is no recording, or its end is missing");
    let bytes = from_letters(text)?;
    let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(cut)?;
    if !body.starts_with(b"CR") {
        return Err(RecordingFault::new("it is no recording: it begins otherwise"));
    }
    if body.get(2) != Some(&FORMAT) {
        return Err(RecordingFault::new("it is a recording of another version of Carom"));
    }
    if checksum(body) != u32::from_le_bytes(*sum) {
        return Err(RecordingFault::new("it was changed or cut off: its checksum is wrong"));
    }
    let mut reader = Reader { bytes: body.get(3..).ok_or_else(cut)? };
    let recording =
        reader.recording().ok_or_else(|| RecordingFault::new("it is no recording: numbers in it make no sense"))?;
    if !reader.bytes.is_empty() {
        return Err(RecordingFault::new("it is no recording: something stands behind its end"));
    }
    Ok(recording)
}

/// The checksum of what a recording says, the same for both forms.
pub(super) fn checksum_of(recording: &Recording) -> u32 {
    checksum(&body(recording))
}

fn checksum(bytes: &[u8]) -> u32 {
    let hash = hash_of(bytes);
    (hash ^ (hash >> 32)) as u32
}

fn body(recording: &Recording) -> Vec<u8> {
    let mut bytes = vec![b'C', b'R', FORMAT];
    for text in [&recording.version, &recording.physics, &recording.table] {
        put(&mut bytes, text.len() as u64);
        bytes.extend(text.as_bytes());
    }
    bytes.extend(recording.table_hash.to_le_bytes());
    put(&mut bytes, recording.seed);
    put(&mut bytes, u64::from(recording.autopilot));
    put(&mut bytes, recording.ticks);
    put(&mut bytes, recording.scores.len() as u64);
    for score in &recording.scores {
        put(&mut bytes, ((score << 1) ^ (score >> 63)) as u64);
    }
    bytes.extend(recording.hash.to_le_bytes());
    put(&mut bytes, recording.every);
    put(&mut bytes, recording.checks.len() as u64);
    recording.checks.iter().for_each(|check| bytes.extend(check.to_le_bytes()));
    put(&mut bytes, recording.presses.len() as u64);
    let mut last = 0;
    for press in &recording.presses {
        let button = Button::ALL.iter().position(|button| *button == press.button).unwrap_or(0) as u64;
        // Presses of a recording are in order and within a day: nothing is lost here.
        let since = press.tick.saturating_sub(last).min(u64::MAX >> 5);
        put(&mut bytes, (since << 5) | (button << 1) | u64::from(press.down));
        last = press.tick;
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn recording(&mut self) -> Option<Recording> {
        let (version, physics, table) = (self.text()?, self.text()?, self.text()?);
        let table_hash = u64::from_le_bytes(self.taken()?);
        let seed = self.number()?;
        let autopilot = match self.number()? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let ticks = self.number().filter(|ticks| *ticks <= MOST_TICKS)?;
        let count = self.count(MOST_SCORES, 1)?;
        let folded = (0..count).map(|_| self.number()).collect::<Option<Vec<u64>>>()?;
        let scores = folded.into_iter().map(|score| (score >> 1) as i64 ^ -((score & 1) as i64)).collect();
        let hash = u64::from_le_bytes(self.taken()?);
        let every = self.number()?;
        let count = self.count(MOST_TICKS as usize, 4)?;
        let checks = (0..count).map(|_| self.taken().map(u32::from_le_bytes)).collect::<Option<Vec<u32>>>()?;
        let count = self.count(MOST_PRESSES, 1)?;
        let (mut presses, mut tick) = (Vec::with_capacity(count), 0_u64);
        for _ in 0..count {
            let number = self.number()?;
            tick = tick.checked_add(number >> 5)?;
            let button = *Button::ALL.get((number as usize >> 1) & 15)?;
            presses.push(Press { tick, button, down: number & 1 == 1 });
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
        })
    }

    fn taken<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.taken()?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                // One number has one way of writing: a checksum of it means something.
                return (byte != 0 || shift == 0).then_some(number);
            }
        }
        None
    }

    /// A count of things of so many bytes at least, that can be there.
    fn count(&mut self, most: usize, size: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= most && count.checked_mul(size)? <= self.bytes.len()).then_some(count)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.count(MOST_NAME, 1)?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

fn letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        for k in 0..=three.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * k)) as usize & 63]));
        }
    }
    text
}

fn from_letters(text: &str) -> Result<Vec<u8>, RecordingFault> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let Some(value) = LETTERS.iter().position(|other| *other == letter) else {
            return Err(RecordingFault::new("it is no recording: neither a file of one nor a link"));
        };
        (bits, count) = ((bits << 6) | value as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // What is left over is less than a letter, and nothing.
    if count >= 6 || bits != 0 {
        return Err(RecordingFault::new("it is no recording, or its end is missing"));
    }
    Ok(bytes)
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

    #[test]
    fn the_letters_are_those_of_the_standard() {
        // RFC 4648, section 10, without padding.
        for (bytes, text) in
            [("", ""), ("f", "Zg"), ("f\x6f", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(letters(bytes.as_bytes()), text);
            assert_eq!(from_letters(text).as_deref(), Ok(bytes.as_bytes()));
        }
        assert_eq!(letters(&[0xfb, 0xff]), "-_8");
    }
}
