//! `carom draw`.

mod common;

use common::{TABLE, folder, good, is_svg, run};
use std::fs;
use std::path::{Path, PathBuf};

fn with_table(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::write(folder.join("small.toml"), TABLE).unwrap();
    folder
}

/// Draws into a file, and gives what is in it.
fn drawn(folder: &Path, file: &str, more: &[&str]) -> Vec<u8> {
    assert_eq!(good(folder, &[&["draw", "small.toml", "-o", file, "--size", "200"], more].concat()), "");
    fs::read(folder.join(file)).unwrap()
}

#[test]
fn the_ending_of_the_name_says_what_a_picture_becomes() {
    let folder = with_table("draw_formats");
    let short = ["--seconds", "0.4", "--fps", "10"];
    assert!(is_svg(&String::from_utf8(drawn(&folder, "a.svg", &[])).unwrap()));
    let png = drawn(&folder, "a.png", &[]);
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && !has(&png, b"acTL"));
    assert!(drawn(&folder, "a.gif", &short).starts_with(b"GIF89a"));
    let apng = drawn(&folder, "a.apng", &short);
    assert!(apng.starts_with(b"\x89PNG\r\n\x1a\n") && has(&apng, b"acTL"), "a PNG with more than one frame");
    assert!(is_svg(&good(&folder, &["draw", "small.toml", "-o", "-"])), "and SVG on standard output");
    let (code, _, err) = run(&folder, &["draw", "small.toml", "-o", "a.jpg"]);
    assert_eq!((code, err.as_str()), (2, "error: a.jpg: a picture's name ends in .svg, .png, .gif or .apng\n"));
}

fn has(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[test]
fn names_and_ways_are_drawn_when_asked_for() {
    let folder = with_table("draw_more");
    let text = |file: &str, more: &[&str]| String::from_utf8(drawn(&folder, file, more)).unwrap();
    let plain = text("plain.svg", &[]);
    assert!(text("labels.svg", &["--labels"]).len() > plain.len());
    assert!(text("run.svg", &["--seconds", "1"]).len() > plain.len() + 200, "the way of its ball");
    assert_eq!(text("run.svg", &["--seconds", "1"]), text("again.svg", &["--seconds", "1"]), "the same every time");
}

#[test]
fn a_table_is_seen_from_all_sides() {
    let folder = with_table("draw_views");
    let text = |view: &str| String::from_utf8(drawn(&folder, "view.svg", &["--view", view])).unwrap();
    assert_eq!(text("above"), String::from_utf8(drawn(&folder, "plain.svg", &[])).unwrap());
    let sides = ["front", "side", "oblique"].map(text);
    for (k, picture) in sides.iter().enumerate() {
        assert!(is_svg(picture) && !sides[..k].contains(picture), "each is another");
    }
    assert!(drawn(&folder, "view.gif", &["--view", "side", "--seconds", "0.4", "--fps", "10"]).starts_with(b"GIF89a"));
    let (code, _, err) = run(&folder, &["draw", "small.toml", "-o", "a.svg", "--view", "below"]);
    assert!(code == 2 && err.contains("it must be above, front, side or oblique"), "{err}");
}

#[test]
fn a_trace_of_either_kind_gives_the_same_picture() {
    let folder = with_table("draw_trace");
    for trace in ["trace.jsonl", "trace.csv"] {
        good(&folder, &["simulate", "small.toml", "--seconds", "1", "--trace", trace]);
    }
    let picture = |trace: &str| drawn(&folder, "trace.svg", &["--trace", trace]);
    assert_eq!(picture("trace.jsonl"), picture("trace.csv"));
    assert!(picture("trace.csv").len() > drawn(&folder, "plain.svg", &[]).len());
    let still = drawn(&folder, "csv.gif", &["--trace", "trace.csv", "--fps", "10"]);
    let moving = drawn(&folder, "jsonl.gif", &["--trace", "trace.jsonl", "--fps", "10"]);
    assert_ne!(still, moving, "only lines of JSON say how flippers stood");
    fs::write(folder.join("bad.csv"), "time,ball,x,y\n0,0,here,1\n").unwrap();
    let (code, _, err) = run(&folder, &["draw", "small.toml", "-o", "a.svg", "--trace", "bad.csv"]);
    assert_eq!((code, err.as_str()), (1, "error: bad.csv:2: 'here' is not a number\n"));
}

#[test]
fn what_cannot_be_drawn_is_said_before_anything_is_written() {
    let folder = with_table("draw_usage");
    for (arguments, word) in [
        (&["-o", "a.gif"][..], "a moving picture needs a run (--seconds) or a trace (--trace)"),
        (&["-o", "a.svg", "--autopilot"], "say --seconds as well"),
        (&["-o", "a.gif", "--seconds", "1000"], "at most 1800 frames"),
        (&["-o", "a.svg", "--size", "3"], "it must be from 16 to 8192"),
        (&["-o", "a.gif", "--seconds", "1", "--fps", "60"], "60 is not in 1..=50"),
    ] {
        let (code, out, err) = run(&folder, &[&["draw", "small.toml"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
    }
    let (code, _, err) = run(&folder, &["draw", "small.toml", "-o", "no/such/a.svg"]);
    assert!(code == 1 && err.starts_with("error: cannot write no/such/a.svg: "), "{err}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "only the table is there");
}
