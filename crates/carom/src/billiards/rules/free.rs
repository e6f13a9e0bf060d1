//! Free play: nothing is wrong, and the turn never ends.

use super::facts::Facts;
use super::game::{Game, Verdict};
use super::respot::Respots;
use super::{Constraints, InHand};

/// Every ball may be moved, struck and hit.
pub(super) fn constraints<'a>(names: impl Iterator<Item = &'a str>) -> Constraints {
    let all: Vec<String> = names.map(str::to_owned).collect();
    Constraints {
        in_hand: InHand::Anywhere,
        movable: all.clone(),
        cueable: all.clone(),
        hittable: all,
        call_shot: false,
        ball_call: None,
        pocket_call: None,
    }
}

/// A cue ball that went down or off comes back; if no ball is called so, the ball that was struck.
pub(super) fn judge(game: &Game, facts: &Facts<'_>) -> Verdict {
    let cue = facts.ball("cue").or_else(|| facts.ball("white")).unwrap_or(facts.cue_ball());
    let mut respots = Respots::new(facts);
    if facts.is_potted(cue) || facts.is_off(cue) {
        respots.put_on_head_spot(cue);
    }
    let score = game.score().to_vec();
    Verdict { fault: None, turn_over: false, over: None, score, respotted: respots.done(), solids: None }
}
