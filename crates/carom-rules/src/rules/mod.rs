//! The rules of a table file, at work. Rules hold no state: all of it is in the [`Board`], so that a game can be copied and put back.

mod act;
mod holds;
mod index;
mod settings;
mod words;

pub use settings::{ModeInfo, Settings};

use crate::act::{Act, Lit};
use crate::board::Board;
use crate::occurrence::Occurrence;
use act::Doing;
use carom::pinball::{GroupId, Machine, PartId};
use carom_tables::parts::Each;
use carom_tables::rules::{Cue, Plan, PlannedRule, SelfLit};
use carom_tables::{BuildFault, Table};
use index::Index;
use std::collections::BTreeMap;

/// The rules of a table.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    settings: Settings,
    modes: BTreeMap<String, ModeInfo>,
    counters: BTreeMap<String, Counter>,
    rules: Vec<PlannedRule>,
    lamps: Vec<SelfLit>,
    lamp_count: usize,
    index: Index,
    /// The machine's parts by their numbers.
    parts: Vec<PartId>,
    /// Its groups, by their numbers in the file.
    groups: Vec<Option<GroupId>>,
}

/// What is known of a counter before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counter {
    start: i64,
    most: i64,
    each: Each,
}

impl Rules {
    /// Looks up everything that the rules of a table mention. Tables without rules of their own have none here:
    /// [`crate::completed`] gives them some.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn compile(table: &Table, machine: &Machine) -> Result<Self, Vec<BuildFault>> {
        let Plan { counters, modes, lamps, rules } = table.plan()?;
        // The machine has parents before their children, whatever the order of the file.
        let groups: Vec<Option<GroupId>> = table.groups.iter().map(|group| machine.group(&group.name)).collect();
        let index = Index::of(&rules, &groups);
        let counter = |one: carom_tables::parts::Counter| {
            let most = one.most.unwrap_or(i64::MAX);
            (one.name, Counter { start: one.start.unwrap_or(0).min(most), most, each: one.each.unwrap_or_default() })
        };
        Ok(Self {
            settings: Settings::of(table),
            modes: modes.iter().map(|mode| (mode.name.clone(), ModeInfo::of(mode))).collect(),
            counters: counters.into_iter().map(counter).collect(),
            rules,
            lamps,
            lamp_count: table.lamps.len(),
            index,
            parts: machine.parts().map(|(id, ..)| id).collect(),
            groups,
        })
    }

    /// How the game is played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A mode by its name.
    pub fn mode(&self, name: &str) -> Option<&ModeInfo> {
        self.modes.get(name)
    }

    /// The counters of a player whose game begins.
    pub fn counters(&self) -> BTreeMap<String, i64> {
        self.counters.iter().map(|(name, counter)| (name.clone(), counter.start)).collect()
    }

    /// The lamps of a player whose game begins: all dark.
    pub fn lamps(&self) -> Vec<Lit> {
        vec![Lit::Off; self.lamp_count]
    }

    /// What the rules do about something. All of them see the board as it is now; what they do is put behind `out`.
    pub fn hear(&self, what: &Occurrence, board: &Board, machine: &Machine, out: &mut Vec<Act>) {
        let mut doing = Doing::new(self, board, out);
        if *what == Occurrence::BallBegins {
            self.begin_ball(board, &mut doing);
        }
        if let Occurrence::Timer(name) = what
            && let Some(number) = name.strip_prefix(LATER).and_then(|number| number.parse::<usize>().ok())
        {
            // What was put off is done now, whatever holds.
            if let Some(rule) = self.rules.get(number) {
                doing.all(&rule.deeds);
            }
            return;
        }
        let Some(heard) = self.index.heard(what) else { return };
        let mut last = None;
        for &(number, cue) in heard {
            let Some(rule) = self.rules.get(number) else { continue };
            if last == Some(number) || !self.acts(number, rule, cue, board, machine) {
                continue;
            }
            last = Some(number);
            if rule.once.is_some() {
                doing.set(&once(number), 1);
            }
            match rule.after {
                Some(seconds) => doing.put_off(number, seconds),
                None => doing.all(&rule.deeds),
            }
        }
    }

    /// What lamps that light themselves show now, where it differs from the board. Called after everything that happened in a tick.
    pub fn shine(&self, board: &Board, machine: &Machine, out: &mut Vec<Act>) {
        for SelfLit { lamp, lit, blink } in &self.lamps {
            let holds = |condition: &Option<_>| {
                condition.as_ref().is_some_and(|condition| holds::holds(self, condition, board, machine))
            };
            let shown = if holds(blink) {
                Lit::Blink
            } else if holds(lit) {
                Lit::On
            } else {
                Lit::Off
            };
            if board.lamps.get(*lamp).copied().unwrap_or_default() != shown {
                out.push(Act::Light(*lamp, shown));
            }
        }
    }

    fn acts(&self, number: usize, rule: &PlannedRule, cue: usize, board: &Board, machine: &Machine) -> bool {
        let held = |condition| holds::holds(self, condition, board, machine);
        let becomes = match rule.cues.get(cue) {
            Some(Cue::Becomes(condition)) => held(condition),
            other => other.is_some(),
        };
        becomes
            && (rule.once.is_none() || board.counters.get(&once(number)).is_none_or(|done| *done == 0))
            && rule.when.as_ref().is_none_or(held)
    }

    /// Counters of a ball begin again, and rules that act once in a ball may act again.
    fn begin_ball(&self, board: &Board, doing: &mut Doing<'_>) {
        for (name, counter) in &self.counters {
            if counter.each == Each::Ball && doing.counter(name) != counter.start {
                doing.set(name, counter.start);
            }
        }
        for (number, rule) in self.rules.iter().enumerate() {
            let name = once(number);
            if rule.once == Some(Each::Ball) && board.counters.get(&name).is_some_and(|done| *done != 0) {
                doing.set(&name, 0);
            }
        }
    }

    /// A counter's value.
    fn counter(&self, name: &str, board: &Board) -> i64 {
        let start = || self.counters.get(name).map_or(0, |counter| counter.start);
        board.counters.get(name).copied().unwrap_or_else(start)
    }

    fn part(&self, number: usize) -> Option<PartId> {
        self.parts.get(number).copied()
    }

    fn group(&self, number: usize) -> Option<GroupId> {
        self.groups.get(number).copied().flatten()
    }
}

/// The timer of a rule that acts later begins so. No name in a file can: a tilde never begins one there.
const LATER: &str = "~after ";

/// The counter that says whether a rule with `once` has acted.
fn once(number: usize) -> String {
    format!("~once {number}")
}
