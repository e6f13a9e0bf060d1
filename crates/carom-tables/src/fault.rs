//! What is wrong with a table file: where it stands, what it is, and how to mend it.

use core::fmt;
use core::ops::Range;

/// How many faults are shown.
const MOST_SHOWN: usize = 100;

/// One fault of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
    /// Where it stands: bytes of the text.
    pub span: Range<usize>,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self { message: message.to_string(), help: help.to_string(), span }
    }
}

/// All faults of a table file, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    text: String,
    list: Vec<Fault>,
}

impl Faults {
    pub(crate) fn new(text: &str, mut list: Vec<Fault>) -> Self {
        list.sort_by_key(|fault| (fault.span.start, fault.span.end));
        list.dedup();
        Self { text: text.to_owned(), list }
    }

    /// The faults, in the order of the file.
    pub fn list(&self) -> &[Fault] {
        &self.list
    }

    /// Line and column of a fault, counted from 1; columns count characters.
    pub fn place(&self, fault: &Fault) -> (usize, usize) {
        let start = floor(&self.text, fault.span.start);
        let before = &self.text[..start];
        let line_start = self.line_start(start);
        (before.matches('\n').count() + 1, before.get(line_start..).map_or(0, |lead| lead.chars().count()) + 1)
    }

    /// The faults as a person reads them, with the name of the file before each place. Of very many the first hundred: the
    /// others mostly follow from them.
    pub fn shown(&self, file: &str) -> String {
        let mut shown: Vec<String> = self.list.iter().take(MOST_SHOWN).map(|fault| self.show(file, fault)).collect();
        if self.list.len() > MOST_SHOWN {
            shown.push(format!("and {} more\n", self.list.len() - MOST_SHOWN));
        }
        shown.join("\n")
    }

    /// Where the line of a place begins. A mark of the byte order at the start of a file is no part of its first line.
    fn line_start(&self, at: usize) -> usize {
        let mark = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        self.text[..at].rfind('\n').map_or(mark, |at| at + 1)
    }

    fn show(&self, file: &str, fault: &Fault) -> String {
        let (line, column) = self.place(fault);
        let start = floor(&self.text, fault.span.start);
        let line_start = self.line_start(start);
        let start = start.max(line_start);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let end = floor(&self.text, fault.span.end).clamp(start, line_end);
        let (mut shown, mut lead, mut marked) = (String::new(), 0, 0);
        // Tabs and other control characters would spoil the columns; very long lines are cut round the fault.
        let far = 60;
        let first = self.text[line_start..start].chars().count().saturating_sub(far);
        for (k, (at, c)) in self.text[line_start..line_end].char_indices().enumerate() {
            if k < first || k > first + 2 * far {
                continue;
            }
            shown.push(if c.is_control() { ' ' } else { c });
            let at = line_start + at;
            lead += usize::from(at < start);
            marked += usize::from(at >= start && at < end);
        }
        let shown = shown.trim_end();
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let (before, after) = (" ".repeat(lead), "^".repeat(marked.max(1)));
        let mut text = format!(
            "error: {}\n{margin}--> {file}:{line}:{column}\n{margin} |\n{number} | {shown}\n{margin} | {before}{after}\n",
            fault.message
        );
        if !fault.help.is_empty() {
            text += &format!("{margin} = help: {}\n", fault.help);
        }
        text
    }
}

/// The nearest border between characters at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown("table"))
    }
}

impl core::error::Error for Faults {}

/// The nearest of `known` to a word that is not among them, if one is near enough to be meant.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Of a word of one letter every other letter is near: none is meant.
    let letters = word.chars().count();
    let bound = (letters / 3).max(1).min(letters.saturating_sub(1));
    let scored = known.into_iter().map(|candidate| (distance(word, candidate), candidate));
    scored.filter(|&(far, _)| far <= bound).min_by_key(|&(far, _)| far).map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, two neighbours exchanged counting as one change.
fn distance(a: &str, b: &str) -> usize {
    let lower = |word: &str| word.chars().take(64).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (a, b) = (lower(a), lower(b));
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[1][j] + 1).min(row[j - 1] + 1).min(rows[1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[0][j - 2] + 1);
            }
            row.push(least);
        }
        rows[2] = row;
    }
    rows[2][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_shown_in_its_line() {
        let text = "carom = 1\nnäme\t= \"x\"\n";
        let at = text.find("\"x\"").unwrap();
        let faults = Faults::new(text, vec![Fault::new(at..at + 3, "it is a letter", "write a word")]);
        assert_eq!(faults.place(&faults.list()[0]), (2, 8));
        let shown = faults.shown("a.toml");
        let expected =
            "error: it is a letter\n --> a.toml:2:8\n  |\n2 | näme = \"x\"\n  |        ^^^\n  = help: write a word\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn odd_places_are_shown_without_harm() {
        for (start, end) in [(0, 0), (5, 900), (900, 901), (2, 3), (3, 2)] {
            let span = Range { start, end };
            let faults = Faults::new("aä\nb", vec![Fault::new(span, "m", "")]);
            assert!(faults.to_string().starts_with("error: m\n"), "{faults}");
        }
        let long = "x".repeat(10_000);
        let faults = Faults::new(&long, vec![Fault::new(5_000..5_001, "m", "")]);
        assert!(faults.to_string().len() < 500, "{}", faults.to_string().len());
    }

    #[test]
    fn near_words_are_meant() {
        let known = ["radius", "force", "at"];
        assert_eq!(meant("raduis", known), Some("radius"));
        assert_eq!(meant("Force", known), Some("force"));
        assert_eq!(meant("colour", known), None);
        assert_eq!((meant("x", ["y"]), meant("X", ["x"])), (None, Some("x")));
    }
}
