//! The built command, run as a user or a script would.

mod common;

use common::{folder, good, is_svg, json, run, without_reader};
use std::fs;

#[test]
fn a_demo_draws_a_picture_and_says_so() {
    let folder = folder("bare");
    let (code, out, err) = run(&folder, &["demo"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(is_svg(&fs::read_to_string(folder.join("carom-demo.svg")).unwrap()));
    for word in ["6 simulated seconds", "events", "times as fast as real time", "carom-demo.svg", "carom play"] {
        assert!(out.contains(word), "'{word}' is missing in: {out}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "and nothing else is left behind");
}

#[test]
fn every_listed_scene_runs_and_keeps_its_energy() {
    let folder = folder("all");
    let list = json(&good(&folder, &["list", "--json"]));
    let scenes = list["scenes"].as_array().unwrap();
    assert!(scenes.len() >= 4);
    for scene in scenes {
        let name = scene["name"].as_str().unwrap();
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
    for arguments in [
        &["demo", "--seconds", "-1"][..],
        &["demo", "--seconds", "nan"],
        &["play", "no-such-table"],
        &["--no-such-option"],
    ] {
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
    for arguments in [
        &["demo", "-o", "-"][..],
        &["list"],
        &["--help"],
        &["schema"],
        &["man"],
        &["completions", "bash"],
        &["draw", "fairground", "-o", "-"],
        &["simulate", "fairground", "--seconds", "1", "--trace", "-"],
    ] {
        without_reader(&folder, arguments);
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let folder = folder("help");
    let help = good(&folder, &["--help"]);
    assert!(help.contains("Without a command: `carom play`"), "{help}");
    for command in ["play", "simulate", "check", "draw", "import", "list", "schema", "demo", "completions", "man"] {
        assert!(help.contains(command), "{command}: {help}");
        let own = good(&folder, &[command, "--help"]);
        assert!(own.contains("Examples:\n  carom "), "{own}");
    }
}

#[cfg(not(feature = "vpx"))]
#[test]
fn without_visual_pinball_a_table_of_it_is_refused_with_the_reason() {
    let folder = folder("without_vpx");
    fs::write(folder.join("table.vpx"), "").unwrap();
    for command in [&["simulate", "table.vpx"][..], &["import", "table.vpx", "-o", "a.toml"]] {
        let (code, _, err) = run(&folder, command);
        assert!(code == 1 && err.contains("built without Visual Pinball tables"), "{err}");
    }
}
