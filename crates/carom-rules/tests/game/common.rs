//! Small tables, and ways to play them.

use carom::pinball::{Happening, PartId};
use carom_rules::{Button, Game, GameOptions, Phase, Press, Told, What};
use carom_tables::Table;

/// A chute: balls come out above the gap between two flippers, roll over a switch and drain at once.
pub(crate) fn chute() -> Table {
    with("")
}

/// The chute without a ball save.
pub(crate) fn harsh() -> Table {
    with("[game]\nball_save = 0\n")
}

/// The chute with more in it.
pub(crate) fn with(more: &str) -> Table {
    let text = format!(
        r#"
        carom = 2
        physics = "2026.1"
        units = "mm"
        [playfield]
        width = 200
        length = 400
        slope = 6.5
        [[trough]]
        name = "trough"
        drain = [100, 390]
        drain_outline = [[0, 380], [200, 380], [200, 400], [0, 400]]
        exit = [100, 260]
        kick_angle = 180
        kick_speed = 0.3
        balls = 4
        [[flipper]]
        name = "left"
        side = "left"
        at = [10, 320]
        [[flipper]]
        name = "right"
        side = "right"
        at = [190, 320]
        [[trigger]]
        name = "switch"
        at = [100, 330]
        radius = 12
        {more}
        "#
    );
    plain(&text)
}

/// A table with a plunger's lane on its right.
pub(crate) fn lane() -> Table {
    let text = r#"
        carom = 1
        physics = "2026.1"
        units = "mm"
        [playfield]
        width = 300
        length = 600
        slope = 6.5
        [[wall]]
        name = "lane_wall"
        outline = [[254, 150], [258, 150], [258, 600], [254, 600]]
        [[wall]]
        name = "corner"
        outline = [[300, 0], [180, 0], [300, 120]]
        [[trough]]
        name = "trough"
        drain = [120, 580]
        drain_outline = [[0, 560], [250, 560], [250, 600], [0, 600]]
        exit = [279, 500]
        kick_speed = 0.0
        balls = 4
        [[plunger]]
        name = "plunger"
        at = [279, 580]
        pull_speed = 0.03
        release_speed = 150
        [[flipper]]
        name = "left"
        side = "left"
        at = [40, 500]
        [[flipper]]
        name = "right"
        side = "right"
        at = [215, 500]
        [[trigger]]
        name = "top"
        outline = [[0, 60], [200, 60], [200, 140], [0, 140]]
        "#;
    plain(text)
}

pub(crate) fn game(table: &Table) -> Game {
    Game::new(table, GameOptions::default()).unwrap()
}

/// A game that has just begun, with so many players.
pub(crate) fn started(table: &Table, players: usize) -> Game {
    let mut game = game(table);
    for _ in 0..players {
        down(&mut game, Button::Start);
        up(&mut game, Button::Start);
    }
    game.tick();
    assert_eq!(game.status().phase, Phase::Playing);
    assert_eq!(game.status().players.len(), players);
    game
}

pub(crate) fn down(game: &mut Game, button: Button) {
    let tick = game.ticks();
    game.press(Press { tick, button, down: true });
}

pub(crate) fn up(game: &mut Game, button: Button) {
    let tick = game.ticks();
    game.press(Press { tick, button, down: false });
}

/// Runs for so many seconds; everything told.
pub(crate) fn run(game: &mut Game, seconds: f64) -> Vec<Told> {
    let mut told = Vec::new();
    for _ in 0..(seconds * 1000.0) as u64 {
        game.tick();
        told.extend_from_slice(game.told());
    }
    told
}

/// Runs until something is so, for four minutes at most; everything told.
pub(crate) fn run_until(game: &mut Game, mut is_so: impl FnMut(&Game) -> bool) -> Vec<Told> {
    let mut told = Vec::new();
    for _ in 0..240_000 {
        game.tick();
        told.extend_from_slice(game.told());
        if is_so(game) {
            return told;
        }
    }
    panic!("nothing came of it within four minutes: {:?}", game.status());
}

/// How often a moment was told.
pub(crate) fn moments(told: &[Told], name: &str) -> usize {
    let is = |told: &&Told| matches!(&told.what, What::Moment { name: other } if other == name);
    told.iter().filter(is).count()
}

pub(crate) fn part(game: &Game, name: &str) -> PartId {
    game.machine().part(name).unwrap()
}

/// Has the trough put a ball out, or a kicker thrown one, in the last tick?
pub(crate) fn ejected(game: &Game, name: &str) -> bool {
    let wanted = part(game, name);
    let is = |what: Happening| matches!(what, Happening::Ejected { part, .. } if part == wanted);
    game.machine().events().iter().any(|event| is(event.what))
}

/// The chute with a hole below the trough's exit, which catches every ball that is served and throws it out upwards, to the side.
pub(crate) fn hole() -> Table {
    hole_with("")
}

/// The same with more in it.
pub(crate) fn hole_with(more: &str) -> Table {
    let hole = r#"
        [[kicker]]
        name = "hole"
        at = [100, 290]
        kick_angle = 45
        kick_speed = 0.5
        "#;
    with(&format!("{hole}{more}"))
}

/// Did a ball come into this part in the last tick?
pub(crate) fn hit(game: &Game, name: &str) -> bool {
    let wanted = part(game, name);
    let is = |what: Happening| matches!(what, Happening::Hit { part, .. } if part == wanted);
    game.machine().events().iter().any(|event| is(event.what))
}

/// What was scored, as it was told.
pub(crate) fn points(told: &[Told]) -> i64 {
    told.iter().map(|told| if let What::Score { points, .. } = told.what { points } else { 0 }).sum()
}

/// Has a ball drained in the last tick?
pub(crate) fn drained(game: &Game) -> bool {
    game.machine().events().iter().any(|event| matches!(event.what, Happening::Drained { .. }))
}

/// A table that counts nothing by itself.
fn plain(text: &str) -> Table {
    let mut table = Table::parse(text).unwrap();
    table.game.default_rules = Some(false);
    table
}
