//! S1 and S2: a pinball table of 204 walls and 40 pegs, half a metre wide, with one ball or many.

use core::f64::consts::PI;

use crate::lcg::Lcg;
use crate::place::{Area, place};
use crate::{BALL_RADIUS, Ball, Disk, Scene, Segment, border};

/// Width and height of the table in metres.
pub const SIZE: [f64; 2] = [0.5, 1.07];

/// Gravity along a table tilted by 6.5 degrees, in the digits of the scenes' definition; m/s². (9.81 sin 6.5° is
/// 1.110523527: the definition is 1.6e-6 above it. What counts is that every engine gets the same number.)
pub const GRAVITY: f64 = 1.110_525_175_8;

/// The chords of one arc.
const CHORDS: u32 = 32;

/// Centre, radius, first and last angle in degrees: two corners at the top, two funnels above the drain.
const ARCS: [([f64; 2], f64, f64, f64); 4] = [
    ([0.12, 0.95], 0.12, 90.0, 180.0),
    ([0.38, 0.95], 0.12, 90.0, 0.0),
    ([0.16, 0.25], 0.13, 180.0, 250.0),
    ([0.34, 0.25], 0.13, 0.0, -70.0),
];

/// S1: one ball shot up from the drain.
pub fn one_ball() -> Scene {
    let ball = Ball { position: [0.25, 0.06], velocity: [0.3, 4.0], radius: BALL_RADIUS };
    Scene { balls: vec![ball], ..table() }
}

/// S2: `count` balls of speed 1 m/s scattered over the table.
pub fn many_balls(count: usize) -> Scene {
    let mut scene = table();
    let area = Area { low: [0.02, 0.02], high: [0.48, 0.93] };
    scene.balls = place(&scene, &mut Lcg::new(100 + count as u64), count, area, 1.0);
    scene
}

/// The table without balls. The order of the draws is part of the definition.
fn table() -> Scene {
    let mut draws = Lcg::new(1);
    let mut u = || draws.draw();

    let mut segments = border(0.0, 0.0, SIZE[0], SIZE[1]).to_vec();
    let mut disks = Vec::new();
    for row in 0..8 {
        for column in 0..5 {
            let x = 0.05 + 0.1 * f64::from(column) + 0.02 * (u() - 0.5);
            let y = 0.30 + 0.09 * f64::from(row) + 0.02 * (u() - 0.5);
            let radius = 0.005 + 0.010 * u();
            disks.push(Disk { centre: [x, y], radius });
        }
    }
    for (centre, radius, from, to) in ARCS {
        let vertex = |k: u32| {
            let angle = (from + (to - from) * f64::from(k) / f64::from(CHORDS)) * (PI / 180.0);
            around(centre, radius, angle)
        };
        segments.extend((0..CHORDS).map(|k| Segment { a: vertex(k), b: vertex(k + 1) }));
    }
    for row in 0..6 {
        for column in 0..4 {
            let x = 0.1 + 0.1 * f64::from(column) + 0.01 * (u() - 0.5);
            let y = 0.345 + 0.09 * f64::from(row) + 0.01 * (u() - 0.5);
            let turn = 2.0 * PI * u();
            let vertex = |k: u32| around([x, y], 0.008, turn + 2.0 * PI * f64::from(k % 3) / 3.0);
            segments.extend((0..3).map(|k| Segment { a: vertex(k), b: vertex(k + 1) }));
        }
    }
    Scene { segments, disks, ..Scene::default() }
}

/// The point at `angle` on a circle.
fn around(centre: [f64; 2], radius: f64, angle: f64) -> [f64; 2] {
    [centre[0] + radius * libm::cos(angle), centre[1] + radius * libm::sin(angle)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_204_walls_and_40_pegs() {
        let scene = one_ball();
        assert_eq!((scene.segments.len(), scene.disks.len(), scene.balls.len()), (204, 40, 1));
        assert_eq!(scene.enclosure(), Some([[0.0, 0.0], SIZE]));
    }

    #[test]
    fn gravity_is_that_of_the_tilt() {
        assert!((GRAVITY - 9.81 * libm::sin(6.5 * PI / 180.0)).abs() < 2e-6);
    }

    #[test]
    fn a_peg_and_the_last_triangle_stand_where_the_definition_puts_them() {
        let scene = one_ball();
        let mut draws = Lcg::new(1);
        let peg = scene.disks[0];
        assert!((peg.centre[0] - (0.05 + 0.02 * (draws.draw() - 0.5))).abs() < 1e-15);
        assert!((peg.centre[1] - (0.30 + 0.02 * (draws.draw() - 0.5))).abs() < 1e-15);
        assert!((peg.radius - (0.005 + 0.010 * draws.draw())).abs() < 1e-15);
        let draws_before = 40 * 3 + 23 * 3;
        let mut draws = Lcg::new(1);
        (0..draws_before).for_each(|_| _ = draws.draw());
        let centre = [0.4 + 0.01 * (draws.draw() - 0.5), 0.795 + 0.01 * (draws.draw() - 0.5)];
        let last = scene.segments[203];
        assert!((libm::hypot(last.a[0] - centre[0], last.a[1] - centre[1]) - 0.008).abs() < 1e-15);
    }

    #[test]
    fn no_ball_touches_anything_at_the_start() {
        let scene = many_balls(200);
        assert_eq!(scene.balls.len(), 200);
        for (i, ball) in scene.balls.iter().enumerate() {
            let p = ball.position;
            assert!(scene.segments.iter().all(|s| s.distance(p) >= 0.0145));
            assert!(
                scene
                    .disks
                    .iter()
                    .all(|d| { libm::hypot(p[0] - d.centre[0], p[1] - d.centre[1]) >= d.radius + 0.0145 })
            );
            assert!(
                scene.balls[..i].iter().all(|b| { libm::hypot(p[0] - b.position[0], p[1] - b.position[1]) >= 0.028 })
            );
        }
    }
}
