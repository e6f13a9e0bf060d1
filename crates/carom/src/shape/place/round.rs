//! What is round: it stays so if it is scaled evenly, and upright if nothing leans.

use super::{Placement, deformed, even_scale, height, is_bounded, local, native, on_plan, prism};
use crate::error::Error;
use crate::math::trig;
use crate::shape::{Arc, Bat, Capsule, Corner, Disc, Post, Rim, Shape, Sphere, Upright};
use crate::space::Transform;

const USE_A_MESH: &str = "scale it evenly, or use a mesh";

pub(super) fn sphere(sphere: &Sphere, by: &Transform) -> Result<Sphere, Error> {
    let scale = even_scale(by)?.ok_or_else(|| deformed(&["a sphere", USE_A_MESH], by))?;
    Sphere::new(by.place(sphere.centre()), sphere.radius() * scale)
}

pub(super) fn capsule(capsule: &Capsule, by: &Transform) -> Result<Capsule, Error> {
    let scale = even_scale(by)?.ok_or_else(|| deformed(&["a capsule", USE_A_MESH], by))?;
    Capsule::new(by.place(capsule.a()), by.place(capsule.b()), capsule.radius() * scale)
}

pub(super) fn post(post: &Post, by: &Transform) -> Placement {
    if by.keeps_circles() {
        let (low, high) = height(by, post.height());
        let placed = Post::new(on_plan(by, post.centre()), post.radius() * plan_scale(by));
        return native(placed.and_then(|post| post.with_height(low, high)));
    }
    let even = even_scale(by)?.is_some();
    if !even && post.radius() == 0.0 {
        let (low, high) = post.height();
        return Shape::from(Corner::new(post.centre())?.with_height(low, high)?).placed(by);
    }
    if !even && is_bounded(post.height()) {
        return prism::post(post, by);
    }
    local(Upright::Post(*post), by, &["a post without end", "give it a bottom and a top, or scale it evenly"])
}

pub(super) fn arc(arc: &Arc, by: &Transform) -> Placement {
    if !by.keeps_circles() {
        return local(Upright::Arc(*arc), by, &["an arc", USE_A_MESH]);
    }
    let (start, sweep) = arc.angles();
    let x = by.linear().x_axis;
    let turned = trig::atan2(x.y, x.x);
    // A mirror turns angles round: what ended there begins here.
    let start = if by.mirrors() { turned - (start + sweep) } else { start + turned };
    let (low, high) = height(by, arc.height());
    let placed = Arc::new(on_plan(by, arc.centre()), arc.radius() * plan_scale(by), start, sweep, arc.side());
    native(placed.and_then(|arc| arc.with_height(low, high)))
}

pub(super) fn disc(disc: &Disc, by: &Transform) -> Placement {
    if !by.keeps_circles() {
        return local(Upright::Disc(*disc), by, &["a disc", USE_A_MESH]);
    }
    let placed = Disc::new(by.place(disc.centre()), disc.radius() * plan_scale(by));
    native(placed.map(|placed| placed.with_sides(disc.sides())))
}

pub(super) fn rim(rim: &Rim, by: &Transform) -> Placement {
    if !by.keeps_circles() {
        return local(Upright::Rim(*rim), by, &["the rim of a hole", USE_A_MESH]);
    }
    native(Rim::new(by.place(rim.centre()), rim.radius() * plan_scale(by)))
}

pub(super) fn bat(bat: &Bat, by: &Transform) -> Placement {
    if !by.keeps_circles() {
        return local(Upright::Bat(*bat), by, &["a bat", "scale it evenly"]);
    }
    let (scale, (base, tip)) = (plan_scale(by), bat.radii());
    let placed = Bat::new(on_plan(by, bat.base()), base * scale, on_plan(by, bat.tip()), tip * scale)?;
    let (low, high) = height(by, bat.height());
    let placed = placed.with_height(low, high)?;
    native(Ok(if bat.has_base() { placed } else { placed.without_base() }))
}

/// By what lengths on the plan are scaled, where circles stay circles.
fn plan_scale(by: &Transform) -> f64 {
    let (x, y) = (by.linear().x_axis, by.linear().y_axis);
    x.truncate().perp_dot(y.truncate()).abs().sqrt()
}
