//! Whatever stands in rules, nothing breaks.

use crate::common::HEAD;
use carom::math::rng::Stream;
use carom_tables::Table;
use std::collections::BTreeSet;

const WORDS: [&str; 43] = [
    "lit",
    "unlit",
    "down",
    "up",
    "full",
    "mode",
    "timer",
    "counter",
    "button",
    "release",
    "leave",
    "raise",
    "arrived",
    "stalled",
    "lift",
    "not",
    "and",
    "or",
    "ball",
    "begins",
    "ends",
    "save",
    "multiball",
    "n",
    "jackpot",
    "hunt",
    "lane_1",
    "lane_*",
    "drop_*",
    "same",
    "*",
    "'",
    "''",
    ",",
    "=",
    ">=",
    "<",
    "-",
    "+",
    "9",
    "99999999999999999999",
    "ä\u{1f3b1}",
    "{",
];

/// A text of random words.
fn text(dice: &mut Stream) -> String {
    let count = dice.bits() % 6;
    let glue = [" ", "", ", "][(dice.bits() % 3) as usize];
    (0..count).map(|_| WORDS[(dice.bits() % WORDS.len() as u64) as usize]).collect::<Vec<_>>().join(glue)
}

#[test]
fn random_words_give_rules_or_faults_and_never_a_panic() {
    let mut dice = Stream::new(5, "words");
    let table = Table::parse(HEAD).unwrap();
    let (mut sound, mut told) = (0, BTreeSet::new());
    for _ in 0..4000 {
        let mut table = table.clone();
        let mut words = || Some(carom_tables::Words(vec![text(&mut dice)]));
        table.rules.push(carom_tables::parts::Rule {
            on: words().unwrap_or_default(),
            when: words(),
            set: words(),
            light: words(),
            start_timer: words(),
            raise: words(),
            run: words(),
            stop: words(),
            ..Default::default()
        });
        let sum = text(&mut dice);
        (table.rules[0].score, table.rules[0].say) = (Some(carom_tables::Worth::Sum(sum.clone())), Some(sum));
        match table.plan() {
            Ok(_) => sound += 1,
            Err(faults) => {
                for fault in faults {
                    assert!(!fault.message.is_empty() && !fault.help.is_empty(), "{fault:?}");
                    told.insert(fault.field.split('[').next().unwrap_or_default().to_owned());
                }
            }
        }
    }
    assert!(sound < 4000);
    assert_eq!(told.len(), 10, "every field was wrong once: {told:?}");
}

#[test]
fn single_phrases_of_random_words_are_right_or_wrong_and_hear_without_a_panic() {
    let mut dice = Stream::new(6, "phrases");
    let table = Table::parse(HEAD).unwrap();
    let machine = table.machine().unwrap();
    let mut right = 0;
    for _ in 0..3000 {
        let mut table = table.clone();
        let on = carom_tables::Words(vec![text(&mut dice)]);
        table.rules.push(carom_tables::parts::Rule {
            on,
            score: Some(carom_tables::Worth::Number(1)),
            ..Default::default()
        });
        if let Ok(rules) = carom_rules::Rules::compile(&table, &machine) {
            let mut acts = Vec::new();
            let board = carom_rules::Board::default();
            for what in [
                carom_rules::Occurrence::BallBegins,
                carom_rules::Occurrence::Lamp(0),
                carom_rules::Occurrence::Lamp(99),
            ] {
                rules.hear(&what, &board, &machine, &mut acts);
            }
            right += 1;
        }
    }
    assert!(right > 20, "{right} of 3000 mean something");
}

#[test]
fn a_phrase_of_a_megabyte_is_refused_at_once() {
    let table = Table::parse(HEAD).unwrap();
    for piece in ["not ", "n + ", "lit lane_1 or ", "lane_*,", "'", "a*"] {
        let mut table = table.clone();
        let on = carom_tables::Words(vec![piece.repeat((1 << 20) / piece.len())]);
        table.rules.push(carom_tables::parts::Rule { when: Some(on.clone()), on, ..Default::default() });
        let begun = std::time::Instant::now();
        let wrong = table.plan().is_err();
        assert!(wrong && begun.elapsed().as_secs_f64() < 10.0, "{piece}: {:?}", begun.elapsed());
    }
}
