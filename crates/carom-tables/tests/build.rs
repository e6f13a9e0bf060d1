//! Tables become the machines that are meant.

use carom::pinball::part::Part;
use carom_tables::{PHYSICS, Table, parse_inputs};

const HEAD: &str = "carom = 1\nphysics = \"2026.1\"\n";

fn load(rest: &str) -> (Table, carom::pinball::Machine) {
    Table::load(&format!("{HEAD}{rest}")).unwrap_or_else(|faults| panic!("{faults}"))
}

fn message(rest: &str) -> String {
    let faults = Table::parse(&format!("{HEAD}{rest}")).unwrap_err();
    faults.list().iter().map(|f| format!("{} | {}", f.message, f.help)).collect::<Vec<_>>().join("\n")
}

fn bumper_at(machine: &carom::pinball::Machine, name: &str) -> (f64, f64, f64, f64) {
    match machine.data(machine.part(name).unwrap()).unwrap() {
        Part::Bumper(bumper) => (bumper.centre.x, bumper.centre.y, bumper.low, bumper.radius),
        other => panic!("{other:?}"),
    }
}

/// The same bumper in every unit.
#[test]
fn units_are_what_they_say() {
    let mut all = Vec::new();
    for (unit, x, y, r) in [
        ("mm", 254.0, 508.0, 25.4),
        ("m", 0.254, 0.508, 0.0254),
        ("in", 10.0, 20.0, 1.0),
        ("vp", 470.588_235_3, 941.176_470_6, 47.058_823_53),
    ] {
        let (_, machine) =
            load(&format!("units = \"{unit}\"\n[[bumper]]\nname = \"b\"\nat = [{x}, {y}]\nradius = {r}\n"));
        all.push(bumper_at(&machine, "b"));
    }
    for (x, y, low, r) in all {
        assert!(
            (x - 0.254).abs() < 1e-9 && (y - 0.508).abs() < 1e-9 && (r - 0.0254).abs() < 1e-9 && low == 0.0,
            "{x} {y} {r}"
        );
    }
}

#[test]
fn parts_stand_on_walls_and_ramps() {
    let (_, machine) = load(
        "units = \"mm\"
[[wall]]
outline = [[0, 0], [100, 0], [100, 100], [0, 100]]
top = 40
[[ramp]]
name = \"ramp\"
path = [[300, 900], [300, 500]]
top = 80
[[bumper]]
name = \"on the wall\"
at = [50, 50]
on = \"wall 1\"
[[bumper]]
name = \"half way up\"
at = [305, 700]
on = \"ramp\"
low = 5
",
    );
    assert!((bumper_at(&machine, "on the wall").2 - 0.04).abs() < 1e-12);
    assert!((bumper_at(&machine, "half way up").2 - 0.045).abs() < 1e-12, "half of 80 mm, and 5 more");
}

#[test]
fn a_right_flipper_is_a_left_one_mirrored() {
    let (_, machine) =
        load("units = \"mm\"\n[[flipper]]\nat = [160, 930]\n[[flipper]]\nside = \"right\"\nat = [355, 930]\n");
    let angles: Vec<(f64, f64)> = machine
        .parts()
        .map(|(_, _, part)| match part {
            Part::Flipper(flipper) => (flipper.start_angle, flipper.end_angle),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(angles[0], (-angles[1].0, -angles[1].1));
    assert!(angles[0].0 > angles[0].1, "a left one turns up by turning back");
}

#[test]
fn parts_can_be_away_when_the_game_begins() {
    let ball = "[[ball]]\nat = [200, 300]\n";
    let floor_hit = |enabled: &str| {
        let (_, mut machine) =
            load(&format!("units = \"mm\"\n{ball}[[post]]\nname = \"p\"\nat = [200, 400]\nradius = 20\n{enabled}"));
        machine.advance(1.0).unwrap();
        let ball = machine.balls().next().unwrap();
        machine.position(ball).y
    };
    assert!(floor_hit("") < 0.39, "a post stops it");
    assert!(floor_hit("enabled = false\n") > 0.6, "it rolls through where the post is not");
}

#[test]
fn inputs_of_a_file_of_their_own_are_checked_against_the_table() {
    let (table, mut machine) = load("units = \"mm\"\n[[flipper]]\nname = \"left\"\nat = [160, 930]\n");
    let inputs = parse_inputs("[[input]]\ntime = 0.01\naction = \"on\"\npart = \"left\"\n", &table).unwrap();
    table.send(&inputs, &mut machine).unwrap();
    machine.advance(0.2).unwrap();
    assert!(machine.pose(machine.part("left").unwrap()).unwrap().active);
    let faults = parse_inputs("[[input]]\ntime = 0.01\naction = \"on\"\npart = \"lfet\"\n", &table).unwrap_err();
    assert_eq!(faults.list()[0].help, "did you mean \"left\"?");
    assert_eq!(faults.place(&faults.list()[0]), (4, 8));
    let faults = parse_inputs("[[bumper]]\nat = [1, 2]\n", &table).unwrap_err();
    assert_eq!(faults.list()[0].message, "a file of inputs has no field `bumper`");
}

#[test]
fn faults_of_meaning_are_named() {
    let two = "units = \"mm\"\n[[post]]\nname = \"a\"\nat = [1, 2]\n[[bumper]]\nname = \"a\"\nat = [100, 200]\n";
    assert_eq!(message(two), "the name \"a\" is taken: post 1 has it | give each part a name of its own");
    assert_eq!(
        message("units = \"mm\"\n[[trigger]]\nradius = 5\n"),
        "this trigger has no `at` | say `at = [x, y]`, or an `outline`"
    );
    assert!(
        message("units = \"mm\"\n[[collider]]\nshape = \"wall\"\npoints = [[1, 2, 3]]\n")
            .starts_with("a wall has 2 points")
    );
    assert!(
        message("units = \"mm\"\n[[wall]]\noutline = [{ at = [0, 0], arc = 4 }, [10, 0], [5, 9]]\n")
            .starts_with("the arc from point 1 is too small: the next point is 10 away")
    );
    assert!(message("units = \"mm\"\n[[bumper]]\nat = [100, 200]\nradius = 0\n").contains("radius"));
    assert!(message("carom = 1\n").starts_with("`carom` is said twice here"));
    assert!(message("units = \"ell\"\n").contains("write one of \"mm\", \"m\", \"in\", \"vp\""));
    assert!(message("units = \"mm\"\n[bumper]\nat = [1, 2]\n").contains("[[bumper]]"));
    assert!(message("units = \"mm\"\n[[input]]\ntime = 1\naction = \"pull\"\n").starts_with("\"pull\" needs a part"));
    let wrong =
        "units = \"mm\"\n[[bumper]]\nname = \"b\"\nat = [1, 2]\n[[input]]\ntime = 1\naction = \"pull\"\npart = \"b\"\n";
    assert_eq!(message(wrong), "\"pull\" does nothing to a bumper | it is for a plunger");
}

#[test]
fn versions_are_asked_for() {
    let faults = Table::parse("units = \"mm\"\n").unwrap_err();
    assert_eq!(faults.list().len(), 2, "{faults}");
    let faults = Table::parse("carom = 3\nphysics = \"2031.4\"\nunits = \"mm\"\n").unwrap_err();
    assert_eq!(faults.list()[0].message, "this is format 3, but this Carom reads formats 1 to 2");
    assert_eq!(faults.list()[0].help, "a newer Carom may read it; else write `carom = 2`");
    assert_eq!(faults.list()[1].message, "this Carom has no physics \"2031.4\"");
    // Tables of every physics up to the present one are read; what only looks like one of them is not.
    for (physics, is_read) in
        [("2026.1", true), (PHYSICS, true), ("2026.01", false), ("2026", false), ("2025.9", false)]
    {
        let text = format!("carom = 1\nphysics = \"{physics}\"\nunits = \"mm\"\n");
        assert_eq!(Table::parse(&text).is_ok(), is_read, "{physics}");
    }
}

/// Arcs by their radius, the large one, and those of an SVG path are true arcs: a ball rolls round inside without losing
/// speed at corners that are not there.
#[test]
fn arcs_are_true() {
    // A bowl cut out of a block: up one side, round, and down the other.
    let outlines = [
        "[{ at = [100, 300], arc = 200 }, [500, 300], [500, 320], [510, 320], [510, 90], [90, 90], [90, 320], [100, 320]]",
        "\"M 100 300 A 200 200 0 0 1 500 300 V 320 H 510 V 90 H 90 V 320 H 100 Z\"",
    ];
    for outline in outlines {
        let file = format!(
            "units = \"mm\"\n[playfield]\nslope = 0\nwidth = 600\nfriction = 0\n[[wall]]\noutline = {outline}\nfriction = 0\n\
             [[ball]]\nat = [113.5, 340]\nvelocity = [0, -1, 0]\n"
        );
        let (_, mut machine) = load(&file);
        let ball = machine.balls().next().unwrap();
        let (mut slowest, mut top) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..700 {
            machine.tick();
            slowest = slowest.min(machine.ball(ball).unwrap().velocity.length());
            top = top.min(machine.position(ball).y);
        }
        let at = machine.position(ball);
        assert!((top - (0.1 + 0.0135)).abs() < 1e-3, "it went round the top: {top}");
        assert!(at.x > 0.48 && at.y > 0.3, "and came down on the other side: {at}");
        assert!(slowest > 0.999, "and lost nothing: {slowest}");
    }
}
