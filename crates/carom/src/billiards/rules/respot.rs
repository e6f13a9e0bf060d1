//! Putting balls back on the table, on a free place.

use super::facts::Facts;
use crate::DVec2;
use crate::billiards::aim::touching;

/// How far from its neighbours a ball is put that finds its spot occupied, m: near, but not touching.
const CLEAR: f64 = 1e-6;

/// Balls put back after a shot.
#[derive(Debug)]
pub(super) struct Respots<'a> {
    facts: &'a Facts<'a>,
    placed: Vec<(usize, DVec2)>,
}

impl<'a> Respots<'a> {
    pub(super) fn new(facts: &'a Facts<'a>) -> Self {
        Self { facts, placed: Vec::new() }
    }

    /// All of them, in the order in which they were put back.
    pub(super) fn done(self) -> Vec<(usize, DVec2)> {
        self.placed
    }

    /// Whether a ball is on the table, those put back included.
    pub(super) fn on_table(&self, ball: usize) -> bool {
        !self.facts.is_out(ball) || self.placed.iter().any(|&(placed, _)| placed == ball)
    }

    /// Puts the cue ball on the head spot, a quarter of the length from the head rail.
    pub(super) fn put_on_head_spot(&mut self, ball: usize) {
        self.put(ball, &[self.facts.played().table.point(0.5, 0.25)]);
    }

    /// Puts a ball on the foot spot, a quarter of the length from the foot rail.
    pub(super) fn put_on_foot_spot(&mut self, ball: usize) {
        self.put(ball, &[self.facts.played().table.point(0.5, 0.75)]);
    }

    /// Puts a ball on the first of these spots that is free; if none is, as near as possible to the first one, on the
    /// line through it along the table, on the side of the foot rail if there is room.
    pub(super) fn put(&mut self, ball: usize, spots: &[DVec2]) {
        let (Some(own), Some(&first)) = (self.facts.played().before.get(ball), spots.first()) else { return };
        let radius = own.spec.radius;
        let obstacles = self.obstacles(ball, radius);
        let free = |at: DVec2| obstacles.iter().all(|&(centre, reach)| at.distance(centre) >= reach);
        let at = spots.iter().copied().find(|&spot| free(spot)).or_else(|| {
            let length = self.facts.played().table.length;
            // The nearest free place on the line touches the circle of some ball: every crossing is a candidate.
            let mut crossings: Vec<f64> = obstacles
                .iter()
                .filter_map(|&(centre, reach)| {
                    let (reach, across) = (reach + CLEAR, centre.x - first.x);
                    let square = reach * reach - across * across;
                    (square >= 0.0).then(|| [centre.y + square.sqrt(), centre.y - square.sqrt()])
                })
                .flatten()
                .filter(|y| (radius..=length - radius).contains(y))
                .collect();
            crossings.sort_by(f64::total_cmp);
            let at = |y: f64| DVec2::new(first.x, y);
            let up = crossings.iter().copied().filter(|&y| y > first.y).map(at).find(|&place| free(place));
            up.or_else(|| crossings.iter().rev().copied().filter(|&y| y < first.y).map(at).find(|&place| free(place)))
        });
        self.placed.push((ball, at.unwrap_or(first)));
    }

    /// Centres of the balls on the table besides `ball`, and how near its centre may come to them.
    fn obstacles(&self, ball: usize, radius: f64) -> Vec<(DVec2, f64)> {
        let others = self.facts.balls().filter(|&other| other != ball && self.on_table(other));
        others
            .filter_map(|other| {
                let put = self.placed.iter().rev().find(|&&(placed, _)| placed == other).map(|&(_, at)| at);
                let spec = self.facts.played().before.get(other)?.spec;
                Some((put.or_else(|| self.facts.place(other))?, touching(radius, spec.radius)))
            })
            .collect()
    }
}
