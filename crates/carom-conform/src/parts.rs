//! The parts and bare colliders of a case, from Visual Pinball's numbers to ours.

use crate::case::{Fault, Field};
use carom::pinball::OutlinePoint;
use carom::pinball::part::{Bumper, Flipper, Gate, Kicker, Plunger, Solid, Spinner, Wall};
use carom::shape::{self, Shape, Sides};
use carom::units::{VP_LENGTH, VP_MASS, VP_SPEED, VP_TIME, VP_TORQUE, radians};
use carom::{DVec2, DVec3, Error, Material};

/// An error of the engine about a number of the data.
pub(crate) fn refused<'a>(field: &'a Field<'_>) -> impl Fn(Error) -> Fault + 'a {
    |error| Fault::new(field.at(), error)
}

/// m.
pub(crate) fn metres(field: &Field<'_>, name: &str) -> Result<f64, Fault> {
    Ok(field.num(name)? * VP_LENGTH)
}

fn speed(field: &Field<'_>, name: &str) -> Result<f64, Fault> {
    Ok(field.num(name)? * VP_SPEED)
}

fn angle(field: &Field<'_>, name: &str) -> Result<f64, Fault> {
    Ok(radians(field.num(name)?))
}

fn flat(field: &Field<'_>, name: &str) -> Result<DVec2, Fault> {
    Ok(field.vec2(name)? * VP_LENGTH)
}

fn place(field: &Field<'_>, name: &str) -> Result<DVec3, Fault> {
    Ok(field.vec3(name)? * VP_LENGTH)
}

/// A collider's four numbers; scatter is nowhere in the data.
pub(crate) fn material(field: &Field<'_>) -> Result<Material, Fault> {
    let falloff = field.number_or("elasticity_falloff", 0.0)?;
    Material::pinball(field.num("elasticity")?, falloff, field.num("friction")?, 0.0).map_err(refused(field))
}

pub(crate) fn flipper(field: &Field<'_>) -> Result<Flipper, Fault> {
    Ok(Flipper {
        centre: flat(field, "center")?,
        start_angle: angle(field, "start_angle_deg")?,
        end_angle: angle(field, "end_angle_deg")?,
        base_radius: metres(field, "base_radius")?,
        end_radius: metres(field, "end_radius")?,
        length: metres(field, "length")?,
        height: metres(field, "height")?,
        mass: field.num("mass")? * VP_MASS,
        strength: field.num("strength")? * VP_TORQUE,
        return_ratio: field.num("return_strength")?,
        ramp_up: field.num("ramp_up")? * VP_TIME,
        eos_torque: field.num("eos_torque")?,
        eos_angle: angle(field, "eos_angle_deg")?,
        elasticity: field.num("elasticity")?,
        falloff: field.num("elasticity_falloff")?,
        friction: field.num("friction")?,
        ..Flipper::default()
    })
}

pub(crate) fn bumper(field: &Field<'_>) -> Result<Bumper, Fault> {
    Ok(Bumper {
        centre: flat(field, "center")?,
        radius: metres(field, "radius")?,
        height: metres(field, "height")?,
        force: speed(field, "force")?,
        threshold: speed(field, "threshold")?,
        material: material(field)?,
        ..Bumper::default()
    })
}

pub(crate) fn kicker(field: &Field<'_>) -> Result<Kicker, Fault> {
    Ok(Kicker {
        centre: flat(field, "center")?,
        radius: metres(field, "radius")?,
        legacy: field.flag("legacy")?,
        fall_through: field.flag("fall_through")?,
        hit_accuracy: field.num("hit_accuracy")?,
        hit_height: metres(field, "hit_height")?,
        ..Kicker::default()
    })
}

pub(crate) fn gate(field: &Field<'_>) -> Result<Gate, Fault> {
    Ok(Gate {
        centre: flat(field, "center")?,
        length: metres(field, "length")?,
        height: metres(field, "height")?,
        rotation: angle(field, "rotation_deg")?,
        two_way: field.flag("two_way")?,
        angle_min: field.num("angle_min_rad")?,
        angle_max: field.num("angle_max_rad")?,
        material: material(field)?,
        damping: field.num("damping")?,
        gravity_factor: field.num("gravity_factor")?,
        bracket: field.flag("bracket")?,
        ..Gate::default()
    })
}

pub(crate) fn spinner(field: &Field<'_>) -> Result<Spinner, Fault> {
    Ok(Spinner {
        centre: flat(field, "center")?,
        length: metres(field, "length")?,
        height: metres(field, "height")?,
        rotation: angle(field, "rotation_deg")?,
        angle_min: angle(field, "angle_min_deg")?,
        angle_max: angle(field, "angle_max_deg")?,
        elasticity: field.num("elasticity")?,
        damping: field.num("damping")?,
        bracket: field.flag("bracket")?,
        ..Spinner::default()
    })
}

pub(crate) fn plunger(field: &Field<'_>) -> Result<Plunger, Fault> {
    Ok(Plunger {
        x: flat(field, "pos")?.x,
        y: flat(field, "pos")?.y,
        width: metres(field, "width")?,
        height: metres(field, "height")?,
        stroke: metres(field, "stroke")?,
        pull_speed: speed(field, "pull_speed")?,
        release_speed: field.num("release_speed")?,
        park: field.num("park_position")?,
        transfer: field.num("momentum_xfer")?,
        auto: field.flag("auto_plunger")?,
        ..Plunger::default()
    })
}

/// A polygon of walls, one edge of which may be a slingshot. It tells of every hit, however slow.
pub(crate) fn surface(field: &Field<'_>) -> Result<Wall, Fault> {
    // The family of slingshots has it always on the first edge, the mini table names the vertex it begins at.
    let edge =
        if field.find("sling_edge").is_some() { 0.0 } else { field.number_or("slingshot_edge_from_vertex", -1.0)? };
    let mut outline = Vec::new();
    for (k, point) in field.get("polygon")?.list()?.iter().enumerate() {
        let at = DVec2::from(point.numbers::<2>()?) * VP_LENGTH;
        outline.push(OutlinePoint { at, slingshot: k as f64 == edge, ..OutlinePoint::default() });
    }
    Ok(Wall {
        outline,
        bottom: metres(field, "zlow")?,
        top: metres(field, "zhigh")?,
        material: material(field)?,
        tells: true,
        threshold: 0.0,
        slingshot_force: field.number_or("slingshot_force", 0.0)? * VP_SPEED,
        slingshot_threshold: field.number_or("slingshot_threshold", 0.0)? * VP_SPEED,
        ..Wall::default()
    })
}

/// A bare collider. All but circles tell of every hit.
pub(crate) fn solid(field: &Field<'_>, material: Material) -> Result<Solid, Fault> {
    let refused = refused(field);
    let upright = || -> Result<[f64; 2], Fault> { Ok([metres(field, "zlow")?, metres(field, "zhigh")?]) };
    let kind = field.get("type")?.text()?;
    let shape: Shape = match kind {
        "line_segment_wall" => {
            let [low, high] = upright()?;
            let wall = shape::Wall::new(flat(field, "v1")?, flat(field, "v2")?).map_err(&refused)?;
            wall.with_sides(Sides::Front).with_height(low, high).map_err(&refused)?.into()
        }
        "vertical_line" => {
            let [low, high] = upright()?;
            let corner = shape::Corner::new(flat(field, "xy")?).map_err(&refused)?;
            corner.with_height(low, high).map_err(&refused)?.into()
        }
        "circle" => {
            let [low, high] = upright()?;
            let post = shape::Post::new(flat(field, "center")?, metres(field, "radius")?).map_err(&refused)?;
            post.with_height(low, high).map_err(&refused)?.into()
        }
        "point" => shape::Point::new(place(field, "p")?).map_err(&refused)?.into(),
        "line3d" => shape::Edge::new(place(field, "v1")?, place(field, "v2")?).map_err(&refused)?.into(),
        "triangle" => triangle(field)?.into(),
        _ => return Err(Fault::new(field.at(), format_args!("`{kind}` is no collider known here"))),
    };
    let tells_from = (kind != "circle").then_some(0.0);
    Ok(Solid { shapes: vec![(shape, material)], tells_from })
}

/// Its front is where the data says; without a word, where Visual Pinball puts it: (v2 - v0) x (v1 - v0).
fn triangle(field: &Field<'_>) -> Result<shape::Triangle, Fault> {
    let [a, b, c] = [place(field, "v0")?, place(field, "v1")?, place(field, "v2")?];
    let front = if field.find("normal").is_some() { field.vec3("normal")? } else { (c - a).cross(b - a) };
    let face = shape::Triangle::new(a, c, b).map_err(refused(field))?;
    let face =
        if face.normal().dot(front) < 0.0 { shape::Triangle::new(a, b, c).map_err(refused(field))? } else { face };
    Ok(face.with_sides(Sides::Front))
}
