//! Zones: balls that come and go are noticed at the very moment; nothing else happens to them.

use super::World;
use super::body::Coming;
use super::search::{self, Best, RANK_ZONE};
use crate::broad::{Aabb, KdTree};
use crate::error::Error;
use crate::event::{BallId, Event, What, ZoneId};
use crate::gap::Window;
use crate::zone::Zone;
use core::ops::ControlFlow;

impl World {
    /// Puts up a zone, which tells of balls that enter and leave it.
    ///
    /// # Errors
    /// None at present: zones are checked when they are made.
    pub fn add_zone(&mut self, zone: Zone) -> Result<ZoneId, Error> {
        let id = ZoneId(self.zones.len() as u32);
        self.zones.own().push(zone);
        self.state.zone_enabled.push(true);
        self.zone_carrier.own().push(super::driven::NOBODY);
        // Sorted once for all, before they are next asked.
        self.zone_tree_is_old = true;
        self.disturb_all();
        Ok(id)
    }

    /// Asked in every step: the rare work is kept out of the way.
    #[inline]
    pub(super) fn renew_zone_tree(&mut self) {
        if self.zone_tree_is_old {
            self.sort_zones();
        }
    }

    #[cold]
    #[inline(never)]
    fn sort_zones(&mut self) {
        self.zone_tree_is_old = false;
        let standing = |(zone, &carrier): (&Zone, &u32)| {
            if carrier == super::driven::NOBODY { zone.bounds() } else { Aabb::NOTHING }
        };
        self.zone_tree = KdTree::new(self.zones.iter().zip(self.zone_carrier.iter()).map(standing)).into();
    }

    /// Lets a zone notice balls, or not. One that is switched off forgets who is inside.
    ///
    /// # Errors
    /// When there is no such zone.
    pub fn set_zone_enabled(&mut self, id: ZoneId, enabled: bool) -> Result<(), Error> {
        let slot = self.state.zone_enabled.get_mut(id.index()).ok_or_else(|| Error::unknown("zone", id.index()))?;
        if *slot != enabled {
            *slot = enabled;
            self.state.bodies.iter_mut().for_each(|body| body.inside.retain(|&zone| zone != id.0));
            self.disturb_all();
        }
        Ok(())
    }

    /// Is a ball inside a zone, by what has been told?
    pub fn is_inside(&self, ball: BallId, zone: ZoneId) -> bool {
        self.state.bodies.get(ball.index()).is_some_and(|body| body.inside.contains(&zone.0))
    }

    /// A ball counts as inside a zone from now on, or as outside, and nothing is told.
    pub(crate) fn set_inside(&mut self, ball: BallId, zone: ZoneId, inside: bool) {
        let body = &mut self.state.bodies[ball.index()];
        body.inside.retain(|&z| z != zone.0);
        if inside {
            body.inside.push(zone.0);
        }
        self.state.disturbed.push(ball.0);
    }
}

/// The first zone border on the way of ball `i`, if it comes before `best`.
pub(super) fn meet_zones(world: &World, i: usize, from: f64, best: &mut Best) {
    if world.zones.is_empty() {
        return;
    }
    let body = &world.state.bodies[i];
    let (path, radius) = (&body.path, body.ball.radius);
    let mut area = path.bounds(from, best.at).grown(radius);
    world.zone_tree.query_along(&mut area, path.velocity_at(from), |area, index| {
        if !world.state.zone_enabled[index] {
            return ControlFlow::<()>::Continue(());
        }
        let inside = body.inside.contains(&(index as u32));
        let window = Window { from, to: best.at };
        if let Some(at) = world.zones[index].next_change(path, radius, window, inside)
            && best.beats(at, RANK_ZONE, index)
        {
            *best = Best { at, rank: RANK_ZONE, index, coming: Coming::Crosses { zone: index as u32 } };
            *area = path.bounds(from, at).grown(radius);
        }
        ControlFlow::Continue(())
    });
}

/// The same for a ball that does not move: it may have been put into a zone, or a zone around it.
pub(super) fn meet_zones_at_rest(world: &World, i: usize, from: f64, best: &mut Best) {
    if world.zones.is_empty() {
        return;
    }
    let body = &world.state.bodies[i];
    let (p, radius) = (body.path.at(from), body.ball.radius);
    world.zone_tree.query(&Aabb { min: p, max: p }.grown(radius), |index| {
        let inside = body.inside.contains(&(index as u32));
        let changes = world.state.zone_enabled[index] && world.zones[index].holds(p, radius) != inside;
        if changes && best.beats(from, RANK_ZONE, index) {
            *best = Best { at: from, rank: RANK_ZONE, index, coming: Coming::Crosses { zone: index as u32 } };
        }
    });
}

/// Ball `i` crosses the border of a zone, now. Returns whether it has entered.
pub(super) fn cross(world: &mut World, i: usize, zone: u32) -> bool {
    let body = &mut world.state.bodies[i];
    let before = body.inside.len();
    body.inside.retain(|&z| z != zone);
    let entered = body.inside.len() == before;
    if entered {
        body.inside.push(zone);
    }
    let id = ZoneId(zone);
    let what = if entered { What::Entered { zone: id } } else { What::Left { zone: id } };
    world.tell(Event { time: world.state.time, ball: BallId(i as u32), what });
    search::look(world, i);
    entered
}
