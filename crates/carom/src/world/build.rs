//! Putting things up: single colliders, and the usual combinations with their corners and edges.

use super::{Kind, World};
use crate::collider::Collider;
use crate::error::{Error, ErrorKind};
use crate::event::ColliderId;
use crate::material::Material;
use crate::shape::{Arc, Corner, Edge, Point, Triangle, Wall};
use glam::{DVec2, DVec3};
use std::collections::BTreeSet;

impl World {
    /// Puts up a collider.
    ///
    /// # Errors
    /// None at present: shapes and materials are checked when they are made.
    pub fn add_collider(&mut self, collider: Collider) -> Result<ColliderId, Error> {
        Ok(self.put_up(collider, Kind::Fixed))
    }

    /// From now on a gap of the size of a rounding that is about to shut is shut: things here were placed by transforms, and
    /// what lies on another does so but for rounding.
    pub(crate) fn expect_roundings(&mut self) {
        self.rounded = true;
    }

    pub(super) fn put_up(&mut self, collider: Collider, kind: Kind) -> ColliderId {
        let id = ColliderId(self.colliders.len() as u32);
        self.colliders.push(collider, kind);
        self.enabled.push(true);
        self.kinds.own().push(kind);
        self.carrier.own().push(super::driven::NOBODY);
        self.tree_is_old = true;
        id
    }

    /// Lets a collider be there, or not: a drop target, a gate.
    ///
    /// # Errors
    /// When there is no such collider.
    pub fn set_enabled(&mut self, id: ColliderId, enabled: bool) -> Result<(), Error> {
        let slot = self.enabled.get_mut(id.index()).ok_or_else(|| Error::unknown("collider", id.index()))?;
        if *slot != enabled {
            *slot = enabled;
            self.forget_clear();
            // Every ball looks again; those that it carried fall, and those that are in its way are pushed out.
            self.disturb_all();
            let with = super::body::Other::Collider(id.0);
            let bounds = self.bounds_of(id);
            for (i, body) in self.state.bodies.iter_mut().enumerate() {
                body.contacts.retain(|contact| contact.with != with);
                if enabled && body.in_play && body.reach.overlaps(&bounds) {
                    self.state.fresh.push(i as u32);
                }
            }
        }
        Ok(())
    }

    /// The box in which a collider is.
    fn bounds_of(&self, id: ColliderId) -> crate::broad::Aabb {
        match self.carrier(id) {
            Some(drive) => self.roam_of(drive),
            None => self.colliders[id.index()].shape().bounds(),
        }
    }

    /// Puts up an unbounded wall over a segment, solid from both sides, with a corner at each end. Walls that end at the
    /// same place share the corner. A segment without length is just a corner.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn add_segment(&mut self, a: DVec2, b: DVec2, material: &Material) -> Result<ColliderId, Error> {
        if a == b {
            return self.add_corner(Corner::new(a)?, material);
        }
        self.add_wall(Wall::new(a, b)?, material)
    }

    /// Puts up a wall with a corner at each end.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn add_wall(&mut self, wall: Wall, material: &Material) -> Result<ColliderId, Error> {
        let (low, high) = wall.height();
        let id = self.add_collider(Collider::new(wall, material.clone()))?;
        for end in [wall.a(), wall.b()] {
            self.add_corner(Corner::new(end)?.with_height(low, high)?, material)?;
        }
        Ok(id)
    }

    /// Puts up an arc with a corner at each end.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn add_arc(&mut self, arc: Arc, material: &Material) -> Result<ColliderId, Error> {
        let id = self.add_collider(Collider::new(arc, material.clone()))?;
        if let Some((a, b)) = arc.ends() {
            let (low, high) = arc.height();
            for end in [a, b] {
                self.add_corner(Corner::new(end)?.with_height(low, high)?, material)?;
            }
        }
        Ok(id)
    }

    /// Puts up walls from point to point; `closed` joins the last to the first.
    ///
    /// # Errors
    /// When there are fewer than two points, or three to close, or a number is not finite; nothing has been put up then.
    pub fn add_polyline(
        &mut self,
        points: &[DVec2],
        closed: bool,
        material: &Material,
    ) -> Result<Vec<ColliderId>, Error> {
        let need = if closed { 3 } else { 2 };
        if points.len() < need {
            let what = if closed { "points of a polygon" } else { "points of a polyline" };
            return Err(Error::new(ErrorKind::TooFew { what, need, got: points.len() }));
        }
        for (k, &point) in points.iter().enumerate() {
            Corner::new(point).map_err(|error| error.within(format_args!("polyline point {k}")))?;
        }
        let last = if closed { points.len() } else { points.len() - 1 };
        (0..last).map(|k| self.add_segment(points[k], points[(k + 1) % points.len()], material)).collect()
    }

    /// Puts up a mesh of triangles, each three indices into `points`, with every edge and point once. Triangles without
    /// area are left out; their edges are not.
    ///
    /// # Errors
    /// When a number is not finite or an index has no point; nothing has been put up then.
    pub fn add_mesh(
        &mut self,
        points: &[DVec3],
        triangles: &[[usize; 3]],
        material: &Material,
    ) -> Result<Vec<ColliderId>, Error> {
        for (k, &point) in points.iter().enumerate() {
            Point::new(point).map_err(|error| error.within(format_args!("mesh point {k}")))?;
        }
        let (mut edges, mut corners) = (BTreeSet::new(), BTreeSet::new());
        for (k, triangle) in triangles.iter().enumerate() {
            if let Some(&missing) = triangle.iter().find(|&&index| index >= points.len()) {
                return Err(Error::unknown("mesh point", missing).within(format_args!("triangle {k}")));
            }
            let [a, b, c] = *triangle;
            corners.extend(*triangle);
            edges.extend([(a, b), (b, c), (c, a)].map(|(p, q)| (p.min(q), p.max(q))));
        }
        let mut ids = Vec::new();
        for &[a, b, c] in triangles {
            if let Ok(triangle) = Triangle::new(points[a], points[b], points[c]) {
                ids.push(self.add_collider(Collider::new(triangle, material.clone()))?);
            }
        }
        for (a, b) in edges {
            if let Ok(edge) = Edge::new(points[a], points[b]) {
                ids.push(self.add_collider(Collider::new(edge, material.clone()))?);
            }
        }
        for corner in corners {
            ids.push(self.add_collider(Collider::new(Point::new(points[corner])?, material.clone()))?);
        }
        Ok(ids)
    }

    fn add_corner(&mut self, corner: Corner, material: &Material) -> Result<ColliderId, Error> {
        let (at, (low, high)) = (corner.at(), corner.height());
        // Zero and minus zero are one place.
        let key = [at.x + 0.0, at.y + 0.0, low + 0.0, high + 0.0].map(f64::to_bits);
        if let Some(&known) = self.corners.get(&key) {
            return Ok(known);
        }
        let id = self.add_collider(Collider::new(corner, material.clone()))?;
        self.corners.own().insert(key, id);
        Ok(id)
    }
}
