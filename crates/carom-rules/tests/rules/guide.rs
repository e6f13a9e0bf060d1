//! `docs/rules.md` says what is so.

use carom_tables::rules::{Known, Moment, Switch};
use carom_tables::{Table, built_in};
use std::path::Path;

fn page() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md")).unwrap()
}

/// All tests of this folder.
const TESTS: [&str; 5] = [
    include_str!("cues.rs"),
    include_str!("when.rs"),
    include_str!("deeds.rs"),
    include_str!("defaults.rs"),
    include_str!("kingfisher.rs"),
];

/// The tests of games.
const GAMES: [&str; 5] = [
    include_str!("../game/turns.rs"),
    include_str!("../game/multiball.rs"),
    include_str!("../game/saved.rs"),
    include_str!("../game/tilt.rs"),
    include_str!("../game/driven.rs"),
];

#[test]
fn every_feature_of_the_page_has_a_test_and_is_where_the_page_says() {
    let page = page();
    let (_, table) = page.split_once("<!-- features: begin -->").unwrap();
    let (table, _) = table.split_once("<!-- features: end -->").unwrap();
    let kingfisher = built_in::find("kingfisher").unwrap().text;
    let mut rows = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [feature, _, used, tests] = cells.as_slice() else { panic!("{row}") };
        for test in tests.split('`').skip(1).step_by(2) {
            let named = format!("fn {test}()");
            assert!(TESTS.iter().chain(&GAMES).any(|file| file.contains(&named)), "{feature}: there is no test {test}");
        }
        assert!(tests.contains('`'), "{feature} has no test");
        for line in used.split('`').skip(1).step_by(2) {
            assert!(kingfisher.contains(line), "{feature}: Kingfisher has no line {line}");
        }
        assert!(used.contains('`') || *used == "no", "{row}");
        rows += 1;
    }
    assert!(rows >= 30, "{rows} features");
}

#[test]
fn the_examples_of_the_page_are_sound() {
    let page = page();
    let examples: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|piece| piece.split_once("```").map(|(text, _)| text)).collect();
    let whole = examples.iter().find(|text| text.starts_with("carom = 2")).expect("a whole table");
    assert!(examples.len() >= 6, "{}", examples.len());
    // Every step of the guide goes on from the ones before it.
    let mut text = (*whole).to_owned();
    for example in &examples {
        if !example.starts_with("carom") {
            text += &format!("\n{example}");
            Table::parse(&text).unwrap_or_else(|faults| panic!("{faults}"));
        }
    }
    let table = Table::parse(&text).unwrap();
    let mut game = carom_rules::Game::new(&table, carom_rules::GameOptions { seed: 1, autopilot: true }).unwrap();
    (0..20_000).for_each(|_| game.tick());
    assert!(game.status().players[0].score > 0, "it can be played");
}

#[test]
fn the_page_names_every_word_there_is() {
    let page = page();
    let words = Moment::ALL.iter().map(|(word, ..)| *word);
    let words =
        words.chain(Switch::ALL.iter().map(|(word, ..)| *word)).chain(Known::ALL.iter().map(|(word, ..)| *word));
    for word in words {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
}
