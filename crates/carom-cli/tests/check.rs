//! `carom check` as a user or a script runs it: what it prints, and with which exit code it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HEAD: &str = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n";

/// A table that can be played: two flippers, guides that lead to them, a drain.
const TABLE: &str = r#"
[[wall]]
name = "left guide"
outline = [[0, 800], [162, 885], [162, 1067], [0, 1067]]
[[wall]]
name = "right guide"
outline = [[514, 800], [514, 1067], [352, 1067], [352, 885]]
[[flipper]]
name = "left"
at = [172, 905]
[[flipper]]
name = "right"
at = [342, 905]
side = "right"
[[bumper]]
name = "pop"
at = [257, 300]
[[trough]]
drain = [257, 1030]
drain_outline = [[162, 1000], [352, 1000], [352, 1067], [162, 1067]]
exit = [257, 100]
"#;

/// Writes a table into a folder of its own.
fn folder(test: &str, parts: &str) -> PathBuf {
    folder_of_text(test, &format!("{HEAD}{parts}"))
}

fn folder_of_text(test: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{test}"));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("table.toml"), text).unwrap();
    folder
}

/// Exit code, standard output, standard error.
fn check(folder: &Path, options: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(["check", "table.toml"]).args(options).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_clean_table_ends_with_zero_and_says_so() {
    let folder = folder("clean", TABLE);
    let (code, out, err) = check(&folder, &["--balls", "20"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("table.toml: nothing wrong\n  20 balls in "), "{out}");
}

#[test]
fn a_trap_ends_with_one_and_names_its_place() {
    let pocket = "[[wall]]\nname = \"vee\"\noutline = [[150, 480], [257, 550], [364, 480], [364, 490], [257, 565], [150, 490]]\n";
    let folder = folder("trap", &format!("{TABLE}{pocket}"));
    let (code, out, err) = check(&folder, &["--balls", "20"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("error: a ball stays at wall \"vee\"") && out.contains("--> table.toml:25, at 257"), "{out}");
    assert!(out.contains("\ntable.toml: 1 error") && err.is_empty(), "said once: {out}{err}");
    let (code, out, err) = check(&folder, &["--balls", "20", "--json"]);
    assert!(code == 1 && out.starts_with('{') && err.starts_with("error: table.toml: 1 error"), "{out}{err}");
}

#[test]
fn every_fault_of_a_file_is_shown_with_its_line() {
    let folder = folder("faults", "[[bumper]]\nat = [250, 300]\nradios = 20\n[[flipper]]\n");
    let (code, out, _) = check(&folder, &[]);
    assert_eq!(code, 1);
    assert!(out.contains("--> table.toml:6:1") && out.contains("did you mean `radius`?"), "{out}");
    assert!(out.contains("--> table.toml:7:1") && out.contains("this flipper has no `at`"), "{out}");
    let (code, out, _) = check(&folder, &["--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let lines: Vec<_> = report["findings"].as_array().unwrap().iter().map(|found| found["line"].as_u64()).collect();
    assert_eq!((code, lines), (1, vec![Some(6), Some(7)]), "{out}");
}

#[test]
fn the_report_is_the_same_for_a_seed_whatever_the_number_of_threads() {
    let folder = folder("seed", &format!("{TABLE}[[post]]\nname = \"peg\"\nat = [220, 905]\n"));
    let with = |options: &[&str]| check(&folder, &[&["--balls", "12", "--seconds", "5", "--json"], options].concat()).1;
    let one = with(&["--threads", "1"]);
    assert_eq!(one, with(&["--threads", "2"]));
    assert_ne!(one, with(&["--seed", "2"]), "another seed, other runs");
    let report: serde_json::Value = serde_json::from_str(&one).unwrap();
    let first = &report["findings"][0];
    assert_eq!((&first["level"], &first["kind"], &first["part"]), (&"error".into(), &"overlap".into(), &"left".into()));
    assert_eq!(first["with"], serde_json::json!(["peg"]));
    assert_eq!(first["line"], 11, "{one}");
}

#[test]
fn places_are_told_in_the_unit_of_the_file() {
    let inches = "carom = 1\nphysics = \"2026.1\"\nunits = \"in\"\n[[flipper]]\nname = \"left\"\nat = [6, -36]\n";
    let folder = folder_of_text("inches", inches);
    let (code, out, _) = check(&folder, &["--balls", "4", "--seconds", "2"]);
    let told =
        "warning: flipper \"left\" stands beside the playfield\n  --> table.toml:4, at 6, -36 in\n  = help: the origin";
    assert!(code == 0 && out.starts_with(told), "{out}");
}

/// A post that stands, one that leans, a wall that lies in two groups.
const PLACED: &str = r#"
[[group]]
name = "tower"
shift = [100, 300, 0]
[[group]]
name = "floor"
parent = "tower"
turn = [0, 90, 0]
[[post]]
name = "upright"
at = [250, 500]
shift = [10, 0, 0]
[[post]]
name = "leaning"
at = [0, 0]
shift = [250, 600, 0]
turn = [30, 0, 0]
[[wall]]
name = "lid"
parent = "floor"
outline = [[0, 0], [50, 0], [50, 50], [0, 50]]
[[trigger]]
name = "lane"
at = [20, 20]
"#;

fn placed(test: &str) -> PathBuf {
    folder_of_text(test, &format!("{}{PLACED}", HEAD.replace("carom = 1", "carom = 2")))
}

#[test]
fn placement_lists_the_rule_of_every_collider_and_the_groups_it_lies_in() {
    let folder = placed("placement");
    let (code, out, err) = check(&folder, &["--placement"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let row = |name: &str| {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = out.lines().map(words).find(|line| line.starts_with(name));
        found.unwrap_or_else(|| panic!("no {name}: {out}"))
    };
    assert!(row("playfield and cabinet").contains("native"), "{out}");
    assert_eq!(row("post upright"), "post upright native 1 disc, 1 post");
    assert_eq!(row("post leaning"), "post leaning ball to local 1 disc, 1 post");
    assert_eq!(row("wall lid replaced"), "wall lid replaced 4 edges, 8 triangles floor in tower");
    assert_eq!(row("trigger lane"), "trigger lane - notices only");
    assert_eq!(row("group floor"), "group floor in tower: stands");
    assert!(out.lines().last().unwrap().starts_with("table.toml: ") && out.ends_with("; 0 driven\n"), "{out}");
}

#[test]
fn placement_as_json_adds_up() {
    let folder = placed("placement_json");
    let (code, out, _) = check(&folder, &["--placement", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    let number = |value: &serde_json::Value| value.as_u64().unwrap();
    let parts = list["parts"].as_array().unwrap();
    let all = parts.iter().flat_map(|part| part["colliders"].as_array().unwrap());
    let sum: u64 = all.map(|colliders| number(&colliders["count"])).sum();
    let by_rule = ["native", "replaced", "ball_to_local"].map(|rule| number(&list[rule]));
    assert_eq!((code, sum, by_rule.iter().sum()), (0, number(&list["colliders"]), sum), "{out}");
    assert!(by_rule.iter().all(|count| *count > 0), "each rule is there: {by_rule:?}");
    let lid = parts.iter().find(|part| part["part"] == "lid").unwrap();
    assert_eq!((&lid["kind"], &lid["driven"]), (&"wall".into(), &false.into()));
    assert_eq!(lid["parents"], serde_json::json!(["floor", "tower"]));
}

#[test]
fn placed_parts_are_checked_where_they_stand() {
    // Said about its origin, the flipper would be in the corner of the table, and far from the peg.
    let flipper = "[[flipper]]\nname = \"left\"\nat = [0, 0]\nshift = [172, 905, 0]\n";
    let peg = "[[post]]\nname = \"peg\"\nat = [0, 0]\nshift = [220, 905, 0]\n";
    let text = format!("{}{}{flipper}{peg}", HEAD.replace("carom = 1", "carom = 2"), TABLE);
    let text = text.replacen("[[flipper]]\nname = \"left\"\nat = [172, 905]\n", "", 1);
    let folder = folder_of_text("placed", &text);
    let (code, out, _) = check(&folder, &["--balls", "4", "--seconds", "2"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("flipper \"left\" swings through post \"peg\""), "{out}");
    assert!(!out.contains("beside the playfield"), "{out}");
}

#[test]
fn what_cannot_be_placed_so_is_a_fault_with_its_place() {
    let uneven = "[[flipper]]\nname = \"left\"\nat = [172, 905]\nscale = [1, 2, 1]\n";
    let folder = folder_of_text("uneven", &format!("{}{uneven}", HEAD.replace("carom = 1", "carom = 2")));
    let (code, out, err) = check(&folder, &["--placement"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("--> table.toml:"), "{out}{err}");
}

#[test]
fn wrong_usage_ends_with_two() {
    let folder = folder("usage", TABLE);
    for options in [["--balls", "0"], ["--threads", "0"], ["--seconds", "-1"]] {
        assert_eq!(check(&folder, &options).0, 2, "{options:?}");
    }
    assert_eq!(check(&folder, &["--placement", "--balls", "3"]).0, 2, "no ball is fired then");
}
