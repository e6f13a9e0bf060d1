//! `carom simulate` of tables.

mod common;

use common::{TABLE, folder, good, json, run, run_with_input};
use std::fs;
use std::path::PathBuf;

/// A folder with the small table in it.
fn with_table(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::write(folder.join("small.toml"), TABLE).unwrap();
    folder
}

/// Ten different faults: the file of the tests of the reader, which hold every message to its words.
const TEN: &str = include_str!("../../carom-tables/tests/data/ten_faults.toml");

#[test]
fn ten_faults_give_ten_messages_and_exit_code_one() {
    let folder = folder("ten");
    fs::write(folder.join("ten.toml"), TEN).unwrap();
    let (code, out, err) = run(&folder, &["simulate", "ten.toml", "--json"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(err.matches("--> ten.toml:").count(), 10, "{err}");
    assert_eq!(err.matches("help: ").count(), 10, "{err}");
    assert!(err.contains("--> ten.toml:4:1\n") && err.contains("4 | nmae = \"Ten faults\""), "line and column: {err}");
    assert!(err.ends_with("error: ten.toml has 10 faults\n"), "{err}");
    let (code, _, err) = run_with_input(&folder, &["simulate", "-"], TEN);
    assert!(code == 1 && err.contains("--> standard input:4:1\n"), "{err}");
}

#[test]
fn an_unknown_table_is_told_with_what_may_be_meant() {
    let folder = folder("unknown");
    let (code, out, err) = run(&folder, &["simulate", "fairgruond"]);
    assert_eq!((code, out.as_str()), (2, ""));
    let right = "error: there is no file 'fairgruond', and there is no built-in table \"fairgruond\": did you mean \
                 \"fairground\"?\n";
    assert_eq!(err, right);
    let (code, _, err) = run(&folder, &["simulate", "missing.toml"]);
    assert!(code == 1 && err.starts_with("error: cannot read missing.toml: "), "{err}");
    let (code, _, err) = run(&folder, &["simulate", "."]);
    assert!(code == 1 && err.starts_with("error: "), "a folder that is no table: {err}");
    fs::write(folder.join("noise.toml"), [0xf0, 0xfe, 0x00, 0x41]).unwrap();
    let (code, _, err) = run(&folder, &["simulate", "noise.toml"]);
    assert!(code == 1 && err.contains("neither a text file nor a Visual Pinball table"), "{err}");
    for (name, bytes) in [("utf-16.toml", &[0xff, 0xfe, 0x63, 0x00][..]), ("latin-1.toml", b"name = \"K\xe4fer\"\n")] {
        fs::write(folder.join(name), bytes).unwrap();
        let (code, _, err) = run(&folder, &["simulate", name]);
        assert_eq!((code, err), (1, format!("error: cannot read {name}: its text is not UTF-8: save it as UTF-8\n")));
    }
}

#[test]
fn a_run_without_a_ball_says_how_to_get_one() {
    let folder = folder("idle");
    let (code, out, _) = run(&folder, &["simulate", "kingfisher", "--seconds", "0.1"]);
    assert!(code == 0 && out.contains("no ball came into play: --autopilot plays, --balls 1 drops one in"), "{out}");
    let (_, out, _) = run(&folder, &["simulate", "kingfisher", "--seconds", "1", "--balls", "1"]);
    assert!(!out.contains("no ball came into play"), "{out}");
}

#[test]
fn a_run_is_summed_up_for_people_and_for_programs() {
    let folder = with_table("summary");
    let text = good(&folder, &["simulate", "small.toml", "--seconds", "2"]);
    for word in ["small.toml: 2 s on the table's clock, 2000 ticks", "1 at first", "bumper", "times as fast", "state"] {
        assert!(text.contains(word), "'{word}' is missing in: {text}");
    }
    let report = json(&good(&folder, &["simulate", "small.toml", "--seconds", "2", "--json"]));
    assert_eq!((report["ticks"].as_u64(), report["balls_at_first"].as_u64()), (Some(2000), Some(1)));
    assert!(report["hits"]["bumper"].as_u64().unwrap() > 0, "the ball falls onto it: {report}");
    assert!(report["events_by_kind"]["end_of_stroke"].as_u64() > Some(0), "the flipper was pressed: {report}");
    let events = report["events_by_kind"].as_object().unwrap().values().map(|count| count.as_u64().unwrap());
    assert_eq!(report["events"].as_u64(), Some(events.sum()));
    assert_eq!((report["lost"].as_u64(), report["not_finite"].as_u64()), (Some(0), Some(0)));
    assert!(report["speed_up"].as_f64().unwrap() > 0.0);
}

#[test]
fn equal_runs_have_equal_hashes_however_the_table_comes() {
    let folder = with_table("hash");
    let hash = |more: &[&str]| good(&folder, &[&["simulate", "small.toml", "--hash", "--seconds", "3"], more].concat());
    let first = hash(&[]);
    assert_eq!(first.trim().len(), 16, "{first}");
    assert_eq!(first, hash(&["--trace", "trace.jsonl", "--events", "events.jsonl"]), "looking changes nothing");
    let (_, piped, _) = run_with_input(&folder, &["simulate", "-", "--hash", "--seconds", "3"], TABLE);
    assert_eq!(first, piped);
    assert_ne!(first, hash(&["--seed", "7"]));
    let pilot = hash(&["--autopilot", "--seed", "7"]);
    assert_eq!(pilot, hash(&["--autopilot", "--seed", "7"]));
    assert_ne!(pilot, hash(&["--autopilot", "--seed", "8"]));
}

#[test]
fn inputs_come_from_a_file_and_are_checked_against_the_table() {
    let folder = with_table("inputs");
    fs::write(folder.join("flips.toml"), "[[input]]\ntime = 0.2\naction = \"press\"\npart = \"right\"\n").unwrap();
    let arguments = ["simulate", "small.toml", "--seconds", "1", "--events", "-", "--inputs"];
    let (code, out, err) = run(&folder, &[&arguments[..], &["flips.toml"]].concat());
    assert!(code == 0 && err.contains("small.toml: 1 s"), "the summary makes way: {err}");
    let flipped =
        |name: &str| out.lines().map(json).any(|event| event["event"] == "end_of_stroke" && event["part"] == name);
    assert!(flipped("right") && flipped("left"), "those of the file and those of the table: {out}");
    fs::write(folder.join("flips.toml"), "[[input]]\ntime = 0.2\naction = \"press\"\npart = \"rigth\"\n").unwrap();
    let (code, _, err) = run(&folder, &[&arguments[..], &["flips.toml"]].concat());
    assert_eq!(code, 1);
    assert!(err.contains("--> flips.toml:4:8\n") && err.contains("did you mean \"right\"?"), "{err}");
    assert!(err.ends_with("error: flips.toml has 1 fault\n"), "{err}");
}

#[test]
fn a_trace_is_lines_of_json_or_csv_by_its_name() {
    let folder = with_table("trace_formats");
    let arguments = ["simulate", "small.toml", "--seconds", "1", "--every", "100", "--trace"];
    good(&folder, &[&arguments[..], &["trace.csv"]].concat());
    let csv = fs::read_to_string(folder.join("trace.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "time,ball,x,y,z,vx,vy,vz,wx,wy,wz");
    assert_eq!(rows.len(), 1 + 11, "at the start and after each tenth of a second");
    assert!(rows[1].starts_with("0.0,0,0.201,0.3,") && rows[11].starts_with("1.0,0,"), "{csv}");
    assert!(rows.iter().all(|row| row.split(',').count() == 11));

    good(&folder, &[&arguments[..], &["trace.jsonl"]].concat());
    let lines = fs::read_to_string(folder.join("trace.jsonl")).unwrap();
    let balls: Vec<_> = lines.lines().map(json).filter(|row| row.get("ball").is_some()).collect();
    assert_eq!(balls.len(), 11);
    // As text: both write the shortest digits that read back to the same bits, but this reader of JSON may miss the last bit.
    let texts: Vec<&str> = lines.lines().filter(|line| line.contains("\"ball\"")).collect();
    for (row, text) in rows[1..].iter().zip(texts) {
        for cell in row.split(',') {
            assert!(text.split([',', ':', '[', ']', '}']).any(|word| word == cell), "{cell} of {row} is not in {text}");
        }
    }
    let moved = lines.lines().map(json).any(|row| row["part"] == "left" && row["pose"]["angle"].is_f64());
    assert!(moved, "the flipper's stroke is in it: {lines}");
}

#[test]
fn events_can_stand_between_the_rows_of_a_trace() {
    let folder = with_table("shared");
    let (code, out, _) = run(&folder, &["simulate", "small.toml", "--seconds", "1", "--trace", "-", "--events", "-"]);
    let rows: Vec<_> = out.lines().map(json).collect();
    assert!(code == 0 && rows.iter().any(|row| row["event"] == "hit" && row["part"] == "bumper"), "{out}");
    let times: Vec<f64> = rows.iter().map(|row| row["time"].as_f64().unwrap()).collect();
    assert!(times.is_sorted(), "by rising time");
}

#[test]
fn balls_are_dropped_in_or_kept_in_play() {
    let folder = with_table("balls");
    let report = |more: &[&str]| {
        json(&good(&folder, &[&["simulate", "small.toml", "--seconds", "3", "--balls", "4", "--json"], more].concat()))
    };
    let dropped = report(&[]);
    assert_eq!((dropped["balls_dropped_in"].as_u64(), dropped["balls_at_end"].as_u64()), (Some(4), Some(5)));
    let piloted = report(&["--autopilot"]);
    assert_eq!(piloted["balls_dropped_in"], 0);
    assert!(piloted["autopilot"]["served"].as_u64().unwrap() >= 3, "one was there: {piloted}");
}

#[test]
fn a_ball_that_leaves_the_cabinet_ends_with_one() {
    let folder = folder("lost");
    let text = format!("{TABLE}\n[[ball]]\nat = [-300, 500]\n");
    fs::write(folder.join("leak.toml"), text).unwrap();
    let (code, out, err) = run(&folder, &["simulate", "leak.toml", "--seconds", "1", "--json"]);
    assert_eq!((code, err.as_str()), (1, "error: 1 ball left the cabinet\n"));
    assert_eq!(json(&out)["lost"], 1, "and the report is there all the same");
}

#[test]
fn what_cannot_be_is_wrong_usage_and_writes_nothing() {
    let folder = with_table("table_usage");
    for (arguments, word) in [
        (&["--gravity", "1"][..], "this is a table, and --gravity is for scenes"),
        (&["-o", "a.svg"], "this is a table, and --output is for scenes"),
        (&["--trace", "-", "--json"], "only one of"),
        (&["--events", "a.csv"], "events are written as JSON Lines"),
        (&["--autopilot", "--balls", "65"], "at most 64 balls in play, not 65"),
        (&["--every", "0"], "it must be more than 0"),
        (&["--balls", "0"], "0 is not in 1..=1000"),
        (&["--seconds", "nan"], "it must be more than 0"),
    ] {
        let (code, out, err) = run(&folder, &[&["simulate", "small.toml"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing was written");
    let (code, _, err) = run(&folder, &["simulate", "small.toml", "--trace", "no/such/trace.csv"]);
    assert!(code == 1 && err.starts_with("error: cannot write no/such/trace.csv: "), "{err}");
}

/// A plate that lifts a ball, and a press that cannot crush another.
const DRIVEN: &str = r#"
carom = 2
physics = "2026.1"
units = "mm"
[playfield]
slope = 0
[[group]]
name = "lift"
shift = [100, 300, 0]
path = [{ time = 0 }, { time = 0.5, shift = [0, 0, 20] }]
runs = true
[[wall]]
name = "plate"
parent = "lift"
outline = [[-30, -30], [30, -30], [30, 30], [-30, 30]]
top = 2
[[group]]
name = "press"
driven = true
shift = [400, 500, 0]
[[wall]]
name = "stamp"
parent = "press"
outline = [[0, -40], [10, -40], [10, 40], [0, 40]]
[[wall]]
name = "anvil"
outline = [[450, 460], [460, 460], [460, 540], [450, 540]]
[[ball]]
at = [100, 300]
low = 2
[[ball]]
at = [430, 500]
[[input]]
time = 0.1
action = "velocity"
group = "press"
velocity = [0.1, 0, 0]
"#;

fn with_driven(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::write(folder.join("driven.toml"), DRIVEN).unwrap();
    folder
}

#[test]
fn driven_groups_are_told_of_and_traced() {
    let folder = with_driven("driven");
    let arguments = ["simulate", "driven.toml", "--seconds", "1", "--trace", "-", "--events", "-"];
    let (code, out, err) = run(&folder, &arguments);
    assert_eq!(code, 0, "{err}");
    let rows: Vec<_> = out.lines().map(json).collect();
    let arrived = rows.iter().find(|row| row["event"] == "arrived").expect("the lift is up");
    assert_eq!((&arrived["group"], arrived["time"].as_f64()), (&"lift".into(), Some(0.5)));
    let stalled: Vec<_> = rows.iter().filter(|row| row["event"] == "stalled").collect();
    assert!(!stalled.is_empty() && stalled.len() <= 10, "told at most every tenth of a second: {}", stalled.len());
    assert!(stalled.iter().all(|row| row["group"] == "press" && row["ball"] == 1), "{stalled:?}");
    let heights: Vec<f64> = rows
        .iter()
        .filter(|row| row["event"].is_null() && row["group"] == "lift")
        .map(|row| row["position"][2].as_f64().unwrap())
        .collect();
    assert!(heights.len() > 40 && heights.is_sorted() && heights.last() == Some(&0.02), "{heights:?}");
    let ball = rows.iter().rev().find(|row| row["ball"] == 0 && row["event"].is_null()).unwrap();
    let top = 0.022 + 0.013_493_75;
    assert!((ball["position"][2].as_f64().unwrap() - top).abs() < 1e-6, "it was lifted: {ball}");
    // A picture can be made of it.
    let (_, trace, _) = run(&folder, &["simulate", "driven.toml", "--seconds", "1", "--trace", "-"]);
    fs::write(folder.join("trace.jsonl"), trace).unwrap();
    good(&folder, &["draw", "driven.toml", "--trace", "trace.jsonl", "-o", "driven.svg"]);
}

#[test]
fn a_ledger_says_where_the_energy_went_and_that_it_closes() {
    let folder = with_driven("ledger");
    let text = good(&folder, &["simulate", "driven.toml", "--seconds", "1", "--ledger"]);
    assert!(text.contains("\n  ledger    closes to ") && text.contains("moving surfaces"), "{text}");
    let report = json(&good(&folder, &["simulate", "driven.toml", "--seconds", "1", "--ledger", "--json"]));
    let ledger = &report["ledger"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or_else(|| panic!("{ledger}"));
    assert!(number(&ledger["closes_to"]) <= 1e-9, "{ledger}");
    assert!(
        number(&ledger["gained"]["moving_surfaces"]) > 0.08 * 9.81 * 0.02 * 0.9,
        "the lift lifted a ball: {ledger}"
    );
    let gains: f64 =
        ["gravity", "forces", "moving_surfaces", "parts"].iter().map(|name| number(&ledger["gained"][name])).sum();
    let losses: f64 = ["impacts", "friction", "rolling"].iter().map(|name| number(&ledger["lost"][name])).sum();
    let right: f64 =
        ["overlaps", "drift", "stilled", "ticks"].iter().map(|name| number(&ledger["put_right"][name])).sum();
    let start = number(&ledger["at_the_start"]) + number(&ledger["put_in"]) - number(&ledger["taken_out"]);
    let left = number(&ledger["now"]) - (start + gains - losses + right);
    assert!((left - number(&ledger["residual"])).abs() < 1e-12, "the entries add up: {ledger}");
    let without = json(&good(&folder, &["simulate", "driven.toml", "--seconds", "1", "--json"]));
    assert!(without["ledger"].is_null() && without["hash"] == report["hash"], "keeping it changes nothing");
    let (code, _, _) = run(&folder, &["simulate", "driven.toml", "--ledger", "--hash"]);
    assert_eq!(code, 2);
}
