//! What happened in a game, small enough to be kept for every event: enough to name the first one that differs.

use crate::game::Game;
use crate::told::What as Said;
use carom::pinball::{Event, Happening, Machine, PartId};
use carom::{BallId, Hit, What};
use serde::Serialize;

/// An event as a recording keeps it: to the microsecond and the millimetre per second for whoever reads it, and two bytes of a
/// running hash of every bit of everything that has happened until then, impacts that are not kept one by one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// µs: when, on the table's clock.
    pub time: u64,
    /// What, as a place in [`KINDS`].
    pub kind: u8,
    /// The part that it happened to, by its number; of a driven group that group's.
    pub part: Option<u32>,
    /// The ball, by its number.
    pub ball: Option<u32>,
    /// mm/s (of what turns, thousandths of a radian per second), or points, or how many: as the kind has it. Nothing for the others.
    pub amount: i64,
    /// Of all bits until then.
    pub digest: u16,
}

/// How the number of a [`Noted`] is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    None,
    Speed,
    Turning,
    Count,
    Points,
}

/// The kinds of events that are kept, in the order of their numbers: what they are called. New ones come to the end.
pub const KINDS: [&str; 29] = [
    "hit",
    "unhit",
    "flipper hit",
    "slingshot",
    "end of stroke",
    "start of stroke",
    "spin",
    "balls meet",
    "arrived",
    "stalled",
    "dropped",
    "raised",
    "drained",
    "ejected",
    "tilt warning",
    "tilt",
    "stuck",
    "ball search",
    "lost",
    "overloaded",
    "dropped ticks",
    "something new",
    "score",
    "words",
    "sound",
    "moment",
    "script fault",
    "bonus",
    "game over",
];

/// The first kind that the rules tell, and not the machine.
const FIRST_TOLD: u8 = 22;

/// An event in words and numbers, for whoever wants to know what differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotedEvent {
    /// s: when, on the table's clock.
    pub time: f64,
    /// What: one of [`KINDS`].
    pub what: &'static str,
    /// The name of the part or the driven group that it happened to.
    pub part: Option<String>,
    /// Which ball.
    pub ball: Option<u32>,
    /// m/s, or rad/s of what turns.
    pub speed: Option<f64>,
    /// Points, or how many.
    pub count: Option<i64>,
    /// All that in a line.
    pub text: String,
}

impl Noted {
    /// In words, with the names that the machine has for its parts.
    pub fn told(&self, machine: &Machine) -> NotedEvent {
        let what = KINDS.get(usize::from(self.kind)).copied().unwrap_or("nothing known");
        let place = self.part.map(|part| part as usize);
        let part = place.and_then(|place| match what {
            "arrived" | "stalled" => machine.groups().nth(place).map(|(_, group)| group.name.clone()),
            _ => machine.parts().nth(place).map(|(_, name, _)| name.to_owned()),
        });
        let kind = place.and_then(|place| machine.parts().nth(place)).map(|(_, _, data)| data.kind());
        let amount = amount_of(self.kind);
        let speed = matches!(amount, Amount::Speed | Amount::Turning).then_some(self.amount as f64 * 1e-3);
        let count = matches!(amount, Amount::Count | Amount::Points).then_some(self.amount);
        let time = self.time as f64 * 1e-6;
        let mut text = format!("{time:.6} s: {what}");
        if let Some(place) = place {
            let kind = kind.filter(|_| !matches!(what, "arrived" | "stalled")).unwrap_or("group");
            match part.as_deref() {
                Some(name) if !name.is_empty() => text += &format!(", {kind} \"{}\"", name.escape_debug()),
                _ => text += &format!(", {kind} {place}"),
            }
        }
        if let Some(ball) = self.ball {
            text += &format!(", ball {ball}");
        }
        match amount {
            Amount::None => {}
            Amount::Speed => text += &format!(", {:.3} m/s", self.amount as f64 * 1e-3),
            Amount::Turning => text += &format!(", {:.3} rad/s or m/s", self.amount as f64 * 1e-3),
            Amount::Count => text += &format!(", {}", self.amount),
            Amount::Points => text += &format!(", {} points", self.amount),
        }
        NotedEvent { time, what, part, ball: self.ball, speed, count, text }
    }

    /// Is it the same for whoever reads it, whatever the bits before it were?
    pub(super) fn reads_as(&self, other: &Self) -> bool {
        Self { digest: 0, ..*self } == Self { digest: 0, ..*other }
    }
}

fn amount_of(kind: u8) -> Amount {
    match kind {
        0 | 2 | 3 | 7 => Amount::Speed,
        4 | 5 => Amount::Turning,
        12 | 14 | 20 => Amount::Count,
        22 | 27 => Amount::Points,
        _ => Amount::None,
    }
}

/// Writes down what happens, tick by tick, and keeps the running hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notebook {
    running: u64,
}

impl Default for Notebook {
    fn default() -> Self {
        Self { running: 0xcbf2_9ce4_8422_2325 }
    }
}

impl Notebook {
    /// What happened in the game's last tick, in the order in which it is told: the machine's events, then what the rules said.
    /// Impacts and changes of motion are not handed out, but they are in the digest of what follows.
    pub(super) fn tick(&mut self, game: &Game, mut note: impl FnMut(Noted)) {
        for event in game.machine().raw_events() {
            self.raw(event);
        }
        for event in game.machine().events() {
            note(self.happened(event));
        }
        for told in game.told() {
            let (kind, part, amount, text) = match &told.what {
                Said::Score { points, part } => (0, *part, *points, ""),
                Said::Say { text } => (1, None, 0, text.as_str()),
                Said::Sound { name } => (2, None, 0, name.as_str()),
                Said::Moment { name } => (3, None, 0, name.as_str()),
                Said::ScriptFault { message, .. } => (4, None, 0, message.as_str()),
                Said::Bonus { points, times } => (5, None, points.saturating_mul(i64::from(*times)), ""),
                Said::GameOver { scores } => (6, None, 0, {
                    scores.iter().for_each(|score| self.add(*score as u64));
                    ""
                }),
            };
            self.bytes(text.as_bytes());
            let time = told.tick.saturating_mul(1000);
            note(self.noted(time, FIRST_TOLD + kind, part, None, amount));
        }
    }

    fn happened(&mut self, event: &Event) -> Noted {
        self.number(event.time);
        let (part, ball, kind, speed) = match event.what {
            Happening::Hit { part, ball, speed } => (Some(part), Some(ball), 0, speed),
            Happening::Unhit { part, ball } => (Some(part), Some(ball), 1, 0.0),
            Happening::Collide { part, ball, speed } => (Some(part), Some(ball), 2, speed),
            Happening::Slingshot { part, ball, speed } => (Some(part), Some(ball), 3, speed),
            Happening::EndOfStroke { part, speed } => (Some(part), None, 4, speed),
            Happening::StartOfStroke { part, speed } => (Some(part), None, 5, speed),
            Happening::Spin { part } => (Some(part), None, 6, 0.0),
            Happening::BallsMeet { one, other, speed } => {
                self.add(other.index() as u64);
                (None, Some(one), 7, speed)
            }
            Happening::Arrived { group } => {
                return self.noted(micros(event.time), 8, Some(group.index() as u32), None, 0);
            }
            Happening::Stalled { group, ball } => {
                return self.noted(micros(event.time), 9, Some(group.index() as u32), Some(ball), 0);
            }
            Happening::Dropped { part } => (Some(part), None, 10, 0.0),
            Happening::Raised { part } => (Some(part), None, 11, 0.0),
            Happening::Drained { part, ball, held } => (Some(part), Some(ball), 12, held as f64 * 1e-3),
            Happening::Ejected { part, ball } => (Some(part), Some(ball), 13, 0.0),
            Happening::TiltWarning { count } => (None, None, 14, f64::from(count) * 1e-3),
            Happening::Tilt => (None, None, 15, 0.0),
            Happening::Stuck { ball } => (None, Some(ball), 16, 0.0),
            Happening::BallSearch => (None, None, 17, 0.0),
            Happening::Lost { ball } => (None, Some(ball), 18, 0.0),
            Happening::Overloaded => (None, None, 19, 0.0),
            Happening::Dropouts { ticks } => (None, None, 20, ticks as f64 * 1e-3),
            // A kind that the engine has and this page does not know yet.
            ref other => (other.part(), None, 21, 0.0),
        };
        self.number(speed);
        let part = part.map(|part: PartId| part.index() as u32);
        self.noted(micros(event.time), kind, part, ball, thousandths(speed))
    }

    fn noted(&mut self, time: u64, kind: u8, part: Option<u32>, ball: Option<BallId>, amount: i64) -> Noted {
        let ball = ball.map(|ball| ball.index() as u32);
        for bits in [u64::from(kind), part.map_or(u64::MAX, u64::from), ball.map_or(u64::MAX, u64::from), amount as u64]
        {
            self.add(bits);
        }
        let folded = self.running ^ (self.running >> 32);
        Noted { time, kind, part, ball, amount, digest: (folded ^ (folded >> 16)) as u16 }
    }

    /// An event of the balls, with every bit of it.
    fn raw(&mut self, event: &carom::Event) {
        self.number(event.time);
        self.add(event.ball.index() as u64);
        match event.what {
            What::Impact { collider, hit } => {
                self.add(collider.index() as u64);
                self.hit(&hit);
            }
            What::BallImpact { other, hit } => {
                self.add(other.index() as u64 | 1 << 32);
                self.hit(&hit);
            }
            What::Motion { from, to } => self.add((from as u64) << 8 | to as u64 | 2 << 32),
            What::Entered { zone } => self.add(zone.index() as u64 | 3 << 32),
            What::Left { zone } => self.add(zone.index() as u64 | 4 << 32),
            What::Overlap { depth, left } => {
                self.number(depth);
                self.number(left);
            }
            What::Stalled { drive } => self.add(drive.index() as u64 | 5 << 32),
            What::Quarantined => self.add(6 << 32),
            _ => self.add(7 << 32),
        }
    }

    fn hit(&mut self, hit: &Hit) {
        let vectors = [hit.point, hit.normal, hit.impulse];
        vectors.into_iter().flat_map(|v| v.to_array()).for_each(|x| self.number(x));
        self.number(hit.speed);
        self.number(hit.energy_lost);
    }

    fn number(&mut self, x: f64) {
        self.add((x + 0.0).to_bits()); // Nothing and minus nothing are the same.
    }

    fn add(&mut self, bits: u64) {
        // A multiplication carries every bit upwards, the shift brings it down again.
        let mixed = (self.running ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.running = mixed ^ (mixed >> 32);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }
}

/// The casts hold what is no number or out of range to the nearest end.
fn micros(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}

fn thousandths(x: f64) -> i64 {
    // A billion is enough for every speed, and leaves room for signs.
    (x * 1e3).round().clamp(-1e9, 1e9) as i64
}
