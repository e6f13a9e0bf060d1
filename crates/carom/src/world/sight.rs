//! Looking around without touching anything: is a place free for a ball, how far could one go straight on, what does it touch,
//! and where does it look for what it could meet?

use super::World;
use super::body::Other;
use crate::broad::Aabb;
use crate::event::{BallId, ColliderId};
use crate::gap::Window;
use crate::impact::meeting_of_balls;
use crate::path::Path;
use crate::shape::Shape;
use crate::tolerance::OVERLAP;
use crate::zone::Zone;
use core::ops::ControlFlow;
use glam::DVec3;

/// Something that a ball touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touching {
    /// What.
    pub with: Party,
    /// m: where.
    pub point: DVec3,
    /// Unit vector to the ball.
    pub normal: DVec3,
    /// Does it carry or press the ball, rather than only graze it?
    pub presses: bool,
}

/// The other one of two that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// A thing.
    Collider(ColliderId),
    /// A ball.
    Ball(BallId),
}

impl From<Other> for Party {
    fn from(other: Other) -> Self {
        match other {
            Other::Collider(index) => Self::Collider(ColliderId(index)),
            Other::Ball(index) => Self::Ball(BallId(index)),
        }
    }
}

impl World {
    /// All that a ball touches now: what carries or presses it first, then what it only grazes.
    pub fn touching(&self, id: BallId) -> impl Iterator<Item = Touching> + '_ {
        self.body(id).into_iter().flat_map(|body| {
            let ball = body.at(self.state.time);
            let touching = move |with: Other, normal: DVec3, presses| {
                let point = ball.position - normal * ball.radius;
                Touching { with: with.into(), point, normal, presses }
            };
            let pressing = body.contacts.iter().map(move |contact| touching(contact.with, contact.touch.normal, true));
            pressing.chain(body.grazes.iter().map(move |graze| touching(graze.with, graze.normal, false)))
        })
    }

    /// All zones, by rising index.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The box in which a ball has looked for what it could meet, and the cells of the tree that this box touches.
    pub fn looked_at(&self, id: BallId) -> Option<(Aabb, Vec<Aabb>)> {
        let reach = self.body(id).ok()?.reach;
        Some((reach, self.tree.leaves(&reach).collect()))
    }

    /// Could a ball of `radius` be put here without overlapping a surface or another ball? Only surfaces count: the inside of
    /// a thing that is larger than the ball is free, too.
    pub fn is_free(&self, place: DVec3, radius: f64) -> bool {
        if !place.is_finite() || !radius.is_finite() {
            return false;
        }
        let overlaps = |distance: f64| radius - distance > OVERLAP;
        let mut free = true;
        self.each_near(&Aabb { min: place, max: place }.grown(radius), DVec3::ZERO, |_, shape| {
            free &= shape.touch(place).is_none_or(|touch| !overlaps(touch.distance));
        });
        self.each_driven_touch(place, |collider, touch| {
            free &= !self.enabled[collider as usize] || !overlaps(touch.distance);
        });
        free && self.state.movers.iter().all(|mover| !overlaps(mover.touch(place).distance))
            && self.state.bodies.iter().filter(|body| body.in_play).all(|body| {
                let other = body.at(self.state.time);
                !overlaps((place - other.position).length() - other.radius)
            })
    }

    /// The part of the straight way from one place to another that a ball of `radius` has free, as everything stands now: 1
    /// if nothing is in its way, 0 if it cannot even start.
    pub fn clear_way(&self, from: DVec3, to: DVec3, radius: f64) -> f64 {
        if !from.is_finite() || !to.is_finite() || !radius.is_finite() {
            return 0.0;
        }
        let path = Path { p: from, v: to - from, a: DVec3::ZERO };
        let mut clear = 1.0;
        self.each_near(&path.bounds(0.0, 1.0).grown(radius), path.v, |area, shape| {
            if let Some(meeting) = shape.meets(&path, radius, Window { from: 0.0, to: clear }) {
                clear = meeting.time;
                *area = path.bounds(0.0, clear).grown(radius);
            }
        });
        clear = self.clear_of_driven(&path, radius, clear);
        for mover in &self.state.movers {
            let meeting = mover.shape().meets(&path, radius, Window { from: 0.0, to: clear });
            clear = meeting.map_or(clear, |meeting| meeting.time);
        }
        for body in self.state.bodies.iter().filter(|body| body.in_play) {
            let other = body.at(self.state.time);
            let relative = Path { p: from - other.position, ..path };
            let meeting = meeting_of_balls(&relative, radius, other.radius, Window { from: 0.0, to: clear });
            clear = meeting.map_or(clear, |meeting| meeting.time);
        }
        clear
    }

    /// Every shape that stands in an area, which may be made smaller on the way.
    fn each_near(&self, area: &Aabb, direction: DVec3, mut visit: impl FnMut(&mut Aabb, &Shape)) {
        let mut area = *area;
        if self.tree_is_old {
            // Things have been put up since the tree was made: it is renewed when the world goes on.
            for (k, collider) in self.colliders.iter().enumerate() {
                let stands = self.enabled[k] && self.kinds[k].stands();
                if stands && collider.shape().bounds().overlaps(&area) {
                    visit(&mut area, collider.shape());
                }
            }
            return;
        }
        self.tree.query_along(&mut area, direction, |area, index| {
            if self.enabled[index] {
                visit(area, self.colliders[index].shape());
            }
            ControlFlow::<()>::Continue(())
        });
    }
}
