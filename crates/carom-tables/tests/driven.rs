//! Groups that move: what a file says of them, what is wrong with it, and what balls feel of it.

use carom::pinball::{Happening, Machine};
use carom_tables::{Table, parse_inputs};

const HEAD: &str = "carom = 2\nphysics = \"2026.1\"\nunits = \"mm\"\n";

fn load(rest: &str) -> (Table, Machine) {
    Table::load(&format!("{HEAD}{rest}")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// All faults: line and column, message, help. Lines count from the one after the head.
fn faults(rest: &str) -> Vec<String> {
    let faults = Table::parse(&format!("{HEAD}{rest}")).expect_err("it has faults");
    let told = faults.list().iter().map(|fault| {
        let (line, column) = faults.place(fault);
        format!("{}:{column} {} | {}", line as i64 - 3, fault.message, fault.help)
    });
    told.collect()
}

/// A plate of 2 mm on a lift that goes up 60 mm in a second and a half, waits a second, and comes down.
const LIFT: &str = "
[playfield]
slope = 0
[[group]]
name = \"lift\"
shift = [100, 400, 0]
path = [
    { time = 0 },
    { time = 1.5, shift = [0, 0, 60] },
    { time = 2.5, shift = [0, 0, 60] },
    { time = 4 },
]
[[wall]]
name = \"plate\"
parent = \"lift\"
outline = [[-25, -25], [25, -25], [25, 25], [-25, 25]]
top = 2
[[ball]]
at = [100, 400]
low = 2
";

#[test]
fn a_lift_carries_a_ball_up_and_down() {
    let (_, mut machine) = load(&format!("{LIFT}[[input]]\ntime = 0.5\naction = \"run\"\ngroup = \"lift\"\n"));
    let ball = machine.balls().next().unwrap();
    let height = |machine: &Machine| machine.position(ball).z - 0.013_493_75;
    machine.advance(0.4).unwrap();
    assert!((height(&machine) - 0.002).abs() < 1e-4, "it waits: {}", height(&machine));
    machine.advance(2.0).unwrap();
    assert!((height(&machine) - 0.062).abs() < 1e-4, "it is up: {}", height(&machine));
    machine.advance(2.5).unwrap();
    assert!((height(&machine) - 0.002).abs() < 1e-4, "it is down again: {}", height(&machine));
}

#[test]
fn a_lift_that_runs_needs_no_input_and_tells_when_it_arrives() {
    let (_, mut machine) = load(&LIFT.replace("shift = [100, 400, 0]", "shift = [100, 400, 0]\nruns = true"));
    let group = machine.group("lift").unwrap();
    let mut arrived = None;
    while machine.time() < 5.0 {
        machine.tick();
        if machine.events().iter().any(|event| matches!(event.what, Happening::Arrived { group: g } if g == group)) {
            arrived = arrived.or(Some(machine.time()));
        }
    }
    assert!(arrived.is_some_and(|time| (time - 4.0).abs() < 0.01), "{arrived:?}");
}

#[test]
fn inputs_drive_groups() {
    let door = "[[group]]\nname = \"door\"\nshift = [200, 600, 0]\ndriven = true\n\
                [[wall]]\nparent = \"door\"\noutline = [[0, -3], [70, -3], [70, 3], [0, 3]]\n";
    let (table, machine) = load(door);
    let pose = |inputs: &str, time: f64| {
        let mut machine = machine.clone();
        let inputs = parse_inputs(inputs, &table).unwrap_or_else(|faults| panic!("{faults}"));
        table.send(&inputs, &mut machine).unwrap();
        machine.advance(time).unwrap();
        let lies = machine.moving(machine.group("door").unwrap()).unwrap().lies;
        let corner = carom::space::Transform::from(lies).place(carom::DVec3::X * 0.07);
        (lies.origin(), corner - lies.origin())
    };
    let go =
        "[[input]]\ntime = 0.1\naction = \"go\"\ngroup = \"door\"\nangle = 90\nshift = [0, 0, 10]\nseconds = 0.4\n";
    let (origin, leaf) = pose(go, 1.0);
    assert!((origin - carom::DVec3::new(0.2, 0.6, 0.01)).length() < 1e-9, "{origin}");
    assert!((leaf - carom::DVec3::Y * 0.07).length() < 1e-9, "turned from x towards y: {leaf}");
    let pose_at_once = go.replace("\"go\"", "\"pose\"").replace("seconds = 0.4\n", "");
    assert_eq!(pose(&pose_at_once, 0.2).0.z, 0.01);
    let on = "[[input]]\ntime = 0\naction = \"velocity\"\ngroup = \"door\"\nvelocity = [0.1, 0, 0]\nspin = 1\n";
    let stop = "[[input]]\ntime = 0.5\naction = \"stop\"\ngroup = \"door\"\n";
    let (origin, leaf) = pose(&format!("{on}{stop}"), 2.0);
    assert!((origin.x - 0.25).abs() < 1.1e-4, "half a second at 0.1 m/s: {origin}");
    assert!((libm::atan2(leaf.y, leaf.x) - 0.5).abs() < 1.1e-3, "and at 1 rad/s: {leaf}");
}

#[test]
fn what_moves_is_written_and_read_again_to_the_bit() {
    let text = LIFT.replace("{ time = 4 },", "{ time = 4, angle = 0.1, ease = \"steady\" },\n{ time = 4.1 },")
        + "[[group]]\nname = \"g\"\naxis = [0.1, 0.2, 0.30000000000000004]\nmatrix = [[0, -1.1, 0, 250], [1.1, 0, 0, 0.1], [0, 0, 1.1, 0]]\n\
           path = [{ time = 0.1 }, { time = 0.30000000000000004, angle = 1e-7 }]\nafter = \"back\"\nruns = true\n\
           [[post]]\nname = \"p\"\nparent = \"g\"\nat = [30, 5]\nscale = [1, 1, 3]\n\
           [[input]]\ntime = 1\naction = \"go\"\ngroup = \"lift\"\nshift = [0, 0.1, 0.2]\nseconds = 0.7\n";
    let (table, mut machine) = load(&text);
    let written = table.to_toml();
    let (again, mut other) = Table::load(&written).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(again, table);
    assert_eq!(again.to_toml(), written);
    machine.advance(3.0).unwrap();
    other.advance(3.0).unwrap();
    assert_eq!(machine.hash(), other.hash());
}

#[test]
fn every_fault_of_a_motion_is_told_at_once() {
    let told = faults(
        "[[group]]
name = \"a\"
path = [{ time = 0 }, { time = 2 }, { time = 1 }, { time = 1 }]
axis = [0, 0, 0]
[[group]]
name = \"b\"
parent = \"between\"
driven = true
[[group]]
name = \"between\"
parent = \"a\"
[[group]]
name = \"c\"
runs = true
after = \"again\"
axis = [0, 0, 1]
[[group]]
name = \"d\"
driven = false
path = [{ time = 0 }]
after = \"back\"
[[group]]
name = \"e\"
path = []
[[group]]
name = \"f\"
path = [{ shift = [0, 0, 5] }, 5]
loop = true
[[group]]
name = \"g\"
driven = true
scale = [1, 1, 2]
[[input]]
time = 1
action = \"run\"
group = \"b\"
",
    );
    let expected = [
        "3:37 this time is not after that of the place before | the times of a path rise from place to place",
        "3:51 this time is not after that of the place before | the times of a path rise from place to place",
        "4:8 this axis has no direction | write it like [0, 0, 1], which is upright",
        "7:10 it is driven, and lies in the group \"a\", which is driven, too | let only one of them be driven, or let it lie beside \
         the other",
        "14:8 it has no path along which it could run | add a line such as `path = [{ time = 0 }, { time = 1, shift = [0, 0, 50] }]`",
        "15:9 it has no path after whose end this could be | add a line such as `path = [{ time = 0 }, { time = 1, shift = [0, 0, \
         50] }]`",
        "16:8 it does not move, so it turns about no axis | add a line `driven = true`, or turn it with `turn`",
        "19:10 it has a path, so it is driven | take this line out, or the path",
        "20:8 a path that goes on has two places at least | write it like [{ time = 0 }, { time = 1, shift = [0, 0, 50] }]",
        "24:8 this path has no places | write it like [{ time = 0 }, { time = 1, shift = [0, 0, 50] }]",
        "27:9 this key has no `time` | add a line such as `time = 12.5`",
        "27:32 this is the number 5, but a place on a path has fields | write it like { time = 1, shift = [0, 0, 50] }",
        "28:1 \"group\" has no field `loop` | write `after = \"again\"` or `after = \"back\"`",
        "32:9 it is driven, so it cannot be stretched or mirrored: no ball would be round in it | scale it evenly, and stretch what \
         lies in it instead",
        "36:9 the group \"b\" has no path along which it could run | give it a `path`, or drive it with \"go\" or \"velocity\"",
    ];
    assert_eq!(told, expected, "{told:#?}");
}
