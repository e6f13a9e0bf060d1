//! State frames: the table at one tick, in a few hundred bytes. `docs/protocol.md` describes them byte by byte.

use crate::driven;
use carom::pinball::{Event, GroupId, Happening, Machine, PartId, Pose, part::Part};
use carom::space::Moving;
use carom::{BallId, Motion, What};
use carom_rules::{Game, Lit};

/// The first byte of a state frame.
pub const STATE: u8 = 1;
/// Bytes before the balls.
pub const HEADER: usize = 24;
/// Bytes of a ball.
pub const BALL: usize = 36;
/// Bytes of a part.
pub const PART: usize = 12;
/// Bytes of a lamp.
pub const LAMP: usize = 4;
/// Bytes of an event.
pub const EVENT: usize = 24;
/// Bytes of a driven group.
pub const GROUP: usize = 32;
/// No part, no ball.
pub const NONE: u16 = u16::MAX;

/// Flags of a frame.
pub mod flag {
    /// Time stands still.
    pub const PAUSED: u8 = 1;
    /// The machine has tilted.
    pub const TILTED: u8 = 2;
    /// The autopilot plays.
    pub const ATTRACT: u8 = 4;
    /// Parts and lamps are complete; without it only what has changed.
    pub const WHOLE: u8 = 8;
    /// It is a recorded game.
    pub const REPLAY: u8 = 16;
    /// Of a ball: it is in a kicker.
    pub const HELD: u8 = 1;
    /// Of a ball: it is below the playfield, out of sight.
    pub const HIDDEN: u8 = 2;
    /// Of a group: it was put there, and was nowhere between.
    pub const LEAPT: u8 = 1;
}

/// m/s: slower impacts make no sound.
const AUDIBLE: f64 = 0.05;
/// m: a group that is farther than this from where it could have moved to was put there.
const LEAP: f64 = 0.005;
/// Events in one frame at most. A ball that rattles between two posts must not fill the line.
const MOST_EVENTS: usize = 512;

/// Makes frames, and remembers what the last one said.
#[derive(Debug)]
pub(crate) struct FrameMaker {
    sequence: u16,
    /// The parts that can change, and how each stood in the last frame.
    parts: Vec<(PartId, Stand)>,
    /// The driven groups, and how each lay in the last frame.
    groups: Vec<(GroupId, Option<Lies>)>,
    /// s: the machine's clock at the last frame.
    time: f64,
    lamps: Vec<Lit>,
    events: Vec<[u8; EVENT]>,
    /// Is the next frame to say everything?
    whole: bool,
}

/// What a frame says of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stand {
    active: bool,
    angle: f32,
    place: f32,
}

/// What a frame says of a driven group, and how fast it was then.
#[derive(Clone, Copy, Debug)]
struct Lies {
    origin: [f32; 3],
    turn: [f32; 4],
    /// m/s.
    speed: f64,
}

impl From<Moving> for Lies {
    fn from(moving: Moving) -> Self {
        let (origin, turn) = (moving.lies.origin(), moving.lies.turn());
        Self {
            origin: origin.to_array().map(|x| x as f32),
            turn: turn.to_array().map(|x| x as f32),
            speed: moving.velocity.length(),
        }
    }
}

impl Lies {
    /// Has it come here from there otherwise than by its motion? Twice as far as its speed allows is no motion.
    fn leapt_from(&self, last: &Self, time: f64) -> bool {
        let squares = self.origin.iter().zip(&last.origin).map(|(a, b)| f64::from(*a - *b)).map(|d| d * d);
        squares.sum::<f64>().sqrt() > LEAP + 2.0 * self.speed.max(last.speed) * time
    }
}

impl From<Pose> for Stand {
    fn from(pose: Pose) -> Self {
        Self { active: pose.active, angle: pose.angle as f32, place: pose.place as f32 }
    }
}

impl FrameMaker {
    pub(crate) fn new(machine: &Machine) -> Self {
        let changing = machine.parts().filter(|(_, _, part)| can_change(part));
        let numbered = changing.filter(|(id, _, _)| id.index() < usize::from(NONE));
        let parts = numbered.filter_map(|(id, _, _)| Some((id, stand(machine, id)?)));
        let groups = driven::groups(machine).map(|id| (id, None));
        Self {
            sequence: 0,
            parts: parts.collect(),
            groups: groups.collect(),
            time: machine.time(),
            lamps: Vec::new(),
            events: Vec::new(),
            whole: true,
        }
    }

    /// For another game: it begins with a whole frame, and the numbers of frames go on.
    pub(crate) fn begin(&mut self, machine: &Machine) {
        *self = Self { sequence: self.sequence, ..Self::new(machine) };
    }

    /// The next frame says everything: one was lost.
    pub(crate) fn forget(&mut self) {
        self.whole = true;
        self.events.clear();
    }

    /// Takes down what has happened in the tick that has just run.
    pub(crate) fn note(&mut self, machine: &Machine) {
        for event in machine.events() {
            if let Some(line) = told(machine, event) {
                self.put(line);
            }
        }
        for event in machine.raw_events() {
            let What::Impact { collider, hit } = event.what else { continue };
            if hit.speed < AUDIBLE {
                continue;
            }
            let part = machine.owner(collider).map_or(NONE, number);
            let line = Line { what: 17, part, ball: short(event.ball.index()), other: NONE, speed: hit.speed };
            self.put(line.bytes(Some((hit.point.x, hit.point.y)), event.time));
        }
    }

    fn put(&mut self, line: [u8; EVENT]) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(line);
        }
    }

    /// The frame for now. `flags` are those that the session knows; `ahead` is in ms.
    pub(crate) fn frame(&mut self, game: &Game, flags: u8, ahead: f64) -> Vec<u8> {
        let machine = game.machine();
        let whole = core::mem::take(&mut self.whole);
        let balls: Vec<BallId> = machine.balls().take(usize::from(u8::MAX)).collect();
        let tilted = if machine.is_tilted() || game.status().tilted { flag::TILTED } else { 0 };

        let mut bytes = Vec::with_capacity(HEADER + balls.len() * BALL + 16 * PART + self.events.len() * EVENT);
        bytes.extend([STATE, flags | tilted | if whole { flag::WHOLE } else { 0 }]);
        bytes.extend(self.sequence.to_le_bytes());
        bytes.extend((game.ticks() as u32).to_le_bytes());
        bytes.extend((ahead.max(0.0) as f32).to_le_bytes());
        let offset = machine.cabinet_offset();
        bytes.extend(fixed(offset.x, 1e5));
        bytes.extend(fixed(offset.y, 1e5));
        // The other counts are put in below, when they are known.
        bytes.extend([balls.len() as u8, 0, 0, 0, 0, 0, 0, 0]);
        for id in balls {
            put_ball(&mut bytes, machine, id);
        }
        let parts = self.put_parts(&mut bytes, machine, whole);
        let lamps = self.put_lamps(&mut bytes, &game.board().lamps, whole);
        let events = self.events.len();
        for line in self.events.drain(..) {
            bytes.extend(line);
        }
        for (k, count) in [parts, lamps, events].into_iter().enumerate() {
            let at = HEADER - 6 + 2 * k;
            if let Some(place) = bytes.get_mut(at..at + 2) {
                place.copy_from_slice(&short(count).to_le_bytes());
            }
        }
        let groups = self.put_groups(&mut bytes, machine, whole);
        if let Some(place) = bytes.get_mut(HEADER - 7) {
            *place = groups;
        }
        self.sequence = self.sequence.wrapping_add(1);
        bytes
    }

    fn put_parts(&mut self, bytes: &mut Vec<u8>, machine: &Machine, whole: bool) -> usize {
        let mut count = 0;
        for (id, last) in &mut self.parts {
            let Some(now) = stand(machine, *id) else { continue };
            if !whole && now == *last {
                continue;
            }
            *last = now;
            bytes.extend(number(*id).to_le_bytes());
            bytes.extend([u8::from(now.active), 0]);
            bytes.extend(now.angle.to_le_bytes());
            bytes.extend(now.place.to_le_bytes());
            count += 1;
        }
        count
    }

    /// As many driven groups as one frame may name; others that have moved are in the next ones.
    fn put_groups(&mut self, bytes: &mut Vec<u8>, machine: &Machine, whole: bool) -> u8 {
        let passed = machine.time() - core::mem::replace(&mut self.time, machine.time());
        let mut count = 0;
        for (id, last) in &mut self.groups {
            if whole {
                *last = None;
            }
            let Some(now) = machine.moving(*id).map(Lies::from) else { continue };
            let same = last.is_some_and(|last| (last.origin, last.turn) == (now.origin, now.turn));
            if same || count == u8::MAX {
                continue;
            }
            let leapt = last.is_none_or(|last| now.leapt_from(&last, passed));
            *last = Some(now);
            bytes.extend(short(id.index()).to_le_bytes());
            bytes.extend([if leapt { flag::LEAPT } else { 0 }, 0]);
            for number in now.origin.into_iter().chain(now.turn) {
                bytes.extend(number.to_le_bytes());
            }
            count += 1;
        }
        count
    }

    fn put_lamps(&mut self, bytes: &mut Vec<u8>, lamps: &[Lit], whole: bool) -> usize {
        let lamps = lamps.get(..lamps.len().min(usize::from(NONE))).unwrap_or_default();
        let whole = whole || self.lamps.len() != lamps.len();
        let mut count = 0;
        for (k, &lit) in lamps.iter().enumerate() {
            if whole || self.lamps.get(k) != Some(&lit) {
                bytes.extend((k as u16).to_le_bytes());
                bytes.extend([lit as u8, 0]);
                count += 1;
            }
        }
        self.lamps.clear();
        self.lamps.extend_from_slice(lamps);
        count
    }
}

/// Parts that stand still for ever are in the scene; frames do not mention them.
fn can_change(part: &Part) -> bool {
    match part {
        Part::Flipper(_) | Part::Plunger(_) | Part::Gate(_) | Part::Spinner(_) | Part::Kicker(_) => true,
        Part::Magnet(_) | Part::Turntable(_) | Part::Trough(_) => true,
        Part::Target(target) => target.kind.drops(),
        _ => false,
    }
}

fn stand(machine: &Machine, id: PartId) -> Option<Stand> {
    machine.pose(id).map(Stand::from)
}

fn put_ball(bytes: &mut Vec<u8>, machine: &Machine, id: BallId) {
    let Some(ball) = machine.ball(id) else {
        // The count is said already: a ball that is nowhere keeps its place, out of sight.
        bytes.extend(short(id.index()).to_le_bytes());
        bytes.extend([flag::HIDDEN, 3]);
        bytes.extend([0; BALL - 4]);
        return;
    };
    let held = if machine.is_held(id) { flag::HELD } else { 0 };
    let hidden = if ball.position.z < -ball.radius { flag::HIDDEN } else { 0 };
    let motion = match machine.motion(id).unwrap_or_default() {
        Motion::Flying => 0,
        Motion::Sliding => 1,
        Motion::Rolling => 2,
        Motion::Resting => 3,
    };
    bytes.extend(short(id.index()).to_le_bytes());
    bytes.extend([held | hidden, motion]);
    for length in ball.position.to_array() {
        bytes.extend((length as f32).to_le_bytes());
    }
    for speed in ball.velocity.to_array() {
        bytes.extend(fixed(speed, 1e3));
    }
    for turn in ball.spin.to_array() {
        bytes.extend(fixed(turn, 20.0));
    }
    for part in ball.orientation.to_array() {
        bytes.extend(fixed(part, 32767.0));
    }
}

/// An event before it knows where and when.
struct Line {
    what: u8,
    part: u16,
    ball: u16,
    other: u16,
    speed: f64,
}

impl Line {
    fn bytes(&self, place: Option<(f64, f64)>, time: f64) -> [u8; EVENT] {
        let (x, y) = place.unwrap_or((f64::NAN, f64::NAN));
        let micros = (time * 1e6) as u64 as u32;
        let mut bytes = [0; EVENT];
        bytes[0] = self.what;
        bytes[2..4].copy_from_slice(&self.part.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.ball.to_le_bytes());
        bytes[6..8].copy_from_slice(&self.other.to_le_bytes());
        bytes[8..12].copy_from_slice(&(self.speed as f32).to_le_bytes());
        bytes[12..16].copy_from_slice(&(x as f32).to_le_bytes());
        bytes[16..20].copy_from_slice(&(y as f32).to_le_bytes());
        bytes[20..24].copy_from_slice(&micros.to_le_bytes());
        bytes
    }
}

/// What the machine tells, as a line.
fn told(machine: &Machine, event: &Event) -> Option<[u8; EVENT]> {
    let line = |what, part: Option<PartId>, ball: Option<BallId>, speed| {
        let ball = ball.map_or(NONE, |ball| short(ball.index()));
        Line { what, part: part.map_or(NONE, number), ball, other: NONE, speed }
    };
    let (line, ball) = match event.what {
        Happening::Hit { part, ball, speed } => (line(0, Some(part), Some(ball), speed), Some(ball)),
        Happening::Unhit { part, ball } => (line(1, Some(part), Some(ball), 0.0), Some(ball)),
        Happening::Collide { part, ball, speed } => (line(2, Some(part), Some(ball), speed), Some(ball)),
        Happening::Slingshot { part, ball, speed } => (line(3, Some(part), Some(ball), speed), Some(ball)),
        Happening::EndOfStroke { part, speed } => (line(4, Some(part), None, speed), None),
        Happening::StartOfStroke { part, speed } => (line(5, Some(part), None, speed), None),
        Happening::Spin { part } => (line(6, Some(part), None, 0.0), None),
        Happening::BallsMeet { one, other, speed } => {
            (Line { other: short(other.index()), ..line(7, None, Some(one), speed) }, Some(one))
        }
        Happening::Dropped { part } => (line(8, Some(part), None, 0.0), None),
        Happening::Raised { part } => (line(9, Some(part), None, 0.0), None),
        Happening::Drained { part, ball, .. } => (line(10, Some(part), Some(ball), 0.0), None),
        Happening::Ejected { part, ball } => (line(11, Some(part), Some(ball), 0.0), Some(ball)),
        Happening::TiltWarning { .. } => (line(12, None, None, 0.0), None),
        Happening::Tilt => (line(13, None, None, 0.0), None),
        Happening::Stuck { ball } => (line(14, None, Some(ball), 0.0), Some(ball)),
        Happening::BallSearch => (line(15, None, None, 0.0), None),
        Happening::Lost { ball } => (line(16, None, Some(ball), 0.0), None),
        Happening::Overloaded => (line(18, None, None, 0.0), None),
        _ => return None,
    };
    let place = ball.and_then(|ball| machine.ball(ball)).map(|ball| (ball.position.x, ball.position.y));
    Some(line.bytes(place, event.time))
}

fn number(part: PartId) -> u16 {
    short(part.index())
}

/// Numbers of balls go round after 65535; nobody compares them over so long a time.
fn short(number: usize) -> u16 {
    number as u16
}

/// A number in steps of `1 / per_unit`, at most as large as fits.
fn fixed(number: f64, per_unit: f64) -> [u8; 2] {
    // A cast of a number that is too large, or none, gives the nearest end, or 0.
    ((number * per_unit).round() as i16).to_le_bytes()
}
