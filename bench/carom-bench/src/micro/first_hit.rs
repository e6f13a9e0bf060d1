//! One ball, thousands of walls: which one first?
//!
//! With the public tree and the public shapes, as anyone could; a world remembers more and asks less.

use carom::broad::{KdTree, Way};
use carom::impact::Window;
use carom::shape::{Segment, Shape, Wall};
use carom::{DVec2, DVec3, Path};
use scenes::field::field;
use scenes::lcg::Lcg;
use scenes::{BALL_RADIUS, Scene};

use super::{CASES, Line, best, by_hand};
use crate::Fault;

/// Metres of path in the first look; each further look is twice as long.
const FIRST_LOOK: f64 = 0.5;
/// Rounds over all cases: a search is a hundred times an impact test.
const ROUNDS: u32 = 20;
/// m: the cells of the grid that is written by hand; from 1 to 4 cm it makes little difference.
const CELL: f64 = 0.02;
/// Of the searches, these many are repeated by asking every shape.
const CHECKED: usize = 40;

pub(super) fn all() -> Result<Vec<Line>, Fault> {
    let mut lines = Vec::new();
    for (walls, elsewhere) in [(5_000, "310 hand-made grid, 771 parry"), (50_000, "417 hand-made grid, 1076 parry")] {
        let scene = field(walls, 1);
        let segments = segments(&scene)?;
        let shapes: Vec<Shape> = segments.iter().flat_map(Segment::parts).collect();
        let tree = KdTree::of_shapes(shapes.iter().map(Some)).tiled_for(BALL_RADIUS);
        let paths = paths(&scene);
        for path in &paths[..CHECKED] {
            let (found, sure) = (search(&tree, &segments, path), ask_all(&shapes, path));
            // The last bit of a time may depend on the window that was searched.
            let same = match (found, sure) {
                (Some(found), Some(sure)) => (found - sure).abs() <= 1e-14 * sure,
                (found, sure) => found == sure,
            };
            if !same {
                return Err(format!("the tree says {found:?}, asking all {sure:?}").into());
            }
        }
        let (nanoseconds, hits) =
            best(&paths, ROUNDS, |path| core::hint::black_box(search(&tree, &segments, path)).is_some());
        let plain = segments.iter().map(|segment| [segment.wall().a(), segment.wall().b()]).collect();
        let size = scene.enclosure().map_or(0.0, |[_, high]| high[0].max(high[1]));
        let grid = by_hand::Grid::new(plain, size, CELL, BALL_RADIUS);
        for path in &paths {
            let (by_hand, found) = (grid.first(path), search(&tree, &segments, path));
            if by_hand.zip(found).is_none_or(|(by_hand, found)| (by_hand - found).abs() > 1e-9) {
                return Err(format!("by hand {by_hand:?}, the tree says {found:?}").into());
            }
        }
        let (hand, _) = best(&paths, ROUNDS, |path| core::hint::black_box(grid.first(path)).is_some());
        let (what, beside) = (format!("first hit among {walls} segments"), vec![("by hand", hand)]);
        lines.push(Line { what, nanoseconds, hits, beside, elsewhere });
    }
    Ok(lines)
}

/// Walls with their corners.
fn segments(scene: &Scene) -> Result<Vec<Segment>, Fault> {
    let wall = |s: &scenes::Segment| -> Result<Segment, Fault> {
        Ok(Segment::of(Wall::new(DVec2::from(s.a), DVec2::from(s.b))?))
    };
    scene.segments.iter().map(wall).collect()
}

/// Balls anywhere in the field that touch nothing, flying straight at 2 m/s.
fn paths(scene: &Scene) -> Vec<Path> {
    let [low, high] = scene.enclosure().unwrap_or_default();
    let area = scenes::place::Area { low: low.map(|c| c + 0.02), high: high.map(|c| c - 0.02) };
    let probe = scenes::probe::Probe::new(scene);
    let mut draws = Lcg::new(9);
    let mut paths = Vec::with_capacity(CASES);
    while paths.len() < CASES {
        let [x, y] = [0, 1].map(|axis| area.low[axis] + (area.high[axis] - area.low[axis]) * draws.draw());
        if probe.depth([x, y], BALL_RADIUS) <= -1e-4 {
            let angle = core::f64::consts::TAU * draws.draw();
            let v = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * 2.0;
            paths.push(Path { p: DVec3::new(x, y, 0.0), v, a: DVec3::ZERO });
        }
    }
    paths
}

/// The tree knows walls and corners, and names the one that may come first; it is asked together with the others of its segment.
fn search(tree: &KdTree, segments: &[Segment], path: &Path) -> Option<f64> {
    let (mut from, mut look) = (0.0, FIRST_LOOK);
    let mut best = None;
    while best.is_none() && from < 1e3 {
        let mut window = Window { from, to: from + path.time_to_travel(from, look) };
        let mut last = usize::MAX;
        tree.sweep(&Way { path, radius: BALL_RADIUS, slack: 0.0, window }, |index| {
            let segment = index / 3;
            if segment != last
                && let Some(meeting) = segments[segment].meets(path, BALL_RADIUS, window)
            {
                window.to = meeting.time;
                best = Some(meeting.time);
            }
            last = segment;
            window.to
        });
        (from, look) = (window.to, look * 2.0);
    }
    best
}

fn ask_all(shapes: &[Shape], path: &Path) -> Option<f64> {
    let window = Window { from: 0.0, to: 1e3 };
    let times = shapes.iter().filter_map(|shape| shape.meets(path, BALL_RADIUS, window)).map(|meeting| meeting.time);
    times.min_by(f64::total_cmp)
}
