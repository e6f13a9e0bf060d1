//! A whole game on Kingfisher, played by a player that looks ahead and kept as a recording: its multiball and its jackpot can be
//! earned with flippers alone. `cargo run --release -p carom-rules --example planner -- 2 240` made it; `cargo xtask golden
//! --bless` makes it anew when Kingfisher or the physics have changed, with the first seed that comes to a jackpot.

use carom_rules::{Player, What};
use carom_tables::{Table, built_in};
use std::collections::BTreeMap;

#[test]
fn multiball_and_jackpot_are_earned_with_flippers_and_the_recording_comes_to_the_same_score() {
    let (table, _) = Table::load(built_in::find("kingfisher").unwrap().text).unwrap();
    let mut player = Player::new(include_str!("kingfisher-earned.json").parse().unwrap(), &table).unwrap();
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
    assert_eq!(replayed.scores, player.recording().scores);
    assert!(most_in_play >= 2, "{most_in_play}");
    let times = |name: &str| moments.get(name).copied().unwrap_or_default();
    assert!(times("lock") >= 2 && times("multiball") >= 1 && times("jackpot") >= 1, "{moments:?}");
}
