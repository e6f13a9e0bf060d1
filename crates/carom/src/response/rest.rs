//! Being carried: how a ball moves on one flat surface, in closed form.
//!
//! With `n` the surface's normal, `g_n` the acceleration that presses the ball on and `g_t` what is left along the
//! surface, `u = v + ω × (-r n) - w` the slip against a surface that runs with `w`, and a solid ball (I = 2/5 m r²):
//!
//! * sliding: `a = g_t - μ g_n û`, and the slip changes by `g_t - 7/2 μ g_n û`. Along a straight line (no `g_t`, or `g_t`
//!   along `u`) that is exact, and the slip ends after `|u| / (7/2 μ g_n - g_t·û)`. Otherwise the direction of the slip turns
//!   and the motion has no closed form in time: it goes in pieces, in each of which friction has one direction, that which leads
//!   to the right place at the piece's end; the speed is found beside it (`Slipping`). When the slip ends, and where, is known in closed form
//!   all the same (`Turning::fades`), so the last piece leads there.
//! * rolling: the grip takes `2/7 g_t`, so `a = 5/7 g_t`, if `2/7 |g_t| <= μ g_n`. Rolling friction takes `μ_r g_n` against
//!   the motion until the ball stops.
//! * resting: neither speed nor pull.

use crate::ball::Ball;
use crate::event::Motion;
use crate::material::Material;
use crate::tolerance::{LIFT_ACCELERATION, PIECE, SLIP_DRIFT, SLIP_LEFT, STILL_SPEED};
use glam::DVec3;

/// What ends a stretch of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The slip is over: rolling begins.
    SlipEnds,
    /// The slip has turned so far that friction points elsewhere by now.
    SlipTurns,
    /// The slip has turned, and is over: rolling begins.
    SlipFades,
    /// Rolling friction has stopped the ball.
    Stops,
    /// A piece of motion without a closed form is over.
    Piece,
}

/// How a ball moves until something else happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Carried {
    pub(crate) acceleration: DVec3,
    /// rad/s²: how the spin changes.
    pub(crate) spin_rate: DVec3,
    pub(crate) motion: Motion,
    /// Seconds until this ends by itself, and how.
    pub(crate) ends: Option<(f64, Ending)>,
}

/// How a ball slips through a piece in which its slip turns. Its path is right at the piece's end, and the speed along it a little
/// off: what comes out here is right all along.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slipping {
    /// As friction sees it.
    turning: Turning,
    normal: DVec3,
    /// m/s² and rad/s²: what pulls and twists it beside friction.
    along: DVec3,
    twist: DVec3,
    /// m/s²: how friction slows it.
    grip: f64,
    /// s: how long the piece is.
    piece: f64,
    /// The mean direction of the slip in all of it.
    mean: DVec3,
}

impl Slipping {
    /// m/s and rad/s: the velocity and spin, `time` seconds after the piece began as `ball`.
    pub(crate) fn after(&self, ball: &Ball, time: f64) -> (DVec3, DVec3) {
        let &Self { turning, normal, along, twist, grip, piece, mean } = self;
        let mean = if time == piece { mean } else { turning.means(time).of_speed };
        let spin_rate = twist + normal.cross(mean) * (2.5 * grip / ball.radius);
        (ball.velocity + (along - mean * grip) * time, ball.spin + spin_rate * time)
    }
}

/// What carries a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Support<'a> {
    pub(crate) normal: DVec3,
    pub(crate) material: &'a Material,
    /// How hard it grips; the material's own friction, or less.
    pub(crate) friction: f64,
    /// m/s: how it runs.
    pub(crate) surface_velocity: DVec3,
    /// s: by how much friction's direction is behind the slip's: half a tick where it is found at the start of each.
    pub(crate) lag: f64,
    /// Does whoever asks for the speed within a piece ask [`Slipping`]?
    pub(crate) righted: bool,
}

/// How a ball moves on a flat surface that presses back. `pull` is the acceleration by everything but the surface,
/// `twist` the angular acceleration by outside torque. A slip that turns, and that somebody puts right, is kept in `slipping`.
#[inline(always)]
pub(crate) fn carried(
    ball: &Ball,
    on: &Support<'_>,
    (pull, twist): (DVec3, DVec3),
    slipping: &mut Slipping,
) -> Carried {
    let &Support { normal, material, friction, surface_velocity, lag, righted } = on;
    let arm = -normal * ball.radius;
    let press = -pull.dot(normal);
    let flat = |w: DVec3| w - normal * w.dot(normal);
    let along = cleaned(flat(pull), press);
    let slip = flat(ball.surface_velocity(arm) - surface_velocity);
    let grip = friction * press;
    let still = ball.velocity.length() <= STILL_SPEED;

    if friction == 0.0 {
        let motion = if still && along == DVec3::ZERO { Motion::Resting } else { Motion::Sliding };
        return Carried { acceleration: along, spin_rate: twist, motion, ends: None };
    }

    // How the slip would change without grip, and with a full grip against `direction`.
    let drive = along + flat(twist.cross(arm));
    let sliding = |direction: DVec3, ends| Carried {
        acceleration: along - direction * grip,
        spin_rate: twist + normal.cross(direction) * (2.5 * grip / ball.radius),
        motion: Motion::Sliding,
        ends,
    };
    let slip_speed = slip.length();
    if slip_speed > STILL_SPEED {
        let direction = slip / slip_speed;
        let slowing = 3.5 * grip - drive.dot(direction);
        let time = if slowing > 0.0 { slip_speed / slowing } else { f64::INFINITY };
        let across = (drive - direction * drive.dot(direction)).length();
        if across > LIFT_ACCELERATION && time > PIECE {
            let turning = Turning { slip, drive, slowing: 3.5 * grip };
            if righted {
                let rest = turning.lasts();
                if across * rest * rest <= FADING * SLIP_DRIFT {
                    let (mean, of_place) = (turning.mean_to_the_end(rest), turning.fades(rest));
                    *slipping = Slipping { turning, normal, along, twist, grip, piece: rest, mean };
                    return sliding(of_place, Some((rest, Ending::SlipFades)));
                }
                // As long as the place is right and the slip keeps much of its speed.
                let piece = libm::cbrt(TURNING * SLIP_DRIFT * slip_speed / (across * grip)).min(0.5 * rest).max(PIECE);
                let turning = turning.late(direction, lag);
                let Means { of_speed, of_place } = turning.means(piece);
                *slipping = Slipping { turning, normal, along, twist, grip, piece, mean: of_speed };
                return sliding(of_place, Some((piece, Ending::SlipTurns)));
            }
            let piece = libm::cbrt(SLIP_LEFT * slip_speed / (across * grip)).min(0.5 * time).max(PIECE);
            let turning = turning.late(direction, lag);
            return sliding(turning.means(piece).of_speed, Some((piece, Ending::Piece)));
        }
        let ends = time.is_finite().then_some((time, Ending::SlipEnds));
        return sliding(direction, ends);
    }

    let held = drive * (-2.0 / 7.0);
    if held.length() > grip {
        // Too steep to roll: slip begins along the drive and keeps that direction.
        return sliding(drive.normalize(), None);
    }
    // The surface's own velocity does not change, so the spin follows the ball: dω/dt = n × a / r, turn about n aside.
    let roll = |acceleration: DVec3, motion, ends| Carried {
        acceleration,
        spin_rate: normal.cross(acceleration) / ball.radius + normal * twist.dot(normal),
        motion,
        ends,
    };
    let free = along + held;
    let brake = material.rolling_friction() * press;
    let velocity = flat(ball.velocity - surface_velocity);
    let speed = velocity.length();
    if speed <= STILL_SPEED {
        return if free.length() <= brake || free == DVec3::ZERO {
            let motion = if still { Motion::Resting } else { Motion::Rolling };
            roll(DVec3::ZERO, motion, None)
        } else {
            roll(free - free.normalize() * brake, Motion::Rolling, None)
        };
    }
    if brake == 0.0 {
        return roll(free, Motion::Rolling, None);
    }
    let direction = velocity / speed;
    let slowing = brake - free.dot(direction);
    let time = if slowing > 0.0 { speed / slowing } else { f64::INFINITY };
    let turning = (free - direction * free.dot(direction)).length() > LIFT_ACCELERATION;
    let ends = match (turning, time) {
        (true, time) if time > PIECE => Some((PIECE, Ending::Piece)),
        (_, time) if time.is_finite() => Some((time, Ending::Stops)),
        _ => None,
    };
    roll(free - direction * brake, Motion::Rolling, ends)
}

/// A slip whose direction turns: `du/dt = drive - slowing û`.
#[derive(Clone, Copy, Debug, Default)]
struct Turning {
    slip: DVec3,
    drive: DVec3,
    slowing: f64,
}

/// The mean direction of a slip that turns.
#[derive(Clone, Copy, Debug)]
struct Means {
    /// Over time: what changes the speed.
    of_speed: DVec3,
    /// Of all such means from the start on, each weighed by its time: what changes the place, as under one constant push.
    of_place: DVec3,
}

/// How far a ball is off within a piece of length `h`: less than `w f h³ / 16`, with `w` the rate at which the slip turns at its start and
/// `f` what friction slows by, if the slip lasts twice as long; less than `across h² / 35`, with `across` the drive across the slip, in
/// the piece with which it fades (for `slowing` of 1.2 times the drive and more).
const TURNING: f64 = 16.0;
const FADING: f64 = 35.0;
/// Steps of integration in the time that a slip lasts: a quarter of it takes three.
const STEPS: f64 = 12.0;
const MOST_STEPS: f64 = 6.0;

impl Turning {
    /// s: how long the slip lasts. With `φ` between slip and drive, `du/dt = d cos φ - s` and `u dφ/dt = -d sin φ`, and
    /// `(s |u| + d·u) / (s² - d²)` is found to fall by one in a second.
    fn lasts(&self) -> f64 {
        let &Self { slip, drive, slowing } = self;
        let least = slowing * slowing - drive.length_squared();
        if least > 0.0 { (slowing * slip.length() + drive.dot(slip)) / least } else { f64::INFINITY }
    }

    /// The mean direction of the slip until it ends, which is in `rest` seconds, that changes the place; see [`Means`].
    ///
    /// The way `∫u dt` to the end is of the second degree in `|u|`, `u` and `d·u`, and `-u` is how it changes: that gives its five
    /// numbers.
    fn fades(&self, rest: f64) -> DVec3 {
        let &Self { slip, drive, slowing } = self;
        let (speed, along) = (slip.length(), drive.dot(slip));
        let (square, driven) = (slowing * slowing, drive.length_squared());
        let two = 1.0 / (4.0 * square - driven);
        let five = 0.75 * two / (square - driven);
        let (one, three, four) = (2.0 * slowing * two, two + driven * five, 2.0 * slowing * five);
        let way = slip * (one * speed + two * along)
            + drive * (three * speed * speed + four * speed * along + five * along * along);
        (drive - (way - slip * rest) * (2.0 / (rest * rest))) / slowing
    }

    /// The mean direction until then, over time: all of the slip has gone.
    fn mean_to_the_end(&self, rest: f64) -> DVec3 {
        (self.drive + self.slip / rest) / self.slowing
    }

    /// The same slip, `lag` seconds ago.
    fn late(mut self, direction: DVec3, lag: f64) -> Self {
        self.slip -= (self.drive - direction * self.slowing) * lag;
        self
    }

    /// Over the next `time`, by steps of Runge and Kutta in Nyström's form. With `u` known, no integral of `û` is needed:
    /// `slowing ∫û dt = drive t - Δu`, and once more for the place. The error is of the fifth order.
    fn means(&self, time: f64) -> Means {
        let &Self { drive, slowing, .. } = self;
        let steps = (STEPS * time / self.lasts()).ceil().clamp(1.0, MOST_STEPS);
        let step = time / steps;
        let rate = |u: DVec3| drive - u.normalize_or_zero() * slowing;
        // How much the slip and its way have changed, the way beside what the slip at the start alone would make.
        let (mut change, mut way) = (DVec3::ZERO, DVec3::ZERO);
        let mut left = steps;
        while left > 0.0 {
            let slip = self.slip + change;
            let one = rate(slip);
            let two = rate(slip + one * (0.5 * step));
            let three = rate(slip + two * (0.5 * step));
            let four = rate(slip + three * step);
            way += (change + (one + two + three) * (step / 6.0)) * step;
            change += (one + (two + three) * 2.0 + four) * (step / 6.0);
            left -= 1.0;
        }
        Means { of_speed: (drive - change / time) / slowing, of_place: (drive - way * (2.0 / (time * time))) / slowing }
    }
}

/// Without the rounding of a pull that is really straight into the surface: a level floor must not let a ball creep.
fn cleaned(along: DVec3, press: f64) -> DVec3 {
    if along.length() <= 1e-14 * press.abs() { DVec3::ZERO } else { along }
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: f64 = 0.028575;
    const G: f64 = 9.81;

    fn ball(velocity: DVec3) -> Ball {
        Ball::new(DVec3::ZERO, R, 0.17).unwrap().with_velocity(velocity)
    }

    fn on_floor(ball: &Ball, material: &Material, pull: DVec3) -> Carried {
        let friction = material.friction();
        let on =
            Support { normal: DVec3::Z, material, friction, surface_velocity: DVec3::ZERO, lag: 0.0, righted: true };
        carried(ball, &on, (pull, DVec3::ZERO), &mut Slipping::default())
    }

    #[test]
    fn a_sliding_ball_rolls_at_five_sevenths() {
        let b = ball(DVec3::new(2.0, 0.0, 0.0));
        let slides = on_floor(&b, &Material::new(0.5, 0.2).unwrap(), DVec3::new(0.0, 0.0, -G));
        let Some((time, Ending::SlipEnds)) = slides.ends else { panic!("{slides:?}") };
        assert!((time - 2.0 * 2.0 / (7.0 * 0.2 * G)).abs() < 1e-15, "2 v / 7 μ g: {time}");
        let v = b.velocity + slides.acceleration * time;
        assert!((v.x - 2.0 * 5.0 / 7.0).abs() < 1e-15, "{v:?}");
        assert!((slides.spin_rate.y * time * R - v.x).abs() < 1e-14, "rolls without slip");
    }

    /// What was put right there was not a number, and the ball was lost.
    #[test]
    fn on_a_smooth_slope_nothing_is_put_right() {
        let (smooth, slope) = (Material::new(0.5, 0.0).unwrap(), DVec3::new(1.0, 0.0, -9.0));
        let slides = on_floor(&ball(DVec3::new(0.3, 0.4, 0.0)), &smooth, slope);
        assert_eq!((slides.motion, slides.ends), (Motion::Sliding, None));
    }

    /// One piece of a slip that turns ends where a thousand small ones do, and as fast.
    #[test]
    fn a_long_piece_of_a_slip_ends_as_many_short_ones() {
        let turning = Turning { slip: DVec3::new(0.6, 1.5, 0.0), drive: DVec3::new(0.0, 1.0, 0.0), slowing: 2.5 };
        let (time, count) = (0.02, 1000);
        let step = time / f64::from(count);
        let (mut slip, mut speed, mut place) = (turning.slip, DVec3::ZERO, DVec3::ZERO);
        for _ in 0..count {
            let small = Turning { slip, ..turning }.means(step);
            place += speed * step + small.of_place * (0.5 * step * step);
            speed += small.of_speed * step;
            slip += (turning.drive - small.of_speed * turning.slowing) * step;
        }
        let long = turning.means(time);
        assert!((long.of_speed * time - speed).length() < 1e-10, "{}", long.of_speed * time - speed);
        let off = long.of_place * (0.5 * time * time) - place;
        assert!(off.length() < 1e-10, "{off}");
    }

    /// When a slip that turns is over, and how far the ball has come by then, against steps that become smaller with what is left.
    #[test]
    fn a_slip_that_turns_ends_when_and_where_it_is_said_to() {
        for (drive, slowing) in [(1.0, 2.5), (0.7, 9.0), (2.0, 2.5)] {
            for angle in [0.1, 0.7, 1.6, 2.4, 3.0] {
                let slip = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * 0.3;
                let turning = Turning { slip, drive: DVec3::X * drive, slowing };
                let rest = turning.lasts();
                let (mut now, mut after, mut way) = (turning, 0.0, DVec3::ZERO);
                for _ in 0..12_000 {
                    let step = 0.003 * now.lasts();
                    let Means { of_speed, of_place } = now.means(step);
                    let rate = |mean: DVec3| now.drive - mean * slowing;
                    way += (now.slip + rate(of_place) * (0.5 * step)) * step;
                    (now.slip, after) = (now.slip + rate(of_speed) * step, after + step);
                }
                assert!((after - rest).abs() < 1e-9, "{drive} {slowing} {angle}: {after} s, said {rest}");
                let rate = turning.drive - turning.fades(rest) * slowing;
                let said = (slip + rate * (0.5 * rest)) * rest;
                assert!((way - said).length() < 1e-9, "{drive} {slowing} {angle}: {way}, said {said}");
            }
        }
    }

    /// Within a piece a ball is off by less than is allowed.
    #[test]
    fn a_ball_that_slips_is_never_off_by_more_than_is_said() {
        let mut worst: f64 = 0.0;
        for (friction, angle, speed) in (0..600).map(|k| {
            let k = f64::from(k);
            (0.06 + 0.002 * (k % 97.0), 0.05 + 0.005 * k, 0.004 * libm::pow(1.012, k % 500.0))
        }) {
            let slip = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * speed;
            let (slope, material) = (DVec3::new(1.0, 0.0, -9.0), Material::new(0.5, friction).unwrap());
            let moves = on_floor(&ball(slip), &material, slope);
            let Some((piece, ending @ (Ending::SlipTurns | Ending::SlipFades))) = moves.ends else { continue };
            let turning = Turning { slip, drive: DVec3::X, slowing: 3.5 * 9.0 * friction };
            for part in 1..=40 {
                let time = piece * f64::from(part) / 40.0;
                // Many short steps, for which the way of the slip tells that of friction.
                let (mut now, mut way, step) = (turning, DVec3::ZERO, time / 200.0);
                for _ in 0..200 {
                    let Means { of_speed, of_place } = now.means(step);
                    let rate = |mean: DVec3| now.drive - mean * now.slowing;
                    way += (now.slip + rate(of_place) * (0.5 * step)) * step;
                    now.slip += rate(of_speed) * step;
                }
                let rubbed = ((way - slip * time) - DVec3::X * (0.5 * time * time)) / 3.5;
                let said = (moves.acceleration - DVec3::X) * (0.5 * time * time);
                let off = (rubbed - said).length();
                worst = worst.max(off);
                let most = if part == 40 { 0.02 * SLIP_DRIFT } else { SLIP_DRIFT };
                assert!(off <= most, "{ending:?}, {friction} {angle} {speed}: off by {off} m at part {part}");
            }
        }
        assert!(worst > 0.3 * SLIP_DRIFT, "the bound is not idle: {worst}");
    }

    #[test]
    fn a_ball_rolls_down_at_five_sevenths_of_the_pull() {
        let slope = DVec3::new(1.0, 0.0, -9.0);
        let rolls = on_floor(&ball(DVec3::ZERO), &Material::new(0.5, 0.2).unwrap(), slope);
        assert!((rolls.acceleration.x - 5.0 / 7.0).abs() < 1e-15 && rolls.motion == Motion::Rolling, "{rolls:?}");
        // Too smooth: it slides, with the friction it has.
        let slides = on_floor(&ball(DVec3::ZERO), &Material::new(0.5, 0.01).unwrap(), slope);
        assert!((slides.acceleration.x - (1.0 - 0.09)).abs() < 1e-15 && slides.motion == Motion::Sliding, "{slides:?}");
    }

    #[test]
    fn rolling_friction_stops_the_ball_and_holds_it_on_a_gentle_slope() {
        let cloth = Material::new(0.5, 0.2).unwrap().with_rolling_friction(0.01).unwrap();
        let mut b = ball(DVec3::new(1.0, 0.0, 0.0));
        b.spin = DVec3::Y * (1.0 / R);
        let rolls = on_floor(&b, &cloth, DVec3::new(0.0, 0.0, -G));
        let Some((time, Ending::Stops)) = rolls.ends else { panic!("{rolls:?}") };
        assert!((time - 1.0 / (0.01 * G)).abs() < 1e-12, "v / μ_r g: {time}");
        let held = on_floor(&ball(DVec3::ZERO), &cloth, DVec3::new(0.05, 0.0, -G));
        assert_eq!((held.motion, held.acceleration), (Motion::Resting, DVec3::ZERO));
    }
}
