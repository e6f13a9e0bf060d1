//! Whether conditions hold.

use super::Rules;
use crate::act::Lit;
use crate::board::Board;
use carom::pinball::Machine;
use carom_tables::rules::{Condition, Known, Sum};

/// Does a condition hold?
pub(super) fn holds(rules: &Rules, condition: &Condition, board: &Board, machine: &Machine) -> bool {
    let lit = |lamp: &usize| board.lamps.get(*lamp).is_some_and(|lamp| *lamp != Lit::Off);
    let active = |part: &usize| rules.part(*part).and_then(|part| machine.pose(part)).is_some_and(|pose| pose.active);
    match condition {
        Condition::Lit(lamps) => lamps.iter().all(lit),
        Condition::Unlit(lamps) => !lamps.iter().any(lit),
        Condition::Down(parts) | Condition::Full(parts) => parts.iter().all(active),
        Condition::Up(parts) => !parts.iter().any(active),
        Condition::Mode(name) => board.status.modes.iter().any(|mode| mode.name == *name),
        Condition::Timer(name) => board.timers.contains_key(name),
        Condition::Multiball => board.status.in_play > 1,
        Condition::BallSave => board.status.ball_save > 0,
        Condition::Compare(left, likeness, right) => {
            likeness.holds(value(rules, left, board), value(rules, right, board))
        }
        Condition::Not(one) => !holds(rules, one, board, machine),
        Condition::All(all) => all.iter().all(|one| holds(rules, one, board, machine)),
        Condition::Any(any) => any.iter().any(|one| holds(rules, one, board, machine)),
    }
}

/// What a sum comes to.
pub(super) fn value(rules: &Rules, sum: &Sum, board: &Board) -> i64 {
    sum.value(|name| rules.counter(name, board), |word| known(word, board))
}

/// A number that every game has.
pub(super) fn known(word: Known, board: &Board) -> i64 {
    let status = &board.status;
    let player = status.players.get(status.current);
    match word {
        Known::Score => player.map_or(0, |player| player.score),
        Known::Bonus => status.bonus,
        Known::Multiplier => i64::from(status.multiplier.max(1)),
        Known::BonusMultiplier => i64::from(status.bonus_multiplier.max(1)),
        Known::Ball => player.map_or(0, |player| i64::from(player.ball)),
        Known::Player => i64::try_from(status.current).map_or(1, |current| current + 1),
        Known::InPlay => i64::from(status.in_play),
        Known::Locked => i64::from(status.locked),
        Known::ExtraBalls => player.map_or(0, |player| i64::from(player.extra_balls)),
        Known::Warnings => i64::from(status.warnings),
    }
}
