//! Eight-ball: one's own group, then the eight, ball and pocket called.

use super::facts::{Facts, Fault};
use super::game::{Game, Verdict};
use super::respot::Respots;
use super::{Constraints, InHand};

/// The break: an open table, no call.
pub(super) fn opening() -> Constraints {
    Constraints::cue("cue", InHand::BehindLine, names_of(SOLIDS.chain(STRIPES)))
}

/// A shot's worth.
///
/// An eight that leaves the table loses the game, on the break it is put back; other balls that leave it count as down.
pub(super) fn judge(game: &Game, facts: &Facts<'_>) -> Verdict {
    let holds = game.constraints();
    let is_break = game.shot_number() == 0;
    let eight = facts.ball("8").filter(|&ball| !facts.was_out(ball));
    let eight_potted = eight.is_some_and(|ball| facts.is_potted(ball));
    let eight_off = eight.filter(|&ball| facts.is_off(ball));

    let usual = if is_break { facts.break_fault() } else { fault(holds, facts) };
    let mut fault = game.wrong_cue_ball(facts).or(usual).or_else(|| facts.off_fault());
    if eight_potted && !is_break {
        let on = holds.hittable == ["8"];
        let called = eight.and_then(|ball| facts.pocket_of(ball)) == holds.pocket_call.as_deref();
        if !(on && called) {
            fault = Some(Fault::EightTooEarly);
        }
    }
    let over = (eight_potted || eight_off.is_some() && !is_break)
        .then(|| if fault.is_none() { Some(game.player()) } else { game.opponent() });

    let kept = if is_break {
        facts.objects_potted().any(|ball| holds.hittable.iter().any(|name| name == facts.name(ball)))
    } else {
        called_ball_fell(holds, facts)
    };
    let turn_over = fault.is_some() || !kept;

    let mut respots = Respots::new(facts);
    if fault.is_some() {
        respots.put_on_head_spot(facts.ball("cue").unwrap_or(facts.cue_ball()));
    }
    if let Some(ball) = eight_off.filter(|_| is_break) {
        respots.put_on_foot_spot(ball);
    }

    // A group counts from the shot after the one that decided it.
    let known = game.standing().solids;
    let score = known.map_or_else(|| vec![0; game.players()], |solids| score(game, facts, solids));
    let decided = (known.is_none() && !turn_over && !is_break).then(|| group_called(game, facts)).flatten();
    Verdict { fault, turn_over, over, score, respotted: respots.done(), solids: known.or(decided) }
}

/// What holds after it.
pub(super) fn next(game: &Game, facts: &Facts<'_>, verdict: &Verdict) -> Constraints {
    let in_hand = if verdict.fault.is_some() { InHand::Anywhere } else { InHand::No };
    let hittable = match verdict.solids {
        None => names_of(SOLIDS.chain(STRIPES)),
        Some(solids) => {
            let group = group_of(side(game.player()) == solids);
            if down(facts, group.clone()) == present(facts, group.clone()) {
                vec!["8".to_owned()]
            } else {
                names_of(group)
            }
        }
    };
    Constraints { call_shot: true, ..Constraints::cue("cue", in_hand, hittable) }
}

type Numbers = core::ops::RangeInclusive<u32>;

const SOLIDS: Numbers = 1..=7;
const STRIPES: Numbers = 9..=15;

/// The first fault of a shot after the break.
fn fault(holds: &Constraints, facts: &Facts<'_>) -> Option<Fault> {
    if let Some(fault) = facts.cue_ball_fault() {
        return Some(fault);
    }
    let Some(hit) = facts.first_hit() else { return Some(Fault::NothingHit) };
    if !holds.hittable.iter().any(|name| name == facts.name(hit)) {
        Some(Fault::WrongBallHit)
    } else if !facts.cushion_after_hit() && facts.objects_potted().next().is_none() {
        Some(Fault::NoCushion)
    } else if holds.call_shot && (holds.ball_call.is_none() || holds.pocket_call.is_none()) {
        Some(Fault::NoCall)
    } else {
        None
    }
}

/// Whether the called ball fell in the called pocket.
fn called_ball_fell(holds: &Constraints, facts: &Facts<'_>) -> bool {
    let ball = holds.ball_call.as_deref().and_then(|name| facts.ball(name));
    let pocket = ball.and_then(|ball| facts.pocket_of(ball));
    pocket.is_some() && pocket == holds.pocket_call.as_deref()
}

/// The side that gets the solids when the player has potted the ball that was called.
fn group_called(game: &Game, facts: &Facts<'_>) -> Option<usize> {
    let ball = facts.ball(game.constraints().ball_call.as_deref()?)?;
    let (number, own) = (facts.number(ball)?, side(game.player()));
    if SOLIDS.contains(&number) {
        Some(own)
    } else if STRIPES.contains(&number) {
        Some(1 - own)
    } else {
        None
    }
}

/// Balls down of each player's group.
fn score(game: &Game, facts: &Facts<'_>, solids: usize) -> Vec<i64> {
    (0..game.players()).map(|player| down(facts, group_of(side(player) == solids)) as i64).collect()
}

/// Players sit alternately: with four, two and two are partners.
fn side(player: usize) -> usize {
    player % 2
}

fn group_of(solids: bool) -> Numbers {
    if solids { SOLIDS } else { STRIPES }
}

fn names_of(numbers: impl Iterator<Item = u32>) -> Vec<String> {
    numbers.map(|number| number.to_string()).collect()
}

fn members<'a>(facts: &'a Facts<'_>, group: Numbers) -> impl Iterator<Item = usize> + use<'a> {
    facts.balls().filter(move |&ball| facts.number(ball).is_some_and(|number| group.contains(&number)))
}

fn present(facts: &Facts<'_>, group: Numbers) -> usize {
    members(facts, group).count()
}

fn down(facts: &Facts<'_>, group: Numbers) -> usize {
    members(facts, group).filter(|&ball| facts.is_out(ball)).count()
}
