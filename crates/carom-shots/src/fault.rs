//! What is wrong with a file: where, what, and what would be right.

use core::fmt;

/// What is wrong with a shot's file: where, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `balls[3].at`, `cue.speed` ... Empty: the whole file.
    pub place: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() { f.write_str(&self.what) } else { write!(f, "{}: {}", self.place, self.what) }
    }
}

impl core::error::Error for Fault {}

/// Faults kept at most: a file of another kind would have thousands, and nobody reads them.
const MOST: usize = 100;

/// The faults found so far.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: Vec<Fault>,
}

impl Faults {
    pub(crate) fn add(&mut self, place: impl Into<String>, what: impl fmt::Display) {
        if self.list.len() < MOST {
            self.list.push(Fault { place: place.into(), what: what.to_string() });
        }
    }

    /// `value` if nothing is wrong.
    pub(crate) fn or<T>(self, value: T) -> Result<T, Vec<Fault>> {
        if self.list.is_empty() { Ok(value) } else { Err(self.list) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// `; did you mean `x`?` if one of the known names is near enough, else the list of them.
pub(crate) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    // A long word is not worth comparing letter by letter: no key or name of this format is as long.
    let near = (word.chars().count() <= 40)
        .then(|| known.iter().map(|name| (distance(word, name), *name)).min())
        .flatten()
        .filter(|&(distance, name)| distance <= 1 + name.chars().count() / 4);
    match near {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None if known.is_empty() => String::new(),
        None => format!("; it can be {}", listed(&known)),
    }
}

/// `a`, `b` or `c`; of many only the first.
pub(crate) fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 20;
    let quoted: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        _ if names.len() > SHOWN => format!("{} and {} more", quoted.join(", "), names.len() - SHOWN),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A text from outside, fit to be shown: short, and without signs that a terminal would obey.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() { short + "..." } else { short }
}

/// How many letters must be changed, added or left out (Levenshtein), not counting capitals.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_lowercase().chars().enumerate() {
        let mut before = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let here = (before + usize::from(x != *y)).min(left + 1).min(*cell + 1);
            (before, left) = (*cell, here);
            *cell = here;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_counts_letters() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("Speed", "speed"), 0);
    }

    #[test]
    fn a_slip_of_the_finger_finds_its_name_and_a_strange_word_the_list() {
        assert_eq!(suggestion("sped", ["speed", "side"]), "; did you mean `speed`?");
        assert_eq!(suggestion("colour", ["speed", "side"]), "; it can be `speed` or `side`");
    }

    #[test]
    fn what_is_shown_is_short_and_harmless() {
        assert_eq!(shown("a\u{1b}[2J"), "a\\u{1b}[2J");
        assert_eq!(shown(&"x".repeat(99)).len(), 43);
    }
}
