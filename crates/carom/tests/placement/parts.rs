//! A scene for every kind of part: balls come to meet it again and again for ten seconds.
//!
//! They are calm: whatever is off by a little stays off by a little, so that what is left of rounding after ten seconds says
//! something about placement and not about chaos (`invariance.rs` measures it). Where a part throws balls about, new ones are
//! served, and those that come back to the lowest end leave the game.

use crate::common::{Deed, Scene, ball_at, rolling};
use carom::pinball::part::{
    Bumper, Flipper, Gate, Kicker, Magnet, Mesh, Plunger, Ramp, RampKind, Rubber, Solid, Spinner, Target, TargetKind,
    Trigger, TriggerArea, Trough, Turntable, Wall,
};
use carom::pinball::{OutlinePoint, RampPoint};
use carom::shape;
use carom::units::{PINBALL_RADIUS, radians};
use carom::{DVec2, DVec3, Material};

/// Every scene with a part of a kind.
pub(crate) fn all() -> Vec<Scene> {
    let mut scenes = vec![
        flipper(),
        left_handed_flipper(),
        plunger(),
        auto_plunger(),
        sensed_plunger(),
        gate(),
        one_way_gate(),
        heavy_gate(),
        spinner(),
        heavy_spinner(),
        bumper(),
        kicker(),
        hole(),
        trigger(),
        standing_target(),
        drop_target(),
        slingshot(),
        round_wall(),
        rubber(),
        ramp(),
        wire_ramp(),
        mesh(),
        magnet(),
        grabbing_magnet(),
        turntable(),
        trough(),
    ];
    scenes.extend(crate::shapes::all());
    scenes
}

/// The scene of this name.
pub(crate) fn named(name: &str) -> Scene {
    all().into_iter().find(|scene| scene.name == name).unwrap()
}

fn points(corners: &[[f64; 2]]) -> Vec<OutlinePoint> {
    corners.iter().map(|&[x, y]| OutlinePoint::new(x, y)).collect()
}

/// Balls roll onto a bat, which shoots some as they come, others later or earlier; one is caught and let go.
fn flipper() -> Scene {
    let part = Flipper { centre: DVec2::new(-0.06, 0.6), ..Flipper::default() };
    let mut scene = Scene::court("flipper").with("flipper", part);
    for k in 0..7 {
        let time = 1.3 * f64::from(k);
        let place = DVec2::new(-0.035 + 0.004 * f64::from(k), 0.4);
        scene = scene.ball(time, rolling(place, DVec2::new(0.0, 0.1)));
        let flip = time + 0.47 + 0.013 * f64::from(k);
        scene = scene.deed(flip, "flipper", Deed::Coil(true)).deed(flip + 0.3, "flipper", Deed::Coil(false));
    }
    scene.wants("flipper", "collide", 7).wants("flipper", "end", 7).wants("flipper", "start", 7)
}

/// The other hand; balls meet it raised, as it rises and as it falls.
fn left_handed_flipper() -> Scene {
    let part = Flipper {
        centre: DVec2::new(0.05, 0.6),
        start_angle: radians(-121.0),
        end_angle: radians(-70.0),
        live_catch: 0.016,
        ..Flipper::default()
    };
    let mut scene = Scene::court("flipper, other hand").with("flipper", part);
    for k in 0..6 {
        let time = 1.5 * f64::from(k);
        scene = scene.ball(time, rolling(DVec2::new(0.03 - 0.005 * f64::from(k), 0.4), DVec2::new(0.0, 0.1)));
        scene = scene.deed(time + 0.3 + 0.04 * f64::from(k), "flipper", Deed::Coil(true));
        scene = scene.deed(time + 0.75, "flipper", Deed::Coil(false));
    }
    scene.wants("flipper", "collide", 6).wants("flipper", "end", 6)
}

/// A lane with a rod at its lower end.
fn lane(name: &'static str, plunger: Plunger) -> Scene {
    let felt = Material::pinball(0.3, 0.0, 0.1, 0.0).unwrap();
    let side = |x: f64, to: f64| {
        let (a, b) = (DVec2::new(x, 0.12), DVec2::new(x, 0.92));
        let (a, b) = if to > 0.0 { (b, a) } else { (a, b) };
        let wall = shape::Wall::new(a, b).unwrap().with_height(0.0, 0.1).unwrap().with_sides(shape::Sides::Front);
        (wall.into(), felt.clone())
    };
    let lane = Solid { shapes: vec![side(-0.016, 1.0), side(0.016, -1.0)], tells_from: None };
    let plunger = Plunger { x: 0.0, y: 0.9, ..plunger };
    let area = TriggerArea::Round { centre: DVec2::new(0.0, 0.65), radius: 0.01 };
    Scene::court(name)
        .with("lane", lane)
        .with("plunger", plunger)
        .with("wire", Trigger { area, ..Trigger::default() })
        .ball(0.0, ball_at(DVec2::new(0.001, 0.8)))
        .wants("wire", "hit", 7)
}

/// A ball is shot up the lane again and again, by pulls of several lengths.
fn plunger() -> Scene {
    let mut scene = lane("plunger", Plunger { release_speed: 110.0, ..Plunger::default() });
    for k in 0..4 {
        let time = 0.5 + 2.4 * f64::from(k);
        scene = scene.deed(time, "plunger", Deed::Pull);
        scene = scene.deed(time + 0.3 + 0.08 * f64::from(k), "plunger", Deed::Release);
    }
    scene.wants("plunger", "start", 3)
}

fn auto_plunger() -> Scene {
    let mut scene = lane("plunger, by a coil", Plunger { auto: true, release_speed: 100.0, ..Plunger::default() });
    for k in 0..5 {
        scene = scene.deed(0.7 + 1.9 * f64::from(k), "plunger", Deed::Coil(true));
    }
    scene
}

/// A real rod with a sensor is drawn back and let go as a ball comes; the ball leaves at the end of the lane. One that lay on
/// the tip would be met dozens of times a tick, since a sensor is never quite still.
fn sensed_plunger() -> Scene {
    let part = Plunger { mechanical: true, release_speed: 220.0, ..Plunger::default() };
    let drain = TriggerArea::Round { centre: DVec2::new(0.0, 0.5), radius: 0.03 };
    let end = Trough { drain, balls: 0, capacity: 100, ..Trough::default() };
    let mut scene = lane("plunger, by a sensor", part).with("end", end).wants("end", "drained", 4);
    scene.balls.truncate(1);
    for k in 0..4 {
        let time = 2.4 * f64::from(k);
        scene = scene.ball(time, ball_at(DVec2::new(0.001, 0.7)));
        for step in 0..=10 {
            scene = scene.deed(time + 0.01 * f64::from(step), "plunger", Deed::Position(0.09 * f64::from(step)));
        }
        for (step, back) in [0.6, 0.3, 0.0, -0.1, 0.05, 0.0].into_iter().enumerate() {
            scene = scene.deed(time + 0.47 + 0.008 * step as f64, "plunger", Deed::Position(back));
        }
    }
    scene.without_wants("wire").wants("wire", "hit", 4)
}

/// Places a little apart, beside each other.
fn row(x: f64, y: f64, step: f64, count: u32) -> Vec<[f64; 2]> {
    (0..count).map(|k| [x + step * f64::from(k), y]).collect()
}

/// Balls go up through a gate and come down through it again.
fn gate() -> Scene {
    let part = Gate { centre: DVec2::new(0.0, 0.5), rotation: 0.1, ..Gate::default() };
    Scene::court("gate")
        .with("gate", part)
        .served(1.3, &row(-0.012, 0.7, 0.004, 7), [0.0, -1.05])
        .wants("gate", "hit", 12)
}

/// Balls that come the right way pass; those that come the other way do not.
fn one_way_gate() -> Scene {
    let part = Gate { centre: DVec2::new(0.0, 0.5), rotation: 0.1, two_way: false, ..Gate::default() };
    Scene::court("gate, one way")
        .with("gate", part)
        .served(1.9, &row(-0.012, 0.7, 0.006, 5), [0.0, -1.05])
        .served(1.7, &row(0.01, 0.2, -0.004, 5), [0.0, 0.2])
        .wants("gate", "hit", 4)
        .wants("gate", "start", 4)
}

fn heavy_gate() -> Scene {
    let part = Gate { centre: DVec2::new(0.0, 0.5), rotation: -0.2, plate_mass: 0.02, ..Gate::default() };
    Scene::court("gate, heavy")
        .with("gate", part)
        .served(1.3, &row(-0.012, 0.7, 0.004, 7), [0.0, -1.2])
        .wants("gate", "hit", 12)
}

fn spinner() -> Scene {
    let part = Spinner { centre: DVec2::new(0.0, 0.5), rotation: 0.1, ..Spinner::default() };
    Scene::court("spinner")
        .with("spinner", part)
        .served(1.3, &row(-0.009, 0.7, 0.003, 7), [0.0, -1.05])
        .wants("spinner", "spin", 12)
}

fn heavy_spinner() -> Scene {
    let part = Spinner {
        centre: DVec2::new(0.0, 0.5),
        rotation: -0.2,
        plate_mass: 0.02,
        angle_min: radians(-60.0),
        angle_max: radians(70.0),
        ..Spinner::default()
    };
    Scene::court("spinner, heavy and with stops")
        .with("spinner", part)
        .served(1.3, &row(-0.009, 0.7, 0.003, 7), [0.0, -1.2])
        .wants("spinner", "end", 2)
}

fn bumper() -> Scene {
    let part = Bumper { centre: DVec2::new(0.0, 0.5), ..Bumper::default() };
    Scene::court("bumper")
        .with("bumper", part)
        .served(1.2, &row(-0.033, 0.35, 0.011, 7), [0.0, 0.1])
        .wants("bumper", "hit", 7)
}

/// A hole catches balls that roll into it, and throws them up the slope; they come back.
fn kicker() -> Scene {
    let part =
        Kicker { centre: DVec2::new(0.0, 0.5), kick_speed: 1.0, kick_angle: 0.02, scatter: 0.1, ..Kicker::default() };
    let mut scene =
        Scene::court("kicker").with("kicker", part).ball(0.0, rolling(DVec2::new(0.002, 0.4), DVec2::Y * 0.1));
    for k in 0..8 {
        let time = 0.8 + 1.15 * f64::from(k);
        let deed = if k % 2 == 0 { Deed::Coil(true) } else { Deed::Kick(-0.4, 0.9, 0.7) };
        scene = scene.deed(time, "kicker", deed);
        scene = scene.ball(time + 0.5, rolling(DVec2::new(-0.001, 0.4), DVec2::Y * 0.1));
    }
    scene.wants("kicker", "hit", 8).wants("kicker", "ejected", 8).wants("kicker", "unhit", 8)
}

/// Where there is no playfield to sink into, a true hole catches like any other.
fn hole() -> Scene {
    let part = Kicker { centre: DVec2::new(0.0, 0.5), legacy: false, kick_speed: 1.0, ..Kicker::default() };
    let mut scene = Scene::court("kicker, a hole").with("kicker", part);
    for k in 0..7 {
        let time = 1.25 * f64::from(k);
        scene = scene.ball(time, rolling(DVec2::new(0.001 * f64::from(k), 0.35), DVec2::Y * 0.1));
        scene = scene.deed(time + 0.8, "kicker", Deed::Kick(1.2, 0.9, 0.5));
    }
    scene.wants("kicker", "hit", 7).wants("kicker", "ejected", 7)
}

fn trigger() -> Scene {
    let round = TriggerArea::Round { centre: DVec2::new(0.02, 0.5), radius: 0.03 };
    let odd = [[-0.05, 0.62], [0.06, 0.6], [0.03, 0.65], [0.05, 0.7], [-0.04, 0.68]].map(DVec2::from).to_vec();
    Scene::court("trigger")
        .with("button", Trigger { area: round, ..Trigger::default() })
        .with("area", Trigger { area: TriggerArea::Outline(odd), ..Trigger::default() })
        .served(0.9, &row(-0.02, 0.8, 0.007, 10), [0.0, -1.05])
        .wants("button", "hit", 10)
        .wants("button", "unhit", 10)
        .wants("area", "hit", 10)
}

fn standing_target() -> Scene {
    let target = |x: f64, kind: TargetKind| Target {
        kind,
        position: DVec3::new(x, 0.3, 0.0),
        heading: 0.1,
        ..Target::default()
    };
    let mut scene = Scene::court("target, standing")
        .with("round", target(-0.15, TargetKind::Round))
        .with("slim", target(0.0, TargetKind::Slim))
        .with("square", target(0.15, TargetKind::FatSquare));
    for k in 0..9 {
        let x = -0.15 + 0.15 * f64::from(k % 3) + 0.001 * f64::from(k);
        scene = scene.ball(1.0 * f64::from(k), rolling(DVec2::new(x, 0.7), DVec2::new(0.0, -1.4)));
    }
    scene.wants("round", "hit", 3).wants("slim", "hit", 3).wants("square", "hit", 3)
}

fn drop_target() -> Scene {
    let target = |x: f64, kind: TargetKind| Target {
        kind,
        position: DVec3::new(x, 0.3, 0.0),
        heading: -0.1,
        ..Target::default()
    };
    let mut scene = Scene::court("target, dropping")
        .with("simple", target(-0.15, TargetKind::DropSimple))
        .with("flat", target(0.0, TargetKind::DropFlat))
        .with("beveled", Target { starts_down: true, ..target(0.15, TargetKind::DropBeveled) });
    for (k, name) in
        ["simple", "flat", "beveled", "simple", "flat", "beveled", "simple", "flat"].into_iter().enumerate()
    {
        let x = -0.15 + 0.15 * (k % 3) as f64 + 0.001 * k as f64;
        let time = 1.2 * k as f64;
        scene = scene.deed((time - 0.4).max(0.0), name, Deed::Drop(false));
        scene = scene.ball(time, rolling(DVec2::new(x, 0.7), DVec2::new(0.0, -1.4)));
    }
    scene
        .wants("simple", "dropped", 2)
        .wants("flat", "dropped", 2)
        .wants("beveled", "hit", 2)
        .wants("beveled", "raised", 1)
}

/// A block one of whose edges is a slingshot.
fn slingshot() -> Scene {
    let mut outline = points(&[[-0.12, 0.5], [0.1, 0.56], [-0.12, 0.62]]);
    outline[0].slingshot = true;
    let part = Wall { outline, tells: true, slingshot_force: 2.0, ..Wall::default() };
    Scene::court("wall, a slingshot").with("wall", part).served(1.2, &row(-0.08, 0.4, 0.02, 7), [0.0, 0.1]).wants(
        "wall",
        "slingshot",
        7,
    )
}

/// A block with an arc, a lid on which a ball comes down, and a fence.
fn round_wall() -> Scene {
    let mut outline = points(&[[-0.15, 0.5], [-0.05, 0.5], [-0.05, 0.6], [-0.15, 0.6]]);
    outline[0].bulge = 0.9;
    let lively = Material::pinball(0.7, 0.0, 0.1, 0.0).unwrap();
    let part = Wall { outline, tells: true, top: 0.03, material: lively.clone(), ..Wall::default() };
    let outline = points(&[[0.1, 0.45], [0.2, 0.57]]);
    let fence = Wall { outline, tells: true, material: lively, ..Wall::default() };
    let mut scene = Scene::court("wall of any outline").with("wall", part).with("fence", fence);
    for k in 0..6 {
        let (time, off) = (1.5 * f64::from(k), 0.007 * f64::from(k));
        scene = scene.ball(time, rolling(DVec2::new(-0.165 + off, 0.3), DVec2::new(0.0, 0.1)));
        scene = scene.ball(time, rolling(DVec2::new(0.12 + off, 0.3), DVec2::new(0.0, 0.1)));
        let mut falling = ball_at(DVec2::new(-0.12 + off, 0.55));
        falling.position.z = 0.1;
        scene = scene.ball(time + 0.9, falling.with_velocity(DVec3::new(0.1, 0.2, 0.0)));
    }
    scene.wants("wall", "hit", 5).wants("fence", "hit", 6)
}

/// A ring of rubber.
fn rubber() -> Scene {
    let mut outline = points(&[[-0.03, 0.5], [0.0, 0.47], [0.03, 0.5], [0.0, 0.53]]);
    for point in &mut outline {
        point.smooth = true;
    }
    let part = Rubber { outline, tells: true, ..Rubber::default() };
    Scene::court("rubber")
        .with("rubber", part)
        .served(1.2, &row(-0.038, 0.35, 0.012, 7), [0.0, 0.2])
        .wants("rubber", "hit", 7)
}

fn climb(name: &'static str, kind: RampKind) -> Scene {
    let points = [[0.0, 0.6], [0.0, 0.1]].map(|[x, y]| RampPoint::new(x, y, 0.0)).to_vec();
    let material = Material::pinball(0.5, 0.0, 0.1, 0.0).unwrap();
    let part = Ramp {
        points,
        kind,
        bottom: 0.0,
        top: 0.08,
        width_bottom: 0.08,
        width_top: 0.06,
        wire_distance: 0.05,
        tells: true,
        threshold: 0.01,
        material,
        ..Ramp::default()
    };
    let mut scene = Scene::court(name).with("ramp", part);
    for k in 0..5 {
        let (time, off) = (2.1 * f64::from(k), 0.002 * f64::from(k));
        let speed = -1.3 - 0.05 * f64::from(k);
        scene = scene.ball(time, rolling(DVec2::new(off - 0.006, 0.75), DVec2::new(0.06, speed)));
    }
    scene.wants("ramp", "hit", 5)
}

/// Balls climb a ramp between its walls, and come down it again.
fn ramp() -> Scene {
    climb("ramp", RampKind::Flat)
}

fn wire_ramp() -> Scene {
    climb("ramp of wires", RampKind::TwoWire)
}

/// A steep pyramid, a corner towards the balls, and a slab over which they roll.
fn mesh() -> Scene {
    let corners = [
        [0.0, 0.45, 0.0],
        [0.06, 0.52, 0.0],
        [0.0, 0.6, 0.0],
        [-0.06, 0.52, 0.0],
        [0.0, 0.52, 0.2],
        [-0.25, 0.75, 0.0],
        [0.25, 0.75, 0.0],
        [0.25, 1.05, 0.04],
        [-0.25, 1.05, 0.04],
    ];
    let triangles = vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [5, 6, 7], [5, 7, 8]];
    let part = Mesh {
        points: corners.map(DVec3::from).to_vec(),
        triangles,
        scale: DVec3::ONE,
        tells: true,
        threshold: 0.01,
        material: Material::pinball(0.6, 0.5, 0.1, 0.0).unwrap(),
        ..Mesh::default()
    };
    let starts = [-0.05, -0.04, -0.03, -0.02, 0.02, 0.03, 0.045].map(|x| [x, 0.3]);
    Scene::court("mesh").with("mesh", part).served(1.3, &starts, [0.0, 0.3]).wants("mesh", "hit", 7)
}

/// A magnet bends the ways of balls, and lets them go.
fn magnet() -> Scene {
    let part = Magnet { centre: DVec2::new(0.0, 0.5), ..Magnet::default() };
    let mut scene = Scene::court("magnet").with("magnet", part).served(1.2, &row(-0.03, 0.3, 0.01, 7), [0.0, 0.3]);
    for k in 0..8 {
        let time = 1.2 * f64::from(k);
        scene = scene.deed(time, "magnet", Deed::Coil(true)).deed(time + 0.6, "magnet", Deed::Coil(false));
    }
    scene.wants("drain", "drained", 6)
}

fn grabbing_magnet() -> Scene {
    let part = Magnet { centre: DVec2::new(0.0, 0.5), grab_radius: 0.015, ..Magnet::default() };
    let mut scene =
        Scene::court("magnet that holds").with("magnet", part).served(1.3, &row(-0.012, 0.35, 0.004, 7), [0.0, 0.2]);
    for k in 0..8 {
        let time = 1.3 * f64::from(k);
        scene = scene.deed(time, "magnet", Deed::Coil(true)).deed(time + 1.0, "magnet", Deed::Coil(false));
    }
    scene.wants("drain", "drained", 6)
}

fn turntable() -> Scene {
    let part = Turntable { centre: DVec2::new(0.0, 0.5), drive: 60.0, ..Turntable::default() };
    Scene::court("turntable")
        .with("turntable", part)
        .deed(0.0, "turntable", Deed::Coil(true))
        .deed(5.0, "turntable", Deed::Coil(false))
        .deed(7.0, "turntable", Deed::Coil(true))
        .served(1.1, &row(-0.06, 0.3, 0.02, 8), [0.0, 0.2])
        .wants("drain", "drained", 6)
}

/// A trough that takes balls in the middle of the table and throws them up again.
fn trough() -> Scene {
    let drain = TriggerArea::Round { centre: DVec2::new(0.0, 0.6), radius: 0.04 };
    let exit = DVec3::new(-0.15, 0.5, PINBALL_RADIUS);
    let part = Trough { drain, exit, kick_angle: 0.6, kick_speed: 0.9, balls: 2, capacity: 4 };
    let mut scene = Scene::court("trough").with("trough", part);
    for k in 0..9 {
        scene = scene.deed(0.3 + 1.05 * f64::from(k), "trough", Deed::Coil(true));
        scene = scene
            .ball(1.05 * f64::from(k), rolling(DVec2::new(0.005 * f64::from(k) - 0.02, 0.4), DVec2::new(0.0, 0.1)));
    }
    scene.wants("trough", "drained", 9).wants("trough", "ejected", 9)
}
