//! The geometry of each kind of part.

use super::{round, solid};
use carom::pinball::OutlinePoint;
use carom::pinball::part::{Part, Ramp, RampKind, Target, Trigger, TriggerArea, Wall};
use carom::units::VP_LENGTH;
use carom::{DVec2, DVec3};
use serde_json::{Value, json};

/// m: the high wires of a ramp lie so far above the low ones, a little below a ball's middle.
const HIGH_WIRE: f64 = 0.011;
/// m: what a drawn-out line may leave out. A quarter of a pixel where a table is a thousand pixels high.
const FINE: f64 = 0.000_2;

/// The kind and geometry of a part that is no mesh; its number, name and stuff are added by the caller.
pub(super) fn geometry(part: &Part, difficulty: f64) -> Value {
    match part {
        Part::Flipper(f) => json!({
            "kind": "flipper", "centre": flat(f.centre), "start": round(f.start_angle), "end": round(f.end_angle),
            "base_radius": round(f.base_radius), "end_radius": round(f.end_radius),
            "length": round(f.length_at(difficulty)), "low": round(f.low), "height": round(f.height),
        }),
        Part::Plunger(p) => json!({
            "kind": "plunger", "centre": flat(DVec2::new(p.x, p.y)), "width": round(p.width), "height": round(p.height),
            "stroke": round(p.stroke), "park": round(p.y - p.stroke * (1.0 - p.park)), "low": round(p.low),
        }),
        Part::Gate(g) => json!({
            "kind": "gate", "centre": flat(g.centre), "length": round(g.length), "rotation": round(g.rotation),
            "low": round(g.low), "height": round(g.height), "two_way": g.two_way, "bracket": g.bracket,
        }),
        Part::Spinner(s) => json!({
            "kind": "spinner", "centre": flat(s.centre), "length": round(s.length), "rotation": round(s.rotation),
            "low": round(s.low), "height": round(s.height), "bracket": s.bracket,
        }),
        Part::Bumper(b) => json!({
            "kind": "bumper", "centre": flat(b.centre), "radius": round(b.radius), "low": round(b.low),
            "height": round(b.height), "fires": b.fires,
        }),
        Part::Kicker(k) => json!({
            "kind": "kicker", "centre": flat(k.centre), "radius": round(k.radius), "low": round(k.low),
            "heading": round(k.kick_angle),
        }),
        Part::Trigger(t) => trigger(t),
        Part::Target(t) => target(t),
        Part::Magnet(m) => json!({
            "kind": "magnet", "centre": flat(m.centre), "radius": round(m.radius), "low": round(m.low),
            "grab_radius": round(m.grab_radius),
        }),
        Part::Turntable(t) => json!({
            "kind": "turntable", "centre": flat(t.centre), "radius": round(t.radius), "low": round(t.low),
            "drive": round(t.drive),
        }),
        Part::Trough(t) => {
            let mut value = area(&t.drain);
            set(&mut value, "kind", json!("trough"));
            set(&mut value, "exit", json!(point(t.exit)));
            set(&mut value, "heading", json!(round(t.kick_angle)));
            value
        }
        Part::Wall(w) => wall(w),
        Part::Rubber(r) => {
            let axis: Vec<[f64; 3]> = r.drawn_axis().unwrap_or_default().into_iter().map(point).collect();
            json!({"kind": "rubber", "axis": axis, "thickness": round(r.thickness), "closed": r.closed})
        }
        Part::Ramp(r) => ramp(r),
        Part::Solid(s) => solid::solid(s),
        // A part that this version does not know: it has its place in the list, so that the numbers stay true.
        _ => json!({"kind": "collider", "shapes": []}),
    }
}

fn trigger(trigger: &Trigger) -> Value {
    let mut value = area(&trigger.area);
    set(&mut value, "kind", json!("trigger"));
    set(&mut value, "low", json!(round(trigger.low)));
    set(&mut value, "height", json!(round(trigger.hit_height)));
    value
}

fn area(area: &TriggerArea) -> Value {
    match area {
        TriggerArea::Round { centre, radius } => json!({"centre": flat(*centre), "radius": round(*radius)}),
        TriggerArea::Outline(corners) => json!({"outline": lines(corners)}),
    }
}

fn target(target: &Target) -> Value {
    json!({
        "kind": "target", "outline": target.corners().map(flat), "low": round(target.position.z),
        // Plates reach to about 1.8 sizes above the foot, whatever their kind.
        "top": round(target.position.z + 1.78 * target.size.z), "drops": target.kind.drops(),
        "heading": round(target.heading), "round": target.kind == carom::pinball::part::TargetKind::Round,
    })
}

fn wall(wall: &Wall) -> Value {
    let outline = wall.drawn_outline().unwrap_or_default();
    let corners: Vec<DVec2> = outline.iter().map(|p| p.at).collect();
    let slings: Vec<Vec<[f64; 2]>> = slingshots(&outline).iter().map(|run| lines(run)).collect();
    json!({
        "kind": "wall", "outline": lines(&corners), "low": round(wall.bottom), "top": round(wall.top),
        "droppable": wall.droppable, "slings": slings,
    })
}

/// The slingshots of an outline. One that is drawn out in many edges, such as an arc, is one.
fn slingshots(outline: &[OutlinePoint]) -> Vec<Vec<DVec2>> {
    let mut runs: Vec<Vec<DVec2>> = Vec::new();
    let mut open = false;
    for (k, point) in outline.iter().enumerate() {
        if point.slingshot {
            let next = outline.get(k + 1).or(outline.first()).map_or(point.at, |next| next.at);
            match runs.last_mut().filter(|_| open) {
                Some(run) => run.push(next),
                None => runs.push(vec![point.at, next]),
            }
        }
        open = point.slingshot;
    }
    runs
}

/// A ramp's floor as ribs `[left x, left y, right x, right y, z]`, and its wires if it has any.
fn ramp(ramp: &Ramp) -> Value {
    let ribs = thinned(&ramp.borders().unwrap_or_default());
    let row = |rib: &[DVec3; 2]| [rib[0].x, rib[0].y, rib[1].x, rib[1].y, rib[0].z].map(round);
    let floor: Vec<[f64; 5]> = ribs.iter().map(row).collect();
    let (flat_floor, none) = (ramp.kind == RampKind::Flat, Vec::new());
    let wires = if flat_floor { none } else { wires(ramp, &ribs) };
    json!({
        "kind": "ramp", "ribs": floor, "left_wall": round(ramp.left_wall), "right_wall": round(ramp.right_wall),
        "wires": wires, "wire_width": round(if ramp.wire_diameter > 0.0 { ramp.wire_diameter.min(0.005) } else { 0.003 }),
    })
}

/// Wires lie `across` half distances from the axis, and high ones so far above the floor.
fn wires(ramp: &Ramp, ribs: &[[DVec3; 2]]) -> Vec<Vec<[f64; 3]>> {
    let places: &[(f64, f64)] = match ramp.kind {
        RampKind::OneWire => &[(0.0, 0.0)],
        RampKind::ThreeWireLeft => &[(-1.0, 0.0), (1.0, 0.0), (-1.5, HIGH_WIRE)],
        RampKind::ThreeWireRight => &[(-1.0, 0.0), (1.0, 0.0), (1.5, HIGH_WIRE)],
        RampKind::FourWire => &[(-1.0, 0.0), (1.0, 0.0), (-1.5, HIGH_WIRE), (1.5, HIGH_WIRE)],
        _ => &[(-1.0, 0.0), (1.0, 0.0)],
    };
    // The floor is 20 of Visual Pinball's units wider than the wires are apart; bends stretch both alike.
    let share = ramp.wire_distance / (ramp.wire_distance + 20.0 * VP_LENGTH);
    let wire = |&(across, up): &(f64, f64)| {
        let place = |rib: &[DVec3; 2]| {
            let middle = (rib[0] + rib[1]) * 0.5 + (rib[1] - rib[0]) * (0.5 * across * share);
            point(middle + DVec3::new(0.0, 0.0, up))
        };
        ribs.iter().map(place).collect()
    };
    places.iter().map(wire).collect()
}

/// Ribs that lie between their neighbours, as nearly as a screen could show, are left out.
fn thinned(ribs: &[[DVec3; 2]]) -> Vec<[DVec3; 2]> {
    let mut kept: Vec<[DVec3; 2]> = Vec::new();
    let mut from = 0;
    for k in 0..ribs.len() {
        let (Some(start), Some(next)) = (ribs.get(from), ribs.get(k + 1)) else {
            kept.extend(ribs.get(k));
            continue;
        };
        let between = ribs.get(from + 1..=k).unwrap_or_default();
        let near = |rib: &[DVec3; 2]| (0..2).all(|s| from_segment(rib[s], start[s], next[s]) < FINE);
        if k == 0 || !between.iter().all(near) {
            kept.extend(ribs.get(k));
            from = k;
        }
    }
    kept
}

fn from_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let along = b - a;
    let length = along.length_squared();
    let part = if length > 0.0 { ((p - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (p - a - along * part).length()
}

pub(super) fn flat(p: DVec2) -> [f64; 2] {
    [round(p.x), round(p.y)]
}

pub(super) fn point(p: DVec3) -> [f64; 3] {
    [round(p.x), round(p.y), round(p.z)]
}

fn lines(points: &[DVec2]) -> Vec<[f64; 2]> {
    points.iter().map(|p| flat(*p)).collect()
}

fn set(value: &mut Value, field: &str, to: Value) {
    if let Value::Object(fields) = value {
        fields.insert(field.to_owned(), to);
    }
}
