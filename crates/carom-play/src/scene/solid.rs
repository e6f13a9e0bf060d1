//! Raw shapes and posts.

use super::round;
use super::shape::{flat, point};
use carom::DVec2;
use carom::pinball::part::Solid;
use carom::shape::Shape;
use core::f64::consts::TAU;
use serde_json::{Value, json};

/// m: what has no end is drawn as if it ended here.
const HIGH: f64 = 0.05;

/// A post if it is nothing else; else a list of shapes, of which each is a `line` or an upright `round` from `low` to `top`, a
/// `rod`, a `face`, a `hole` or a `bat`.
pub(super) fn solid(solid: &Solid) -> Value {
    if let [(Shape::Post(post), _), (Shape::Disc(_), _)] = solid.shapes.as_slice() {
        let (low, top) = span(post.height());
        return json!({"kind": "post", "centre": flat(post.centre()), "radius": round(post.radius()), "low": low, "top": top});
    }
    let shapes: Vec<Value> = solid.shapes.iter().filter_map(|(shape, _)| one(shape)).collect();
    json!({"kind": "collider", "shapes": shapes})
}

fn one(shape: &Shape) -> Option<Value> {
    Some(match shape {
        Shape::Wall(wall) => {
            let (low, top) = span(wall.height());
            json!({"is": "line", "points": [flat(wall.a()), flat(wall.b())], "low": low, "top": top})
        }
        Shape::Arc(bow) => {
            let ((start, sweep), (low, top)) = (bow.angles(), span(bow.height()));
            let points = arc(bow.centre(), bow.radius(), start, sweep);
            json!({"is": "line", "points": points, "low": low, "top": top})
        }
        Shape::Corner(corner) => {
            let (low, top) = span(corner.height());
            json!({"is": "round", "centre": flat(corner.at()), "radius": 0.0, "low": low, "top": top})
        }
        Shape::Post(post) => {
            let (low, top) = span(post.height());
            json!({"is": "round", "centre": flat(post.centre()), "radius": round(post.radius()), "low": low, "top": top})
        }
        Shape::Bat(bat) => {
            let ((base, end), (low, top)) = (bat.radii(), span(bat.height()));
            json!({
                "is": "bat", "base": flat(bat.base()), "tip": flat(bat.tip()), "base_radius": round(base),
                "end_radius": round(end), "low": low, "top": top,
            })
        }
        Shape::Edge(edge) => json!({"is": "rod", "points": [point(edge.a()), point(edge.b())], "radius": 0.0}),
        Shape::Capsule(rod) => {
            json!({"is": "rod", "points": [point(rod.a()), point(rod.b())], "radius": round(rod.radius())})
        }
        Shape::Point(dot) => json!({"is": "ball", "centre": point(dot.at()), "radius": 0.0}),
        Shape::Sphere(ball) => {
            json!({"is": "ball", "centre": point(ball.centre()), "radius": round(ball.radius())})
        }
        Shape::Disc(disc) => {
            let at = disc.centre();
            let rim: Vec<[f64; 3]> =
                arc(at.truncate(), disc.radius(), 0.0, TAU).iter().map(|p| [p[0], p[1], round(at.z)]).collect();
            json!({"is": "face", "points": rim})
        }
        Shape::Triangle(triangle) => json!({"is": "face", "points": triangle.corners().map(point)}),
        Shape::Rim(rim) => json!({"is": "hole", "centre": point(rim.centre()), "radius": round(rim.radius())}),
        // A plane is everywhere: there is nothing to see of it.
        _ => return None,
    })
}

/// Points of an arc, at most three degrees apart.
fn arc(centre: DVec2, radius: f64, start: f64, sweep: f64) -> Vec<[f64; 2]> {
    let pieces = (sweep.abs() / TAU * 120.0).ceil().clamp(1.0, 240.0) as usize;
    let at = |k: usize| {
        let angle = start + sweep * k as f64 / pieces as f64;
        flat(centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius)
    };
    (0..=pieces).map(at).collect()
}

fn span((low, top): (f64, f64)) -> (f64, f64) {
    let low = if low.is_finite() { low } else { 0.0 };
    (round(low), round(if top.is_finite() { top } else { low.max(0.0) + HIGH }))
}
