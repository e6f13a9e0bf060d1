//! A gas of hard disks (`Gas<2>`) or hard spheres (`Gas<3>`): equal balls that fly freely and lose nothing when they meet.
//!
//! The simplest matter there is, and the one on which most is known: its pressure, how its molecules stand about each
//! other and how often they meet are compared with theory in [`theory`]. Every meeting happens at its true moment, so
//! energy and momentum are kept to the last digits, and the cost of a meeting does not grow with the number of balls.
//!
//! ```
//! use carom::gas::{Border, Gas, Setup, theory};
//!
//! let setup = Setup { count: 400, packing: 0.3, border: Border::Periodic, seed: 1, ..Setup::default() };
//! let mut gas = Gas::<2>::lattice(&setup)?;
//! gas.run(20_000); // The lattice melts,
//! gas.start_measuring();
//! gas.run(100_000); // and then the pressure settles.
//! let measured = gas.pressure().compressibility;
//! let expected = theory::disks(gas.packing());
//! assert!((measured / expected - 1.0).abs() < 0.02, "{measured} instead of {expected}");
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # How it works
//!
//! Each ball has one event in a calendar: it meets a partner, it reaches a wall, or it enters a new cell of a grid. A ball
//! is only touched by its own events: it keeps the place and moment of its last impact, and the straight line from there.
//! Places are counted from the corner of a cell and times from a moving beginning, so no number grows with the size of the
//! box or the length of the run. A meeting is entered for one of the two balls only, and only if the other does not look
//! round before; a meeting whose partner was hit by another in between turns into a new look.
//!
//! The unit of mass is a ball; units of length and time are free.

mod ball;
mod grid;
mod look;
mod measure;
mod setup;
mod step;
pub mod theory;

use crate::calendar::Calendar;
use crate::error::{Error, in_range};
use crate::world::Hasher;
use ball::Ball;
use grid::Grid;
use measure::{Measured, sum};
pub use measure::{Pressure, Ring};
pub use setup::{Border, Setup};

/// The longest time that one call may ask for.
const LONGEST: f64 = 1e12;
/// Events without a collision after which a run is given up, for each ball and at least: balls that go side by side for
/// ever never meet.
const PATIENCE: [u64; 2] = [1_000, 1_000_000];
/// Spans of the calendar after which neighbours in space are brought together in memory again. A ball has had some two
/// hundred impacts by then, and has come a few diameters from where it was.
const TIDY: u64 = 128;

/// What has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Meetings of two balls.
    pub collisions: u64,
    /// Impacts on walls.
    pub wall_hits: u64,
    /// Cells entered: work, not physics.
    pub crossings: u64,
    /// Meetings that were foreseen but did not happen, because another came before: work, not physics.
    pub second_looks: u64,
}

impl Done {
    /// All events.
    pub fn events(&self) -> u64 {
        self.collisions + self.wall_hits + self.crossings + self.second_looks
    }

    fn since(&self, before: &Self) -> Self {
        Self {
            collisions: self.collisions - before.collisions,
            wall_hits: self.wall_hits - before.wall_hits,
            crossings: self.crossings - before.crossings,
            second_looks: self.second_looks - before.second_looks,
        }
    }
}

/// A gas of equal hard balls in `D` dimensions, 2 or 3. A clone goes on exactly as the original does.
#[derive(Clone, Debug)]
pub struct Gas<const D: usize> {
    /// In the order of their places at the last tidying.
    balls: Vec<Ball<D>>,
    /// For each of them, its number for the outside.
    names: Vec<u32>,
    grid: Grid<D>,
    calendar: Calendar,
    /// The present moment, counted from `spans` spans after the first: always between one span and two.
    now: f64,
    span: f64,
    spans: u64,
    /// How many spans must have gone by until neighbours in space are brought together in memory again.
    tidy_at: u64,
    /// The moment from which on either of the two is to be thought of.
    turn_at: f64,
    /// The square of the distance at which two balls touch.
    touch: f64,
    radius: f64,
    size: [f64; D],
    border: Border,
    done: Done,
    measured: Measured,
}

impl<const D: usize> Gas<D> {
    /// Goes on by a time; uneven ones give the same meetings as even ones, to the last bit.
    ///
    /// # Errors
    /// When the time is negative, not a number, or more than 1e12.
    pub fn advance(&mut self, time: f64) -> Result<Done, Error> {
        let before = self.done;
        let mut left = in_range("time", time, 0.0, LONGEST)?;
        while left > 0.0 {
            // Span by span, so that the end is a small number too.
            let piece = left.min(self.span);
            left -= piece;
            let (spans, end) = (self.spans, self.now + piece);
            loop {
                let end = end - (self.spans - spans) as f64 * self.span;
                if !self.happen(end) {
                    self.now = self.now.max(end);
                    break;
                }
            }
            self.count_from_later();
        }
        Ok(self.done.since(&before))
    }

    /// Goes on until so many more collisions have happened. Stops earlier if nothing will ever happen, or if for a
    /// thousand events of each ball no two have met.
    pub fn run(&mut self, collisions: u64) -> Done {
        let before = self.done;
        let goal = before.collisions.saturating_add(collisions);
        let [each, least] = PATIENCE;
        let patience = (each * self.balls.len() as u64).max(least);
        while self.done.collisions < goal {
            // Looked at only now and then: a check in each event would cost more than it tells.
            let last = self.done.collisions;
            for _ in 0..patience {
                if self.done.collisions >= goal {
                    break;
                }
                if !self.happen(f64::INFINITY) {
                    return self.done.since(&before);
                }
            }
            if self.done.collisions == last {
                break;
            }
        }
        self.done.since(&before)
    }

    /// Turns all velocities round: everything goes back the way it came, until rounding has grown to the size of a ball.
    pub fn reverse(&mut self) {
        let now = self.now;
        for ball in &mut self.balls {
            ball.place = ball.at(now);
            ball.since = now;
            // Zero stays zero, without a sign: a ball that does not move reaches no border.
            ball.velocity = ball.velocity.map(|v| 0.0 - v);
            ball.impacts = ball.impacts.wrapping_add(1);
        }
        self.foresee_all();
    }

    /// The time since the beginning.
    pub fn time(&self) -> f64 {
        self.spans as f64 * self.span + (self.now - self.span)
    }

    /// How many balls there are.
    pub fn count(&self) -> usize {
        self.balls.len()
    }

    /// A ball's radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The size of the box along each axis.
    pub fn size(&self) -> [f64; D] {
        self.size
    }

    /// What is at the border of the box.
    pub fn border(&self) -> Border {
        self.border
    }

    /// The part of the box that balls fill.
    pub fn packing(&self) -> f64 {
        self.balls.len() as f64 * setup::ball_volume::<D>(self.radius) / self.volume()
    }

    /// How many times two balls have met since the beginning.
    pub fn collisions(&self) -> u64 {
        self.done.collisions
    }

    /// All that has happened since the beginning.
    pub fn done(&self) -> Done {
        self.done
    }

    /// The energy of all balls, each of mass 1.
    pub fn energy(&self) -> f64 {
        0.5 * sum(self.balls.iter().flat_map(|ball| ball.velocity).map(|v| v * v))
    }

    /// The momentum of all balls, each of mass 1.
    pub fn momentum(&self) -> [f64; D] {
        core::array::from_fn(|d| sum(self.balls.iter().map(|ball| ball.velocity[d])))
    }

    /// Where the balls are now, in the order in which they were given: from the low corner of the box.
    pub fn positions(&self) -> Vec<[f64; D]> {
        let mut places = vec![[0.0; D]; self.balls.len()];
        for (ball, &name) in self.balls.iter().zip(&self.names) {
            if let Some(place) = places.get_mut(name as usize) {
                *place = self.whereabouts(ball);
            }
        }
        places
    }

    /// How the balls move now, in the order in which they were given.
    pub fn velocities(&self) -> Vec<[f64; D]> {
        let mut velocities = vec![[0.0; D]; self.balls.len()];
        for (ball, &name) in self.balls.iter().zip(&self.names) {
            if let Some(velocity) = velocities.get_mut(name as usize) {
                *velocity = ball.velocity;
            }
        }
        velocities
    }

    /// Bytes of memory for each ball, all lists included.
    pub fn bytes_per_ball(&self) -> f64 {
        let balls = size_of::<Ball<D>>() * self.balls.capacity() + size_of::<u32>() * self.names.capacity();
        (balls + self.grid.bytes() + self.calendar.bytes()) as f64 / self.balls.len().max(1) as f64
    }

    /// 64 bits of the state: time, every ball's place and velocity. Equal states give equal hashes on every machine.
    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher(0x6361_726f_6d00_0003);
        hasher.number(self.time());
        for numbers in self.positions().into_iter().chain(self.velocities()) {
            numbers.into_iter().for_each(|x| hasher.number(x));
        }
        hasher.0
    }

    /// The content of the box.
    fn volume(&self) -> f64 {
        self.size.iter().product()
    }

    /// Where a ball is now, from the low corner of the box.
    fn whereabouts(&self, ball: &Ball<D>) -> [f64; D] {
        let (within, corner) = (ball.at(self.now), self.grid.corner(ball.cell));
        core::array::from_fn(|d| {
            let place = within[d] + corner[d];
            match self.border {
                // Centres keep a radius away from walls, and their box begins there.
                Border::Walls => place + self.radius,
                Border::Periodic => setup::wrapped(place, self.size[d]),
            }
        })
    }

    /// Sorts the balls so that neighbours in space are neighbours in memory. What will happen is not changed.
    fn tidy(&mut self) {
        let key = |ball: &Ball<D>| ball.cell.iter().enumerate().fold(0, |key, (d, &c)| key | spread::<D>(c) << d);
        let mut order: Vec<(u64, u32)> = self.balls.iter().map(key).zip(0..).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(_, i)| i).collect();
        let mut new = vec![grid::NOBODY; order.len()];
        for (k, &i) in order.iter().enumerate() {
            if let Some(place) = new.get_mut(i as usize) {
                *place = k as u32;
            }
        }
        let renamed = |i: u32| new.get(i as usize).copied().unwrap_or(grid::NOBODY);
        let moved = |&i: &u32| self.balls.get(i as usize).map(|ball| Ball { partner: renamed(ball.partner), ..*ball });
        let balls: Vec<Ball<D>> = order.iter().filter_map(moved).collect();
        self.names = order.iter().filter_map(|&i| self.names.get(i as usize).copied()).collect();
        self.balls = balls;
        self.calendar.rename(&order);
        self.grid.fill(self.balls.iter().map(|ball| ball.cell));
        self.tidy_at = self.spans + TIDY;
    }
}

/// The bits of a number with room between them for those of the other axes: sorted by the mixture (Morton's order), cells
/// near each other in space come near each other.
fn spread<const D: usize>(number: u16) -> u64 {
    let mut bits = u64::from(number);
    if D == 2 {
        for (by, mask) in [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)] {
            bits = (bits | bits << by) & mask;
        }
    } else {
        let steps = [
            (16, 0x0000_0000_ff00_00ff),
            (8, 0x100f_00f0_0f00_f00f),
            (4, 0x10c3_0c30_c30c_30c3),
            (2, 0x1249_2492_4924_9249),
        ];
        for (by, mask) in steps {
            bits = (bits | bits << by) & mask;
        }
    }
    bits
}
