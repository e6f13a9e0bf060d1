//! Things that move: they are not in the tree, and a ball looks at them only where they can reach it.
//!
//! A mover moves steadily until a stated moment, at which its owner says how it goes on. A ball within its sweep looks no
//! farther ahead than that; all others do not notice. What follows when they meet is the owner's answer (`ask`).

use super::body::{Body, Coming, Other};
use super::driven::NOBODY;
use super::search::{Best, RANK_LOOK, RANK_SHAPE};
use super::{Kind, World};
use super::{contact, search};
use crate::ball::Ball;
use crate::broad::Aabb;
use crate::collider::Collider;
use crate::event::{BallId, ColliderId};
use crate::gap::Window;
use crate::material::Material;
use crate::path::Path;
use crate::reuse::clone_by_field;
use crate::shape::{Bat, Placed, Shape, Touch, Upright};
use crate::space::{Seen, Similarity};
use crate::sweep::{self, Drift, Swept};
use crate::tolerance::{NEAR_BAT, OVERLAP, SKIN};
use glam::{DVec2, DVec3};

/// A thing that moves.
#[derive(Debug)]
pub(crate) struct Mover {
    collider: u32,
    /// Where it is when its present motion begins; but if `heading` is known, that is its true heading.
    bat: Bat,
    /// rad. A bat that turns where no ball is near is not worth its sine and cosine.
    heading: Option<f64>,
    /// How it moves, on the world's clock; `None` while it stays.
    drift: Option<Drift>,
    /// s: until when.
    until: f64,
    /// All places where any of it can ever be: as a box of the table, and as a disk of its own space.
    sweep: Aabb,
    disk: (DVec2, f64),
    /// How its own space lies, in which it is upright and all its numbers are said; `None` if that is the table's.
    lies: Option<Box<Similarity>>,
    /// Balls that it carries, each on a path: they are their owner's affair.
    carries: Vec<(u32, u32)>,
    /// rad: from which to which heading it turns in its present motion, by size; not numbers if it does anything else.
    headings: (f64, f64),
    /// What keeps clear of it, by the ball's index.
    clear: Vec<Clear>,
}

/// A ball that a bat cannot come near, and that is no business of it: on this path, between these headings, until this moment.
#[derive(Clone, Copy, Debug)]
struct Clear {
    version: u32,
    least: f64,
    most: f64,
    until: f64,
}

/// Strides in which a range of headings is looked through at most, at one time.
const CLEAR_STRIDES: usize = 16;

impl Clear {
    const NOT: Self = Self { version: 0, least: f64::INFINITY, most: f64::NEG_INFINITY, until: f64::NEG_INFINITY };
}

clone_by_field!(Mover { collider, bat, heading, drift, until, sweep, disk, lies, carries, headings, clear });

impl Mover {
    /// Where it is when its present motion begins.
    pub(super) fn place(&self) -> Bat {
        self.heading.map_or(self.bat, |angle| self.bat.heading(angle))
    }

    /// Seconds until a ball on this path can be within its reach at all, from `from` on. All in its own space.
    #[inline]
    fn safe_for(&self, path: &Path, radius: f64, from: f64) -> f64 {
        let (centre, reach) = self.disk;
        let room = (path.at(from).truncate() - centre).length() - reach - radius;
        if room > 0.0 { path.time_to_travel(from, room) } else { 0.0 }
    }

    /// Is ball `i` none of its business in its present motion: far away, or known to keep clear?
    #[inline(always)]
    fn spares(&mut self, i: usize, body: &Body, now: f64) -> bool {
        if !body.in_play || !body.reach.overlaps(&self.sweep) {
            return true;
        }
        // A ball that has foreseen a meeting in an earlier motion must look again in any case.
        let foreseen = matches!(body.coming, Coming::Meets { collider, .. } if collider == self.collider);
        !foreseen && (self.is_clear(i, body) || self.is_far_from(body, now) || self.finds_clear(i, body, now))
    }

    /// Does a ball look again before it can be reached, if it can at all?
    #[inline]
    fn is_far_from(&self, body: &Body, now: f64) -> bool {
        let from = (now - body.start).max(0.0);
        let safe = match &self.lies {
            None => self.safe_for(&body.path, body.ball.radius, from),
            Some(lies) => self.safe_for(&Seen::into(body.path, lies), lies.length_in(body.ball.radius), from),
        };
        safe > 0.0 && now + safe >= body.reach_until
    }

    /// Is ball `i` known to keep clear of it until it is told how to go on?
    #[inline]
    fn is_clear(&self, i: usize, body: &Body) -> bool {
        self.clear.get(i).is_some_and(|clear| {
            clear.version == body.version
                && clear.least <= self.headings.0
                && self.headings.1 <= clear.most
                && self.until <= clear.until
        })
    }

    /// The same, found anew.
    #[inline(never)]
    fn finds_clear(&mut self, i: usize, body: &Body, now: f64) -> bool {
        let other = Other::Collider(self.collider);
        if self.headings.0.is_nan() || body.contacts.iter().any(|contact| contact.with == other) {
            return false;
        }
        if self.clear.len() <= i {
            self.clear.resize(i + 1, Clear::NOT);
        }
        let from = (now - body.start).max(0.0);
        let seen;
        let (path, radius) = match &self.lies {
            None => (&body.path, body.ball.radius),
            Some(lies) => {
                seen = Seen::into(body.path, lies);
                (&seen, lies.length_in(body.ball.radius))
            }
        };
        if path.v == DVec3::ZERO && path.a == DVec3::ZERO {
            self.clear[i] = self.clear_of_resting(&self.clear[i], body.version, path.p, radius);
        } else if self.until < f64::INFINITY {
            self.clear[i] = self.clear_of_moving(body.version, path, radius, (now, from));
        }
        self.is_clear(i, body)
    }

    /// When a bat turns by an angle, no point of it comes farther than that times its reach. The room between bat and ball is
    /// shared out in the proportion in which both use it up.
    fn clear_of_moving(&self, version: u32, path: &Path, radius: f64, (now, from): (f64, f64)) -> Clear {
        let room = self.place().nearest(path.at(from)).distance - radius - NEAR_BAT - OVERLAP;
        if room <= 0.0 {
            return Clear::NOT;
        }
        let ((least, most), reach) = (self.headings, self.disk.1);
        let (swept, gone) = ((most - least) * reach, path.velocity_at(from).length() * (self.until - now));
        let share = if swept + gone > 0.0 { swept / (swept + gone) } else { 0.5 };
        let turn = room * share / reach;
        let heading = if self.drift.is_none_or(|drift| drift.turn >= 0.0) { least } else { most };
        let until = now + path.time_to_travel(from, room * (1.0 - share));
        Clear { version, least: heading - turn, most: heading + turn, until }
    }

    /// For a ball that rests it is a matter of headings alone, and what was found for some is kept for all strokes to come. Seen
    /// from the bat the ball goes round at the distance `d` from its axis; the gap is a convex function of the place, so from `g`
    /// with the slope `s` it is at least `g + s h - d h²/2` an angle `h` farther (as in `sweep`).
    fn clear_of_resting(&self, known: &Clear, version: u32, p: DVec3, radius: f64) -> Clear {
        let arm = p.truncate() - self.bat.base();
        let around = arm.length();
        let stride = |heading: f64, way: f64| {
            let touch = self.bat.heading(heading).nearest(p);
            let room = touch.distance - radius - SKIN - OVERLAP;
            let slope = way * (arm.y * touch.normal.x - arm.x * touch.normal.y);
            let root = (slope * slope + 2.0 * around * room).sqrt();
            if room > 0.0 {
                if slope < 0.0 { 2.0 * room / (root - slope) } else { (slope + root) / around }
            } else {
                0.0
            }
        };
        let (least, most) = self.headings;
        let adjoins = known.version == version && known.least <= most && least <= known.most;
        let (mut low, mut high) = if adjoins { (known.least, known.most) } else { (least, least + stride(least, 1.0)) };
        if low == high {
            return Clear::NOT;
        }
        for _ in 0..CLEAR_STRIDES {
            let before = (low, high);
            if high < most {
                high += stride(high, 1.0);
            } else if low > least {
                low -= stride(low, -1.0);
            }
            if before == (low, high) {
                break; // All is known that is needed, or there is no room farther on.
            }
        }
        Clear { version, least: low, most: high, until: f64::INFINITY }
    }

    /// Turns on from a heading, about its base. Where it stands is worth its sine and cosine only if somebody asks.
    #[inline]
    fn turn_on(&mut self, heading: f64, (start, turn): (f64, f64), until: f64) {
        let turned = heading + turn * (until - start);
        self.headings = if turn < 0.0 { (turned, heading) } else { (heading, turned) };
        (self.heading, self.until) = (Some(heading), until);
        match &mut self.drift {
            Some(drift) => (drift.start, drift.turn) = (start, turn),
            None => {
                let pivot = self.bat.base();
                self.drift = Some(Drift { pivot, velocity: DVec3::ZERO, turn, start, skin: SKIN });
            }
        }
        self.carries.clear();
    }

    /// Goes on from where `bat` stands; its heading is not a number if that does not matter.
    fn go_on(&mut self, (heading, bat): (f64, Bat), drift: Option<Drift>, until: f64) {
        let turned = drift.map_or(heading, |drift| heading + drift.turn * (until - drift.start));
        self.headings = if turned < heading { (turned, heading) } else { (heading, turned) };
        (self.bat, self.heading, self.drift, self.until) = (bat, None, drift, until);
        self.carries.clear();
    }

    /// Where a ball is nearest to it, as it was when its present motion began.
    pub(super) fn touch(&self, p: DVec3) -> Touch {
        match &self.lies {
            None => self.place().nearest(p),
            Some(lies) => Seen::out_of(self.place().nearest(lies.place_in(p)), lies),
        }
    }

    /// The shape as it stood then, in the table.
    pub(super) fn shape(&self) -> Shape {
        self.shape_at(self.place())
    }

    fn shape_at(&self, bat: Bat) -> Shape {
        match &self.lies {
            None => Shape::Bat(bat),
            Some(lies) => Shape::Placed(Placed::new(Upright::Bat(bat), **lies)),
        }
    }

    /// Is it the mover of the same collider as another?
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.collider == other.collider
    }
}

/// A ball near a mover, and where it is nearest to it; both as the mover's own space sees them. How it is turned is not asked.
pub(crate) type Near = (BallId, Ball, Touch);

/// A ball that has to look again, unless its path is another by then: which ball, on which path.
pub(crate) type Alert = (u32, u32);

impl World {
    /// Puts up a thing that moves within `sweep` and `disk`; it stays where it is at first. All is said in the space that
    /// lies so, and that is how it is told to move; without, in the table's.
    pub(crate) fn add_mover(
        &mut self,
        bat: Bat,
        material: Material,
        sweep: Aabb,
        disk: (DVec2, f64),
        lies: Option<Similarity>,
    ) -> (usize, ColliderId) {
        let mover = Mover {
            collider: self.colliders.len() as u32,
            bat,
            heading: None,
            drift: None,
            until: f64::INFINITY,
            sweep: lies.map_or(sweep, |lies| lies.bounds(&sweep)),
            disk,
            lies: lies.map(Box::new),
            carries: Vec::new(),
            headings: (f64::NAN, f64::NAN),
            clear: Vec::new(),
        };
        let id = self.put_up(Collider::new(mover.shape(), material), Kind::Mover);
        self.state.movers.push(mover);
        (self.state.movers.len() - 1, id)
    }

    /// Says how a mover goes on: from where, and how until when. Balls that it can reach look again; those that lay on it
    /// do so no longer once it moves.
    pub(crate) fn set_mover(&mut self, mover: usize, bat: Bat, drift: Option<Drift>, until: f64) {
        let m = &mut self.state.movers[mover];
        m.go_on((f64::NAN, bat), drift, until);
        self.renew_near(mover);
    }

    /// The same for a bat that turns about its base, or stays, with this heading.
    pub(crate) fn set_bat(&mut self, mover: usize, bat: (f64, Bat), drift: Option<Drift>, until: f64) {
        self.state.movers[mover].go_on(bat, drift, until);
        self.renew_near(mover);
    }

    /// The same for a bat that turns with this speed from `start` on, if it comes near no ball so far; otherwise false.
    #[inline]
    pub(crate) fn turn_bat(&mut self, mover: usize, heading: f64, (start, turn): (f64, f64), until: f64) -> bool {
        let now = self.state.time;
        let m = &mut self.state.movers[mover];
        m.turn_on(heading, (start, turn), until);
        self.state.bodies.iter().enumerate().all(|(i, body)| m.spares(i, body, now))
    }

    /// The same for a bat that will be told about balls near it at this very moment: those that it can reach are noted in
    /// `alerts`, and [`look_on`](Self::look_on) must follow.
    pub(crate) fn set_bat_among(
        &mut self,
        mover: usize,
        bat: (f64, Bat),
        drift: Option<Drift>,
        until: f64,
        alerts: &mut Vec<Alert>,
    ) {
        self.state.movers[mover].go_on(bat, drift, until);
        alerts.clear();
        self.find_near(mover, |world, i| alerts.push((i as u32, world.state.bodies[i].version)));
    }

    /// Whoever was disturbed is settled; the others of those that waited look again.
    pub(crate) fn look_on(&mut self, alerts: &[Alert]) {
        contact::settle_disturbed(self);
        for &(i, version) in alerts {
            if self.state.bodies[i as usize].version == version {
                search::look(self, i as usize);
            }
        }
    }

    /// The balls that a mover may reach look again.
    fn renew_near(&mut self, mover: usize) {
        self.find_near(mover, search::look);
        contact::settle_disturbed(self);
    }

    /// Finds the balls that a mover may reach and that stay on their paths; those that lay on it, and do so no longer, are
    /// disturbed.
    fn find_near(&mut self, mover: usize, mut near: impl FnMut(&mut Self, usize)) {
        let m = &self.state.movers[mover];
        let (other, moves, now) = (Other::Collider(m.collider), m.drift.is_some(), self.state.time);
        self.put_in_place(mover);
        for i in 0..self.state.bodies.len() {
            if self.state.movers[mover].spares(i, &self.state.bodies[i], now) {
                continue;
            }
            let body = &mut self.state.bodies[i];
            if moves {
                body.grazes.retain(|graze| graze.with != other);
                let before = body.contacts.len();
                body.contacts.retain(|contact| contact.with != other);
                if body.contacts.len() != before {
                    self.state.disturbed.push(i as u32);
                    continue;
                }
            }
            // Whoever was disturbed looks when he is settled.
            if !self.state.disturbed.contains(&(i as u32)) {
                near(self, i);
            }
        }
    }

    /// The collider of a mover stands where the mover does; or, if that turns far from all balls, where it began to.
    pub(super) fn put_in_place(&mut self, mover: usize) {
        let m = &self.state.movers[mover];
        let shape = m.shape_at(m.bat);
        self.colliders.set_shape(m.collider as usize, shape);
    }

    /// A ball on its present path is carried by a mover until that is told how to go on: they do not meet.
    pub(crate) fn carry(&mut self, mover: usize, id: BallId) {
        let version = self.state.bodies[id.index()].version;
        let m = &mut self.state.movers[mover];
        m.carries.push((id.0, version));
        let collider = m.collider;
        // It looks again only if it saw the mover come.
        let coming = self.state.bodies[id.index()].coming;
        if matches!(coming, Coming::Meets { collider: other, .. } if other == collider) {
            search::look(self, id.index());
        }
    }

    /// The balls that a mover can reach on their present ways, and where each is nearest to it, as its own space sees them.
    /// Those that keep clear of it are not among them.
    pub(crate) fn near_mover(&self, mover: usize, near: &mut Vec<Near>) {
        near.clear();
        let m = &self.state.movers[mover];
        let bat = m.place();
        for (i, body) in self.state.bodies.iter().enumerate() {
            if !body.in_play || !body.reach.overlaps(&m.sweep) || m.is_clear(i, body) {
                continue;
            }
            let ball = body.moving_at(self.state.time);
            let ball = m.lies.as_ref().map_or(ball, |lies| Seen::into(ball, lies));
            near.push((BallId(i as u32), ball, bat.nearest(ball.position)));
        }
    }

    /// Is a ball known to keep clear of a mover?
    pub(crate) fn is_clear_of(&self, mover: usize, id: BallId) -> bool {
        self.state.bodies.get(id.index()).is_some_and(|body| self.state.movers[mover].is_clear(id.index(), body))
    }

    /// m: the least room between a mover, were it at `bat`, and any ball in its sweep; in its own lengths.
    pub(crate) fn room_at(&self, mover: usize, bat: &Bat) -> f64 {
        let m = &self.state.movers[mover];
        let near = self.state.bodies.iter().filter(|body| body.in_play && body.reach.overlaps(&m.sweep));
        let room = near.map(|body| {
            let (place, radius) = (body.path.at(self.state.time - body.start), body.ball.radius);
            match &m.lies {
                None => bat.nearest(place).distance - radius,
                Some(lies) => bat.nearest(lies.place_in(place)).distance - lies.length_in(radius),
            }
        });
        room.fold(f64::INFINITY, f64::min)
    }
}

impl World {
    /// Where a ball at `p` touches a collider; it may lie within the skin of one that moves at other times.
    #[inline(always)]
    pub(super) fn touch_of(&self, i: usize, collider: u32, p: DVec3) -> Option<Touch> {
        if self.carrier[collider as usize] != NOBODY {
            return self.driven_touch(collider, p, self.state.time);
        }
        let touch = self.colliders[collider as usize].shape().touch(p)?;
        if self.kinds[collider as usize] != Kind::Mover {
            return Some(touch);
        }
        Some(Touch { distance: touch.distance - self.state.bodies[i].skin, ..touch })
    }

    /// Lets ball `i`, which meets a mover that stays, lie as near to it as it is.
    pub(crate) fn lie_within_skin(&mut self, id: BallId, collider: ColliderId) {
        let ball = self.meeting_ball(id);
        let gap =
            self.colliders[collider.index()].shape().touch(ball.position).map_or(0.0, |t| t.distance - ball.radius);
        self.state.bodies[id.index()].skin = gap.clamp(0.0, SKIN * self.scale_of(collider));
    }

    /// How much larger a shape is than it was said, if it stands in a space of its own.
    fn scale_of(&self, collider: ColliderId) -> f64 {
        if let Shape::Placed(placed) = self.colliders[collider.index()].shape() { placed.lies().scale() } else { 1.0 }
    }
}

/// The first mover on the way of ball `i`, if it comes before `best`. Where one is on the move, the look ends with what is
/// known of its motion. Returns how many were tested.
pub(super) fn meet_movers(world: &World, i: usize, from: f64, best: &mut Best) -> usize {
    let body = &world.state.bodies[i];
    let (path, radius) = (&body.path, body.ball.radius);
    let mut area: Option<Aabb> = None;
    let mut tests = 0;
    for mover in &world.state.movers {
        if !world.enabled[mover.collider as usize] {
            continue;
        }
        let reach = |best: &Best| {
            let to = if best.at == f64::INFINITY { from } else { best.at };
            path.bounds(from, to).grown(radius)
        };
        let moves = mover.drift.is_some();
        if moves && mover.is_clear(i, body) {
            continue; // Whether that still holds is seen when the mover is told how to go on.
        }
        let known = *area.get_or_insert_with(|| reach(best));
        if !known.overlaps(&mover.sweep) {
            continue;
        }
        let other = Other::Collider(mover.collider);
        let carried = mover.carries.contains(&(i as u32, body.version));
        // From here on all is seen from the mover's own space; moments are the same in both.
        let seen;
        let (path, radius) = match &mover.lies {
            None => (path, radius),
            Some(lies) => {
                seen = Seen::into(*path, lies);
                (&seen, lies.length_in(radius))
            }
        };
        let drift = match &mover.drift {
            Some(drift) => {
                let mut until = (mover.until - body.start).max(from);
                until += (mover.until - (body.start + until)).max(0.0);
                let safe = from + mover.safe_for(path, radius, from);
                if safe >= until {
                    // Not before its motion changes: the ball looks again before it can be reached at all.
                    if safe < best.at {
                        *best = Best { at: safe, rank: RANK_LOOK, index: 0, coming: Coming::Look };
                        area = Some(reach(best));
                    }
                    continue;
                }
                if until < best.at {
                    *best = Best { at: until, rank: RANK_LOOK, index: 0, coming: Coming::Look };
                    let nearer = reach(best);
                    area = Some(nearer);
                    if !nearer.overlaps(&mover.sweep) {
                        continue;
                    }
                }
                Drift { start: drift.start - body.start, ..*drift }
            }
            None if body.keeps_touching(other, 0) || path.v == DVec3::ZERO && path.a == DVec3::ZERO => continue,
            None => Drift::still(from, SKIN),
        };
        if carried {
            continue;
        }
        tests += 1;
        let window = Window { from, to: best.at };
        if let Swept::Meets(meeting) = sweep::first(&mover.place(), &drift, path, radius, window) {
            let rank = RANK_SHAPE + 1;
            if best.beats(meeting.time, rank, mover.collider as usize) {
                let normal = mover.lies.as_ref().map_or(meeting.normal, |lies| lies.direction_out(meeting.normal));
                let coming = Coming::Meets { collider: mover.collider, normal };
                *best = Best { at: meeting.time, rank, index: mover.collider as usize, coming };
                area = Some(reach(best));
            }
        }
    }
    tests
}
