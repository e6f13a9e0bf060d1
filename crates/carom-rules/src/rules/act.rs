//! What rules do about one occurrence: acts, as they come.

use super::holds::{known, value};
use super::words::shown;
use super::{LATER, Rules};
use crate::act::{Act, Lit};
use crate::board::Board;
use carom_tables::rules::{Deed, Glow, Known, Piece, Sum, Template};

/// The acts of one occurrence. Points count with the board as it is; counters and lamps that change twice remember the first change.
pub(super) struct Doing<'a> {
    rules: &'a Rules,
    board: &'a Board,
    out: &'a mut Vec<Act>,
    counters: Vec<(String, i64)>,
    lamps: Vec<(usize, Lit)>,
    multiplier: Option<i64>,
    bonus_multiplier: Option<i64>,
}

impl<'a> Doing<'a> {
    pub(super) fn new(rules: &'a Rules, board: &'a Board, out: &'a mut Vec<Act>) -> Self {
        let (counters, lamps) = (Vec::new(), Vec::new());
        Self { rules, board, out, counters, lamps, multiplier: None, bonus_multiplier: None }
    }

    /// The deeds of a rule, one after the other.
    pub(super) fn all(&mut self, deeds: &[Deed]) {
        deeds.iter().for_each(|deed| self.one(deed));
    }

    /// A rule acts later.
    pub(super) fn put_off(&mut self, rule: usize, seconds: f64) {
        self.out.push(Act::SetTimer(format!("{LATER}{rule}"), seconds));
    }

    /// A counter's value, with what was done to it already.
    pub(super) fn counter(&self, name: &str) -> i64 {
        let changed = self.counters.iter().rev().find(|(one, _)| one == name).map(|(_, value)| *value);
        changed.unwrap_or_else(|| self.rules.counter(name, self.board))
    }

    pub(super) fn set(&mut self, name: &str, value: i64) {
        let most = self.rules.counters.get(name).map_or(i64::MAX, |counter| counter.most);
        let value = value.min(most);
        self.counters.push((name.to_owned(), value));
        self.out.push(Act::SetCounter(name.to_owned(), value));
    }

    fn one(&mut self, deed: &Deed) {
        let part = |number: &usize| self.rules.part(*number);
        let act = match deed {
            Deed::Set(name, sum) => {
                let value = self.afterwards(sum);
                return self.set(name, value);
            }
            Deed::Score(sum) => Some(Act::Score(self.worth(sum))),
            Deed::Bonus(sum) => Some(Act::Bonus(self.worth(sum))),
            Deed::Multiplier(sum) => {
                let times = small(self.worth(sum));
                self.multiplier = Some(i64::from(times));
                Some(Act::Multiplier(times))
            }
            Deed::BonusMultiplier(sum) => {
                let times = small(self.worth(sum));
                self.bonus_multiplier = Some(i64::from(times));
                Some(Act::BonusMultiplier(times))
            }
            Deed::Light(lamps, glow) => return lamps.iter().for_each(|lamp| self.light(*lamp, lit(*glow))),
            Deed::Toggle(lamps) => {
                for lamp in lamps {
                    let now = self.lamp(*lamp);
                    self.light(*lamp, if now == Lit::Off { Lit::On } else { Lit::Off });
                }
                None
            }
            Deed::LightNext(lamps) => {
                if let Some(dark) = lamps.iter().find(|lamp| self.lamp(**lamp) == Lit::Off) {
                    self.light(*dark, Lit::On);
                }
                None
            }
            Deed::Shift(lamps, left) => return self.shift(lamps, *left),
            Deed::Say(template) => Some(Act::Say(self.text(template))),
            Deed::Hint(template) => Some(Act::Hint(self.text(template))),
            Deed::Sound(name) => Some(Act::Sound((*name).to_owned())),
            Deed::Moment(name) => Some(Act::Moment((*name).to_owned())),
            Deed::Kick(kicker) => part(kicker).map(Act::Kick),
            Deed::Pulse(coil) => part(coil).map(Act::Pulse),
            Deed::Coil(coil, on) => part(coil).map(|coil| Act::Coil(coil, *on)),
            Deed::Drop(target, down) => part(target).map(|target| Act::Drop(target, *down)),
            Deed::Enable(one, on) => part(one).map(|one| Act::Enable(one, *on)),
            Deed::Drive(group, drive) => self.rules.group(*group).map(|group| Act::Drive(group, *drive)),
            Deed::StartTimer(name, seconds) => Some(Act::SetTimer(name.clone(), *seconds)),
            Deed::StopTimer(name) => Some(Act::StopTimer(name.clone())),
            Deed::BeginMode(name) => Some(Act::BeginMode(name.clone())),
            Deed::EndMode(name) => Some(Act::EndMode(name.clone())),
            Deed::Save(seconds) => Some(Act::SaveBall(*seconds)),
            Deed::ExtraBall => Some(Act::ExtraBall),
            Deed::Lock(kicker) => part(kicker).map(Act::Lock),
            Deed::Multiball(sum) => Some(Act::Multiball(small(self.worth(sum)))),
            Deed::EndBall => Some(Act::EndBall),
        };
        self.out.extend(act);
    }

    /// What a sum came to when it happened.
    fn worth(&self, sum: &Sum) -> i64 {
        value(self.rules, sum, self.board)
    }

    /// What a sum comes to with everything that was done already.
    fn afterwards(&self, sum: &Sum) -> i64 {
        let game = |word: Known| match word {
            Known::Multiplier => self.multiplier,
            Known::BonusMultiplier => self.bonus_multiplier,
            _ => None,
        };
        sum.value(|name| self.counter(name), |word| game(word).unwrap_or_else(|| known(word, self.board)))
    }

    fn text(&self, template: &Template) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Sum(sum) => shown(self.afterwards(sum)),
        };
        template.0.iter().map(piece).collect()
    }

    fn lamp(&self, lamp: usize) -> Lit {
        let changed = self.lamps.iter().rev().find(|(one, _)| *one == lamp).map(|(_, lit)| *lit);
        changed.unwrap_or_else(|| self.board.lamps.get(lamp).copied().unwrap_or_default())
    }

    /// A lamp that is so already is left alone: nobody hears of it.
    fn light(&mut self, lamp: usize, lit: Lit) {
        if self.lamp(lamp) != lit {
            self.lamps.push((lamp, lit));
            self.out.push(Act::Light(lamp, lit));
        }
    }

    fn shift(&mut self, lamps: &[usize], left: bool) {
        let mut row: Vec<Lit> = lamps.iter().map(|lamp| self.lamp(*lamp)).collect();
        if row.is_empty() {
            return;
        }
        if left {
            row.rotate_left(1);
        } else {
            row.rotate_right(1);
        }
        for (lamp, lit) in lamps.iter().zip(row) {
            self.light(*lamp, lit);
        }
    }
}

/// A number of times, or of balls.
fn small(number: i64) -> u32 {
    u32::try_from(number.clamp(0, 1_000_000)).unwrap_or(0)
}

fn lit(glow: Glow) -> Lit {
    match glow {
        Glow::Off => Lit::Off,
        Glow::On => Lit::On,
        Glow::Blink => Lit::Blink,
        Glow::Fast => Lit::Fast,
    }
}
