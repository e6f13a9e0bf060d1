//! How a gas begins: on a lattice, or from given places and velocities.

use super::grid::{Grid, NOBODY};
use super::measure::{Measured, for_near_pairs, sum};
use super::{Ball, Done, Gas};
use crate::calendar::Calendar;
use crate::error::{Error, ErrorKind, in_range};
use crate::math::rng::Stream;
use core::f64::consts::PI;

/// The most balls: their numbers and those of their cells are kept in 32 bits.
const MOST: usize = 1 << 27;
/// Sizes and speeds from one over this to this are sane.
const HUGE: f64 = 1e100;
/// Two balls may begin this much deeper than touching, as a part of their distance: the rounding of places that were
/// computed to touch.
const ROUNDING: f64 = 1e-12;
/// Events of a ball in the time in which it goes through a cell, about: its half of each meeting, and crossings.
const EVENTS: f64 = 1.5;

/// What is at the border of the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// Nothing: what leaves on one side comes in on the other.
    #[default]
    Periodic,
    /// Walls that reflect.
    Walls,
}

/// A gas that begins on a lattice in a square or cubic box, with velocities by Maxwell's law and no momentum as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// How many balls.
    pub count: usize,
    /// Their radius.
    pub radius: f64,
    /// The part of the box that they fill. A lattice of full rows has room for up to 0.785 (disks) or 0.524 (spheres).
    pub packing: f64,
    /// What is at the border of the box.
    pub border: Border,
    /// Another seed, other velocities.
    pub seed: u64,
    /// The mean of the square of a velocity along one axis.
    pub temperature: f64,
}

impl Default for Setup {
    /// A thousand balls of diameter 1 at packing 0.3 and temperature 1 in a periodic box.
    fn default() -> Self {
        Self { count: 1000, radius: 0.5, packing: 0.3, border: Border::Periodic, seed: 1, temperature: 1.0 }
    }
}

impl<const D: usize> Gas<D> {
    /// A gas on a square or cubic lattice.
    ///
    /// # Errors
    /// When a number is out of its range, or the packing is too high for the lattice or the box too small to be periodic.
    pub fn lattice(setup: &Setup) -> Result<Self, Error> {
        const { assert!(D == 2 || D == 3, "a gas has two dimensions or three") };
        let &Setup { count, radius, packing, border, seed, temperature } = setup;
        check_count(count)?;
        in_range("radius of a ball", radius, 1.0 / HUGE, HUGE)?;
        in_range("temperature", temperature, 0.0, HUGE)?;
        let mut rows = 1_usize;
        while (0..D).map(|_| rows as f64).product::<f64>() < count as f64 {
            rows += 1;
        }
        // In each box of the lattice one ball, which may just touch its walls.
        let boxes: f64 = (0..D).map(|_| rows as f64).product();
        let unit: f64 = (0..D).map(|_| 2.0 * radius).product();
        let densest = ball_volume::<D>(radius) / unit * (count as f64 / boxes);
        in_range("packing", packing, 1e-12, densest)?;
        let side = super::grid::root::<D>(count as f64 * ball_volume::<D>(radius) / packing);
        let pitch = side / rows as f64;
        let places: Vec<[f64; D]> = (0..count)
            .map(|i| {
                let mut rest = i;
                core::array::from_fn(|_| {
                    let row = rest % rows;
                    rest /= rows;
                    (row as f64 + 0.5) * pitch
                })
            })
            .collect();
        Self::new(&places, &maxwell(count, temperature, seed), radius, [side; D], border)
    }

    /// A gas of given places (of the centres, from the low corner of the box) and velocities.
    ///
    /// # Errors
    /// When a number is out of its range, there are not as many velocities as places, two balls overlap, one is in a wall,
    /// or the box is too small: it needs three diameters to be periodic, and more than one between walls.
    pub fn new(
        places: &[[f64; D]],
        velocities: &[[f64; D]],
        radius: f64,
        size: [f64; D],
        border: Border,
    ) -> Result<Self, Error> {
        const { assert!(D == 2 || D == 3, "a gas has two dimensions or three") };
        check_count(places.len())?;
        if velocities.len() != places.len() {
            let (what, need) = ("velocities", places.len());
            return Err(Error::new(ErrorKind::TooFew { what, need, got: velocities.len() }));
        }
        in_range("radius of a ball", radius, 1.0 / HUGE, HUGE)?;
        let diameter = 2.0 * radius;
        let least = match border {
            Border::Periodic => Grid::<D>::least_periodic(diameter),
            Border::Walls => diameter * (1.0 + 1e-6),
        };
        for length in size {
            in_range("size of the box", length, least, HUGE)?;
        }
        for (i, velocity) in velocities.iter().enumerate() {
            for &v in velocity {
                in_range("velocity", v, -HUGE, HUGE).map_err(|fault| fault.within(format!("ball {i}")))?;
            }
        }
        let room = match border {
            Border::Periodic => size,
            Border::Walls => size.map(|length| length - diameter),
        };
        let grid = Grid::new(places.len(), diameter, room, border);
        let cell = grid.side.into_iter().fold(f64::INFINITY, f64::min);
        let slot = cell / (EVENTS * places.len() as f64 * rms(velocities));
        let calendar = Calendar::new(places.len(), slot);
        let span = calendar.span();
        let mut balls = Vec::with_capacity(places.len());
        for (i, (place, velocity)) in places.iter().zip(velocities).enumerate() {
            let within = within(*place, radius, size, border).map_err(|fault| fault.within(format!("ball {i}")))?;
            let (cell, within) = grid.locate(within);
            // Zero without a sign: a ball that does not move reaches no border.
            balls.push(Ball::new(cell, within, velocity.map(|v| v + 0.0), span));
        }
        let mut gas = Self {
            names: (0..balls.len() as u32).collect(),
            balls,
            grid,
            calendar,
            now: span,
            span,
            spans: 0,
            tidy_at: 0,
            turn_at: 2.0 * span,
            touch: diameter * diameter,
            radius,
            size,
            border,
            done: Done::default(),
            measured: Measured::default(),
        };
        gas.tidy();
        gas.check_overlaps()?;
        gas.foresee_all();
        gas.start_measuring();
        Ok(gas)
    }

    fn check_overlaps(&self) -> Result<(), Error> {
        let least = self.touch * (1.0 - 2.0 * ROUNDING);
        let mut worst = (least, [NOBODY; 2]);
        for_near_pairs(&self.balls, &self.grid, self.now, |i, j, square| {
            if square < worst.0 {
                worst = (square, [i, j]);
            }
        });
        let name = |i: u32| self.names.get(i as usize).copied().unwrap_or(i);
        match worst {
            (_, [NOBODY, _]) => Ok(()),
            (_, [i, j]) => {
                let (i, j) = (name(i).min(name(j)), name(i).max(name(j)));
                let why = "overlap; centres must be at least a diameter apart";
                Err(Error::degenerate("two balls", why).within(format!("balls {i} and {j}")))
            }
        }
    }
}

/// The content of a ball.
pub(super) fn ball_volume<const D: usize>(radius: f64) -> f64 {
    if D == 2 { PI * radius * radius } else { 4.0 / 3.0 * PI * radius * radius * radius }
}

/// A coordinate in a periodic box.
pub(super) fn wrapped(place: f64, size: f64) -> f64 {
    let place = place - (place / size).floor() * size;
    // What is a hair below zero comes out as the size itself.
    if place < size { place } else { 0.0 }
}

/// A centre as counted from the low corner of the box of all centres.
fn within<const D: usize>(place: [f64; D], radius: f64, size: [f64; D], border: Border) -> Result<[f64; D], Error> {
    let mut within = place;
    for d in 0..D {
        within[d] = match border {
            Border::Periodic => wrapped(in_range("place", place[d], -HUGE, HUGE)?, size[d]),
            Border::Walls => {
                let slack = ROUNDING * size[d];
                let most = size[d] - radius;
                (in_range("place", place[d], radius - slack, most + slack)? - radius).clamp(0.0, most - radius)
            }
        };
    }
    Ok(within)
}

fn check_count(count: usize) -> Result<(), Error> {
    in_range("number of balls", count as f64, 1.0, MOST as f64).map(|_| ())
}

/// The root of the mean square of the velocity along one axis.
fn rms<const D: usize>(velocities: &[[f64; D]]) -> f64 {
    let parts = (velocities.len() * D).max(1);
    (sum(velocities.iter().flatten().map(|v| v * v)) / parts as f64).sqrt()
}

/// Velocities by Maxwell's law, with no momentum as a whole and exactly the temperature asked for.
fn maxwell<const D: usize>(count: usize, temperature: f64, seed: u64) -> Vec<[f64; D]> {
    let mut stream = Stream::new(seed, "gas");
    let mut normal = || {
        // Box and Muller's way; 1 - u so that the logarithm never sees zero.
        let size = (-2.0 * libm::log(1.0 - stream.unit())).sqrt();
        size * libm::cos(2.0 * PI * stream.unit())
    };
    let mut velocities: Vec<[f64; D]> = (0..count).map(|_| core::array::from_fn(|_| normal())).collect();
    if count > 1 {
        let mean: [f64; D] = core::array::from_fn(|d| sum(velocities.iter().map(|v| v[d])) / count as f64);
        for velocity in &mut velocities {
            *velocity = core::array::from_fn(|d| velocity[d] - mean[d]);
        }
    }
    let scale = temperature.sqrt() / rms(&velocities);
    for velocity in &mut velocities {
        *velocity = velocity.map(|v| v * scale);
    }
    velocities
}
