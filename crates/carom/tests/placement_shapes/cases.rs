//! Random things, random ways of placing them, and balls that are aimed at them.

use crate::truth::{self, Map, Piece};
use carom::math::rng::Stream;
use carom::shape::{
    Arc, ArcSide, Bat, Capsule, Corner, Disc, Edge, Placed, Plane, Point, Post, Rim, Rule, Shape, Sides, Sphere,
    Triangle, Upright, Wall,
};
use carom::space::Transform;
use carom::{DVec2, DVec3};
use core::f64::consts::TAU;

/// Ways of placing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// Upright, x and y scaled alike.
    Round,
    /// Upright, any matrix for x and y.
    Upright,
    /// A turn, a shift, one scale.
    Even,
    /// Any matrix.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Plane,
    Wall,
    Post,
    Arc,
    Corner,
    Triangle,
    Edge,
    Point,
    Sphere,
    Disc,
    Capsule,
    Bat,
    Rim,
    /// A thing that leans already.
    Placed,
}

/// The pieces of surface of a thing, for each way of placing it.
type Truth = Box<dyn Fn(&Map) -> Vec<Piece>>;

/// A thing in its own space, and how it is seen from the world it is placed in.
pub(crate) struct Thing {
    pub(crate) shape: Shape,
    /// m: a place of its surface, or near it.
    pub(crate) aim: DVec3,
    pub(crate) truth: Truth,
}

pub(crate) struct Dice(pub(crate) Stream);

impl Dice {
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0.between(low, high)
    }

    pub(crate) fn heads(&mut self) -> bool {
        self.0.bits().is_multiple_of(2)
    }

    pub(crate) fn within(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    pub(crate) fn flat(&mut self, size: f64) -> DVec2 {
        self.within(size).truncate()
    }

    pub(crate) fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.within(1.0);
            if v.length() > 0.1 && v.length() < 1.0 {
                return v.normalize();
            }
        }
    }

    /// A scale from 0.3 to 3, as often small as large.
    fn scale(&mut self) -> f64 {
        libm::exp(self.between(libm::log(0.3), libm::log(3.0)))
    }

    fn turn(&mut self) -> Transform {
        let (axis, angle) = (self.direction(), self.between(-4.0, 4.0));
        Transform::rotation(axis, angle).unwrap()
    }

    /// Half of them mirrors.
    pub(crate) fn way(&mut self, way: Way) -> Transform {
        let side = if self.heads() { -1.0 } else { 1.0 };
        let shift = Transform::translation(self.within(1.0));
        let upright_turn = Transform::rotation(DVec3::Z, self.between(-4.0, 4.0)).unwrap();
        let placed = match way {
            Way::Round => {
                let (flat, high) = (self.scale(), self.scale());
                Transform::scaling(DVec3::new(flat * side, flat, high)).unwrap().then(&upright_turn)
            }
            Way::Upright => {
                let scales = Transform::scaling(DVec3::new(self.scale() * side, self.scale(), self.scale())).unwrap();
                let other = Transform::rotation(DVec3::Z, self.between(-4.0, 4.0)).unwrap();
                other.then(&scales).then(&upright_turn)
            }
            Way::Even => {
                let scale = self.scale();
                Transform::scaling(DVec3::new(scale * side, scale, scale)).unwrap().then(&self.turn())
            }
            Way::Any => {
                let scales = Transform::scaling(DVec3::new(self.scale() * side, self.scale(), self.scale())).unwrap();
                self.turn().then(&scales).then(&self.turn())
            }
        };
        placed.then(&shift)
    }

    /// From where to where; `bounded`, or without end on one side or on both.
    fn height(&mut self, bounded: bool) -> (f64, f64) {
        let low = self.between(-0.1, 0.05);
        let (low, high) = (low, low + self.between(0.03, 0.15));
        match self.0.bits() % 3 {
            _ if bounded => (low, high),
            0 => (f64::NEG_INFINITY, f64::INFINITY),
            1 => (low, f64::INFINITY),
            _ => (f64::NEG_INFINITY, high),
        }
    }

    fn between_ends(&mut self, (low, high): (f64, f64)) -> f64 {
        self.between(low.max(-0.2), high.min(0.2))
    }

    fn sides(&mut self) -> Sides {
        if self.heads() { Sides::Front } else { Sides::Both }
    }
}

/// A random thing; standing things are bounded if that is asked for.
pub(crate) fn thing(kind: Kind, bounded: bool, dice: &mut Dice) -> Thing {
    match kind {
        Kind::Plane => {
            let (point, normal) = (dice.within(0.1), dice.direction());
            let (u, v) = normal.any_orthonormal_pair();
            let aim = point + u * dice.between(-0.2, 0.2) + v * dice.between(-0.2, 0.2);
            let shape = Plane::new(point, normal).unwrap().into();
            Thing { shape, aim, truth: Box::new(move |map| truth::plane(map, point, normal)) }
        }
        Kind::Wall => {
            let (a, height, sides) = (dice.flat(0.2), dice.height(bounded), dice.sides());
            let b = a + dice.direction().truncate().normalize() * dice.between(0.03, 0.2);
            let aim = a.lerp(b, dice.between(-0.1, 1.1)).extend(dice.between_ends(height));
            let wall = Wall::new(a, b).unwrap().with_height(height.0, height.1).unwrap().with_sides(sides);
            let both = sides == Sides::Both;
            Thing { shape: wall.into(), aim, truth: Box::new(move |map| truth::wall(map, a, b, height, both)) }
        }
        Kind::Corner => {
            let (at, height) = (dice.flat(0.2), dice.height(bounded));
            let shape = Corner::new(at).unwrap().with_height(height.0, height.1).unwrap().into();
            let aim = at.extend(dice.between_ends(height));
            Thing { shape, aim, truth: Box::new(move |map| truth::corner(map, at, height)) }
        }
        Kind::Post => {
            let (centre, height, radius) = (dice.flat(0.2), dice.height(bounded), dice.between(0.002, 0.02));
            let shape = Post::new(centre, radius).unwrap().with_height(height.0, height.1).unwrap().into();
            let aim = (centre + dice.flat(radius)).extend(dice.between_ends(height));
            Thing { shape, aim, truth: Box::new(move |map| truth::post(map, centre, radius, height)) }
        }
        Kind::Arc => arc(bounded, dice),
        Kind::Triangle => {
            let corners = loop {
                let [a, b, c] = [dice.within(0.1), dice.within(0.1), dice.within(0.1)];
                if (b - a).cross(c - a).length() > 2e-3 {
                    break [a, b, c];
                }
            };
            let [a, b, c] = corners;
            let (s, t) = (dice.between(0.0, 1.0), dice.between(0.0, 1.0));
            let aim = if s + t < 1.0 { a + (b - a) * s + (c - a) * t } else { b + (c - b) * s };
            let sides = dice.sides();
            let shape = Triangle::new(a, b, c).unwrap().with_sides(sides).into();
            Thing { shape, aim, truth: Box::new(move |map| truth::triangle(map, corners, sides == Sides::Both)) }
        }
        Kind::Edge => {
            let a = dice.within(0.1);
            let b = a + dice.direction() * dice.between(0.03, 0.2);
            let (shape, aim) = (Edge::new(a, b).unwrap().into(), a.lerp(b, dice.between(-0.1, 1.1)));
            Thing { shape, aim, truth: Box::new(move |map| truth::edge(map, a, b)) }
        }
        Kind::Point => {
            let at = dice.within(0.1);
            let shape = Point::new(at).unwrap().into();
            Thing { shape, aim: at, truth: Box::new(move |map| truth::sphere(map, at, 0.0)) }
        }
        Kind::Sphere => {
            let (centre, radius) = (dice.within(0.1), dice.between(0.005, 0.05));
            let (shape, aim) = (Sphere::new(centre, radius).unwrap().into(), centre + dice.within(radius));
            Thing { shape, aim, truth: Box::new(move |map| truth::sphere(map, centre, radius)) }
        }
        Kind::Capsule => {
            let (a, radius) = (dice.within(0.1), dice.between(0.001, 0.02));
            let b = a + dice.direction() * dice.between(0.01, 0.2);
            let aim = a.lerp(b, dice.between(-0.1, 1.1)) + dice.within(radius);
            let shape = Capsule::new(a, b, radius).unwrap().into();
            Thing { shape, aim, truth: Box::new(move |map| truth::capsule(map, a, b, radius)) }
        }
        Kind::Disc => {
            let (centre, radius, sides) = (dice.within(0.1), dice.between(0.01, 0.1), dice.sides());
            let shape = Disc::new(centre, radius).unwrap().with_sides(sides).into();
            let aim = centre + dice.flat(radius).extend(0.0);
            Thing { shape, aim, truth: Box::new(move |map| truth::disc(map, centre, radius, sides == Sides::Both)) }
        }
        Kind::Rim => {
            let (centre, radius) = (dice.within(0.1), dice.between(0.02, 0.08));
            let shape = Rim::new(centre, radius).unwrap().into();
            let angle = dice.between(0.0, TAU);
            let aim = centre + DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * (radius * 0.9);
            Thing { shape, aim, truth: Box::new(move |map| truth::rim(map, centre, radius)) }
        }
        Kind::Bat => bat(bounded, dice),
        Kind::Placed => {
            let kinds = [Kind::Post, Kind::Arc, Kind::Disc, Kind::Rim, Kind::Bat, Kind::Wall, Kind::Corner];
            // Walls and corners with ends lean by themselves.
            let choice = dice.0.bits() % if bounded { 5 } else { 7 };
            let inner = thing(kinds[choice as usize], bounded, dice);
            let upright = match inner.shape {
                Shape::Wall(shape) => Upright::Wall(shape),
                Shape::Corner(shape) => Upright::Corner(shape),
                Shape::Post(shape) => Upright::Post(shape),
                Shape::Arc(shape) => Upright::Arc(shape),
                Shape::Disc(shape) => Upright::Disc(shape),
                Shape::Rim(shape) => Upright::Rim(shape),
                Shape::Bat(shape) => Upright::Bat(shape),
                other => unreachable!("{other:?}"),
            };
            let (lies, lean) = loop {
                let lean = dice.way(Way::Even);
                if let Some(lies) = lean.similarity() {
                    break (lies, Map::of(&lean));
                }
            };
            let aim = lean.place(inner.aim);
            let truth = inner.truth;
            let truth = Box::new(move |map: &Map| truth(&lean.and_then(map)));
            Thing { shape: Placed::new(upright, lies).into(), aim, truth }
        }
    }
}

fn arc(bounded: bool, dice: &mut Dice) -> Thing {
    let (centre, height, radius) = (dice.flat(0.2), dice.height(bounded), dice.between(0.02, 0.1));
    let (start, sweep) =
        (dice.between(-4.0, 4.0), if dice.0.bits().is_multiple_of(8) { TAU } else { dice.between(0.3, 6.0) });
    let inside = dice.heads();
    let side = if inside { ArcSide::Inside } else { ArcSide::Outside };
    let shape = Arc::new(centre, radius, start, sweep, side).unwrap().with_height(height.0, height.1).unwrap().into();
    let angle = start + sweep * dice.between(-0.05, 1.05);
    let aim = (centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius).extend(dice.between_ends(height));
    Thing { shape, aim, truth: Box::new(move |map| truth::arc(map, centre, radius, (start, sweep), height, inside)) }
}

fn bat(bounded: bool, dice: &mut Dice) -> Thing {
    let (base, height) = (dice.flat(0.1), dice.height(bounded));
    let (thick, thin) = (dice.between(0.004, 0.012), dice.between(0.0, 0.008));
    let tip = base + dice.direction().truncate().normalize() * dice.between(0.03, 0.1);
    let bat = Bat::new(base, thick, tip, thin).unwrap().with_height(height.0, height.1).unwrap();
    let has_base = !dice.0.bits().is_multiple_of(32);
    let shape = if has_base { bat } else { bat.without_base() }.into();
    let part = if has_base { dice.between(-0.1, 1.1) } else { dice.between(0.4, 1.1) };
    let aim = (base.lerp(tip, part) + dice.flat(thick)).extend(dice.between_ends(height));
    let truth = move |map: &Map| truth::bat(map, (base, thick), (tip, thin), height, has_base);
    Thing { shape, aim, truth: Box::new(truth) }
}

/// What each kind becomes by each way.
pub(crate) fn rule(kind: Kind, bounded: bool, way: Way) -> Option<Rule> {
    let is_flat = matches!(kind, Kind::Plane | Kind::Triangle | Kind::Edge | Kind::Point);
    Some(match (kind, way) {
        _ if is_flat => Rule::Native,
        (Kind::Sphere | Kind::Capsule, Way::Even) => Rule::Native,
        (Kind::Wall | Kind::Corner, Way::Round | Way::Upright) => Rule::Native,
        (Kind::Wall | Kind::Corner, _) if bounded => Rule::Replaced,
        (Kind::Corner, _) | (Kind::Wall, Way::Even) => Rule::Local,
        (Kind::Post, Way::Any | Way::Upright) if bounded => Rule::Replaced,
        (Kind::Post | Kind::Arc | Kind::Disc | Kind::Rim | Kind::Bat, Way::Round) => Rule::Native,
        (Kind::Post | Kind::Arc | Kind::Disc | Kind::Rim | Kind::Bat | Kind::Placed, Way::Even) => Rule::Local,
        _ => return None,
    })
}
