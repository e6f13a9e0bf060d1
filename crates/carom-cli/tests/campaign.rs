//! `carom check --campaign` as a user or a script runs it.

mod common;

use common::{folder, json, run};
use std::fs;

const HEAD: &str = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n";

/// Closed by its cabinet.
const CLOSED: &str = r#"
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

/// Walls in place of the cabinet: the one at the front is missing.
const LEAKY: &str = r#"
[playfield]
cabinet = false
[[wall]]
outline = [[-10, -10], [0, -10], [0, 1077], [-10, 1077]]
[[wall]]
outline = [[0, -10], [514, -10], [514, 0], [0, 0]]
[[wall]]
outline = [[514, -10], [524, -10], [524, 1077], [514, 1077]]
[[flipper]]
name = "flipper"
at = [150, 905]
[[ball]]
at = [250, 500]
"#;

#[test]
fn a_clean_campaign_ends_with_zero_and_is_the_same_on_any_number_of_threads() {
    let folder = folder("campaign-clean");
    fs::write(folder.join("closed.toml"), format!("{HEAD}{CLOSED}")).unwrap();
    let words = ["check", "--campaign", "closed.toml", "--cases", "6", "--seconds", "3", "--json", "--quiet"];
    let on = |threads: &str| run(&folder, &[&words[..], &["--threads", threads]].concat());
    let (code, out, err) = on("1");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(on("2"), (code, out.clone(), err), "with two threads");
    let report = json(&out);
    assert_eq!(report["cases"], 6, "{out}");
    assert!(report["ball_seconds"].as_f64().unwrap() > 6.0, "balls were in play: {out}");
    assert!(!folder.join("campaign-findings").exists(), "nothing is kept where nothing was found");
    // A part of it by itself.
    let part = [&words[..4], &["2", "--first-case", "4", "--seconds", "3", "--json", "--quiet"]].concat();
    let (code, out, _) = run(&folder, &part);
    assert_eq!((code, json(&out)["tables"][0]["first_case"].as_u64()), (0, Some(4)), "{out}");
}

#[test]
fn a_leaky_table_is_found_cut_down_and_seen_again() {
    let folder = folder("campaign-leaky");
    fs::write(folder.join("leaky.toml"), format!("{HEAD}{LEAKY}")).unwrap();
    let words = ["check", "--campaign", "leaky.toml", "--cases", "2", "--seconds", "4", "--quiet"];
    let (code, out, err) = run(&folder, &words);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.contains("escape: leaky.toml, case 0: a ball is beside the table"), "{out}");
    assert!(out.contains("cut down to 1 ball, 0 inputs and"), "{out}");
    let file = "campaign-findings/leaky-escape-1-0.json";
    assert!(out.contains(&format!("repeat it with: carom check --campaign --repeat {file}")), "{out}");

    let (code, out, _) = run(&folder, &["check", "--campaign", "--repeat", file]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("a ball is beside the table") && out.contains("just as before"), "{out}");
    // On another table it says nothing.
    fs::write(folder.join("closed.toml"), format!("{HEAD}{CLOSED}")).unwrap();
    let (code, _, err) = run(&folder, &["check", "--campaign", "closed.toml", "--repeat", file]);
    assert!(code == 1 && err.contains("it was found on another table"), "{err}");
    let (code, _, err) = run(&folder, &["check", "--campaign", "--repeat", "leaky.toml"]);
    assert!(code == 1 && err.contains("no finding of a campaign"), "{err}");
}

#[test]
fn wrong_usage_ends_with_two() {
    let folder = folder("campaign-usage");
    let wrong: [&[&str]; 5] = [
        &["check"],
        &["check", "kingfisher", "galton"],
        &["check", "kingfisher", "--minutes", "1"],
        &["check", "--campaign", "--minutes", "1", "--cases", "3"],
        &["check", "--campaign", "--ball-seconds", "-3"],
    ];
    for words in wrong {
        assert_eq!(run(&folder, words).0, 2, "{words:?}");
    }
    assert_eq!(run(&folder, &["check", "--campaign", "no-such-table"]).0, 2, "a table that is not there");
}
