//! Faults of TOML itself in plain words: what the parser found, told as what the author probably meant.

use crate::fault::Fault;
use crate::value::Notes;
use core::ops::Range;
use std::collections::BTreeSet;
use toml::de::{DeTable, Error};

/// What is left to say when nothing better is known.
const TOML: &str = "the file is TOML: docs/file-format.md has examples, https://toml.io the rules";
const COMMENT: &str = "begin a comment with `#`";
const ALONE: &str = "lengths are in the file's `units`, angles in degrees, everything else in SI";

/// The tables of a text as far as they can be read, and the faults of its TOML.
pub(crate) fn parse(text: &str) -> (toml::Spanned<DeTable<'_>>, Vec<Fault>) {
    let (root, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return (root, Vec::new());
    }
    let mut spans: Vec<(Range<usize>, &Error)> =
        errors.iter().map(|error| (error.span().unwrap_or(0..0), error)).collect();
    spans.sort_by_key(|(span, _)| (span.start, span.end));
    let lines = Lines::of(text);
    let mut broken = BTreeSet::new();
    let mut faults: Vec<Fault> = Vec::new();
    for (span, error) in spans {
        if lines.follows(&broken, span.start) {
            continue;
        }
        broken.insert(lines.start(span.start));
        if let Some(fault) = unclosed_list(text, &span, error.message()) {
            // After this the parser takes everything for items of the list.
            faults.push(fault);
            break;
        }
        let (message, help) = plain(text, &span, error.message());
        faults.push(Fault::new(span, message, help));
    }
    (root, faults)
}

/// Adds what was found amiss with the meaning of a text to the faults of its TOML, without what only follows from them: what
/// stands in the same line or under the same broken header, everything after a list without an end, and what is missing.
pub(crate) fn join(text: &str, mut syntax: Vec<Fault>, notes: Notes) -> Vec<Fault> {
    if syntax.is_empty() {
        syntax.extend(notes.faults);
        syntax.extend(notes.missing);
        return syntax;
    }
    let lines = Lines::of(text);
    let broken: BTreeSet<usize> = syntax.iter().map(|fault| lines.start(fault.span.start)).collect();
    let endless = syntax.iter().find(|fault| fault.message == ENDLESS).map_or(usize::MAX, |fault| fault.span.start);
    let own = |fault: &Fault| fault.span.start < endless && !lines.follows(&broken, fault.span.start);
    syntax.extend(notes.faults.into_iter().filter(own));
    syntax
}

/// Where the lines of a text begin, and those of them that are headers. Found once, so that a file with very many faults
/// takes no longer than it must.
struct Lines {
    starts: Vec<usize>,
    headers: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let starts: Vec<usize> = core::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let is_header = |&start: &usize| {
            text.get(start..).is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with('['))
        };
        let headers = starts.iter().copied().filter(is_header).collect();
        Self { starts, headers }
    }

    fn start(&self, at: usize) -> usize {
        last_up_to(&self.starts, at).unwrap_or(0)
    }

    /// Does a fault at `at` only follow from broken lines? So it does in one of them, and under a header that is one.
    fn follows(&self, broken: &BTreeSet<usize>, at: usize) -> bool {
        let header = last_up_to(&self.headers, at);
        broken.contains(&self.start(at)) || header.is_some_and(|header| broken.contains(&header))
    }
}

/// The last of rising numbers that is not above `at`.
fn last_up_to(rising: &[usize], at: usize) -> Option<usize> {
    rising.partition_point(|&one| one <= at).checked_sub(1).and_then(|k| rising.get(k)).copied()
}

const ENDLESS: &str = "the list before this line has no end";

/// A list that was not closed: the next header or field then stands where an item is wanted.
fn unclosed_list(text: &str, span: &Range<usize>, message: &str) -> Option<Fault> {
    let at_end = message.starts_with("unclosed array") && !message.starts_with("unclosed array table");
    if !at_end && !message.starts_with("missing comma between array elements") {
        return None;
    }
    let line = line_at(text, span.start);
    let is_first = text.get(line_start(text, span.start)..span.start)?.trim().is_empty();
    let field = line.split_once('=').is_some_and(|(name, _)| is_name(name.trim()));
    let starts_anew = is_first && (header(line).is_some() || field);
    if !at_end && !starts_anew {
        return None;
    }
    let before = text.get(..span.start)?.trim_end();
    let number = before.matches('\n').count() + 1;
    let help = format!("close it with `]` at the end of line {number}: every `[` needs its `]`");
    // At the end of the file there is no line after the list: its own last one is shown.
    let span = if at_end { before.len()..before.len() } else { span.clone() };
    Some(Fault::new(span, if at_end { "this list has no end" } else { ENDLESS }, help))
}

/// The parser's message in plain words, and how to mend it.
fn plain(text: &str, span: &Range<usize>, message: &str) -> (String, String) {
    let line = line_at(text, span.start);
    let piece = text.get(span.clone()).unwrap_or_default().trim();
    let rest = text.get(span.start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let said = |message: &str, help: &str| (message.to_owned(), help.to_owned());
    let kind = message.split(", expected").next().unwrap_or_default().trim();
    match kind {
        "string values must be quoted" => bare(line, piece),
        "unexpected key or value" => trailing(line, rest, text.get(..span.start).unwrap_or_default()),
        "duplicate key" => twice(line, piece),
        "unclosed array table" | "unclosed table" | "invalid table" => {
            let name = line.trim().trim_matches(['[', ']']).trim();
            let is_list = line.trim().starts_with("[[");
            let whole = if is_list { format!("[[{name}]]") } else { format!("[{name}]") };
            (format!("the brackets of this header are not closed{}", if is_list { " twice" } else { "" }), {
                format!("write `{whole}`")
            })
        }
        "invalid basic string" | "invalid literal string" if rest.trim().is_empty() => {
            let quote = if kind.contains("basic") { '"' } else { '\'' };
            (String::from("this text has no closing quote"), format!("end it with {quote} in the same line"))
        }
        "invalid basic string" | "missing escaped value" | "too few unicode value digits" => said(
            "`\\` has a meaning of its own in a text in double quotes",
            "write `\\\\`, or put the text in single quotes: 'C:\\tables'",
        ),
        "invalid boolean" => (format!("`{piece}` is not a value"), "write true or false, in small letters".to_owned()),
        "unexpected leading zero" => said("a number does not begin with a zero", "leave the zeros before it out"),
        "invalid mantissa" => said("a number begins with a digit", "write it like 0.5"),
        "invalid fraction" => said("digits are missing after the decimal point", "write it like 5 or 5.0"),
        "invalid exponent" => said("digits are missing after the `e`", "write it like 1e3"),
        "missing comma between array elements" | "missing comma between key-value pairs" => {
            said("a comma is missing before this", "put a comma between one item and the next")
        }
        "extra comma in array" | "extra comma in inline table" => said("there is one comma too many", "take it away"),
        "extra `=`" | "extra assignment between key-value pairs" => said("there is one `=` too many", "take it away"),
        "unclosed inline table" => said("these fields have no end", "close them with `}`"),
        "carriage return must be followed by newline" => {
            said("this line ends in a way that TOML does not know", "save the file with Unix or Windows line ends")
        }
        _ if kind.contains("key") || kind.contains("assignment") => nameless(line),
        _ if kind.starts_with("invalid") && word_at(line, text, span).starts_with(|c: char| c.is_ascii_digit()) => {
            bare(line, &word_at(line, text, span))
        }
        _ => (message.trim().to_owned(), TOML.to_owned()),
    }
}

/// A value that is neither a number nor a text in quotes.
fn bare(line: &str, piece: &str) -> (String, String) {
    let opening = ['“', '”', '„', '«', '»', '‘', '’', '‚', '´', '`'];
    let numeric = piece.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let inner = piece.trim_matches(opening).trim_matches('"');
    if piece.is_empty() {
        let name = line.split('=').next().unwrap_or_default().trim();
        return ("there is no value here".to_owned(), format!("write it in the same line: `{name} = ...`"));
    }
    if piece.starts_with('(') {
        let values = line.split_once('=').map_or("120, 850", |(_, value)| value.trim());
        let values = values.trim_start_matches('(').trim_end_matches(')');
        return ("places and lists stand in square brackets".to_owned(), format!("write [{values}]"));
    }
    if piece.starts_with(opening) {
        return ("these are not the quotes of TOML".to_owned(), format!("write \"{inner}\", with straight quotes"));
    }
    if piece.chars().any(|c| c.is_control() && c != '\t') {
        return ("there is a character here that no text has".to_owned(), "take it away, or save the file anew".into());
    }
    if numeric && piece.split_whitespace().count() > 1 && piece.split_whitespace().all(|one| one.parse::<f64>().is_ok())
    {
        let list: Vec<&str> = piece.split_whitespace().collect();
        return ("a comma is missing between these numbers".to_owned(), format!("write {}", list.join(", ")));
    }
    if numeric && piece.contains('/') {
        return (format!("`{piece}` is not a number"), "write a fraction as a decimal number: 0.75 for 3/4".to_owned());
    }
    if numeric {
        let number = leading_number(piece);
        let percent = number.parse::<f64>().ok().filter(|_| piece.ends_with('%'));
        let help = match percent {
            Some(percent) => format!("write it as a part of 1: {}", percent / 100.0),
            None => format!("write the number alone: {number} ({ALONE})"),
        };
        return (format!("`{piece}` is not a number"), help);
    }
    let yes = ["yes", "on", "y"].iter().any(|word| piece.eq_ignore_ascii_case(word));
    if yes || ["no", "off", "n"].iter().any(|word| piece.eq_ignore_ascii_case(word)) {
        let help = format!("write {yes}, or \"{piece}\" if it is a text");
        return (format!("`{piece}` is neither a number nor a text in quotes"), help);
    }
    let short: String = inner.chars().take(40).collect();
    ("a text must stand in quotes".to_owned(), format!("write \"{short}\""))
}

/// Something after a value, where the line should end.
fn trailing(line: &str, rest: &str, before: &str) -> (String, String) {
    let said = |message: &str, help: &str| (message.to_owned(), help.to_owned());
    let after = rest.trim();
    if let Some(decimals) = after.strip_prefix(',') {
        let tail: String = before.chars().rev().take_while(|c| c.is_ascii_digit() || "+-.".contains(*c)).collect();
        let number: String = tail.chars().rev().collect();
        let digits: String = decimals.chars().take_while(char::is_ascii_digit).collect();
        if !number.is_empty() && !digits.is_empty() {
            return ("a number has a decimal point, not a comma".to_owned(), format!("write {number}.{digits}"));
        }
        return said("there is a comma after the value", "end the line after the value");
    }
    match after.chars().next() {
        Some(';') => said("lines do not end with `;`", "take it away"),
        Some(c @ (']' | '}' | ')')) => (format!("there is one `{c}` too many"), "take it away".to_owned()),
        _ if after.starts_with("//") || after.starts_with("--") || after.starts_with("/*") => {
            said("this is not how a comment begins", COMMENT)
        }
        _ if before.ends_with(['\'', '"']) => {
            let value = line.split_once('=').map_or("", |(_, value)| value.trim());
            let inner = value.trim_matches(|c| c == '\'' || c == '"');
            let help = if inner.contains('"') { format!("write '{inner}'") } else { format!("write \"{inner}\"") };
            ("the text ends before this, at the second quote".to_owned(), help)
        }
        _ => said(
            "there is something after the end of this",
            "write one field in a line and each header alone; a comment begins with `#`",
        ),
    }
}

/// A name that is there already.
fn twice(line: &str, piece: &str) -> (String, String) {
    if let Some(name) = header(line) {
        let single = ["playfield", "materials"].iter().any(|one| name.starts_with(one));
        let help = if single {
            "put all its fields under one header".to_owned()
        } else {
            format!("begin each with a line `[[{name}]]`, in two brackets")
        };
        return (format!("`[{name}]` cannot stand here once more"), help);
    }
    (format!("`{piece}` is said twice here"), "take one of the two lines away".to_owned())
}

/// A line that has no name, no `=`, or something else where they should be.
fn nameless(line: &str) -> (String, String) {
    let said = |message: &str, help: &str| (message.to_owned(), help.to_owned());
    let line = line.trim();
    if ["//", "--", "/*", ";", "%", "'", "<!--"].iter().any(|start| line.starts_with(start)) {
        return said("this is not how a comment begins", COMMENT);
    }
    if line.starts_with(['{', '}', '<']) {
        return said("this is not TOML", TOML);
    }
    let name = line.split(['=', ':', ' ', '\t']).next().unwrap_or_default();
    if let Some((name, value)) = line.split_once(':')
        && is_name(name.trim().trim_matches('"'))
    {
        let name = name.trim().trim_matches('"');
        let value = value.trim().trim_end_matches(',');
        return ("a field has `=` before its value, not `:`".to_owned(), format!("write `{name} = {value}`"));
    }
    if let Some((name, _)) = line.split_once('=') {
        let joined: Vec<&str> = name.split_whitespace().collect();
        if joined.len() > 1 && joined.iter().all(|word| is_name(word)) {
            let help = format!("write `{} = ...`", joined.join("_").to_lowercase());
            return ("the name of a field has no spaces".to_owned(), help);
        }
        return said("this is no name of a field", "a name has letters, digits and `_`; a comment begins with `#`");
    }
    if is_name(name) {
        return (
            "there is no `=` in this line".to_owned(),
            format!("write `{name} = ...`; a comment begins with `#`, a part with a line like `[[bumper]]`"),
        );
    }
    said("this is neither a header nor a field", TOML)
}

/// The name in a header line `[name]` or `[[name]]`.
fn header(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix('[')?.trim_start_matches('[');
    let name = inside.split([']', '#']).next()?.trim();
    name.split('.').all(is_name).then_some(name).filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '.')
}

/// The number with which a piece begins; a decimal comma becomes a point.
fn leading_number(piece: &str) -> String {
    let number: String = piece.chars().take_while(|c| c.is_ascii_digit() || "+-.,".contains(*c)).collect();
    number.replace(',', ".").trim_end_matches('.').to_owned()
}

/// The word about a place in its line, for faults that the parser places in the middle of a value.
fn word_at(line: &str, text: &str, span: &Range<usize>) -> String {
    let at = span.start.saturating_sub(line_start(text, span.start)).min(line.len());
    let cut = |c: char| c.is_whitespace() || ",[]{}=".contains(c);
    let (Some(before), Some(after)) = (line.get(..at), line.get(at..)) else { return String::new() };
    let start = before.rfind(cut).map_or(0, |k| k + before[k..].chars().next().map_or(1, char::len_utf8));
    let end = after.find(cut).map_or(line.len(), |k| at + k);
    line.get(start..end).unwrap_or_default().to_owned()
}

fn line_start(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text[..at].rfind('\n').map_or(0, |k| k + 1)
}

fn line_at(text: &str, at: usize) -> &str {
    text.get(line_start(text, at)..).and_then(|rest| rest.lines().next()).unwrap_or_default()
}
