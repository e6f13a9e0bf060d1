//! `carom simulate` of plain scene files.

mod common;

use common::{folder, is_svg, json, run, run_with_input};
use std::fs;

const BOX: &str = "# a box with a post\nS 0 0 1 0\nS 1 0 1 1\nS 1 1 0 1\nS 0 1 0 0\nC 0.5 0.5 0.1\nR 0.2 0.8 0.05 0.02\n\
                   B 0.2 0.3 1.0 0.7 0.02\nB 0.8 0.3 -1.1 0.3 0.02\n";

#[test]
fn a_scene_file_runs_and_its_hash_does_not_depend_on_the_step() {
    let folder = folder("simulate");
    fs::write(folder.join("box.txt"), BOX).unwrap();
    let hash = |more: &[&str]| {
        let (code, out, err) = run(&folder, &[&["simulate", "box.txt", "--hash"], more].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        out
    };
    assert_eq!(hash(&[]), hash(&["--dt", "0.25"]), "a look now and then");
    assert_eq!(hash(&[]), hash(&["--dt", "0.0166"]), "a look at uneven places: the last step is shorter");
    assert_ne!(hash(&[]), hash(&["--gravity", "1.11"]));
    assert_ne!(hash(&[]), hash(&["--restitution", "0.7"]));
    let (code, out, _) = run(&folder, &["simulate", "box.txt", "--dt", "0.25", "--json", "-o", "box.svg"]);
    let report = json(&out);
    assert!(code == 0 && report["balls"].as_u64() == Some(2) && report["ball_impacts"].as_u64().unwrap() > 0, "{out}");
    assert!(report["energy_drift"].as_f64().unwrap().abs() < 1e-13, "{out}");
    assert!(is_svg(&fs::read_to_string(folder.join("box.svg")).unwrap()));
}

#[test]
fn a_trace_has_a_row_for_every_ball_and_step() {
    let folder = folder("trace");
    fs::write(folder.join("box.txt"), BOX).unwrap();
    let arguments = ["simulate", "box.txt", "--seconds", "1", "--dt", "0.1", "--trace"];
    let (code, out, err) = run(&folder, &[&arguments[..], &["-"]].concat());
    assert!(code == 0 && err.contains("1 simulated seconds"), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "time,ball,x,y,vx,vy");
    assert_eq!(lines[1], "0.0,0,0.2,0.3,1.0,0.7");
    assert_eq!(lines.len(), 1 + 2 * 11);
    assert!(lines[22].starts_with("1.0,1,"), "the last at the end: {}", lines[22]);
    run(&folder, &[&arguments[..], &["trace.csv"]].concat());
    assert_eq!(fs::read_to_string(folder.join("trace.csv")).unwrap(), out, "the same in a file");
}

#[test]
fn a_faulty_scene_file_ends_with_one_and_names_the_line() {
    let folder = folder("faulty");
    fs::write(folder.join("bad.txt"), "S 0 0 1 0\nC 1 two 3\n").unwrap();
    let (code, _, err) = run(&folder, &["simulate", "bad.txt"]);
    assert_eq!((code, err.as_str()), (1, "error: bad.txt:2: 'two' is not a number\n"));
    let (code, _, err) = run(&folder, &["simulate", "missing.txt"]);
    assert!(code == 1 && err.starts_with("error: cannot read missing.txt: "), "{err}");
    fs::write(folder.join("box.txt"), BOX).unwrap();
    let (code, _, err) = run(&folder, &["simulate", "box.txt", "--restitution", "2"]);
    assert_eq!((code, err.as_str()), (2, "error: elasticity is 2; it must be from 0 to 1\n"));
}

#[test]
fn a_scene_can_come_from_standard_input() {
    let folder = folder("stdin");
    let (code, out, _) = run_with_input(&folder, &["simulate", "-", "--seconds", "1", "--json"], BOX);
    assert_eq!((code, json(&out)["balls"].as_u64()), (0, Some(2)));
}

#[test]
fn a_trace_can_be_lines_of_json() {
    let folder = folder("scene_lines");
    fs::write(folder.join("box.txt"), BOX).unwrap();
    run(&folder, &["simulate", "box.txt", "--seconds", "1", "--every", "100", "--trace", "trace.jsonl"]);
    let text = fs::read_to_string(folder.join("trace.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 2 * 11);
    assert_eq!(json(text.lines().next().unwrap())["position"][0], 0.2);
}

#[test]
fn options_of_tables_are_refused() {
    let folder = folder("scene_options");
    fs::write(folder.join("box.txt"), BOX).unwrap();
    for option in [&["--autopilot"][..], &["--balls", "2"], &["--seed", "1"], &["--events", "e.jsonl"]] {
        let (code, _, err) = run(&folder, &[&["simulate", "box.txt"], option].concat());
        assert_eq!((code, err), (2, format!("error: this is a scene, and {} is for tables\n", option[0])));
    }
}
