//! Games with groups that move, and the page about them.

use crate::common::{game, hit, points, run, run_until, started, with};
use carom::pinball::{Drive, Happening};
use carom_rules::{Act, Game, GameOptions, Recorder, What, recording};
use carom_tables::Table;
use core::f64::consts::TAU;

/// The table of `docs/placement.md`.
fn mill() -> Table {
    let page = include_str!("../../../../docs/placement.md");
    let (_, rest) = page.split_once("```toml\n").expect("an example");
    let (text, _) = rest.split_once("```").expect("its end");
    Table::parse(text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn arrivals(game: &Game) -> usize {
    game.machine().events().iter().filter(|event| matches!(event.what, Happening::Arrived { .. })).count()
}

#[test]
fn the_example_of_the_page_is_played_and_replayed() {
    let table = mill();
    let options = GameOptions { seed: 3, autopilot: true };
    let mut game = Game::new(&table, options).unwrap();
    game.keep_ledger(true);
    let mut recorder = Recorder::new("mill", &table, options);
    let (mut arrived, mut lost, mut turned) = (0, 0, 0.0);
    let sails = game.machine().group("sails").unwrap();
    for _ in 0..60_000 {
        game.tick();
        recorder.ticked(&game);
        arrived += arrivals(&game);
        lost += game.machine().events().iter().filter(|event| matches!(event.what, Happening::Lost { .. })).count();
        turned += game.machine().moving(sails).unwrap().spin.z * 1e-3;
    }
    assert!(arrived >= 2, "the post went up and down: {arrived}");
    assert_eq!(lost, 0);
    assert!((turned / TAU - 30.0).abs() < 0.5, "the sails turn every two seconds: {turned} rad");
    assert!(game.status().players[0].score > 0, "{:?}", game.status());
    let ledger = game.machine().ledger().unwrap();
    assert!(ledger.driven != 0.0 && ledger.residual().abs() < 1e-9 * ledger.turned_over, "{ledger}");
    let recording = recorder.finish(&game).unwrap();
    let replayed = recording::replay(&recording, &table).unwrap();
    assert!(replayed.same, "{}", replayed.message);
    assert_eq!(replayed.scores, recording.scores);
}

/// A door that scores when it has come to where it was sent.
const DOOR: &str = r#"
    [[group]]
    name = "door"
    shift = [40, 60, 0]
    driven = true
    [[wall]]
    name = "leaf"
    parent = "door"
    outline = [[0, -3], [50, -3], [50, 3], [0, 3]]
    [[rule]]
    on = "arrived door"
    score = 500
    "#;

/// Degrees.
fn angle(game: &Game) -> f64 {
    let turn = game.machine().moving(game.machine().group("door").unwrap()).unwrap().lies.turn();
    2.0 * libm::atan2(turn.z, turn.w).to_degrees()
}

#[test]
fn a_rule_opens_a_door_and_hears_that_it_is_open() {
    let rule = "[[rule]]\non = \"switch\"\nonce = \"game\"\ngo = { group = \"door\", angle = 90, seconds = 0.5 }\n";
    let mut game = started(&with(&format!("{DOOR}{rule}")), 1);
    run_until(&mut game, |game| hit(game, "switch"));
    assert_eq!(angle(&game), 0.0);
    run(&mut game, 0.25);
    assert!((angle(&game) - 45.0).abs() < 1.0, "half of the time, half of the way: {}", angle(&game));
    let told = run_until(&mut game, |game| arrivals(game) > 0);
    assert!((angle(&game) - 90.0).abs() < 1e-9, "{}", angle(&game));
    assert_eq!(points(&told), 500);
}

#[test]
fn a_script_does_the_same() {
    let script = "fn switch_hit() { if !is_moving(\"door\") { go_to(\"door\", [0, 0, 0], 90, 0.5); } }\n\
                  fn door_arrived() { say(`open by ${round(place_of(\"door\").angle)}`); }";
    let mut game = started(&with(&format!("{DOOR}[game]\nscript = '''{script}'''\n")), 1);
    run_until(&mut game, |game| hit(game, "switch"));
    let told = run_until(&mut game, |game| arrivals(game) > 0);
    assert_eq!(points(&told), 500);
    let said = |what: &What| matches!(what, What::Say { text } if text == "open by 90.0");
    assert!(told.iter().any(|told| said(&told.what)), "{told:?}");
}

#[test]
fn groups_can_be_driven_before_anybody_plays() {
    let mut game = game(&with(DOOR));
    let group = game.machine().group("door").unwrap();
    game.act(Act::Drive(group, Drive::Pose { shift: carom::DVec3::ZERO, angle: 1.0 }));
    run(&mut game, 0.01);
    assert!((angle(&game).to_radians() - 1.0).abs() < 1e-12);
}
