//! What docs/shots.md shows is what happens.

use carom_shots::{brief, pretty, read_with, report_request};

const GUIDE: &str = include_str!("../../../docs/shots.md");

/// The blocks of the guide that are marked so.
fn blocks(mark: &str) -> Vec<&'static str> {
    let start = format!("```{mark}\n");
    GUIDE.split(start.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn request(text: &str) -> carom_shots::Request {
    read_with(text, &mut |_| Err("no files".to_owned())).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

#[test]
fn the_first_example_does_what_the_guide_says() {
    let request = request(blocks("json shot")[0]);
    let (shot, _) = request.shot.play().expect("it can be played");
    let told = brief(&request.shot, &shot);
    assert_eq!(blocks("text brief"), [told.as_str()], "should be:\n{told}");
    let report = report_request(&request, &shot);
    let events = report["events"].as_array().expect("a list");
    let event = pretty(events.iter().find(|event| event["what"] == "balls").expect("they meet"));
    assert_eq!(blocks("json event"), [event.as_str()], "should be:\n{event}");
}

#[test]
fn every_example_can_be_played() {
    let all = blocks("json shot");
    assert_eq!(all.len(), 2);
    for text in all {
        let request = request(text);
        let (shot, _) = request.shot.play().expect("it can be played");
        let report = report_request(&request, &shot);
        assert_eq!(report["outcome"], "at rest");
    }
}

#[test]
fn every_key_of_a_report_stands_in_the_guide() {
    let mut request = request(blocks("json shot")[1]);
    request.samples = Some(1.0);
    request.legs = true;
    let (shot, _) = request.shot.play().expect("it can be played");
    let report = report_request(&request, &shot);
    let mut keys: Vec<String> = report.as_object().expect("an object").keys().cloned().collect();
    for list in ["events", "legs", "balls"] {
        for item in report[list].as_array().expect("a list") {
            keys.extend(item.as_object().expect("an object").keys().cloned());
        }
    }
    keys.extend(report["ledger"].as_object().expect("an object").keys().cloned());
    for key in keys {
        assert!(GUIDE.contains(&format!("`{key}`")), "`{key}` is missing in the guide");
    }
}

#[test]
fn every_law_stands_in_the_guide() {
    use carom_shots::{ball_friction_laws, cushion_laws, landing_laws, pair_laws, pocket_laws};
    let laws = [pair_laws(), ball_friction_laws(), cushion_laws(), landing_laws(), pocket_laws()].concat();
    for (name, _) in laws {
        assert!(GUIDE.contains(name), "{name} is missing in the guide");
    }
}
