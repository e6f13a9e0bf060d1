//! Where balls went: the exact parabolas of a shot, in the balls' colours.

use super::course::{Course, Whereabouts, place};
use super::look::Look;
use super::view::View;
use crate::colour::{Colour, palette};
use crate::form::{circle, polygon};
use crate::pen::Pen;
use crate::scene::{Form, Layer, Line};
use carom::billiards::{Ball, Leg, Phase, What};
use carom::{DVec2, DVec3};

/// m: legs shorter than this have no arrow.
const ARROW_FROM: f64 = 0.2;
/// Most ghost balls, the earliest: the picture of a break is not to be covered by them.
const MOST_GHOSTS: usize = 12;

/// How much of a line's width each kind of motion has.
pub(crate) fn weight(phase: Phase) -> f64 {
    if phase == Phase::Rolling { 0.62 } else { 1.0 }
}

/// The line of a stretch of motion: broad where the ball slides, thin where it rolls, dashed where it flies.
pub(crate) fn line(phase: Phase, colour: Colour, width: f64) -> Line {
    let line = Line::new(colour, width * weight(phase));
    if phase == Phase::Airborne { line.dashed(3.0 * width) } else { line }
}

/// Puts down the trail of a ball: `faint` from 0 to 1, thin where there are many. Its colours are opaque, so that pieces
/// show no beads where they meet.
pub(crate) fn draw(course: &Course, ball: usize, colour: Colour, faint: f64, view: View, pen: &mut Pen) {
    let width = (2.0 + 1.6 * faint) * pen.hair;
    for (phase, form) in runs(course, ball, view) {
        let halo = Line::new(palette::SHADE.opaque(0.22 + 0.16 * faint), width * (weight(phase) + 0.7));
        pen.line(Layer::Ball, -3.0, form.clone(), halo.cut());
        pen.line(Layer::Ball, -2.0, form, line(phase, colour, width));
    }
    for (leg, end) in course.moving(ball) {
        let way = (place(leg, end) - leg.state.position).truncate().length();
        if way > ARROW_FROM && leg.state.phase != Phase::Airborne {
            arrow(leg, end, colour, 2.1 * width, view, pen);
        }
    }
}

/// Legs of one kind that follow each other, as one curve.
fn runs(course: &Course, ball: usize, view: View) -> Vec<(Phase, Form)> {
    let mut runs: Vec<(Phase, Form)> = Vec::new();
    let mut last: Option<(Phase, DVec3)> = None;
    for (leg, end) in course.moving(ball) {
        let (from, to) = (leg.state.position, place(leg, end));
        if !from.is_finite() || !to.is_finite() {
            last = None;
            continue;
        }
        let phase = leg.state.phase;
        let piece = [tangents_meet(leg, end), to.truncate()].map(|p| view.place(p));
        let joined = last.is_some_and(|(before, at)| before == phase && (at - from).length() < 1e-3);
        match runs.last_mut().filter(|_| joined) {
            Some((_, Form::Curve { pieces, .. })) => pieces.push(piece),
            _ => runs.push((phase, Form::Curve { start: view.place(from.truncate()), pieces: vec![piece] })),
        }
        last = Some((phase, to));
    }
    runs
}

/// The tangents at both ends of `p + v t + a t²/2` from 0 to T meet at `p + v T/2`: the control point of its Bézier curve.
fn tangents_meet(leg: &Leg, end: f64) -> DVec2 {
    (leg.state.position + leg.state.velocity * (0.5 * (end - leg.start))).truncate()
}

/// An arrow's head in the middle of a leg's way.
fn arrow(leg: &Leg, end: f64, colour: Colour, size: f64, view: View, pen: &mut Pen) {
    // A slowing ball is at the middle of its way before the middle of its time.
    let whole = (place(leg, end) - leg.state.position).length();
    let half = (1..=32).map(|k| leg.start + (end - leg.start) * f64::from(k) / 32.0);
    let middle = half.into_iter().find(|&t| (place(leg, t) - leg.state.position).length() >= 0.5 * whole);
    let Some(time) = middle else { return };
    let at = view.place(place(leg, time).truncate());
    let way = leg.state.velocity + leg.acceleration * (time - leg.start);
    let way = view.place(way.truncate()).normalize_or_zero();
    let side = way.perp() * (0.62 * size);
    let head = polygon([
        at + way * size,
        at - way * (0.6 * size) + side,
        at - way * (0.25 * size),
        at - way * (0.6 * size) - side,
    ]);
    pen.both(Layer::Ball, -1.5, head, colour.opaque(1.0), Line::new(palette::SHADE.opaque(0.5), 0.3 * pen.hair));
}

/// Where a ball lay at the start, as an outline.
pub(crate) fn start(ball: &Ball, look: Look, view: View, pen: &mut Pen) {
    let at = view.place(ball.state.position.truncate());
    let ring = circle(at, 0.95 * ball.spec.radius);
    let line = Line::new(look.trail().opaque(0.85), 0.1 * ball.spec.radius);
    pen.both(Layer::Ball, -1.0, ring, palette::SHADE.opaque(0.16), line.dashed(0.22 * ball.spec.radius));
}

/// Where the cue ball was at each of its hits on other balls.
pub(crate) fn ghosts(course: &Course, balls: &[Ball], cue: usize, view: View, pen: &mut Pen) {
    let Some(radius) = balls.get(cue).map(|ball| ball.spec.radius) else { return };
    let mut known: Vec<DVec3> = Vec::new();
    for event in course.events() {
        let hit = matches!(event.what, What::Balls { balls: [a, b] } if a == cue || b == cue);
        let Some(Whereabouts::Seen(at, _)) = course.whereabouts(cue, event.time).filter(|_| hit) else { continue };
        // Balls that lie together are hit many times at one place.
        if known.iter().all(|other| (*other - at).length() > 0.5 * radius) && known.len() < MOST_GHOSTS {
            known.push(at);
            let ring = circle(view.place(at.truncate()), radius);
            let line = Line::new(Colour::hex(0xffffff).opaque(0.8), 0.07 * radius);
            pen.both(Layer::Ball, -1.2, ring, Colour::hex(0xffffff).opaque(0.16), line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::billiards::BallState;

    /// The Bézier curve of a leg goes through the place of the ball at every moment, not only at its ends.
    #[test]
    fn a_trail_is_the_very_parabola_of_the_ball() {
        let state = BallState {
            phase: Phase::Sliding,
            position: DVec3::new(0.3, 0.4, 0.03),
            velocity: DVec3::new(1.0, 2.0, 0.0),
            spin: DVec3::ZERO,
        };
        let acceleration = DVec3::new(-1.5, 0.7, 0.0);
        let leg = Leg { ball: 0, start: 0.5, end: 1.3, state, acceleration, spin_rate: DVec3::ZERO };
        let view = View { portrait: true };
        let course = Course::new([leg], vec![], 2.0);
        let [(Phase::Sliding, Form::Curve { start, pieces })] = &runs(&course, 0, view)[..] else { panic!("one run") };
        let [[by, to]] = pieces[..] else { panic!("one piece") };
        for part in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let on_curve = start.lerp(by, part).lerp(by.lerp(to, part), part);
            let ball = view.place(place(&leg, 0.5 + 0.8 * part).truncate());
            assert!((on_curve - ball).length() < 1e-12, "{on_curve} {ball}");
        }
    }
}
