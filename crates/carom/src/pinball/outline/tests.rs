//! Curves through points, and polygons that are filled.

use super::fill::turn;
use super::*;
use crate::math::rng::Stream;

fn flat(points: &[[f64; 2]]) -> Vec<DVec2> {
    points.iter().map(|&p| DVec2::from(p)).collect()
}

fn area_of(points: &[DVec2], triangles: &[[usize; 3]]) -> f64 {
    triangles.iter().map(|&[a, b, c]| 0.5 * turn(points[a], points[b], points[c])).sum()
}

#[test]
fn plain_points_are_kept_as_they_are() {
    let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let points: Vec<OutlinePoint> = square.iter().map(|p| OutlinePoint::new(p[0], p[1])).collect();
    let nodes = drawn(&points, true, WALL_FINENESS).unwrap();
    let at: Vec<[f64; 2]> = nodes.iter().map(|n| n.at.truncate().to_array()).collect();
    assert_eq!(at, [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]], "doubled points are one");
    assert_eq!(nodes.iter().map(|n| n.from).collect::<Vec<_>>(), [0, 1, 3, 4]);
    let open = drawn(&points[..3], false, WALL_FINENESS).unwrap();
    assert_eq!(open.len(), 3, "an open curve has its last point");
    assert!(drawn(&[OutlinePoint::default(); 4], true, WALL_FINENESS).is_err(), "all on one spot");
}

/// Four smooth points on a circle of 100 units: the spline lies within 12 % of the circle, is as flat as was asked, and
/// goes through its points.
#[test]
fn smooth_points_make_a_round() {
    let r = 100.0 * VP_LENGTH;
    let around = [[r, 0.0], [0.0, r], [-r, 0.0], [0.0, -r]];
    let points = around.map(|p| OutlinePoint { at: DVec2::from(p), smooth: true, slingshot: true, bulge: 0.0 });
    let nodes = drawn(&points, true, WALL_FINENESS).unwrap();
    assert_eq!(nodes.iter().filter(|n| n.slingshot).count(), 4, "halving makes no slingshots");
    assert!(nodes.len() >= 32 && nodes.len().is_multiple_of(4), "{} nodes", nodes.len());
    for node in &nodes {
        assert!((node.at.length() / r - 1.0).abs() < 0.12, "{}", node.at);
    }
    // Of a centripetal spline with even spacing the middle between two points is known: (9 (b + c) - (a + d)) / 16.
    let middle = DVec2::from(around[0]) + DVec2::from(around[1]);
    let middle = (middle * 9.0 - DVec2::from(around[3]) - DVec2::from(around[2])) / 16.0;
    assert!(nodes.iter().any(|n| (n.at.truncate() - middle).length() < 1e-15), "goes through {middle}");
    let coarse = drawn(&points, true, RAMP_FINENESS).unwrap();
    assert!(coarse.len() < nodes.len(), "{} for ramps, {} for walls", coarse.len(), nodes.len());
}

/// A smooth point between two plain ones bends by its neighbour at the smooth end only.
#[test]
fn an_s_is_not_taken_for_a_straight() {
    let points = [(-1.0, 1.0, false), (0.0, 0.0, true), (1.0, 0.0, true), (2.0, -1.0, false)];
    let points = points.map(|(x, y, smooth)| OutlinePoint { smooth, ..OutlinePoint::new(x * 0.1, y * 0.1) });
    let nodes = drawn(&points, false, WALL_FINENESS).unwrap();
    let between = |n: &&Node| n.at.x > 1e-9 && n.at.x < 0.1 - 1e-9;
    let bends: Vec<f64> = nodes.iter().filter(between).map(|n| n.at.y).collect();
    assert!(bends.iter().any(|&y| y > 1e-3) && bends.iter().any(|&y| y < -1e-3), "an S: {bends:?}");
    assert_eq!((nodes[0].at.x, nodes[nodes.len() - 1].at.x), (-0.1, 0.2), "from end to end");
}

#[test]
fn reference_outlines_face_outwards() {
    // The slingshot and a guide of the recorded runs, in Visual Pinball's units.
    for polygon in [[[300.0, 1000.0], [700.0, 1000.0], [500.0, 900.0]], [[0.0, 780.0], [0.0, 930.0], [150.0, 930.0]]] {
        let points = flat(&polygon);
        assert!(signed_area(&points) < 0.0, "walked with the outside on the side of (-dy, dx)");
        let along = points[1] - points[0];
        let outward = DVec2::new(-along.y, along.x);
        assert!(outward.dot(points[2] - points[0]) < 0.0, "the third point lies behind the first edge");
        assert!(!is_inner_corner(points[0], points[1], points[2]));
        assert!(is_inner_corner(points[2], points[1], points[0]), "the other way round it would be hollow");
    }
}

#[test]
fn crossing_edges_are_found() {
    let bow = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
    assert!(crosses_itself(&bow));
    assert!(filled(&bow).is_err(), "no area is left of it");
    let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert!(!crosses_itself(&square));
    // Two squares that meet in a point, the second walked the other way round: nothing crosses, but it is no polygon.
    let eight = flat(&[[0.0, 0.0], [1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [1.0, 1.0], [1.0, 0.0]]);
    assert!(!crosses_itself(&eight));
    let good = filled(&eight).is_ok();
    let turned = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0], [1.0, 1.0], [1.0, 0.0]]);
    assert!(good != filled(&turned).is_ok(), "one of the two walks round its border, the other does not");
}

#[test]
fn filling_covers_the_polygon_and_nothing_else() {
    let comb: Vec<DVec2> = (0..40)
        .map(|k| DVec2::new(f64::from(k), if k % 2 == 0 { 0.0 } else { 5.0 }))
        .chain([DVec2::new(39.0, 9.0), DVec2::new(0.0, 9.0)])
        .collect();
    let collinear =
        flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]]);
    let spike = flat(&[[0.0, 0.0], [2.0, 0.0], [5.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    // A square with a square hole, cut open along one line.
    let ring = flat(&[
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [0.0, 3.0],
        [0.0, 0.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [2.0, 2.0],
        [2.0, 1.0],
        [1.0, 1.0],
    ]);
    for (name, polygon, area) in [
        ("comb", comb, 39.0 * 9.0 - 39.0 * 2.5),
        ("collinear", collinear, 4.0),
        ("spike", spike, 4.0),
        ("ring", ring, 8.0),
    ] {
        for flip in [false, true] {
            let points: Vec<DVec2> = if flip { polygon.iter().rev().copied().collect() } else { polygon.clone() };
            let triangles = filled(&points).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!((area_of(&points, &triangles) - area).abs() < 1e-9, "{name}: {}", area_of(&points, &triangles));
            assert!(triangles.iter().all(|&[a, b, c]| turn(points[a], points[b], points[c]) > 0.0), "{name} faces up");
            // No two overlap: the middle of each is in no other.
            for (k, t) in triangles.iter().enumerate() {
                let middle = t.iter().map(|&i| points[i]).sum::<DVec2>() / 3.0;
                let within = |&[a, b, c]: &[usize; 3]| {
                    [(a, b), (b, c), (c, a)].iter().all(|&(i, j)| turn(points[i], points[j], middle) > 1e-12)
                };
                let inside: Vec<usize> = (0..triangles.len()).filter(|&i| within(&triangles[i])).collect();
                assert_eq!(inside, [k], "{name}");
            }
        }
    }
}

/// Random stars: simple by construction, with reflex corners at every other point, and points doubled at random.
#[test]
fn random_stars_are_filled() {
    let mut dice = Stream::new(3, "stars");
    for round in 0..200 {
        let n = 3 + (dice.unit() * 60.0) as usize;
        let mut points = Vec::new();
        for k in 0..n {
            let angle = core::f64::consts::TAU * (k as f64 + 0.4 * dice.unit()) / n as f64;
            let r = dice.between(0.02, 1.0);
            let at = DVec2::new(libm::cos(angle), libm::sin(angle)) * r + DVec2::new(0.3, 0.7);
            points.push(at);
            if dice.unit() < 0.1 {
                points.push(at);
            }
        }
        assert!(!crosses_itself(&points), "round {round}");
        let triangles = filled(&points).unwrap_or_else(|error| panic!("round {round}: {error}"));
        assert!((area_of(&points, &triangles) - signed_area(&points)).abs() < 1e-12, "round {round}");
    }
}

#[test]
fn faults_are_named() {
    let message = |points: &[OutlinePoint]| check_outline(points, 3).unwrap_err().to_string();
    assert_eq!(message(&[]), "0 points of an outline, but at least 3 are needed");
    let bad = [OutlinePoint::default(), OutlinePoint::new(f64::NAN, 0.0), OutlinePoint::default()];
    assert_eq!(message(&bad), "point 1: a point is NaN; it must be a finite number");
    assert!(message(&[OutlinePoint::default(); OUTLINE_POINTS + 1]).contains("too many"));
    let line = flat(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]);
    assert_eq!(filled(&line).unwrap_err().to_string(), "an outline encloses no area");
    assert!(filled(&[]).is_err() && signed_area(&[]) == 0.0);
}

#[test]
fn the_way_along_an_axis_is_counted_from_above() {
    let points = [RampPoint::new(0.0, 0.0, 0.0), RampPoint::new(3.0, 4.0, 100.0), RampPoint::new(3.0, 19.0, 0.0)];
    let nodes = drawn_axis(&points, RAMP_FINENESS).unwrap();
    assert_eq!(parts_of_way(&nodes), [0.0, 0.25, 1.0]);
}

#[test]
fn a_bulge_is_the_height_of_an_arc_over_half_its_chord() {
    let (a, b) = (DVec2::ZERO, DVec2::new(2.0, 0.0));
    // Walking to the right, clockwise as the player sees it: over the top, where y is negative.
    let half = Bend::over(a, b, 1.0).unwrap();
    assert!(half.clockwise && half.centre.distance(DVec2::X) < 1e-15 && (half.radius - 1.0).abs() < 1e-15);
    let top = half.between(a.extend(0.0), b.extend(1.0), 1.0, 2).next().unwrap();
    assert!(top.distance(DVec3::new(1.0, -1.0, 0.5)) < 1e-15, "{top}");
    assert!(half.along(a).distance(DVec2::new(0.0, -1.0)) < 1e-15, "it sets out away from the player");
    for (bulge, height) in [(0.3, 0.3), (-0.3, -0.3), (2.5, 2.5), (-2.5, -2.5)] {
        let bend = Bend::over(a, b, bulge).unwrap();
        let middle = bend.between(a.extend(0.0), b.extend(0.0), bulge, 2).next().unwrap();
        assert!(middle.truncate().distance(DVec2::new(1.0, -height)) < 1e-14, "{bulge}: {middle}");
        assert!((bend.centre.distance(a) - bend.radius).abs() < 1e-14);
        let back = Bend::over(b, a, -bulge).unwrap();
        assert_eq!(back.clockwise, bend.reversed().clockwise);
        assert!(back.centre.distance(bend.centre) < 1e-14, "the same arc walked back");
    }
    assert!(Bend::over(a, b, 1e-9).is_none() && Bend::over(a, a, 1.0).is_none(), "as good as straight");
    assert!(Bend::over(a, b, f64::NAN).is_none());
}

/// SVG's arcs: of the four that a radius and two flags name, each is the one that SVG means.
#[test]
fn arcs_by_radius_are_those_of_svg() {
    let (a, b) = (DVec2::ZERO, DVec2::new(6.0, 0.0));
    for large in [false, true] {
        for clockwise in [false, true] {
            let point = OutlinePoint { at: a, ..OutlinePoint::default() }.arc_to(b, 5.0, large, clockwise);
            let bend = Bend::over(a, b, point.bulge).unwrap();
            assert!((bend.radius - 5.0).abs() < 1e-12 && bend.clockwise == clockwise);
            // A small clockwise arc over a chord to the right has its centre below the chord, where y is positive.
            let below = large != clockwise;
            assert!(bend.centre.distance(DVec2::new(3.0, if below { 4.0 } else { -4.0 })) < 1e-12, "{bend:?}");
            assert_eq!(point.bulge.abs() > 1.0, large);
        }
    }
    let short = OutlinePoint::default().arc_to(b, 1.0, false, true);
    assert_eq!(short.bulge, 1.0, "a radius that does not reach is half the chord");
    assert_eq!(OutlinePoint::default().arc_to(DVec2::ZERO, 1.0, true, true).bulge, 0.0);
}

#[test]
fn an_arc_is_drawn_out_as_finely_as_asked() {
    let circle = [-0.1, 0.1].map(|x| OutlinePoint { bulge: 1.0, ..OutlinePoint::new(x, 0.0) });
    for (fineness, most) in [(WALL_FINENESS, ARC_CHORD), (RAMP_FINENESS, ARC_ROUGH_CHORD)] {
        let nodes = drawn(&circle, true, fineness).unwrap();
        let n = nodes.len();
        for k in 0..n {
            let (a, b) = (nodes[k].at, nodes[(k + 1) % n].at);
            let height = 0.1 - (0.5 * (a + b)).length();
            assert!((a.length() - 0.1).abs() < 1e-15 && height < most * 1.000_001 && height > 0.5 * most, "{height}");
        }
    }
    assert_eq!(drawn_out(&circle, true).unwrap().len(), drawn(&circle, true, RAMP_FINENESS).unwrap().len());
    let wide = [0.0, 400.0].map(|x| OutlinePoint { bulge: 20.0, ..OutlinePoint::new(x, 0.0) });
    assert!(drawn(&wide, true, WALL_FINENESS).unwrap_err().to_string().contains("too many points"));
}

fn area_of_trapezoids(corners: &[DVec2]) -> f64 {
    let cuts = Cut::all(corners).unwrap();
    trapezoids(&cuts).iter().map(|t| 0.5 * (t.y[1] - t.y[0]) * (t.first[1] - t.first[0] + t.last[1] - t.last[0])).sum()
}

/// Known areas: what is wound round counts once, however often and whichever way.
#[test]
fn what_is_wound_round_is_solid() {
    let bow = flat(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    assert!((area_of_trapezoids(&bow) - 2.0).abs() < 1e-12);
    let twice = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert!((area_of_trapezoids(&twice) - 1.0).abs() < 1e-12);
    // Two squares that overlap by a quarter, the second walked the other way round.
    let squares =
        flat(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 2.0], [1.0, 3.0], [3.0, 3.0], [3.0, 1.0], [0.0, 1.0]]);
    let cuts = Cut::all(&squares).unwrap();
    assert_eq!(cuts.len(), 8 + 2, "two edges are cut by one crossing: {cuts:?}");
    let frame = flat(&[
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [0.0, 3.0],
        [0.0, 0.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [2.0, 2.0],
        [2.0, 1.0],
        [1.0, 1.0],
    ]);
    assert!((area_of_trapezoids(&frame) - 8.0).abs() < 1e-12, "a frame stays open");
    let seam = Cut::all(&frame).unwrap().into_iter().filter(|cut| cut.solid_here && cut.solid_there).count();
    assert_eq!(seam, 2, "the way in and out is within the solid");
    let line = flat(&[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0]]);
    assert!(trapezoids(&Cut::all(&line).unwrap()).is_empty());
    assert!(Cut::all(&line).unwrap().iter().all(|cut| !cut.solid_here && !cut.solid_there), "a fence");
}

/// Scribbles of random points, against places at random and the winding number itself.
#[test]
fn scribbles_are_filled_where_they_wind() {
    let mut dice = Stream::new(8, "scribbles");
    for round in 0..60 {
        let n = 3 + (dice.unit() * 25.0) as usize;
        let mut corners: Vec<DVec2> = (0..n).map(|_| DVec2::new(dice.unit(), dice.unit())).collect();
        if round % 3 == 0 {
            // On a coarse grid: edges that overlap, points on edges.
            corners.iter_mut().for_each(|p| *p = (*p * 5.0).round() / 5.0);
        }
        let Ok(cuts) = Cut::all(&corners) else { panic!("round {round}") };
        let areas = trapezoids(&cuts);
        for _ in 0..200 {
            let p = DVec2::new(dice.unit(), dice.unit());
            let mut times = 0;
            for k in 0..n {
                let (a, b) = (corners[k], corners[(k + 1) % n]);
                if (a.y <= p.y) != (b.y <= p.y) && (turn(a, b, p) > 0.0) == (b.y > a.y) {
                    times += if b.y > a.y { 1 } else { -1 };
                }
            }
            let covering = areas.iter().filter(|t| {
                let part = (p.y - t.y[0]) / (t.y[1] - t.y[0]);
                let x = [0, 1].map(|k| t.first[k] + (t.last[k] - t.first[k]) * part);
                part > 0.0 && part < 1.0 && p.x > x[0] && p.x < x[1]
            });
            assert_eq!(covering.count(), usize::from(times != 0), "round {round} at {p}: wound {times} times");
        }
    }
}

/// Filling cost the cube of the number of points, and 4096 were the most: at ten thousand this test would take an hour.
#[test]
fn ten_thousand_points_are_filled_quickly() {
    let around = |n: usize, at: &dyn Fn(f64) -> DVec2| -> Vec<DVec2> {
        (0..n).map(|k| at(core::f64::consts::TAU * k as f64 / n as f64)).collect()
    };
    let unit = |angle: f64| DVec2::new(libm::cos(angle), libm::sin(angle));
    let round = around(10_000, &|angle| unit(angle) * 0.3);
    let wavy = around(10_000, &|angle| unit(angle) * (0.3 + 0.05 * libm::sin(40.0 * angle)));
    let n = 3_000;
    let tooth = |k: usize| DVec2::new(k as f64 / n as f64, if k.is_multiple_of(2) { 0.0 } else { 0.5 });
    let comb: Vec<DVec2> = (0..n).map(tooth).chain([DVec2::new(1.0, 0.6), DVec2::new(0.0, 0.6)]).collect();
    for (name, corners) in [("round", round), ("wavy", wavy), ("comb", comb)] {
        assert!(!crosses_itself(&corners), "{name}");
        let (ears, area) = (filled(&corners).unwrap(), signed_area(&corners).abs());
        assert!((area_of(&corners, &ears) / area - 1.0).abs() < 1e-9, "{name}");
        assert!((area_of_trapezoids(&corners) / area - 1.0).abs() < 1e-6, "{name}");
    }
    let knot = around(10_000, &|angle| DVec2::new(libm::sin(3.0 * angle), libm::sin(2.0 * angle + 0.3)) * 0.3);
    assert!(crosses_itself(&knot) && filled(&knot).is_err());
    let pieces = Cut::all(&knot).unwrap().len();
    assert!(
        pieces > 10_000 && pieces <= 10_000 + 2 * 7,
        "it crosses itself seven times, here or there in a corner: {pieces}"
    );
}
