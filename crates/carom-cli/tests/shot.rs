//! `carom shot` and `carom rack`: as a user or a script runs them.

mod common;

use common::{folder, good, json, run, run_with_input, without_reader};
use std::fs;

const SHOT: &str = r#"{
  "table": "pool-9",
  "balls": [{"name": "cue", "at": [0.6, 0.6]}, {"name": "1", "at": [0.6, 1.2]}],
  "cue": {"ball": "cue", "speed": 1.0, "direction": 90}
}"#;

#[test]
fn a_shot_goes_in_as_json_and_comes_out_as_json() {
    let folder = folder("shot");
    fs::write(folder.join("shot.json"), SHOT).unwrap();
    let report = json(&good(&folder, &["shot", "shot.json"]));
    assert_eq!(report["outcome"], "at rest");
    assert_eq!(report["events"][0]["what"], "strike");
    let (code, out, err) = run_with_input(&folder, &["shot"], SHOT);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(json(&out), report, "standard input is as good as a file");
    assert!(report.get("legs").is_none() && report.get("samples").is_none() && report.get("sensitivity").is_none());
    let more = json(&good(&folder, &["shot", "shot.json", "--legs", "--samples", "0.5", "--sensitivity"]));
    assert!(more["legs"].as_array().unwrap().len() > 3);
    assert_eq!(more["samples"][1]["time"].as_f64(), Some(0.5));
    assert_eq!(more["sensitivity"]["slopes"][0]["parameter"], "direction");
    let brief = good(&folder, &["shot", "shot.json", "--brief"]);
    assert!(brief.contains(" s  cue and 1 meet\n"), "{brief}");
    without_reader(&folder, &["shot", "shot.json"]);
}

#[test]
fn every_fault_of_a_shot_is_told_and_ends_with_one() {
    let folder = folder("shot-faults");
    let text = SHOT.replace("\"speed\"", "\"sped\"").replace("[0.6, 1.2]", "[0.6]");
    fs::write(folder.join("shot.json"), text).unwrap();
    let (code, out, err) = run(&folder, &["shot", "shot.json"]);
    assert_eq!((code, out.as_str()), (1, ""));
    for line in [
        "shot.json: balls[1].at: 2 numbers are needed here, not 1\n",
        "shot.json: cue: `speed` is missing: the speed of the cue in m/s\n",
        "shot.json: cue.sped: this key is not known; did you mean `speed`?\n",
        "error: shot.json has 3 faults\n",
    ] {
        assert!(err.contains(line), "'{line}' is missing in: {err}");
    }
    assert_eq!(run(&folder, &["shot", "no-such-file.json"]).0, 1);
    assert_eq!(run(&folder, &["shot", "--no-such-option"]).0, 2);
    let (code, _, err) = run_with_input(&folder, &["shot", "-"], "not JSON");
    assert!(code == 1 && err.starts_with("standard input: it is no JSON"), "{err}");
}

#[test]
fn a_table_of_its_own_is_found_beside_the_shot() {
    let folder = folder("shot-table");
    fs::create_dir(folder.join("inside")).unwrap();
    let table = r#"{"name": "small", "width": 1.0, "length": 2.0, "nose_height": 0.036}"#;
    fs::write(folder.join("inside/small.json"), table).unwrap();
    fs::write(folder.join("inside/shot.json"), SHOT.replace("\"pool-9\"", "{\"file\": \"small.json\"}")).unwrap();
    let report = json(&good(&folder, &["shot", "inside/shot.json"]));
    assert_eq!(report["outcome"], "at rest");
    fs::remove_file(folder.join("inside/small.json")).unwrap();
    let (code, _, err) = run(&folder, &["shot", "inside/shot.json"]);
    assert!(code == 1 && err.contains("table.file: cannot read inside/small.json"), "{err}");
    fs::write(folder.join("inside/small.json"), table).unwrap();
    let racked = json(&good(&folder, &["rack", "sum-to-three", "--table", "inside/small.json"]));
    assert_eq!(racked["table"]["name"], "small");
}

#[test]
fn every_game_can_be_racked_and_broken() {
    let folder = folder("rack");
    let list = json(&good(&folder, &["list", "--json"]));
    let games = list["billiards"]["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    for game in games {
        let name = game["name"].as_str().unwrap();
        let text = good(&folder, &["rack", name]);
        let (code, out, err) = run_with_input(&folder, &["shot"], &text);
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        let report = json(&out);
        assert_eq!(report["outcome"], "at rest", "{name}");
        let met = report["events"].as_array().unwrap().iter().any(|event| event["what"] == "balls");
        assert!(met, "{name}: the strike meets a ball");
        let balance = report["ledger"]["balance"].as_f64().unwrap();
        assert!(balance.abs() < 1e-9, "{name}: {balance}");
    }
}

#[test]
fn a_rack_is_dealt_by_its_seed_and_spaced_as_asked() {
    let folder = folder("rack-seed");
    let rack = |options: &[&str]| good(&folder, &[&["rack", "eight-ball"], options].concat());
    assert_eq!(rack(&["--seed", "7"]), rack(&["--seed", "7"]));
    assert_ne!(rack(&["--seed", "7"]), rack(&["--seed", "8"]));
    assert_ne!(rack(&[]), rack(&["--spacing", "0.1"]));
    let shot = json(&rack(&["--table", "pool-7"]));
    assert_eq!(shot["table"], "pool-7");
    let (code, _, err) = run(&folder, &["rack", "nineball"]);
    assert!(code == 2 && err.contains("nine-ball"), "{err}");
    let (code, _, err) = run(&folder, &["rack", "nine-ball", "--table", "pool-10"]);
    assert!(code == 2 && err.contains("pool-9"), "{err}");
}
