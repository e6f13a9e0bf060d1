//! `carom draw SHOT.json`.

mod common;

use common::{folder, good, is_svg, run, run_with_input};
use std::fs;
use std::path::{Path, PathBuf};

/// The cue ball cuts the one towards a corner.
const SHOT: &str = r#"{ "table": "pool-7",
  "balls": [ {"name": "cue", "at": [0.5, 0.5]}, {"name": "1", "at": [0.6, 1.2]}, {"name": "8", "at": [0.2, 1.5]} ],
  "cue": {"ball": "cue", "speed": 2.0, "direction": 83.0, "side": 0.1, "height": 0.2} }"#;

fn with_shot(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::write(folder.join("shot.json"), SHOT).unwrap();
    folder
}

fn drawn(folder: &Path, file: &str, more: &[&str]) -> Vec<u8> {
    assert_eq!(good(folder, &[&["draw", "shot.json", "-o", file, "--size", "300"], more].concat()), "");
    fs::read(folder.join(file)).unwrap()
}

fn text(folder: &Path, more: &[&str]) -> String {
    String::from_utf8(drawn(folder, "a.svg", more)).unwrap()
}

#[test]
fn a_shot_becomes_what_the_ending_says() {
    let folder = with_shot("draw_shot_formats");
    assert!(is_svg(&text(&folder, &[])));
    let rack = good(&folder, &["rack", "nine-ball"]);
    let (code, out, err) = run_with_input(&folder, &["draw", "-", "-o", "-"], &rack);
    assert_eq!((code, err.as_str()), (0, ""), "balls that nobody strikes are drawn as well");
    assert!(is_svg(&out) && out.contains("<title>9</title>"));
    assert!(drawn(&folder, "a.png", &[]).starts_with(b"\x89PNG\r\n\x1a\n"));
    assert!(drawn(&folder, "a.gif", &["--seconds", "0.5", "--fps", "10"]).starts_with(b"GIF89a"));
    let apng = drawn(&folder, "a.apng", &["--seconds", "0.5", "--fps", "10"]);
    assert!(apng.windows(4).any(|word| word == b"acTL"), "a PNG with more than one frame");
}

/// Without the ending the first brace tells a shot from a table.
#[test]
fn a_shot_is_known_by_what_is_in_it() {
    let folder = with_shot("draw_shot_stdin");
    let (code, out, err) = run_with_input(&folder, &["draw", "-", "-o", "-", "--size", "300"], SHOT);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, text(&folder, &[]));
}

#[test]
fn trails_are_parabolas_and_balls_bear_their_names() {
    let folder = with_shot("draw_shot_trails");
    let whole = text(&folder, &[]);
    assert!(whole.contains("Q"), "curves");
    assert!(whole.contains("<title>cue</title>") && whole.contains("<title>8</title>"));
    let start = text(&folder, &["--layout"]);
    assert!(!start.contains("Q") && start.contains("2.00 m/s"), "the strike, but no ways");
    let early = text(&folder, &["--seconds", "0.2"]);
    assert!(early.contains("0.20 s") && early != whole);
    assert!(text(&folder, &["--labels"]).contains(">lb</text>"));
    let size = |text: &str| text.split('"').nth(3).and_then(|word| word.parse::<u32>().ok());
    assert_eq!((size(&whole), size(&text(&folder, &["--portrait"])).map(|width| width < 200)), (Some(300), Some(true)));
}

#[test]
fn what_is_wrong_with_a_shot_is_said() {
    let folder = with_shot("draw_shot_wrong");
    for (arguments, word) in [
        (&["--autopilot"][..], "a shot says itself what happens"),
        (&["--slow", "2"], "--slow is for moving pictures"),
        (&["--slow", "0"], "not a number from 0.1 to 1000"),
        (&["--size", "3"], "it must be from 16 to 8192"),
        (&["--layout", "--seconds", "1"], "cannot be used with"),
    ] {
        let (code, out, err) = run(&folder, &[&["draw", "shot.json", "-o", "a.svg"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
    }
    fs::write(folder.join("bad.json"), SHOT.replace("2.0", "\"fast\"")).unwrap();
    let (code, _, err) = run(&folder, &["draw", "bad.json", "-o", "a.svg"]);
    assert!(code == 1 && err.contains("bad.json has 1 fault") && err.contains("cue.speed"), "{err}");
    fs::write(folder.join("over.json"), SHOT.replace("[0.2, 1.5]", "[0.5, 0.52]")).unwrap();
    let (code, _, err) = run(&folder, &["draw", "over.json", "-o", "a.svg"]);
    assert!(code == 1 && err.contains("over.json: balls[2]: a ball overlaps another"), "{err}");
    assert!(!folder.join("a.svg").exists());
}
