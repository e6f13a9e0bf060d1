//! Sums of numbers and counters: "1000 * ramps + 500". And texts with sums in them: "Jackpot {jackpot}".

use super::names::{Names, Wrong};

/// A sum of products.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum(pub Vec<Term>);

/// A product, added or taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Is it taken away?
    pub minus: bool,
    /// What is multiplied.
    pub factors: Vec<Factor>,
}

/// A number, or something that stands for one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say themselves")]
pub enum Factor {
    Number(i64),
    Counter(String),
    Known(Known),
}

macro_rules! known {
    ($($(#[doc = $about:literal])+ $variant:ident = $word:literal,)*) => {
        /// Numbers that every game has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Known { $($(#[doc = $about])+ $variant),* }

        impl Known {
            /// All of them: the word for it, what it is, and it.
            pub const ALL: &'static [(&'static str, &'static str, Self)] =
                &[$(($word, concat!($($about),+), Self::$variant)),*];
        }
    };
}
known! {
    /// The player's score.
    Score = "score",
    /// The bonus so far.
    Bonus = "bonus",
    /// How many times points count.
    Multiplier = "multiplier",
    /// How many times the bonus counts.
    BonusMultiplier = "bonus_multiplier",
    /// Which ball of the game it is, from 1.
    Ball = "ball",
    /// Which player's turn it is, from 1.
    Player = "player",
    /// Balls in play.
    InPlay = "in_play",
    /// Balls locked.
    Locked = "locked",
    /// Extra balls that wait.
    ExtraBalls = "extra_balls",
    /// Tilt warnings in this ball.
    Warnings = "warnings",
}

/// How two sums compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say themselves")]
pub enum Likeness {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Likeness {
    /// Does it hold?
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::More => a > b,
            Self::AtLeast => a >= b,
        }
    }
}

/// A text with sums in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(pub Vec<Piece>);

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say themselves")]
pub enum Piece {
    Text(String),
    Sum(Sum),
}

impl Sum {
    /// A plain number.
    pub fn number(number: i64) -> Self {
        Self(vec![Term { minus: false, factors: vec![Factor::Number(number)] }])
    }

    /// What it comes to, with what its counters and names stand for. Too large numbers stay at the largest.
    pub fn value(&self, counter: impl Fn(&str) -> i64, known: impl Fn(Known) -> i64) -> i64 {
        self.0.iter().fold(0_i64, |sum, term| {
            let product = term.factors.iter().fold(1_i64, |product, factor| {
                product.saturating_mul(match factor {
                    Factor::Number(number) => *number,
                    Factor::Counter(name) => counter(name),
                    Factor::Known(word) => known(*word),
                })
            });
            if term.minus { sum.saturating_sub(product) } else { sum.saturating_add(product) }
        })
    }

    /// Its counters, and the numbers of the game in it.
    pub(super) fn factors(&self) -> impl Iterator<Item = &Factor> {
        self.0.iter().flat_map(|term| &term.factors)
    }
}

/// A sum as it is written.
pub(super) fn sum(names: &mut Names<'_>, text: &str) -> Result<Sum, Wrong> {
    let mut terms = Vec::new();
    let mut rest = text.trim();
    let mut minus = false;
    if let Some(after) = rest.strip_prefix('-') {
        (minus, rest) = (true, after);
    }
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let factors = rest[..end].split('*').map(|word| factor(names, word.trim(), text)).collect::<Result<_, _>>()?;
        terms.push(Term { minus, factors });
        let Some(sign) = rest[end..].chars().next() else { return Ok(Sum(terms)) };
        (minus, rest) = (sign == '-', &rest[end + 1..]);
    }
}

fn factor(names: &mut Names<'_>, word: &str, whole: &str) -> Result<Factor, Wrong> {
    let how = "write a sum of numbers and counters with + - * between them: \"1000 * ramps + 500\"";
    if word.is_empty() {
        return Err((format!("something is missing in \"{}\"", whole.escape_debug()), how.to_owned()));
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = word.replace('_', "");
        let read = digits.parse::<i64>();
        return read.map(Factor::Number).map_err(|_| {
            let help = if word.contains([',', '.', '\'']) || digits.chars().all(|c| c.is_ascii_digit()) {
                "write a whole number that is not too large; `_` may part its digits: 10_000"
            } else {
                how
            };
            (format!("\"{}\" is no number", word.escape_debug()), help.to_owned())
        });
    }
    if let Some((_, _, known)) = Known::ALL.iter().find(|(name, ..)| *name == word) {
        return Ok(Factor::Known(*known));
    }
    if !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err((format!("\"{}\" is no sum", whole.escape_debug()), how.to_owned()));
    }
    names.counter(word).map(Factor::Counter)
}

/// Two sums and how they compare, if there is a sign between them.
pub(super) fn comparison(names: &mut Names<'_>, text: &str) -> Option<Result<(Sum, Likeness, Sum), Wrong>> {
    let start = text.find(['<', '>', '=', '!', '≤', '≥', '≠'])?;
    let (left, rest) = text.split_at(start);
    let signs = [
        ("<=", Likeness::AtMost),
        (">=", Likeness::AtLeast),
        ("!=", Likeness::Unequal),
        ("==", Likeness::Equal),
        ("≤", Likeness::AtMost),
        ("≥", Likeness::AtLeast),
        ("≠", Likeness::Unequal),
        ("<", Likeness::Less),
        (">", Likeness::More),
        ("=", Likeness::Equal),
    ];
    let found = signs.iter().find_map(|(sign, likeness)| Some((rest.strip_prefix(sign)?, *likeness)));
    let Some((right, likeness)) = found else {
        let message = format!("\"{}\" is no comparison", text.escape_debug());
        return Some(Err((message, "compare with = != < <= > >=".to_owned())));
    };
    Some(sum(names, left).and_then(|left| Ok((left, likeness, sum(names, right)?))))
}

/// A text with sums between braces.
pub(super) fn template(names: &mut Names<'_>, text: &str) -> Result<Template, Wrong> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, after)) = after.split_once('}') else {
            return Err(("a `{` is not closed".to_owned(), "write `{jackpot}` for the counter `jackpot`".to_owned()));
        };
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        pieces.push(Piece::Sum(sum(names, inside)?));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Ok(Template(pieces))
}
