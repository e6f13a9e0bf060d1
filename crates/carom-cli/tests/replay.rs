//! `carom replay`: recorded games, played again.

mod common;

use carom_rules::{Button, Game, GameOptions, Press, Recorder, Recording};
use carom_tables::{Table, built_in};
use common::{TABLE, folder, good, json, run, run_with_input, without_reader};
use std::fs;

/// A game of 12 s with some buttons pressed.
fn recorded(name: &str, table: &Table) -> Recording {
    let options = GameOptions { seed: 21, autopilot: false };
    let mut game = Game::new(table, options).unwrap();
    let mut recorder = Recorder::new(name, table, options);
    for tick in 0..12_000 {
        let (button, down) = match tick {
            100 => (Button::Start, true),
            150 => (Button::Start, false),
            2_000 => (Button::Plunge, true),
            3_000 => (Button::Plunge, false),
            _ if tick % 700 == 0 => (Button::Left, tick % 1400 == 0),
            _ if tick % 900 == 0 => (Button::Right, tick % 1800 == 0),
            _ => (Button::Left, false),
        };
        if matches!(tick, 100 | 150 | 2_000 | 3_000) || tick % 700 == 0 || tick % 900 == 0 {
            let press = Press { tick, button, down };
            recorder.note(Press { tick: game.press(press), ..press });
        }
        game.tick();
        recorder.ticked(&game);
    }
    recorder.finish(&game).unwrap()
}

fn fairground() -> Recording {
    let table = Table::parse(built_in::find("fairground").unwrap().text).unwrap();
    recorded("fairground", &table)
}

#[test]
fn a_file_a_link_an_address_and_standard_input_are_played_again() {
    let folder = folder("replay-forms");
    let recording = fairground();
    fs::write(folder.join("game.json"), recording.to_json()).unwrap();
    fs::write(folder.join("game.txt"), recording.to_link() + "\n").unwrap();
    let link = recording.to_link();
    let address = format!("http://127.0.0.1:3141/?table=fairground#replay={link}");
    let score = recording.scores[0];
    for word in ["game.json", "game.txt", &link, &address] {
        let text = good(&folder, &["replay", word]);
        for part in [
            "12 s on fairground",
            "seed 21",
            &format!("recorded  {score}"),
            &format!("replayed  {score}"),
            "the same game, bit for bit",
        ] {
            assert!(text.contains(part), "'{part}' is missing in: {text}");
        }
    }
    let (code, out, err) = run_with_input(&folder, &["replay", "-"], &recording.to_json());
    assert!(code == 0 && err.is_empty() && out.starts_with("standard input: "), "{out}{err}");
    without_reader(&folder, &["replay", "game.json"]);
}

#[test]
fn a_program_reads_the_report() {
    let folder = folder("replay-json");
    let recording = fairground();
    fs::write(folder.join("game.json"), recording.to_json()).unwrap();
    let report = json(&good(&folder, &["replay", "game.json", "--json"]));
    assert_eq!((report["same"].as_bool(), report["first_difference"].is_null()), (Some(true), true));
    assert_eq!(report["scores"], serde_json::json!(recording.scores));
    assert_eq!(report["recorded_scores"], report["scores"]);
    assert_eq!((report["ticks"].as_u64(), report["seed"].as_str()), (Some(12_000), Some("21")));
    assert_eq!(report["hash"].as_str().unwrap(), format!("{:016x}", recording.hash));
}

#[test]
fn another_game_ends_with_code_one_and_says_where_it_differs() {
    let folder = folder("replay-differs");
    let other = Recording { seed: 22, ..fairground() };
    fs::write(folder.join("other.txt"), other.to_link()).unwrap();
    let (code, out, err) = run(&folder, &["replay", "other.txt"]);
    assert!(code == 1 && err.is_empty(), "{err}");
    assert!(out.contains("another game: it differs between 0.000 s and 10.000 s"), "{out}");
    let (code, out, _) = run(&folder, &["replay", "other.txt", "--json"]);
    assert_eq!((code, json(&out)["first_difference"].as_u64()), (1, Some(10_000)));
}

#[test]
fn a_press_moved_by_a_millisecond_is_told_at_the_first_event_that_differs() {
    let folder = folder("replay-moved");
    let mut moved = fairground();
    // A ball is in play by then.
    let mut presses = moved.presses.iter_mut();
    let press = presses.find(|press| press.button == Button::Left && press.down && press.tick > 3_500).unwrap();
    press.tick += 1;
    let pressed = press.tick as f64 * 1e-3;
    fs::write(folder.join("moved.json"), moved.to_json()).unwrap();
    let (code, out, err) = run(&folder, &["replay", "moved.json"]);
    assert!(code == 1 && err.is_empty(), "{err}");
    for part in
        ["another game: event ", " differs, at ", "\n  recorded  ", "\n  now       ", "flipper \"left flipper\""]
    {
        assert!(out.contains(part), "'{part}' is missing in: {out}");
    }
    let (code, out, _) = run(&folder, &["replay", "moved.json", "--json"]);
    let report = json(&out);
    let difference = &report["difference"];
    assert_eq!(code, 1);
    let (recorded, now) = (&difference["recorded"], &difference["now"]);
    assert_eq!((&recorded["what"], &recorded["part"]), (&now["what"], &now["part"]), "{difference}");
    let late = now["time"].as_f64().unwrap() - recorded["time"].as_f64().unwrap();
    assert!((late - 0.001).abs() < 2e-6, "the stroke ends a millisecond later: {difference}");
    assert!(recorded["time"].as_f64().unwrap() > pressed - 0.0015, "{difference}");
    assert_eq!(difference["how"], "the same event at another time");
}

#[test]
fn the_events_of_a_recording_are_listed() {
    let folder = folder("replay-events");
    let recording = fairground();
    fs::write(folder.join("game.json"), recording.to_json()).unwrap();
    let text = good(&folder, &["replay", "game.json", "--events"]);
    let lines = text.lines().filter(|line| line.contains(" s: ")).count();
    assert!(lines == recording.events.len() && lines > 10, "{text}");
    let report = json(&good(&folder, &["replay", "game.json", "--events", "--json"]));
    assert_eq!(report["events"].as_array().unwrap().len(), lines);
}

#[test]
fn a_recording_of_another_physics_is_refused_unless_one_wants_to_see_where_they_part() {
    let folder = folder("replay-physics");
    let old = Recording { physics: "2026.1".to_owned(), ..fairground() };
    fs::write(folder.join("old.json"), old.to_json()).unwrap();
    let (code, out, err) = run(&folder, &["replay", "old.json"]);
    assert_eq!((code, out.as_str()), (1, ""));
    let start = "error: cannot play old.json again: it was recorded by Carom 0.1.0 with the physics \"2026.1\", which an older Carom had";
    assert!(err.starts_with(start) && err.contains("play it with the Carom that recorded it"), "{err}");
    assert!(good(&folder, &["replay", "old.json", "--anyway"]).contains("bit for bit"));
}

#[test]
fn a_table_file_is_named_with_table() {
    let folder = folder("replay-table");
    fs::write(folder.join("small.toml"), TABLE).unwrap();
    let recording = recorded("small", &Table::parse(TABLE).unwrap());
    fs::write(folder.join("game.json"), recording.to_json()).unwrap();
    let (code, out, err) = run(&folder, &["replay", "game.json"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err, "error: it was recorded on \"small\", which is no built-in table: say where it is with --table\n");
    assert!(good(&folder, &["replay", "game.json", "--table", "small.toml"]).contains("bit for bit"));
    fs::write(folder.join("changed.toml"), TABLE.replace("[200, 500]", "[200, 501]")).unwrap();
    let (code, out, err) = run(&folder, &["replay", "game.json", "--table", "changed.toml"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        err.starts_with(
            "error: cannot play game.json again: it was recorded on another table, or on another version of it"
        ),
        "{err}"
    );
    // Comments and the order of fields do not matter: it is the same table.
    fs::write(folder.join("comment.toml"), format!("# a comment\n{TABLE}")).unwrap();
    good(&folder, &["replay", "game.json", "--table", "comment.toml"]);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let folder = folder("replay-refused");
    let (file, link) = (fairground().to_json(), fairground().to_link());
    fs::write(folder.join("cut.json"), &file[..file.len() / 2]).unwrap();
    fs::write(folder.join("edited.json"), file.replace("[2000, \"plunge\", true,", "[2001, \"plunge\", true,"))
        .unwrap();
    fs::write(folder.join("noise"), [0xff, 0x00, 0x12]).unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    for (word, reason) in [
        ("cut.json", "cannot play cut.json again: it is cut off: it ends at line "),
        ("edited.json", "cannot play edited.json again: it was changed after it was saved, in line "),
        ("noise", "cannot read noise: it is not a text file"),
        ("empty", "cannot play empty again: it is no recording"),
        ("missing.json", "cannot read missing.json: "),
        (".", "cannot read .: "),
        (&link[..link.len() - 5], "cannot play the link again: it"),
    ] {
        let (code, out, err) = run(&folder, &["replay", word]);
        assert_eq!((code, out.as_str()), (1, ""), "{word}: {err}");
        assert!(err.starts_with(&format!("error: {reason}")), "{word}: {err}");
    }
    let (code, _, _) = run(&folder, &["replay"]);
    assert_eq!(code, 2);
}

#[test]
fn a_simulated_game_is_recorded_and_plays_again() {
    let folder = folder("replay-simulated");
    let arguments = ["simulate", "fairground", "--game", "--seconds", "60", "--seed", "3"];
    let with = |more: &[&str]| good(&folder, &[&arguments[..], more].concat());
    let report = json(&with(&["--json", "--record", "game.json"]));
    assert!(report["score"][0].as_i64().unwrap() > 0, "{report}");
    assert!(report["moments"].as_object().is_some_and(|moments| !moments.is_empty()), "{report}");
    let replayed = json(&good(&folder, &["replay", "game.json", "--json"]));
    assert_eq!((&replayed["scores"], &replayed["hash"]), (&report["score"], &report["hash"]));
    assert_eq!(with(&["--hash"]), format!("{}\n", report["hash"].as_str().unwrap()));
    let text = with(&[]);
    assert!(
        text.contains("60 s by its rules, seed 3") && text.contains(&format!("score {}", report["score"][0])),
        "{text}"
    );
    let (code, out, err) = run(&folder, &[&arguments[..], &["--record", "-"]].concat());
    assert_eq!((code, out.parse::<Recording>().map(|recording| recording.ticks)), (0, Ok(60_000)), "{err}");
    assert!(err.contains("by its rules"), "the report makes room: {err}");
}

#[test]
fn options_that_do_not_go_with_a_game_are_refused() {
    let folder = folder("replay-usage");
    for more in [
        &["--game", "--balls", "3"][..],
        &["--game", "--trace", "x"],
        &["--record", "x"],
        &["--game", "--json", "--record", "-"],
    ] {
        let (code, out, _) = run(&folder, &[&["simulate", "fairground"], more].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{more:?}");
    }
}

#[test]
fn a_script_that_fails_in_a_simulated_game_is_told_with_its_line() {
    let folder = folder("replay-script");
    let script = "\n[game]\nscript = \"\"\"\nfn game_begins() {\n    throw \"no luck\";\n}\n\"\"\"\n";
    fs::write(folder.join("small.toml"), TABLE.replace("units = \"mm\"\n", &format!("units = \"mm\"\n{script}")))
        .unwrap();
    let (code, out, err) = run(&folder, &["simulate", "small.toml", "--game", "--json"]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    let fault = &json(&out)["script_faults"][0];
    assert_eq!((fault["line"].as_u64(), fault["message"].as_str()), (Some(2), Some("no luck")), "{out}");
}
