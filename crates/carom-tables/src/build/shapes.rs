//! Outlines and raw shapes, as the engine knows them.

use super::{Ground, Problem};
use crate::outline::{Corner, Outline, Way};
use crate::parts::{Collider, ColliderShape, Facing};
use crate::svg_path;
use crate::table::turned;
use crate::value::Length;
use carom::pinball::{OutlinePoint, RampPoint, drawn_out};
use carom::shape::{
    Arc, ArcSide, Capsule, Corner as Edge2, Disc, Edge, Plane, Point, Post, Shape, Sides, Sphere, Triangle, Wall,
};
use carom::{DVec2, DVec3};

/// m: how far from a curve of an SVG path its chords may be.
const FLATNESS: f64 = 2e-5;

impl Ground<'_> {
    /// The points of an outline.
    pub(super) fn outline(&self, outline: &Outline) -> Result<Vec<OutlinePoint>, Problem> {
        let drawn;
        let corners: &[Corner] = match outline {
            Outline::Corners(corners) => corners,
            Outline::Path(path) => {
                let flatness = FLATNESS / self.metres(1.0);
                let faulty = |fault| Problem::new("outline", format_args!("in this path: {fault}"), "");
                drawn = svg_path::corners(path, flatness).map_err(faulty)?;
                &drawn
            }
        };
        let mut points = Vec::with_capacity(corners.len());
        for (k, corner) in corners.iter().enumerate() {
            let next = &corners[(k + 1) % corners.len()];
            points.push(self.point(k, corner, next)?);
        }
        Ok(points)
    }

    fn point(&self, k: usize, corner: &Corner, next: &Corner) -> Result<OutlinePoint, Problem> {
        let (at, to) = (self.place(corner.at), self.place(next.at));
        let bulge = self.bulge(k, at, to, corner.arc, corner.large).map_err(|problem| problem.in_field("outline"))?;
        Ok(OutlinePoint {
            at,
            smooth: corner.smooth.unwrap_or(false),
            slingshot: corner.slingshot.unwrap_or(false),
            bulge,
        })
    }

    /// How far the way from point `k` bulges out to the next one.
    fn bulge(&self, k: usize, at: DVec2, to: DVec2, arc: Option<Length>, large: Option<bool>) -> Result<f64, Problem> {
        let Some(radius) = arc else { return Ok(0.0) };
        let (radius, half) = (self.metres(radius.0), 0.5 * (to - at).length());
        if radius.abs() < half * (1.0 - 1e-9) {
            let apart = crate::value::written(libm::round(2e6 * half / self.metres(1.0)) / 1e6);
            let message = format!("the arc from point {} is too small: the next point is {apart} away", k + 1);
            return Err(Problem::new("", message, "make its radius at least half of that"));
        }
        Ok(OutlinePoint::new(at.x, at.y).arc_to(to, radius.abs(), large.unwrap_or(false), radius > 0.0).bulge)
    }

    /// The points of a ramp's axis. An arc at its last point leads nowhere and counts for nothing.
    pub(super) fn way(&self, way: &Way) -> Result<Vec<RampPoint>, Problem> {
        let mut points = Vec::with_capacity(way.0.len());
        for (k, bend) in way.0.iter().enumerate() {
            let at = self.place3(bend.at.0);
            let next = way.0.get(k + 1).map(|next| self.place3(next.at.0).truncate());
            let bulge = next.map_or(Ok(0.0), |to| self.bulge(k, at.truncate(), to, bend.arc, bend.large));
            let bulge = bulge.map_err(|problem| problem.in_field("path"))?;
            points.push(RampPoint { at, smooth: bend.smooth.unwrap_or(false), bulge });
        }
        Ok(points)
    }

    /// The places of an outline with its bends drawn out, for those who need no more.
    pub(super) fn flat_outline(&self, outline: &Outline) -> Result<Vec<DVec2>, Problem> {
        Ok(drawn_out(&self.outline(outline)?, true)?)
    }

    /// A raw shape.
    pub(super) fn shape(&self, entry: &Collider) -> Result<Shape, Problem> {
        let needs = match entry.shape {
            ColliderShape::Triangle => 3,
            ColliderShape::Wall | ColliderShape::Edge | ColliderShape::Capsule => 2,
            _ => 1,
        };
        if entry.points.len() != needs {
            let (word, got) = (entry.shape.word(), entry.points.len());
            let message = format_args!("a {word} has {needs} points, but here are {got}");
            return Err(Problem::new("points", message, "write them like [[0, 0, 0], [100, 0, 0]]"));
        }
        let at = |k: usize| entry.points.get(k).map_or(DVec3::ZERO, |point| self.place3(*point));
        let flat = |k: usize| at(k).truncate();
        let radius = self.size(entry.radius, 0.0);
        let (low, high) = (self.length(entry.bottom, 0.0), self.length(entry.top, 50.0 * carom::units::VP_LENGTH));
        let sides = if entry.facing == Some(Facing::Front) { Sides::Front } else { Sides::Both };
        Ok(match entry.shape {
            ColliderShape::Wall => Wall::new(flat(0), flat(1))?.with_sides(sides).with_height(low, high)?.into(),
            ColliderShape::Post => Post::new(flat(0), radius)?.with_height(low, high)?.into(),
            ColliderShape::Arc => {
                let (start, sweep) = (entry.start.map_or(0.0, |a| a.0), entry.sweep.map_or(360.0, |a| a.0));
                let side = if entry.facing == Some(Facing::Outside) { ArcSide::Outside } else { ArcSide::Inside };
                Arc::new(flat(0), radius, turned(start), turned(sweep), side)?.with_height(low, high)?.into()
            }
            ColliderShape::Corner => Edge2::new(flat(0))?.with_height(low, high)?.into(),
            ColliderShape::Plane => {
                let normal = entry.normal.map_or(DVec3::Z, |normal| DVec3::from(normal.map(|n| n.0)));
                Plane::new(at(0), normal)?.into()
            }
            ColliderShape::Triangle => Triangle::new(at(0), at(1), at(2))?.with_sides(sides).into(),
            ColliderShape::Edge => Edge::new(at(0), at(1))?.into(),
            ColliderShape::Point => Point::new(at(0))?.into(),
            ColliderShape::Sphere => Sphere::new(at(0), radius)?.into(),
            ColliderShape::Disc => Disc::new(at(0), radius)?.with_sides(sides).into(),
            ColliderShape::Capsule => Capsule::new(at(0), at(1), radius)?.into(),
        })
    }
}
