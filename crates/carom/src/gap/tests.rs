//! The quick answers against the careful ones, on every kind of gap and every kind of way: wide of it, grazing, touching,
//! leaving, pressed on, within.

use super::*;
use crate::math::rng::Stream;

fn direction(dice: &mut Stream, flat: bool) -> DVec3 {
    loop {
        let z = if flat { 0.0 } else { dice.between(-1.0, 1.0) };
        let v = DVec3::new(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), z);
        if v.length() > 0.1 && v.length() < 1.0 {
            return v.normalize();
        }
    }
}

/// One of several, by chance.
fn one_of<T: Copy, const N: usize>(dice: &mut Stream, of: [T; N]) -> T {
    of[(dice.bits() % N as u64) as usize]
}

/// A path that is interesting for a surface at `distance` from `centre`, seen across `axis`.
fn way(dice: &mut Stream, round: &Round, distance: f64, flat: bool) -> Path {
    let out = direction(dice, flat);
    let along = direction(dice, flat);
    let side = (along - out * along.dot(out)).normalize();
    let speed = one_of(dice, [1e-3, 0.3, 2.0, 30.0]) * dice.between(0.1, 1.0);
    let faint = one_of(dice, [0.0, 1e-17, -1e-17, 1e-13, -1e-13, 1e-9, -1e-9, 1e-4, -1e-4]);
    let pull = one_of(dice, [0.0, 0.0, 1.0, 10.0]) * dice.between(0.1, 1.0);
    let anywhere = direction(dice, flat);
    let pulls = one_of(dice, [anywhere, out, -out, side]);
    let a = pulls * pull;
    // Touching, nearly so, or some way off; moving along the surface, or nearly so, or anywhere.
    let gap = one_of(dice, [0.0, 1e-17, -1e-17, 1e-12, -1e-12, 1e-8, -1e-8, 1e-3, -1e-3, 0.05, 0.3, -0.01]);
    let at = |out: DVec3, off: f64| round.centre + out * (distance + off);
    let kind = dice.bits() % 4;
    match kind {
        // From there.
        0 => Path { p: at(out, gap), v: (side + out * faint) * speed, a },
        1 => Path { p: at(out, gap), v: along * speed, a },
        // A graze some time later.
        2 => {
            let later = dice.between(0.0, 0.5);
            let (p, v) = (at(out, gap * 0.01), (side + out * faint) * speed);
            Path { p: p - v * later + a * (0.5 * later * later), v: v - a * later, a }
        }
        // Anywhere, anyhow.
        _ => Path { p: round.centre + along * dice.between(0.0, 0.5), v: direction(dice, flat) * speed, a },
    }
}

fn round(dice: &mut Stream) -> Round {
    let far = one_of(dice, [0.0, 1.0, 20.0]);
    let centre = direction(dice, false) * far;
    let radius = one_of(dice, [0.0, 0.005, 0.02, 0.3]);
    let end = centre + direction(dice, false) * one_of(dice, [0.01, 0.3]);
    let axis = one_of(dice, [Axis::Point, Axis::Upright, Axis::Upright, Axis::LineTo(end, (end - centre).normalize())]);
    let upright = matches!(axis, Axis::Upright);
    Round { centre, axis, radius, hollow: upright && dice.bits().is_multiple_of(2), thin: upright && radius > 0.0 }
}

#[test]
fn quick_answers_about_round_gaps_are_the_careful_ones() {
    let mut dice = Stream::new(2, "round gaps");
    let (mut met, mut missed, mut quick, mut worst) = (0, 0, 0, 0.0_f64);
    for case in 0..400_000_u32 {
        let round = round(&mut dice);
        let radius = one_of(&mut dice, [0.0135, 0.027]);
        if round.hollow && radius >= round.radius {
            continue;
        }
        let reach = if round.hollow { round.radius - radius } else { round.radius + radius };
        let path = way(&mut dice, &round, reach, case % 3 == 0);
        let from = one_of(&mut dice, [0.0, 0.0, 0.01, 0.2]);
        let window = Window { from, to: from + one_of(&mut dice, [1e-3, 0.05, 0.5]) };
        // Of a line only the piece up to its end is ever taken.
        let is_beside = |p: DVec3| match round.axis {
            Axis::LineTo(end, along) => along.dot(p - round.centre) >= 0.0 && along.dot(end - p) >= 0.0,
            _ => true,
        };
        let takes = |c: Candidate| {
            (case % 5 > 0 || c.centre.z < round.centre.z || c.centre.x < round.centre.x) && is_beside(c.centre)
        };
        let found = round.meets(&path, radius, window, takes);
        let sure = round.meets_carefully(&path, radius, window, takes);
        match (found, sure) {
            (Some(found), Some(sure)) => {
                met += 1;
                let scale = Scale::new(path.p - round.centre, &path, window, round.radius + radius);
                let off = (found.time - sure.time).abs() / (scale.size / scale.speed);
                let turned = (found.normal - sure.normal).length() * reach / scale.size;
                assert!(
                    off < 1e-12 && turned < 1e-12,
                    "case {case}: off by {off:e}, {turned:e}\n{round:?}\n{path:?}\n{window:?}\n{found:?} {sure:?}"
                );
                worst = worst.max(off).max(turned);
                quick += u32::from(found != sure);
            }
            (None, None) => missed += 1,
            (found, sure) => panic!("case {case}: {found:?} for {sure:?}\n{round:?}\n{path:?}\n{radius} {window:?}"),
        }
    }
    println!("{met} met, {missed} missed, {quick} other bits, worst {worst:e}");
    assert!(met > 40_000 && missed > 100_000, "{met} met, {missed} missed");
}

#[test]
fn quick_answers_about_planes_are_the_careful_ones() {
    let mut dice = Stream::new(3, "planes");
    let (mut met, mut missed) = (0, 0);
    for case in 0..400_000_u32 {
        let mut other = round(&mut dice);
        let flat = case % 3 == 0;
        let radius = one_of(&mut dice, [0.0135, 0.027]);
        let mut path = way(&mut dice, &other, radius, flat);
        // A plane across a direction in which the way is interesting.
        let normal = one_of(&mut dice, [(path.p - other.centre).normalize(), DVec3::Z, DVec3::X]);
        if !normal.is_finite() {
            continue;
        }
        if dice.bits().is_multiple_of(4) {
            // Along it, exactly or nearly so.
            (path.v, path.a) = (path.v - normal * path.v.dot(normal), path.a - normal * path.a.dot(normal));
        }
        other.centre = one_of(&mut dice, [other.centre, DVec3::ZERO]);
        let (origin, thin) = (other.centre, !case.is_multiple_of(4));
        let sheet = Sheet { origin, normal, facing: Facing::Stored, flipped: false, thin };
        let from = one_of(&mut dice, [0.0, 0.0, 0.01, 0.2]);
        let window = Window { from, to: from + one_of(&mut dice, [1e-3, 0.05, 0.5]) };
        let takes = |p: DVec3| case % 5 > 0 || p.x < origin.x;
        let level = Level { origin, normal, thin };
        let front = sheet.meets_carefully(&path, radius, window, takes, |_| true);
        let scale = Scale::new(path.p - origin, &path, window, radius);
        let same = |found: Option<Meeting>, sure: Option<Meeting>| match (found, sure) {
            (Some(found), Some(sure)) => {
                let off = (found.time - sure.time).abs() / (scale.size / scale.speed);
                assert!(off < 2e-13 || found == sure, "case {case}: off by {off:e}: {sheet:?} {path:?} {window:?}");
                assert_eq!(found.normal, sure.normal, "case {case}");
            }
            (found, sure) => assert_eq!(found, sure, "case {case}: {sheet:?} {path:?} {window:?}"),
        };
        same(sheet.meets(&path, radius, window, takes), front);
        if let Ok(found) = level.meets(Sides::Both, &path, radius, window, takes) {
            let window = Window { to: front.map_or(window.to, |meeting| meeting.time), ..window };
            let sure = sheet.flipped().meets_carefully(&path, radius, window, takes, |_| true).or(front);
            same(found, sure);
            met += u32::from(sure.is_some());
            missed += u32::from(sure.is_none());
        }
    }
    assert!(met > 10_000 && missed > 100_000, "{met} met, {missed} missed");
}

/// A ball that rolls under a line as high as itself touches that line in passing, to the last digit, and the edge on it is seldom
/// there. Such are left out without the many digits: they must be those that the many digits leave out, too.
#[test]
fn what_is_not_beside_a_piece_of_a_line_is_left_out_rightly() {
    let mut dice = Stream::new(1, "beside");
    let radius = 0.0135;
    let (mut touching, mut left_out, mut met) = (0, 0, 0);
    for _ in 0..20_000 {
        let centre = direction(&mut dice, true).with_z(2.0 * radius);
        let end = centre + direction(&mut dice, true) * one_of(&mut dice, [5e-4, 0.02, 0.3]);
        let along = (end - centre).normalize();
        let edge = Round { centre, axis: Axis::LineTo(end, along), radius: 0.0, hollow: false, thin: false };
        // Through a place near the edge, before or beside or behind it, at the height of a ball on the floor or a little above.
        let high = one_of(&mut dice, [0.0, 0.0, 0.0, 1e-17, 1e-12, 1e-4]);
        let through = centre.with_z(radius + high) + along * dice.between(-0.1, 0.4);
        let (speed, later) = (dice.between(0.05, 2.0), dice.between(0.0, 0.3));
        let (v, a) = (direction(&mut dice, true) * speed, direction(&mut dice, true) * dice.between(0.0, 1.0));
        let path = Path { p: through - v * later + a * (0.5 * later * later), v: v - a * later, a };
        let window = Window { from: one_of(&mut dice, [0.0, 0.01]), to: one_of(&mut dice, [0.5, 0.3]) };
        let faces = |at: Candidate| along.dot(at.centre - centre) >= 0.0 && along.dot(end - at.centre) >= 0.0;
        let scale = Scale::new(path.p - edge.centre, &path, window, radius);
        let whole = edge.meets_to_the_last_digit(&path, radius, window, &scale, edge.trust(&scale), faces);
        let found = edge.meets_carefully(&path, radius, window, faces);
        assert_eq!(found.is_some(), whole.is_some(), "{edge:?}, {path:?}, {window:?}");
        touching += u32::from(high == 0.0);
        left_out += u32::from(edge.beside(&path, window).is_none_or(|beside| beside.to - beside.from < 0.2));
        met += u32::from(found.is_some());
    }
    assert!(touching > 8_000 && left_out > 4_000 && met > 100, "{touching}, {left_out}, {met}");
}

/// A window that ends before it begins, by a rounding or by more, holds nothing and is no panic (`carom check --campaign` found one:
/// what a ball foresaw of another that had looked a moment before).
#[test]
fn a_window_that_ends_before_it_begins_holds_nothing() {
    let mut dice = Stream::new(5, "windows");
    for _ in 0..20_000 {
        let ground = Level { origin: DVec3::ZERO, normal: DVec3::Z, thin: dice.bits().is_multiple_of(2) };
        let ball = Round { centre: DVec3::ZERO, axis: Axis::Point, radius: 0.0135, hollow: false, thin: false };
        let path = way(&mut dice, &ball, 0.027, false);
        let to = one_of(&mut dice, [-1e-17, -1e-9, -1.0, 0.0]);
        let window = Window { from: one_of(&mut dice, [0.0, 1e-17, 0.5]), to };
        if window.from == window.to {
            continue;
        }
        let found = ground.meets(Sides::Both, &path, 0.0135, window, |_| true);
        assert!(!matches!(found, Ok(Some(_))), "{path:?}, {window:?}: {found:?}");
        assert_eq!(ball.meets(&path, 0.0135, window, |_| true), None, "{path:?}, {window:?}");
    }
}
