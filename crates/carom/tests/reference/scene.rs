//! A shape of each kind at random, with a spot on it at which a ball can be aimed.

use super::dice::Dice;
use super::shapes::Target;
use carom::shape::{
    Arc, ArcSide, Capsule, Corner, Disc, Edge, Plane, Point, Post, Shape, Sides, Sphere, Triangle, Wall,
};
use carom::{DVec3, Error};
use core::f64::consts::{FRAC_PI_2, PI, TAU};
use glam::Vec3Swizzles;

/// What is tested, one test each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plane,
    WallFront,
    WallBoth,
    Post,
    ArcInside,
    ArcOutside,
    Corner,
    Triangle,
    Edge,
    Point,
    Sphere,
    Disc,
    Capsule,
    Ball,
}

/// A shape, a ball's radius, and a spot on the shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) target: Target,
    pub(crate) radius: f64,
    /// A point of the surface.
    pub(crate) spot: DVec3,
    /// Unit vector out of the surface there.
    pub(crate) normal: DVec3,
    /// 1/m: how the way of a ball's centre along the surface bends; negative inside an arc.
    pub(crate) bend: f64,
}

/// Builds a scene; with the same dice and another `shift` the same one elsewhere. If `exact`, all numbers are short
/// binary fractions, and the normal is along an axis, as far as the shape allows.
pub(crate) fn scene(kind: Kind, mut dice: Dice, exact: bool, shift: DVec3) -> Scene {
    let reach = dice.pick(&[1.0, 1.0, 4.0, 100.0]);
    let place = if exact {
        DVec3::new(dice.sixteenths(2), dice.sixteenths(2), dice.sixteenths(2))
    } else {
        DVec3::new(dice.between(-reach, reach), dice.between(-reach, reach), dice.between(-reach, reach))
    };
    let radius = dice.length(exact, 1e-4, 10.0);
    let builder = Builder { place: place + shift, radius, exact };
    builder.build(kind, &mut dice).expect("the shapes of the cases are sound")
}

/// What all kinds need.
struct Builder {
    place: DVec3,
    radius: f64,
    exact: bool,
}

impl Builder {
    fn build(&self, kind: Kind, dice: &mut Dice) -> Result<Scene, Error> {
        let big = dice.length(self.exact, 1e-4, 10.0);
        match kind {
            Kind::Plane => {
                let shape = Plane::new(self.place, dice.heading(self.exact, false))?;
                let spot =
                    self.place + dice.across(shape.normal()) * if self.exact { 0.0 } else { dice.between(0.0, 3.0) };
                Ok(self.on(shape, spot, shape.normal(), 0.0))
            }
            Kind::WallFront => self.wall(dice, Sides::Front),
            Kind::WallBoth => self.wall(dice, Sides::Both),
            Kind::Post => {
                let shape = Post::new(self.place.truncate(), big)?;
                let shape =
                    if dice.chance(0.5) { shape } else { shape.with_height(self.place.z - 1.0, self.place.z + big)? };
                let out = dice.heading(self.exact, true);
                Ok(self.on(shape, self.place + out * big, out, 1.0 / (big + self.radius)))
            }
            Kind::Corner => {
                let shape = Corner::new(self.place.truncate())?;
                let shape =
                    if dice.chance(0.5) { shape } else { shape.with_height(self.place.z - 1.0, self.place.z + big)? };
                Ok(self.on(shape, self.place, dice.heading(self.exact, true), 1.0 / self.radius))
            }
            Kind::ArcInside => self.arc(dice, big, ArcSide::Inside),
            Kind::ArcOutside => self.arc(dice, big, ArcSide::Outside),
            Kind::Triangle => self.triangle(dice),
            Kind::Edge => {
                let (a, b) = self.ends(dice);
                let spot = a + (b - a) * part(dice, self.exact);
                Ok(self.on(Edge::new(a, b)?, spot, self.aside(dice, b - a), 1.0 / self.radius))
            }
            Kind::Point => {
                Ok(self.on(Point::new(self.place)?, self.place, dice.heading(self.exact, false), 1.0 / self.radius))
            }
            Kind::Sphere => {
                let out = dice.heading(self.exact, false);
                Ok(self.on(Sphere::new(self.place, big)?, self.place + out * big, out, 1.0 / (big + self.radius)))
            }
            Kind::Disc => self.disc(dice, big),
            Kind::Capsule => self.capsule(dice, big),
            Kind::Ball => {
                let out = dice.heading(self.exact, false);
                let scene = self.on(Point::new(DVec3::ZERO)?, out * big, out, 1.0 / (big + self.radius));
                Ok(Scene { target: Target::Ball { radius: big }, ..scene })
            }
        }
    }

    fn on(&self, shape: impl Into<Shape>, spot: DVec3, normal: DVec3, bend: f64) -> Scene {
        Scene { target: Target::Shape(shape.into()), radius: self.radius, spot, normal, bend }
    }

    /// The ends of a segment.
    fn ends(&self, dice: &mut Dice) -> (DVec3, DVec3) {
        let length = dice.length(self.exact, 1e-3, 10.0);
        (self.place, self.place + dice.heading(self.exact, false) * length)
    }

    /// A direction across a segment.
    fn aside(&self, dice: &mut Dice, along: DVec3) -> DVec3 {
        if self.exact { along.normalize().zxy() * dice.sign() } else { dice.across(along.normalize()) }
    }

    fn wall(&self, dice: &mut Dice, sides: Sides) -> Result<Scene, Error> {
        let a = self.place.truncate();
        let b = a + dice.heading(self.exact, true).truncate() * dice.length(self.exact, 1e-3, 10.0);
        let shape = Wall::new(a, b)?.with_sides(sides);
        let shape =
            if dice.chance(0.5) { shape } else { shape.with_height(self.place.z - 0.5, self.place.z + 0.25)? };
        let left = (b - a).normalize().perp().extend(0.0);
        let normal = if sides == Sides::Front && dice.chance(0.9) { left } else { left * dice.sign() };
        Ok(self.on(shape, (a + (b - a) * part(dice, self.exact)).extend(self.place.z), normal, 0.0))
    }

    fn arc(&self, dice: &mut Dice, big: f64, side: ArcSide) -> Result<Scene, Error> {
        // Inside, most balls should fit.
        let inside = side == ArcSide::Inside;
        let big = if inside && dice.chance(0.95) { big.max(2.0 * self.radius) } else { big };
        let start = if self.exact { FRAC_PI_2 * dice.sixteenths(4) * 4.0 } else { dice.between(-7.0, 7.0) };
        let sweep = dice.pick(&[TAU, PI, FRAC_PI_2, dice.clone().between(0.01, 6.2), dice.clone().between(0.01, 6.2)]);
        let shape = Arc::new(self.place.truncate(), big, start, sweep, side)?;
        let shape = if dice.chance(0.7) { shape } else { shape.with_height(self.place.z - 1.0, self.place.z + 0.5)? };
        let angle = start + sweep * part(dice, self.exact);
        let out = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
        let out = if self.exact { dice.axis(true) } else { out };
        let bend = 1.0 / if inside { self.radius - big } else { self.radius + big };
        let bend = if bend.is_finite() { bend } else { 0.0 };
        Ok(self.on(shape, self.place + out * big, if inside { -out } else { out }, bend))
    }

    fn triangle(&self, dice: &mut Dice) -> Result<Scene, Error> {
        let a = self.place;
        let size = dice.length(self.exact, 1e-2, 10.0);
        let shape = loop {
            let (b, c) = if self.exact {
                let u = dice.axis(false);
                (a + u * size, a + u.zxy() * size * 2.0)
            } else {
                let b = a + dice.vector(size);
                // A fifth of them are slivers.
                let thin = if dice.chance(0.2) { dice.small(8) } else { 1.0 };
                (b, a + (b - a) * dice.between(-1.0, 2.0) + dice.vector(size * thin))
            };
            if let Ok(shape) = Triangle::new(a, b, c) {
                break shape.with_sides(dice.pick(&[Sides::Both, Sides::Both, Sides::Front]));
            }
        };
        let [a, b, c] = shape.corners();
        let (s, t) = (part(dice, self.exact), part(dice, self.exact));
        let (s, t) = if s + t > 1.0 && dice.chance(0.9) { (1.0 - s, 1.0 - t) } else { (s, t) };
        let spot = a + (b - a) * s + (c - a) * t;
        let normal = if shape.sides() == Sides::Front && dice.chance(0.9) { 1.0 } else { dice.sign() };
        Ok(self.on(shape, spot, shape.normal() * normal, 0.0))
    }

    fn disc(&self, dice: &mut Dice, big: f64) -> Result<Scene, Error> {
        let shape = Disc::new(self.place, big)?.with_sides(dice.pick(&[Sides::Both, Sides::Both, Sides::Front]));
        let out = dice.heading(self.exact, true);
        if dice.chance(0.4) {
            let spot = self.place + out * big * part(dice, self.exact);
            return Ok(self.on(shape, spot, DVec3::Z * dice.sign(), 0.0));
        }
        // The rim: level, up or down, and for a disc that is open from below also from within.
        let within = shape.sides() == Sides::Front && dice.chance(0.3);
        let angle = if within { dice.between(-PI, -FRAC_PI_2) } else { dice.between(-FRAC_PI_2, FRAC_PI_2) };
        let normal = if self.exact { out } else { out * libm::cos(angle) + DVec3::Z * libm::sin(angle) };
        Ok(self.on(shape, self.place + out * big, normal, 1.0 / self.radius))
    }

    fn capsule(&self, dice: &mut Dice, big: f64) -> Result<Scene, Error> {
        let (a, b) = self.ends(dice);
        let b = if dice.chance(0.03) { a } else { b };
        let shape = Capsule::new(a, b, big)?;
        let bend = 1.0 / (big + self.radius);
        if a == b || dice.chance(0.4) {
            let out = dice.heading(self.exact, false);
            let end = if out.dot(b - a) > 0.0 { b } else { a };
            return Ok(self.on(shape, end + out * big, out, bend));
        }
        let out = self.aside(dice, b - a);
        Ok(self.on(shape, a + (b - a) * part(dice, self.exact) + out * big, out, bend))
    }
}

/// How far along a shape: mostly inside it, often at an end or next to one, sometimes past it.
fn part(dice: &mut Dice, exact: bool) -> f64 {
    match dice.below(30) {
        0 => dice.pick(&[0.0, 1.0]),
        1 if !exact => dice.pick(&[0.0, 1.0]) + dice.sign() * dice.small(17),
        2 | 3 => dice.pick(&[-0.25, 1.25, 0.5]),
        _ if exact => dice.pick(&[0.25, 0.5, 0.75]),
        _ => dice.between(0.0, 1.0),
    }
}
