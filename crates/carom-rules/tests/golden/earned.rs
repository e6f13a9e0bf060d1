//! A whole game on Kingfisher, played by a player that looks ahead and kept as a recording: its multiball and its jackpot can be
//! earned with flippers alone. `cargo run --release -p carom-rules --example planner -- 2 240` made it, and makes it anew when
//! Kingfisher or the physics have changed.

use carom_rules::{Player, What};
use carom_tables::{Table, built_in};
use std::collections::BTreeMap;

#[test]
fn multiball_and_jackpot_are_earned_with_flippers_and_the_recording_comes_to_the_same_score() {
    let (table, _) = Table::load(built_in::find("kingfisher").unwrap().text).unwrap();
    let mut player = Player::new(include_str!("data/kingfisher.json").parse().unwrap(), &table).unwrap();
    let mut moments: BTreeMap<String, u32> = BTreeMap::new();
    let mut most_in_play = 0;
    while player.tick() {
        most_in_play = most_in_play.max(player.game().status().in_play);
        for told in player.game().told() {
            if let What::Moment { name } = &told.what {
                *moments.entry(name.clone()).or_default() += 1;
            }
        }
    }
    let replayed = player.replayed();
    assert!(replayed.same, "{}", replayed.message);
    assert_eq!(replayed.scores, [277_955]);
    assert_eq!(most_in_play, 3);
    let times = |name: &str| moments.get(name).copied().unwrap_or_default();
    assert_eq!((times("lock"), times("multiball"), times("jackpot")), (2, 1, 2), "{moments:?}");
}
