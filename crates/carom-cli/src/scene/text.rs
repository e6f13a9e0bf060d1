//! Scenes as text, one thing per line, in metres: the format of the benchmarks.
//!
//! ```text
//! S x1 y1 x2 y2      a wall, hit from both sides
//! C x y r            a post
//! R cx cy hx hy      a box: centre and half sizes
//! B x y vx vy r      a ball
//! # a comment; empty lines are allowed as well
//! ```

use super::Scene;
use crate::failure::Failure;
use carom::shape::Post;
use carom::{Ball, Collider, DVec2, Gravity, Material, World};

/// kg: the format has no masses; a steel pinball's.
const MASS: f64 = 0.08;

/// The scene in `text`, whose faults are told as `name:line`.
pub(crate) fn parse(name: &str, text: &str, gravity: f64, restitution: f64) -> Result<Scene, Failure> {
    let material = Material::new(restitution, 0.0).map_err(Failure::usage)?;
    let down = carom::DVec3::new(0.0, -gravity, 0.0);
    let mut world = World::new(Gravity::uniform(down)).map_err(Failure::usage)?;
    world.set_ball_material(material.clone());
    let mut scene = Scene { name: name.to_owned(), world, low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let Some(kind) = words.next() else { continue };
        let words: Vec<&str> = words.collect();
        add(&mut scene, kind, &words, &material)
            .map_err(|fault| Failure::problem(format_args!("{name}:{}: {fault}", index + 1)))?;
    }
    if scene.world.balls().next().is_none() {
        return Err(Failure::problem(format_args!("{name}: there is no ball in it; add a line 'B x y vx vy r'")));
    }
    if (scene.high - scene.low).min_element() <= 0.0 {
        // A single row of things: give the picture a width.
        let half = DVec2::splat(0.5 * (scene.high - scene.low).max_element().max(0.01));
        let middle = 0.5 * (scene.low + scene.high);
        (scene.low, scene.high) = (middle - half, middle + half);
    }
    Ok(scene)
}

fn add(scene: &mut Scene, kind: &str, words: &[&str], material: &Material) -> Result<(), String> {
    let fault = |error: carom::Error| error.to_string();
    match kind {
        "S" => {
            let [x1, y1, x2, y2] = numbers(kind, words)?;
            let (a, b) = (DVec2::new(x1, y1), DVec2::new(x2, y2));
            scene.world.add_segment(a, b, material).map_err(fault)?;
            show(scene, a, 0.0);
            show(scene, b, 0.0);
        }
        "C" => {
            let [x, y, radius] = numbers(kind, words)?;
            let post = Post::new(DVec2::new(x, y), radius).map_err(fault)?;
            scene.world.add_collider(Collider::new(post, material.clone())).map_err(fault)?;
            show(scene, post.centre(), radius);
        }
        "R" => {
            let [x, y, half_x, half_y] = numbers(kind, words)?;
            if half_x <= 0.0 || half_y <= 0.0 {
                return Err(format!("the half sizes of a box must be positive, not {half_x} and {half_y}"));
            }
            let (middle, half) = (DVec2::new(x, y), DVec2::new(half_x, half_y));
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|s| middle + half * DVec2::from(s));
            scene.world.add_polyline(&corners, true, material).map_err(fault)?;
            corners.iter().for_each(|&corner| show(scene, corner, 0.0));
        }
        "B" => {
            let [x, y, vx, vy, radius] = numbers(kind, words)?;
            let place = DVec2::new(x, y);
            let ball = Ball::new(place.extend(0.0), radius, MASS).map_err(fault)?;
            scene.world.add_ball(ball.with_velocity(DVec2::new(vx, vy).extend(0.0))).map_err(fault)?;
            show(scene, place, radius);
        }
        _ => return Err(format!("'{kind}' is no kind of thing; a line begins with S, C, R or B")),
    }
    Ok(())
}

/// Makes the picture large enough for a thing.
fn show(scene: &mut Scene, place: DVec2, reach: f64) {
    scene.low = scene.low.min(place - DVec2::splat(reach));
    scene.high = scene.high.max(place + DVec2::splat(reach));
}

fn numbers<const N: usize>(kind: &str, words: &[&str]) -> Result<[f64; N], String> {
    if words.len() != N {
        return Err(format!("{kind} takes {N} numbers, but there are {}", words.len()));
    }
    let mut numbers = [0.0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = word.parse().map_err(|_| format!("'{word}' is not a number"))?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        match parse("table.txt", text, 0.0, 1.0) {
            Err(Failure::Problem(text)) => text,
            other => panic!("a fault, not {other:?}"),
        }
    }

    #[test]
    fn all_kinds() {
        let text = "# a comment\nS 0 0 1 0\nC 0.5 0.5 0.1 # a post\n\nR 2 0 0.5 0.25\nB 0 1 1 0 0.01\n";
        let scene = parse("table.txt", text, 9.81, 0.5).unwrap();
        assert_eq!(scene.world.balls().count(), 1);
        assert_eq!(scene.world.colliders().count(), 3 + 1 + 8, "walls with their corners, a post");
        assert_eq!((scene.low, scene.high), (DVec2::new(-0.01, -0.25), DVec2::new(2.5, 1.01)));
    }

    #[test]
    fn faults_name_the_line() {
        assert_eq!(fault("S 0 0 1 0\nC 1 2\n"), "table.txt:2: C takes 3 numbers, but there are 2");
        assert_eq!(fault("X 1"), "table.txt:1: 'X' is no kind of thing; a line begins with S, C, R or B");
        assert_eq!(fault("B 0 0 x 0 1"), "table.txt:1: 'x' is not a number");
        assert_eq!(fault("B 0 0 nan 0 1"), "table.txt:1: ball 0: velocity is NaN; it must be a finite number");
        assert_eq!(fault("B 0 0 1 0 -1"), "table.txt:1: radius is -1; it must be from 0.000001 to 1000000");
        assert!(fault("S 0 0 1 0").starts_with("table.txt: there is no ball"));
    }
}
