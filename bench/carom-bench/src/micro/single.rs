//! One ball, one thing.

use core::f64::consts::TAU;

use carom::impact::{self, Meeting, Window};
use carom::shape::{Facet, Post, Segment, Shape, Triangle, Wall};
use carom::{DVec2, DVec3, Path};
use scenes::BALL_RADIUS;
use scenes::lcg::Lcg;

use super::{CASES, Line, ROUNDS, best, by_hand};
use crate::Fault;

const WINDOW: Window = Window { from: 0.0, to: 1.0 };
/// m/s²: what bends the paths that are bent.
const PULL: f64 = 9.81;

pub(super) fn all() -> Result<Vec<Line>, Fault> {
    let mut lines = Vec::new();
    for (bend, pull) in [("straight", 0.0), ("parabola", PULL)] {
        let name = |what: &str| format!("{what}, {bend}");
        let recorded = |text: &'static str| if pull == 0.0 { text } else { "-" };
        lines.push(line(name("ball - wall (face only)"), "-", pull, false, |draws| Ok([wall(draws)?.into()]))?);
        let elsewhere = recorded("14.5 by hand, 1017 parry");
        let asks = |segment: &Segment, path: &Path| segment.meets(path, BALL_RADIUS, WINDOW);
        let make = |draws: &mut Lcg| Ok(Segment::of(wall(draws)?));
        let ends = |segment: &Segment| [segment.wall().a(), segment.wall().b()];
        let hand = |ends: &[DVec2; 2], path: &Path| by_hand::segment(*ends, path, BALL_RADIUS);
        let what = name("ball - segment (wall and two corners)");
        lines.push(whole(what, elsewhere, pull, false, (make, asks), (ends, hand))?);
        let one_by_one = name("the same, its three shapes one by one");
        lines.push(line(one_by_one, elsewhere, pull, false, |draws| Ok(Segment::of(wall(draws)?).parts()))?);
        let elsewhere = recorded("3.7 by hand, 7.6 parry direct, 34 parry");
        lines.push(line(name("ball - post"), elsewhere, pull, false, post)?);
        lines.push(pair(name("ball - ball"), elsewhere, pull));
        lines.push(line(name("ball - triangle (face only)"), "-", pull, true, |draws| {
            let [a, b, c] = corners(draws);
            Ok([Triangle::new(a, b, c)?.into()])
        })?);
        let elsewhere = recorded("90 by hand, 2367 parry");
        let asks = |facet: &Facet, path: &Path| facet.meets(path, BALL_RADIUS, WINDOW);
        let corners = |facet: &Facet| facet.face().corners();
        let hand = |corners: &[DVec3; 3], path: &Path| by_hand::triangle(corners, path, BALL_RADIUS);
        let what = name("ball - triangle (face, 3 edges, 3 points)");
        lines.push(whole(what, elsewhere, pull, true, (facet, asks), (corners, hand))?);
        let one_by_one = name("the same, its seven shapes one by one");
        lines.push(line(one_by_one, elsewhere, pull, true, |draws| Ok(facet(draws)?.parts()))?);
    }
    Ok(lines)
}

/// Times the first impact with any of `K` shapes that are one thing to the player.
fn line<const K: usize>(
    what: String,
    elsewhere: &'static str,
    pull: f64,
    solid: bool,
    make: impl Fn(&mut Lcg) -> Result<[Shape; K], Fault>,
) -> Result<Line, Fault> {
    let mut draws = Lcg::new(7);
    let mut cases = Vec::with_capacity(CASES);
    for _ in 0..CASES {
        let shapes = make(&mut draws)?;
        cases.push((shapes, path(&mut draws, pull, solid)));
    }
    let (nanoseconds, hits) = best(&cases, ROUNDS, |(shapes, path)| {
        let mut window = WINDOW;
        let mut hit = false;
        for shape in shapes {
            if let Some(meeting) = shape.meets(path, BALL_RADIUS, window) {
                window.to = meeting.time;
                hit = true;
            }
        }
        core::hint::black_box(window.to);
        hit
    });
    Ok(Line { what, nanoseconds, hits, beside: Vec::new(), elsewhere })
}

/// Times the first impact with a thing that is asked as a whole; and, where paths are straight, what is written by hand for it.
fn whole<T, P>(
    what: String,
    elsewhere: &'static str,
    pull: f64,
    solid: bool,
    (make, asks): (impl Fn(&mut Lcg) -> Result<T, Fault>, impl Fn(&T, &Path) -> Option<Meeting>),
    (plain, hand): (impl Fn(&T) -> P, impl Fn(&P, &Path) -> Option<f64>),
) -> Result<Line, Fault> {
    let mut draws = Lcg::new(7);
    let mut cases = Vec::with_capacity(CASES);
    for _ in 0..CASES {
        let thing = make(&mut draws)?;
        cases.push((thing, path(&mut draws, pull, solid)));
    }
    let (nanoseconds, hits) = best(&cases, ROUNDS, |(thing, path)| core::hint::black_box(asks(thing, path)).is_some());
    let mut beside = Vec::new();
    if pull == 0.0 {
        let plain: Vec<(P, Path)> = cases.iter().map(|(thing, path)| (plain(thing), *path)).collect();
        // Asked through a pointer: a second call that is compiled in would change how the one that is timed is compiled.
        let by_hand: &dyn Fn(&P, &Path) -> Option<f64> = core::hint::black_box(&hand);
        let asked: &dyn Fn(&T, &Path) -> Option<Meeting> = core::hint::black_box(&asks);
        for ((one, path), (thing, _)) in plain.iter().zip(&cases) {
            agree(by_hand(one, path), asked(thing, path).map(|meeting| meeting.time))?;
        }
        let (hand, _) = best(&plain, ROUNDS, |(one, path)| core::hint::black_box(hand(one, path)).is_some());
        beside.push(("by hand", hand));
    }
    Ok(Line { what, nanoseconds, hits, beside, elsewhere })
}

/// Who is timed has to be right: all of these balls hit plainly or not at all.
fn agree(by_hand: Option<f64>, found: Option<f64>) -> Result<(), Fault> {
    let same = match (by_hand, found) {
        (Some(by_hand), Some(found)) => (by_hand - found).abs() <= 1e-9,
        (by_hand, found) => by_hand.is_some() == found.is_some(),
    };
    if same { Ok(()) } else { Err(format!("by hand {by_hand:?}, otherwise {found:?}").into()) }
}

fn pair(what: String, elsewhere: &'static str, pull: f64) -> Line {
    let mut draws = Lcg::new(8);
    let cases: Vec<Path> = (0..CASES).map(|_| path(&mut draws, pull, false)).collect();
    let (nanoseconds, hits) = best(&cases, ROUNDS, |path| {
        core::hint::black_box(impact::first_between_balls(path, BALL_RADIUS, BALL_RADIUS, WINDOW)).is_some()
    });
    Line { what, nanoseconds, hits, beside: Vec::new(), elsewhere }
}

/// A ball ten centimetres away that flies at 2 m/s to a place within three centimetres of the middle.
fn path(draws: &mut Lcg, pull: f64, solid: bool) -> Path {
    let p = direction(draws, solid) * 0.1;
    let aim = direction(draws, solid) * (0.03 * draws.draw());
    Path { p, v: (aim - p).normalize() * 2.0, a: direction(draws, solid) * pull }
}

fn direction(draws: &mut Lcg, solid: bool) -> DVec3 {
    let angle = TAU * draws.draw();
    let z = if solid { 2.0 * draws.draw() - 1.0 } else { 0.0 };
    let flat = libm::sqrt(1.0 - z * z);
    DVec3::new(flat * libm::cos(angle), flat * libm::sin(angle), z)
}

fn ends(draws: &mut Lcg) -> [DVec2; 2] {
    let half = direction(draws, false).truncate() * 0.01;
    let middle = direction(draws, false).truncate() * (0.01 * draws.draw());
    [middle - half, middle + half]
}

fn wall(draws: &mut Lcg) -> Result<Wall, Fault> {
    let [a, b] = ends(draws);
    Ok(Wall::new(a, b)?)
}

fn post(draws: &mut Lcg) -> Result<[Shape; 1], Fault> {
    let centre = direction(draws, false).truncate() * (0.01 * draws.draw());
    Ok([Post::new(centre, 0.005 + 0.01 * draws.draw())?.into()])
}

fn corners(draws: &mut Lcg) -> [DVec3; 3] {
    core::array::from_fn(|_| direction(draws, true) * 0.02)
}

fn facet(draws: &mut Lcg) -> Result<Facet, Fault> {
    let [a, b, c] = corners(draws);
    Ok(Facet::of(Triangle::new(a, b, c)?)?)
}
