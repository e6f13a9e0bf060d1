//! Every kind of item, number by number.

mod support;

use carom::units::{VP_ACCELERATION, VP_LENGTH, VP_MASS, VP_SPEED, VP_TORQUE};
use carom_tables::parts::{RampKind, Side, TargetKind};
use carom_tables::{Outline, Unit};
use carom_vpx::{Import, Kind, Outcome, import_bytes};
use support::{Biff, SQUARE, file, game_data, one_of_each, vpx};

fn imported(items: &[Biff]) -> Import {
    let import = import_bytes(&vpx(items)).unwrap();
    import.table.machine().unwrap_or_else(|faults| panic!("{faults:?}"));
    import
}

fn outcome(import: &Import, name: &str) -> (Outcome, String) {
    let item = import.report.items.iter().find(|item| item.name == name).unwrap();
    (item.outcome, item.notes.join("; "))
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{a} is not {b}");
}

#[test]
fn every_kind_arrives_with_its_numbers() {
    let import = imported(&one_of_each());
    let table = &import.table;
    assert_eq!((table.units, table.name.as_deref()), (Unit::VisualPinball, Some("Built in code")));
    assert_eq!(import.report.version, Some(1080));

    let playfield = &table.playfield;
    close(playfield.width.unwrap().0, 952.0);
    close(playfield.length.unwrap().0, 2162.0);
    close(playfield.glass.unwrap().0, 300.0);
    close(playfield.slope.unwrap().0, 5.5);
    close(playfield.gravity.unwrap().0, 1.762985 * VP_ACCELERATION);
    close(playfield.difficulty.unwrap().0, 0.25);
    assert_eq!(playfield.elasticity.unwrap().0, 0.2, "seven digits in the file are seven digits here");
    close(playfield.falloff.unwrap().0, 0.1);
    close(playfield.friction.unwrap().0, 0.08);
    close(playfield.scatter.unwrap().0, 0.5);

    let sling = &table.walls[0];
    let Outline::Corners(corners) = &sling.outline else { panic!("an outline of points") };
    let marks: Vec<_> = corners.iter().map(|c| (c.at[0].0, c.at[1].0, c.smooth, c.slingshot)).collect();
    assert_eq!(
        marks,
        [(300.0, 1000.0, None, Some(true)), (700.0, 1000.0, None, None), (500.0, 900.0, Some(true), None)]
    );
    assert_eq!((sling.top.unwrap().0, sling.elasticity.unwrap().0, sling.tells), (40.0, 0.4, Some(true)));
    close(sling.slingshot_force.unwrap().0, 60.0 * VP_SPEED);
    close(sling.slingshot_threshold.unwrap().0, VP_SPEED);
    close(sling.threshold.unwrap().0, 3.0 * VP_SPEED);
    assert_eq!((table.walls[1].slingshot_force, table.walls[1].friction.unwrap().0), (None, 0.3));

    let [left, right] = table.flippers.as_slice() else { panic!("two flippers") };
    assert_eq!((left.side, right.side), (Some(Side::Left), Some(Side::Right)));
    assert_eq!((left.enabled, right.enabled), (None, Some(false)));
    assert_eq!((left.length.unwrap().0, left.least_length.unwrap().0, right.least_length), (120.0, 100.0, None));
    assert_eq!(left.low.unwrap().0, 80.0, "on top of the shelf, whose name it spells in small letters");
    close(left.strength.unwrap().0, 2000.0 * VP_TORQUE);
    close(left.mass.unwrap().0, 0.5 * VP_MASS);
    close(left.ramp_up.unwrap().0, 0.02);
    assert_eq!((left.eos_torque.unwrap().0, left.eos_angle.unwrap().0), (0.75, 6.0), "not in the file: defaults");

    let plunger = &table.plungers[0];
    close(plunger.pull_speed.unwrap().0, 2.0 * VP_SPEED);
    assert_eq!((plunger.release_speed.unwrap().0, plunger.auto), (100.0, Some(true)));
    assert_eq!(plunger.park.unwrap().0, 1.0 / 6.0);

    let bumper = &table.bumpers[0];
    close(bumper.force.unwrap().0, 10.0 * VP_SPEED);
    assert_eq!((bumper.radius.unwrap().0, bumper.height.unwrap().0), (50.0, 90.0));

    assert!(matches!(&table.triggers[0].outline, Some(Outline::Corners(c)) if c.len() == 4));
    assert_eq!((table.triggers[1].radius.unwrap().0, table.triggers[1].enabled), (20.0, Some(false)));
    let kicker = &table.kickers[0];
    assert_eq!((kicker.hit_height.unwrap().0, kicker.hit_accuracy.unwrap().0, kicker.legacy), (40.0, 0.5, Some(false)));
    let gate = &table.gates[0];
    assert_eq!((gate.two_way, gate.angle_max.unwrap().0), (Some(false), 90.0));
    let spinner = &table.spinners[0];
    assert_eq!((spinner.angle_min.unwrap().0, spinner.angle_max.unwrap().0), (-30.0, 40.0), "put in order");
    let ramp = &table.ramps[0];
    assert_eq!((ramp.kind, ramp.path.0.len(), ramp.wire_distance.unwrap().0), (Some(RampKind::FourWire), 3, 40.0));
    let cube = &table.meshes[0];
    assert_eq!((cube.points.len(), cube.triangles.len()), (8, 12));
    assert_eq!(cube.turn.unwrap().map(|angle| angle.0), [0.0, 0.0, 45.0]);
    assert_eq!(cube.scale.unwrap().map(|length| length.0), [30.0, 40.0, 50.0]);
    let band = &table.rubbers[0];
    assert_eq!((band.thickness.unwrap().0, band.height.unwrap().0), (10.0, 30.0));
    let material = [band.elasticity.unwrap(), band.falloff.unwrap(), band.friction.unwrap()].map(|number| number.0);
    assert_eq!((material, band.scatter.unwrap().0), ([0.6, 0.2, 0.9], 3.0), "those of its physics material");
    let target = &table.targets[0];
    assert_eq!(
        (target.kind, target.low.unwrap().0, target.starts_down),
        (Some(TargetKind::DropBeveled), 5.0, Some(true))
    );
    close(target.drop_speed.unwrap().0, 0.4 * VP_LENGTH * 1e3);
    close(target.raise_delay.unwrap().0, 0.2);
    let ball = &table.balls[0];
    assert_eq!((ball.low.unwrap().0, ball.radius.unwrap().0), (0.0, 25.0));
    close(ball.mass.unwrap().0, 1.5 * VP_MASS);

    assert_eq!(outcome(&import, "Light").0, Outcome::NotPhysical);
    let lamp = &table.lamps[0];
    assert_eq!(
        (lamp.name.as_deref(), lamp.at.map(|length| length.0)),
        (Some("Light"), [1.0, 2.0]),
        "it belongs to the picture"
    );
    assert_eq!(outcome(&import, "Layer").0, Outcome::NotPhysical);
    assert_eq!(outcome(&import, "Sling").0, Outcome::Taken);
    assert_eq!(outcome(&import, "Drain").0, Outcome::Approximated, "what it does is in the script");
    let total = import.report.total();
    assert_eq!((total.found, total.left_out, total.not_physical), (18, 0, 2));
    assert_eq!(import.report.json()["counts"]["Wall"]["taken"], 2);
    assert!(import.report.text().contains("Flipper"), "{}", import.report.text());
}

#[test]
fn what_no_ball_can_feel_is_left_out_with_a_reason() {
    let wall = || Biff::item(0, "Ghost").points(&SQUARE);
    let import = imported(&[
        wall().whole(b"CLDW", 0).end(),
        Biff::item(19, "Toy").floats(b"VPOS", &[0.0; 4]).whole(b"ISTO", 1).end(),
        Biff::item(19, "Air").floats(b"VPOS", &[0.0; 4]).whole(b"CLDR", 0).end(),
        Biff::item(0, "Line").points(&SQUARE[..2]).end(),
        Biff::item(12, "Dot").points(&SQUARE[..1]).end(),
        Biff::item(21, "Nothing").end(),
        Biff::item(5, "Nowhere").end(),
        Biff::item(5, "Far").floats(b"VCEN", &[1e30, 0.0]).end(),
        Biff::item(1, "Disc").floats(b"VCEN", &[1.0, 1.0]).float(b"BASR", 200.0).end(),
        Biff::item(99, "Future").end(),
    ]);
    for (name, reason) in [("Ghost", "not collidable"), ("Toy", "a toy"), ("Air", "not collidable")] {
        let (outcome, notes) = outcome(&import, name);
        assert!(outcome == Outcome::NotPhysical && notes.contains(reason), "{name}: {outcome}, {notes}");
    }
    let reasons = [
        ("Line", "2 points"),
        ("Dot", "1 points"),
        ("Nothing", "0 points"),
        ("Nowhere", "no place"),
        ("Far", "absurdly far"),
        ("Disc", "one end within the other"),
    ];
    for (name, reason) in reasons {
        let (outcome, notes) = outcome(&import, name);
        assert!(outcome == Outcome::LeftOut && notes.contains(reason), "{name}: {outcome}, {notes}");
    }
    assert_eq!(outcome(&import, "Future").0, Outcome::NotPhysical);
    assert_eq!(import.report.counts()[&Kind::Unknown(99)].found, 1);
    assert_eq!(import.table.part_count(), 0);
}

#[test]
fn only_groups_on_the_playfield_hold_parts() {
    let bumper =
        |name: &str, group: &str| Biff::item(5, name).floats(b"VCEN", &[300.0, 300.0]).text(b"GRUP", group).end();
    let group =
        |name: &str, space: u32, outer: &str| Biff::item(24, name).whole(b"SPRF", space).text(b"GRUP", outer).end();
    let import = imported(&[
        group("Cabinet", 1, ""),
        group("Inner", 4, "Cabinet"),
        group("Field", 0, "Cabinet"),
        group("Round", 4, "Trip"),
        group("Trip", 4, "Round"),
        bumper("On the wall", "Cabinet"),
        bumper("Within", "inner"),
        bumper("On the field", "Field"),
        bumper("Going round", "Round"),
        bumper("Alone", "No such group"),
    ]);
    for name in ["On the wall", "Within"] {
        let (outcome, notes) = outcome(&import, name);
        assert!(outcome == Outcome::NotPhysical && notes.contains("cabinet"), "{name}: {notes}");
    }
    let names: Vec<_> = import.table.bumpers.iter().filter_map(|bumper| bumper.name.as_deref()).collect();
    assert_eq!(names, ["On the field", "Going round", "Alone"]);
}

#[test]
fn names_are_made_different_and_that_is_told() {
    let bumper = |name: &str| Biff::item(5, name).floats(b"VCEN", &[300.0, 300.0]).end();
    let import = imported(&[bumper("B"), bumper("B"), bumper(""), bumper("B_2"), bumper("B"), bumper("  ")]);
    let names: Vec<_> = import.table.bumpers.iter().filter_map(|bumper| bumper.name.as_deref()).collect();
    assert_eq!(names, ["B", "B_2", "Bumper", "B_2_2", "B_3", "Bumper_2"]);
    assert!(import.report.items[1].notes[0].contains("B_2"), "{:?}", import.report.items[1]);
    assert_eq!(import.report.items[1].outcome, Outcome::Taken);
}

/// A table asks for numbers that the engine refuses; they are brought into range, and the report says so.
#[test]
fn numbers_out_of_range_are_changed_as_little_as_possible() {
    let import = imported(&[
        Biff::item(0, "Lively").float(b"ELAS", 1.5).float(b"WFCT", -1.0).float(b"WSCT", -1.0).points(&SQUARE).end(),
        Biff::item(0, "Sheet").float(b"HTBT", 50.0).float(b"HTTP", 50.0).points(&SQUARE).end(),
        Biff::item(8, "Hole").floats(b"VCEN", &[1.0, 1.0]).float(b"KHAC", 7.0).end(),
        Biff::item(12, "Odd").whole(b"TYPE", 77).float(b"ELAS", f32::NAN).points(&SQUARE).end(),
    ]);
    let wall = &import.table.walls[0];
    let numbers = (wall.elasticity.unwrap().0, wall.friction.unwrap().0, wall.scatter.unwrap().0);
    assert_eq!(numbers, (1.0, 0.0, 2.0), "a negative scatter is the table's own");
    assert_eq!(
        outcome(&import, "Lively"),
        (Outcome::Approximated, "its elasticity of 1.5 becomes 1; its friction of -1 becomes 0".into())
    );
    assert_eq!((import.table.walls[1].bottom.unwrap().0, import.table.walls[1].top.unwrap().0), (49.9, 50.0));
    assert_eq!(import.table.kickers[0].hit_accuracy.unwrap().0, 1.0);
    let (odd, notes) = outcome(&import, "Odd");
    assert!(odd == Outcome::Approximated && notes.contains("TYPE") && notes.contains("ELAS"), "{notes}");
    assert_eq!(import.table.ramps[0].elasticity.unwrap().0, 0.3);
}

/// The sides of a trigger with an outline end 8 units below its hit height in Visual Pinball, those of a round one do not
/// (guide 7.6). Imported outlines noticed balls that fly over them there.
#[test]
fn a_trigger_with_an_outline_ends_lower_than_a_round_one() {
    let trigger = |name: &str, shape: u32, height: f32| {
        let item = Biff::item(6, name).floats(b"VCEN", &[500.0, 500.0]).float(b"RADI", 25.0).float(b"THOT", height);
        item.whole(b"SHAP", shape).points(&SQUARE).end()
    };
    let import = imported(&[trigger("Wire", 1, 50.0), trigger("Star", 2, 50.0), trigger("Flat", 0, 5.0)]);
    let heights: Vec<f64> = import.table.triggers.iter().map(|trigger| trigger.hit_height.unwrap().0).collect();
    assert_eq!(heights, [42.0, 50.0, 0.0]);
    assert_eq!(outcome(&import, "Wire").0, Outcome::Taken, "it is as Visual Pinball has it");
}

/// What has no breadth is a pin or a blade to Visual Pinball's balls, and a drop target that does not move stands for ever;
/// a threshold beyond any speed means never. All were left out, and balls went through where they should bounce.
#[test]
fn parts_without_breadth_or_speed_stay_in_the_table() {
    let at = |number: u32, name: &str, x: f32| Biff::item(number, name).floats(b"VCEN", &[x, 500.0]);
    let target = Biff::item(22, "Stuck").floats(b"VPOS", &[700.0, 500.0, 0.0, 0.0]).whole(b"TRTY", 2);
    let import = imported(&[
        at(5, "Pin", 100.0).float(b"RADI", 0.0).float(b"THRS", 1e9).end(),
        at(10, "Gate", 200.0).float(b"LGTH", 0.0).float(b"HGTH", 0.0).end(),
        at(8, "Maker", 400.0).float(b"RADI", 0.0).float(b"KHHI", 0.0).end(),
        at(1, "Pointed", 600.0).float(b"ENDR", 0.0).float(b"FRTN", 720.0).end(),
        target.float(b"DRSP", 0.0).end(),
    ]);
    for name in ["Pin", "Gate", "Maker", "Pointed", "Stuck"] {
        assert_eq!(outcome(&import, name).0, Outcome::Approximated, "{name}: {}", outcome(&import, name).1);
    }
    assert_eq!(outcome(&import, "Stuck").1, "its drop speed of 0 becomes 0.00001");
    // Struck hard, the target stands a second later.
    let mut machine = import.table.machine().unwrap();
    let ball = |y: f64, speed: f64| {
        let at = carom::DVec3::new(700.0, y, 25.0) * VP_LENGTH;
        let ball = carom::Ball::new(at, 25.0 * VP_LENGTH, 0.08).unwrap();
        ball.with_velocity(carom::DVec3::new(0.0, speed, 0.0))
    };
    machine.add_ball(ball(600.0, -1.0)).unwrap();
    machine.advance(1.0).unwrap();
    let id = machine.add_ball(ball(440.0, 1.0)).unwrap();
    machine.advance(0.2).unwrap();
    assert!(machine.position(id).y < 500.0 * VP_LENGTH, "it went through at {}", machine.position(id));
}

/// Authors draw slingshots without any height, which work since Visual Pinball's walls reach half a ball's radius beyond
/// their ends. As sheets they did nothing here.
#[test]
fn a_slingshot_without_height_throws_balls() {
    let sling = |name: &str, bottom: f32, top: f32| {
        Biff::item(0, name)
            .float(b"HTBT", bottom)
            .float(b"HTTP", top)
            .float(b"SLGF", 80.0)
            .point(300.0, 1000.0, false, true)
            .point(700.0, 1000.0, false, false)
            .point(500.0, 900.0, false, false)
            .end()
    };
    let import = imported(&[sling("Flat", 29.5, 29.5)]);
    let wall = &import.table.walls[0];
    assert_eq!((wall.bottom.unwrap().0, wall.top.unwrap().0), (17.0, 42.0));
    assert_eq!(outcome(&import, "Flat").0, Outcome::Approximated);
    let mut machine = import.table.machine().unwrap();
    let at = carom::DVec3::new(500.0, 1030.0, 25.0) * VP_LENGTH;
    let ball = carom::Ball::new(at, 25.0 * VP_LENGTH, 0.08).unwrap().with_velocity(carom::DVec3::new(0.0, -0.5, 0.0));
    let id = machine.add_ball(ball).unwrap();
    machine.advance(0.05).unwrap();
    let speed = machine.ball(id).unwrap().velocity.y;
    assert!(speed > 0.8, "{speed} m/s: thrown back faster than it came");
    // Others keep their heights, or become what a ball feels of them.
    let reach = |bottom, top| {
        let import = imported(&[Biff::item(0, "W").float(b"HTBT", bottom).float(b"HTTP", top).points(&SQUARE).end()]);
        (import.table.walls[0].bottom.unwrap().0, import.table.walls[0].top.unwrap().0)
    };
    assert_eq!(reach(0.0, 50.0), (0.0, 50.0));
    assert_eq!(reach(30.0, 31.0), (30.0, 31.0));
    assert_eq!(reach(50.0, 50.0), (49.9, 50.0));
    assert_eq!(reach(30.0, 30.0), (17.5, 30.0));
    assert_eq!(reach(20.0, 20.0), (20.0, 32.5));
}

/// Bytes packed as Visual Pinball packs its meshes.
fn packed(bytes: &[u8]) -> Vec<u8> {
    use flate2::{Compression, write::ZlibEncoder};
    use std::io::Write;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn mesh(name: &str, points: &[[f32; 3]], indices: &[u16]) -> Biff {
    let vertices: Vec<u8> =
        points.iter().flat_map(|&[x, y, z]| [x, y, z, 0.0, 0.0, 1.0, 0.0, 0.0]).flat_map(f32::to_le_bytes).collect();
    let corners: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
    Biff::item(19, name)
        .floats(b"VPOS", &[0.0; 4])
        .floats(b"VSIZ", &[1.0, 1.0, 1.0, 0.0])
        .whole(b"U3DM", 1)
        .float(b"ELAS", 0.9)
        .whole(b"M3VN", points.len() as u32)
        .whole(b"M3FN", indices.len() as u32)
        .raw(b"M3CX", &packed(&vertices))
        .raw(b"M3CI", &packed(&corners))
        .end()
}

/// A square of two triangles, and a third without an area.
fn playfield_mesh(name: &str) -> Biff {
    let corners = [[0.0, 0.0, -3.0], [952.0, 0.0, -3.0], [952.0, 2162.0, -3.0], [0.0, 2162.0, -3.0]];
    mesh(name, &corners, &[0, 1, 2, 0, 2, 3, 1, 1, 2])
}

/// As large as tables get: 3,000 items, and a mesh of 25,000 triangles.
#[test]
fn a_large_table_is_imported_in_time() {
    let mut items = Vec::new();
    for k in 0..2999u16 {
        let (x, y) = (f32::from(k % 50) * 19.0, f32::from(k / 50) * 36.0);
        let around = [[x, y], [x + 15.0, y], [x + 15.0, y + 30.0], [x, y + 30.0]];
        items.push(match k % 3 {
            0 => around.iter().fold(Biff::item(0, "Wall"), |wall, &[x, y]| wall.point(x, y, true, false)).end(),
            1 => Biff::item(21, "Rubber").points(&around).end(),
            _ => Biff::item(7, "Light").floats(b"VCEN", &[x, y]).end(),
        });
    }
    // A wavy ground of 112 by 112 squares.
    let n = 113u16;
    let height = |x: u16, y: u16| f32::from(x * 7 % 5 + y * 3 % 4) - 200.0;
    let points: Vec<[f32; 3]> = (0..n * n)
        .map(|k| (k % n, k / n))
        .map(|(x, y)| [f32::from(x) * 8.0, f32::from(y) * 18.0, height(x, y)])
        .collect();
    let square = |k: u16| [k, k + 1, k + n, k + 1, k + n + 1, k + n];
    let indices: Vec<u16> = (0..n * (n - 1)).filter(|k| k % n != n - 1).flat_map(square).collect();
    items.push(mesh("Ground", &points, &indices));
    let bytes = vpx(&items);
    let start = std::time::Instant::now();
    let import = import_bytes(&bytes).unwrap();
    let took = start.elapsed();
    println!("{} bytes in {took:?}", bytes.len());
    let total = import.report.total();
    assert_eq!((total.found, total.left_out, total.not_physical), (3000, 0, 999));
    assert_eq!(import.table.meshes[0].triangles.len(), 25_088);
    assert!(took.as_secs_f64() < 5.0, "{took:?}");
}

#[test]
fn a_mesh_can_be_the_playfield() {
    let import = imported(&[playfield_mesh("PlayField_Mesh")]);
    let (table, mesh) = (&import.table, &import.table.meshes[0]);
    assert_eq!(table.playfield.floor, Some(false));
    assert_eq!(mesh.elasticity.unwrap().0, 0.2, "the table's own");
    assert_eq!((mesh.triangles.len(), table.colliders.len()), (2, 1));
    assert_eq!(table.colliders[0].points[0][2].0, -63.0, "well below its lowest point");
    assert!(outcome(&import, "PlayField_Mesh").1.contains("1 of its triangles"));
    // A ball lies on it: its front is up.
    let mut machine = table.machine().unwrap();
    let at = carom::DVec3::new(476.0, 1000.0, 30.0) * VP_LENGTH;
    let ball = machine.add_ball(carom::Ball::new(at, 25.0 * VP_LENGTH, 0.08).unwrap()).unwrap();
    machine.advance(0.3).unwrap();
    let height = machine.position(ball).z / VP_LENGTH;
    assert!((height - 22.0).abs() < 0.5, "{height}");
}

/// The engine refuses a mesh with a point at 2,000 km. The plane had been taken away for it already, and balls fell.
#[test]
fn a_playfield_mesh_that_cannot_be_built_leaves_the_plane() {
    let corners = [[0.0, 0.0, 0.0], [952.0, 0.0, 0.0], [952.0, 2162.0, 0.0], [0.0, 2162.0, 4e6]];
    let import = imported(&[mesh("playfield_mesh", &corners, &[0, 1, 2, 0, 2, 3])]);
    assert_eq!(outcome(&import, "playfield_mesh").0, Outcome::LeftOut);
    assert_eq!((import.table.playfield.floor, import.table.colliders.len()), (None, 0));
    let mut machine = import.table.machine().unwrap();
    let at = carom::DVec3::new(476.0, 1000.0, 30.0) * VP_LENGTH;
    let ball = machine.add_ball(carom::Ball::new(at, 25.0 * VP_LENGTH, 0.08).unwrap()).unwrap();
    machine.advance(0.3).unwrap();
    assert!(machine.position(ball).z > 24.0 * VP_LENGTH, "{}", machine.position(ball));
}

#[test]
fn a_mesh_cannot_unpack_to_more_than_it_says() {
    let mesh = playfield_mesh("Cheat");
    let at = mesh.0.windows(4).position(|four| four == b"M3VN").unwrap() + 4;
    for (count, reason) in [(5u32, "should unpack"), (3, ""), (u32::MAX, "too large"), (50_000_000, "too large")] {
        let mut mesh = mesh.clone();
        mesh.0[at..at + 4].copy_from_slice(&count.to_le_bytes());
        let import = imported(&[mesh]);
        let (outcome, notes) = outcome(&import, "Cheat");
        // With three points one of the triangles is left, and the table says that others are not.
        assert_eq!(outcome == Outcome::LeftOut, !reason.is_empty(), "{count}: {notes}");
        assert!(notes.contains(reason), "{count}: {notes}");
    }
}

#[test]
fn an_override_set_takes_the_place_of_the_tables_numbers() {
    let mut table = game_data(2);
    table.0.truncate(table.0.len() - 8);
    let table = table.whole(b"ORRP", 3).whole(b"ORPF", 1).end();
    let flipper = Biff::item(1, "F").floats(b"VCEN", &[300.0, 300.0]).float(b"STRG", 9000.0).end();
    let bumper = Biff::item(5, "B").floats(b"VCEN", &[300.0, 600.0]).end();
    let import = import_bytes(&file(&table, &[flipper, bumper]).bytes).unwrap();
    close(import.table.flippers[0].strength.unwrap().0, 2200.0 * VP_TORQUE);
    close(import.table.playfield.slope.unwrap().0, 6.0);
    close(import.table.playfield.friction.unwrap().0, 0.075);
    assert!(import.report.notes.iter().any(|note| note.contains("physics set 3")));
}

/// Files before 10.8 keep the numbers of materials in one record, 48 bytes each.
#[test]
fn old_materials_are_known_too() {
    let mut name = [0u8; 32];
    name[..4].copy_from_slice(b"Hard");
    let numbers: Vec<u8> = [0.5f32, 0.1, 0.4, 7.0].iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut table = game_data(2);
    table.0.truncate(table.0.len() - 8);
    let table = table.raw(b"PHMA", &[&name, numbers.as_slice(), b"cut off"].concat()).end();
    let wall = |name: &str, material: &str| {
        Biff::item(0, name).whole(b"OVPH", 0).text(b"MAPH", material).points(&SQUARE).end()
    };
    let import = import_bytes(&file(&table, &[wall("A", "Hard"), wall("B", "Unknown")]).bytes).unwrap();
    let numbers = |wall: &carom_tables::parts::Wall| (wall.elasticity.unwrap().0, wall.scatter.unwrap().0);
    assert_eq!(numbers(&import.table.walls[0]), (0.5, 7.0));
    assert_eq!(numbers(&import.table.walls[1]), (0.0, 0.0), "an unknown material is all zeros");
    assert!(import.report.notes.iter().any(|note| note.contains("cut off")));
}
