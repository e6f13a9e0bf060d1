//! Aiming: directions, ghost balls, and pots that are there to be made. All of it straight geometry in closed form:
//! squirt, swerve, throw, banks and combinations are left to a shot.

mod sight;

use super::ball::Ball;
use super::table::Table;
use crate::DVec2;
use core::f64::consts::{FRAC_PI_2, PI, TAU};
use sight::Sight;

/// A pot that could be played straight: no bank, no combination; throw and squirt not counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PotAim {
    /// The ball to be potted.
    pub ball: usize,
    /// The pocket.
    pub pocket: usize,
    /// Where the ball must go, m: where its centre comes over the pocket's edge when it runs in the middle of the window,
    /// or as near to that as the cue ball can send it past a rail.
    pub target: DVec2,
    /// Where the cue ball's centre must be at the hit, m.
    pub ghost: DVec2,
    /// Direction for the cue ball, rad.
    pub direction: f64,
    /// Cut angle, rad: positive when the ball is cut to the left.
    pub cut: f64,
    /// Width of the pocket as seen from the ball, rad: the margin for error. In these directions the ball
    /// runs over the edge without touching a cushion, a jaw or another ball. Zero if there are none.
    pub window: f64,
    /// Whether both ways are free, the cut is possible and the pocket open.
    pub viable: bool,
}

/// Direction from one point to another, rad from `+x` towards `+y`.
pub fn direction(from: DVec2, to: DVec2) -> f64 {
    angle_of(to - from)
}

/// Where the cue ball's centre is when it hits `object` so that this leaves towards `target` (no throw).
///
/// With `target` in the middle of the ball there is no such direction: the ball is then taken to be hit full.
pub fn ghost_ball(cue: &Ball, object: &Ball, target: DVec2) -> DVec2 {
    let (at, from) = (place(object), place(cue));
    let full = (at - from).try_normalize().unwrap_or(DVec2::Y);
    let way = (target - at).try_normalize().unwrap_or(full);
    at - way * touching(cue.spec.radius, object.spec.radius)
}

/// Direction that hits `object` with the cut angle `cut` (rad; positive: the object ball leaves to the left of the line
/// of centres seen from the cue ball). `None` if it is too thin to be hit.
///
/// In the triangle of cue ball, ghost ball and object ball the sine rule gives the angle at the cue ball,
/// `asin(reach sin(cut) / distance)`, with the distance `reach` of touching balls, by which the aim passes the centre of the object ball on the other side.
pub fn cut_direction(cue: &Ball, object: &Ball, cut: f64) -> Option<f64> {
    let way = place(object) - place(cue);
    let (distance, reach) = (way.length(), touching(cue.spec.radius, object.spec.radius));
    if !(distance > 0.0 && distance.is_finite() && cut.abs() < FRAC_PI_2) {
        return None;
    }
    // Touching balls may be said to be nearer than they can be, by rounding.
    let sine = reach.min(distance) / distance * libm::sin(cut);
    Some(wrapped(angle_of(way) - libm::asin(sine)))
}

/// Every ball into every pocket, straight: the viable ones first, the widest window first.
pub fn pots(table: &Table, balls: &[Ball], cue_ball: usize) -> Vec<PotAim> {
    let Some(cue) = balls.get(cue_ball).filter(|cue| !cue.state.phase.is_out()) else { return Vec::new() };
    let objects = balls.iter().enumerate().filter(|&(number, ball)| number != cue_ball && !ball.state.phase.is_out());
    let mut found: Vec<PotAim> = objects
        .flat_map(|(ball, object)| {
            // The cue ball is no obstacle to the ball it has struck: it is behind it.
            let way_in = Sight::new(table, balls, &[cue_ball, ball], object.spec.radius);
            let empty = Sight::new(table, &[], &[], object.spec.radius);
            let way_there = Sight::new(table, balls, &[cue_ball, ball], cue.spec.radius);
            let pockets = (0..table.pockets.len()).filter_map(move |pocket| {
                let from = place(object);
                let open = way_in.window(from, pocket);
                let (low, high) = open.or_else(|| empty.window(from, pocket)).unwrap_or_else(|| {
                    let straight = direction(from, way_in.pocket(pocket));
                    (straight, straight)
                });
                let middle = 0.5 * (low + high);
                let window = open.map_or(0.0, |(low, high)| high - low);
                let try_heading = |heading: f64| {
                    let target = from + unit(heading) * way_in.entry(from, heading, pocket)?;
                    Some(pot(cue, object, heading, &way_there, PotAim { ball, pocket, target, window, ..BLANK }))
                };
                let best = try_heading(middle)?;
                if best.viable || window == 0.0 {
                    return Some(best);
                }
                let off = |heading: &f64| wrapped(heading - middle).abs();
                let reach = touching(cue.spec.radius, object.spec.radius);
                let inside = way_there.along_rails(from, reach).filter(|heading| off(heading) <= 0.5 * window + ALIKE);
                let nearest = inside.min_by(|a, b| off(a).total_cmp(&off(b)));
                Some(nearest.and_then(try_heading).filter(|pot| pot.viable).unwrap_or(best))
            });
            pockets.collect::<Vec<_>>()
        })
        .collect();
    found.sort_by(|a, b| b.viable.cmp(&a.viable).then(b.window.total_cmp(&a.window)));
    found
}

/// Thinner cuts are not worth trying, rad: 80 degrees.
const THINNEST: f64 = 80.0 * PI / 180.0;
/// A cue ball this near to its ghost is there, m.
const THERE: f64 = 1e-9;
/// Directions that differ by less are the same, rad.
const ALIKE: f64 = 1e-9;

const BLANK: PotAim = PotAim {
    ball: 0,
    pocket: 0,
    target: DVec2::ZERO,
    ghost: DVec2::ZERO,
    direction: 0.0,
    cut: 0.0,
    window: 0.0,
    viable: false,
};

/// The cue ball's part of a pot whose object ball is to leave with `heading`.
fn pot(cue: &Ball, object: &Ball, heading: f64, way: &Sight<'_>, pot: PotAim) -> PotAim {
    let (from, ghost) = (place(cue), ghost_ball(cue, object, pot.target));
    let distance = from.distance(ghost);
    let direction = if distance > THERE { direction(from, ghost) } else { heading };
    let cut = wrapped(heading - direction);
    let free = way.free_distance(from, direction) >= distance - THERE;
    PotAim { ghost, direction, cut, viable: pot.window > 0.0 && cut.abs() <= THINNEST && free, ..pot }
}

/// Level distance of the centres of two balls that lie on the cloth and touch: the sum of the radii when they are alike,
/// else less, for the centres differ in height: `√((r + R)² - (r - R)²)`.
pub(super) fn touching(one: f64, other: f64) -> f64 {
    if one == other { one + other } else { 2.0 * (one * other).sqrt() }
}

fn place(ball: &Ball) -> DVec2 {
    ball.state.position.truncate()
}

fn angle_of(way: DVec2) -> f64 {
    libm::atan2(way.y, way.x)
}

fn unit(direction: f64) -> DVec2 {
    DVec2::new(libm::cos(direction), libm::sin(direction))
}

/// The same direction from `-π` to `π`.
fn wrapped(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}
