//! The tool on shots, steps and a game of which the laws say the outcome, and on damaged data.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const G: f64 = 9.81;
const SLIDE: f64 = 0.2;
const ROLL: f64 = 0.01;
const RADIUS: f64 = 0.03;

fn tool(folder: &Path, more: &[&str]) -> Output {
    let folder = folder.to_str().expect("a readable path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom-conform"));
    command.args(["pooltool", folder]).args(more).output().expect("the tool starts")
}

/// A folder of its own for a test, with these files.
fn folder(name: &str, files: &[(&str, &Value)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pooltool-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (file, value) in files {
        fs::write(folder.join(file), value.to_string()).expect("a file");
    }
    folder
}

/// A square of ten metres without pockets, and balls with round numbers.
fn common() -> Value {
    let rail = |id: &str, p1: [f64; 2], p2: [f64; 2], side: &str, l: [f64; 3]| {
        json!({"id": id, "p1": [p1[0], p1[1], 0.037], "p2": [p2[0], p2[1], 0.037], "side": side,
            "lx": l[0], "ly": l[1], "l0": l[2]})
    };
    let table = json!({
        "specs": {"l": 10.0, "w": 10.0, "cushion_width": 0.05, "cushion_height": 0.037},
        "linear": [
            rail("3", [0.0, 0.0], [0.0, 10.0], "side2", [1.0, 0.0, 0.0]),
            rail("12", [10.0, 0.0], [10.0, 10.0], "side1", [1.0, 0.0, -10.0]),
            rail("18", [0.0, 0.0], [10.0, 0.0], "side2", [0.0, 1.0, 0.0]),
            rail("9", [0.0, 10.0], [10.0, 10.0], "side1", [0.0, 1.0, -10.0]),
        ],
        "circular": [], "pockets": [],
    });
    let ball = json!({"m": 0.2, "R": RADIUS, "u_s": SLIDE, "u_r": ROLL, "u_sp_proportionality": 0.4, "u_b": 0.05,
        "e_b": 0.95, "e_t": 0.5, "e_c": 0.85, "f_c": 0.2, "g": G});
    json!({"tables": {"square": table, "billiard": table}, "ball_params": {"ball": ball, "billiard": ball},
        "cue_specs": {"cue": {"M": 0.5, "length": 1.4, "tip_radius": 0.01, "end_mass": 0.006}}})
}

/// A ball that slides off without spin: it rolls with 5/7 of its speed after 2v/7ug and 12v²/49ug, and then rolls on until
/// its speed is used up (guide, section 4).
fn sliding(speed: f64) -> Value {
    let ends = 2.0 * speed / (7.0 * SLIDE * G);
    let rolling = 5.0 / 7.0 * speed;
    let stops = ends + rolling / (ROLL * G);
    let x1 = 1.0 + 12.0 * speed * speed / (49.0 * SLIDE * G);
    let x2 = x1 + 0.5 * rolling * rolling / (ROLL * G);
    let state = |s: &str, x: f64, v: f64, turning: f64| json!({"s": s, "r": [x, 5.0, RADIUS], "v": [v, 0.0, 0.0], "w": [0.0, turning, 0.0]});
    let rolls = |s: &str| state(s, x1, rolling, rolling / RADIUS);
    let cushion = json!({"model": "stronge_compliant", "omega_ratio": 1.8});
    json!({
        "id": "single-1", "family": "single", "table": "square", "ball_params": "ball", "cue_specs": "cue",
        "models": {"ball_ball": {"model": "frictionless_elastic"}, "ball_linear_cushion": cushion, "ball_circular_cushion": cushion,
            "ball_pocket": {"model": "canonical"}, "stick_ball": {"model": "instantaneous_point_2d"}, "is_3d": false},
        "balls": [{"id": "cue", "s": "sliding", "r": [1.0, 5.0, RADIUS], "v": [speed, 0.0, 0.0], "w": [0.0, 0.0, 0.0]}],
        "cue": {"V0": 0.0, "phi": 0.0, "theta": 0.0, "a": 0.0, "b": 0.0, "ball": "cue"},
        "events": [
            {"i": 0, "type": "sliding_rolling", "t": ends, "ids": ["cue"], "amp": 1.0,
                "pre": {"cue": rolls("sliding")}, "post": {"cue": rolls("rolling")}},
            {"i": 1, "type": "rolling_stationary", "t": stops, "ids": ["cue"], "amp": 1.0,
                "pre": {"cue": state("rolling", x2, 0.0, 0.0)}, "post": {"cue": state("stationary", x2, 0.0, 0.0)}},
        ],
        "final": {"cue": state("stationary", x2, 0.0, 0.0)},
        "samples": [],
        "chaos": {"horizon_1e6": null, "same_sequence_until": 2}, "spacer": {"first_different_event": null},
    })
}

/// A level hit in the middle gives `2 V0 / (1 + m/M)`; and a polynomial with the roots 1, 2, 3, 4.
fn steps() -> Value {
    json!({
        "stick_ball": {"cases": [{"model": "instantaneous_point_2d", "ball_params": "ball", "cue_specs": "cue",
            "cue": {"V0": 1.4, "phi": 90.0, "theta": 0, "a": 0.0, "b": 0.0},
            "out": {"s": "sliding", "r": [0.5, 0.5, RADIUS], "v": [0.0, 2.0, 0.0], "w": [0.0, 0.0, 0.0]}}]},
        "quartic": {"cases": [{"coeffs": [1.0, -10.0, 35.0, -50.0, 24.0], "smallest": 1.0}]},
    })
}

/// One turn of sum-to-three in which nothing is hit: legal, no point, the other player's turn.
fn game() -> Value {
    let holds = json!({"ball_in_hand": "none", "movable": [], "cueable": ["cue"], "hittable": ["object"], "call_shot": false,
        "ball_call": null, "pocket_call": null});
    let ball = |y: f64| json!({"s": "stationary", "r": [5.0, y, RADIUS]});
    json!({"games": [{"game": "Sum to Three", "id": "sum-1", "turns": [{
        "before": {"constraints": holds, "active_player": "P1", "shot_number": 0, "turn_number": 0, "score": {},
            "balls": {"cue": ball(2.0), "object": ball(8.0)}, "cue": {"V0": 1.0, "ball": "cue"}},
        "events": [{"type": "stick_ball", "t": 0.0, "ids": ["cue_stick", "cue"]}],
        "end": {"cue": ball(3.0), "object": ball(8.0)},
        "decision": {"legal": true, "reason": "", "turn_over": true, "game_over": false, "winner": null, "score": {},
            "next_constraints": holds, "next_player": "P2"},
        "respotted": {},
    }]}]})
}

fn shots(list: &[Value]) -> Value {
    json!({"family": "single", "shots": list})
}

#[test]
fn what_the_laws_say_conforms() {
    let whole = folder(
        "whole",
        &[
            ("common.json", &common()),
            ("any_name.json", &shots(&[sliding(1.0), sliding(0.3)])),
            ("m.json", &steps()),
            ("g.json", &game()),
        ],
    );
    let done = tool(&whole, &[]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    for word in ["single", "micro/stick_ball", "micro/quartic", "game/sum-to-three", "holds"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let report: Value = serde_json::from_slice(&tool(&whole, &["--json"]).stdout).expect("JSON");
    assert_eq!(report["conforms"], true, "{report:#}");
    assert_eq!(report["sums"][1]["cases"], 2, "two shots: {report:#}");
}

#[test]
fn one_case_is_shown_event_by_event() {
    let whole =
        folder("one", &[("common.json", &common()), ("shots.json", &shots(&[sliding(1.0)])), ("m.json", &steps())]);
    let done = tool(&whole, &["--case", "single-1"]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("record    0 sliding-rolling cue") && !text.contains("quartic"), "{text}");
    let done = tool(&whole, &["--case", "quartic[0]"]);
    assert!(done.status.success() && String::from_utf8_lossy(&done.stdout).contains("micro/quartic"), "a step");
    assert_eq!(tool(&whole, &["--case", "nothing"]).status.code(), Some(2), "no such case");
}

#[test]
fn wrong_records_fail_and_are_named() {
    let mut late = sliding(1.0);
    late["events"][1]["t"] = json!(late["events"][1]["t"].as_f64().expect("a time") + 1e-4);
    let mut fast = steps();
    fast["stick_ball"]["cases"][0]["out"]["v"][1] = json!(2.000_000_1);
    let mut illegal = game();
    illegal["games"][0]["turns"][0]["decision"]["legal"] = json!(false);
    for (name, value, word) in [
        ("late", shots(&[late]), "single-1"),
        ("fast", fast, "stick_ball[0]"),
        ("illegal", illegal, "sum-1[0]: legal: false in the record, true here"),
    ] {
        let done = tool(&folder(name, &[("common.json", &common()), ("x.json", &value)]), &[]);
        let text = String::from_utf8_lossy(&done.stdout);
        assert_eq!(done.status.code(), Some(1), "{name}: {text}");
        assert!(text.contains(&format!("MISSED   {word}")), "{name}: {text}");
    }
}

#[test]
fn damage_is_told_and_never_a_panic() {
    let complaint = |name: &str, files: &[(&str, &Value)], word: &str| {
        let done = tool(&folder(name, files), &[]);
        let text = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains(word) && !text.contains("panicked"), "{name}: {text}");
    };
    let good = shots(&[sliding(1.0)]);
    complaint("lonely", &[("shots.json", &good)], "common.json");
    complaint("empty", &[("common.json", &common())], "holds no recorded case");
    complaint("strange", &[("common.json", &common()), ("x.json", &json!({"weather": "fine"}))], "x.json");
    let change = |path: &str, value: Value| {
        let mut shot = sliding(1.0);
        *shot.pointer_mut(path).expect("a place") = value;
        shots(&[shot, sliding(0.5)])
    };
    complaint("event", &[("common.json", &common()), ("x.json", &change("/events/0/type", json!("dance")))], "dance");
    complaint(
        "number",
        &[("common.json", &common()), ("x.json", &change("/events/0/t", json!("soon")))],
        "events[0].t",
    );
    complaint(
        "model",
        &[("common.json", &common()), ("x.json", &change("/models/ball_ball/model", json!("glue")))],
        "glue",
    );
    complaint("huge", &[("common.json", &common()), ("x.json", &change("/balls/0/v/0", json!(1e300)))], "velocity");
    let mut other = game();
    other["games"][0]["game"] = json!("Croquet");
    complaint("croquet", &[("common.json", &common()), ("g.json", &other)], "Croquet");
    let cut = folder("cut", &[("common.json", &common())]);
    fs::write(cut.join("shots.json"), "{\"shots\": [").expect("a file");
    let done = tool(&cut, &[]);
    assert_eq!(done.status.code(), Some(2), "cut off");
    assert!(String::from_utf8_lossy(&done.stderr).contains("shots.json"), "named");
    assert_eq!(tool(Path::new("no/such/folder"), &[]).status.code(), Some(2), "nowhere");
}

/// The recorded data are for checking only and may be absent.
#[test]
fn the_recorded_data_conform_where_they_are() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pooltool");
    if !data.exists() {
        println!("skipped: there is no ../shared/data/pooltool here");
        return;
    }
    let done = tool(&data, &[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}
