//! What a ball has seen of its way: for how long, and how far to either side, nothing stands there.
//!
//! A ball that rolls along a guide, or slips on the playfield, moves in short pieces, each hardly different from the one before as
//! it would have gone on. So the first of them looks farther than it goes, and a little to the sides; those that follow need
//! not look again while they stay within what was seen. The answer is the same: only that nothing is met is remembered.

use super::World;
use super::body::{Body, Other};
use crate::broad::Way;
use crate::gap::Window;
use crate::path::Path;
use crate::tolerance::{CLEAR_PIECES, CLEAR_SIDES, CLEAR_WAIT};

/// A way that is known to be clear of all that has bounds and stands still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clear {
    path: Path,
    /// s: when that path began, and until when it was looked along; until then it is not worth looking, if nothing is known.
    start: f64,
    until: f64,
    /// m: how far to either side; less than nothing if nothing is known.
    sides: f64,
    /// What the ball touched all along, and so was not looked at; the second may be the first again.
    touched: [u32; 2],
    through: u32,
}

impl Clear {
    const UNKNOWN: Self = Self {
        path: Path { p: glam::DVec3::ZERO, v: glam::DVec3::ZERO, a: glam::DVec3::ZERO },
        start: f64::INFINITY,
        until: f64::NEG_INFINITY,
        sides: -1.0,
        touched: [u32::MAX; 2],
        through: u32::MAX,
    };

    /// Does it hold for the window of a body's path?
    fn holds(&self, body: &Body, Window { from, to }: Window) -> bool {
        let (now, span) = (body.start + from, to - from);
        if !(self.sides > 0.0 && now >= self.start && now + span <= self.until && body.through == self.through) {
            return false;
        }
        let (seen, path) = (&self.path, &body.path);
        if seen.v.z == 0.0 && seen.a.z == 0.0 && (path.v.z != 0.0 || path.a.z != 0.0 || path.p.z != seen.p.z) {
            return false; // It was looked on one level only.
        }
        let after = now - self.start;
        let place = (path.at(from) - seen.at(after)).length();
        let speed = (path.velocity_at(from) - seen.velocity_at(after)).length();
        let bend = (path.a - seen.a).length();
        let touches = |&collider: &u32| collider == u32::MAX || body.keeps_touching(Other::Collider(collider), 0);
        place + (speed + 0.5 * bend * span) * span <= self.sides && self.touched.iter().all(touches)
    }
}

impl World {
    /// Is it known that ball `i` meets nothing in this window that has bounds and stands still? Looks for that where it pays.
    pub(super) fn knows_clear(&mut self, i: usize, window: Window) -> bool {
        if self.state.clear.len() <= i {
            self.state.clear.resize(self.state.bodies.len(), Clear::UNKNOWN);
        }
        let (body, clear) = (&self.state.bodies[i], &self.state.clear[i]);
        if clear.holds(body, window) {
            return true;
        }
        let (now, span) = (body.start + window.from, window.to - window.from);
        if clear.sides < 0.0 && now >= clear.start && now < clear.until {
            return false; // In a crowd, a moment ago.
        }
        let sides = CLEAR_SIDES * body.ball.radius;
        let seen = self.look_aside(i, Window { from: window.from, to: window.from + CLEAR_PIECES * span }, sides);
        let known = seen.is_some();
        let unknown = Clear { start: now, until: now + CLEAR_WAIT * span, ..Clear::UNKNOWN };
        self.state.clear[i] = seen.unwrap_or(unknown);
        known
    }

    /// Looks along the path of a ball, and `sides` to its sides.
    fn look_aside(&self, i: usize, window: Window, sides: f64) -> Option<Clear> {
        let body = &self.state.bodies[i];
        let colliders = || {
            let touching = body.contacts.iter().map(|contact| contact.with);
            let grazing = body.grazes.iter().filter(|graze| graze.version == 0).map(|graze| graze.with);
            touching.chain(grazing).filter_map(|with| if let Other::Collider(c) = with { Some(c) } else { None })
        };
        let first = colliders().next().unwrap_or(u32::MAX);
        let second = colliders().find(|&c| c != first).unwrap_or(first);
        if colliders().any(|c| c != first && c != second) {
            return None; // Between three things or more there is no way to see.
        }
        let left_out = |index: usize| {
            let c = index as u32;
            !self.enabled[index] || c == body.through || c == first || c == second
        };
        let way = Way { path: &body.path, radius: body.ball.radius, slack: sides, window };
        let (start, until) = (body.start, body.start + window.to);
        let seen = Clear { path: body.path, start, until, sides, touched: [first, second], through: body.through };
        self.tree.is_clear(&way, left_out).then_some(seen)
    }

    /// Other things stand about from now on: nothing is known any more.
    pub(super) fn forget_clear(&mut self) {
        self.state.clear.clear();
    }
}
