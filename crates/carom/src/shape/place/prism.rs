//! A post that is scaled unevenly is oval, and Carom has no ovals: a prism of flat faces and straight edges stands for it.

use super::{Placement, replaced};
use crate::math::trig;
use crate::shape::{Corner, Post, Shape, Sides, Wall};
use crate::space::Transform;
use crate::tolerance::{PRISM_DEVIATION, PRISM_SIDES};
use core::f64::consts::{PI, TAU};
use glam::DVec2;

/// The faces and edges of a prism about a post, in its own space and then placed like any wall and corner.
///
/// Half of the deviation is outside, half inside. With `h` a quarter of a face's angle, the edges are `r / cos² h` from the
/// axis, so that they are `r tan² h` outside the round, and the middles of the faces `r tan² h` inside.
pub(super) fn post(post: &Post, by: &Transform) -> Placement {
    let sides = sides_for(post.radius() * largest_scale(by));
    let quarter = trig::cos(PI / (2 * sides) as f64);
    let reach = post.radius() / (quarter * quarter);
    let (low, high) = post.height();
    let mut corners = Vec::with_capacity(sides);
    for k in 0..sides {
        let angle = TAU * k as f64 / sides as f64;
        corners.push(post.centre() + DVec2::new(trig::cos(angle), trig::sin(angle)) * reach);
    }
    let mut shapes = Vec::with_capacity(3 * sides);
    for (&at, &next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        // Backwards, so that the outside is on the left.
        let face = Wall::new(next, at)?.with_height(low, high)?.with_sides(Sides::Front);
        shapes.extend(Shape::from(face).placed(by)?.0);
        let edge = Corner::new(at)?.with_height(low, high)?;
        shapes.extend(Shape::from(edge).placed(by)?.0);
    }
    replaced(shapes)
}

/// How many sides keep a prism of this radius (m, the larger half-axis) within the deviation.
fn sides_for(radius: f64) -> usize {
    let quarter = trig::atan2(PRISM_DEVIATION.sqrt(), radius.sqrt());
    let needed = (PI / (2.0 * quarter)).ceil();
    if needed >= PRISM_SIDES as f64 { PRISM_SIDES } else { (needed as usize).max(8) }
}

/// The most by which a length on the plan is scaled: the root of the larger eigenvalue of the matrix' square.
fn largest_scale(by: &Transform) -> f64 {
    let (x, y) = (by.linear().x_axis, by.linear().y_axis);
    let (xx, yy, xy) = (x.length_squared(), y.length_squared(), x.dot(y));
    (0.5 * (xx + yy + ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt())).sqrt()
}
