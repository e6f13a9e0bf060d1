//! Shots as files: what is written is read again to the last bit, and what is wrong is said with its place.

use carom::billiards::{BallFriction, CushionModel, LandingModel, Models, PairModel, Phase, PocketModel, Strike};
use carom_shots::{Fault, Prepared, read, read_table, read_value, read_with, write};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A table of its own, so that these tests need no built-in one.
fn table() -> Value {
    json!({
        "name": "box", "width": 1.0, "length": 2.0, "nose_height": 0.036, "cushion_width": 0.05,
        "rails": [
            {"name": "left", "from": [0, 0], "to": [0, 2]},
            {"name": "right", "from": [1, 0], "to": [1, 2], "inward": [-1, 0]},
            {"name": "bottom", "from": [0, 0], "to": [1, 0]},
            {"name": "top", "from": [0, 2], "to": [1, 2]},
        ],
        "jaws": [{"name": "tip", "centre": [-0.02, 1.0], "radius": 0.02}],
        "pockets": [{"name": "lb", "centre": [-0.03, -0.03], "radius": 0.06}],
    })
}

fn shot() -> Value {
    json!({
        "table": table(),
        "balls": [
            {"name": "cue", "at": [0.5, 0.5]},
            {"name": "1", "at": [0.1, 1.7], "spec": {"mass": 0.15, "like": "snooker"}},
        ],
        "cue": {"ball": "cue", "speed": 2.0, "direction": 90.0, "height": 0.25},
    })
}

fn good(value: &Value) -> Prepared {
    read_value(value).unwrap_or_else(|faults| panic!("{faults:?}: {value}"))
}

fn faults(value: &Value) -> Vec<Fault> {
    read_value(value).err().unwrap_or_else(|| panic!("nothing is wrong with it: {value}"))
}

/// The faults as text, one per line.
fn told(value: &Value) -> String {
    faults(value).iter().map(|fault| format!("{fault}\n")).collect()
}

#[test]
fn a_shot_is_read_with_everything_that_it_leaves_out() {
    let prepared = good(&shot());
    let strike = prepared.strike.expect("a strike");
    assert_eq!(strike.direction, 90_f64.to_radians());
    assert_eq!((strike.ball, strike.speed, strike.side, strike.height), (0, 2.0, 0.0, 0.25));
    assert_eq!(prepared.models, Models::default());
    assert_eq!((prepared.time, prepared.events), (f64::INFINITY, carom::billiards::EVENT_BUDGET));
    let one = &prepared.balls[1];
    assert_eq!((one.spec.mass, one.spec.radius), (0.15, 0.026_193_75));
    assert_eq!(one.state.position.to_array(), [0.1, 1.7, 0.026_193_75]);
    let inward: Vec<[f64; 2]> = prepared.table.rails.iter().map(|rail| rail.inward.to_array()).collect();
    assert_eq!(inward, [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]], "towards the middle if nothing is said");
}

#[test]
fn every_law_comes_back_as_it_was_written() {
    let frictions = [BallFriction::Average, BallFriction::Alciatore { a: 0.01, b: 0.1, c: 1.1 }];
    let mut pairs = vec![PairModel::Frictionless];
    pairs.extend(frictions.map(|friction| PairModel::Frictional { friction }));
    pairs.extend(frictions.map(|friction| PairModel::Mathavan2014 { friction, steps: 500 }));
    let cushions = [
        CushionModel::Simple { restitution: true },
        CushionModel::Simple { restitution: false },
        CushionModel::Han2005,
        CushionModel::Mathavan2010,
        CushionModel::Impulse,
        CushionModel::Stronge { omega: 1.2 },
    ];
    let landings = [LandingModel::Frictionless { least_hop: 0.001 }, LandingModel::Frictional { least_hop: 0.01 }];
    let mut prepared = good(&shot());
    for base in [Models::default(), Models::pooltool()] {
        for pair in &pairs {
            for (k, cushion) in cushions.iter().enumerate() {
                prepared.models = Models {
                    pair: *pair,
                    rail: *cushion,
                    jaw: cushions[(k + 1) % cushions.len()],
                    landing: landings[k % 2],
                    pocket: if k % 3 == 0 { PocketModel::Rim } else { PocketModel::Simple },
                    jumps: k % 2 == 0,
                    gravity: 9.7 + 0.1 * k as f64,
                    ..base.clone()
                };
                prepared.models.quirks.upright_cushions = k % 2 == 1;
                prepared.models.strike.miscue = [None, Some(0.5)][k % 2];
                assert_eq!(good(&write(&prepared)).models, prepared.models);
            }
        }
        prepared.models = base;
        assert_eq!(good(&write(&prepared)).models, prepared.models);
    }
    assert_eq!(write(&prepared)["models"], json!({"preset": "pooltool"}), "a preset is short");
}

#[test]
fn presets_and_laws_can_be_said_in_one_word() {
    let mut value = shot();
    value["models"] = json!("pooltool");
    assert_eq!(good(&value).models, Models::pooltool());
    value["models"] = json!({"rail": "han-2005", "pair": {"law": "frictional", "friction": "average"}});
    let models = good(&value).models;
    assert_eq!(models.rail, CushionModel::Han2005);
    assert_eq!(models.pair, PairModel::Frictional { friction: BallFriction::Average });
    assert_eq!(models.jaw, Models::default().jaw, "the rest is as usual");
}

#[test]
fn all_faults_are_told_at_once_with_their_places() {
    let mut value = shot();
    value["balls"][1]["spin"] = json!([0.1]);
    value["balls"][0]["spec"] = json!("poll");
    value["cue"]["sped"] = json!(3);
    value["cue"]["ball"] = json!("clue");
    value["models"] = json!({"rail": {"law": "strong"}, "gravity": -1, "jaw": {"law": "stronge", "omega": 2}});
    value["limits"] = json!({"events": 1.5});
    value["extra"] = json!(true);
    let expected = [
        "balls[0].spec: `poll` is not known; did you mean `pool`?",
        "balls[1].spin: 3 numbers are needed here, not 1",
        "cue.ball: there is no ball `clue`; did you mean `cue`?",
        "cue.sped: this key is not known; the keys here are",
        "models.rail.law: there is no law `strong`; did you mean `stronge`?",
        "models.jaw.omega: it is 2; it must be more than 1 and less than 2",
        "models.gravity: it is -1; it must be from 0.001 to 1000",
        "limits.events: it is 1.5; it must be a whole number",
        "extra: this key is not known",
    ];
    let lines = told(&value);
    for (line, expected) in lines.lines().zip(expected) {
        assert!(line.starts_with(expected), "{line}\nis not\n{expected}");
    }
    assert_eq!(lines.lines().count(), expected.len(), "{lines}");
}

#[test]
fn a_misspelt_key_is_told_with_the_right_one() {
    let mut value = shot();
    let cue = value["cue"].as_object_mut().expect("an object");
    cue.remove("speed");
    cue.insert("sped".to_owned(), json!(2));
    let lines = told(&value);
    assert!(lines.contains("cue: `speed` is missing: the speed of the cue in m/s"), "{lines}");
    assert!(lines.contains("cue.sped: this key is not known; did you mean `speed`?"), "{lines}");
}

#[test]
fn a_faulty_ball_does_not_make_the_strike_at_it_faulty() {
    let mut value = shot();
    value["balls"][0]["at"] = json!("here");
    assert_eq!(told(&value), "balls[0].at: a list of 2 numbers is needed here, not a text\n");
}

#[test]
fn what_stands_twice_is_a_fault() {
    let text = shot().to_string().replace("\"speed\":2.0", "\"speed\":2.0,\"speed\":3.0");
    let faults = read(&text).expect_err("twice");
    assert_eq!(faults.first().map(|fault| fault.place.as_str()), Some("cue.speed"), "{faults:?}");
    let mut value = shot();
    value["balls"][1]["name"] = json!("cue");
    assert!(told(&value).contains("balls[1].name: another ball is called `cue` too"));
}

#[test]
fn a_shot_in_which_nothing_moves_is_a_fault() {
    let mut value = shot();
    value["cue"] = Value::Null;
    assert!(told(&value).starts_with("nothing moves: `cue` is missing"));
    value["balls"][0]["velocity"] = json!([0, 1, 0]);
    assert_eq!(good(&value).balls[0].state.phase, Phase::Sliding);
    value["balls"][0]["spin"] = json!([-1.0 / 0.028_575, 0, 0]);
    assert_eq!(good(&value).balls[0].state.phase, Phase::Rolling, "its lowest point stands still");
}

#[test]
fn every_ball_that_cannot_lie_where_it_does_is_told() {
    let mut value = shot();
    value["balls"] = json!([
        {"name": "cue", "at": [0.5, 0.5]},
        {"name": "1", "at": [0.52, 0.5]},
        {"name": "2", "at": [7, 7]},
        {"name": "3", "at": [0.01, 1.5]},
        {"name": "4", "at": [0.5, 1.5]},
        {"name": "5", "at": [0.7, 1.5], "height": 0.1, "phase": "rolling"},
    ]);
    let places: Vec<String> = faults(&value).into_iter().map(|fault| fault.place).collect();
    assert_eq!(places, ["balls[1]", "balls[2]", "balls[3]", "balls[5]"]);
    let mut value = shot();
    value["cue"]["side"] = json!(0.6);
    assert_eq!(faults(&value)[0].place, "cue", "a miscue");
}

#[test]
fn a_ball_moves_as_its_numbers_say_unless_its_phase_is_said() {
    let cases = [
        (json!({"height": 0.2}), Phase::Airborne),
        (json!({"spin": [0, 0, 3]}), Phase::Spinning),
        (json!({"velocity": [1, 0, 0], "phase": "rolling"}), Phase::Rolling),
        (json!({"phase": "potted"}), Phase::Potted),
        (json!({}), Phase::Stationary),
    ];
    for (extra, phase) in cases {
        let mut value = shot();
        let ball = value["balls"][1].as_object_mut().expect("an object");
        ball.extend(extra.as_object().expect("an object").clone());
        value["cue"] = Value::Null;
        value["balls"][0]["velocity"] = json!([0, 1, 0]);
        let prepared = good(&value);
        assert_eq!(prepared.balls[1].state.phase, phase, "{extra}");
        assert_eq!(good(&write(&prepared)), prepared);
    }
}

#[test]
fn a_table_can_stand_in_a_file_of_its_own() {
    let mut value = shot();
    value["table"] = json!({"file": "my-table.json"});
    assert!(told(&value).starts_with("table.file: no files are read here"));
    let mut asked = Vec::new();
    let request = read_with(&value.to_string(), &mut |name| {
        asked.push(name.to_owned());
        Ok(table().to_string())
    });
    assert_eq!(request.expect("a shot").shot, good(&shot()));
    assert_eq!(asked, ["my-table.json"]);
    let broken = table().to_string().replace("\"radius\":0.02", "\"radius\":-1");
    let faults = read_with(&value.to_string(), &mut |_| Ok(broken.clone())).expect_err("a radius below nothing");
    assert_eq!(faults[0].place, "my-table.json.jaws[0].radius");
    let round = read_with(&value.to_string(), &mut |_| Ok(json!({"file": "again.json"}).to_string()));
    assert!(round.is_err(), "a file that sends on to another would never end");
    assert_eq!(read_table(&table().to_string()).expect("a table").name, "box");
}

#[test]
fn a_table_with_pockets_can_be_told_by_its_figures() {
    let mut value = shot();
    value["table"] = json!({"name": "short", "pocket_table": {"like": "pool-7", "length": 1.8, "corner_angle": 6}});
    let own = good(&value).table;
    let usual = carom::billiards::Table::named("pool-7").expect("built in");
    assert_eq!((own.name.as_str(), own.length, own.width), ("short", 1.8, usual.width));
    assert_eq!((own.rails.len(), own.jaws.len(), own.pockets.len()), (18, 12, 6));
    assert_ne!(own.jaws, usual.jaws);
    assert_eq!(good(&write(&good(&value))).table, own, "written with all its parts");
    value["table"] = json!({"pocket_table": {"corner_width": -1, "colour": "red"}});
    let lines = told(&value);
    assert!(lines.contains("table.pocket_table: corner") && lines.contains("table.pocket_table.colour"), "{lines}");
    value["table"] = json!({"width": 1.0, "length": 2.0, "nose_height": 0.037});
    assert_eq!(good(&value).table.rails.len(), 4, "a box, if no rails are told");
    for name in carom::billiards::Table::NAMES {
        value["table"] = json!(name);
        assert_eq!(write(&good(&value))["table"], json!(name), "built-in tables are written by name");
    }
    value["table"] = json!("pool9");
    assert!(told(&value).contains("table: there is no built-in table `pool9`; did you mean `pool-9`?"));
}

#[test]
fn samples_and_legs_are_asked_for_in_the_file() {
    let mut value = shot();
    value["samples"] = json!(0.02);
    value["legs"] = json!(true);
    let request = read_with(&value.to_string(), &mut |_| Err(String::new())).expect("a shot");
    assert_eq!((request.samples, request.legs), (Some(0.02), true));
}

#[test]
fn sizes_are_limited() {
    let balls: Vec<Value> = (0..4097).map(|k| json!({"name": k.to_string(), "at": [0, 0]})).collect();
    let mut value = shot();
    value["balls"] = Value::Array(balls);
    assert!(told(&value).contains("balls: 4097 are too many; at most 4096 are allowed"));
    let long = format!("{{\"x\": \"{}\"}}", "y".repeat(carom_shots::MOST_BYTES));
    assert!(read(&long).is_err());
    let deep = "[".repeat(100_000);
    assert!(read(&deep).is_err(), "nothing overflows");
    let many: String = (0..10_000).map(|k| format!("\"k{k}\":0,")).collect();
    let faults = read(&format!("{{{many}\"z\":0}}")).expect_err("unknown keys");
    assert!(faults.len() <= 100, "nobody reads {}", faults.len());
}

#[test]
fn a_text_that_is_no_json_is_told_with_line_and_column() {
    let faults = read("{\n \"table\": }").expect_err("no JSON");
    assert!(faults[0].what.contains("line 2 column 11"), "{faults:?}");
    assert!(told(&json!([1, 2])).contains("an object is needed here, not a list"));
}

fn number(most: f64) -> impl Strategy<Value = f64> {
    prop_oneof![-most..most, any::<f64>().prop_filter("small", move |x| x.is_finite() && x.abs() < most)]
}

proptest! {
    #[test]
    fn a_shot_comes_back_to_the_last_bit(
        balls in prop::collection::vec((number(0.03), number(0.03), number(900.0), number(900.0), number(900.0)), 1..6),
        speed in 0.0..100.0_f64, direction in -60.0..60.0_f64, elevation in 0.0..1.57_f64,
        side in -0.3..0.3_f64, height in -0.3..0.3_f64, mass in 0.01..1.0_f64, time in prop::option::of(0.0..1e3_f64),
        is_struck in any::<bool>(),
    ) {
        let mut prepared = good(&shot());
        for (k, (x, y, vx, vy, w)) in balls.into_iter().enumerate() {
            let mut ball = prepared.balls[0].clone();
            ball.name = format!("ball {k}");
            ball.spec.mass = if k % 2 == 0 { mass } else { ball.spec.mass };
            let place = carom::DVec3::new(0.2 + x + 0.12 * k as f64, 1.0 + y, 0.0);
            ball.state.position = place.with_z(ball.spec.radius);
            if k % 2 == 1 && !is_struck {
                ball.state.velocity = carom::DVec3::new(vx, vy, w);
                ball.state.spin = carom::DVec3::new(w, vx, vy);
                ball.state.position = place.with_z(ball.spec.radius + w.abs());
                ball.state.phase = Phase::Airborne;
            }
            prepared.balls.push(ball);
        }
        let mut strike = prepared.strike.expect("a strike");
        strike = Strike { speed, direction, elevation, side, height, ..strike };
        strike.cue.mass = mass;
        prepared.strike = is_struck.then_some(strike);
        prepared.balls[0].state.velocity.x = if is_struck { 0.0 } else { 1.0 };
        prepared.balls[0].state.phase = if is_struck { Phase::Stationary } else { Phase::Sliding };
        prepared.time = time.unwrap_or(f64::INFINITY);
        let text = carom_shots::pretty(&write(&prepared));
        let again = read(&text).map_err(|faults| TestCaseError::fail(format!("{faults:?}\n{text}")))?;
        prop_assert_eq!(&again, &prepared);
        prop_assert_eq!(write(&again), write(&prepared));
        let bits = |prepared: &Prepared| prepared.strike.map(|strike| (strike.direction.to_bits(), strike.elevation.to_bits()));
        prop_assert_eq!(bits(&again), bits(&prepared));
    }

    /// Cuts, doubles and changes bytes of a good file: it is read or refused, and never more.
    #[test]
    fn no_damage_makes_it_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<u8>(), 0..30_usize), 1..12),
    ) {
        let mut value = shot();
        value["models"] = json!({"preset": "pooltool", "pair": {"law": "mathavan-2014", "friction": {"law": "alciatore", "a": 0.1}, "steps": 100}, "quirks": {"upright_cushions": false}});
        value["limits"] = json!({"time": 3, "events": 9});
        let mut bytes = value.to_string().into_bytes();
        for (place, kind, byte, length) in edits {
            if bytes.is_empty() { break; }
            let at = place.index(bytes.len());
            let end = (at + length).min(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.drain(at..end); }
                2 => { let piece = bytes[at..end].to_vec(); bytes.splice(at..at, piece); }
                _ => { let tokens: [&[u8]; 8] = [b"null", b"-1e999", b"\"", b"{", b"[", b"1e308", b"true", b"\"law\":"]; let token = tokens[usize::from(byte) % 8]; bytes.splice(at..end, token.iter().copied()); }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match read(&text) {
            Ok(prepared) => {
                // What is read can be played, however strange it is.
                let played = Prepared { events: prepared.events.min(500), ..prepared.clone() }.play();
                prop_assert!(played.is_ok_and(|(shot, _)| shot.events().len() <= 500), "{}", text);
                prop_assert_eq!(read(&write(&prepared).to_string()).ok(), Some(prepared));
            }
            Err(faults) => prop_assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.what.is_empty())),
        }
    }
}
