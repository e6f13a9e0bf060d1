//! Sum-to-three: the balls meet, and together they touch exactly three cushions.

use super::facts::Facts;
use super::game::{Game, Verdict};
use super::rack::SUM_TO_THREE;
use super::three_cushion::carom_verdict;
use super::{Constraints, InHand};

/// Always the same ball.
pub(super) fn constraints() -> Constraints {
    Constraints::cue("cue", InHand::No, vec!["object".to_owned()])
}

/// A shot's worth.
pub(super) fn judge(game: &Game, facts: &Facts<'_>) -> Verdict {
    let rails: usize = facts.balls().map(|ball| facts.rails(ball).count()).sum();
    let scores = facts.first_hit().is_some() && rails == 3;
    carom_verdict(game, facts, scores, &SUM_TO_THREE)
}
