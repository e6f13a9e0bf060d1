//! Exact answers: where a ball is and how it moves after a given time, for the scenes that have a closed form.
//!
//! Every answer starts from the `f64` numbers of the scene, exactly as an engine is given them, and is worked out in
//! [`Double`]. Long runs are folded back to one period by a modulo in those digits, never by adding up steps.

use crate::double::Double;
use crate::{Ball, Segment};

/// Where a ball is and how it moves; metres and metres per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    pub position: [f64; 2],
    pub velocity: [f64; 2],
}

/// One axis of a motion.
#[derive(Clone, Copy, Debug)]
struct Axis {
    place: Double,
    speed: Double,
}

fn state(x: Axis, y: Axis) -> State {
    State { position: [x.place.to_f64(), y.place.to_f64()], velocity: [x.speed.to_f64(), y.speed.to_f64()] }
}

fn double(value: f64) -> Double {
    Double::from(value)
}

/// Elastic reflection off an upright wall whose near face is at `face`, without gravity, `time` seconds after the
/// start; the ball must come from the left and reach the wall before `time`.
pub fn off_wall(ball: &Ball, face: Double, time: f64) -> State {
    let [x, y] = ball.position.map(double);
    let [vx, vy] = ball.velocity.map(double);
    let (turn, time) = (face - double(ball.radius), double(time));
    // Mirrored at the plane in which the centre turns round.
    let mirrored = turn + turn - (x + vx * time);
    state(Axis { place: mirrored, speed: -vx }, Axis { place: y + vy * time, speed: vy })
}

/// Elastic reflection of a ball that flies along +x off a disk, without gravity.
pub fn off_post(ball: &Ball, centre: [f64; 2], radius: f64, time: f64) -> State {
    let [x, y] = ball.position.map(double);
    let speed = double(ball.velocity[0]);
    let touch = double(ball.radius) + double(radius);
    let miss = y - double(centre[1]);
    let half_chord = (touch * touch - miss * miss).sqrt();
    let hit = double(centre[0]) - half_chord;
    let after = double(time) - (hit - x) / speed;
    // The normal at the moment of touch, and v - 2 (v.n) n.
    let (nx, ny) = (-half_chord / touch, miss / touch);
    let twice = (speed + speed) * nx;
    let (vx, vy) = (speed - twice * nx, -(twice * ny));
    state(Axis { place: hit + vx * after, speed: vx }, Axis { place: y + vy * after, speed: vy })
}

/// A ball that bounces for ever on a floor at y = 0 under `gravity` downwards, and does not move sideways.
pub fn bounce(ball: &Ball, gravity: f64, time: f64) -> State {
    let still = Axis { place: double(ball.position[0]), speed: Double::ZERO };
    state(still, bouncing(ball, gravity, time))
}

/// The same between two upright walls at x = 0 and x = `width`.
pub fn bounce_between_walls(ball: &Ball, width: f64, gravity: f64, time: f64) -> State {
    let radius = double(ball.radius);
    let room = double(width) - radius - radius;
    let speed = double(ball.velocity[0]);
    // Unfolded at the walls the centre runs straight on; fold it back.
    let run = (double(ball.position[0]) - radius + speed * double(time)).modulo(room + room);
    let x = if run <= room {
        Axis { place: radius + run, speed }
    } else {
        Axis { place: radius + room + room - run, speed: -speed }
    };
    state(x, bouncing(ball, gravity, time))
}

fn bouncing(ball: &Ball, gravity: f64, time: f64) -> Axis {
    let (g, radius, v0) = (double(gravity), double(ball.radius), double(ball.velocity[1]));
    let height = double(ball.position[1]) - radius;
    // Speed at the floor, and the time since it was last (or would have been) left there.
    let take_off = (v0 * v0 + (g + g) * height).sqrt();
    let period = (take_off + take_off) / g;
    let since = ((take_off - v0) / g + double(time)).modulo(period);
    let fall = g * since;
    Axis { place: radius + since * (take_off - fall * double(0.5)), speed: take_off - fall }
}

/// A ball inside a circle of `radius` around the origin, without gravity, that starts on the x axis at right angles
/// to it: its path is a fan of equal chords.
pub fn in_circle(ball: &Ball, radius: f64, time: f64) -> State {
    let room = double(radius) - double(ball.radius);
    // The nearest the path comes to the middle is where it starts.
    let nearest = double(ball.position[0]);
    let speed = double(ball.velocity[1]);
    let half_chord = (room * room - nearest * nearest).sqrt();
    let chord = half_chord + half_chord;
    let run = speed * double(time) + half_chord;
    let bounces = (run / chord).floor();
    let along = run - bounces * chord - half_chord;
    // Each bounce turns the picture by twice the angle whose cosine is nearest / room. Powers of that rotation, by
    // squaring: no angle is ever written down, so none is rounded.
    let half_turn = [nearest / room, half_chord / room];
    let turn = power(multiply(half_turn, half_turn), bounces.to_f64() as u64);
    let place = multiply(turn, [nearest, along]);
    let velocity = multiply(turn, [Double::ZERO, speed]);
    state(Axis { place: place[0], speed: velocity[0] }, Axis { place: place[1], speed: velocity[1] })
}

fn multiply(a: [Double; 2], b: [Double; 2]) -> [Double; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

fn power(mut base: [Double; 2], mut exponent: u64) -> [Double; 2] {
    let mut result = [double(1.0), Double::ZERO];
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    result
}

/// A ball inside a convex polygon whose sides run counter-clockwise, without gravity, and the number of bounces.
///
/// No closed form: the bounces are taken one by one, each against all sides, in [`Double`]. In a convex polygon the
/// centre is free within the sides moved inwards by the radius, so corners need no thought.
pub fn in_polygon(ball: &Ball, sides: &[Segment], time: f64) -> (State, u32) {
    // Inward normal and the distance of the (moved) side from the origin along it.
    let planes: Vec<([Double; 2], Double)> = sides
        .iter()
        .map(|side| {
            let along = [0, 1].map(|axis| double(side.b[axis]) - double(side.a[axis]));
            let length = dot(along, along).sqrt();
            let normal = [-along[1] / length, along[0] / length];
            (normal, dot(normal, side.a.map(double)) + double(ball.radius))
        })
        .collect();

    let (mut place, mut speed) = (ball.position.map(double), ball.velocity.map(double));
    let (mut left, mut bounces) = (double(time), 0);
    loop {
        let next = planes
            .iter()
            .filter_map(|(normal, offset)| {
                // Only sides that the ball comes nearer to; the one just left is not among them.
                let closing = -dot(*normal, speed);
                (closing > Double::ZERO).then(|| ((dot(*normal, place) - *offset) / closing, *normal))
            })
            .min_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(core::cmp::Ordering::Equal));
        let (step, normal) = match next {
            Some((after, normal)) if after < left => (after, Some(normal)),
            _ => (left, None),
        };
        place = [0, 1].map(|axis| place[axis] + speed[axis] * step);
        left = left - step;
        let Some(normal) = normal else { break };
        let twice = dot(normal, speed) * double(2.0);
        speed = [0, 1].map(|axis| speed[axis] - twice * normal[axis]);
        bounces += 1;
    }
    let [x, y] = [0, 1].map(|axis| Axis { place: place[axis], speed: speed[axis] });
    (state(x, y), bounces)
}

fn dot(a: [Double; 2], b: [Double; 2]) -> Double {
    a[0] * b[0] + a[1] * b[1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::long;

    fn ball(position: [f64; 2], velocity: [f64; 2], radius: f64) -> Ball {
        Ball { position, velocity, radius }
    }

    #[test]
    fn a_wall_turns_the_ball_back() {
        let found = off_wall(&ball([0.0, 0.0], [2.0, 1.0], 0.5), Double::from(1.5), 1.0);
        assert_eq!(found, State { position: [0.0, 1.0], velocity: [-2.0, 1.0] });
    }

    #[test]
    fn a_post_hit_at_45_degrees_turns_the_ball_upwards() {
        let touch = 2.0;
        let miss = libm::sqrt(0.5) * touch;
        let found = off_post(&ball([0.0, miss], [1.0, 0.0], 1.0), [5.0, 0.0], 1.0, 10.0);
        assert!((found.velocity[0]).abs() < 1e-15 && (found.velocity[1] - 1.0).abs() < 1e-15, "{found:?}");
        assert!((found.position[0] - (5.0 - miss)).abs() < 1e-14);
        assert!((found.position[1] - (miss + 10.0 - (5.0 - miss))).abs() < 1e-14);
    }

    #[test]
    fn a_bounce_repeats_after_its_period() {
        // Dropped from 2 m at 4 m/s^2: one second down, one second up.
        let start = ball([0.0, 2.5], [0.0, 0.0], 0.5);
        for (time, height, rise) in [(0.5, 2.0, -2.0), (1.5, 2.0, 2.0), (2_000_000.5, 2.0, -2.0)] {
            let found = bounce(&start, 4.0, time);
            assert_eq!(found, State { position: [0.0, height], velocity: [0.0, rise] }, "after {time} s");
        }
    }

    #[test]
    fn walls_fold_the_path() {
        let found = bounce_between_walls(&ball([1.0, 2.0], [1.0, 0.0], 1.0), 4.0, 2.0, 3.0);
        assert_eq!(found.position[0], 2.0);
        assert_eq!(found.velocity[0], -1.0);
    }

    #[test]
    fn the_polygon_of_many_sides_is_nearly_the_circle_for_a_while() {
        let scene = long::stadium(1024);
        let circle = in_circle(&scene.balls[0], long::CIRCLE_RADIUS, 0.3);
        let (polygon, bounces) = in_polygon(&scene.balls[0], &scene.segments, 0.3);
        assert_eq!(bounces, 1);
        for axis in [0, 1] {
            assert!((circle.position[axis] - polygon.position[axis]).abs() < 1e-2, "{circle:?} {polygon:?}");
        }
    }

    #[test]
    fn the_circle_keeps_its_speed_and_angular_momentum() {
        let scene = long::stadium(64);
        let found = in_circle(&scene.balls[0], long::CIRCLE_RADIUS, 60.0);
        let ([x, y], [vx, vy]) = (found.position, found.velocity);
        assert!((libm::hypot(vx, vy) - 2.0).abs() < 1e-15);
        assert!((x * vy - y * vx - 0.6).abs() < 1e-15);
    }
}
