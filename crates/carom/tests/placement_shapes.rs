//! A placed shape is where its placement says: impact times and normals against brute force in the world.
//!
//! `cargo test -p carom --test placement_shapes -- --nocapture` prints a line for each shape and rule: cases, impacts, the
//! worst errors, what was excused.
//!
//! * The reference (`truth.rs`, `march.rs`) shares nothing with the placement: it takes the matrix, the shift and the numbers
//!   that define the thing, writes down the distance to it in the world, and steps along the path.
//! * The judge allows 1e-10 s and 1e-10 of a normal's length, and no missed or false impact. It excuses, and counts: places
//!   within 1e-9 m of a border, closing slower than 1/500 of the speed, impacts within 1e-9 s of the window's end, and where an
//!   overlapping ball turns back, which is no affair of the place. One case in a hundred may need an excuse.

#[path = "placement_shapes/cases.rs"]
mod cases;
#[path = "placement_shapes/march.rs"]
mod march;
#[path = "placement_shapes/truth.rs"]
mod truth;

use carom::broad::Aabb;
use carom::impact::{self, Impact, Window};
use carom::math::rng::Stream;
use carom::shape::{
    Arc, ArcSide, Bat, Capsule, Corner, Disc, Edge, Placed, Plane, Point, Post, Rim, Rule, Shape, Sides, Sphere,
    Triangle, Upright, Wall,
};
use carom::space::Transform;
use carom::{DMat3, DVec2, DVec3, Path};
use cases::{Dice, Kind, Way};
use march::Verdict;
use truth::{Map, Piece};

const CASES: usize = 10_000;
const TO: f64 = 0.3;

/// The worst there was.
#[derive(Default)]
struct Tally {
    cases: usize,
    impacts: usize,
    excused: usize,
    time: f64,
    normal: f64,
    touches: usize,
    touch_distance: f64,
    touch_normal: f64,
}

fn earliest(shapes: &[Shape], path: &Path, radius: f64) -> Option<Impact> {
    let window = Window { from: 0.0, to: TO };
    let found = shapes.iter().filter_map(|shape| impact::first(shape, path, radius, window));
    found.min_by(|a, b| a.time.total_cmp(&b.time))
}

/// A ball that flies so that its surface passes near `aim`.
fn aimed(aim: DVec3, radius: f64, dice: &mut Dice) -> Path {
    let v = dice.direction() * dice.between(0.2, 5.0);
    let a = dice.direction() * dice.between(0.0, 10.0);
    let time = dice.between(0.01, 0.25);
    Path { p: aim + dice.direction() * (radius * dice.between(0.0, 1.0)) - v * time - a * (0.5 * time * time), v, a }
}

/// The edges of a prism, foot and top, as the placement gave them.
fn prism_edges(shapes: &[Shape]) -> Vec<(DVec3, DVec3)> {
    let edge = |shape: &Shape| match shape {
        Shape::Edge(edge) => Some((edge.a(), edge.b())),
        Shape::Corner(corner) => {
            let (low, high) = corner.height();
            Some((corner.at().extend(low), corner.at().extend(high)))
        }
        _ => None,
    };
    shapes.iter().filter_map(edge).collect()
}

fn judge(kind: Kind, bounded: bool, way: Way) {
    let rule = cases::rule(kind, bounded, way).expect("a rule to try");
    let name = format!("{kind:?}{} {}, {way:?}", if bounded { "" } else { " without end" }, rule.word());
    let mut dice = Dice(Stream::new(6, &name));
    let mut tally = Tally { cases: CASES, ..Tally::default() };
    for case in 0..CASES {
        let thing = cases::thing(kind, bounded, &mut dice);
        let by = dice.way(way);
        let map = Map::of(&by);
        let (placed, got) = thing.shape.placed(&by).unwrap_or_else(|error| panic!("{name}, case {case}: {error}"));
        assert_eq!(got, rule, "{name}, case {case}");
        let pieces = match (kind, rule) {
            (Kind::Post, Rule::Replaced) => truth::prism(&prism_edges(&placed)),
            _ => (thing.truth)(&map),
        };
        let (aim, radius) = (map.place(thing.aim), dice.between(0.005, 0.03));
        let mut path = aimed(aim, radius, &mut dice);
        // What a bat does with a ball that begins in it is no affair of its place.
        while placed.iter().any(is_bat) && march::begins_inside(&pieces, &path, radius) {
            path = aimed(aim, radius, &mut dice);
        }
        let impact = earliest(&placed, &path, radius);
        let verdict = march::first(&pieces, &path, radius, TO);
        // An overlapping ball turns back. Near the axis of a round thing it does so twice within a step of the reference.
        let turns_back = |impact: &Impact| impact.speed.abs() < 1e-9;
        match (verdict, impact) {
            (Verdict::Excused, _) => tally.excused += 1,
            (Verdict::Clear, Some(impact)) if turns_back(&impact) => tally.excused += 1,
            (Verdict::Meets(time, ..), Some(impact)) if turns_back(&impact) && impact.time < time - 1e-10 => {
                tally.excused += 1;
            }
            (Verdict::Clear, None) => {}
            (Verdict::Meets(time, normal, point), Some(impact)) => {
                let (late, turned) = ((impact.time - time).abs(), (impact.normal - normal).length());
                assert!(
                    late <= 1e-10 && turned <= 1e-10,
                    "{name}, case {case}: {late:e} s, {turned:e}; {:?} placed by {by:?}, ball {radius} on {path:?}: {impact:?}, not {time} {normal}",
                    thing.shape
                );
                tally.impacts += 1;
                (tally.time, tally.normal) = (tally.time.max(late), tally.normal.max(turned));
                let held = placed.iter().any(|shape| holds(&shape.bounds(), point));
                assert!(held, "{name}, case {case}: {point} is in no box");
            }
            (verdict, impact) => panic!(
                "{name}, case {case}: {impact:?}, not {verdict:?}; {:?} placed by {by:?}, ball {radius} on {path:?}",
                thing.shape
            ),
        }
        for shape in &placed {
            let bounds = shape.bounds();
            assert!(!(bounds.min.is_nan() || bounds.max.is_nan()), "{name}, case {case}: {bounds:?}");
        }
        touch(&placed, &pieces, aim + dice.within(0.05), &mut tally, &name);
    }
    println!(
        "{name:42} {} cases, {} impacts, {} excused; time {:.1e} s, normal {:.1e}; {} touches, distance {:.1e} m, normal {:.1e}",
        tally.cases,
        tally.impacts,
        tally.excused,
        tally.time,
        tally.normal,
        tally.touches,
        tally.touch_distance,
        tally.touch_normal
    );
    assert!(tally.impacts > CASES / 5, "{name}: only {} impacts", tally.impacts);
    assert!(tally.excused < CASES / 100, "{name}: {} excused", tally.excused);
    assert!(tally.touches > CASES / 10, "{name}: only {} touches", tally.touches);
}

/// Where a ball at rest would touch: the nearest of the shapes against the nearest of the pieces.
fn touch(placed: &[Shape], pieces: &[Piece], p: DVec3, tally: &mut Tally, name: &str) {
    let found = placed.iter().filter_map(|shape| shape.touch(p)).min_by(|a, b| a.distance.total_cmp(&b.distance));
    let seen: Vec<_> = pieces.iter().map(|piece| ((piece.seen)(p), piece.thin)).collect();
    if seen.iter().any(|(seen, thin)| seen.within.abs() < 1e-9 || (*thin && seen.distance.abs() < 1e-9)) {
        return;
    }
    let takes = seen.into_iter().filter(|(seen, thin)| seen.within > 0.0 && !(*thin && seen.distance < 0.0));
    let nearest = takes.map(|(seen, _)| seen).min_by(|a, b| a.distance.total_cmp(&b.distance));
    match (found, nearest) {
        (None, None) => {}
        // Deep inside a bat there are several ways out.
        (Some(_), Some(seen)) if seen.distance < 0.0 && placed.iter().any(is_bat) => {}
        // Under a disc that is open from below, a ball at rest touches nothing.
        (None, Some(_)) if placed.iter().any(is_open_disc) => {}
        (Some(touch), Some(seen)) => {
            let (off, turned) = ((touch.distance - seen.distance).abs(), (touch.normal - seen.normal).length());
            assert!(off <= 1e-12 && turned <= 1e-10, "{name}: {off:e} m, {turned:e} at {p}");
            tally.touches += 1;
            tally.touch_distance = tally.touch_distance.max(off);
            tally.touch_normal = tally.touch_normal.max(turned);
        }
        (found, nearest) => panic!("{name}: {found:?}, not {:?} m, at {p}", nearest.map(|seen| seen.distance)),
    }
}

fn is_bat(shape: &Shape) -> bool {
    matches!(shape, Shape::Bat(_))
        || matches!(shape, Shape::Placed(leaning) if matches!(leaning.shape(), Upright::Bat(_)))
}

fn is_open_disc(shape: &Shape) -> bool {
    let disc = match shape {
        Shape::Disc(disc) => disc,
        Shape::Placed(leaning) => match leaning.shape() {
            Upright::Disc(disc) => disc,
            _ => return false,
        },
        _ => return false,
    };
    disc.sides() == Sides::Front
}

fn holds(bounds: &Aabb, p: DVec3) -> bool {
    let off = (p - p.clamp(bounds.min, bounds.max)).abs().max_element();
    off <= 1e-12
}

macro_rules! judged {
    ($($test:ident: $kind:ident $bounded:ident $way:ident,)*) => {
        $(#[test]
        fn $test() {
            judge(Kind::$kind, stringify!($bounded) == "bounded", Way::$way);
        })*
    };
}
judged! {
    a_plane_by_any_matrix: Plane bounded Any,
    a_wall_that_stays_upright: Wall bounded Upright,
    an_endless_wall_that_stays_upright: Wall endless Upright,
    a_wall_that_leans: Wall bounded Any,
    an_endless_wall_that_leans: Wall endless Even,
    a_corner_that_stays_upright: Corner bounded Upright,
    an_endless_corner_that_stays_upright: Corner endless Upright,
    a_corner_that_leans: Corner bounded Any,
    an_endless_corner_that_leans: Corner endless Any,
    a_post_that_stays_upright: Post bounded Round,
    an_endless_post_that_stays_upright: Post endless Round,
    a_post_that_leans: Post bounded Even,
    an_endless_post_that_leans: Post endless Even,
    an_oval_post: Post bounded Upright,
    an_oval_post_that_leans: Post bounded Any,
    an_arc_that_stays_upright: Arc bounded Round,
    an_arc_that_leans: Arc bounded Even,
    an_endless_arc_that_leans: Arc endless Even,
    a_triangle_by_any_matrix: Triangle bounded Any,
    an_edge_by_any_matrix: Edge bounded Any,
    a_point_by_any_matrix: Point bounded Any,
    a_sphere_scaled_evenly: Sphere bounded Even,
    a_capsule_scaled_evenly: Capsule bounded Even,
    a_disc_that_stays_level: Disc bounded Round,
    a_disc_that_leans: Disc bounded Even,
    a_rim_that_stays_level: Rim bounded Round,
    a_rim_that_leans: Rim bounded Even,
    a_bat_that_stays_upright: Bat bounded Round,
    a_bat_that_leans: Bat bounded Even,
    an_endless_bat_that_leans: Bat endless Even,
    what_leans_already: Placed bounded Even,
    what_leans_already_without_end: Placed endless Even,
}

/// All shapes, each with something that could be lost on the way.
fn samples() -> Vec<Shape> {
    let at = DVec2::new(0.1, -0.2);
    let up = |z: f64| at.extend(z);
    let arc = Arc::new(at, 0.05, 0.3, 2.0, ArcSide::Inside).unwrap().with_height(-0.01, 0.04).unwrap();
    let bat = Bat::new(at, 0.01, at + 0.05, 0.006).unwrap().with_height(0.0, 0.03).unwrap();
    let lies = Transform::rotation(DVec3::new(1.0, 2.0, 3.0), 0.7).unwrap().similarity().unwrap();
    vec![
        Plane::new(up(0.1), DVec3::new(0.1, 0.2, 0.9)).unwrap().into(),
        Wall::new(at, at + 0.1).unwrap().with_height(0.0, 0.05).unwrap().with_sides(Sides::Front).into(),
        Wall::new(at, at - 0.1).unwrap().into(),
        Post::new(at, 0.01).unwrap().with_height(0.0, 0.05).unwrap().into(),
        Post::new(at, 0.01).unwrap().into(),
        arc.into(),
        Arc::circle(at, 0.05, ArcSide::Outside).unwrap().into(),
        Corner::new(at).unwrap().with_height(0.0, 0.05).unwrap().into(),
        Corner::new(at).unwrap().into(),
        Triangle::new(up(0.0), up(0.1), up(0.05) + DVec3::X * 0.1).unwrap().with_sides(Sides::Front).into(),
        Edge::new(up(0.0), up(0.1)).unwrap().into(),
        Point::new(up(0.3)).unwrap().into(),
        Sphere::new(up(0.3), 0.02).unwrap().into(),
        Disc::new(up(0.3), 0.02).unwrap().with_sides(Sides::Front).into(),
        Capsule::new(up(0.3), up(0.4), 0.01).unwrap().into(),
        bat.into(),
        bat.without_base().into(),
        Rim::new(up(0.0), 0.02).unwrap().into(),
        Placed::new(Upright::Arc(arc), lies).into(),
    ]
}

#[test]
fn no_placement_is_the_same_to_the_bit() {
    for shape in samples() {
        assert_eq!(shape.placed(&Transform::IDENTITY).unwrap(), (vec![shape], Rule::Native));
    }
}

#[test]
fn what_is_shifted_or_turned_upright_stays_of_its_kind() {
    let shift = Transform::translation(DVec3::new(0.1, 0.2, -0.3));
    let turn = Transform::turns(DVec3::new(0.0, 0.0, 1.1)).unwrap();
    for shape in samples() {
        for by in [shift, turn, turn.then(&shift), turn.then(&turn).then(&shift)] {
            let (placed, rule) = shape.placed(&by).unwrap();
            let same = core::mem::discriminant(&placed[0]) == core::mem::discriminant(&shape);
            let expected = if matches!(shape, Shape::Placed(_)) { Rule::Local } else { Rule::Native };
            assert!(placed.len() == 1 && same && rule == expected, "{shape:?} became {placed:?}, {rule:?}");
        }
    }
}

/// Numbers that are shifted by binary fractions lose nothing, so neither may the shape.
#[test]
fn a_shift_there_and_back_loses_nothing() {
    let lattice = |x: f64, y: f64| DVec2::new(x / 64.0, y / 64.0);
    let shift = DVec3::new(0.25, -0.5, 0.125);
    let (there, back) = (Transform::translation(shift), Transform::translation(-shift));
    let arc = Arc::new(lattice(3.0, 5.0), 0.0625, 0.3, 2.0, ArcSide::Inside).unwrap();
    let shapes: [Shape; 4] = [
        Wall::new(lattice(1.0, 2.0), lattice(9.0, 3.0)).unwrap().with_height(0.0, 0.25).unwrap().into(),
        Post::new(lattice(1.0, 2.0), 0.01).unwrap().with_height(0.0, 0.25).unwrap().into(),
        arc.into(),
        Capsule::new(DVec3::ZERO, DVec3::X, 0.01).unwrap().into(),
    ];
    for shape in shapes {
        let (there, _) = shape.placed(&there).unwrap();
        assert_ne!(there[0], shape);
        assert_eq!(there[0].placed(&back).unwrap().0, [shape]);
    }
}

#[test]
fn what_leaned_and_is_set_up_again_is_of_its_kind_again() {
    let post = Shape::from(Post::new(DVec2::new(0.1, 0.2), 0.01).unwrap().with_height(0.0, 0.05).unwrap());
    let lean = |angle: f64| Transform::rotation(DVec3::new(1.0, 0.5, 0.2), angle).unwrap();
    let (leaning, rule) = post.placed(&lean(0.6)).unwrap();
    assert_eq!(rule, Rule::Local);
    let (again, rule) = leaning[0].placed(&lean(-0.6)).unwrap();
    let Shape::Post(again) = again[0] else { panic!("{again:?}") };
    assert_eq!(rule, Rule::Native);
    assert!((again.centre() - DVec2::new(0.1, 0.2)).length() < 1e-15 && (again.radius() - 0.01).abs() < 1e-16);
}

#[test]
fn what_would_be_deformed_is_refused_by_name() {
    let uneven = Transform::scaling(DVec3::new(1.0, 2.0, 1.0)).unwrap();
    let leaning = uneven.then(&Transform::rotation(DVec3::X, 0.5).unwrap());
    let oblique =
        Transform::matrix(DMat3::from_cols(DVec3::X, DVec3::Y, DVec3::new(0.6, 0.0, 0.8)), DVec3::ZERO).unwrap();
    let at = DVec2::ZERO;
    let refused = |shape: Shape, by: &Transform| shape.placed(by).unwrap_err().to_string();
    let scaled = "would be deformed: its axes are scaled by 1, 2 and 1";
    let mesh = "scale it evenly, or use a mesh";
    let ends = "give it a bottom and a top, or scale it evenly";
    assert_eq!(refused(Sphere::new(DVec3::ZERO, 0.1).unwrap().into(), &uneven), format!("a sphere {scaled}; {mesh}"));
    let rod = Capsule::new(DVec3::ZERO, DVec3::X, 0.1).unwrap().into();
    assert_eq!(refused(rod, &uneven), format!("a capsule {scaled}; {mesh}"));
    let arc = Arc::circle(at, 0.1, ArcSide::Inside).unwrap().into();
    assert_eq!(refused(arc, &uneven), format!("an arc {scaled}; {mesh}"));
    assert_eq!(refused(Disc::new(DVec3::ZERO, 0.1).unwrap().into(), &uneven), format!("a disc {scaled}; {mesh}"));
    let rim = Rim::new(DVec3::ZERO, 0.1).unwrap().into();
    assert_eq!(refused(rim, &uneven), format!("the rim of a hole {scaled}; {mesh}"));
    let bat = Bat::new(at, 0.01, DVec2::X, 0.01).unwrap().into();
    assert_eq!(refused(bat, &uneven), format!("a bat {scaled}; scale it evenly"));
    assert_eq!(refused(Post::new(at, 0.1).unwrap().into(), &uneven), format!("a post without end {scaled}; {ends}"));
    let wall = Shape::from(Wall::new(at, DVec2::X).unwrap());
    assert_eq!(wall.placed(&uneven).unwrap().1, Rule::Native);
    assert_eq!(refused(wall, &leaning), format!("a leaning wall without end {scaled}; {ends}"));
    let square = "its axes are scaled by 1, 1 and 1 and are not square to each other any more";
    assert_eq!(
        refused(Sphere::new(DVec3::ZERO, 0.1).unwrap().into(), &oblique),
        format!("a sphere would be deformed: {square}; {mesh}")
    );
}

#[test]
fn what_is_placed_too_far_away_is_refused() {
    let large = Transform::scaling(DVec3::splat(1e6)).unwrap().then(&Transform::translation(DVec3::splat(1.5e6)));
    let lean = large.then(&Transform::rotation(DVec3::new(1.0, 1.0, 0.0), 0.4).unwrap());
    for shape in samples() {
        for by in [large, lean] {
            let error = shape.placed(&by).expect_err(&format!("{shape:?}")).to_string();
            assert!(error.contains("must be from"), "{error}");
        }
    }
}

/// From where a ball is stopped, and from where it passes, in a mirror in each direction.
#[test]
fn a_front_stays_on_its_side_in_a_mirror() {
    let wall = |height: (f64, f64)| {
        let wall = Wall::new(DVec2::new(-0.1, 0.0), DVec2::new(0.1, 0.02)).unwrap();
        wall.with_height(height.0, height.1).unwrap().with_sides(Sides::Front)
    };
    let (a, b, c) = (DVec3::new(-0.1, -0.1, 0.0), DVec3::new(0.1, -0.1, 0.02), DVec3::new(0.0, 0.2, 0.01));
    let endless = (f64::NEG_INFINITY, f64::INFINITY);
    let things: [(Shape, DVec3, DVec3); 4] = [
        (wall((-0.1, 0.1)).into(), DVec3::new(0.0, 0.01, 0.0), DVec3::Y),
        (wall(endless).into(), DVec3::new(0.0, 0.01, 0.0), DVec3::Y),
        (Triangle::new(a, b, c).unwrap().with_sides(Sides::Front).into(), (a + b + c) / 3.0, DVec3::Z),
        (Disc::new(DVec3::ZERO, 0.1).unwrap().with_sides(Sides::Front).into(), DVec3::ZERO, DVec3::Z),
    ];
    let turn = Transform::rotation(DVec3::new(1.0, -2.0, 0.5), 0.9).unwrap();
    for (shape, middle, front) in things {
        for mirrored in 0..8_u32 {
            let sign = |bit: u32| if mirrored >> bit & 1 == 1 { -1.0 } else { 1.0 };
            let mirror = Transform::scaling(DVec3::new(sign(0), sign(1), sign(2))).unwrap();
            for by in [mirror, mirror.then(&turn)] {
                let (placed, rule) = shape.placed(&by).unwrap();
                let (middle, front) = (by.place(middle), by.vector(front));
                let comes = |from: DVec3| {
                    let path = Path { p: middle + from * 0.05, v: -from, a: DVec3::ZERO };
                    earliest(&placed, &path, 0.01).map(|impact| impact.normal.dot(from))
                };
                let hit =
                    comes(front).unwrap_or_else(|| panic!("{shape:?} by {by:?}, {rule:?}: not met from its front"));
                assert!(hit > 0.9, "{shape:?} by {by:?}: pushed {hit}");
                assert_eq!(comes(-front), None, "{shape:?} by {by:?}, {rule:?}: met from behind");
            }
        }
    }
}

/// A leaning wall is two triangles. A ball over the diagonal between them could be past the border of both, by rounding.
#[test]
fn no_ball_slips_through_the_diagonal_of_a_leaning_wall() {
    let mut dice = Dice(Stream::new(6, "diagonal"));
    for case in 0..30_000 {
        let thing = cases::thing(Kind::Wall, true, &mut dice);
        let Shape::Wall(wall) = thing.shape else { unreachable!() };
        let by = dice.way(if case % 2 == 0 { Way::Any } else { Way::Even });
        let (placed, rule) = Shape::from(wall.with_sides(Sides::Both)).placed(&by).unwrap();
        assert_eq!((placed.len(), rule), (2, Rule::Replaced));
        let [Shape::Triangle(_), Shape::Triangle(other)] = placed[..] else { panic!("{placed:?}") };
        // The second one keeps the diagonal as its border.
        let [from, to, _] = other.corners();
        let on = from.lerp(to, dice.between(0.01, 0.99));
        let (speed, radius) = (dice.between(0.2, 5.0), dice.between(0.005, 0.03));
        let across = other.normal() * if dice.heads() { 1.0 } else { -1.0 };
        // Along the diagonal, too, but never across it.
        let along = (to - from).normalize() * dice.between(-2.0, 2.0);
        let v = along - across * speed;
        let time = dice.between(0.05, 0.2);
        let path = Path { p: on + across * radius - v * time, v, a: DVec3::ZERO };
        let impact = earliest(&placed, &path, radius).unwrap_or_else(|| panic!("case {case}: slips through at {on}"));
        assert!((impact.time - time).abs() < 1e-10, "case {case}: {} not {time}", impact.time);
    }
}

/// How far the prism that stands for an oval post is from it: 10 µm, or what 64 sides allow.
#[test]
fn an_oval_post_is_oval() {
    let mut dice = Dice(Stream::new(6, "oval"));
    let mut worst: f64 = 0.0;
    for case in 0..400 {
        let (centre, radius) = (dice.flat(0.2), dice.between(0.002, 0.05));
        let post = Shape::from(Post::new(centre, radius).unwrap().with_height(-0.05, 0.05).unwrap());
        let by = dice.way(if case % 2 == 0 { Way::Any } else { Way::Upright });
        let (map, (placed, rule)) = (Map::of(&by), post.placed(&by).unwrap());
        assert_eq!(rule, Rule::Replaced);
        let quarter = libm::tan(core::f64::consts::PI / 128.0);
        let allowed = (truth::larger_half_axis(&map, radius) * quarter * quarter).max(1e-5) * (1.0 + 1e-9);
        let edges = prism_edges(&placed);
        assert!(edges.len() >= 8 && edges.len() <= 64, "{} edges", edges.len());
        for (k, (foot, top)) in edges.iter().enumerate() {
            let (next_foot, next_top) = edges[(k + 1) % edges.len()];
            for p in [0.5 * (*foot + *top), 0.25 * (*foot + *top + next_foot + next_top)] {
                let off = truth::distance_to_oval(&map, centre, radius, p);
                assert!(off <= allowed, "case {case}: {off:e} m off, not {allowed:e}, with {} sides", edges.len());
                worst = worst.max(off / allowed);
            }
        }
    }
    assert!(worst > 0.5, "far fewer sides would do: {worst}");
}

/// A box of a leaning thing is no larger than that of its upright box, and infinite only where the thing is.
#[test]
fn boxes_are_tight() {
    let mut dice = Dice(Stream::new(6, "boxes"));
    for kind in [Kind::Post, Kind::Arc, Kind::Disc, Kind::Rim, Kind::Bat] {
        for _ in 0..2_000 {
            let thing = cases::thing(kind, true, &mut dice);
            let by = dice.way(Way::Even);
            let inside = thing.shape.bounds();
            let (placed, _) = thing.shape.placed(&by).unwrap();
            let (inner, outer) = (inside.max - inside.min, placed[0].bounds().max - placed[0].bounds().min);
            let m = by.linear();
            let most = m.x_axis.abs() * inner.x + m.y_axis.abs() * inner.y + m.z_axis.abs() * inner.z;
            assert!((outer - most).max_element() < 1e-12 && outer.min_element() > 0.0, "{outer} instead of {most}");
        }
    }
    // Turned about its own length, an endless post stays bounded to the sides; laid down along x, to y and z.
    let post = Shape::from(Post::new(DVec2::new(0.3, 0.2), 0.01).unwrap());
    let turn = |axis: DVec3, quarters: f64| Transform::rotation(axis, quarters * core::f64::consts::FRAC_PI_2).unwrap();
    let (standing, rule) = post.placed(&turn(DVec3::X, 2.0)).unwrap();
    let bounds = standing[0].bounds();
    assert_eq!((rule, bounds.min.z, bounds.max.z), (Rule::Local, f64::NEG_INFINITY, f64::INFINITY));
    assert!((bounds.min.truncate() - DVec2::new(0.29, -0.21)).abs().max_element() < 1e-8, "{bounds:?}");
    assert!((bounds.max.truncate() - DVec2::new(0.31, -0.19)).abs().max_element() < 1e-8, "{bounds:?}");
    let (laid, _) = post.placed(&turn(DVec3::Y, 1.0)).unwrap();
    let bounds = laid[0].bounds();
    assert_eq!((bounds.min.x, bounds.max.x), (f64::NEG_INFINITY, f64::INFINITY));
    assert!((bounds.max.z - -0.29).abs() < 1e-8 && (bounds.min.z - -0.31).abs() < 1e-8, "{bounds:?}");
    // A post on a floor without a top, on its side: a ray.
    let ray = Shape::from(Post::new(DVec2::ZERO, 0.01).unwrap().with_height(0.1, f64::INFINITY).unwrap());
    let bounds = ray.placed(&turn(DVec3::Y, 1.0)).unwrap().0[0].bounds();
    assert!(bounds.max.x == f64::INFINITY && (bounds.min.x - 0.1).abs() < 1e-8, "{bounds:?}");
}

/// Every collider carries one, and they are walked through in the search.
#[test]
fn a_shape_is_not_larger_than_it_was() {
    let size = size_of::<Shape>();
    println!("a shape takes {size} bytes");
    assert!(size <= 192, "{size} bytes");
}
