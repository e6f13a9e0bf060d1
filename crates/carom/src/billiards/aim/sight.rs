//! What a ball sees that looks for a free way: cushions, jaws and balls, each thicker by its own size.

use super::{place, touching, unit, wrapped};
use crate::DVec2;
use crate::billiards::ball::Ball;
use crate::billiards::table::{Table, nose_reach};

/// Obstacles to the centre of a ball of one size.
#[derive(Clone, Debug)]
pub(super) struct Sight<'a> {
    table: &'a Table,
    /// The lines that its centre cannot cross from their inward side: ends, and the inward normal.
    lines: Vec<(DVec2, DVec2, DVec2)>,
    /// The circles that its centre cannot enter.
    discs: Vec<Disc>,
}

#[derive(Clone, Copy, Debug)]
struct Disc {
    centre: DVec2,
    radius: f64,
}

/// A ball whose centre is this far inside a line or circle only touches it, m.
const TOUCH: f64 = 1e-9;

impl<'a> Sight<'a> {
    /// For a ball of `radius` on the cloth, among `balls` without those of `skipped`.
    pub(super) fn new(table: &'a Table, balls: &[Ball], skipped: &[usize], radius: f64) -> Self {
        let reach = nose_reach(table.nose_height, radius);
        let line = |from: DVec2, to: DVec2, inward: DVec2| (from + inward * reach, to + inward * reach, inward);
        let jaws = table.jaws.iter().map(|jaw| Disc { centre: jaw.centre, radius: jaw.radius + reach });
        let others =
            balls.iter().enumerate().filter(|(number, ball)| !skipped.contains(number) && !ball.state.phase.is_out());
        let others = others.map(|(_, ball)| Disc { centre: place(ball), radius: touching(ball.spec.radius, radius) });
        Self {
            table,
            lines: table.rails.iter().map(|rail| line(rail.from, rail.to, rail.inward)).collect(),
            discs: jaws.chain(others).collect(),
        }
    }

    /// The centre of a pocket.
    pub(super) fn pocket(&self, pocket: usize) -> DVec2 {
        self.table.pockets.get(pocket).map_or(DVec2::ZERO, |pocket| pocket.centre)
    }

    /// How far it is to the pocket's edge.
    pub(super) fn entry(&self, from: DVec2, heading: f64, pocket: usize) -> Option<f64> {
        self.hole(pocket)?.distance(from, unit(heading))
    }

    /// How far the centre can go from `from` before it meets anything or comes over a pocket.
    pub(super) fn free_distance(&self, from: DVec2, heading: f64) -> f64 {
        let way = unit(heading);
        let holes = (0..self.table.pockets.len()).filter_map(|pocket| self.hole(pocket)?.distance(from, way));
        holes.fold(self.obstacle(from, way), f64::min)
    }

    /// The widest run of directions in which the centre comes over the pocket's edge before it meets anything: its
    /// ends, the lower first.
    ///
    /// Whether a direction is free can change only where it touches the circle of the pocket, a circle of an obstacle or
    /// an end of a line, or where the edge of the pocket comes out of an obstacle. All these directions are known in
    /// closed form; between two neighbours one look decides.
    pub(super) fn window(&self, from: DVec2, pocket: usize) -> Option<(f64, f64)> {
        let hole = self.hole(pocket)?;
        if from.distance(hole.centre) <= hole.radius {
            return None;
        }
        let (middle, half) = hole.seen(from);
        let mut edges = vec![-half, half];
        let mut add = |direction: f64| {
            let angle = wrapped(direction - middle);
            if angle.abs() < half {
                edges.push(angle);
            }
        };
        for disc in &self.discs {
            let (direction, half) = disc.seen(from);
            add(direction - half);
            add(direction + half);
            hole.crossings(disc).into_iter().flatten().for_each(|point| add(super::direction(from, point)));
        }
        for &(start, end, _) in &self.lines {
            // A ball that touches the rail sees its line from the side: then its own direction counts.
            [super::direction(from, start), super::direction(from, end)].into_iter().for_each(&mut add);
            add(super::direction(start, end));
            add(super::direction(end, start));
            hole.cuts(start, end).into_iter().flatten().for_each(|point| add(super::direction(from, point)));
        }
        edges.sort_by(f64::total_cmp);
        let mut best: Option<(f64, f64)> = None;
        let mut open: Option<f64> = None;
        for pair in edges.windows(2) {
            let &[low, high] = pair else { continue };
            let way = unit(middle + 0.5 * (low + high));
            let free = hole.distance(from, way).is_some_and(|edge| self.obstacle(from, way) >= edge);
            if !free {
                // A stretch of no width is rounding, and parts nothing.
                if high - low > 1e-12 {
                    open = None;
                }
                continue;
            }
            let start = *open.get_or_insert(low);
            if best.is_none_or(|(a, b)| high - start > b - a) {
                best = Some((start, high));
            }
        }
        let (low, high) = best?;
        Some((middle + low, middle + high))
    }

    /// Directions of which one may have to be taken for the middle of a window, because there the ball that strikes from
    /// `reach` behind `at` just finds room beside a rail: `height - reach sin = 0` over its line.
    pub(super) fn along_rails(&self, at: DVec2, reach: f64) -> impl Iterator<Item = f64> {
        let heights = self.lines.iter().map(move |&(start, _, inward)| ((at - start).dot(inward) / reach, inward));
        heights.filter(|(part, _)| part.abs() < 1.0).flat_map(|(part, inward)| {
            let (square, off) = (super::angle_of(inward), libm::acos(part));
            [square - off, square + off]
        })
    }

    fn hole(&self, pocket: usize) -> Option<Disc> {
        self.table.pockets.get(pocket).map(|pocket| Disc { centre: pocket.centre, radius: pocket.radius })
    }

    /// How far it is to the first obstacle.
    fn obstacle(&self, from: DVec2, way: DVec2) -> f64 {
        let discs = self.discs.iter().filter_map(|disc| disc.distance(from, way));
        let lines = self.lines.iter().filter_map(|&(start, end, inward)| {
            let (height, sinking) = ((from - start).dot(inward), -way.dot(inward));
            if height < -TOUCH || sinking <= 0.0 {
                return None;
            }
            let distance = height.max(0.0) / sinking;
            let run = (from + way * distance - start).dot(end - start);
            (0.0..=(end - start).length_squared()).contains(&run).then_some(distance)
        });
        discs.chain(lines).fold(f64::INFINITY, f64::min)
    }
}

impl Disc {
    /// How far it is to the circle; `None` if the way misses it or leads out of it.
    fn distance(&self, from: DVec2, way: DVec2) -> Option<f64> {
        let arm = self.centre - from;
        let (ahead, aside) = (arm.dot(way), arm.perp_dot(way));
        let square = self.radius * self.radius - aside * aside;
        (ahead > 0.0 && square > 0.0).then(|| (ahead - square.sqrt()).max(0.0))
    }

    /// Direction of the centre, and half the angle under which the circle is seen: a right angle from its edge.
    fn seen(&self, from: DVec2) -> (f64, f64) {
        let part = self.radius / from.distance(self.centre).max(self.radius);
        (super::direction(from, self.centre), libm::asin(part))
    }

    /// Where two circles cross.
    fn crossings(&self, other: &Self) -> [Option<DVec2>; 2] {
        let arm = other.centre - self.centre;
        let square = arm.length_squared();
        let along = 0.5 * (1.0 + (self.radius * self.radius - other.radius * other.radius) / square);
        let across = self.radius * self.radius / square - along * along;
        if !(across >= 0.0 && across.is_finite()) {
            return [None; 2];
        }
        let (foot, off) = (self.centre + arm * along, arm.perp() * across.sqrt());
        [Some(foot + off), Some(foot - off)]
    }

    /// Where a stretch crosses the circle.
    fn cuts(&self, start: DVec2, end: DVec2) -> [Option<DVec2>; 2] {
        let (along, arm) = (end - start, start - self.centre);
        let (a, b, c) = (along.length_squared(), along.dot(arm), arm.length_squared() - self.radius * self.radius);
        let square = b * b - a * c;
        if !(square >= 0.0 && a > 0.0) {
            return [None; 2];
        }
        [-square.sqrt(), square.sqrt()].map(|root| {
            let part = (root - b) / a;
            (0.0..=1.0).contains(&part).then(|| start + along * part)
        })
    }
}
