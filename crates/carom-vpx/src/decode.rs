//! Items out of their fields.

use crate::fields::Fields;
use crate::items::{
    Body, Bumper, DragPoint, Drive, Flipper, Gate, Item, Kicker, Light, Physics, Plunger, Primitive, Ramp, Rubber,
    Space, Spinner, Surface, Target, Trigger, Wall,
};
use crate::kind::Kind;
use crate::mesh::MeshData;
use carom_tables::parts::{RampKind, TargetKind};
use serde_json::{Map, Value};

/// The points of one outline: what takes the square of their number stays short.
const MOST_POINTS: usize = 4_000;

/// An item and what was odd about it; nothing if physics does not need its kind. `mesh` reads a primitive's own mesh, and is
/// asked only if a ball can feel it.
pub(crate) fn item(
    kind: Kind,
    value: &Map<String, Value>,
    mesh: impl FnOnce() -> Result<Option<MeshData>, String>,
) -> (Result<Option<Item>, String>, Vec<String>) {
    let fields = Fields::of(value);
    let body = body(kind, &fields, mesh);
    let item = body.map(|body| {
        body.map(|body| Item { group: fields.text(&["part_group_name"]), surface: fields.text(&["surface"]), body })
    });
    (item, fields.into_notes())
}

fn body(
    kind: Kind,
    f: &Fields<'_>,
    mesh: impl FnOnce() -> Result<Option<MeshData>, String>,
) -> Result<Option<Body>, String> {
    Ok(Some(match kind {
        Kind::Wall => Body::Wall(wall(f)?),
        Kind::Flipper => Body::Flipper(flipper(f)?),
        Kind::Plunger => Body::Plunger(plunger(f)?),
        Kind::Bumper => Body::Bumper(bumper(f)?),
        Kind::Trigger => Body::Trigger(trigger(f)?),
        Kind::Kicker => Body::Kicker(kicker(f)?),
        Kind::Gate => Body::Gate(gate(f)?),
        Kind::Spinner => Body::Spinner(spinner(f)?),
        Kind::Ramp => Body::Ramp(ramp(f)?),
        Kind::Primitive => Body::Primitive(primitive(f, mesh)?),
        Kind::Rubber => Body::Rubber(rubber(f)?),
        Kind::HitTarget => Body::Target(target(f)?),
        Kind::Ball => Body::Ball {
            at: place(f, &["pos", "position", "center"])?,
            radius: f.number(&["radius"], 25.0),
            mass: f.number(&["mass"], 1.0),
        },
        Kind::Light => Body::Light(Light {
            at: centre(f)?,
            falloff: f.number(&["falloff_radius", "falloff"], 50.0),
            colour: f.text(&["color", "colour"]),
            backglass: f.flag(&["is_backglass", "backglass"], false),
        }),
        Kind::PartGroup => Body::Group(f.choice(&["space_reference"], &SPACES, Space::Inherit)),
        _ => return Ok(None),
    }))
}

const SPACES: [(u32, &str, Space); 5] = [
    (0, "playfield", Space::Playfield),
    (1, "cabinet", Space::Elsewhere),
    (2, "cabinet_feet", Space::Elsewhere),
    (3, "room", Space::Elsewhere),
    (4, "inherit", Space::Inherit),
];

fn place(f: &Fields<'_>, names: &[&str]) -> Result<[f64; 3], String> {
    f.vector(names).ok_or_else(|| "it has no place".to_owned())
}

fn centre(f: &Fields<'_>) -> Result<[f64; 3], String> {
    place(f, &["center", "centre", "position", "pos"])
}

fn points(f: &Fields<'_>) -> Result<Vec<DragPoint>, String> {
    let list = f.list(&["drag_points", "points"]);
    if list.len() > MOST_POINTS {
        return Err(format!("its outline has {} points; the most is {MOST_POINTS}", list.len()));
    }
    list.iter()
        .map(|point| {
            let coordinate = |name: &str| point.number_if(&[name]);
            let (Some(x), Some(y)) = (coordinate("x"), coordinate("y")) else {
                return Err("a point of its outline has no place".to_owned());
            };
            Ok(DragPoint {
                at: [x, y, coordinate("z").unwrap_or(0.0)],
                smooth: point.flag(&["smooth", "is_smooth"], false),
                slingshot: point.flag(&["is_slingshot", "slingshot"], false),
            })
        })
        .collect()
}

fn physics(f: &Fields<'_>, own: Surface) -> Physics {
    Physics {
        own: Surface {
            elasticity: f.number(&["elasticity"], own.elasticity),
            falloff: f.number(&["elasticity_falloff"], own.falloff),
            friction: f.number(&["friction"], own.friction),
            scatter: f.number(&["scatter"], own.scatter),
        },
        overwrite: f.flag(&["overwrite_physics"], true),
        material: f.text(&["physics_material"]),
    }
}

fn wall(f: &Fields<'_>) -> Result<Wall, String> {
    Ok(Wall {
        points: points(f)?,
        bottom: f.number(&["height_bottom"], 0.0),
        top: f.number(&["height_top"], 50.0),
        bottom_solid: f.flag(&["is_bottom_solid"], false),
        droppable: f.flag(&["is_droppable"], false),
        collidable: f.flag(&["is_collidable"], true),
        tells: f.flag(&["hit_event"], false),
        threshold: f.number(&["threshold"], 2.0),
        slingshot_force: f.number(&["slingshot_force"], 80.0),
        slingshot_threshold: f.number(&["slingshot_threshold"], 0.0),
        physics: physics(f, Surface { elasticity: 0.3, falloff: 0.0, friction: 0.3, scatter: 0.0 }),
    })
}

fn flipper(f: &Fields<'_>) -> Result<Flipper, String> {
    let usual = Drive::default();
    Ok(Flipper {
        at: centre(f)?,
        base_radius: f.number(&["base_radius"], 21.5),
        end_radius: f.number(&["end_radius"], 13.0),
        length: f.number(&["flipper_radius_max", "flipper_radius"], 130.0),
        least_length: f.number(&["flipper_radius_min"], 0.0),
        start_angle: f.number(&["start_angle"], 121.0),
        end_angle: f.number(&["end_angle"], 70.0),
        height: f.number(&["height"], 50.0),
        enabled: f.flag(&["is_enabled"], true),
        override_set: f.number(&["override_physics"], 0.0) as u32,
        drive: Drive {
            mass: f.number(&["mass"], usual.mass),
            strength: f.number(&["strength"], usual.strength),
            elasticity: f.number(&["elasticity"], usual.elasticity),
            falloff: f.number(&["elasticity_falloff"], usual.falloff),
            friction: f.number(&["friction"], usual.friction),
            return_ratio: f.number(&["return", "return_"], usual.return_ratio),
            ramp_up: f.number(&["ramp_up"], usual.ramp_up),
            eos_torque: f.number(&["torque_damping"], usual.eos_torque),
            eos_angle: f.number(&["torque_damping_angle"], usual.eos_angle),
        },
    })
}

fn plunger(f: &Fields<'_>) -> Result<Plunger, String> {
    Ok(Plunger {
        at: centre(f)?,
        width: f.number(&["width"], 25.0),
        height: f.number(&["height"], 20.0),
        stroke: f.number(&["stroke"], 80.0),
        pull_speed: f.number(&["speed_pull"], 5.0),
        release_speed: f.number(&["speed_fire"], 80.0),
        mech_strength: f.number(&["mech_strength"], 85.0),
        mechanical: f.flag(&["is_mech_plunger", "mech_plunger"], false),
        auto: f.flag(&["auto_plunger"], false),
        park: f.number(&["park_position"], 1.0 / 6.0),
        scatter_speed: f.number(&["scatter_velocity"], 0.0),
        transfer: f.number(&["momentum_xfer"], 1.0),
    })
}

fn bumper(f: &Fields<'_>) -> Result<Bumper, String> {
    Ok(Bumper {
        at: centre(f)?,
        radius: f.number(&["radius"], 45.0),
        height: f.number(&["height_scale"], 90.0),
        force: f.number(&["force"], 15.0),
        threshold: f.number(&["threshold"], 1.0),
        scatter: f.number(&["scatter"], 0.0),
        fires: f.flag(&["hit_event"], true),
        collidable: f.flag(&["is_collidable"], true),
    })
}

fn trigger(f: &Fields<'_>) -> Result<Trigger, String> {
    let shapes = [
        (0, "none", false),
        (1, "wire_a", false),
        (2, "star", true),
        (3, "wire_b", false),
        (4, "button", true),
        (5, "wire_c", false),
        (6, "wire_d", false),
        (7, "inder", false),
    ];
    Ok(Trigger {
        at: centre(f)?,
        radius: f.number(&["radius"], 25.0),
        round: f.choice(&["shape"], &shapes, false),
        points: points(f)?,
        hit_height: f.number(&["hit_height"], 50.0),
        enabled: f.flag(&["is_enabled"], true),
    })
}

fn kicker(f: &Fields<'_>) -> Result<Kicker, String> {
    Ok(Kicker {
        at: centre(f)?,
        radius: f.number(&["radius"], 25.0),
        scatter: f.number(&["scatter"], 0.0),
        hit_accuracy: f.number(&["hit_accuracy"], 0.5),
        hit_height: f.number(&["hit_height"], 35.0),
        fall_through: f.flag(&["fall_through"], false),
        legacy: f.flag(&["legacy_mode", "is_legacy"], true),
        enabled: f.flag(&["is_enabled"], true),
    })
}

fn gate(f: &Fields<'_>) -> Result<Gate, String> {
    Ok(Gate {
        at: centre(f)?,
        length: f.number(&["length"], 100.0),
        height: f.number(&["height"], 50.0),
        rotation: f.number(&["rotation"], -90.0),
        two_way: f.flag(&["two_way"], true),
        bracket: f.flag(&["show_bracket"], true),
        collidable: f.flag(&["is_collidable"], true),
        angle_min: f.number(&["angle_min"], 0.0),
        angle_max: f.number(&["angle_max"], core::f64::consts::FRAC_PI_2),
        elasticity: f.number(&["elasticity"], 0.3),
        friction: f.number(&["friction"], 0.02),
        damping: f.number(&["damping"], 0.985),
        gravity_factor: f.number(&["gravity_factor"], 0.25),
    })
}

fn spinner(f: &Fields<'_>) -> Result<Spinner, String> {
    Ok(Spinner {
        at: centre(f)?,
        length: f.number(&["length"], 80.0),
        height: f.number(&["height"], 60.0),
        rotation: f.number(&["rotation"], 0.0),
        angle_min: f.number(&["angle_min"], 0.0),
        angle_max: f.number(&["angle_max"], 0.0),
        elasticity: f.number(&["elasticity"], 0.3),
        damping: f.number(&["damping"], 0.9879),
        bracket: f.flag(&["show_bracket"], true),
    })
}

fn ramp(f: &Fields<'_>) -> Result<Ramp, String> {
    let kinds = [
        (0, "flat", RampKind::Flat),
        (1, "four_wire", RampKind::FourWire),
        (2, "two_wire", RampKind::TwoWire),
        (3, "three_wire_left", RampKind::ThreeWireLeft),
        (4, "three_wire_right", RampKind::ThreeWireRight),
        (5, "one_wire", RampKind::OneWire),
    ];
    Ok(Ramp {
        points: points(f)?,
        kind: f.choice(&["ramp_type", "type"], &kinds, RampKind::Flat),
        bottom: f.number(&["height_bottom"], 0.0),
        top: f.number(&["height_top"], 50.0),
        width_bottom: f.number(&["width_bottom"], 75.0),
        width_top: f.number(&["width_top"], 60.0),
        left_wall: f.number(&["left_wall_height"], 62.0),
        right_wall: f.number(&["right_wall_height"], 62.0),
        wire_diameter: f.number(&["wire_diameter"], 8.0),
        wire_distance: f.number(&["wire_distance_x"], 38.0),
        collidable: f.flag(&["is_collidable"], true),
        tells: f.flag(&["hit_event"], false),
        threshold: f.number(&["threshold"], 2.0),
        physics: physics(f, Surface { elasticity: 0.3, falloff: 0.0, friction: 0.3, scatter: 0.0 }),
    })
}

fn primitive(f: &Fields<'_>, mesh: impl FnOnce() -> Result<Option<MeshData>, String>) -> Result<Primitive, String> {
    let turns = f.numbers(&["rot_and_tra"]);
    let three = |from: usize| [from, from + 1, from + 2].map(|k| turns.get(k).copied().unwrap_or(0.0));
    let (collidable, toy) = (f.flag(&["is_collidable"], true), f.flag(&["is_toy"], false));
    let mesh = if !collidable || toy {
        Ok(None)
    } else if f.flag(&["use_3d_mesh"], false) {
        mesh().and_then(|mesh| mesh.ok_or_else(|| "its mesh is missing".to_owned())).map(Some)
    } else {
        let sides = f.number(&["sides"], 4.0);
        Ok(Some(MeshData::prism(sides as usize, f.flag(&["draw_textures_inside"], false))))
    };
    Ok(Primitive {
        at: place(f, &["position", "pos"])?,
        size: f.vector(&["size"]).unwrap_or([100.0; 3]),
        rotate: three(0),
        translate: three(3),
        object_rotate: three(6),
        collidable,
        toy,
        tells: f.flag(&["hit_event"], false),
        threshold: f.number(&["threshold"], 2.0),
        physics: physics(f, Surface { elasticity: 0.3, falloff: 0.5, friction: 0.3, scatter: 0.0 }),
        mesh,
    })
}

fn rubber(f: &Fields<'_>) -> Result<Rubber, String> {
    let height = f.number(&["height"], 25.0);
    let turn = |name| f.number(&[name], 0.0);
    Ok(Rubber {
        points: points(f)?,
        height: f.number(&["hit_height"], height),
        thickness: f.number(&["thickness"], 8.0),
        rotate: [turn("rot_x"), turn("rot_y"), turn("rot_z")],
        collidable: f.flag(&["is_collidable"], true),
        tells: f.flag(&["hit_event"], false),
        physics: physics(f, Surface { elasticity: 0.8, falloff: 0.3, friction: 0.6, scatter: 5.0 }),
    })
}

fn target(f: &Fields<'_>) -> Result<Target, String> {
    let kinds = [
        (1, "drop_target_beveled", TargetKind::DropBeveled),
        (2, "drop_target_simple", TargetKind::DropSimple),
        (3, "hit_target_round", TargetKind::Round),
        (4, "hit_target_rectangle", TargetKind::Rectangle),
        (5, "hit_fat_target_rectangle", TargetKind::FatRectangle),
        (6, "hit_fat_target_square", TargetKind::FatSquare),
        (7, "drop_target_flat_simple", TargetKind::DropFlat),
        (8, "hit_fat_target_slim", TargetKind::FatSlim),
        (9, "hit_target_slim", TargetKind::Slim),
    ];
    let kind = f.choice(&["target_type"], &kinds, TargetKind::DropSimple);
    let drops = matches!(kind, TargetKind::DropSimple | TargetKind::DropBeveled | TargetKind::DropFlat);
    Ok(Target {
        at: place(f, &["position", "pos"])?,
        size: f.vector(&["size"]).unwrap_or([32.0; 3]),
        heading: f.number(&["rot_z"], 0.0),
        kind,
        legacy: f.flag(&["is_legacy", "legacy_mode"], false),
        visible: f.flag(&["is_visible"], true),
        tells: f.flag(&["use_hit_event", "hit_event"], true),
        threshold: f.number(&["threshold"], 2.0),
        collidable: f.flag(&["is_collidable"], true),
        dropped: f.flag(&["is_dropped"], false),
        drop_speed: f.number(&["drop_speed"], if drops { 0.5 } else { 0.2 }),
        raise_delay: f.number(&["raise_delay"], 100.0),
        physics: physics(f, Surface { elasticity: 0.35, falloff: 0.5, friction: 0.2, scatter: 5.0 }),
    })
}
