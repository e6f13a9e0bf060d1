//! What a ball feels of a driven thing: how its surface moves, where it touches, what pulls in a space that moves.

use super::NOBODY;
use crate::path::Path;
use crate::shape::Touch;
use crate::space::Seen;
use crate::tolerance::{LEFT_OUT_DEPTH, PIECE, PIECE_ANGLE};
use crate::world::World;
use crate::world::body::{Graze, Other};
use glam::DVec3;

impl World {
    /// m/s: how the surface of a collider moves at a place on it, now: a belt's run, a driven thing's motion.
    #[inline]
    pub(crate) fn surface_velocity_at(&self, collider: u32, at: DVec3) -> DVec3 {
        let belt = self.colliders[collider as usize].surface_velocity();
        if self.carrier[collider as usize] == NOBODY { belt } else { self.driven_velocity_at(collider, belt, at) }
    }

    #[cold]
    fn driven_velocity_at(&self, collider: u32, belt: DVec3, at: DVec3) -> DVec3 {
        let moving = self.state.driven[self.carrier[collider as usize] as usize].stretch.at(self.state.time);
        moving.velocity_at(at) + moving.lies.vector_out(belt)
    }

    /// m/s²: how a ball would accelerate that kept its velocity as seen from a collider; nothing unless that is driven.
    #[inline]
    pub(in crate::world) fn felt(&self, collider: u32, at: DVec3, velocity: DVec3) -> DVec3 {
        let drive = self.carrier[collider as usize];
        if drive == NOBODY { DVec3::ZERO } else { self.felt_from(drive, at, velocity) }
    }

    #[cold]
    fn felt_from(&self, drive: u32, at: DVec3, velocity: DVec3) -> DVec3 {
        self.state.driven[drive as usize].stretch.at(self.state.time).acceleration_of(at, velocity)
    }

    /// Where a ball at `p` touches a driven collider at a moment.
    #[cold]
    pub(in crate::world) fn driven_touch(&self, collider: u32, p: DVec3, moment: f64) -> Option<Touch> {
        let lies = self.state.driven[self.carrier[collider as usize] as usize].stretch.at(moment).lies;
        let touch = self.colliders[collider as usize].shape().touch(lies.place_in(p))?;
        Some(touch.out_of(&lies))
    }

    /// Where a place is nearest to each driven collider, as they are now.
    pub(in crate::world) fn each_driven_touch(&self, p: DVec3, mut visit: impl FnMut(u32, Touch)) {
        for (thing, drive) in self.things.iter().zip(&self.state.driven) {
            let lies = drive.stretch.at(self.state.time).lies;
            let inside = lies.place_in(p);
            for &collider in &thing.colliders {
                if let Some(touch) = self.colliders[collider as usize].shape().touch(inside) {
                    visit(collider, touch.out_of(&lies));
                }
            }
        }
    }

    /// The part of a straight way, up to `clear`, that is free of driven things as they are now.
    pub(in crate::world) fn clear_of_driven(&self, path: &Path, radius: f64, mut clear: f64) -> f64 {
        for (thing, drive) in self.things.iter().zip(&self.state.driven) {
            let lies = drive.stretch.at(self.state.time).lies;
            let (path, radius) = (Seen::into(*path, &lies), lies.length_in(radius));
            for &collider in thing.colliders.iter().filter(|&&c| self.enabled[c as usize]) {
                let window = crate::gap::Window { from: 0.0, to: clear };
                let meeting = self.colliders[collider as usize].shape().meets(&path, radius, window);
                clear = meeting.map_or(clear, |meeting| meeting.time);
            }
        }
        clear
    }

    /// A path as it is seen from a collider, for a short while from `from` on; its own clock begins there.
    pub(in crate::world) fn path_seen_from(&self, collider: u32, path: &Path, start: f64, from: f64) -> Path {
        let stretch = &self.state.driven[self.carrier[collider as usize] as usize].stretch;
        stretch.at(start + from).path_in(&path.from(from))
    }

    /// s: for how long what a ball feels of a driven thing that it touches may be taken as steady; endless if it is.
    #[inline]
    pub(in crate::world) fn steady_for(&self, collider: u32) -> f64 {
        let drive = self.carrier[collider as usize];
        if drive == NOBODY { f64::INFINITY } else { self.turns_little_in(drive) }
    }

    #[cold]
    fn turns_little_in(&self, drive: u32) -> f64 {
        let stretch = &self.state.driven[drive as usize].stretch;
        if !stretch.turns() {
            return f64::INFINITY;
        }
        let spin = stretch.at(self.state.time).spin.length() + stretch.rate_change.abs() * PIECE;
        PIECE.min(PIECE_ANGLE / spin)
    }

    /// s: in what time a driven thing that accelerates can come [`LEFT_OUT_DEPTH`] after a ball that it has let go; endless if it
    /// does not.
    pub(in crate::world) fn catches_up_in(&self, collider: u32) -> f64 {
        let drive = self.carrier[collider as usize];
        if drive == NOBODY || !self.accelerates(collider) {
            return f64::INFINITY;
        }
        let (stretch, reach) = (&self.state.driven[drive as usize].stretch, self.things[drive as usize].reach);
        let moving = stretch.at(self.state.time);
        let spin = moving.spin.length();
        let most = moving.acceleration.length() + (spin * spin + moving.spin_rate.length()) * reach.min(1e3);
        (2.0 * LEFT_OUT_DEPTH / most).sqrt().min(PIECE)
    }

    /// Does a driven thing press on with more than a steady velocity?
    pub(in crate::world) fn accelerates(&self, collider: u32) -> bool {
        let drive = self.carrier[collider as usize];
        drive != NOBODY && {
            let stretch = &self.state.driven[drive as usize].stretch;
            stretch.turns() || stretch.acceleration != DVec3::ZERO
        }
    }

    /// Is a graze with a driven collider worth keeping? Not where the thing comes after the ball.
    #[inline]
    pub(in crate::world) fn keeps_graze(&self, graze: &Graze) -> bool {
        self.state.driven.is_empty() || !matches!(graze.with, Other::Collider(c) if self.accelerates(c))
    }
}
