//! Whether a table can be played on: sound numbers, no way out for a ball, no pocket out of reach.

use super::Table;
use crate::error::{flat_in_range, in_range};
use crate::{DVec2, Error};

mod fence;

use fence::{Fence, Post};

/// How far two things that should meet may be apart, m: far above rounding, far below what a ball notices.
const JOIN: f64 = 1e-6;
/// How far a normal may be from unit length and from square to its rail.
const SQUARE: f64 = 1e-9;
/// How many points of a pocket's edge are tried for a way to it.
const EDGE_POINTS: u32 = 64;
/// In how many steps across and along the cloth a free place for a ball is looked for.
const PLACES: u32 = 32;

impl Table {
    /// Fails if a number is not finite or out of all proportion, a rail has no length or a normal that is not a unit
    /// vector square to it, or two things of a kind share a name.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn check(&self) -> Result<(), Error> {
        in_range("width", self.width, 0.05, 1e4)?;
        in_range("length", self.length, 0.05, 1e4)?;
        in_range("nose height", self.nose_height, 1e-4, 1.0)?;
        in_range("cushion width", self.cushion_width, 0.0, 10.0)?;
        for rail in &self.rails {
            let place = |error: Error| error.within(format_args!("rail {}", rail.name));
            flat_in_range("end", rail.from, 2e4).map_err(place)?;
            flat_in_range("end", rail.to, 2e4).map_err(place)?;
            flat_in_range("normal", rail.inward, 2.0).map_err(place)?;
            let along = rail.to - rail.from;
            if along.length() < 1e-6 {
                return Err(place(Error::degenerate("rail", "has no length")));
            }
            if (rail.inward.length() - 1.0).abs() > SQUARE {
                return Err(place(Error::degenerate("normal", "is not a unit vector")));
            }
            if rail.inward.dot(along).abs() > SQUARE * along.length() {
                return Err(place(Error::degenerate("normal", "is not square to its rail")));
            }
        }
        for jaw in &self.jaws {
            let place = |error: Error| error.within(format_args!("jaw {}", jaw.name));
            flat_in_range("centre", jaw.centre, 2e4).map_err(place)?;
            in_range("radius", jaw.radius, 1e-6, 1e3).map_err(place)?;
        }
        for pocket in &self.pockets {
            let place = |error: Error| error.within(format_args!("pocket {}", pocket.name));
            flat_in_range("centre", pocket.centre, 2e4).map_err(place)?;
            in_range("radius", pocket.radius, 1e-3, 1e3).map_err(place)?;
            in_range("depth", pocket.depth, 1e-3, 10.0).map_err(place)?;
        }
        unique("rail", self.rails.iter().map(|rail| &rail.name))?;
        unique("jaw", self.jaws.iter().map(|jaw| &jaw.name))?;
        unique("pocket", self.pockets.iter().map(|pocket| &pocket.name))?;
        Ok(())
    }

    /// Fails also if a ball of `radius` could get out between rails, jaws and pockets.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn check_closed(&self, radius: f64) -> Result<(), Error> {
        self.check_fence(radius).map(|_| ())
    }

    /// Fails also if such a ball could pass the bare end of a rail, or could not reach a pocket.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn check_for(&self, radius: f64) -> Result<(), Error> {
        self.check()?;
        self.rail_ends_are_covered(radius)?;
        let (solid, start) = self.check_fence(radius)?;
        for (number, pocket) in self.pockets.iter().enumerate() {
            let others = self.holes().enumerate().filter(|&(other, _)| other != number).map(|(_, hole)| hole);
            let rest = Fence::new(solid.iter().copied().chain(others).collect(), JOIN);
            let edge = (0..EDGE_POINTS).map(|k| {
                let angle = core::f64::consts::TAU * f64::from(k) / f64::from(EDGE_POINTS);
                pocket.centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * pocket.radius
            });
            let mut free = edge.filter(|&point| !rest.covers(point));
            if !free.any(|point| !rest.separates(start, point)) {
                let error = Error::degenerate("pocket", "is out of reach of a ball of that size");
                return Err(error.within(format_args!("pocket {}", pocket.name)));
            }
        }
        Ok(())
    }

    fn holes(&self) -> impl Iterator<Item = Post> {
        self.pockets.iter().map(|pocket| Post::round(pocket.centre, pocket.radius))
    }

    /// What holds a ball on the table, and a place for it inside, if it is held.
    fn check_fence(&self, radius: f64) -> Result<(Vec<Post>, DVec2), Error> {
        self.check()?;
        in_range("radius of the ball", radius, 1e-3, 1.0)?;
        // To the centre of a ball every cushion is thicker by its radius; a pocket takes it at its edge.
        let solid: Vec<Post> = (self.rails.iter().map(|rail| Post::new(rail.from, rail.to, radius)))
            .chain(self.jaws.iter().map(|jaw| Post::round(jaw.centre, jaw.radius + radius)))
            .collect();
        let whole = Fence::new(solid.iter().copied().chain(self.holes()).collect(), JOIN);
        let Some(start) = self.places().find(|&place| !whole.covers(place)) else {
            return Err(Error::degenerate("table", "has no free place for a ball of that size"));
        };
        if !whole.separates(start, outside(self)) {
            return Err(Error::degenerate("table", "is not closed: a ball of that size can get out"));
        }
        Ok((solid, start))
    }

    /// A ball meets a rail only between its ends. So at each end something else must hold it off: a jaw, a pocket, or
    /// another rail that it meets before.
    fn rail_ends_are_covered(&self, radius: f64) -> Result<(), Error> {
        for (number, rail) in self.rails.iter().enumerate() {
            for end in [rail.from, rail.to] {
                let centre = end + rail.inward * radius;
                let jaw = self.jaws.iter().any(|jaw| centre.distance(jaw.centre) <= jaw.radius + radius + JOIN);
                let pocket = self.pockets.iter().any(|pocket| centre.distance(pocket.centre) <= pocket.radius + JOIN);
                let other = self.rails.iter().enumerate().any(|(other, next)| {
                    let (along, way) = (next.to - next.from, centre - next.from);
                    let (run, height) = (way.dot(along) / along.length(), way.dot(next.inward));
                    other != number
                        && (-JOIN..=along.length() + JOIN).contains(&run)
                        && (-JOIN..=radius + JOIN).contains(&height)
                });
                if !(jaw || pocket || other) {
                    let error = Error::degenerate("end", "is bare: put a jaw there, or let another rail meet it");
                    return Err(error.within(format_args!("rail {}", rail.name)));
                }
            }
        }
        Ok(())
    }

    /// Places all over the cloth, the middle first.
    fn places(&self) -> impl Iterator<Item = DVec2> {
        let steps = 1..PLACES;
        let part = |k: u32| f64::from(k) / f64::from(PLACES);
        let grid = steps.clone().flat_map(move |i| steps.clone().map(move |j| self.point(part(i), part(j))));
        core::iter::once(self.point(0.5, 0.5)).chain(grid)
    }
}

/// A point beyond everything on the table.
fn outside(table: &Table) -> DVec2 {
    let rails = table.rails.iter().flat_map(|rail| [rail.from, rail.to]);
    let jaws = table.jaws.iter().map(|jaw| jaw.centre + DVec2::splat(jaw.radius));
    let pockets = table.pockets.iter().map(|pocket| pocket.centre + DVec2::splat(pocket.radius));
    let corner = rails.chain(jaws).chain(pockets).fold(table.point(1.0, 1.0), DVec2::max);
    corner + table.point(1.0, 1.0) + DVec2::splat(10.0)
}

/// Fails if a name comes twice.
fn unique<'a>(what: &'static str, names: impl Iterator<Item = &'a String>) -> Result<(), Error> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(Error::degenerate(what, "has the name of another").within(format_args!("{what} {name}")));
        }
    }
    Ok(())
}
