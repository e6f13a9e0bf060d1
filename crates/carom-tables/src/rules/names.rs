//! The names that rules can use, and finding them.

use super::drives::{Known as KnownGroup, known};
use super::phrase::Cue;
use super::sum::Known;
use crate::build::{BuildFault, Problem, named};
use crate::outline::Outline;
use crate::parts::{Counter, Lamp, Mode, Rule};
use crate::read::Guesses;
use crate::record::Record as _;
use crate::table::Table;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Words that have a meaning of their own in rules: no counter can be called so.
const TAKEN: [&str; 22] = [
    "and",
    "or",
    "not",
    "lit",
    "unlit",
    "down",
    "up",
    "full",
    "mode",
    "timer",
    "counter",
    "button",
    "release",
    "leave",
    "raise",
    "arrived",
    "stalled",
    "multiball",
    "drain",
    "lock",
    "tilt",
    "warning",
];

/// In place of kinds of part: all that tell when balls come.
pub(super) const TELLING: &str = "telling";

/// What is wrong with a text: what, and how to mend it.
pub(super) type Wrong = (String, String);

/// Everything that rules can name.
pub(super) struct Names<'t> {
    /// Kind and name of every part, in the order of the machine.
    parts: Vec<(&'static str, String)>,
    part_numbers: BTreeMap<String, usize>,
    lamp_names: Vec<String>,
    lamp_numbers: BTreeMap<String, usize>,
    /// Lamps that are lit by their own conditions.
    self_lit: BTreeSet<usize>,
    /// Drop targets.
    drops: BTreeSet<usize>,
    /// Parts that tell nothing.
    quiet: BTreeSet<usize>,
    pub(super) groups: Vec<KnownGroup>,
    /// Metres in the file's unit of length.
    pub(super) metres: f64,
    counters: Vec<&'t str>,
    modes: Vec<&'t str>,
    timers: BTreeSet<String>,
    has_script: bool,
    /// The part for which the word "same" stands, and whether it was used.
    same: Option<usize>,
    used_same: bool,
    /// Names of entries that could not be read: whoever mentions them is not to blame.
    pub(super) more: &'t BTreeSet<&'t str>,
    pub(super) guesses: &'t mut Guesses,
}

/// Collects the names of a table, and says what is wrong with them.
pub(super) fn gather<'t>(
    table: &'t Table,
    more: &'t BTreeSet<&'t str>,
    guesses: &'t mut Guesses,
) -> (Names<'t>, Vec<BuildFault>) {
    let mut faults = Vec::new();
    let parts: Vec<(&'static str, String)> = named(table).into_iter().map(|(kind, _, name)| (kind, name)).collect();
    let first_target = parts.iter().position(|(kind, _)| *kind == "target").unwrap_or(0);
    let lamp_names: Vec<String> = table.lamps.iter().enumerate().map(|(k, lamp)| lamp_name(lamp, k)).collect();
    let mut lamp_numbers = BTreeMap::new();
    for (index, name) in lamp_names.iter().enumerate() {
        faults.extend(taken(lamp_numbers.insert(name.clone(), index), name).map(|one| one.of(Lamp::KEY, index)));
    }
    let mut seen = BTreeMap::new();
    for (index, counter) in table.counters.iter().enumerate() {
        let name = counter.name.as_str();
        let problem = bad_counter(name).or_else(|| taken(seen.insert(name, index), name));
        faults.extend(problem.map(|one| one.of(Counter::KEY, index)));
    }
    let mut seen = BTreeMap::new();
    for (index, mode) in table.modes.iter().enumerate() {
        let name = mode.name.as_str();
        let empty = name.trim().is_empty().then(|| Problem::new("name", "this name is empty", "give it a name"));
        let problem = empty.or_else(|| taken(seen.insert(name, index), name));
        faults.extend(problem.map(|one| one.of(Mode::KEY, index)));
    }
    let names = Names {
        part_numbers: parts.iter().enumerate().rev().map(|(k, (_, name))| (name.clone(), k)).collect(),
        drops: table
            .targets
            .iter()
            .enumerate()
            .filter(|(_, target)| target.kind.unwrap_or_default().word().starts_with("drop"))
            .map(|(k, _)| first_target + k)
            .collect(),
        quiet: quiet(table, &parts),
        parts,
        lamp_names,
        lamp_numbers,
        self_lit: (0..table.lamps.len())
            .filter(|&k| table.lamps[k].lit.is_some() || table.lamps[k].blink.is_some())
            .collect(),
        groups: known(table),
        metres: table.units.metres(),
        counters: table.counters.iter().map(|counter| counter.name.as_str()).collect(),
        modes: table.modes.iter().map(|mode| mode.name.as_str()).collect(),
        timers: table.rules.iter().flat_map(started).collect(),
        has_script: table.game.script.is_some(),
        same: None,
        used_same: false,
        more,
        guesses,
    };
    (names, faults)
}

/// Parts that tell nothing: walls and the like that do not say so, and what balls cannot hit.
fn quiet(table: &Table, parts: &[(&'static str, String)]) -> BTreeSet<usize> {
    let slings = |outline: &Outline| match outline {
        Outline::Corners(corners) => corners.iter().any(|corner| corner.slingshot == Some(true)),
        Outline::Path(_) => false,
    };
    let says = |tells: Option<bool>| tells == Some(true);
    let mut tell: Vec<bool> = Vec::with_capacity(parts.len());
    tell.extend(table.walls.iter().map(|wall| says(wall.tells) || slings(&wall.outline)));
    tell.extend(table.ramps.iter().map(|ramp| says(ramp.tells)));
    tell.extend(table.rubbers.iter().map(|rubber| says(rubber.tells)));
    tell.extend(table.posts.iter().map(|post| says(post.tells)));
    tell.extend(table.meshes.iter().map(|mesh| says(mesh.tells)));
    tell.extend(table.colliders.iter().map(|collider| says(collider.tells)));
    let solids = tell.len();
    let device = |(kind, _): &(&str, String)| !matches!(*kind, "plunger" | "magnet" | "turntable");
    tell.extend(parts.iter().skip(solids).map(device));
    for (k, target) in table.targets.iter().enumerate() {
        let first = parts.iter().position(|(kind, _)| *kind == "target").unwrap_or(0);
        if let Some(tells) = tell.get_mut(first + k) {
            *tells = target.tells.unwrap_or(true);
        }
    }
    (0..tell.len()).filter(|&k| !tell[k]).collect()
}

/// The name a lamp goes by.
fn lamp_name(lamp: &Lamp, index: usize) -> String {
    lamp.name.clone().unwrap_or_else(|| format!("lamp {}", index + 1))
}

/// The timers that a rule starts.
fn started(rule: &Rule) -> Vec<String> {
    let all = rule.start_timer.iter().flat_map(|words| &words.0);
    all.filter_map(|text| Some(text.trim().rsplit_once(' ')?.0.trim().to_owned())).collect()
}

fn taken(other: Option<usize>, name: &str) -> Option<Problem> {
    let number = other? + 1;
    let message = format_args!("the name \"{}\" is taken: number {number} has it", name.escape_debug());
    Some(Problem::new("name", message, "give each a name of its own"))
}

fn bad_counter(name: &str) -> Option<Problem> {
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !sound {
        let help = "use letters, digits and `_`, a letter first: \"ramp_shots\"";
        return Some(Problem::new("name", "this cannot be the name of a counter", help));
    }
    let reserved = TAKEN.contains(&name) || Known::ALL.iter().any(|(word, ..)| *word == name);
    let message = format_args!("\"{name}\" has a meaning of its own in rules");
    reserved.then(|| Problem::new("name", message, "take another name"))
}

impl Names<'_> {
    /// From now on "same" stands for this part. Says whether the word was used since the last time.
    pub(super) fn stand_for(&mut self, same: Option<usize>) -> bool {
        self.same = same;
        core::mem::take(&mut self.used_same)
    }

    /// What a name stands for: itself, unless it is the word "same".
    fn meaning<'a>(&mut self, name: &'a str) -> Result<Cow<'a, str>, Wrong> {
        if name != "same" {
            return Ok(Cow::Borrowed(name));
        }
        self.used_same = true;
        let part = self.same.and_then(|part| self.parts.get(part));
        let message = || {
            let message = "\"same\" stands for the part that was hit, but this rule waits for no part".to_owned();
            (message, "name a part in `on`, or give a name here".to_owned())
        };
        part.map(|(_, name)| Cow::Owned(name.clone())).ok_or_else(message)
    }

    /// Is there a part of exactly this name?
    pub(super) fn part(&self, name: &str) -> Option<usize> {
        self.part_numbers.get(bare(name)).copied()
    }

    /// Parts of some kinds, by their names with commas between them, or by patterns such as `bumper_*`. No kinds: all.
    pub(super) fn parts(&mut self, text: &str, kinds: &[&str]) -> Result<Vec<usize>, Wrong> {
        let mut found = Vec::new();
        for name in pieces(text, ",") {
            let name = &*self.meaning(name)?;
            if let Some(number) = self.part(name) {
                self.is_of(number, kinds)?;
                found.push(number);
            } else if is_pattern(name) {
                let all: Vec<usize> = (0..self.parts.len())
                    .filter(|&k| fits(name, &self.parts[k].1) && self.is_of(k, kinds).is_ok())
                    .collect();
                if all.is_empty() {
                    let message = format!("no {} has a name like \"{}\"", listed(kinds, "part"), name.escape_debug());
                    return Err((message, "`*` stands for any letters".to_owned()));
                }
                found.extend(all);
            } else if !self.more.contains(name) {
                let parts = self.parts.iter().enumerate();
                let known: Vec<&str> =
                    parts.filter(|(k, _)| self.is_of(*k, kinds).is_ok()).map(|(_, (_, name))| name.as_str()).collect();
                let help = self.guesses.did_you_mean(bare(name), &known);
                let what = listed(kinds, "part");
                return Err((format!("there is no {what} \"{}\"", bare(name).escape_debug()), help));
            }
        }
        Ok(found)
    }

    /// Is a part of one of these kinds? "drop" is a target that drops.
    pub(super) fn is_of(&self, part: usize, kinds: &[&str]) -> Result<(), Wrong> {
        let (kind, name) = &self.parts[part];
        if kinds == [TELLING] {
            let message = || format!("\"{}\" tells nothing when a ball hits it", name.escape_debug());
            let help = match *kind {
                "plunger" | "magnet" | "turntable" => format!("a {kind} has no switch: put a `[[trigger]]` there"),
                _ => format!("add a line `tells = true` to this {kind}"),
            };
            return if self.quiet.contains(&part) { Err((message(), help)) } else { Ok(()) };
        }
        let fits = kinds.is_empty() || kinds.contains(kind) || (kinds.contains(&"drop") && self.drops.contains(&part));
        let kind = if *kind == "target" && !self.drops.contains(&part) { "standing target" } else { kind };
        let message = || format!("\"{}\" is a {kind}: this does nothing to it", name.escape_debug());
        if fits { Ok(()) } else { Err((message(), format!("it is for a {}", listed(kinds, "part")))) }
    }

    /// What the name of a part stands for in `on`: what such a part is for.
    pub(super) fn told_by(&self, parts: &[usize]) -> Vec<Cue> {
        let cue = |&part: &usize| match self.parts[part].0 {
            "spinner" => Cue::Spin(part),
            "target" if self.drops.contains(&part) => Cue::Fall(part),
            _ => Cue::Hit(part),
        };
        parts.iter().map(cue).collect()
    }

    /// Lamps by their names with commas between them, or by patterns.
    pub(super) fn lamps(&mut self, text: &str) -> Result<Vec<usize>, Wrong> {
        let mut found = Vec::new();
        for name in pieces(text, ",") {
            let name = &*self.meaning(name)?;
            if let Some(&number) = self.lamp_numbers.get(bare(name)) {
                found.push(number);
            } else if is_pattern(name) {
                let all = (0..self.lamp_names.len()).filter(|&k| fits(name, &self.lamp_names[k]));
                let before = found.len();
                found.extend(all);
                if found.len() == before {
                    let message = format!("no lamp has a name like \"{}\"", name.escape_debug());
                    return Err((message, "`*` stands for any letters".to_owned()));
                }
            } else if !self.more.contains(name) {
                let known: Vec<&str> = self.lamp_names.iter().map(String::as_str).collect();
                let help = match self.part(name) {
                    Some(_) => "that is a part: lamps have names of their own".to_owned(),
                    None => self.guesses.did_you_mean(bare(name), &known),
                };
                return Err((format!("there is no lamp \"{}\"", bare(name).escape_debug()), help));
            }
        }
        Ok(found)
    }

    /// Lamps that rules may light.
    pub(super) fn free_lamps(&mut self, text: &str) -> Result<Vec<usize>, Wrong> {
        let lamps = self.lamps(text)?;
        match lamps.iter().find(|lamp| self.self_lit.contains(lamp)) {
            None => Ok(lamps),
            Some(&lamp) => {
                let name = self.lamp_names[lamp].escape_debug();
                let message = format!("the lamp \"{name}\" is lit by its own condition");
                Err((message, "take its `lit` and `blink` out, or this".to_owned()))
            }
        }
    }

    pub(super) fn counter(&mut self, name: &str) -> Result<String, Wrong> {
        let known = self.counters.clone();
        self.listed(name, &known, "counter", "give it as `[[counter]]`")
    }

    pub(super) fn mode(&mut self, name: &str) -> Result<String, Wrong> {
        let known = self.modes.clone();
        self.listed(bare(name), &known, "mode", "give it as `[[mode]]`")
    }

    pub(super) fn timer(&mut self, name: &str) -> Result<String, Wrong> {
        if self.has_script {
            return Ok(bare(name).to_owned());
        }
        let timers: Vec<String> = self.timers.iter().cloned().collect();
        let known: Vec<&str> = timers.iter().map(String::as_str).collect();
        self.listed(bare(name), &known, "timer", "no rule has it in `start_timer`")
    }

    pub(super) fn is_counter(&self, name: &str) -> bool {
        self.counters.contains(&name)
    }

    pub(super) fn is_mode(&self, name: &str) -> bool {
        self.modes.contains(&name)
    }

    pub(super) fn is_lamp(&self, name: &str) -> bool {
        self.lamp_numbers.contains_key(bare(name))
    }

    /// What may have been meant by a phrase: a part, or one of `phrases`.
    pub(super) fn meant(&mut self, text: &str, phrases: &[&str]) -> Option<String> {
        let known = self.parts.iter().map(|(_, name)| name.as_str());
        let known: Vec<&str> = known.chain(phrases.iter().copied()).collect();
        let help = self.guesses.did_you_mean(text, &known);
        help.starts_with("did").then_some(help)
    }

    fn listed(&mut self, name: &str, known: &[&str], kind: &str, else_help: &str) -> Result<String, Wrong> {
        if known.contains(&name) || self.more.contains(name) {
            return Ok(name.to_owned());
        }
        let help = self.guesses.did_you_mean(name, known);
        let help = if help.starts_with("did") { help } else { else_help.to_owned() };
        Err((format!("there is no {kind} \"{}\"", name.escape_debug()), help))
    }
}

/// "kicker or drop target".
fn listed(kinds: &[&str], any: &str) -> String {
    if kinds.is_empty() || kinds == [TELLING] {
        return any.to_owned();
    }
    kinds.iter().map(|kind| if *kind == "drop" { "drop target" } else { kind }).collect::<Vec<_>>().join(" or ")
}

/// A name without the quotes round it.
pub(super) fn bare(name: &str) -> &str {
    let name = name.trim();
    name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(name)
}

/// The pieces of a text between separators; what stands between single quotes is not taken apart.
pub(super) fn pieces<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut all, mut start, mut quoted, mut skip) = (Vec::new(), 0, false, 0);
    for (at, c) in text.char_indices() {
        if at < skip {
            continue;
        }
        // A quote inside a word is an apostrophe.
        let before = text[..at].chars().next_back();
        if c == '\'' && (quoted || before.is_none_or(|c| c.is_whitespace() || c == ',')) {
            quoted = !quoted;
        } else if !quoted && text[at..].starts_with(separator) {
            all.push(text[start..at].trim());
            start = at + separator.len();
            skip = start;
        }
    }
    all.push(text[start..].trim());
    all
}

pub(super) fn is_pattern(name: &str) -> bool {
    name.contains('*') && bare(name) == name.trim()
}

/// Does a name look like a pattern, in which `*` stands for any letters?
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let (first, last) = (parts.next().unwrap_or_default(), pattern.rsplit('*').next().unwrap_or_default());
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let middle: Vec<&str> = parts.collect();
    for piece in middle.iter().take(middle.len().saturating_sub(1)) {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, name, yes) in [
            ("bumper_*", "bumper_1", true),
            ("bumper_*", "bumper_", true),
            ("bumper_*", "jumper_1", false),
            ("*_1", "lane_1", true),
            ("*", "", true),
            ("a*a", "a", false),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "acb", false),
            ("ä*ö", "äüö", true),
        ] {
            assert_eq!(fits(pattern, name), yes, "{pattern} {name}");
        }
    }

    #[test]
    fn quotes_keep_a_name_together() {
        assert_eq!(pieces("a, 'b, c' ,d", ","), ["a", "'b, c'", "d"]);
        assert_eq!(pieces("lit player's lamp or lit b", " or "), ["lit player's lamp", "lit b"]);
        assert_eq!(pieces("", ","), [""]);
        assert_eq!(bare(" 'b, c' "), "b, c");
    }
}
