//! Events in bytes: about ten for each.
//!
//! µs since the event before, with its sign; kind (1 byte); 1 + part, or 0; 1 + ball, or 0; amount, with its sign; digest
//! (2 bytes, the lower first). Numbers without a size are as in links.

use super::bytes::{Reader, fold, put, unfold};
use super::noted::{KINDS, Noted};

/// Events in one line of a file.
pub(super) const LINE: usize = 64;
/// Bytes that an event takes at least.
const LEAST: usize = 7;

/// Appends events, the first of them counted from `last`, which becomes the time of the last one.
pub(super) fn pack(events: &[Noted], last: &mut u64, bytes: &mut Vec<u8>) {
    for event in events {
        put(bytes, fold(event.time.wrapping_sub(*last) as i64));
        bytes.push(event.kind);
        put(bytes, event.part.map_or(0, |part| u64::from(part) + 1));
        put(bytes, event.ball.map_or(0, |ball| u64::from(ball) + 1));
        put(bytes, fold(event.amount));
        bytes.extend(event.digest.to_le_bytes());
        *last = event.time;
    }
}

/// Takes events out of bytes, all of which must be events.
pub(super) fn unpack(bytes: &[u8], last: &mut u64) -> Option<Vec<Noted>> {
    let mut events = Vec::with_capacity(bytes.len() / LEAST);
    let mut reader = Reader { bytes };
    let id = |number: u64| match number {
        0 => Some(None),
        _ => u32::try_from(number - 1).ok().map(Some),
    };
    while !reader.bytes.is_empty() {
        let time = last.wrapping_add(unfold(reader.number()?) as u64);
        let [kind] = reader.taken()?;
        let (part, ball) = (id(reader.number()?)?, id(reader.number()?)?);
        let amount = unfold(reader.number()?);
        let digest = u16::from_le_bytes(reader.taken()?);
        if usize::from(kind) >= KINDS.len() {
            return None;
        }
        events.push(Noted { time, kind, part, ball, amount, digest });
        *last = time;
    }
    events.shrink_to_fit();
    Some(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_back_and_are_small() {
        let event = |k: u64| Noted {
            time: k * 83_017 % 50_000_000,
            kind: (k % 29) as u8,
            part: (!k.is_multiple_of(3)).then_some((k % 90) as u32),
            ball: (!k.is_multiple_of(4)).then_some((k % 3) as u32),
            amount: (k as i64 - 500) * 3,
            digest: (k * 40_503) as u16,
        };
        let events: Vec<Noted> = (0..1000).map(event).collect();
        let packed = |events: &[Noted], mut last: u64| {
            let mut bytes = Vec::new();
            pack(events, &mut last, &mut bytes);
            bytes
        };
        let bytes = packed(&events, 0);
        assert!(bytes.len() < 11 * events.len(), "{}", bytes.len());
        assert_eq!(unpack(&bytes, &mut 0).as_ref(), Some(&events));
        assert_eq!(unpack(&bytes[..bytes.len() - 1], &mut 0), None);
        let odd = Noted { time: u64::MAX, part: Some(u32::MAX), ball: Some(0), amount: i64::MIN, ..event(1) };
        assert_eq!(unpack(&packed(&[odd, event(2)], 7), &mut 7), Some(vec![odd, event(2)]));
    }
}
