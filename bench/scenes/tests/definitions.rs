//! The scenes against the definitions' own generator, when it is at hand, and against a few fixed numbers always.

#![allow(clippy::excessive_precision, reason = "numbers as other programs printed them")]

use std::path::{Path, PathBuf};
use std::process::Command;

use scenes::{Scene, catalogue, exact, long, shots, text};

/// Two lists of numbers that may differ by the last digit of a sine.
fn compare(name: &str, ours: &Scene, theirs: &Scene) {
    let numbers = |scene: &Scene| -> Vec<f64> {
        let segments = scene.segments.iter().flat_map(|s| [s.a, s.b].concat());
        let disks = scene.disks.iter().flat_map(|d| [d.centre[0], d.centre[1], d.radius]);
        let slabs = scene.slabs.iter().flat_map(|s| [s.centre, s.half].concat());
        let balls =
            scene.balls.iter().flat_map(|b| [b.position[0], b.position[1], b.velocity[0], b.velocity[1], b.radius]);
        segments.chain(disks).chain(slabs).chain(balls).collect()
    };
    let counts = |s: &Scene| [s.segments.len(), s.disks.len(), s.slabs.len(), s.balls.len()];
    assert_eq!(counts(ours), counts(theirs), "{name}: walls, disks, boxes, balls");
    let worst = numbers(ours).iter().zip(numbers(theirs)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(worst <= 1e-12, "{name}: numbers differ by {worst:e}");
}

/// Runs a generator of the definitions into a fresh folder; `None`, with a word about it, if that cannot be done here.
fn generate(script: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench").join(script);
    if !path.exists() {
        println!("not compared: the definitions' {script} is not at hand");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(script.replace('.', "_"));
    match Command::new("python3").arg(&path).arg(&folder).output() {
        Ok(done) if done.status.success() => Some(folder),
        Ok(done) => panic!("{script} failed: {}", String::from_utf8_lossy(&done.stderr)),
        Err(_) => {
            println!("not compared: no python3 to run {script}");
            None
        }
    }
}

fn read(folder: &Path, name: &str) -> Scene {
    let file = folder.join(name).with_extension("txt");
    text::parse(&std::fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn speed_scenes_equal_the_definitions() {
    let Some(folder) = generate("gen.py") else { return };
    let names = catalogue::names();
    for name in names.iter().filter(|name| !name.starts_with("s5")) {
        compare(name, &catalogue::find(name).unwrap().scene, &read(&folder, name));
    }
}

#[test]
fn accuracy_scenes_and_answers_equal_the_definitions() {
    let Some(folder) = generate("gen5.py") else { return };
    for name in catalogue::names().iter().filter(|name| name.starts_with("s5")) {
        compare(name, &catalogue::find(name).unwrap().scene, &read(&folder, name));
    }
    let manifest = std::fs::read_to_string(folder.join("s5_manifest.txt")).unwrap();
    let mut compared = 0;
    for line in manifest.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |k: usize| words[k].parse::<f64>().unwrap();
        let ours = answer(words[0]);
        // Their bounces and chords are added up in f64; at 1000 m/s the sums are of hundreds of metres.
        let theirs = [number(6), number(7), number(8), number(9)];
        let found = [ours.position[0], ours.position[1], ours.velocity[0], ours.velocity[1]];
        for (a, b) in found.iter().zip(theirs) {
            assert!((a - b).abs() <= 2e-9, "{line}: ours {found:?}");
        }
        compared += 1;
    }
    assert_eq!(compared, 42);
}

/// Our answer to a line of their manifest.
fn answer(name: &str) -> exact::State {
    let ball = |scene: Scene| scene.balls[0];
    match name {
        "bounce" => exact::bounce(&ball(long::bounce()), long::GRAVITY, 60.0),
        "arcbox" => exact::bounce_between_walls(&ball(long::arcbox()), 1.0, long::GRAVITY, 60.0),
        "arcbox_1s" => exact::bounce_between_walls(&ball(long::arcbox()), 1.0, long::GRAVITY, 1.0),
        "rest" => {
            let ball = ball(long::rest());
            exact::State { position: ball.position, velocity: ball.velocity }
        }
        // Theirs is the answer in the circle, for either polygon.
        "stadium64" | "stadium1024" => exact::in_circle(&long::circling(), long::CIRCLE_RADIUS, 60.0),
        shot => {
            let (kind, speed) = shot.split_once("_v").unwrap();
            let target = shots::Target::ALL.into_iter().find(|t| t.name() == kind).unwrap();
            shots::shot(target, speed.parse().unwrap()).exact
        }
    }
}

/// What needs no other folder: numbers worked out once from the definitions with another program.
#[test]
fn a_few_numbers_are_as_worked_out_elsewhere() {
    let last = |name: &str| *catalogue::find(name).unwrap().scene.balls.last().unwrap();
    let near = |found: &[f64], expected: &[f64], within: f64| {
        let worst = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst <= within, "{found:?} is not {expected:?}");
    };
    let table = catalogue::find("s1").unwrap().scene;
    let peg = table.disks[0];
    near(
        &[peg.centre[0], peg.centre[1], peg.radius],
        &[0.048464183417454267, 0.30018814885767442, 0.011483593939634305],
        1e-12,
    );
    let chord = table.segments[9];
    near(&[chord.a[0], chord.b[1]], &[0.090842378411608332, 1.0648328402878651], 1e-12);
    let side = table.segments[203];
    near(&[side.a[0], side.b[1]], &[0.39975224811355042, 0.8005014974003386], 1e-12);
    // The last ball of a scene is the last of all draws, so it is wrong if any draw before it was.
    for (name, position, velocity) in [
        ("s2_20", [0.40776690722712056, 0.45830270306421012], [-0.61018375838547378, 0.79225992010360946]),
        ("s2_200", [0.024773880082894741, 0.72814638906317863], [-0.74016258889862296, 0.67242794557847463]),
        ("s3_5000_1", [1.907155369803998, 0.2541070943701722], [0.94933768479529979, -1.7603289352355429]),
        ("s3_50000_100", [10.278656782900983, 9.6713327188291043], [0.60743973618773561, 1.9055227542331197]),
        ("s4_1000", [11.992109858747911, 50.366861406741229], [-0.26893293510588301, 2.1937336201288282]),
    ] {
        near(&last(name).position, &position, 1e-12);
        near(&last(name).velocity, &velocity, 1e-12);
    }
}

/// Worked out with sixty decimal digits: the folding of a minute must not lose any of ours.
#[test]
fn long_answers_are_right_to_the_last_digit() {
    let near = |found: exact::State, position: [f64; 2], velocity: [f64; 2]| {
        for axis in [0, 1] {
            let scale = position[axis].abs().max(1.0);
            assert!((found.position[axis] - position[axis]).abs() <= 2e-16 * scale, "{found:?}");
            let scale = velocity[axis].abs().max(1.0);
            assert!((found.velocity[axis] - velocity[axis]).abs() <= 2e-16 * scale, "{found:?}");
        }
    };
    near(answer("bounce"), [0.0, 0.510726153301809218831], [0.0, 0.233287102554989686280]);
    near(answer("arcbox"), [0.460000000000002629008, 0.583430238230210328058], [1.3, -0.696490291334540399916]);
    near(
        answer("stadium64"),
        [0.170066401136627316515, 0.358160810084536993833],
        [-1.927905625303956059785, -0.532146502310559380491],
    );
    near(
        answer("post_v1000"),
        [-128.145274297606632857, -384.470880945499413827],
        [-791.883454734651393140, -610.672247705357344158],
    );
}
