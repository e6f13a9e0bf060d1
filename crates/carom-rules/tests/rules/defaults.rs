//! Tables without rules get some.

use carom_rules::{Game, GameOptions, completed};
use carom_tables::{Table, built_in};

const PLAIN: &str = r#"
carom = 1
physics = "2026.1"
units = "in"
[[flipper]]
name = "left"
at = [6, 36]
[[bumper]]
at = [4, 12]
[[wall]]
name = "sling, or not"
outline = [{ at = [12, 20], slingshot = true }, [13, 22], [12, 22]]
[[spinner]]
at = [16, 16]
[[trigger]]
name = "A"
at = [4, 4]
radius = 0.4
[[trigger]]
name = "B"
at = [6, 4]
radius = 0.4
[[trigger]]
name = "far"
at = [16, 30]
radius = 0.4
[[target]]
name = "d1"
at = [4, 24]
[[target]]
name = "d2"
at = [5.5, 24]
[[target]]
name = "s1"
kind = "round"
at = [10, 24]
[[target]]
name = "s2"
kind = "round"
at = [11.5, 24]
"#;

#[test]
fn a_table_without_rules_gets_rules_and_lamps_for_its_parts() {
    let table = completed(&Table::parse(PLAIN).unwrap());
    let text = table.to_toml();
    for line in [
        "on = \"bumper 1\"\nscore = 100",
        "on = \"sling, or not\"\nscore = 10",
        "on = \"spinner 1\"\nscore = 10",
        "on = \"down d1, d2\"\nscore = 5000",
        "raise = \"d1, d2\"",
        "on = \"lit s1, s2\"\nscore = 5000",
        "on = \"lit A, B\"\nscore = 5000",
        "shift_left = \"A, B\"",
        "bonus_multiplier = \"bonus_multiplier + 1\"",
        "blink = \"ball save\"",
        "lit = \"down d1\"",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
    // Two lanes, two drops, two targets; four multipliers, shoot again.
    assert_eq!(table.lamps.len(), 11);
    assert_eq!(Table::parse(&text).unwrap(), table, "they are rules as an author would write them");
    assert_eq!(completed(&table), table, "once is as good as twice");
}

#[test]
fn the_machine_is_the_same_with_default_rules_as_without() {
    let table = Table::parse(PLAIN).unwrap();
    let (before, after) = (table.machine().unwrap(), completed(&table).machine().unwrap());
    assert_eq!(before.hash(), after.hash());
}

#[test]
fn a_table_with_rules_or_a_script_or_that_wants_none_is_left_alone() {
    let plain = Table::parse(PLAIN).unwrap();
    for more in ["[[rule]]\non = \"A\"\nscore = 1\n", "[game]\nscript = \"\"\n", "[game]\ndefault_rules = false\n"] {
        let table = Table::parse(&format!("{PLAIN}{more}")).unwrap();
        assert_eq!(completed(&table), table);
    }
    assert_ne!(completed(&plain), plain);
}

#[test]
fn names_that_no_phrase_can_say_are_left_out_and_the_rest_is_kept() {
    for name in ["it's", "' '", "  a  ", "ball begins", "a, b", "*", "same", "lit A", "x >= 1", "'", "drain"] {
        let text =
            PLAIN.replace("\"d1\"", &format!("{name:?}")).replace("\"s2\"", &format!("{:?}", format!("{name}2")));
        let table = completed(&Table::parse(&text).unwrap());
        assert!(table.plan().is_ok(), "{name}: {:?}", table.plan());
        assert!(table.rules.len() > 5, "{name}: {} rules", table.rules.len());
        Game::new(&table, GameOptions::default()).unwrap();
    }
}

#[test]
fn every_built_in_table_has_rules_that_are_sound() {
    for one in built_in::ALL {
        let table = completed(&Table::parse(one.text).unwrap());
        assert!(table.plan().is_ok(), "{}", one.name);
    }
}

#[test]
fn lamps_that_a_table_has_are_used() {
    let lamps =
        "[[lamp]]\nname = \"GI_1\"\nat = [1, 1]\n[[lamp]]\nname = \"l 7\"\nat = [4.5, 12.5]\n[[lamp]]\nat = [17, 3]\n";
    let table = completed(&Table::parse(&format!("{PLAIN}{lamps}")).unwrap());
    assert_eq!(table.lamps[0].lit.as_ref().unwrap().0, ["in_play >= 1"], "general light");
    let text = table.to_toml();
    assert!(text.contains("on = \"bumper 1\"\ntoggle = \"'l 7'\""), "the bumper's lamp:\n{text}");
    assert!(!text.contains("toggle = \"'lamp 3'\""), "nothing is near the third");
    assert!(table.plan().is_ok());
}
