//! Nine-ball: the lowest ball first; the highest wins.

use super::facts::{Facts, Fault};
use super::game::{Game, Verdict};
use super::respot::Respots;
use super::{Constraints, InHand};

/// The break, from behind the line.
pub(super) fn opening<'a>(names: impl Iterator<Item = &'a str>) -> Constraints {
    let lowest = names.filter_map(|name| name.parse::<u32>().ok()).min().unwrap_or(1);
    Constraints::cue("cue", InHand::BehindLine, vec![lowest.to_string()])
}

/// A shot's worth.
///
/// The break need not hit the one first, and a nine potted with a foul stays down (unless it was the last ball): so the
/// reference has it. Of balls that leave the table only the highest is put back.
pub(super) fn judge(game: &Game, facts: &Facts<'_>) -> Verdict {
    let highest = facts.numbered_at_start().max().map(|(_, ball)| ball);
    let usual = if game.shot_number() == 0 { facts.break_fault() } else { fault(facts) };
    let fault = game.wrong_cue_ball(facts).or(usual).or_else(|| facts.off_fault());
    let legal = fault.is_none();

    let won = legal && highest.is_some_and(|ball| facts.is_potted(ball));
    let points = if legal { facts.objects_potted().map(|ball| points(facts, ball)).sum() } else { 0 };

    let mut respots = Respots::new(facts);
    if !legal {
        respots.put_on_head_spot(facts.ball("cue").unwrap_or(facts.cue_ball()));
    }
    let cleared = facts.numbered_at_start().all(|(_, ball)| facts.is_out(ball));
    if let Some(ball) = highest.filter(|&ball| facts.is_off(ball) || cleared && !won) {
        respots.put_on_foot_spot(ball);
    }
    Verdict {
        fault,
        turn_over: !(legal && facts.objects_potted().next().is_some()),
        over: won.then_some(Some(game.player())),
        score: game.score_with(Some(game.player()), points),
        respotted: respots.done(),
        solids: None,
    }
}

/// What holds after it.
pub(super) fn next(facts: &Facts<'_>, verdict: &Verdict) -> Constraints {
    let in_hand = if verdict.fault.is_some() { InHand::Anywhere } else { InHand::No };
    let back = |ball: usize| verdict.respotted.iter().any(|&(placed, _)| placed == ball);
    let left = facts.numbered_at_start().filter(|&(_, ball)| !facts.is_out(ball) || back(ball));
    let hittable = left.min().map(|(_, ball)| facts.name(ball).to_owned()).into_iter().collect();
    Constraints::cue("cue", in_hand, hittable)
}

/// The first fault of a shot after the break.
fn fault(facts: &Facts<'_>) -> Option<Fault> {
    let Some(hit) = facts.first_hit() else { return Some(Fault::NothingHit) };
    if facts.numbered_at_start().min().map(|(_, ball)| ball) != Some(hit) {
        return Some(Fault::LowestNotHit);
    }
    if let Some(fault) = facts.cue_ball_fault() {
        return Some(fault);
    }
    (!facts.cushion_after_hit() && facts.objects_potted().next().is_none()).then_some(Fault::NoCushion)
}

/// The nine is worth two.
fn points(facts: &Facts<'_>, ball: usize) -> i64 {
    if facts.number(ball) == Some(9) { 2 } else { 1 }
}
