//! What is flat or thin: any matrix leaves it so.

use super::{Placement, deformed, height, is_bounded, local, native, on_plan, own_space, replaced};
use crate::error::Error;
use crate::shape::{Corner, Edge, Plane, Point, Triangle, Upright, Wall};
use crate::space::{Similarity, Transform};
use crate::tolerance::{MESH_OVERLAP, PLACED_SEAM};
use glam::{DMat3, DQuat, DVec2};

/// A half-space is one again. Its normal goes by the inverse of the matrix, transposed, which is the matrix of cofactors over
/// the determinant: without it, a sheared floor would push sideways.
pub(super) fn plane(plane: &Plane, by: &Transform) -> Result<Plane, Error> {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = by.linear();
    let cofactors = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let normal = (cofactors * plane.normal()).normalize_or_zero();
    Plane::new(by.place(plane.point()), if by.mirrors() { -normal } else { normal })
}

pub(super) fn point(point: &Point, by: &Transform) -> Result<Point, Error> {
    Point::new(by.place(point.at()))
}

pub(super) fn edge(edge: &Edge, by: &Transform) -> Result<Edge, Error> {
    Edge::new(by.place(edge.a()), by.place(edge.b()))
}

/// A mirror turns counter-clockwise into clockwise; so the points go the other way round, and the front stays the front.
pub(super) fn triangle(triangle: &Triangle, by: &Transform) -> Result<Triangle, Error> {
    let [a, b, c] = triangle.corners().map(|corner| by.place(corner));
    let (b, c) = if by.mirrors() { (c, b) } else { (b, c) };
    Ok(Triangle::new(a, b, c)?.with_sides(triangle.sides()))
}

pub(super) fn wall(wall: &Wall, by: &Transform) -> Placement {
    // The front is on the left of a to b: seen in a mirror, of b to a.
    let (a, b) = if by.mirrors() { (wall.b(), wall.a()) } else { (wall.a(), wall.b()) };
    if by.keeps_upright() {
        let (low, high) = height(by, wall.height());
        let upright = Wall::new(on_plan(by, a), on_plan(by, b))?.with_height(low, high)?;
        return native(Ok(upright.with_sides(wall.sides())));
    }
    if is_bounded(wall.height()) {
        let triangles = leaning(by, a, b, wall.height())?;
        return replaced(triangles.map(|face| face.with_sides(wall.sides()).into()).to_vec());
    }
    let said = &["a leaning wall without end", "give it a bottom and a top, or scale it evenly"];
    local(Upright::Wall(*wall), by, said)
}

/// The face of a leaning wall, from `a` to `b`, in two triangles.
///
/// By rounding, a ball over the diagonal might be past the border of both. So one of them reaches a little over it.
fn leaning(by: &Transform, a: DVec2, b: DVec2, (low, high): (f64, f64)) -> Result<[Triangle; 2], Error> {
    let at = |plan: DVec2, z: f64| by.place(plan.extend(z));
    let (foot, far_foot, top, far_top) = (at(a, low), at(b, low), at(a, high), at(b, high));
    let (along, up) = (far_foot - foot, top - foot);
    let longest = along.length().max(up.length());
    // From the foot to the diagonal: twice the triangle's area over its base.
    let depth = along.cross(up).length() / (far_foot - top).length();
    let size = foot.abs().max_element().max(far_top.abs().max_element()).max(1.0);
    let more = (PLACED_SEAM * size / depth).min(MESH_OVERLAP / longest);
    let (up, along) = (up * (1.0 + more), along * (1.0 + more));
    Ok([Triangle::new(foot, foot + up, foot + along)?, Triangle::new(far_foot, top, far_top)?])
}

pub(super) fn corner(corner: &Corner, by: &Transform) -> Placement {
    let (low, high) = corner.height();
    let at = |z: f64| by.place(corner.at().extend(z));
    if by.keeps_upright() {
        let (low, high) = height(by, (low, high));
        return native(Corner::new(on_plan(by, corner.at())).and_then(|corner| corner.with_height(low, high)));
    }
    if is_bounded((low, high)) {
        return replaced(vec![Edge::new(at(low), at(high))?.into()]);
    }
    // A line without end, or a ray: only its direction counts, so any space will do in which it is upright.
    let along = by.linear().z_axis;
    let scale = along.length();
    let Some(up) = along.try_normalize() else {
        return Err(deformed(&["a corner without end", "give it a bottom and a top"], by));
    };
    let (x, y) = up.any_orthonormal_pair();
    let turn = DQuat::from_mat3(&DMat3::from_cols(x, y, up)).normalize();
    let lies = Similarity { turn, origin: at(0.0), scale };
    let upright = Corner::new(DVec2::ZERO)?.with_height(low, high)?;
    own_space(Upright::Corner(upright), lies)
}
