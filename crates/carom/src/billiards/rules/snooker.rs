//! Snooker: red, colour, red ... and at last the colours in their order.

use super::facts::{Facts, Fault};
use super::game::{Game, Verdict};
use super::rack::snooker_spot;
use super::respot::Respots;
use super::{Constraints, InHand};
use crate::DVec2;

/// The break, from the D.
pub(super) fn opening<'a>(names: impl Iterator<Item = &'a str>) -> Constraints {
    let mut reds: Vec<String> = names.filter(|name| is_red(name)).map(str::to_owned).collect();
    reds.sort();
    Constraints::cue(WHITE, InHand::Semicircle, reds)
}

/// A shot's worth.
///
/// If no colour was called, the first one hit is taken as called. A ball that leaves the table is a foul with its value;
/// reds stay down, colours come back. A colour whose spot is occupied goes to the free spot of the highest value, and if
/// there is none, as near as possible to its own spot towards the top cushion (as the rules of snooker say); the reference puts
/// it on its own spot all the same.
pub(super) fn judge(game: &Game, facts: &Facts<'_>) -> Verdict {
    let stage = Stage::of(game.constraints());
    let called = game.constraints().ball_call.as_deref();
    let on = |ball: usize| stage.is_on(facts, ball, called);
    let usual = if let Some(fault) = facts.cue_ball_fault() {
        Some(fault)
    } else if let Some(hit) = facts.first_hit() {
        if !on(hit) {
            Some(Fault::WrongBallHit)
        } else if facts.objects_potted().any(|ball| !on(ball)) {
            Some(Fault::WrongBallPotted)
        } else {
            None
        }
    } else {
        Some(Fault::NothingHit)
    };
    let fault = game.wrong_cue_ball(facts).or(usual).or_else(|| facts.off_fault());

    let score = if fault.is_none() {
        let points = facts.objects_potted().map(|ball| value(facts.name(ball))).sum();
        game.score_with(Some(game.player()), points)
    } else {
        let gone = facts.objects_potted().chain(facts.objects_off()).chain(facts.first_hit());
        let dearest = gone.map(|ball| facts.name(ball)).chain(called).map(value).max();
        game.score_with(game.opponent(), dearest.unwrap_or(FOUL).max(FOUL))
    };

    let at_start = || facts.balls().filter(|&ball| !facts.was_out(ball) && facts.name(ball) != WHITE);
    let black_alone = at_start().count() == 1 && at_start().all(|ball| facts.name(ball) == BLACK);
    let black_potted = facts.objects_potted().any(|ball| facts.name(ball) == BLACK);
    let over = (black_alone && (fault.is_some() || black_potted)).then(|| leader(&score));

    Verdict {
        fault,
        turn_over: fault.is_some() || facts.objects_potted().next().is_none(),
        over,
        score,
        respotted: respotted(facts, &stage, fault.is_some()),
        solids: None,
    }
}

/// What holds after it.
pub(super) fn next(game: &Game, facts: &Facts<'_>, verdict: &Verdict) -> Constraints {
    let white_back = verdict.respotted.iter().any(|&(ball, _)| facts.name(ball) == WHITE);
    let in_hand = if white_back { InHand::Semicircle } else { InHand::No };
    let names = || facts.balls().map(|ball| facts.name(ball));
    if !verdict.turn_over && Stage::of(game.constraints()) == Stage::Reds {
        let colours = COLOURS.iter().filter(|&&colour| names().any(|name| name == colour));
        let colours = colours.map(|&colour| colour.to_owned()).collect();
        return Constraints { call_shot: true, ..Constraints::cue(WHITE, in_hand, colours) };
    }
    if facts.balls().any(|ball| is_red(facts.name(ball)) && !facts.is_out(ball)) {
        let reds = opening(names()).hittable;
        return Constraints::cue(WHITE, in_hand, reds);
    }
    let back = |ball: usize| verdict.respotted.iter().any(|&(placed, _)| placed == ball);
    let there = |colour: &str| facts.ball(colour).is_some_and(|ball| !facts.is_out(ball) || back(ball));
    let lowest = COLOURS.into_iter().find(|colour| there(colour)).map(str::to_owned);
    Constraints::cue(WHITE, in_hand, lowest.into_iter().collect())
}

/// What is to be hit.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// A red.
    Reds,
    /// A colour of one's choice, after a red.
    AnyColour,
    /// This colour, no red being left.
    Colour(String),
}

impl Stage {
    fn of(holds: &Constraints) -> Self {
        match holds.hittable.as_slice() {
            // While reds are left a colour is called, also the last one on the table.
            [one] if !is_red(one) && !holds.call_shot => Self::Colour(one.clone()),
            [first, ..] if !is_red(first) => Self::AnyColour,
            _ => Self::Reds,
        }
    }

    /// Whether a ball may be hit first and potted.
    fn is_on(&self, facts: &Facts<'_>, ball: usize, called: Option<&str>) -> bool {
        let name = facts.name(ball);
        match self {
            Self::Reds => is_red(name),
            Self::Colour(colour) => name == colour,
            Self::AnyColour => {
                let first = || facts.first_hit().map_or("", |hit| facts.name(hit));
                let chosen = called.filter(|name| COLOURS.contains(name)).unwrap_or_else(first);
                COLOURS.contains(&name) && name == chosen
            }
        }
    }
}

const WHITE: &str = "white";
const BLACK: &str = "black";
/// The colours by their values, 2 to 7.
const COLOURS: [&str; 6] = ["yellow", "green", "brown", "blue", "pink", BLACK];
/// The least value of a foul.
const FOUL: i64 = 4;

fn is_red(name: &str) -> bool {
    name.starts_with("red")
}

/// What a ball is worth; the white counts as a foul.
fn value(name: &str) -> i64 {
    if is_red(name) {
        return 1;
    }
    COLOURS.into_iter().zip(2..).find(|&(colour, _)| colour == name).map_or(FOUL, |(_, value)| value)
}

/// The player with the most points, if there is one.
fn leader(score: &[i64]) -> Option<usize> {
    let most = score.iter().max()?;
    let mut best = score.iter().enumerate().filter(|&(_, points)| points == most);
    let first = best.next();
    if best.next().is_some() { None } else { first.map(|(player, _)| player) }
}

/// Balls put back: the white whenever it is gone; colours except the one that was potted in its turn at the end.
fn respotted(facts: &Facts<'_>, stage: &Stage, foul: bool) -> Vec<(usize, DVec2)> {
    let spot = |name: &str| snooker_spot(facts.played().table, name);
    let gone = |name: &str| facts.ball(name).filter(|&ball| facts.is_potted(ball) || facts.is_off(ball));
    let mut respots = Respots::new(facts);
    if foul || !matches!(stage, Stage::Colour(_)) {
        // The most valuable first: it has the first choice of spots.
        for colour in COLOURS.into_iter().rev() {
            let others = COLOURS.into_iter().rev().filter(|&other| other != colour);
            let spots: Vec<DVec2> = core::iter::once(colour).chain(others).filter_map(spot).collect();
            if let Some(ball) = gone(colour) {
                respots.put(ball, &spots);
            }
        }
    }
    if let (Some(ball), Some(spot)) = (gone(WHITE), spot(WHITE)) {
        respots.put(ball, &[spot]);
    }
    respots.done()
}
