//! What the tests of sessions and of the server share: a decoder of frames, a client, a clock that is turned by hand.
#![allow(dead_code, reason = "every test file is a program of its own and uses what it needs")]

pub(crate) mod client;
pub(crate) mod crowd;

use carom_play::{Clock, Offer};
use carom_tables::{Table, built_in};
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A state frame, read as `docs/protocol.md` says and with nothing of the server's own code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) flags: u8,
    pub(crate) sequence: u16,
    pub(crate) tick: u32,
    pub(crate) ahead: f32,
    pub(crate) nudge: [f64; 2],
    pub(crate) balls: Vec<Ball>,
    pub(crate) parts: Vec<Part>,
    pub(crate) lamps: Vec<(u16, u8)>,
    pub(crate) events: Vec<Event>,
    pub(crate) groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ball {
    pub(crate) id: u16,
    pub(crate) flags: u8,
    pub(crate) motion: u8,
    pub(crate) place: [f32; 3],
    pub(crate) velocity: [f64; 3],
    pub(crate) spin: [f64; 3],
    pub(crate) orientation: [f64; 4],
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) id: u16,
    pub(crate) active: bool,
    pub(crate) angle: f32,
    pub(crate) place: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) id: u16,
    pub(crate) leapt: bool,
    pub(crate) origin: [f32; 3],
    pub(crate) turn: [f32; 4],
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) what: u8,
    pub(crate) part: u16,
    pub(crate) ball: u16,
    pub(crate) other: u16,
    pub(crate) speed: f32,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) micros: u32,
}

pub(crate) const PAUSED: u8 = 1;
pub(crate) const ATTRACT: u8 = 4;
pub(crate) const WHOLE: u8 = 8;

impl Frame {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut reader = Reader(bytes);
        assert_eq!(reader.u8(), 1, "a state frame");
        let (flags, sequence, tick, ahead) = (reader.u8(), reader.u16(), reader.u32(), reader.f32());
        let nudge = [reader.fixed(1e5), reader.fixed(1e5)];
        let (balls, groups) = (reader.u8(), reader.u8());
        let (parts, lamps, events) = (reader.u16(), reader.u16(), reader.u16());
        assert_eq!(bytes.len() - reader.0.len(), 24, "the header");
        let lengths = [(balls.into(), 36), (parts, 12), (lamps, 4), (events, 24), (groups.into(), 32)];
        let length: usize = lengths.iter().map(|(count, size)| usize::from(*count) * size).sum();
        assert_eq!(reader.0.len(), length, "as long as its counts say");
        Self {
            flags,
            sequence,
            tick,
            ahead,
            nudge,
            balls: (0..balls).map(|_| Ball::read(&mut reader)).collect(),
            parts: (0..parts).map(|_| Part::read(&mut reader)).collect(),
            lamps: (0..lamps).map(|_| (reader.u16(), (reader.u8(), reader.u8()).0)).collect(),
            events: (0..events).map(|_| Event::read(&mut reader)).collect(),
            groups: (0..groups).map(|_| Group::read(&mut reader)).collect(),
        }
    }

    pub(crate) fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

impl Ball {
    fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            id: reader.u16(),
            flags: reader.u8(),
            motion: reader.u8(),
            place: core::array::from_fn(|_| reader.f32()),
            velocity: core::array::from_fn(|_| reader.fixed(1e3)),
            spin: core::array::from_fn(|_| reader.fixed(20.0)),
            orientation: core::array::from_fn(|_| reader.fixed(32767.0)),
        }
    }
}

impl Part {
    fn read(reader: &mut Reader<'_>) -> Self {
        let (id, active, nothing) = (reader.u16(), reader.u8(), reader.u8());
        assert!(active < 2 && nothing == 0);
        Self { id, active: active == 1, angle: reader.f32(), place: reader.f32() }
    }
}

impl Group {
    fn read(reader: &mut Reader<'_>) -> Self {
        let (id, flags, nothing) = (reader.u16(), reader.u8(), reader.u8());
        assert!(flags < 2 && nothing == 0);
        let (origin, turn) = (core::array::from_fn(|_| reader.f32()), core::array::from_fn(|_| reader.f32()));
        Self { id, leapt: flags == 1, origin, turn }
    }
}

impl Event {
    fn read(reader: &mut Reader<'_>) -> Self {
        let (what, nothing) = (reader.u8(), reader.u8());
        assert!(what <= 18 && nothing == 0, "{what}");
        Self {
            what,
            part: reader.u16(),
            ball: reader.u16(),
            other: reader.u16(),
            speed: reader.f32(),
            x: reader.f32(),
            y: reader.f32(),
            micros: reader.u32(),
        }
    }
}

/// Reads little-endian numbers one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk::<N>().expect("the frame is long enough");
        self.0 = rest;
        *first
    }

    fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn fixed(&mut self, per_unit: f64) -> f64 {
        f64::from(i16::from_le_bytes(self.take())) / per_unit
    }
}

/// A clock that stands still until somebody turns it.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandClock(Arc<AtomicU64>);

impl HandClock {
    pub(crate) fn turn(&self, by: Duration) {
        self.0.fetch_add(by.as_nanos() as u64, Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }
}

/// A built-in table.
pub(crate) fn built_in(name: &str) -> Offer {
    let text = built_in::find(name).expect("a built-in table").text;
    Offer::new(name, name, Table::parse(text).expect("a sound table"))
}
