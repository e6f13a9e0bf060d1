//! A ball in a world: its path since the last thing that happened to it, what carries it, and what comes next.

use super::book::{self, Book};
use crate::ball::{Ball, turned};
use crate::broad::Aabb;
use crate::event::Motion;
use crate::path::Path;
use crate::response::rest::{Ending, Slipping};
use crate::response::rest_limit;
use crate::shape::Touch;
use crate::tolerance::{ENDLESS_STORM, GRAZE_SPEED, STORM, STORM_GRAZE_SPEED, STORM_REST_SPEED, STORM_TIME, STRIDE};
use glam::DVec3;

/// No collider: as a number, so that a body stays small. Every look at a ball goes through all of them.
pub(crate) const NOTHING: u32 = u32::MAX;

/// The other party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Other {
    Collider(u32),
    Ball(u32),
}

/// Something that carries or presses the ball all along its path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    pub(crate) with: Other,
    pub(crate) touch: Touch,
    /// N: how hard it pressed last time, where that was asked; the next search for forces begins there.
    pub(crate) force: f64,
    /// N: how it gripped.
    pub(crate) grip: DVec3,
}

impl Contact {
    /// A contact whose force is not known yet.
    pub(crate) fn new(with: Other, touch: Touch) -> Self {
        Self { with, touch, force: 0.0, grip: DVec3::ZERO }
    }
}

/// Something that the ball touches without being pressed or leaving, as far as rounding can tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Graze {
    pub(crate) with: Other,
    pub(crate) normal: DVec3,
    /// m/s: how the other moves.
    pub(crate) velocity: DVec3,
    /// Which path of the other this holds for; colliders have only one.
    pub(crate) version: u32,
    /// The ball has just run off its end: though it touches it still, it is not carried by it any more.
    pub(crate) left: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Coming {
    /// Nothing, as long as nobody disturbs the ball.
    Nothing,
    /// Its way is known to be clear until then: look farther.
    Look,
    /// It runs off what carries it.
    RunsOff { collider: u32 },
    /// Its own motion changes.
    Ends(Ending),
    /// It meets a collider.
    Meets { collider: u32, normal: DVec3 },
    /// It enters or leaves a zone.
    Crosses { zone: u32 },
    /// It meets a ball, if that ball's path is still the same.
    MeetsBall { ball: u32, version: u32, normal: DVec3 },
}

/// A ball in a world. What is asked of every ball in every frame, and of every neighbour in every search, comes first and
/// lies together: the order is kept (`repr(C)`), since a body is several cache lines long.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Body {
    pub(crate) path: Path,
    /// s: when its path began.
    pub(crate) start: f64,
    pub(crate) in_play: bool,
    pub(crate) motion: Motion,
    /// Counts its paths, so that others can tell whether what they foresaw still holds.
    pub(crate) version: u32,
    /// Where it can be until `reach_until`.
    pub(crate) reach: Aabb,
    /// s: until when its reach holds.
    pub(crate) reach_until: f64,
    pub(crate) coming: Coming,
    /// Seconds after the path's start at which that comes.
    pub(crate) coming_at: f64,
    /// m: how far it looks ahead.
    pub(crate) stride: f64,
    /// Its state at the start of its path.
    pub(crate) ball: Ball,
    /// rad/s²: how its spin changes along the path.
    pub(crate) spin_rate: DVec3,
    /// Seconds after the path's start at which the motion changes by itself, and how.
    pub(crate) ends: Option<(f64, Ending)>,
    /// How it slips, if it ends so.
    pub(crate) slipping: Slipping,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) grazes: Vec<Graze>,
    /// The zones that it is in.
    pub(crate) inside: Vec<u32>,
    /// A collider that is not there for this ball: the playfield, over a hole.
    pub(crate) through: u32,
    /// How often its path has been changed since `storm_start`.
    pub(crate) changes: u32,
    /// s: when the present count of changes began.
    pub(crate) storm_start: f64,
    /// How much of its friction a flat thing has for this ball: all of it, 1, unless its owner says otherwise.
    pub(crate) softness: f64,
    /// m: how far from what carries it, and moves at other times, it lies.
    pub(crate) skin: f64,
    /// What became of its energy, if that is written down.
    pub(super) book: Option<Box<Book>>,
}

impl Body {
    pub(crate) fn new(ball: Ball, time: f64) -> Self {
        Self {
            ball,
            start: time,
            path: Path { p: ball.position, v: ball.velocity, a: DVec3::ZERO },
            spin_rate: DVec3::ZERO,
            motion: Motion::Flying,
            ends: None,
            slipping: Slipping::default(),
            contacts: Vec::new(),
            grazes: Vec::new(),
            through: NOTHING,
            softness: 1.0,
            skin: 0.0,
            inside: Vec::new(),
            changes: 0,
            storm_start: time,
            version: 0,
            coming: Coming::Nothing,
            coming_at: f64::INFINITY,
            reach: Aabb { min: ball.position, max: ball.position },
            reach_until: f64::INFINITY,
            stride: STRIDE * ball.radius,
            in_play: true,
            book: None,
        }
    }

    /// Does its slip turn? Then its path leads to the right place, and is right there only; how fast it goes is known all along.
    #[inline]
    fn slip_turns(&self) -> bool {
        matches!(self.ends, Some((_, Ending::SlipTurns | Ending::SlipFades)))
    }

    /// m/s and rad/s: its velocity and spin `time` seconds after its path's start.
    #[inline]
    fn moves(&self, time: f64) -> (DVec3, DVec3) {
        if time > 0.0 && self.slip_turns() { self.slipping.after(&self.ball, time) } else { self.moves_by_path(time) }
    }

    #[inline]
    fn moves_by_path(&self, time: f64) -> (DVec3, DVec3) {
        (self.path.velocity_at(time), self.ball.spin + self.spin_rate * time)
    }

    /// m/s: the same for those who do not ask for the spin.
    #[inline]
    pub(crate) fn velocity_after(&self, time: f64) -> DVec3 {
        if self.slip_turns() { self.moves(time).0 } else { self.path.velocity_at(time) }
    }

    /// The ball `time` seconds after its path's start.
    pub(crate) fn after(&self, time: f64) -> Ball {
        if time <= 0.0 {
            return self.ball;
        }
        let (velocity, spin) = self.moves(time);
        let orientation = turned(self.ball.orientation, self.ball.spin, self.spin_rate, time);
        Ball { position: self.path.at(time), velocity, spin, orientation, ..self.ball }
    }

    /// The ball at a moment of the world's time.
    pub(crate) fn at(&self, moment: f64) -> Ball {
        self.after(moment - self.start)
    }

    /// The same, but for how it is turned.
    pub(crate) fn moving_at(&self, moment: f64) -> Ball {
        let time = moment - self.start;
        if time <= 0.0 {
            return self.ball;
        }
        let (velocity, spin) = self.moves(time);
        Ball { position: self.path.at(time), velocity, spin, ..self.ball }
    }

    /// `reached`, which it is after `time`, as its path alone would have it; nothing if it is as its path has it.
    pub(crate) fn by_path(&self, time: f64, reached: &Ball) -> Option<Ball> {
        let (velocity, spin) = self.moves_by_path(time);
        (time > 0.0 && self.slip_turns()).then_some(Ball { velocity, spin, ..*reached })
    }

    /// Begins a new path at `moment`: everything foreseen for the old one is void.
    pub(crate) fn begin(&mut self, moment: f64, ball: Ball, acceleration: DVec3, spin_rate: DVec3) {
        book::turn_page(self, moment, &ball);
        if moment > self.storm_start + STORM_TIME {
            (self.changes, self.storm_start) = (0, moment);
        }
        self.changes = self.changes.saturating_add(1);
        if moment > self.start {
            self.grazes.clear();
        } else {
            // Still the same moment: what it grazes it still grazes, unless it has been turned against it.
            let limit = self.graze_limit();
            self.grazes.retain(|graze| (ball.velocity - graze.velocity).dot(graze.normal) >= -limit);
        }
        self.start = moment;
        self.ball = ball;
        self.path = Path { p: ball.position, v: ball.velocity, a: acceleration };
        self.spin_rate = spin_rate;
        self.ends = None;
        self.version = self.version.wrapping_add(1);
    }

    /// m/s: the speed along a normal that is neither approach nor leaving.
    pub(crate) fn graze_limit(&self) -> f64 {
        let calm = GRAZE_SPEED * (1.0 + 0.01 * self.path.v.length());
        if self.changes <= STORM {
            return calm;
        }
        let doublings = (self.changes - STORM).min(60);
        (calm * (1_u64 << doublings) as f64).min(STORM_GRAZE_SPEED)
    }

    /// m/s: the rebound below which the ball stays on what it has met.
    pub(crate) fn rest_limit(&self, elasticity: f64) -> f64 {
        if self.changes > STORM && elasticity < 1.0 { STORM_REST_SPEED } else { rest_limit(elasticity) }
    }

    /// Is it wedged between things, so that its bounces would not end? See [`ENDLESS_STORM`].
    pub(crate) fn is_wedged(&self, moment: f64) -> bool {
        self.changes > ENDLESS_STORM && moment <= self.start
    }

    /// Does it touch this all along its path, so that it cannot meet it? `version` is that of the other's path.
    #[inline]
    pub(crate) fn keeps_touching(&self, other: Other, version: u32) -> bool {
        self.contacts.iter().any(|contact| contact.with == other)
            || self.grazes.iter().any(|graze| graze.with == other && graze.version == version)
    }
}
