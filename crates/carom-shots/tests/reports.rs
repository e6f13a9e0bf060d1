//! Reports: what happened, as other programs read it.

use carom_shots::{Request, brief, read_with, report_request, sensitivity, summary};
use serde_json::{Value, json};

fn request(value: &Value) -> Request {
    read_with(&value.to_string(), &mut |_| Err("no files".to_owned()))
        .unwrap_or_else(|faults| panic!("{faults:?}: {value}"))
}

fn played(value: &Value) -> (Request, carom::billiards::Shot, Value) {
    let request = request(value);
    let (shot, _) = request.shot.play().expect("it can be played");
    let report = report_request(&request, &shot);
    (request, shot, report)
}

/// A straight shot at a ball in the middle of the table.
fn straight() -> Value {
    json!({
        "table": "pool-9",
        "balls": [{"name": "cue", "at": [0.6, 0.6]}, {"name": "1", "at": [0.6, 1.2]}],
        "cue": {"ball": "cue", "speed": 1.0, "direction": 90},
    })
}

#[test]
fn a_report_tells_every_event_with_its_balls_before_and_after() {
    let (_, shot, report) = played(&straight());
    assert_eq!(report["outcome"], "at rest");
    assert_eq!(report["time"], json!(shot.time()));
    let events = report["events"].as_array().expect("a list");
    assert_eq!(events.len(), shot.events().len());
    let first = &events[0];
    assert_eq!((&first["what"], &first["balls"], &first["time"]), (&json!("strike"), &json!(["cue"]), &json!(0.0)));
    assert_eq!(first["before"]["cue"]["phase"], "stationary");
    assert_eq!(first["after"]["cue"]["phase"], "sliding");
    let hit = events.iter().find(|event| event["what"] == "balls").expect("they meet");
    assert_eq!(hit["balls"], json!(["cue", "1"]));
    let speed = |side: &str, ball: &str| hit[side][ball]["velocity"][1].as_f64().expect("a number");
    assert!(speed("before", "1") == 0.0 && speed("after", "1") > 0.9 * speed("before", "cue"), "{hit}");
    assert!(hit["lost"].as_f64().expect("a number") > 0.0);
    let change = events.iter().find(|event| event["what"] == "change").expect("it begins to roll");
    assert!(change["from"].is_string() && change["to"].is_string(), "{change}");
}

#[test]
fn the_energy_of_a_report_adds_up() {
    let (_, _, report) = played(&straight());
    let ledger = report["ledger"].as_object().expect("an object");
    let given = ledger["given"].as_f64().expect("a number");
    let rest: f64 = ledger
        .iter()
        .filter(|(key, _)| !["given", "balance"].contains(&key.as_str()))
        .map(|(_, part)| part.as_f64().unwrap_or(f64::NAN))
        .sum();
    assert!(given > 0.05 && (given - rest).abs() < 1e-12 * given, "{report}");
}

#[test]
fn the_end_of_a_report_can_be_the_beginning_of_another_shot() {
    let (request, shot, report) = played(&straight());
    let mut again = straight();
    for (ball, end) in report["balls"].as_array().expect("a list").iter().enumerate() {
        let (x, y) = (&end["position"][0], &end["position"][1]);
        again["balls"][ball]["at"] = json!([x, y]);
        let text = serde_json::to_string(&end["position"][0]).expect("a number");
        let back: f64 = text.parse().expect("a number");
        assert_eq!(back.to_bits(), shot.state(ball).position.x.to_bits(), "numbers keep their bits");
    }
    assert_eq!(played(&again).0.shot.balls.len(), request.shot.balls.len());
}

#[test]
fn samples_and_legs_agree_with_the_shot() {
    let mut value = straight();
    value["samples"] = json!(0.25);
    value["legs"] = json!(true);
    let (_, shot, report) = played(&value);
    let samples = report["samples"].as_array().expect("a list");
    assert_eq!(samples[1]["time"], json!(0.25));
    assert_eq!(samples[1]["balls"]["cue"]["position"], json!(shot.state_at(0, 0.25).position.to_array()));
    assert_eq!(samples.last().expect("one")["time"], report["time"], "the last is the end");
    let legs = report["legs"].as_array().expect("a list");
    assert_eq!(legs.len(), shot.legs(0).count() + shot.legs(1).count());
    assert!(legs.iter().all(|leg| leg["end"].is_null() || leg["end"].as_f64() >= leg["start"].as_f64()));
}

#[test]
fn a_shot_stops_at_its_limits_and_says_which() {
    let mut value = straight();
    value["limits"] = json!({"events": 2});
    assert_eq!(played(&value).2["outcome"], "budget");
    value["limits"] = json!({"time": 0.1});
    let (_, shot, report) = played(&value);
    assert_eq!((&report["outcome"], &report["time"]), (&json!("time"), &json!(0.1)));
    assert_eq!(report["balls"][0]["position"], json!(shot.state_at(0, 0.1).position.to_array()));
}

#[test]
fn a_shot_is_told_in_words() {
    let (request, shot, _) = played(&straight());
    let words = summary(&request.shot, &shot, 0);
    assert!(words.starts_with("cue hits 1; ") && words.contains("cue stops at (0.600, "), "{words}");
    let text = brief(&request.shot, &shot);
    assert!(text.contains("cue and 1 meet\n") && text.starts_with("  0.000000 s  cue is struck\n"), "{text}");
}

#[test]
fn a_rolling_ball_ends_farther_by_the_formula_of_its_speed() {
    // One ball alone: struck at 2/5 R above the middle it rolls at once, and rolls v²/(2 mu g) far.
    let value = json!({
        "table": {"name": "field", "width": 100, "length": 100, "nose_height": 0.037},
        "balls": [{"name": "cue", "at": [50, 10]}],
        "cue": {"speed": 1.0, "direction": 90, "height": 0.4},
    });
    let prepared = request(&value).shot;
    let told = sensitivity(&prepared).expect("it can be played");
    let slope = |name: &str| told.slopes.iter().find(|slope| slope.parameter == name).expect("it is there");
    let spec = prepared.balls[0].spec;
    let gained = 2.0 / (1.0 + spec.mass / 0.567 + 2.5 * 0.16);
    let by_speed = gained * gained / (spec.roll * 9.81);
    let ends = slope("speed").ends.clone().expect("the same events");
    assert!((ends[0].y - by_speed).abs() < 1e-5 * by_speed && ends[0].x.abs() < 1e-6, "{ends:?} {by_speed}");
    // Turning the cue turns the whole way: its length for one radian, to the left.
    let way = 0.5 * by_speed;
    let ends = slope("direction").ends.clone().expect("the same events");
    assert!((ends[0].x + way).abs() < 1e-5 * way, "{ends:?} {way}");
    assert_eq!(told.growth.same, prepared.play().expect("played").0.events().len());
    assert!(
        told.growth.factors.iter().all(|factor| (factor - 1.0).abs() < 1e-3),
        "a shift stays a shift: {:?}",
        told.growth
    );
}

#[test]
fn a_cut_makes_a_shift_grow() {
    let mut value = straight();
    value["balls"][1]["at"] = json!([0.62, 1.2]);
    let prepared = request(&value).shot;
    let told = sensitivity(&prepared).expect("it can be played");
    let json = told.json(&prepared);
    assert_eq!(json["slopes"].as_array().map(Vec::len), Some(5));
    let most = told.growth.factors.iter().copied().fold(0.0, f64::max);
    assert!(most > 5.0, "the object ball's way is turned by the shift over two radii: {most}");
}
