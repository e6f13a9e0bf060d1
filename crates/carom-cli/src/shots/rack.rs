//! `carom rack`: the balls of a game at its start, as a shot's file.

use super::unknown;
use crate::args::RackOptions;
use crate::failure::Failure;
use crate::output;
use carom::billiards::rules::GameKind;
use carom::billiards::{Ball, Strike, Table, direction};
use carom_shots::Prepared;
use std::path::Path;

pub(crate) fn run(options: &RackOptions) -> Result<(), Failure> {
    let game = game(&options.game)?;
    let table = options.table.as_deref().map_or_else(|| Ok(game.table()), table)?;
    let balls = game.rack(&table, options.spacing, options.seed);
    let strike = opening(game, &balls);
    let prepared = Prepared::new(table, balls, strike);
    // A rack that does not fit on a small table would be refused later.
    prepared.begin()?;
    output::print(&carom_shots::pretty(&carom_shots::write(&prepared)))
}

/// The game of that name.
pub(super) fn game(name: &str) -> Result<GameKind, Failure> {
    let names = GameKind::ALL.map(GameKind::name);
    GameKind::from_name(name).ok_or_else(|| unknown("game", name, &names))
}

/// A built-in table, or one from a file.
fn table(word: &Path) -> Result<Table, Failure> {
    let name = word.display().to_string();
    if let Some(table) = Table::named(&name) {
        return Ok(table);
    }
    if word.extension().is_none() && !word.exists() && !output::is_standard(word) {
        return Err(unknown("table", &name, &Table::NAMES));
    }
    let text = output::read(word)?;
    carom_shots::read_table(&text).map_err(|faults| Failure::ShotFaults { file: name, faults })
}

/// A strike to begin with: at the ball of the rack that lies nearest to the foot spot's front.
fn opening(game: GameKind, balls: &[Ball]) -> Option<Strike> {
    let cue = balls.first()?;
    let from = cue.state.position.truncate();
    let (target, speed) = match game {
        GameKind::EightBall | GameKind::NineBall | GameKind::Free => (None, 7.0),
        GameKind::Snooker => (None, 4.0),
        GameKind::ThreeCushion => (Some("red"), 2.5),
        GameKind::SumToThree => (None, 2.0),
    };
    let is_target = |ball: &&Ball| match (target, game) {
        (Some(name), _) => ball.name == name,
        (None, GameKind::Snooker) => ball.name.starts_with("red"),
        (None, _) => true,
    };
    let others = balls.iter().skip(1).filter(is_target);
    let far = |ball: &Ball| (ball.state.position.truncate() - from).length_squared();
    let aim = others.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    let degrees = direction(from, aim.state.position.truncate()).to_degrees();
    // Four digits are all that anybody wants to read.
    let direction = (libm::round(degrees * 1e4) / 1e4).to_radians();
    Some(Strike { ball: 0, speed, direction, elevation: 0.0, side: 0.0, height: 0.0, cue: game.cue_spec() })
}
