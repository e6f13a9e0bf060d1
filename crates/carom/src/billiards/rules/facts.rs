//! What the rules ask about a shot, read from its events.

use super::Played;
use crate::DVec2;
use crate::billiards::event::What;

/// The events of a shot as the rules see them. Numbers of balls that are not there are passed over.
#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    played: Played<'a>,
    potted: Vec<(usize, usize)>,
    off: Vec<usize>,
    first_hit: Option<(usize, f64)>,
}

/// What can be wrong with a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    WrongBallStruck,
    CueBallPotted,
    CueBallOff,
    NothingHit,
    WrongBallHit,
    LowestNotHit,
    NoCushion,
    WeakBreak,
    NoCall,
    EightTooEarly,
    WrongBallPotted,
    BallOff,
}

impl Fault {
    /// The fault in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::WrongBallStruck => "the ball struck was not the player's cue ball",
            Self::CueBallPotted => "the cue ball was potted",
            Self::CueBallOff => "the cue ball left the table",
            Self::NothingHit => "no ball was hit",
            Self::WrongBallHit => "the first ball hit was not on",
            Self::LowestNotHit => "the lowest ball was not hit first",
            Self::NoCushion => "no cushion was reached after the first hit, and nothing was potted",
            Self::WeakBreak => "the break potted nothing and brought fewer than four balls to a cushion",
            Self::NoCall => "ball and pocket were not called",
            Self::EightTooEarly => "the eight fell before its turn or in another pocket than called",
            Self::WrongBallPotted => "a ball that was not on was potted",
            Self::BallOff => "a ball left the table",
        }
    }
}

impl<'a> Facts<'a> {
    pub(super) fn new(played: &Played<'a>) -> Self {
        let mut facts = Self { played: *played, potted: Vec::new(), off: Vec::new(), first_hit: None };
        let count = played.before.len();
        for event in played.events {
            match event.what {
                What::Pot { ball, pocket } if ball < count && !facts.is_potted(ball) => {
                    facts.potted.push((ball, pocket));
                }
                What::Off { ball } if ball < count && !facts.is_off(ball) => facts.off.push(ball),
                What::Balls { balls: [a, b] } if facts.first_hit.is_none() => {
                    let other = [(a, b), (b, a)].into_iter().find(|&(cue, _)| cue == played.cue_ball);
                    facts.first_hit = other.filter(|&(_, ball)| ball < count).map(|(_, ball)| (ball, event.time));
                }
                _ => {}
            }
        }
        facts
    }

    /// The shot itself.
    pub(super) fn played(&self) -> &Played<'a> {
        &self.played
    }

    /// The number of the ball struck.
    pub(super) fn cue_ball(&self) -> usize {
        self.played.cue_ball
    }

    /// The name of a ball; empty if there is none.
    pub(super) fn name(&self, ball: usize) -> &'a str {
        self.played.before.get(ball).map_or("", |ball| ball.name.as_str())
    }

    /// The ball of that name.
    pub(super) fn ball(&self, name: &str) -> Option<usize> {
        self.played.before.iter().position(|ball| ball.name == name)
    }

    /// The number on a ball, 1 to 15.
    pub(super) fn number(&self, ball: usize) -> Option<u32> {
        self.name(ball).parse().ok().filter(|number| (1..=15).contains(number))
    }

    /// All balls by their places in the list.
    pub(super) fn balls(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.played.before.len()
    }

    /// Balls with a number that were on the table before the shot.
    pub(super) fn numbered_at_start(&self) -> impl Iterator<Item = (u32, usize)> {
        self.balls().filter(|&ball| !self.was_out(ball)).filter_map(|ball| Some((self.number(ball)?, ball)))
    }

    /// Whether a ball was out of the game before the shot.
    pub(super) fn was_out(&self, ball: usize) -> bool {
        self.played.before.get(ball).is_none_or(|ball| ball.state.phase.is_out())
    }

    /// Whether a ball is out after the shot (before anything is put back).
    pub(super) fn is_out(&self, ball: usize) -> bool {
        self.was_out(ball) || self.is_potted(ball) || self.is_off(ball)
    }

    /// Whether a ball was potted in the shot.
    pub(super) fn is_potted(&self, ball: usize) -> bool {
        self.potted.iter().any(|&(potted, _)| potted == ball)
    }

    /// Whether a ball left the table in the shot.
    pub(super) fn is_off(&self, ball: usize) -> bool {
        self.off.contains(&ball)
    }

    /// Balls potted in the shot, without the one struck.
    pub(super) fn objects_potted(&self) -> impl Iterator<Item = usize> {
        self.potted.iter().map(|&(ball, _)| ball).filter(|&ball| ball != self.cue_ball())
    }

    /// Balls that left the table in the shot, without the one struck.
    pub(super) fn objects_off(&self) -> impl Iterator<Item = usize> {
        self.off.iter().copied().filter(|&ball| ball != self.cue_ball())
    }

    /// The name of the pocket in which a ball fell.
    pub(super) fn pocket_of(&self, ball: usize) -> Option<&'a str> {
        let &(_, pocket) = self.potted.iter().find(|&&(potted, _)| potted == ball)?;
        self.played.table.pockets.get(pocket).map(|pocket| pocket.name.as_str())
    }

    /// The other ball of the cue ball's first meeting.
    pub(super) fn first_hit(&self) -> Option<usize> {
        self.first_hit.map(|(ball, _)| ball)
    }

    /// Whether any ball touched a cushion strictly after the first hit.
    pub(super) fn cushion_after_hit(&self) -> bool {
        let Some((_, hit)) = self.first_hit else { return false };
        self.cushions().any(|(_, time)| time > hit)
    }

    /// How many balls besides the one struck reached a cushion.
    pub(super) fn objects_at_cushions(&self) -> usize {
        let reached = |ball: &usize| *ball != self.cue_ball() && self.cushions().any(|(other, _)| other == *ball);
        self.balls().filter(reached).count()
    }

    /// When a ball touched straight cushions.
    pub(super) fn rails(&self, ball: usize) -> impl Iterator<Item = f64> {
        self.played.events.iter().filter_map(move |event| match event.what {
            What::Rail { ball: other, .. } if other == ball => Some(event.time),
            _ => None,
        })
    }

    /// With whom the cue ball met, and when.
    pub(super) fn meetings(&self) -> impl Iterator<Item = (usize, f64)> {
        let (cue, count) = (self.cue_ball(), self.played.before.len());
        self.played.events.iter().filter_map(move |event| match event.what {
            What::Balls { balls: [a, b] } if a == cue && b < count => Some((b, event.time)),
            What::Balls { balls: [a, b] } if b == cue && a < count => Some((a, event.time)),
            _ => None,
        })
    }

    /// Where a ball is after the shot.
    pub(super) fn place(&self, ball: usize) -> Option<DVec2> {
        self.played.after.get(ball).map(|state| state.position.truncate())
    }

    /// The fault of a cue ball that is gone.
    pub(super) fn cue_ball_fault(&self) -> Option<Fault> {
        if self.is_potted(self.cue_ball()) {
            Some(Fault::CueBallPotted)
        } else if self.is_off(self.cue_ball()) {
            Some(Fault::CueBallOff)
        } else {
            None
        }
    }

    /// The fault of a weak break: nothing potted, and fewer than four balls at a cushion.
    pub(super) fn break_fault(&self) -> Option<Fault> {
        self.cue_ball_fault().or_else(|| {
            let strong = self.objects_potted().next().is_some() || self.objects_at_cushions() >= 4;
            (!strong).then_some(Fault::WeakBreak)
        })
    }

    /// The fault of a ball off the table, which no rule before it has found.
    pub(super) fn off_fault(&self) -> Option<Fault> {
        self.objects_off().next().map(|_| Fault::BallOff)
    }

    /// When a touch of any cushion happened, and whose.
    fn cushions(&self) -> impl Iterator<Item = (usize, f64)> {
        let count = self.played.before.len();
        self.played.events.iter().filter_map(move |event| match event.what {
            What::Rail { ball, .. } | What::Jaw { ball, .. } if ball < count => Some((ball, event.time)),
            _ => None,
        })
    }
}
