//! The rules of a table file, taken apart: what stands in `[[rule]]`, `[[lamp]]`, `[[counter]]` and `[[mode]]`, with every name
//! looked up. Whoever plays a table needs only this; `docs/rules.md` is the guide for those who write rules.

mod deeds;
mod drives;
mod names;
mod phrase;
mod sum;

pub use deeds::{Deed, Glow};
pub use drives::check_drive;
pub use phrase::{Condition, Cue, Moment, Switch};
pub use sum::{Factor, Known, Likeness, Piece, Sum, Template, Term};

use crate::build::{BuildFault, Problem};
use crate::parts::{Counter, Each, Game, Lamp, Mode, Rule};
use crate::read::Guesses;
use crate::record::Record as _;
use crate::table::Table;
use names::Names;
use std::collections::BTreeSet;

/// All rules of a table, with their names looked up. Parts, lamps and groups go by their numbers: parts by those of the machine,
/// lamps and groups by their place in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Counters, by their names.
    pub counters: Vec<Counter>,
    /// Modes, by their names.
    pub modes: Vec<Mode>,
    /// Lamps that show by themselves whether something is so.
    pub lamps: Vec<SelfLit>,
    /// Rules, in the order of the file.
    pub rules: Vec<PlannedRule>,
}

/// A lamp that shows by itself whether something is so.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfLit {
    /// Which.
    pub lamp: usize,
    /// It is lit while this holds.
    pub lit: Option<Condition>,
    /// It blinks while this holds.
    pub blink: Option<Condition>,
}

/// A rule with its names looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedRule {
    /// What happens: one of these.
    pub cues: Vec<Cue>,
    /// What must hold.
    pub when: Option<Condition>,
    /// How often it may act.
    pub once: Option<Each>,
    /// s: how much later it acts.
    pub after: Option<f64>,
    /// What is done, in this order.
    pub deeds: Vec<Deed>,
}

impl Table {
    /// The rules of the table, taken apart.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn plan(&self) -> Result<Plan, Vec<BuildFault>> {
        let (plan, faults) = plan(self, &BTreeSet::new(), &mut Guesses::default());
        if faults.is_empty() { Ok(plan) } else { Err(faults) }
    }
}

/// As much of the rules as can be understood, and all that is wrong with them. `more` are names of entries that could not be read.
pub(crate) fn plan(table: &Table, more: &BTreeSet<&str>, guesses: &mut Guesses) -> (Plan, Vec<BuildFault>) {
    let (mut names, mut faults) = names::gather(table, more, guesses);
    let mut plan =
        Plan { counters: table.counters.clone(), modes: table.modes.clone(), lamps: Vec::new(), rules: Vec::new() };
    faults.extend(colour(table.game.accent.as_deref(), "accent").map(|problem| problem.of(Game::KEY, 0)));
    faults.extend(players(&table.game).into_iter().map(|problem| problem.of(Game::KEY, 0)));
    for (index, lamp) in table.lamps.iter().enumerate() {
        let mut wrong: Vec<Problem> = colour(lamp.colour.as_deref(), "colour").into_iter().collect();
        let lit = phrase::conditions(&mut names, "lit", lamp.lit.as_ref(), &mut wrong);
        let blink = phrase::conditions(&mut names, "blink", lamp.blink.as_ref(), &mut wrong);
        if lit.is_some() || blink.is_some() {
            plan.lamps.push(SelfLit { lamp: index, lit, blink });
        }
        faults.extend(wrong.into_iter().map(|problem| problem.of(Lamp::KEY, index)));
    }
    for (index, rule) in table.rules.iter().enumerate() {
        let mut wrong = Vec::new();
        let rules = planned(&mut names, rule, &mut wrong);
        if wrong.is_empty() && rules.iter().all(|rule| rule.deeds.is_empty()) {
            let help = "add what it does, such as `score = 500` or `light = \"...\"`";
            wrong.push(Problem::new("", "this rule does nothing", help));
        }
        faults.extend(wrong.into_iter().map(|problem| problem.of(Rule::KEY, index)));
        plan.rules.extend(rules);
    }
    (plan, faults)
}

/// A rule; or, if it says "same", one for each of the parts for which it waits.
fn planned(names: &mut Names<'_>, rule: &Rule, wrong: &mut Vec<Problem>) -> Vec<PlannedRule> {
    let cues = phrase::cues(names, &rule.on, wrong);
    let each: Vec<(Option<usize>, Cue)> = cues.iter().map(|cue| (cue.part(), cue.clone())).collect();
    names.stand_for(each.first().and_then(|(part, _)| *part));
    let found = wrong.len();
    let first = with_cues(names, rule, cues, wrong);
    if !names.stand_for(None) || wrong.len() > found {
        return vec![first];
    }
    let mut all = Vec::new();
    for (part, cue) in each {
        names.stand_for(part);
        all.push(with_cues(names, rule, vec![cue], wrong));
        if wrong.len() > found {
            break;
        }
    }
    names.stand_for(None);
    all
}

fn with_cues(names: &mut Names<'_>, rule: &Rule, cues: Vec<Cue>, wrong: &mut Vec<Problem>) -> PlannedRule {
    let when = phrase::conditions(names, "when", rule.when.as_ref(), wrong);
    let deeds = deeds::deeds(names, rule, wrong);
    PlannedRule { cues, when, once: rule.once, after: rule.after.map(|seconds| seconds.0), deeds }
}

/// Is this a colour as pages have them?
fn colour(text: Option<&str>, field: &str) -> Option<Problem> {
    let digits = text?.strip_prefix('#').unwrap_or_default();
    let is_one = digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit());
    let help = "write # and two digits each of 0 to 9 and a to f for red, green and blue: \"#ff8800\" is orange";
    (!is_one).then(|| Problem::new(field, "this is no colour", help))
}

/// The numbers of `[game]` have sensible limits.
fn players(game: &Game) -> Vec<Problem> {
    let limits = [
        ("balls", game.balls, 1, 99),
        ("players", game.players, 1, 4),
        ("tilt_warnings", game.tilt_warnings, 0, 99),
        ("extra_balls", game.extra_balls, 0, 99),
    ];
    let out = limits.into_iter().filter_map(|(field, value, least, most)| {
        let value = value.filter(|value| !(least..=most).contains(value))?;
        let help = format!("it must be from {least} to {most}");
        Some(Problem::new(field, format_args!("{value} is out of range here"), help))
    });
    out.collect()
}
