//! A billiard table without a network: what a page asks, and what it is answered.

use carom::billiards::rules::GameKind;
use carom::billiards::{Phase, Shot, What};
use carom_play::billiards::{Ask, Goal, Room, Setup, games};
use core::time::Duration;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

fn open(game: &str) -> Room {
    let setup = Setup { game: Some(game.to_owned()), seed: Some(7), ..Setup::default() };
    Room::open(&setup).expect("a game")
}

/// Asks as the page does, in JSON.
fn ask(room: &mut Room, message: Value) -> Value {
    room.answer(Ask::parse(&message.to_string()).expect("a message"))
}

fn shoot(room: &mut Room, ball: &str, speed: f64, direction: f64) -> Value {
    let strike = json!({ "ball": ball, "speed": speed, "direction": direction });
    ask(room, json!({ "kind": "shoot", "strike": strike, "call": null }))
}

/// A break straight at the head ball.
fn break_off(room: &mut Room, speed: f64) -> Value {
    let state = room.state();
    let (cue, head) = (place(&state, "cue"), place(&state, "1"));
    shoot(room, "cue", speed, towards(cue, head))
}

fn ball<'a>(state: &'a Value, name: &str) -> &'a Value {
    let balls = state["balls"].as_array().expect("balls");
    balls.iter().find(|ball| ball["name"] == name).unwrap_or_else(|| panic!("no ball {name}: {state}"))
}

fn place(state: &Value, name: &str) -> [f64; 2] {
    let position = &ball(state, name)["position"];
    [position[0].as_f64().expect("a number"), position[1].as_f64().expect("a number")]
}

fn towards(from: [f64; 2], to: [f64; 2]) -> f64 {
    libm::atan2(to[1] - from[1], to[0] - from[0]).to_degrees()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Only these balls, free play on pool-9, each at its place.
fn layout(balls: &[(&str, [f64; 2])]) -> Room {
    let mut room = open("free");
    let balls: Vec<Value> = balls.iter().map(|(name, at)| json!({ "name": name, "at": at, "spec": "pool" })).collect();
    let answer = ask(&mut room, json!({ "kind": "load", "shot": { "table": "pool-9", "balls": balls } }));
    assert_eq!(answer["kind"], "state", "{answer}");
    room
}

/// Plays the file of a shot as `carom shot` does, and compares events and final states bit by bit.
fn assert_file_plays_the_same(answer: &Value) {
    let prepared = carom_shots::read(&answer["input"].to_string()).expect("a shot's file");
    let mut shot =
        Shot::new(&prepared.table, &prepared.models, &prepared.balls, prepared.strike.as_ref()).expect("a shot");
    shot.run_until(prepared.time, prepared.events);
    let events = answer["events"].as_array().expect("events");
    assert_eq!(events.len(), shot.events().len());
    for (told, event) in events.iter().zip(shot.events()) {
        assert_eq!(number(&told["time"]).to_bits(), event.time.to_bits(), "{told} {event:?}");
    }
    let balls = answer["balls"].as_array().expect("balls");
    assert_eq!(balls.len(), shot.ball_count());
    for (number_of, told) in balls.iter().enumerate() {
        let state = shot.state(number_of);
        assert_eq!(told["phase"], state.phase.name(), "{told}");
        for (key, vector) in [("position", state.position), ("velocity", state.velocity), ("spin", state.spin)] {
            for (told, own) in told[key].as_array().expect("a vector").iter().zip(vector.to_array()) {
                assert_eq!(number(told).to_bits(), own.to_bits(), "{key}: {told} {own}");
            }
        }
    }
}

#[test]
fn every_game_is_listed_and_can_be_begun_on_each_of_its_tables() {
    let list = games();
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), GameKind::ALL.len());
    for entry in list {
        let tables = entry["tables"].as_array().expect("tables");
        assert!(tables.contains(&entry["table"]), "{entry}");
        assert!(!entry["title"].as_str().unwrap_or("").is_empty() && !entry["words"].as_str().unwrap_or("").is_empty());
        for table in tables {
            let (game, table) = (entry["name"].as_str(), table.as_str());
            let setup = Setup { game: game.map(str::to_owned), table: table.map(str::to_owned), ..Setup::default() };
            let state = Room::open(&setup).expect("a game").state();
            assert_eq!((state["game"].as_str(), state["table"]["name"].as_str()), (game, table));
        }
    }
}

#[test]
fn the_same_seed_deals_the_same_rack_and_another_one_another() {
    let balls = |seed| {
        let setup = Setup { seed: Some(seed), ..Setup::default() };
        Room::open(&setup).expect("nine-ball").state()["balls"].clone()
    };
    assert_eq!(balls(7), balls(7));
    assert_ne!(balls(7), balls(8));
}

#[test]
fn a_nine_ball_break_is_the_same_shot_as_its_file() {
    let mut room = open("nine-ball");
    let before = room.state();
    assert_eq!(before["constraints"]["in_hand"], "behind_line");
    let answer = break_off(&mut room, 8.0);
    assert_eq!(answer["kind"], "shot", "{answer}");
    assert_file_plays_the_same(&answer);

    let events = answer["events"].as_array().expect("events");
    let first = events.iter().find(|event| event["what"] == "balls").expect("a hit");
    assert_eq!(first["balls"], json!(["cue", "1"]));
    assert!(number(&first["speed"]) > 5.0, "a break is fast: {first}");
    assert!(events.iter().all(|event| event.get("before").is_none() && event["at"].is_array()), "{}", events[0]);
    let duration = number(&answer["duration"]);
    assert!((1.0..60.0).contains(&duration), "{duration}");
    assert_eq!(answer["state"]["shot_number"], 1);
    assert_eq!(answer["state"]["last"], answer["decision"]);
    // The whole break is a message of moderate size.
    assert!(answer.to_string().len() < 1 << 20, "{} bytes", answer.to_string().len());
}

#[test]
fn the_legs_lead_every_ball_from_where_it_lay_to_where_it_ends() {
    let mut room = open("nine-ball");
    let before = room.state();
    let answer = break_off(&mut room, 7.0);
    let legs = answer["legs"].as_array().expect("legs");
    let duration = number(&answer["duration"]);
    for (index, end) in answer["balls"].as_array().expect("balls").iter().enumerate() {
        let own: Vec<&Value> = legs.iter().filter(|leg| leg["ball"] == index).collect();
        let mut here: Vec<f64> =
            before["balls"][index]["position"].as_array().expect("a place").iter().map(number).collect();
        let mut now = 0.0;
        for leg in own {
            assert!((number(&leg["start"]) - now).abs() < 1e-12, "no gap: {leg}");
            let span = number(&leg["end"]) - number(&leg["start"]);
            assert!(span >= 0.0 && number(&leg["end"]) <= duration, "{leg}");
            now = number(&leg["end"]);
            // A potted ball lies in its pocket, wherever it fell.
            let most = if leg["phase"] == "potted" { f64::INFINITY } else { 1e-9 };
            for k in 0..3 {
                let (p, v, a) = (&leg["position"][k], &leg["velocity"][k], &leg["acceleration"][k]);
                assert!((number(p) - here[k]).abs() < most, "no jump from {here:?}: {leg}");
                here[k] = number(p) + number(v) * span + 0.5 * number(a) * span * span;
            }
        }
        for k in 0..3 {
            assert!((number(&end["position"][k]) - here[k]).abs() < 1e-9, "{end} {here:?}");
        }
    }
}

#[test]
fn a_preview_is_how_the_shot_begins() {
    let mut room = open("nine-ball");
    let state = room.state();
    let direction = towards(place(&state, "cue"), place(&state, "1")) + 0.4;
    let strike = json!({ "ball": "cue", "speed": 5.0, "direction": direction, "side": 0.2, "height": 0.1 });
    let seen = ask(&mut room, json!({ "kind": "aim", "id": 12, "strike": strike }));
    assert_eq!((&seen["kind"], &seen["id"], &seen["refused"]), (&"preview".into(), &12.into(), &Value::Null));
    assert_eq!((&seen["hit"]["what"], &seen["hit"]["ball"]), (&"balls".into(), &"1".into()), "{seen}");
    assert_eq!(seen["object"]["ball"], "1");
    for way in [&seen["cue"], &seen["cue_after"], &seen["object"]["path"]] {
        let points = way.as_array().expect("points").len();
        assert!((2..=64).contains(&points), "{points} points: {seen}");
    }
    let answer = ask(&mut room, json!({ "kind": "shoot", "strike": strike }));
    let hit =
        answer["events"].as_array().expect("events").iter().find(|event| event["what"] == "balls").expect("a hit");
    // The ghost is the place of the cue ball at the hit: the two balls touch a radius before it.
    let (ghost, radius) = (&seen["hit"]["ghost"], number(&ball(&state, "cue")["radius"]));
    let apart = libm::hypot(number(&ghost[0]) - number(&hit["at"][0]), number(&ghost[1]) - number(&hit["at"][1]));
    assert!((apart - radius).abs() < 1e-9, "{apart}");
    assert_eq!(seen["cue"][0], json!(place(&state, "cue")));
    assert_eq!(seen["object"]["path"][0], json!(place(&state, "1")));
}

#[test]
fn a_preview_shows_cushions_pockets_and_the_open_cloth() {
    let mut room = layout(&[("cue", [0.4, 0.6])]);
    let mut aim = |speed: f64, direction: f64| {
        let strike = json!({ "ball": "cue", "speed": speed, "direction": direction });
        ask(&mut room, json!({ "kind": "aim", "id": 1, "strike": strike }))
    };
    let soft = aim(0.1, 90.0);
    assert_eq!(soft["hit"]["what"], "none", "{soft}");
    assert_eq!((&soft["object"], &soft["cue_after"]), (&Value::Null, &json!([])));
    let rail = aim(2.0, 180.0);
    assert_eq!(rail["hit"]["what"], "rail", "{rail}");
    assert!(number(&rail["hit"]["ghost"][0]) < 0.03);
    assert!(rail["cue_after"].as_array().is_some_and(|way| way.len() >= 2), "{rail}");
    let pot = aim(2.0, towards([0.4, 0.6], [0.0, 0.0]));
    assert_eq!(pot["hit"]["what"], "pot", "{pot}");
    // A ball with draw that hits another one thinly goes on in a curve.
    let mut room = layout(&[("cue", [0.4, 0.6]), ("1", [0.43, 1.0])]);
    let draw = json!({ "ball": "cue", "speed": 4.0, "direction": 90.0, "height": -0.4 });
    let curved = ask(&mut room, json!({ "kind": "aim", "id": 2, "strike": draw }));
    let points: Vec<[f64; 2]> = serde_json::from_value(curved["cue_after"].clone()).expect("points");
    assert!((6..=64).contains(&points.len()), "a curve has many points: {curved}");
    let straight = towards(points[0], points[points.len() - 1]);
    assert!((towards(points[0], points[1]) - straight).abs() > 2.0, "it bends: {curved}");
}

#[test]
fn a_strike_that_cannot_be_played_is_refused_in_its_preview_and_as_a_shot() {
    let mut room = open("nine-ball");
    let state = room.state();
    let miscue = json!({ "ball": "cue", "speed": 2.0, "direction": 90.0, "side": 0.9 });
    let seen = ask(&mut room, json!({ "kind": "aim", "id": 1, "strike": miscue }));
    assert!(seen["refused"].is_string(), "{seen}");
    let answer = ask(&mut room, json!({ "kind": "shoot", "strike": miscue }));
    assert_eq!((&answer["kind"], &answer["why"]), (&"refused".into(), &seen["refused"]));
    assert_eq!(room.state(), state, "nothing has changed");
}

#[test]
fn a_soft_break_is_a_foul_and_gives_the_ball_in_hand_to_the_other() {
    let mut room = open("nine-ball");
    let answer = shoot(&mut room, "cue", 0.3, 270.0);
    let (decision, state) = (&answer["decision"], &answer["state"]);
    assert_eq!((&decision["legal"], &decision["turn_over"]), (&false.into(), &true.into()), "{decision}");
    assert!(decision["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    assert_eq!((&state["player"], &state["turn_number"]), (&1.into(), &1.into()));
    assert_eq!(state["constraints"]["in_hand"], "anywhere");

    let placed = ask(&mut room, json!({ "kind": "place", "ball": "cue", "at": [0.3, 1.1] }));
    assert_eq!(placed["kind"], "state", "{placed}");
    assert_eq!(place(&placed, "cue"), [0.3, 1.1]);
    for (ball, at, part) in [
        ("1", [0.3, 0.3], "not in hand"),
        ("cue", [0.0, 0.3], "cloth"),
        ("cue", [9.0, -9.0], "cloth"),
        ("cue", place(&placed, "1"), "overlap"),
        ("elephant", [0.3, 0.3], "no such ball"),
    ] {
        let answer = ask(&mut room, json!({ "kind": "place", "ball": ball, "at": at }));
        assert_eq!(answer["kind"], "refused", "{ball} {at:?}");
        assert!(answer["why"].as_str().is_some_and(|why| why.contains(part)), "{answer}");
    }
    assert_eq!(room.state(), placed, "refusals change nothing");
}

#[test]
fn the_ball_in_hand_stays_within_its_zone() {
    let mut room = open("nine-ball");
    let length = number(&room.state()["table"]["length"]);
    let mut at = |y: f64| ask(&mut room, json!({ "kind": "place", "ball": "cue", "at": [0.3, y] }))["kind"].clone();
    assert_eq!(at(0.24 * length), "state");
    assert_eq!(at(0.26 * length), "refused", "beyond the head string");

    let mut room = open("snooker");
    let state = room.state();
    assert_eq!(state["constraints"]["in_hand"], "semicircle");
    let (width, length) = (number(&state["table"]["width"]), number(&state["table"]["length"]));
    let cue = state["constraints"]["cueable"][0].clone();
    let mut at = |x: f64, y: f64| {
        ask(&mut room, json!({ "kind": "place", "ball": cue, "at": [x * width, y * length] }))["kind"].clone()
    };
    assert_eq!(at(0.45, 0.18), "state");
    assert_eq!(at(0.45, 0.25), "refused", "beyond the baulk line");
    assert_eq!(at(0.2, 0.18), "refused", "beside the D");
    assert_eq!(at(0.5, 0.05), "refused", "behind the D");
}

#[test]
fn a_straight_shot_pots_a_ball_and_is_the_same_shot_as_its_file() {
    // Cue ball, object ball and the middle of the corner in one line.
    let mut room = layout(&[("cue", [0.5, 0.5]), ("1", [0.25, 0.25])]);
    let pots = ask(&mut room, json!({ "kind": "pots" }));
    let pot = pots["list"].as_array().expect("a list").iter().find(|pot| pot["ball"] == "1" && pot["pocket"] == "lb");
    let pot = pot.unwrap_or_else(|| panic!("a straight pot: {pots}"));
    assert!(number(&pot["cut"]).abs() < 10.0, "{pot}");
    let answer = shoot(&mut room, "cue", 1.5, number(&pot["direction"]));
    assert_file_plays_the_same(&answer);
    assert_eq!(ball(&answer, "1")["phase"], "potted", "{answer}");
    assert_eq!(ball(&answer["state"], "1")["phase"], "potted");
    let potted = answer["events"].as_array().expect("events").iter().find(|event| event["what"] == "pot");
    assert_eq!(potted.expect("an event")["pocket"], "lb");

    // The next shot has a ball that lies in a pocket, and is kept as a file, too.
    let next = shoot(&mut room, "cue", 1.0, 45.0);
    assert_eq!(next["kind"], "shot", "{next}");
    assert_file_plays_the_same(&next);
    // In free play it can be put back.
    let back = ask(&mut room, json!({ "kind": "place", "ball": "1", "at": [0.6, 1.9] }));
    assert_eq!(ball(&back, "1")["phase"], "stationary", "{back}");
}

#[test]
fn what_was_done_can_be_taken_back() {
    let mut room = open("nine-ball");
    let state = room.state();
    assert_eq!(ask(&mut room, json!({ "kind": "undo" }))["kind"], "refused");
    for y in [0.3, 0.35, 0.4] {
        assert_eq!(ask(&mut room, json!({ "kind": "place", "ball": "cue", "at": [0.4, y] }))["kind"], "state");
    }
    let placed = room.state();
    assert_eq!(placed["undo"], 1, "dragging on is one deed");
    break_off(&mut room, 6.0);
    assert_ne!(room.state()["balls"], placed["balls"]);
    assert_eq!(ask(&mut room, json!({ "kind": "undo" })), placed);
    assert_eq!(ask(&mut room, json!({ "kind": "undo" })), state);
}

#[test]
fn the_same_shot_from_the_same_position_is_the_same_again() {
    let mut room = open("nine-ball");
    let one = break_off(&mut room, 6.5);
    ask(&mut room, json!({ "kind": "undo" }));
    assert_eq!(break_off(&mut room, 6.5), one);
}

#[test]
fn eight_ball_wants_its_shots_called_after_the_break() {
    let mut room = open("eight-ball");
    let state = room.state();
    assert_eq!(state["constraints"]["call_shot"], false, "not on the break");
    // A break that may or may not be legal; after it, calls are needed either way.
    let head = state["balls"].as_array().expect("balls").iter().filter(|ball| ball["name"] != "cue");
    let head = head.min_by(|a, b| number(&a["position"][1]).total_cmp(&number(&b["position"][1]))).expect("a rack");
    let direction = towards(place(&state, "cue"), place(&state, head["name"].as_str().expect("a name")));
    let broken = shoot(&mut room, "cue", 8.0, direction);
    assert_eq!(broken["kind"], "shot", "{broken}");
    assert_eq!(broken["state"]["constraints"]["call_shot"], true);
    let uncalled = shoot(&mut room, "cue", 2.0, 80.0);
    assert_eq!(uncalled["kind"], "refused", "{uncalled}");
    let strike = json!({ "ball": "cue", "speed": 2.0, "direction": 80.0 });
    for (call, part) in [
        (json!({ "ball": "77", "pocket": "lt" }), "no such ball"),
        (json!({ "ball": "1", "pocket": "xx" }), "no such pocket"),
    ] {
        let answer = ask(&mut room, json!({ "kind": "shoot", "strike": strike, "call": call }));
        assert!(answer["why"].as_str().is_some_and(|why| why.contains(part)), "{answer}");
    }
    let called = json!({ "kind": "shoot", "strike": strike, "call": { "ball": "1", "pocket": "lt" } });
    assert_eq!(ask(&mut room, called)["kind"], "shot");
}

#[test]
fn other_balls_than_the_rules_allow_are_not_struck() {
    let mut room = open("nine-ball");
    for (name, part) in [("1", "strike cue"), ("elephant", "no such ball")] {
        let answer = shoot(&mut room, name, 2.0, 90.0);
        assert!(answer["why"].as_str().is_some_and(|why| why.contains(part)), "{answer}");
    }
}

#[test]
fn a_new_game_keeps_what_is_not_said() {
    let setup = Setup { table: Some("pool-7".to_owned()), players: Some(3), ..Setup::default() };
    let mut room = Room::open(&setup).expect("nine-ball");
    break_off(&mut room, 5.0);
    let again = ask(&mut room, json!({ "kind": "new" }));
    assert_eq!((&again["game"], &again["table"]["name"]), (&"nine-ball".into(), &"pool-7".into()));
    assert_eq!((&again["players"], &again["shot_number"], &again["undo"]), (&3.into(), &0.into(), &0.into()));
    let other = ask(&mut room, json!({ "kind": "new", "game": "three-cushion", "players": 2 }));
    assert_eq!((&other["game"], &other["table"]["name"]), (&"three-cushion".into(), &"carom".into()));
    for (message, part) in [
        (json!({ "kind": "new", "game": "golf" }), "no such game"),
        (json!({ "kind": "new", "game": "snooker", "table": "lawn" }), "no such table"),
        (json!({ "kind": "new", "game": "snooker", "table": "carom" }), "played on"),
    ] {
        let answer = ask(&mut room, message);
        assert!(answer["why"].as_str().is_some_and(|why| why.contains(part)), "{answer}");
    }
    assert_eq!(room.state(), other);
}

#[test]
fn a_shot_that_was_sent_can_be_loaded_and_played_again() {
    let mut room = open("nine-ball");
    let answer = break_off(&mut room, 7.5);
    let mut other = open("snooker");
    let loaded = ask(&mut other, json!({ "kind": "load", "shot": answer["input"] }));
    assert_eq!((&loaded["kind"], &loaded["game"]), (&"state".into(), &"free".into()), "{loaded}");
    let mut strike = loaded["strike"].clone();
    assert!((number(&strike["speed"]) - 7.5).abs() < 1e-12, "{strike}");
    // The very angle of the file, which a page keeps as well.
    strike["direction"] = answer["input"]["cue"]["direction"].clone();
    let again = ask(&mut other, json!({ "kind": "shoot", "strike": strike }));
    assert_eq!((&again["events"], &again["legs"]), (&answer["events"], &answer["legs"]));
    assert_eq!(other.state()["strike"], Value::Null, "it has been played");
}

#[test]
fn files_that_are_no_sound_shot_are_refused_with_the_place_of_the_fault() {
    let mut room = open("nine-ball");
    let state = room.state();
    let many: Vec<Value> = (0..150).map(|k| json!({ "name": k.to_string(), "at": [0.1, 0.1] })).collect();
    for shot in [
        json!({}),
        json!(null),
        json!([1, 2, 3]),
        json!({ "table": "lawn", "balls": [] }),
        json!({ "table": { "file": "/etc/passwd" }, "balls": [{ "name": "cue", "at": [0.5, 0.5] }] }),
        json!({ "table": "pool-9", "balls": [] }),
        json!({ "table": "pool-9", "balls": many }),
        json!({ "table": "pool-9", "balls": [{ "name": "cue", "at": [0.5, 0.5] }, { "name": "1", "at": [0.51, 0.5] }] }),
        json!({ "table": "pool-9", "balls": [{ "name": "cue", "at": [50.0, 0.5] }] }),
        json!({ "table": "pool-9", "balls": [{ "name": "cue", "at": [0.5, 0.5], "velocity": [1.0, 0.0, 0.0], "phase": "sliding" }] }),
    ] {
        let answer = ask(&mut room, json!({ "kind": "load", "shot": shot }));
        assert_eq!(answer["kind"], "refused", "{shot}");
        assert!(answer["why"].as_str().is_some_and(|why| why.len() > 5), "{answer}");
    }
    assert_eq!(room.state(), state);
}

#[test]
fn a_game_that_is_over_takes_no_more_shots_until_it_is_taken_back() {
    // The eight falls on about one break in fifty; that ends the game, whoever has won it.
    for seed in 0..1000 {
        let setup = Setup { game: Some("eight-ball".to_owned()), seed: Some(seed), ..Setup::default() };
        let mut room = Room::open(&setup).expect("a game");
        if shoot(&mut room, "cue", 9.0, 98.0 + 0.001 * seed as f64)["state"]["over"].is_null() {
            continue;
        }
        let state = room.state();
        assert!(state["over"]["winner"].is_u64(), "{state}");
        assert_eq!(shoot(&mut room, "cue", 2.0, 90.0)["why"], "the game is over");
        let place = ask(&mut room, json!({ "kind": "place", "ball": "cue", "at": [0.4, 0.4] }));
        assert_eq!(place["why"], "the game is over");
        assert_eq!(ask(&mut room, json!({ "kind": "undo" }))["over"], Value::Null);
        return;
    }
    panic!("the eight never fell");
}

#[test]
fn what_is_stopped_ends_with_a_refusal_or_an_answer() {
    let mut room = open("nine-ball");
    room.stop().store(true, Ordering::Relaxed);
    let answer = break_off(&mut room, 8.0);
    assert!(["refused", "shot"].contains(&answer["kind"].as_str().unwrap_or("")), "{answer}");
}

/// Messages with letters changed, cut off, doubled, and numbers made absurd: whatever comes, there is an answer.
#[test]
fn mutated_messages_never_break_the_table() {
    let whole = [
        r#"{"kind":"aim","id":7,"strike":{"ball":"cue","speed":2.5,"direction":90.5,"elevation":10,"side":0.2,"height":-0.3}}"#,
        r#"{"kind":"shoot","strike":{"ball":"cue","speed":6,"direction":123.4,"elevation":0,"side":0.1,"height":0.1},"call":{"ball":"3","pocket":"lt"}}"#,
        r#"{"kind":"place","ball":"cue","at":[0.4,0.3]}"#,
        r#"{"kind":"new","game":"eight-ball","table":"pool-8","seed":5,"players":2,"spacing":0.01}"#,
        r#"{"kind":"undo"}"#,
        r#"{"kind":"pots"}"#,
        r#"{"kind":"solve","id":3,"goal":{"pot":{"ball":"1","pocket":"lt"},"leave":{"at":[0.5,0.5],"within":0.2},"score":true},"seconds":0.1}"#,
        r#"{"kind":"load","shot":{"table":"pool-7","balls":[{"name":"cue","at":[0.5,0.5]},{"name":"1","at":[0.5,1.0],"spec":{"mass":0.2,"radius":0.03}}],"cue":{"speed":2,"direction":80},"models":{"preset":"pooltool","pair":{"law":"frictionless"},"rail":{"law":"stronge","omega":1.5}}}}"#,
    ];
    let absurd = [
        "1e308",
        "-1e308",
        "1e-308",
        "0",
        "-0.0",
        "1e400",
        "null",
        "\"\"",
        "[]",
        "{}",
        "18446744073709551616",
        "-1",
        "0.5",
    ];
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = move |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut room = open("nine-ball");
    // Searches are stopped at once: a message that asks for one is what is tested here.
    let stop = room.stop();
    let mut understood = 0;
    for round in 0..900 {
        let mut text = whole[draw(whole.len())].to_owned();
        for _ in 0..=draw(2) {
            match draw(5) {
                0 => {
                    // A number becomes an absurd one.
                    let digits: Vec<usize> =
                        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(k, _)| k).collect();
                    if let Some(&at) = digits.get(draw(digits.len().max(1))) {
                        let end =
                            text[at..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(text.len(), |n| at + n);
                        text.replace_range(at..end, absurd[draw(absurd.len())]);
                    }
                }
                1 => text.truncate(text.floor_char_boundary(draw(text.len() + 1))),
                2 => {
                    let at = text.floor_char_boundary(draw(text.len() + 1));
                    text.insert(at, ['"', '}', '9', '-', ',', 'e', '\u{202e}'][draw(7)]);
                }
                3 if !text.is_empty() => {
                    let at = text.floor_char_boundary(draw(text.len()));
                    text.remove(at);
                }
                _ => {}
            }
        }
        let Ok(ask) = Ask::parse(&text) else { continue };
        understood += 1;
        stop.store(matches!(ask, Ask::Solve { .. }), Ordering::Relaxed);
        let answer = room.answer(ask);
        assert!(answer["kind"].is_string(), "round {round}: {text}: {answer}");
        if round % 50 == 0 {
            ask_again(&mut room);
        }
    }
    assert!(understood > 200, "{understood} were understood");
}

/// Whatever was done to it before, a room sets up a new game.
fn ask_again(room: &mut Room) {
    assert_eq!(ask(room, json!({ "kind": "new", "game": "nine-ball", "table": "pool-9" }))["kind"], "state");
}

#[test]
fn a_search_finds_a_strike_that_pots_the_ball() {
    let mut room = layout(&[("cue", [0.5, 0.6]), ("1", [0.25, 0.28]), ("2", [0.9, 1.8])]);
    let goal = json!({ "pot": { "ball": "1", "pocket": "lb" } });
    let found = ask(&mut room, json!({ "kind": "solve", "id": 4, "goal": goal, "seconds": 0.5 }));
    assert_eq!((&found["kind"], &found["id"]), (&"solutions".into(), &4.into()), "{found}");
    let best = found["list"].get(0).unwrap_or_else(|| panic!("nothing was found: {found}"));
    assert!((0.0..=1.0).contains(&number(&best["robust"])) && best["words"].is_string(), "{best}");
    assert_eq!(best["call"], json!({ "ball": "1", "pocket": "lb" }));
    let played = ask(&mut room, json!({ "kind": "shoot", "strike": best["strike"], "call": best["call"] }));
    assert_eq!(ball(&played, "1")["phase"], "potted", "{best}");

    let nothing = ask(&mut room, json!({ "kind": "solve", "id": 5, "goal": {} }));
    assert_eq!(nothing["kind"], "refused");
    let unknown = ask(&mut room, json!({ "kind": "solve", "id": 5, "goal": { "pot": { "ball": "77" } } }));
    assert!(unknown["why"].as_str().is_some_and(|why| why.contains("no ball")), "{unknown}");
}

#[test]
fn a_search_that_nobody_waits_for_ends_soon() {
    let room = open("three-cushion");
    let goal = Goal { score: true, ..Goal::default() };
    let stop = Arc::new(AtomicBool::new(true));
    let begin = Instant::now();
    let found = room.search(1, &goal, 10.0, stop).expect("a search").run();
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    assert_eq!((&found["list"], &found["stopped"]), (&json!([]), &true.into()), "{found}");
}

#[test]
fn random_shots_in_every_game_are_answered_and_their_files_play_the_same() {
    let mut random = 12_345_u64;
    let mut draw = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 11) as f64 / (1_u64 << 53) as f64
    };
    for kind in GameKind::ALL {
        let mut room = open(kind.name());
        for _ in 0..12 {
            let state = room.state();
            if !state["over"].is_null() {
                break;
            }
            let cue = state["constraints"]["cueable"][0].as_str().expect("a ball to strike").to_owned();
            assert!(!["potted", "off"].contains(&ball(&state, &cue)["phase"].as_str().unwrap_or("")), "{state}");
            let pocket = state["table"]["pockets"][0]["name"].clone();
            let target = state["constraints"]["hittable"][0].clone();
            let strike = json!({
                "ball": cue, "speed": 0.5 + 6.0 * draw(), "direction": 360.0 * draw(), "elevation": 10.0 * draw(),
                "side": 0.6 * draw() - 0.3, "height": 0.6 * draw() - 0.3,
            });
            let call = json!({ "ball": target, "pocket": pocket });
            let answer = ask(&mut room, json!({ "kind": "shoot", "strike": strike, "call": call }));
            assert_eq!(answer["kind"], "shot", "{}: {strike}: {answer}", kind.name());
            assert_file_plays_the_same(&answer);
        }
    }
}

#[test]
fn events_name_what_the_engine_names() {
    let mut room = open("nine-ball");
    let answer = break_off(&mut room, 8.0);
    let prepared = carom_shots::read(&answer["input"].to_string()).expect("a file");
    let mut shot =
        Shot::new(&prepared.table, &prepared.models, &prepared.balls, prepared.strike.as_ref()).expect("a shot");
    shot.run();
    let rails = shot.events().iter().filter(|event| matches!(event.what, What::Rail { .. })).count();
    let told = answer["events"].as_array().expect("events").iter().filter(|event| event["what"] == "rail");
    assert_eq!(told.count(), rails);
    assert!((0..shot.ball_count()).all(|ball| !matches!(shot.state(ball).phase, Phase::Airborne)));
}
