//! What can be measured on a gas: its pressure, how its balls stand about each other, and whether any overlap.

use super::ball::Ball;
use super::grid::{CODES, Grid, digits};
use super::setup::{Border, ball_volume};
use super::{Done, Gas};
use crate::error::{Error, in_range};
use core::f64::consts::PI;

/// What is added up while a gas runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measured {
    /// When measuring began, as [`Gas::time`].
    since: f64,
    before: Done,
    /// The sum over all collisions of the distance times the momentum given along it.
    pub(super) virial: f64,
    /// The momentum given to walls.
    pub(super) wall_push: f64,
}

/// The pressure of a gas, as measured for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressure {
    /// How long it was measured.
    pub time: f64,
    /// How many collisions it is made of.
    pub collisions: u64,
    /// `P V / (N k T)`: 1 in a thin gas. Not a number if nothing moves or no time has gone by.
    pub compressibility: f64,
    /// Force on a unit of border, by the virial theorem.
    pub pressure: f64,
    /// The same as felt by the walls, if there are any.
    pub on_walls: Option<f64>,
    /// Collisions in a unit of time for each ball, every collision counted once.
    pub rate: f64,
}

/// Balls at a distance from a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// The least distance.
    pub from: f64,
    /// The greatest.
    pub to: f64,
    /// Pairs counted, each once.
    pub pairs: u64,
    /// How many times as many as if balls stood anywhere, even in each other: the pair correlation `g`.
    pub correlation: f64,
}

impl<const D: usize> Gas<D> {
    /// Forgets what was measured for the pressure so far.
    pub fn start_measuring(&mut self) {
        self.measured = Measured { since: self.time(), before: self.done, virial: 0.0, wall_push: 0.0 };
    }

    /// The pressure since the last [`start_measuring`](Self::start_measuring), by the virial theorem:
    /// `D P V = 2 E + (sum of r Δp over all collisions) / time`. (Allen & Tildesley, "Computer Simulation of Liquids",
    /// section 2.4.)
    pub fn pressure(&self) -> Pressure {
        let (time, twice) = (self.time() - self.measured.since, 2.0 * self.energy());
        let collisions = self.done.collisions - self.measured.before.collisions;
        let compressibility = 1.0 + self.measured.virial / (twice * time);
        let volume = self.volume();
        let border: f64 = self.size.iter().map(|length| 2.0 * volume / length).sum();
        Pressure {
            time,
            collisions,
            compressibility,
            pressure: (twice + self.measured.virial / time) / (D as f64 * volume),
            on_walls: (self.border == Border::Walls).then(|| self.measured.wall_push / (time * border)),
            rate: collisions as f64 / (time * self.balls.len().max(1) as f64),
        }
    }

    /// How balls stand about each other now: pairs counted in `rings` rings of equal width out to a distance of `reach`,
    /// beginning where balls touch. Averages of several moments are smoother.
    ///
    /// Between walls the count is compared with what a gas of points in the same room would give.
    ///
    /// # Errors
    /// When the reach is less than a diameter, or more than a third of a periodic box, or there are no rings or more than
    /// a million.
    pub fn pair_correlation(&self, reach: f64, rings: usize) -> Result<Vec<Ring>, Error> {
        let diameter = 2.0 * self.radius;
        let least = self.size.into_iter().fold(f64::INFINITY, f64::min);
        let most = match self.border {
            Border::Periodic => least / (Grid::<D>::least_periodic(1.0) * (1.0 + f64::EPSILON)),
            Border::Walls => least - diameter,
        };
        in_range("reach", reach, diameter, most)?;
        in_range("number of rings", rings as f64, 1.0, 1e6)?;
        let room = match self.border {
            Border::Periodic => self.size,
            Border::Walls => self.size.map(|length| length - diameter),
        };
        let mut grid = Grid::new(self.balls.len(), reach, room, self.border);
        let mut balls: Vec<Ball<D>> = Vec::with_capacity(self.balls.len());
        for (i, ball) in self.balls.iter().enumerate() {
            let from = if self.border == Border::Walls { self.radius } else { 0.0 };
            let (cell, within) = grid.locate(self.whereabouts(ball).map(|x| x - from));
            grid.enter(cell, i as u32);
            balls.push(Ball::new(cell, within, [0.0; D], 0.0));
        }
        let width = (reach - diameter) / rings as f64;
        let mut counts = vec![0_u64; rings];
        for_near_pairs(&balls, &grid, 0.0, |_, _, square| {
            // Two that touch may be a rounding nearer than a diameter.
            let ring = ((square.sqrt() - diameter) / width).max(0.0);
            if let Some(count) = counts.get_mut(ring as usize) {
                *count += 1;
            }
        });
        let n = self.balls.len() as f64;
        let all = 0.5 * n * (n - 1.0);
        let volume: f64 = room.iter().product();
        Ok(counts
            .into_iter()
            .enumerate()
            .map(|(k, pairs)| {
                let (from, to) = (diameter + k as f64 * width, diameter + (k + 1) as f64 * width);
                let share = (ball_volume::<D>(to) - ball_volume::<D>(from)) / volume;
                let inside = if self.border == Border::Walls { seen_inside(&room, 0.5 * (from + to)) } else { 1.0 };
                Ring { from, to, pairs, correlation: pairs as f64 / (all * share * inside) }
            })
            .collect())
    }

    /// How deep two balls overlap now at most, or a ball and a wall; zero if none do. Only rounding makes them.
    pub fn deepest_overlap(&self) -> f64 {
        let mut nearest = self.touch;
        for_near_pairs(&self.balls, &self.grid, self.now, |_, _, square| nearest = nearest.min(square));
        let mut deepest = (2.0 * self.radius - nearest.sqrt()).max(0.0);
        if self.border == Border::Walls {
            for ball in &self.balls {
                let place = self.whereabouts(ball);
                for (x, size) in place.into_iter().zip(self.size) {
                    deepest = deepest.max(self.radius - x).max(x + self.radius - size);
                }
            }
        }
        deepest
    }
}

/// Calls `see` with every two balls that are in the same cell or in cells beside each other, each pair once, and the
/// square of their distance.
pub(super) fn for_near_pairs<const D: usize>(
    balls: &[Ball<D>],
    grid: &Grid<D>,
    now: f64,
    mut see: impl FnMut(u32, u32, f64),
) {
    for (i, ball) in balls.iter().enumerate() {
        let (i, place, low) = (i as u32, ball.at(now), grid.number(ball.cell) - grid.diagonal());
        // In a plane there is one layer, the first.
        for code in 0..if D == 2 { CODES / 3 } else { CODES } {
            let digits = digits(code);
            if digits[0] == 3 {
                continue;
            }
            let corner = grid.corner_of(code);
            let mut other = grid.first(low + (0..D).map(|d| digits[d] * grid.stride(d)).sum::<u32>());
            while let Some(near) = balls.get(other as usize) {
                if other > i {
                    let at = near.at(now);
                    let away = |d: usize| at[d] - place[d] + corner[d];
                    see(i, other, (0..D).map(|d| away(d) * away(d)).sum());
                }
                other = grid.after(other);
            }
        }
    }
}

/// The mean share of a ring of radius `r` round a point of a box that is inside the box, over all points and directions:
/// the mean of `(a - |x|) (b - |y|) ... / (a b ...)` over a circle or sphere.
fn seen_inside<const D: usize>(room: &[f64; D], r: f64) -> f64 {
    let [x, y] = [r / room[0], r / room[1]];
    match room.get(2) {
        // The means of |cos|, |sin| and |cos sin| on a circle are 2/π, 2/π and 1/π.
        None => 1.0 - 2.0 / PI * (x + y) + x * y / PI,
        // On a sphere those of |x|, |x y| and |x y z| are 1/2, 2/(3π) and 1/(4π).
        Some(&length) => {
            let z = r / length;
            1.0 - 0.5 * (x + y + z) + 2.0 / (3.0 * PI) * (x * y + y * z + z * x) - x * y * z / (4.0 * PI)
        }
    }
}

/// The sum of many numbers, with the roundings summed beside it (A. Neumaier 1974): the drift of an energy is not to be
/// that of its measurement.
pub(super) fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut total, mut rest) = (0.0_f64, 0.0);
    for number in numbers {
        let new = total + number;
        rest += if total.abs() >= number.abs() { (total - new) + number } else { (number - new) + total };
        total = new;
    }
    total + rest
}
