//! The tool on the sample that lies in this crate, and on damaged data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tool(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom-conform")).args(arguments).output().expect("the tool starts")
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// A folder of its own for a test, with the sample's bumpers in it, changed.
fn changed(name: &str, change: impl Fn(String) -> String) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let text = fs::read_to_string(sample().join("bumper.json")).expect("the sample");
    fs::write(folder.join("bumper.json"), change(text)).expect("a file");
    folder
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a readable path")
}

#[test]
fn the_sample_conforms() {
    let done = tool(&["vpx", path(&sample())]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.contains("flipper_stroke") && text.contains("worst"), "a table: {text}");
}

#[test]
fn the_report_as_json_names_every_case() {
    let done = tool(&["vpx", path(&sample()), "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(report["conforms"], true, "{report:#}");
    let families = report["families"].as_array().expect("a list");
    assert!(families.len() >= 16, "{} families", families.len());
    for family in families {
        let cases = family["list"].as_array().expect("a list").len();
        assert_eq!(family["cases"], cases, "{}", family["family"]);
    }
}

/// A record in which the ball leaves a bumper in another way than the law says is not met.
#[test]
fn a_wrong_record_fails() {
    let folder = changed("wrong", |text| text.replace("\"force\": 15", "\"force\": 9"));
    let done = tool(&["vpx", path(&folder)]);
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stdout));
    assert!(String::from_utf8_lossy(&done.stdout).contains("FAILED   bumper a60_v20"), "the case is named");
}

#[test]
fn damage_is_told_and_never_a_panic() {
    let cut = changed("cut", |text| text[..text.len() / 2].to_owned());
    let without = changed("without", |text| text.replace("\"pos\"", "\"sop\""));
    let huge = changed("huge", |text| text.replace("\"radius\": 45", "\"radius\": 1e300"));
    let list = changed("list", |_| "{}".to_owned());
    let nowhere = Path::new("no/such/folder").to_path_buf();
    for (folder, word) in
        [(cut, "bumper.json"), (without, "give 0 balls"), (huge, "radius"), (list, "list"), (nowhere, "no/such")]
    {
        let done = tool(&["vpx", path(&folder)]);
        let complaint = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{folder:?}: {complaint}");
        assert!(complaint.contains(word) && !complaint.contains("panicked"), "{folder:?}: {complaint}");
    }
}
