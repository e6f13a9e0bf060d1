//! What a page asks for: one JSON object each, `do` names it.

use carom_rules::Button;
use serde::Deserialize;

/// Something that a page asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Request {
    /// A button goes down or up.
    Press {
        /// Which.
        button: Button,
        /// Down, or up again?
        down: bool,
        /// The tick of the present game at which it counts; the next one if it has passed, or is not said.
        #[serde(default)]
        at: Option<f64>,
    },
    /// A new game, from tick 0.
    Start {
        /// How many play: 1 to 4.
        #[serde(default = "one")]
        players: u32,
        /// Starts all random numbers; by chance, if it is not said.
        #[serde(default)]
        seed: Option<u64>,
    },
    /// The autopilot plays.
    Attract,
    /// Time stands still, or goes on.
    Pause {
        /// Still?
        on: bool,
    },
    /// Slow motion.
    Speed {
        /// Table time per wall time: 0.01 to 1.
        rate: f64,
    },
    /// A few ticks, while time stands still.
    Step {
        /// How many: 1 to 1000.
        #[serde(default = "one")]
        ticks: u32,
    },
    /// Wants to see what the engine knows, or no longer.
    Overlay {
        /// Wants?
        on: bool,
    },
    /// Is somebody there?
    Ping {
        /// Comes back in the answer.
        id: serde_json::Number,
    },
    /// Wants the recording of the present game, or of the last.
    Recording,
    /// Wants to see a recorded game.
    Replay {
        /// The recording, as in a link.
        recording: String,
    },
    /// The name for the list of high scores.
    Initials {
        /// 3 to 10 characters.
        text: String,
    },
    /// How many frames a second are wanted.
    Rate {
        /// 30 to 240.
        hz: f64,
    },
}

/// What a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Burden {
    /// Next to nothing.
    None,
    /// A moment, once: a game on a table that is set up.
    Little,
    /// A long stretch of a game is played, or much is looked through: a processor is busy.
    Work,
    /// Something is written: as long as the disk takes.
    Disk,
}

/// Frames a second that can be asked for.
pub(crate) const RATES: core::ops::RangeInclusive<f64> = 30.0..=240.0;

impl Request {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let request: Self = serde_json::from_str(text).map_err(|fault| format!("not understood: {fault}"))?;
        request.checked()
    }

    /// What it costs to do what is asked for.
    pub(crate) fn burden(&self) -> Burden {
        match self {
            Self::Press { .. } | Self::Pause { .. } | Self::Speed { .. } | Self::Ping { .. } | Self::Rate { .. } => {
                Burden::None
            }
            // The table was set up for the first game on it.
            Self::Start { .. } | Self::Attract => Burden::Little,
            Self::Step { ticks } if *ticks <= 20 => Burden::None,
            Self::Initials { .. } => Burden::Disk,
            _ => Burden::Work,
        }
    }

    fn checked(mut self) -> Result<Self, String> {
        let within = |ok: bool, what: &str| if ok { Ok(()) } else { Err(what.to_owned()) };
        match &mut self {
            Self::Start { players, .. } => within((1..=4).contains(players), "players must be from 1 to 4")?,
            Self::Speed { rate } => within((0.01..=1.0).contains(rate), "rate must be from 0.01 to 1")?,
            Self::Step { ticks } => within((1..=1000).contains(ticks), "ticks must be from 1 to 1000")?,
            Self::Rate { hz } => within(RATES.contains(hz), "hz must be from 30 to 240")?,
            Self::Initials { text } => {
                *text = text.trim().to_owned();
                within(are_initials(text), "initials are 3 to 10 letters, digits, signs or spaces")?;
            }
            _ => {}
        }
        Ok(self)
    }
}

/// Nothing that could disturb a list: no controls, no marks that turn the direction of writing.
pub(crate) fn are_initials(text: &str) -> bool {
    let printable = |letter: char| letter.is_alphanumeric() || letter.is_ascii_graphic() || letter == ' ';
    (3..=10).contains(&text.chars().count()) && text.chars().all(printable)
}

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_page_are_understood() {
        let press = Request::parse(r#"{"do":"press","button":"nudge_left","down":true,"at":12.75}"#);
        assert_eq!(press, Ok(Request::Press { button: Button::NudgeLeft, down: true, at: Some(12.75) }));
        assert_eq!(Request::parse(r#"{"do":"start"}"#), Ok(Request::Start { players: 1, seed: None }));
        assert_eq!(Request::parse(r#"{"do":"attract"}"#), Ok(Request::Attract));
        let named = Request::parse(r#"{"do":"initials","text":"  Änne 7 "}"#);
        assert_eq!(named, Ok(Request::Initials { text: "Änne 7".to_owned() }), "without the spaces round it");
    }

    #[test]
    fn what_is_out_of_range_or_no_message_is_said_in_words() {
        let wrong = [
            ("", "not understood"),
            ("[]", "not understood"),
            (r#"{"do":"fly"}"#, "unknown variant `fly`"),
            (r#"{"do":"press","button":"middle","down":true}"#, "unknown variant `middle`"),
            (r#"{"do":"press","button":"left"}"#, "missing field `down`"),
            (r#"{"do":"start","players":5}"#, "players"),
            (r#"{"do":"speed","rate":0}"#, "rate"),
            (r#"{"do":"step","ticks":1001}"#, "ticks"),
            (r#"{"do":"rate","hz":1e9}"#, "hz"),
            (r#"{"do":"initials","text":"AB"}"#, "initials"),
            (r#"{"do":"initials","text":"A\u202eBC"}"#, "initials"),
        ];
        for (text, part) in wrong {
            let fault = Request::parse(text).unwrap_err();
            assert!(fault.contains(part), "{text}: {fault}");
        }
        let deep = format!(r#"{{"do":"press","at":{}}}"#, "[".repeat(100_000));
        assert!(Request::parse(&deep).is_err(), "nesting has an end");
    }
}
