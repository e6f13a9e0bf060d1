//! Units, materials, surfaces, the playfield, balls.

use super::{Ground, Problem, Surface, name_of};
use crate::parts::{Ball, Material as Entry};
use crate::table::{Table, turned};
use crate::value::{Amount, Angle, Length, Place, Size};
use carom::pinball::{Border, Playfield, part};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball as EngineBall, DVec2, DVec3, Elasticity, Material};
use std::collections::BTreeMap;

/// Materials that every table knows: elasticity, falloff, friction, scatter in degrees. The values that Visual Pinball's notes
/// recommend to authors (guide 8.9).
pub(crate) const KNOWN: [(&str, f64, f64, f64, f64); 7] = [
    ("rubber", 0.8, 0.4, 0.6, 5.0),
    ("post", 0.7, 0.0, 0.65, 0.0),
    ("metal", 0.3, 0.0, 0.2, 0.0),
    ("wire", 0.45, 0.0, 0.15, 0.0),
    ("wood", 0.4, 0.0, 0.25, 0.0),
    ("plastic", 0.35, 0.0, 0.2, 0.0),
    ("target", 0.38, 0.0, 0.15, 0.0),
];

/// Numbers of a material that an entry states for itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stated {
    pub(crate) elasticity: Option<Amount>,
    pub(crate) falloff: Option<Amount>,
    pub(crate) friction: Option<Amount>,
    pub(crate) rolling_friction: Option<Amount>,
    pub(crate) scatter: Option<Angle>,
}

impl<'a> Ground<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        let mut ground = Self { table, surfaces: BTreeMap::new() };
        for (index, wall) in table.walls.iter().enumerate() {
            let top = wall.top.map_or(part::Wall::default().top, |top| ground.metres(top.0));
            ground.surfaces.insert(name_of(wall, index), Surface::Wall(top));
        }
        for (index, ramp) in table.ramps.iter().enumerate() {
            // A ramp that cannot be built is told of where it is built.
            if let Ok(built) = ground.ramp(ramp) {
                ground.surfaces.insert(name_of(ramp, index), Surface::Ramp(Box::new(built)));
            }
        }
        ground
    }

    pub(super) fn metres(&self, length: f64) -> f64 {
        self.table.metres(length)
    }

    pub(super) fn length(&self, length: Option<Length>, otherwise: f64) -> f64 {
        length.map_or(otherwise, |length| self.metres(length.0))
    }

    pub(super) fn size(&self, size: Option<Size>, otherwise: f64) -> f64 {
        size.map_or(otherwise, |size| self.metres(size.0))
    }

    pub(super) fn place(&self, [x, y]: Place) -> DVec2 {
        DVec2::new(self.metres(x.0), self.metres(y.0))
    }

    pub(super) fn place3(&self, place: [Length; 3]) -> DVec3 {
        DVec3::from(place.map(|length| self.metres(length.0)))
    }

    /// m: the height of what something at `at` stands on. Names are known to be there.
    pub(super) fn low(&self, on: Option<&str>, low: Option<Length>, at: DVec2) -> f64 {
        let surface = match on.and_then(|name| self.surfaces.get(name)) {
            None => 0.0,
            Some(Surface::Wall(top)) => *top,
            Some(Surface::Ramp(ramp)) => ramp.surface_height(at).unwrap_or(0.0),
        };
        surface + self.length(low, 0.0)
    }

    /// The material of an entry: the one it names, or `otherwise`, with the numbers that it states itself.
    pub(super) fn material(
        &self,
        named: Option<&str>,
        stated: Stated,
        otherwise: &Material,
    ) -> Result<Material, Problem> {
        let base = match named {
            None => otherwise.clone(),
            Some(name) => self.named(name)?,
        };
        if stated.elasticity.is_none()
            && stated.falloff.is_none()
            && stated.friction.is_none()
            && stated.rolling_friction.is_none()
            && stated.scatter.is_none()
        {
            return Ok(base);
        }
        let (at_rest, falloff) = match base.elasticity() {
            Elasticity::Constant(at_rest) => (*at_rest, 0.0),
            Elasticity::Falloff { at_rest, falloff, .. } => (*at_rest, *falloff),
            curve => (curve.at(0.0), 0.0),
        };
        let keeps_curve = stated.elasticity.is_none() && stated.falloff.is_none();
        let number = |stated: Option<Amount>, otherwise: f64| stated.map_or(otherwise, |number| number.0);
        let rolling = number(stated.rolling_friction, base.rolling_friction());
        let mut material = Material::pinball(
            number(stated.elasticity, at_rest),
            number(stated.falloff, falloff),
            number(stated.friction, base.friction()),
            stated.scatter.map_or(base.scatter(), |scatter| turned(scatter.0)),
        )?;
        if keeps_curve {
            material = material.with_elasticity(base.elasticity().clone())?;
        }
        Ok(material.with_rolling_friction(rolling)?)
    }

    fn named(&self, name: &str) -> Result<Material, Problem> {
        if let Some(entry) = self.table.materials.get(name) {
            return material(entry);
        }
        let known = KNOWN.into_iter().find(|(known, ..)| *known == name);
        let Some((_, elasticity, falloff, friction, scatter)) = known else {
            return Err(Problem::new("material", format_args!("there is no material \"{name}\""), ""));
        };
        Ok(Material::pinball(elasticity, falloff, friction, turned(scatter))?)
    }

    pub(super) fn ball(&self, entry: &Ball) -> Result<EngineBall, Problem> {
        let at = self.place(entry.at);
        let radius = self.size(entry.radius, PINBALL_RADIUS);
        let centre = at.extend(self.low(entry.on.as_deref(), entry.low, at) + radius);
        let vector = |numbers: Option<[crate::Number; 3]>| DVec3::from(numbers.unwrap_or_default().map(|n| n.0));
        let ball = EngineBall::new(centre, radius, entry.mass.map_or(PINBALL_MASS, |mass| mass.0))?;
        Ok(ball.with_velocity(vector(entry.velocity)).with_spin(vector(entry.spin)))
    }
}

/// A material of the file.
fn material(entry: &Entry) -> Result<Material, Problem> {
    let number = |number: Option<Amount>, otherwise: f64| number.map_or(otherwise, |number| number.0);
    let material = Material::pinball(
        number(entry.elasticity, 0.3),
        number(entry.falloff, 0.0),
        number(entry.friction, 0.3),
        turned(entry.scatter.map_or(0.0, |scatter| scatter.0)),
    )?;
    let material = material.with_rolling_friction(number(entry.rolling_friction, 0.0))?;
    match &entry.curve {
        None => Ok(material),
        Some(curve) => Ok(material.with_elasticity(self::curve(curve))?),
    }
}

pub(super) fn curve(points: &[[Amount; 2]]) -> Elasticity {
    Elasticity::Curve(points.iter().map(|[speed, elasticity]| (speed.0, elasticity.0)).collect())
}

/// The engine's playfield.
pub(super) fn playfield(table: &Table) -> Result<Playfield, Problem> {
    let entry = &table.playfield;
    let ground = Ground { table, surfaces: BTreeMap::new() };
    let usual = Playfield::default();
    let millimetres = |size: Option<Size>, otherwise: f64| ground.size(size, otherwise * 1e-3);
    let border = entry.cabinet.unwrap_or(true).then(|| {
        let min = DVec2::new(ground.length(entry.left, 0.0), ground.length(entry.back, 0.0));
        let extent = DVec2::new(millimetres(entry.width, 514.35), millimetres(entry.length, 1066.8));
        Border { min, max: min + extent, glass: millimetres(entry.glass, 113.3475) }
    });
    let stated = Stated {
        elasticity: entry.elasticity,
        falloff: entry.falloff,
        friction: entry.friction,
        rolling_friction: entry.rolling_friction,
        scatter: entry.scatter,
    };
    if let Some(slope) = entry.slope.filter(|slope| slope.0.abs() > 85.0) {
        let message = format_args!("a playfield cannot slope by {}°", crate::value::written(slope.0));
        return Err(Problem::new("slope", message, "write it in degrees, from -85 to 85; 6 is usual"));
    }
    let floor = usual.material.clone().unwrap_or_default();
    let material = ground.material(entry.material.as_deref(), stated, &floor)?;
    let balls = Stated {
        elasticity: entry.ball_elasticity.map(|share| Amount(share.0)),
        friction: entry.ball_friction,
        ..Stated::default()
    };
    Ok(Playfield {
        border,
        slope: entry.slope.map_or(usual.slope, |slope| turned(slope.0)),
        gravity: entry.gravity.map_or(usual.gravity, |gravity| gravity.0),
        material: entry.floor.unwrap_or(true).then_some(material),
        difficulty: entry.difficulty.map_or(usual.difficulty, |share| share.0),
        ball_material: ground.material(None, balls, &usual.ball_material)?,
        seed: entry.seed.unwrap_or(usual.seed),
    })
}
