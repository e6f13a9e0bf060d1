//! The small change of both forms: numbers of varying length, letters of six bits, checksums.

use super::RecordingFault;

/// The letters of six bits each, those of RFC 4648 for addresses.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A checksum that goes on: FNV-1a, 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain(u64);

impl Chain {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let next = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, next);
    }

    /// All 64 bits.
    pub(super) fn whole(self) -> u64 {
        self.0
    }

    /// Its halves combined.
    pub(super) fn half(self) -> u32 {
        (self.0 ^ (self.0 >> 32)) as u32
    }

    /// Its quarters combined.
    pub(super) fn quarter(self) -> u16 {
        (self.half() ^ (self.half() >> 16)) as u16
    }
}

/// Appends a number in groups of seven bits, the lowest first, the highest bit set in all bytes but the last.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A number that may be negative, as one that is not: doubled, the last bit being the sign.
pub(super) fn fold(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

pub(super) fn unfold(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Takes things off the front of bytes; nothing when they are not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
}

impl Reader<'_> {
    pub(super) fn taken<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*taken)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.taken()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
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
    pub(super) fn count(&mut self, most: usize, size: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= most && count.checked_mul(size)? <= self.bytes.len()).then_some(count)
    }

    pub(super) fn text(&mut self, most: usize) -> Option<String> {
        let length = self.count(most, 1)?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

/// Bytes as letters.
pub(super) fn letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        for k in 0..=three.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * k)) as usize & 63]));
        }
    }
    text
}

/// Letters as bytes.
pub(super) fn from_letters(text: &str) -> Result<Vec<u8>, RecordingFault> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut count) = (0_u32, 0);
    for (at, letter) in text.trim_end_matches('=').bytes().enumerate() {
        let Some(value) = LETTERS.iter().position(|other| *other == letter) else {
            let message = format!("it is no recording: neither a file of one nor a link (letter {})", at + 1);
            return Err(RecordingFault::new(message));
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
        let message = format!("it is no recording, or its end is missing (after letter {})", text.len());
        return Err(RecordingFault::new(message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn numbers_of_both_signs_come_back() {
        for number in [0, 1, -1, 63, -64, 1 << 40, i64::MIN, i64::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, fold(number));
            assert_eq!(Reader { bytes: &bytes }.number().map(unfold), Some(number));
        }
    }
}
