//! Which rules wait for what: so that what nobody waits for costs nothing.

use crate::button::Button;
use crate::occurrence::Occurrence;
use carom::pinball::{GroupId, Happening};
use carom_tables::rules::{Condition, Cue, Factor, Known, Moment, PlannedRule, Switch};
use std::collections::BTreeMap;

/// Numbers of rules and of their cues, by the rule's number.
type Waiting = Vec<(usize, usize)>;

/// Which rules wait for what.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    hits: BTreeMap<usize, Waiting>,
    spins: BTreeMap<usize, Waiting>,
    leaves: BTreeMap<usize, Waiting>,
    drops: BTreeMap<usize, Waiting>,
    raises: BTreeMap<usize, Waiting>,
    arrivals: BTreeMap<GroupId, Waiting>,
    stalls: BTreeMap<GroupId, Waiting>,
    lamps: BTreeMap<usize, Waiting>,
    timers: BTreeMap<String, Waiting>,
    counters: BTreeMap<String, Waiting>,
    mode_begins: BTreeMap<String, Waiting>,
    mode_ends: BTreeMap<String, Waiting>,
    buttons: BTreeMap<(Button, bool), Waiting>,
    moments: BTreeMap<u8, Waiting>,
}

impl Index {
    /// `groups` are the machine's, by their numbers in the file.
    pub(super) fn of(rules: &[PlannedRule], groups: &[Option<GroupId>]) -> Self {
        let mut index = Self::default();
        for (number, rule) in rules.iter().enumerate() {
            for (k, cue) in rule.cues.iter().enumerate() {
                index.put(cue, (number, k), groups);
            }
        }
        index
    }

    fn put(&mut self, cue: &Cue, at: (usize, usize), groups: &[Option<GroupId>]) {
        let group = |number: &usize| groups.get(*number).copied().flatten();
        match cue {
            Cue::Hit(part) => put(&mut self.hits, *part, at),
            Cue::Spin(part) => put(&mut self.spins, *part, at),
            Cue::Fall(part) => put(&mut self.drops, *part, at),
            Cue::Leave(part) => put(&mut self.leaves, *part, at),
            Cue::Raise(part) => put(&mut self.raises, *part, at),
            Cue::Arrived(number) => group(number).into_iter().for_each(|group| put(&mut self.arrivals, group, at)),
            Cue::Stalled(number) => group(number).into_iter().for_each(|group| put(&mut self.stalls, group, at)),
            Cue::Moment(moment) => put(&mut self.moments, *moment as u8, at),
            Cue::Button(switch, down) => put(&mut self.buttons, (button(*switch), *down), at),
            Cue::Timer(name) => put(&mut self.timers, name.clone(), at),
            Cue::Counter(name) => put(&mut self.counters, name.clone(), at),
            Cue::ModeBegins(name) => put(&mut self.mode_begins, name.clone(), at),
            Cue::ModeEnds(name) => put(&mut self.mode_ends, name.clone(), at),
            Cue::Becomes(condition) => condition.each(&mut |plain| self.put_condition(plain, at)),
        }
    }

    /// A rule that waits for a condition waits for everything that may change it.
    fn put_condition(&mut self, plain: &Condition, at: (usize, usize)) {
        match plain {
            Condition::Lit(lamps) | Condition::Unlit(lamps) => {
                lamps.iter().for_each(|lamp| put(&mut self.lamps, *lamp, at));
            }
            Condition::Down(parts) | Condition::Up(parts) => {
                for part in parts {
                    put(&mut self.drops, *part, at);
                    put(&mut self.raises, *part, at);
                }
            }
            Condition::Mode(name) => {
                put(&mut self.mode_begins, name.clone(), at);
                put(&mut self.mode_ends, name.clone(), at);
            }
            Condition::Compare(..) => {
                for factor in plain.factors() {
                    match factor {
                        Factor::Counter(name) => put(&mut self.counters, name.clone(), at),
                        Factor::Known(Known::Locked) => put(&mut self.moments, Moment::Locked as u8, at),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Who waits for this.
    pub(super) fn heard(&self, what: &Occurrence) -> Option<&Waiting> {
        let moment = |moment: Moment| self.moments.get(&(moment as u8));
        match what {
            Occurrence::Machine(event) => match event.what {
                Happening::Hit { part, .. }
                | Happening::Collide { part, .. }
                | Happening::Slingshot { part, .. }
                | Happening::Drained { part, .. } => self.hits.get(&part.index()),
                Happening::Spin { part } => self.spins.get(&part.index()),
                Happening::Unhit { part, .. } => self.leaves.get(&part.index()),
                Happening::Dropped { part } => self.drops.get(&part.index()),
                Happening::Raised { part } => self.raises.get(&part.index()),
                Happening::Arrived { group } => self.arrivals.get(&group),
                Happening::Stalled { group, .. } => self.stalls.get(&group),
                _ => None,
            },
            Occurrence::GameBegins => moment(Moment::GameBegins),
            Occurrence::GameEnds => moment(Moment::GameEnds),
            Occurrence::BallBegins => moment(Moment::BallBegins),
            Occurrence::BallEnds => moment(Moment::BallEnds),
            Occurrence::Drained(_) => moment(Moment::Drain),
            Occurrence::Saved => moment(Moment::Saved),
            Occurrence::Locked(..) => moment(Moment::Locked),
            Occurrence::MultiballBegins(_) => moment(Moment::MultiballBegins),
            Occurrence::MultiballEnds => moment(Moment::MultiballEnds),
            Occurrence::Warning(_) => moment(Moment::Warning),
            Occurrence::Tilt => moment(Moment::Tilt),
            Occurrence::Button(button, down) => self.buttons.get(&(*button, *down)),
            Occurrence::Timer(name) => self.timers.get(name),
            Occurrence::Counter(name, _) => self.counters.get(name),
            Occurrence::ModeBegins(name) => self.mode_begins.get(name),
            Occurrence::ModeEnds(name) => self.mode_ends.get(name),
            Occurrence::Lamp(lamp) => self.lamps.get(lamp),
        }
    }
}

fn put<K: Ord>(map: &mut BTreeMap<K, Waiting>, key: K, at: (usize, usize)) {
    let waiting = map.entry(key).or_default();
    if waiting.last() != Some(&at) {
        waiting.push(at);
    }
}

fn button(switch: Switch) -> Button {
    match switch {
        Switch::Left => Button::Left,
        Switch::Right => Button::Right,
        Switch::Plunge => Button::Plunge,
        Switch::Start => Button::Start,
        Switch::NudgeLeft => Button::NudgeLeft,
        Switch::NudgeRight => Button::NudgeRight,
        Switch::NudgeUp => Button::NudgeUp,
        Switch::LeftExtra => Button::LeftExtra,
        Switch::RightExtra => Button::RightExtra,
    }
}
