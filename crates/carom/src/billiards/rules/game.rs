//! A game under way: whose turn it is, what holds, and what the last shot changed.

use super::facts::{Facts, Fault};
use super::{
    Constraints, Decision, GameKind, InHand, Played, eight_ball, free, nine_ball, snooker, sum_to_three, three_cushion,
};
use crate::DVec2;
use crate::billiards::ball::Ball;

/// A game under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    kind: GameKind,
    target: i64,
    at: Standing,
    over: Option<Option<usize>>,
}

/// How a game stands: enough to go on with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Shots played so far.
    pub shot_number: u32,
    /// Turns ended so far. The player is its remainder by the number of players.
    pub turn_number: u32,
    /// Points, one entry for each player.
    pub score: Vec<i64>,
    /// What holds for the coming shot.
    pub constraints: Constraints,
    /// Eight-ball: the side that has the solids, once that is decided. Players 0 and 2 are side 0, 1 and 3 side 1.
    pub solids: Option<usize>,
}

/// What a game's own rules make of a shot.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) fault: Option<Fault>,
    pub(super) turn_over: bool,
    /// `Some` if the game is over: who won it.
    pub(super) over: Option<Option<usize>>,
    pub(super) score: Vec<i64>,
    pub(super) respotted: Vec<(usize, DVec2)>,
    /// Eight-ball: who has the solids from now on.
    pub(super) solids: Option<usize>,
}

impl Game {
    /// A new game of `players` (1 to 4), from the break, with the usual balls. `target` is the score that wins the carom
    /// games (usually 10).
    pub fn new(kind: GameKind, players: usize, target: i64) -> Self {
        let names: Vec<String> = match kind {
            GameKind::Snooker => (1..=15).map(|number| format!("red_{number:02}")).collect(),
            _ => core::iter::once("cue".to_owned()).chain((1..=15).map(|number| number.to_string())).collect(),
        };
        Self::with_names(kind, players, target, &names)
    }

    /// A new game with these balls: the same, but with the reds that are there, or for free play with all of them.
    pub fn with_balls(kind: GameKind, players: usize, target: i64, balls: &[Ball]) -> Self {
        let names: Vec<String> = balls.iter().map(|ball| ball.name.clone()).collect();
        Self::with_names(kind, players, target, &names)
    }

    /// A game that stands as told. Entries of the score beyond four players are dropped.
    pub fn resume(kind: GameKind, target: i64, standing: Standing) -> Self {
        let mut at = standing;
        let players = at.score.len().clamp(1, MOST_PLAYERS);
        at.score.resize(players, 0);
        Self { kind, target, at, over: None }
    }

    /// Which game.
    pub fn kind(&self) -> GameKind {
        self.kind
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.at.score.len().max(1)
    }

    /// The score that wins a carom game.
    pub fn target(&self) -> i64 {
        self.target
    }

    /// How the game stands, for going on with it later.
    pub fn standing(&self) -> &Standing {
        &self.at
    }

    /// Whose turn it is.
    pub fn player(&self) -> usize {
        self.at.turn_number as usize % self.players()
    }

    /// Shots played so far.
    pub fn shot_number(&self) -> u32 {
        self.at.shot_number
    }

    /// Turns ended so far.
    pub fn turn_number(&self) -> u32 {
        self.at.turn_number
    }

    /// Points of each player.
    pub fn score(&self) -> &[i64] {
        &self.at.score
    }

    /// Whether it is over, and who won it.
    pub fn over(&self) -> Option<Option<usize>> {
        self.over
    }

    /// What holds for the coming shot.
    pub fn constraints(&self) -> &Constraints {
        &self.at.constraints
    }

    /// Calls a ball and a pocket for the coming shot.
    pub fn call(&mut self, ball: Option<&str>, pocket: Option<&str>) {
        self.at.constraints.ball_call = ball.map(str::to_owned);
        self.at.constraints.pocket_call = pocket.map(str::to_owned);
    }

    /// Judges the shot just played, and goes on to the next.
    ///
    /// Shots after the end of the game change nothing.
    pub fn judge(&mut self, played: &Played<'_>) -> Decision {
        if let Some(winner) = self.over {
            return Decision {
                legal: false,
                reason: "the game is over".to_owned(),
                turn_over: true,
                game_over: true,
                winner,
                score: self.at.score.clone(),
                respotted: Vec::new(),
            };
        }
        let facts = Facts::new(played);
        let verdict = match self.kind {
            GameKind::EightBall => eight_ball::judge(self, &facts),
            GameKind::NineBall => nine_ball::judge(self, &facts),
            GameKind::Snooker => snooker::judge(self, &facts),
            GameKind::ThreeCushion => three_cushion::judge(self, &facts),
            GameKind::SumToThree => sum_to_three::judge(self, &facts),
            GameKind::Free => free::judge(self, &facts),
        };
        self.at.score.clone_from(&verdict.score);
        self.at.solids = verdict.solids;
        self.over = verdict.over;
        if self.over.is_none() {
            self.at.shot_number = self.at.shot_number.saturating_add(1);
            self.at.turn_number = self.at.turn_number.saturating_add(u32::from(verdict.turn_over));
            self.at.constraints = match self.kind {
                GameKind::EightBall => eight_ball::next(self, &facts, &verdict),
                GameKind::NineBall => nine_ball::next(&facts, &verdict),
                GameKind::Snooker => snooker::next(self, &facts, &verdict),
                GameKind::ThreeCushion => three_cushion::constraints(self.at.turn_number, self.players()),
                GameKind::SumToThree => sum_to_three::constraints(),
                GameKind::Free => free::constraints(facts.balls().map(|ball| facts.name(ball))),
            };
        }
        Decision {
            legal: verdict.fault.is_none(),
            reason: verdict.fault.map_or_else(String::new, |fault| fault.words().to_owned()),
            turn_over: verdict.turn_over,
            game_over: verdict.over.is_some(),
            winner: verdict.over.flatten(),
            score: verdict.score,
            respotted: verdict.respotted,
        }
    }

    /// The player after the one whose turn it is; `None` if nobody else plays.
    pub(super) fn opponent(&self) -> Option<usize> {
        (self.players() > 1).then(|| (self.player() + 1) % self.players())
    }

    /// The score with `points` more for `player`.
    pub(super) fn score_with(&self, player: Option<usize>, points: i64) -> Vec<i64> {
        let mut score = self.at.score.clone();
        if let Some(entry) = player.and_then(|player| score.get_mut(player)) {
            *entry = entry.saturating_add(points);
        }
        score
    }

    /// The fault of a strike at a ball that was not the player's to strike.
    pub(super) fn wrong_cue_ball(&self, facts: &Facts<'_>) -> Option<Fault> {
        let own = self.at.constraints.cueable.iter().any(|name| name == facts.name(facts.cue_ball()));
        (!own).then_some(Fault::WrongBallStruck)
    }

    fn with_names(kind: GameKind, players: usize, target: i64, names: &[String]) -> Self {
        let players = players.clamp(1, MOST_PLAYERS);
        let names = names.iter().map(String::as_str);
        let constraints = match kind {
            GameKind::EightBall => eight_ball::opening(),
            GameKind::NineBall => nine_ball::opening(names),
            GameKind::Snooker => snooker::opening(names),
            GameKind::ThreeCushion => three_cushion::constraints(0, players),
            GameKind::SumToThree => sum_to_three::constraints(),
            GameKind::Free => free::constraints(names),
        };
        let at = Standing { shot_number: 0, turn_number: 0, score: vec![0; players], constraints, solids: None };
        Self { kind, target, at, over: None }
    }
}

impl Constraints {
    /// The named cue ball as it lies or in hand; `hittable` may be hit first; no call.
    pub(super) fn cue(name: &str, in_hand: InHand, hittable: Vec<String>) -> Self {
        let cueable = vec![name.to_owned()];
        let movable = if in_hand == InHand::No { Vec::new() } else { cueable.clone() };
        Self { in_hand, movable, cueable, hittable, call_shot: false, ball_call: None, pocket_call: None }
    }
}

const MOST_PLAYERS: usize = 4;
