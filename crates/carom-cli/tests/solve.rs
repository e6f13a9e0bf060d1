//! `carom solve`: as a user or a script runs it.

mod common;

use common::{folder, good, json, run, run_with_input};
use std::fs;

/// A straight pot into the upper left corner.
const LAYOUT: &str = r#"{
  "table": "pool-9",
  "balls": [{"name": "cue", "at": [0.6, 1.7]}, {"name": "3", "at": [0.3, 2.1]}]
}"#;

#[test]
fn a_strike_that_was_found_does_what_was_asked_when_it_is_played() {
    let folder = folder("solve");
    fs::write(folder.join("layout.json"), LAYOUT).unwrap();
    let asked = ["solve", "layout.json", "--pot", "3", "--pocket", "lt", "--tries", "1500", "--seed", "3"];
    let found = json(&good(&folder, &[&asked[..], &["--json"]].concat()));
    let best = &found["solutions"][0];
    assert!(best["robust"].as_f64().unwrap() > 0.2, "{found}");
    assert_eq!((&best["call"]["ball"], &best["call"]["pocket"]), (&"3".into(), &"lt".into()));
    let plain = good(&folder, &asked);
    assert!(plain.contains("the most forgiving first") && plain.contains("3 into lt"), "{plain}");
    let shot = good(&folder, &[&asked[..], &["--shot"]].concat());
    assert_eq!(json(&shot)["cue"], best["cue"], "the same strike, as a file");
    let (code, out, _) = run_with_input(&folder, &["shot"], &shot);
    let report = json(&out);
    let potted = report["events"]
        .as_array()
        .unwrap()
        .iter()
        .any(|event| event["what"] == "pot" && event["balls"][0] == "3" && event["pocket"] == "lt");
    assert!(code == 0 && potted, "{out}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = folder("solve-threads");
    fs::write(folder.join("layout.json"), LAYOUT).unwrap();
    let found = |threads: &str| {
        good(&folder, &["solve", "layout.json", "--pot", "any", "--tries", "900", "--threads", threads, "--json"])
    };
    assert_eq!(found("1"), found("3"));
}

#[test]
fn what_cannot_be_done_ends_with_one_and_what_makes_no_sense_with_two() {
    let folder = folder("solve-faults");
    fs::write(folder.join("layout.json"), LAYOUT).unwrap();
    let (code, out, err) = run(&folder, &["solve", "layout.json", "--pot", "33"]);
    assert!(code == 2 && out.is_empty() && err.contains("did you mean `3`?"), "{err}");
    let (code, _, err) = run(&folder, &["solve", "layout.json"]);
    assert!(code == 2 && err.contains("no goal"), "{err}");
    let (code, _, err) = run(&folder, &["solve", "layout.json", "--leave", "1;2"]);
    assert!(code == 2 && err.contains("such as 0.6,1.2"), "{err}");
    let (code, out, err) =
        run(&folder, &["solve", "layout.json", "--leave", "30,40", "--within", "0.1", "--tries", "100"]);
    assert!(code == 1 && out.is_empty() && err.contains("the nearest misses by about"), "{err}");
    let (code, out, _) = run(&folder, &["solve", "layout.json", "--leave", "30,40", "--tries", "100", "--json"]);
    assert_eq!(code, 1);
    assert!(json(&out)["nearest"]["miss"].as_f64().unwrap() > 40.0, "{out}");
}
