//! Three-cushion: both other balls, and three cushions before the second of them.

use super::facts::Facts;
use super::game::{Game, Verdict};
use super::rack::{Spot, THREE_CUSHION};
use super::respot::Respots;
use super::{Constraints, InHand};

/// Every player has a cue ball: white, yellow, with three players also red.
pub(super) fn constraints(turn: u32, players: usize) -> Constraints {
    let name = match (players, turn % 2, turn % 3) {
        (3, _, 2) => "red",
        (3, _, 1) | (1 | 2 | 4, 1, _) => "yellow",
        _ => "white",
    };
    Constraints::cue(name, InHand::No, Vec::new())
}

/// A shot's worth. A ball that leaves the table is a foul, and is put back on its place at the start.
pub(super) fn judge(game: &Game, facts: &Facts<'_>) -> Verdict {
    carom_verdict(game, facts, scores(facts), &THREE_CUSHION)
}

/// What a carom game makes of a shot that would score or not.
pub(super) fn carom_verdict(game: &Game, facts: &Facts<'_>, scores: bool, spots: &[Spot]) -> Verdict {
    let fault = game.wrong_cue_ball(facts).or_else(|| facts.cue_ball_fault()).or_else(|| facts.off_fault());
    let point = scores && fault.is_none();
    let score = game.score_with(Some(game.player()), i64::from(point));
    let won = point && score.get(game.player()).is_some_and(|&points| points >= game.target());
    let mut respots = Respots::new(facts);
    for &(name, across, along) in spots {
        if let Some(ball) = facts.ball(name).filter(|&ball| facts.is_off(ball) || facts.is_potted(ball)) {
            respots.put(ball, &[facts.played().table.point(across, along)]);
        }
    }
    Verdict {
        fault,
        turn_over: !point,
        over: won.then_some(Some(game.player())),
        score,
        respotted: respots.done(),
        solids: None,
    }
}

/// Whether the cue ball hit two others and touched three rails strictly before it first met the second.
fn scores(facts: &Facts<'_>) -> bool {
    let Some(first) = facts.first_hit() else { return false };
    let second = facts.meetings().find(|&(ball, _)| ball != first);
    second.is_some_and(|(_, met)| facts.rails(facts.cue_ball()).filter(|&time| time < met).count() >= 3)
}
