//! What can stand in `on` and `when`: phrases of a few words.

use super::drives::Need;
use super::names::{Names, TELLING, Wrong, bare, pieces};
use super::sum::{Factor, Known, Likeness, Sum, comparison};
use crate::build::Problem;
use crate::value::Words;

/// What a rule waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Cue {
    /// A ball hits a part or comes onto it; a slingshot fires; the trough gets a ball.
    Hit(usize),
    /// A spinner turns over.
    Spin(usize),
    /// A drop target falls.
    Fall(usize),
    /// A ball leaves a trigger or a kicker.
    Leave(usize),
    /// A drop target is up again.
    Raise(usize),
    /// A driven group has come to the end of its way.
    Arrived(usize),
    /// A driven group waits, because a ball is in its way.
    Stalled(usize),
    /// A moment of the game.
    Moment(Moment),
    /// A button goes down, or up.
    Button(Switch, bool),
    /// A timer goes off.
    Timer(String),
    /// A counter changes.
    Counter(String),
    /// A mode begins.
    ModeBegins(String),
    /// A mode ends.
    ModeEnds(String),
    /// Something changes, and now this holds.
    Becomes(Condition),
}

impl Cue {
    /// The part that tells it, if it is one.
    pub fn part(&self) -> Option<usize> {
        match self {
            Self::Hit(part) | Self::Spin(part) | Self::Fall(part) | Self::Leave(part) | Self::Raise(part) => {
                Some(*part)
            }
            _ => None,
        }
    }
}

macro_rules! phrases {
    ($(#[$doc:meta])* $name:ident { $($(#[doc = $about:literal])+ $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $about])+ $variant),* }

        impl $name {
            /// All of them, with their words and what they mean.
            pub const ALL: &'static [(&'static str, &'static str, Self)] =
                &[$(($word, concat!($($about),+), Self::$variant)),*];

            fn find(text: &str) -> Option<Self> {
                Self::ALL.iter().find(|(word, ..)| *word == text).map(|(.., found)| *found)
            }
        }
    };
}

phrases! {
    /// Moments of a game.
    Moment {
        /// A game begins.
        GameBegins = "game begins",
        /// The last ball of the last player is over.
        GameEnds = "game ends",
        /// A ball is about to be served.
        BallBegins = "ball begins",
        /// The last ball in play has drained; the bonus is not counted yet.
        BallEnds = "ball ends",
        /// A ball drains; others may be in play.
        Drain = "drain",
        /// A ball that drained comes back.
        Saved = "ball saved",
        /// A ball is locked.
        Locked = "ball locked",
        /// More than one ball is in play.
        MultiballBegins = "multiball begins",
        /// Only one ball is left in play.
        MultiballEnds = "multiball ends",
        /// The plumb bob touches its ring.
        Warning = "warning",
        /// The machine tilts.
        Tilt = "tilt",
    }
}

phrases! {
    /// Buttons of a cabinet.
    Switch {
        /// Of the left flippers.
        Left = "left",
        /// Of the right flippers.
        Right = "right",
        /// The plunger.
        Plunge = "plunge",
        /// Start.
        Start = "start",
        /// A push from the left.
        NudgeLeft = "nudge_left",
        /// A push from the right.
        NudgeRight = "nudge_right",
        /// A push from the front.
        NudgeUp = "nudge_up",
        /// The second button on the left.
        LeftExtra = "left_extra",
        /// The second button on the right.
        RightExtra = "right_extra",
    }
}

/// What must hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// All these lamps are lit, steadily or blinking.
    Lit(Vec<usize>),
    /// All are dark.
    Unlit(Vec<usize>),
    /// All these drop targets are down.
    Down(Vec<usize>),
    /// All are up.
    Up(Vec<usize>),
    /// All these kickers hold balls.
    Full(Vec<usize>),
    /// A mode runs.
    Mode(String),
    /// A timer runs.
    Timer(String),
    /// More than one ball is in play.
    Multiball,
    /// Drained balls come back.
    BallSave,
    /// Two sums compare so.
    Compare(Sum, Likeness, Sum),
    /// This does not hold.
    Not(Box<Self>),
    /// All of these hold.
    All(Vec<Self>),
    /// One of these holds.
    Any(Vec<Self>),
}

impl Condition {
    /// Calls with every plain condition in it.
    pub fn each(&self, with: &mut impl FnMut(&Self)) {
        match self {
            Self::Not(one) => one.each(with),
            Self::All(all) | Self::Any(all) => all.iter().for_each(|one| one.each(with)),
            plain => with(plain),
        }
    }

    /// The counters in it, and the numbers of the game.
    pub fn factors(&self) -> Vec<&Factor> {
        match self {
            Self::Not(one) => one.factors(),
            Self::All(all) | Self::Any(all) => all.iter().flat_map(Self::factors).collect(),
            Self::Compare(left, _, right) => left.factors().chain(right.factors()).collect(),
            _ => Vec::new(),
        }
    }
}

/// What a rule waits for.
pub(super) fn cues(names: &mut Names<'_>, on: &Words, wrong: &mut Vec<Problem>) -> Vec<Cue> {
    let mut all = Vec::new();
    if on.0.is_empty() {
        wrong.push(Problem::new("on", "nothing is said here", "say what happens, such as \"bumper_1\""));
    }
    for (k, text) in on.0.iter().enumerate() {
        match cue(names, text.trim()) {
            Ok(cues) => all.extend(cues),
            Err(one) => wrong.push(problem("on", k, one)),
        }
    }
    all
}

/// Conditions that must all hold.
pub(super) fn conditions(
    names: &mut Names<'_>,
    field: &str,
    words: Option<&Words>,
    wrong: &mut Vec<Problem>,
) -> Option<Condition> {
    let mut all = Vec::new();
    for (k, text) in words?.0.iter().enumerate() {
        match condition(names, text) {
            Ok(condition) => all.push(condition),
            Err(one) => wrong.push(problem(field, k, one)),
        }
    }
    Some(if all.len() == 1 { all.remove(0) } else { Condition::All(all) })
}

/// A problem of one text of a field.
pub(super) fn problem(field: &str, index: usize, (message, help): Wrong) -> Problem {
    Problem::new(&format!("{field}[{index}]"), message, help)
}

fn cue(names: &mut Names<'_>, text: &str) -> Result<Vec<Cue>, Wrong> {
    if let Some(part) = names.part(text) {
        names.is_of(part, &[TELLING])?;
        return Ok(names.told_by(&[part]));
    }
    if let Some(moment) = Moment::find(text) {
        return Ok(vec![Cue::Moment(moment)]);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let each = |parts: Vec<usize>, cue: fn(usize) -> Cue| parts.into_iter().map(cue).collect();
    match word {
        "leave" => Ok(each(names.parts(rest, &["trigger", "kicker"])?, Cue::Leave)),
        "raise" => Ok(each(names.parts(rest, &["drop"])?, Cue::Raise)),
        "arrived" => Ok(each(names.groups(rest, Need::Driven)?, Cue::Arrived)),
        "stalled" => Ok(each(names.groups(rest, Need::Driven)?, Cue::Stalled)),
        "button" => Ok(vec![Cue::Button(switch(rest)?, true)]),
        "release" => Ok(vec![Cue::Button(switch(rest.strip_prefix("button ").unwrap_or(rest))?, false)]),
        "timer" => Ok(vec![Cue::Timer(names.timer(rest)?)]),
        "counter" => Ok(vec![Cue::Counter(names.counter(rest)?)]),
        "mode" => mode_cue(names, rest).map(|cue| vec![cue]),
        _ if is_condition(word) || text.contains(['<', '>', '=']) => {
            let condition = condition(names, text)?;
            if !is_told(&condition) {
                let message = "nothing tells when this begins".to_owned();
                return Err((message, "write it in `when`, and in `on` what happens".to_owned()));
            }
            Ok(vec![Cue::Becomes(condition)])
        }
        _ => named(names, text),
    }
}

/// Names of parts. Whoever means something else is told what there is.
fn named(names: &mut Names<'_>, text: &str) -> Result<Vec<Cue>, Wrong> {
    match names.parts(text, &[TELLING]) {
        Ok(parts) => Ok(names.told_by(&parts)),
        Err(_) if text.is_empty() => Err((
            "nothing is said here".to_owned(),
            "say what happens, such as \"bumper_1\" or \"ball begins\"".to_owned(),
        )),
        Err((message, help)) if !text.contains([',', '*']) => {
            let moments: Vec<&str> = Moment::ALL.iter().map(|(word, ..)| *word).collect();
            let help = if names.is_lamp(text) {
                format!("that is a lamp: write \"lit {text}\" for when it goes on")
            } else if names.is_counter(text) {
                format!("that is a counter: write \"counter {text}\" for when it changes, or \"{text} = 3\"")
            } else if names.is_group(text) {
                format!("that is a group: write \"arrived {text}\" or \"stalled {text}\"")
            } else if names.is_mode(text) {
                format!("that is a mode: write \"mode {text} begins\" or \"mode {text} ends\"")
            } else if let Ok(switch) = switch(text.trim_end_matches(" button")) {
                let word = Switch::ALL.iter().find(|(.., one)| *one == switch).map_or("", |(word, ..)| word);
                format!("write \"button {word}\"")
            } else if help.starts_with("did") {
                help
            } else {
                let meant = names.meant(text, &moments);
                meant.unwrap_or_else(|| format!("write the name of a part, or one of \"{}\"", moments.join("\", \"")))
            };
            Err((message, help))
        }
        Err(wrong) => Err(wrong),
    }
}

fn mode_cue(names: &mut Names<'_>, rest: &str) -> Result<Cue, Wrong> {
    if let Some(name) = rest.strip_suffix(" begins") {
        return names.mode(name).map(Cue::ModeBegins);
    }
    match rest.strip_suffix(" ends") {
        Some(name) => names.mode(name).map(Cue::ModeEnds),
        None => {
            let name = bare(rest).escape_debug();
            let help = format!("write \"mode {name} begins\" or \"mode {name} ends\"");
            Err(("this does not say what the mode does".to_owned(), help))
        }
    }
}

fn switch(word: &str) -> Result<Switch, Wrong> {
    Switch::find(word).ok_or_else(|| {
        let words: Vec<&str> = Switch::ALL.iter().map(|(word, ..)| *word).collect();
        (format!("there is no button \"{}\"", word.escape_debug()), format!("there are {}", words.join(", ")))
    })
}

/// Do events tell when this changes?
fn is_told(condition: &Condition) -> bool {
    let mut told = true;
    condition.each(&mut |plain| {
        told &= match plain {
            Condition::Lit(_) | Condition::Unlit(_) | Condition::Down(_) | Condition::Up(_) | Condition::Mode(_) => {
                true
            }
            Condition::Compare(..) => {
                plain.factors().iter().any(|factor| matches!(factor, Factor::Counter(_) | Factor::Known(Known::Locked)))
            }
            _ => false,
        };
    });
    told
}

fn is_condition(word: &str) -> bool {
    matches!(word, "not" | "lit" | "unlit" | "down" | "up" | "full" | "multiball")
}

/// A condition as it is written: "lit lane_1, lane_2 and ramps >= 3 or mode hunt".
fn condition(names: &mut Names<'_>, text: &str) -> Result<Condition, Wrong> {
    let any = pieces(text, " or ").into_iter().map(|text| {
        let all = pieces(text, " and ").into_iter().map(|text| plain(names, text));
        all.collect::<Result<Vec<_>, _>>().map(|all| single(all, Condition::All))
    });
    any.collect::<Result<Vec<_>, _>>().map(|any| single(any, Condition::Any))
}

fn single(mut list: Vec<Condition>, several: fn(Vec<Condition>) -> Condition) -> Condition {
    if list.len() == 1 { list.remove(0) } else { several(list) }
}

fn plain(names: &mut Names<'_>, text: &str) -> Result<Condition, Wrong> {
    // However often somebody says "not": it is not taken apart by recursion.
    let (mut text, mut negated) = (text.trim(), false);
    while let Some(rest) = text.strip_prefix("not ") {
        (text, negated) = (rest.trim(), !negated);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let found = match word {
        "lit" => Condition::Lit(names.lamps(rest)?),
        "unlit" => Condition::Unlit(names.lamps(rest)?),
        "down" => Condition::Down(names.parts(rest, &["drop"])?),
        "up" => Condition::Up(names.parts(rest, &["drop"])?),
        "full" => Condition::Full(names.parts(rest, &["kicker"])?),
        "mode" => Condition::Mode(names.mode(rest)?),
        "timer" => Condition::Timer(names.timer(rest)?),
        "multiball" if rest.is_empty() => Condition::Multiball,
        "ball" if rest == "save" => Condition::BallSave,
        _ => match comparison(names, text) {
            Some(compared) => compared.map(|(left, how, right)| Condition::Compare(left, how, right))?,
            None => return Err(no_condition(names, text)),
        },
    };
    Ok(if negated { Condition::Not(Box::new(found)) } else { found })
}

fn no_condition(names: &mut Names<'_>, text: &str) -> Wrong {
    let shown = text.escape_debug();
    let help = if names.is_lamp(text) {
        format!("that is a lamp: write \"lit {shown}\" or \"unlit {shown}\"")
    } else if names.is_mode(text) {
        format!("that is a mode: write \"mode {shown}\"")
    } else if names.is_counter(text) {
        format!("that is a counter: compare it, as \"{shown} >= 1\"")
    } else {
        let words = ["lit", "unlit", "down", "up", "full", "mode", "timer", "multiball", "ball save", "not"];
        let (first, _) = text.split_once(' ').unwrap_or((text, ""));
        let near = crate::fault::meant(first, words).or_else(|| crate::fault::meant(text, words));
        near.map_or_else(
            || "write it like \"lit lane_1\", \"mode hunt\", \"locks >= 2\", \"multiball\" or \"ball save\"".to_owned(),
            |near| format!("did you mean \"{near}\"?"),
        )
    };
    (format!("\"{shown}\" is no condition"), help)
}
