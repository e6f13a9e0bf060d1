//! Looking for driven things: the ball goes into their space.
//!
//! Seen from a thing that only shifts, the path is a parabola again, and the moment of impact is exact. Seen from one that
//! turns it is not; then it is taken as a parabola for so short a while that at most [`DRIVEN_DRIFT`] is left out, again
//! and again, and the moment that is found is made good with the true motion (Newton). A graze that shallow may be missed or
//! come late by that depth; nothing can get through.

use crate::event::Motion;
use crate::gap::Window;
use crate::path::Path;
use crate::shape::Shape;
use crate::space::Stretch;
use crate::tolerance::{DRIVEN_DRIFT, DRIVEN_WINDOW, DRIVEN_WINDOWS};
use crate::world::World;
use crate::world::body::{Coming, Other};
use crate::world::search::{Best, RANK_LOOK, RANK_SHAPE, RANK_ZONE};
use core::ops::ControlFlow;
use glam::DVec3;

/// s: how far ahead a ball at rest looks at once.
const LONGEST_WINDOW: f64 = 1.0;

/// s: by how much the moment of a meeting is made good at most.
const MOST_MENDED: f64 = 1e-6;

/// The first driven collider on the way of ball `i`, if it comes before `best`. Where one is on the move near the ball, the
/// look ends with what is known of its motion.
pub(in crate::world) fn meet_driven(world: &World, i: usize, from: f64, best: &mut Best) {
    let body = &world.state.bodies[i];
    let radius = body.ball.radius;
    for d in 0..world.state.driven.len() {
        let Some(to) = horizon(world, i, d, from, best) else { continue };
        let (thing, stretch) = (&world.things[d], &world.state.driven[d].stretch);
        let walk = Walk { stretch, path: &body.path, start: body.start, radius };
        let end = walk.each(from, to, thing.reach, |t0, path, window, out| {
            let lies = &stretch.from;
            let local_radius = lies.length_in(radius);
            let mut first: Option<(f64, u8, u32, DVec3)> = None;
            let mut area = path.bounds(0.0, window).grown(local_radius * (1.0 + 1e-6) + DRIVEN_DRIFT);
            thing.tree.query_along(&mut area, path.v, |_, index| {
                let collider = thing.colliders[index];
                let c = collider as usize;
                let with = Other::Collider(collider);
                if !world.enabled[c] || body.through == collider || body.keeps_touching(with, 0) {
                    return ControlFlow::<()>::Continue(());
                }
                let shape = world.colliders[c].shape();
                let within = Window { from: 0.0, to: first.map_or(window, |(at, ..)| at - t0).min(window) };
                if let Some(meeting) = shape.meets(path, local_radius, within) {
                    let (at, normal) = out(shape, meeting.time, meeting.normal);
                    let rank = RANK_SHAPE + shape.rank();
                    if first.is_none_or(|(t, r, other, _)| (at, rank, collider) < (t, r, other)) {
                        first = Some((at, rank, collider, normal));
                    }
                }
                ControlFlow::Continue(())
            });
            match first {
                Some((at, rank, collider, normal)) => {
                    if best.beats(at, rank, collider as usize) {
                        let coming = Coming::Meets { collider, normal };
                        *best = Best { at, rank, index: collider as usize, coming };
                    }
                    ControlFlow::Break(())
                }
                None => ControlFlow::Continue(()),
            }
        });
        look_again(best, end);
    }
}

/// The first border of a driven zone on the way of ball `i`.
pub(in crate::world) fn meet_driven_zones(world: &World, i: usize, from: f64, best: &mut Best) {
    let body = &world.state.bodies[i];
    let radius = body.ball.radius;
    for d in 0..world.state.driven.len() {
        if world.things[d].zones.is_empty() {
            continue;
        }
        let (thing, stretch) = (&world.things[d], &world.state.driven[d].stretch);
        let walk = Walk { stretch, path: &body.path, start: body.start, radius };
        if stretch.is_still() && body.path.v == DVec3::ZERO && body.path.a == DVec3::ZERO {
            // Neither moves; but one may have been put to the other.
            let (p, radius) = (stretch.from.place_in(body.path.p), stretch.from.length_in(radius));
            for &zone in &thing.zones {
                let changes = world.zones[zone as usize].holds(p, radius) != body.inside.contains(&zone);
                if changes && world.state.zone_enabled[zone as usize] && best.beats(from, RANK_ZONE, zone as usize) {
                    let coming = Coming::Crosses { zone };
                    *best = Best { at: from, rank: RANK_ZONE, index: zone as usize, coming };
                }
            }
            continue;
        }
        let Some(to) = horizon(world, i, d, from, best) else { continue };
        let end = walk.each(from, to, thing.reach, |t0, path, window, _| {
            let mut found = false;
            for &zone in &thing.zones {
                let index = zone as usize;
                let inside = body.inside.contains(&zone);
                let within = Window { from: 0.0, to: window };
                let local_radius = stretch.from.length_in(radius);
                if world.state.zone_enabled[index]
                    && let Some(at) = world.zones[index].next_change(path, local_radius, within, inside)
                    && best.beats(t0 + at, RANK_ZONE, index)
                {
                    *best = Best { at: t0 + at, rank: RANK_ZONE, index, coming: Coming::Crosses { zone } };
                    found = true;
                }
            }
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        look_again(best, end);
    }
}

/// The walk came to its limit: from there the ball looks again.
fn look_again(best: &mut Best, end: Option<f64>) {
    if let Some(at) = end
        && at < best.at
    {
        *best = Best { at, rank: RANK_LOOK, index: 0, coming: Coming::Look };
    }
}

/// Until when the look of ball `i` at a driven thing can go; `None` if it need not look. Ends the look where the thing's motion
/// is not known any farther.
fn horizon(world: &World, i: usize, d: usize, from: f64, best: &mut Best) -> Option<f64> {
    let body = &world.state.bodies[i];
    let drive = &world.state.driven[d];
    let rests = body.motion == Motion::Resting || best.at == f64::INFINITY;
    let reach = body.path.bounds(from, if rests { from } else { best.at }).grown(body.ball.radius);
    if !reach.overlaps(&drive.roam) {
        return None;
    }
    if drive.stretch.is_still() && rests {
        return None; // Whatever comes near next is noticed when it does.
    }
    let mut until = (drive.stretch.until - body.start).max(from);
    while body.start + until < drive.stretch.until {
        until = until.next_up().max(until + f64::EPSILON * body.start);
    }
    if until < best.at {
        *best = Best { at: until, rank: RANK_LOOK, index: 0, coming: Coming::Look };
    }
    Some(best.at)
}

/// A ball's path, walked along as a driven thing sees it.
struct Walk<'a> {
    stretch: &'a Stretch,
    path: &'a Path,
    /// s: when the path began.
    start: f64,
    radius: f64,
}

impl Walk<'_> {
    /// Calls `visit` with each window: its beginning on the path's clock, the path seen from the thing with a clock that begins
    /// there, its length, and what brings a moment and a normal back. Returns where the walk was given up.
    fn each(
        &self,
        from: f64,
        to: f64,
        reach: f64,
        mut visit: impl FnMut(f64, &Path, f64, &dyn Fn(&Shape, f64, DVec3) -> (f64, DVec3)) -> ControlFlow<()>,
    ) -> Option<f64> {
        let mut t = from;
        for _ in 0..DRIVEN_WINDOWS {
            let moment = self.start + t;
            let moving = self.stretch.at(moment);
            let here = self.path.from(t);
            let relative =
                Path { p: here.p - moving.lies.origin(), v: here.v - moving.velocity, a: here.a - moving.acceleration };
            let mut window = (to - t).min(LONGEST_WINDOW);
            // How long until the ball can be within reach at all?
            let room = relative.p.length() - reach - self.radius;
            if room > 0.0 {
                let safe = relative.time_to_travel(0.0, room);
                if safe >= window {
                    return None;
                }
                if safe > DRIVEN_WINDOW {
                    t += safe;
                    continue;
                }
            }
            if self.stretch.turns() {
                window = window.min(DRIVEN_WINDOW);
                let speed = relative.v.length() + relative.a.length() * window;
                let far = relative.p.length() + speed * window;
                let ahead = self.stretch.at(moment + window);
                let jerk = moving.jerk(&here, far, speed).max(ahead.jerk(&here, far, speed));
                if jerk > 0.0 {
                    window = window.min(libm::cbrt(6.0 * DRIVEN_DRIFT / jerk));
                }
            }
            let local = moving.path_in(&here);
            let out = |shape: &Shape, after: f64, normal: DVec3| self.made_good(shape, t, after, normal);
            if visit(t, &local, window, &out).is_break() {
                return None;
            }
            let next = t + window;
            if next >= to {
                return None;
            }
            t = next.max(t.next_up());
        }
        Some(t)
    }

    /// The true moment and normal of a meeting that was found, seen from the thing, `after` the beginning of a window.
    fn made_good(&self, shape: &Shape, t0: f64, after: f64, normal: DVec3) -> (f64, DVec3) {
        let mut t = t0 + after;
        let mut normal = self.stretch.at(self.start + t).lies.direction_out(normal);
        if !self.stretch.turns() {
            return (t, normal);
        }
        for _ in 0..3 {
            let moving = self.stretch.at(self.start + t);
            let p = self.path.at(t);
            let Some(touch) = shape.touch(moving.lies.place_in(p)) else { break };
            let seen = moving.lies.direction_out(touch.normal);
            if seen.dot(normal) < 0.5 {
                break; // Beyond an edge: another side.
            }
            normal = seen;
            let gap = touch.distance * moving.lies.scale() - self.radius;
            let rate = (self.path.velocity_at(t) - moving.velocity_at(p)).dot(normal);
            // What they nearly glide past each other with tells nothing about when.
            let step = gap / rate;
            if rate >= 0.0 || step.abs() > MOST_MENDED || t - step < t0 {
                break;
            }
            t -= step;
        }
        (t, normal)
    }
}
