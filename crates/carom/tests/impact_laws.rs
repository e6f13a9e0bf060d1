//! Laws of single impacts, and the cases with a story. That the times are right to 1e-12 is proved in `reference.rs`; here
//! is what must hold besides: mirrored and turned flights meet at the same moment, reversed ones come back, the tree finds
//! what brute force finds, and every borderline case has the answer that `impact` says.

use carom::broad::{Aabb, KdTree};
use carom::impact::{self, Impact, Window};
use carom::shape::{
    Arc, ArcSide, Capsule, Corner, Disc, Edge, Plane, Point, Post, Shape, Sides, Sphere, Triangle, Wall,
};
use carom::{DVec2, DVec3, Path};
use core::ops::ControlFlow;
use proptest::prelude::*;

#[path = "impact_laws/stories.rs"]
mod stories;

fn place() -> impl Strategy<Value = DVec3> {
    proptest::array::uniform3(-1.0..1.0_f64).prop_map(DVec3::from)
}

fn flat() -> impl Strategy<Value = DVec2> {
    proptest::array::uniform2(-1.0..1.0_f64).prop_map(DVec2::from)
}

fn sides() -> impl Strategy<Value = Sides> {
    prop_oneof![Just(Sides::Front), Just(Sides::Both)]
}

/// Any shape, about a metre large; those that chance made degenerate are points.
fn shape() -> impl Strategy<Value = Shape> {
    let point = |at: DVec3| Point::new(at).unwrap().into();
    let size = || 0.01..0.5_f64;
    let arc_side = prop_oneof![Just(ArcSide::Inside), Just(ArcSide::Outside)];
    prop_oneof![
        (place(), place()).prop_map(move |(at, n)| Plane::new(at * 2.0, n).map_or(point(at), Into::into)),
        (flat(), flat(), sides()).prop_map(move |(a, b, s)| {
            Wall::new(a, b).map_or(point(a.extend(0.0)), |wall| wall.with_sides(s).into())
        }),
        (flat(), size()).prop_map(|(at, r)| Post::new(at, r).unwrap().into()),
        (flat(), size(), -3.0..3.0_f64, 0.1..6.0_f64, arc_side).prop_map(|(at, r, start, sweep, side)| Arc::new(
            at, r, start, sweep, side
        )
        .unwrap()
        .into()),
        flat().prop_map(|at| Corner::new(at).unwrap().into()),
        (place(), place(), place(), sides()).prop_map(move |(a, b, c, s)| {
            Triangle::new(a, b, c).map_or(point(a), |triangle| triangle.with_sides(s).into())
        }),
        (place(), place()).prop_map(move |(a, b)| Edge::new(a, b).map_or(point(a), Into::into)),
        place().prop_map(point),
        (place(), size()).prop_map(|(at, r)| Sphere::new(at, r).unwrap().into()),
        (place(), size(), sides()).prop_map(|(at, r, s)| Disc::new(at, r).unwrap().with_sides(s).into()),
        (place(), place(), size()).prop_map(|(a, b, r)| Capsule::new(a, b, 0.3 * r).unwrap().into()),
    ]
}

fn path() -> impl Strategy<Value = Path> {
    let pull = prop_oneof![Just(DVec3::ZERO), place().prop_map(|a| a * 10.0)];
    (place(), place(), pull).prop_map(|(p, v, a)| Path { p: p * 2.0, v: v * 3.0, a })
}

const WINDOW: Window = Window { from: 0.0, to: 2.0 };

/// A change of the world that keeps all distances; an orientation is kept if `turns`.
#[derive(Clone, Copy, Debug)]
enum Motion {
    /// x changes its sign.
    Mirror,
    /// A quarter turn about the upright axis: x to y.
    Quarter,
    /// x to y to z to x. Upright shapes do not stay upright.
    Swap,
}

impl Motion {
    fn of(self, v: DVec3) -> DVec3 {
        match self {
            Self::Mirror => DVec3::new(-v.x, v.y, v.z),
            Self::Quarter => DVec3::new(-v.y, v.x, v.z),
            Self::Swap => DVec3::new(v.z, v.x, v.y),
        }
    }

    fn flat(self, v: DVec2) -> DVec2 {
        self.of(v.extend(0.0)).truncate()
    }

    fn of_path(self, path: &Path) -> Path {
        Path { p: self.of(path.p), v: self.of(path.v), a: self.of(path.a) }
    }

    /// The shape moved; `None` for one that the motion does not keep.
    fn of_shape(self, shape: &Shape) -> Option<Shape> {
        let mirror = matches!(self, Self::Mirror);
        let upright = !matches!(self, Self::Swap);
        let moved = match shape {
            Shape::Plane(s) => Plane::new(self.of(s.point()), self.of(s.normal())).unwrap().into(),
            Shape::Triangle(s) => {
                // Seen in a mirror the corners go round the other way; so they are named in the other order.
                let [a, b, c] = s.corners().map(|p| self.of(p));
                let [b, c] = if mirror { [c, b] } else { [b, c] };
                Triangle::new(a, b, c).unwrap().with_sides(s.sides()).into()
            }
            Shape::Edge(s) => Edge::new(self.of(s.a()), self.of(s.b())).unwrap().into(),
            Shape::Point(s) => Point::new(self.of(s.at())).unwrap().into(),
            Shape::Sphere(s) => Sphere::new(self.of(s.centre()), s.radius()).unwrap().into(),
            Shape::Capsule(s) => Capsule::new(self.of(s.a()), self.of(s.b()), s.radius()).unwrap().into(),
            _ if !upright => return None,
            Shape::Wall(s) => {
                let (a, b) = (self.flat(s.a()), self.flat(s.b()));
                let (a, b) = if mirror { (b, a) } else { (a, b) };
                Wall::new(a, b).unwrap().with_sides(s.sides()).into()
            }
            Shape::Post(s) => Post::new(self.flat(s.centre()), s.radius()).unwrap().into(),
            Shape::Corner(s) => Corner::new(self.flat(s.at())).unwrap().into(),
            Shape::Disc(s) => Disc::new(self.of(s.centre()), s.radius()).unwrap().with_sides(s.sides()).into(),
            // An arc's ends are angles, which no motion keeps exactly.
            _ => return None,
        };
        Some(moved)
    }
}

/// A moment too near to the border of a face to be the same in two computations.
fn at_border(shape: &Shape, path: &Path, impact: Option<&Impact>) -> bool {
    let Some(impact) = impact else { return false };
    let centre = path.at(impact.time);
    let near = |a: f64| a.abs() < 1e-9;
    match shape {
        Shape::Wall(s) => {
            let along = (s.b() - s.a()).normalize();
            near(along.dot(centre.truncate() - s.a())) || near(along.dot(centre.truncate() - s.b()))
        }
        Shape::Triangle(s) => (0..3).any(|k| {
            let [a, b] = [s.corners()[k], s.corners()[(k + 1) % 3]];
            near(s.normal().cross((b - a).normalize()).dot(centre - a))
        }),
        Shape::Edge(s) => {
            let along = (s.b() - s.a()).normalize();
            near(along.dot(centre - s.a())) || near(along.dot(centre - s.b()))
        }
        _ => false,
    }
}

/// Is it solid from one side only?
fn lets_pass(shape: &Shape) -> bool {
    match shape {
        Shape::Wall(wall) => wall.sides() == Sides::Front,
        Shape::Triangle(triangle) => triangle.sides() == Sides::Front,
        Shape::Disc(disc) => disc.sides() == Sides::Front,
        Shape::Arc(_) => true,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Left and right, here and there: nothing in the numbers knows which is which.
    #[test]
    fn mirrored_and_turned_flights_meet_at_the_same_moment(
        shape in shape(),
        path in path(),
        radius in 0.001..0.3_f64,
        motion in prop_oneof![Just(Motion::Mirror), Just(Motion::Quarter), Just(Motion::Swap)],
    ) {
        let Some(moved) = motion.of_shape(&shape) else { return Ok(()) };
        let plain = impact::first(&shape, &path, radius, WINDOW);
        let turned = impact::first(&moved, &motion.of_path(&path), radius, WINDOW);
        if let (Some(a), Some(b)) = (&plain, &turned) {
            prop_assert!((a.time - b.time).abs() < 1e-12, "{a:?} and {b:?}");
            prop_assert!((motion.of(a.normal) - b.normal).length() < 1e-9, "{a:?} and {b:?}");
        } else {
            let border = at_border(&shape, &path, plain.as_ref())
                || at_border(&moved, &motion.of_path(&path), turned.as_ref());
            prop_assert!(border || plain.is_none() && turned.is_none(), "{plain:?} and {turned:?}");
        }
    }

    /// Elsewhere, it happens at the same moment but for the rounding of the places.
    #[test]
    fn moved_flights_meet_at_the_same_moment(
        at in place(), size in 0.01..0.5_f64, path in path(), radius in 0.001..0.3_f64, shift in place(),
    ) {
        let shift = shift * 100.0;
        let here = impact::first(&Sphere::new(at, size).unwrap().into(), &path, radius, WINDOW);
        let moved = Path { p: path.p + shift, ..path };
        let there = impact::first(&Sphere::new(at + shift, size).unwrap().into(), &moved, radius, WINDOW);
        // A graze is decided by the last digit, which the shift takes away; and a glance moves by its root.
        let clear = |impact: &Impact| impact.speed > 0.05;
        match (here, there) {
            (Some(a), Some(b)) if clear(&a) => prop_assert!((a.time - b.time).abs() < 1e-11, "{a:?} and {b:?}"),
            (Some(only), None) | (None, Some(only)) => prop_assert!(!clear(&only), "only one: {only:?}"),
            _ => {}
        }
    }

    /// Two balls: the first sees the second as the second sees the first.
    #[test]
    fn two_balls_agree(path in path(), radius in 0.001..0.3_f64, other in 0.001..0.3_f64) {
        let back = Path { p: -path.p, v: -path.v, a: -path.a };
        let (here, there) = (
            impact::first_between_balls(&path, radius, other, WINDOW),
            impact::first_between_balls(&back, other, radius, WINDOW),
        );
        prop_assert_eq!(here.map(|i| (i.time, i.normal)), there.map(|i| (i.time, -i.normal)));
    }

    /// An elastic bounce, flown backwards, comes back to the bounce after the same time.
    #[test]
    fn time_runs_backwards(shape in shape(), path in path(), radius in 0.001..0.3_f64) {
        // What can be passed from behind is not the same backwards.
        if lets_pass(&shape) {
            return Ok(());
        }
        let Some(hit) = impact::first(&shape, &path, radius, WINDOW) else { return Ok(()) };
        prop_assume!(hit.speed > 0.05 && hit.time > 0.0);
        // Bounce, fly on for as long as nothing comes, then turn round in time.
        let v = path.velocity_at(hit.time);
        let after = Path { p: path.at(hit.time), v: v + 2.0 * hit.speed * hit.normal, a: path.a };
        // Right after the bounce there is none: touching and leaving.
        let next = impact::first(&shape, &after, radius, Window { from: 0.0, to: 1.0 });
        // (A ball that fills a hollow or is squeezed by acceleration comes back at once; that is not this law's matter.)
        let time = next.map_or(1.0, |next| 0.5 * next.time);
        prop_assume!(time > 1e-3 && !at_border(&shape, &path, Some(&hit)));
        let back = Path { p: after.at(time), v: -after.velocity_at(time), a: path.a };
        let again = impact::first(&shape, &back, radius, Window { from: 0.0, to: time + 0.01 });
        let Some(again) = again else { return Err(TestCaseError::fail(format!("never back at {hit:?}"))) };
        // The place of the bounce is rounded: seen from the side, that is a little time.
        prop_assert!((again.time - time).abs() < 1e-12 / hit.speed, "{} for {time}", again.time);
        prop_assert!((again.speed - hit.speed).abs() < 1e-11 / hit.speed, "{} for {}", again.speed, hit.speed);
    }

    /// The tree, walked from near to far with a box that shrinks, finds the first impact that brute force finds.
    #[test]
    fn the_tree_finds_what_brute_force_finds(
        shapes in proptest::collection::vec(shape(), 1..60),
        path in path(),
        radius in 0.001..0.2_f64,
    ) {
        let (fast, slow) = (by_tree(&shapes, &path, radius), by_brute_force(&shapes, &path, radius));
        // The last digit of a time depends on the window, which the tree shortens as it goes.
        let same = fast.zip(slow).is_some_and(|(fast, slow)| (fast - slow).abs() <= 1e-14);
        prop_assert!(same || fast == slow, "{fast:?} by the tree, {slow:?} by brute force");
    }

    /// The same where it is hardest for boxes: floors of discs and walls that the path just reaches at its highest, and
    /// things that it touches at the very start.
    #[test]
    fn the_tree_finds_what_is_just_reached(
        place in place(), up in 0.1..4.0_f64, pull in 0.5..20.0_f64, radius in 0.001..0.2_f64, ulps in -3..4_i32,
    ) {
        let path = Path { p: place, v: DVec3::new(0.3, 0.0, up), a: DVec3::new(0.0, 0.0, -pull) };
        let mut top = place.z + up * up / (2.0 * pull) + radius;
        let mut side = place.x + radius;
        for _ in 0..ulps.abs() {
            top = if ulps < 0 { top.next_down() } else { top.next_up() };
            side = if ulps < 0 { side.next_down() } else { side.next_up() };
        }
        let lid = Disc::new(DVec3::new(place.x, place.y, top), 5.0).unwrap().into();
        let wall = Wall::new(DVec2::new(side, place.y - 1.0), DVec2::new(side, place.y + 1.0)).unwrap().into();
        for shape in [lid, wall] {
            prop_assert_eq!(by_tree(&[shape], &path, radius), by_brute_force(&[shape], &path, radius));
        }
    }

    /// A rod is round at its ends and straight between; wherever a ball is aimed at it, it hits.
    #[test]
    fn no_ball_slips_through_a_seam(
        a in place(), b in place(), from in place(), radius in 0.01..0.2_f64, off in -3..4_i32, speed in 0.1..100.0_f64,
    ) {
        prop_assume!((b - a).length() > 0.1);
        let rod = Capsule::new(a, b, 0.05).unwrap();
        let along = (b - a).normalize();
        let aside = from - along * from.dot(along);
        prop_assume!(aside.length() > 0.1);
        // Straight at the plane in which the round end begins, give or take some roundings.
        let target = a + along * (f64::from(off) * 1e-16);
        let start = target + aside.normalize() * 3.0;
        let path = Path { p: start, v: (target - start) * (speed / 3.0), a: DVec3::ZERO };
        let hit = impact::first(&rod.into(), &path, radius, Window { from: 0.0, to: 4.0 / speed });
        let wanted = (3.0 - 0.05 - radius) / speed;
        prop_assert!(hit.is_some_and(|hit| (hit.time - wanted).abs() < 1e-12 * wanted * 10.0), "{hit:?}");
        // The same for the lid of a post, where the face joins the rim.
        let lid = Disc::new(a, 0.3).unwrap();
        let rim = a + DVec3::new(0.3, 0.0, 0.0);
        let target = rim + DVec3::X * (f64::from(off) * 1e-16);
        let path = Path { p: target + DVec3::Z * 2.0, v: DVec3::NEG_Z * speed, a: DVec3::ZERO };
        let hit = impact::first(&lid.into(), &path, radius, Window { from: 0.0, to: 4.0 / speed });
        prop_assert!(hit.is_some_and(|hit| (hit.normal - DVec3::Z).length() < 1e-7), "{hit:?}");
    }

    /// Seed 1 gives two ways to the moment at which a ball meets a pillar: the roots of a quadratic, and the projection
    /// of the centre on the way. Both agree with each other and with Carom.
    #[test]
    fn both_methods_of_the_lecture_agree(
        at in flat(), pillar in 0.01..0.3_f64, p in flat(), v in flat(), radius in 0.005..0.1_f64,
    ) {
        let (p, v) = (p * 3.0, v * 5.0);
        prop_assume!(v.length() > 0.1 && (p - at).length() > pillar + radius + 1e-6);
        let reach = pillar + radius;
        let to_centre = at - p;
        // First: a t² + b t + c = 0.
        let (a, b, c) = (v.length_squared(), -2.0 * to_centre.dot(v), to_centre.length_squared() - reach * reach);
        let discriminant = b * b - 4.0 * a * c;
        // Second: m along the way, s from there back to the circle.
        let m = to_centre.dot(v) / v.length();
        let s_squared = reach * reach - (to_centre.length_squared() - m * m);
        prop_assume!(s_squared.abs() > 1e-9);
        prop_assert_eq!(discriminant > 0.0, s_squared > 0.0);
        let hits = discriminant > 0.0 && m > 0.0;
        let path = Path { p: p.extend(0.0), v: v.extend(0.0), a: DVec3::ZERO };
        let window = Window { from: 0.0, to: 1e3 };
        let found = impact::first(&Post::new(at, pillar).unwrap().into(), &path, radius, window);
        prop_assert_eq!(found.is_some(), hits);
        if let Some(found) = found {
            let quadratic = (-b - discriminant.sqrt()) / (2.0 * a);
            let projection = (m - s_squared.sqrt()) / v.length();
            // The schoolbook formulas lose digits to cancellation, the more the nearer the graze.
            let loss = 1e-13 * (1.0 + to_centre.length() / v.length()) / s_squared.sqrt();
            prop_assert!((quadratic - projection).abs() < loss, "{quadratic} and {projection}");
            prop_assert!((found.time - projection).abs() < loss, "{} and {projection}", found.time);
        }
    }
}

fn by_brute_force(shapes: &[Shape], path: &Path, radius: f64) -> Option<f64> {
    let hits = shapes.iter().filter_map(|shape| impact::first(shape, path, radius, WINDOW));
    hits.map(|impact| impact.time).min_by(f64::total_cmp)
}

fn by_tree(shapes: &[Shape], path: &Path, radius: f64) -> Option<f64> {
    let tree = KdTree::new(shapes.iter().map(Shape::bounds));
    let reach = |to: f64| -> Aabb { path.bounds(WINDOW.from, to).grown(radius) };
    let mut best: Option<f64> = None;
    tree.query_along(&mut reach(WINDOW.to), path.v, |area, index| {
        let window = Window { to: best.unwrap_or(WINDOW.to), ..WINDOW };
        if let Some(hit) = impact::first(&shapes[index], path, radius, window) {
            best = Some(best.map_or(hit.time, |best: f64| best.min(hit.time)));
            *area = reach(hit.time);
        }
        ControlFlow::<()>::Continue(())
    });
    best
}
