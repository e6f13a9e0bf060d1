//! The built command, run as a user or a script would.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A fresh folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn carom(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(arguments).current_dir(folder);
    command
}

/// Exit code, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = carom(folder, arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("not JSON ({fault}): {text}"))
}

fn is_svg(text: &str) -> bool {
    text.starts_with("<svg ") && text.ends_with("</svg>\n") && !text.contains("NaN") && !text.contains("inf")
}

#[test]
fn without_arguments_it_draws_a_picture_and_says_so() {
    let folder = folder("bare");
    let (code, out, err) = run(&folder, &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(is_svg(&fs::read_to_string(folder.join("carom-demo.svg")).unwrap()));
    for word in ["6 simulated seconds", "events", "times as fast as real time", "carom-demo.svg", "later version"] {
        assert!(out.contains(word), "'{word}' is missing in: {out}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "and nothing else is left behind");
}

#[test]
fn every_listed_scene_runs_and_keeps_its_energy() {
    let folder = folder("all");
    let (code, out, _) = run(&folder, &["list", "--json"]);
    assert_eq!(code, 0);
    let list = json(&out);
    let (_, plain, _) = run(&folder, &["list"]);
    assert!(list.as_array().unwrap().len() >= 4);
    for scene in list.as_array().unwrap() {
        let name = scene["name"].as_str().unwrap();
        assert!(plain.contains(name), "{name} is in the plain list as well");
        for balls in ["1", &scene["most_balls"].to_string()] {
            let (code, out, err) = run(&folder, &["demo", name, "--balls", balls, "-o", "picture.svg", "--json"]);
            assert_eq!((code, err.as_str()), (0, ""), "{name} with {balls}");
            let report = json(&out);
            assert!(report["energy_drift"].as_f64().unwrap().abs() < 1e-12, "{name} with {balls}: {out}");
            assert_eq!((report["overlaps"].as_u64(), report["quarantined"].as_u64()), (Some(0), Some(0)), "{name}");
            assert!(report["events"].as_u64().unwrap() > 0, "something happens in {name}");
            assert!(is_svg(&fs::read_to_string(folder.join("picture.svg")).unwrap()), "{name}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let folder = folder("seed");
    let hash = |seed: &str| {
        let (_, out, _) = run(&folder, &["demo", "pillars", "--seed", seed, "--seconds", "2.5", "--json"]);
        let report = json(&out);
        assert_eq!(report["seconds"].as_f64(), Some(2.5));
        report["hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("7"), hash("7"));
    assert_ne!(hash("7"), hash("8"));
}

#[test]
fn the_picture_can_go_to_standard_output() {
    let folder = folder("pipe");
    let (code, out, err) = run(&folder, &["demo", "cradle", "-o", "-"]);
    assert_eq!(code, 0);
    assert!(is_svg(&out), "the picture and nothing else: {out}");
    assert!(err.contains("cradle: 2 simulated seconds"), "the message: {err}");
    assert_eq!(run(&folder, &["demo", "-o", "-", "--json"]).0, 2, "not two things at once");
}

#[test]
fn wrong_usage_ends_with_two_and_says_what_would_be_right() {
    let folder = folder("usage");
    let (code, out, err) = run(&folder, &["demo", "pilars"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("'pilars'") && err.contains("pillars, bounce, cradle, break"), "{err}");
    let (code, _, err) = run(&folder, &["demo", "break", "--balls", "16"]);
    assert_eq!((code, err.as_str()), (2, "error: the scene 'break' takes 1 to 15 balls, not 16\n"));
    for arguments in [&["demo", "--seconds", "-1"][..], &["demo", "--seconds", "nan"], &["play"], &["--no-such-option"]]
    {
        let (code, _, err) = run(&folder, arguments);
        assert!(code == 2 && err.starts_with("error:"), "{arguments:?}: {code} {err}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing was written");
}

#[test]
fn a_picture_that_cannot_be_written_ends_with_one_and_names_the_file() {
    let folder = folder("unwritable");
    let (code, _, err) = run(&folder, &["demo", "-o", "no/such/folder/picture.svg"]);
    assert_eq!(code, 1);
    assert!(err.starts_with("error: cannot write no/such/folder/picture.svg: "), "{err}");
    fs::create_dir(folder.join("picture.svg")).unwrap();
    let (code, _, err) = run(&folder, &["demo", "-o", "picture.svg"]);
    assert_eq!((code, err.as_str()), (1, "error: cannot write picture.svg: it is a folder\n"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no half-written file is left behind");
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let folder = folder("head");
    for arguments in [&["demo", "-o", "-"][..], &["list"], &["--help"]] {
        let mut child = carom(&folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}: {err}");
        assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    }
}

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
    let mut child = carom(&folder, &["simulate", "-", "--seconds", "1", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(BOX.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success());
    assert_eq!(json(&String::from_utf8(out.stdout).unwrap())["balls"], 2);
}
