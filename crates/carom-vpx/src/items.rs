//! What physics needs of a table, the same for both ways in, with all numbers as they stand in the file. Defaults are
//! those of chapter 8.9 of the guide to Visual Pinball's physics.

use crate::fields::Fields;
use crate::kind::Kind;
use crate::mesh::MeshData;
use carom_tables::parts::{RampKind, TargetKind};
use serde_json::Value;

/// A table as it was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) version: Option<u32>,
    pub(crate) name: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) table: TableData,
    pub(crate) materials: Vec<(String, Surface)>,
    pub(crate) items: Vec<FoundItem>,
    pub(crate) notes: Vec<String>,
    /// How many collections there are: lists of items for scripts.
    pub(crate) collections: usize,
}

/// An item as it was found.
#[derive(Debug)]
pub(crate) struct FoundItem {
    /// Its stream or file.
    pub(crate) source: String,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Its data; nothing if physics does not need it; or why it cannot be read.
    pub(crate) item: Result<Option<Item>, String>,
    pub(crate) notes: Vec<String>,
}

/// The table's own numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableData {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    pub(crate) glass_top: f64,
    pub(crate) glass_bottom: Option<f64>,
    pub(crate) slope_min: f64,
    pub(crate) slope_max: f64,
    pub(crate) gravity: f64,
    pub(crate) surface: Surface,
    /// The scatter of things that say a negative one.
    pub(crate) hard_scatter: f64,
    pub(crate) difficulty: f64,
    pub(crate) override_set: u32,
    pub(crate) override_flippers: bool,
}

impl Default for TableData {
    fn default() -> Self {
        Self {
            left: 0.0,
            top: 0.0,
            right: 952.0,
            bottom: 2162.0,
            glass_top: 210.0,
            glass_bottom: None,
            slope_min: 4.5,
            slope_max: 6.0,
            gravity: 1.762985,
            surface: Surface { elasticity: 0.25, falloff: 0.0, friction: 0.075, scatter: 0.0 },
            hard_scatter: 0.0,
            difficulty: 0.2,
            override_set: 0,
            override_flippers: false,
        }
    }
}

/// How a surface throws a ball back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Surface {
    pub(crate) elasticity: f64,
    pub(crate) falloff: f64,
    pub(crate) friction: f64,
    /// Degrees.
    pub(crate) scatter: f64,
}

/// Its own numbers, or those of a physics material.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Physics {
    pub(crate) own: Surface,
    pub(crate) overwrite: bool,
    pub(crate) material: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DragPoint {
    pub(crate) at: [f64; 3],
    pub(crate) smooth: bool,
    pub(crate) slingshot: bool,
}

/// An item that a ball can feel, or that says where others are.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) group: Option<String>,
    /// The wall or ramp it stands on.
    pub(crate) surface: Option<String>,
    pub(crate) body: Body,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    Wall(Wall),
    Flipper(Flipper),
    Plunger(Plunger),
    Bumper(Bumper),
    Trigger(Trigger),
    Kicker(Kicker),
    Gate(Gate),
    Spinner(Spinner),
    Ramp(Ramp),
    Primitive(Primitive),
    Rubber(Rubber),
    Target(Target),
    Ball {
        at: [f64; 3],
        radius: f64,
        mass: f64,
    },
    /// No ball feels it, but it belongs to the picture.
    Light(Light),
    Group(Space),
}

/// A lamp.
#[derive(Clone, Debug)]
pub(crate) struct Light {
    pub(crate) at: [f64; 3],
    /// How far it shines.
    pub(crate) falloff: f64,
    /// As on a page: "#rrggbb".
    pub(crate) colour: Option<String>,
    /// Is it in the backbox?
    pub(crate) backglass: bool,
}

/// In which space the parts of a group live.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Space {
    Playfield,
    /// On the cabinet or in the room: nothing that a ball meets.
    Elsewhere,
    /// Where the group's own group lives.
    Inherit,
}

#[derive(Clone, Debug)]
pub(crate) struct Wall {
    pub(crate) points: Vec<DragPoint>,
    pub(crate) bottom: f64,
    pub(crate) top: f64,
    pub(crate) bottom_solid: bool,
    pub(crate) droppable: bool,
    pub(crate) collidable: bool,
    pub(crate) tells: bool,
    pub(crate) threshold: f64,
    pub(crate) slingshot_force: f64,
    pub(crate) slingshot_threshold: f64,
    pub(crate) physics: Physics,
}

#[derive(Clone, Debug)]
pub(crate) struct Flipper {
    pub(crate) at: [f64; 3],
    pub(crate) base_radius: f64,
    pub(crate) end_radius: f64,
    pub(crate) length: f64,
    pub(crate) least_length: f64,
    pub(crate) start_angle: f64,
    pub(crate) end_angle: f64,
    pub(crate) height: f64,
    pub(crate) enabled: bool,
    pub(crate) override_set: u32,
    pub(crate) drive: Drive,
}

/// The numbers of a flipper that an override set replaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drive {
    pub(crate) mass: f64,
    pub(crate) strength: f64,
    pub(crate) elasticity: f64,
    pub(crate) falloff: f64,
    pub(crate) friction: f64,
    pub(crate) return_ratio: f64,
    pub(crate) ramp_up: f64,
    pub(crate) eos_torque: f64,
    pub(crate) eos_angle: f64,
}

impl Default for Drive {
    fn default() -> Self {
        Self {
            mass: 1.0,
            strength: 2200.0,
            elasticity: 0.8,
            falloff: 0.43,
            friction: 0.6,
            return_ratio: 0.058,
            ramp_up: 3.0,
            eos_torque: 0.75,
            eos_angle: 6.0,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Plunger {
    pub(crate) at: [f64; 3],
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) stroke: f64,
    pub(crate) pull_speed: f64,
    pub(crate) release_speed: f64,
    pub(crate) mech_strength: f64,
    pub(crate) mechanical: bool,
    pub(crate) auto: bool,
    pub(crate) park: f64,
    pub(crate) scatter_speed: f64,
    pub(crate) transfer: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Bumper {
    pub(crate) at: [f64; 3],
    pub(crate) radius: f64,
    pub(crate) height: f64,
    pub(crate) force: f64,
    pub(crate) threshold: f64,
    pub(crate) scatter: f64,
    pub(crate) fires: bool,
    pub(crate) collidable: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Trigger {
    pub(crate) at: [f64; 3],
    pub(crate) radius: f64,
    pub(crate) round: bool,
    pub(crate) points: Vec<DragPoint>,
    pub(crate) hit_height: f64,
    pub(crate) enabled: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Kicker {
    pub(crate) at: [f64; 3],
    pub(crate) radius: f64,
    pub(crate) scatter: f64,
    pub(crate) hit_accuracy: f64,
    pub(crate) hit_height: f64,
    pub(crate) fall_through: bool,
    pub(crate) legacy: bool,
    pub(crate) enabled: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Gate {
    pub(crate) at: [f64; 3],
    pub(crate) length: f64,
    pub(crate) height: f64,
    pub(crate) rotation: f64,
    pub(crate) two_way: bool,
    pub(crate) bracket: bool,
    pub(crate) collidable: bool,
    /// Radians.
    pub(crate) angle_min: f64,
    pub(crate) angle_max: f64,
    pub(crate) elasticity: f64,
    pub(crate) friction: f64,
    pub(crate) damping: f64,
    pub(crate) gravity_factor: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Spinner {
    pub(crate) at: [f64; 3],
    pub(crate) length: f64,
    pub(crate) height: f64,
    pub(crate) rotation: f64,
    /// Degrees.
    pub(crate) angle_min: f64,
    pub(crate) angle_max: f64,
    pub(crate) elasticity: f64,
    pub(crate) damping: f64,
    pub(crate) bracket: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Ramp {
    pub(crate) points: Vec<DragPoint>,
    pub(crate) kind: RampKind,
    pub(crate) bottom: f64,
    pub(crate) top: f64,
    pub(crate) width_bottom: f64,
    pub(crate) width_top: f64,
    pub(crate) left_wall: f64,
    pub(crate) right_wall: f64,
    pub(crate) wire_diameter: f64,
    pub(crate) wire_distance: f64,
    pub(crate) collidable: bool,
    pub(crate) tells: bool,
    pub(crate) threshold: f64,
    pub(crate) physics: Physics,
}

#[derive(Clone, Debug)]
pub(crate) struct Primitive {
    pub(crate) at: [f64; 3],
    pub(crate) size: [f64; 3],
    pub(crate) rotate: [f64; 3],
    pub(crate) translate: [f64; 3],
    pub(crate) object_rotate: [f64; 3],
    pub(crate) collidable: bool,
    pub(crate) toy: bool,
    pub(crate) tells: bool,
    pub(crate) threshold: f64,
    pub(crate) physics: Physics,
    /// Its mesh; nothing if a ball cannot feel it; or what is wrong with it.
    pub(crate) mesh: Result<Option<MeshData>, String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Rubber {
    pub(crate) points: Vec<DragPoint>,
    pub(crate) height: f64,
    pub(crate) thickness: f64,
    pub(crate) rotate: [f64; 3],
    pub(crate) collidable: bool,
    pub(crate) tells: bool,
    pub(crate) physics: Physics,
}

#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) at: [f64; 3],
    pub(crate) size: [f64; 3],
    pub(crate) heading: f64,
    pub(crate) kind: TargetKind,
    pub(crate) legacy: bool,
    pub(crate) visible: bool,
    pub(crate) tells: bool,
    pub(crate) threshold: f64,
    pub(crate) collidable: bool,
    pub(crate) dropped: bool,
    pub(crate) drop_speed: f64,
    pub(crate) raise_delay: f64,
    pub(crate) physics: Physics,
}

/// Reads the table's own numbers.
pub(crate) fn table_data(value: &Value) -> (TableData, Option<String>, Vec<String>) {
    let none = serde_json::Map::new();
    let fields = Fields::of(value.as_object().unwrap_or(&none));
    let usual = TableData::default();
    let number = |names: &[&str], default| fields.number(names, default);
    let table = TableData {
        left: number(&["left"], usual.left),
        top: number(&["top"], usual.top),
        right: number(&["right"], usual.right),
        bottom: number(&["bottom"], usual.bottom),
        glass_top: number(&["glass_top_height", "glass_height"], usual.glass_top),
        glass_bottom: fields.number_if(&["glass_bottom_height"]),
        slope_min: number(&["angle_tilt_min", "slope_min", "slope"], usual.slope_min),
        slope_max: number(&["angle_tilt_max", "slope_max", "slope"], usual.slope_max),
        gravity: number(&["gravity"], usual.gravity),
        surface: Surface {
            elasticity: number(&["elasticity"], usual.surface.elasticity),
            falloff: number(&["elastic_falloff", "elasticity_falloff"], usual.surface.falloff),
            friction: number(&["friction"], usual.surface.friction),
            scatter: number(&["scatter"], usual.surface.scatter),
        },
        hard_scatter: number(&["default_scatter"], usual.hard_scatter),
        difficulty: number(&["global_difficulty", "difficulty"], usual.difficulty),
        override_set: number(&["override_physics"], 0.0) as u32,
        override_flippers: fields.flag(&["override_physics_flipper"], false),
    };
    let name = fields.text(&["name"]);
    (table, name, fields.into_notes())
}

/// Reads a physics material.
pub(crate) fn material(value: &Value) -> Option<(String, Surface)> {
    let fields = Fields::of(value.as_object()?);
    let number = |names: &[&str]| fields.number(names, 0.0);
    let surface = Surface {
        elasticity: number(&["elasticity"]),
        falloff: number(&["elasticity_falloff"]),
        friction: number(&["friction"]),
        scatter: number(&["scatter_angle", "scatter"]),
    };
    Some((fields.text(&["name"])?, surface))
}
