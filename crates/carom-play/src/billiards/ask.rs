//! What a page asks a billiard table for: one JSON object each, `kind` names it.

use carom::billiards::{CueSpec, Strike};
use serde::Deserialize;
use serde_json::Value;

/// m/s; nobody strikes faster, and numbers without bounds help nobody.
const FASTEST: f64 = 20.0;
/// Letters of a name.
const LONGEST_NAME: usize = 60;

/// Something that a page asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ask {
    /// What would this strike do first?
    Aim {
        /// Comes back in the answer.
        id: u64,
        /// The strike.
        strike: Aim,
    },
    /// Plays a shot.
    Shoot {
        /// The strike.
        strike: Aim,
        /// What the player announces.
        #[serde(default)]
        call: Option<Call>,
    },
    /// Puts a ball somewhere else.
    Place {
        /// Its name.
        ball: String,
        /// Where, m.
        at: [f64; 2],
    },
    /// A new game.
    New(Setup),
    /// Takes the last shot, or the last placing, back.
    Undo,
    /// Sets the table up as in a shot's file.
    Load {
        /// The file.
        shot: Value,
    },
    /// Which balls can be potted straight?
    Pots,
    /// Which strikes do this?
    Solve {
        /// Comes back in the answer.
        id: u64,
        /// What is wanted.
        goal: Goal,
        /// For how long to search at most, s: 0.1 to 10.
        #[serde(default = "two")]
        seconds: f64,
    },
}

/// What a search is for. All that is said must be met.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Goal {
    /// A ball into a pocket; either may be left open.
    #[serde(default)]
    pub pot: Option<Call>,
    /// The cue ball near a place.
    #[serde(default)]
    pub leave: Option<Leave>,
    /// A legal shot after which the player goes on, or has won.
    #[serde(default)]
    pub score: bool,
}

/// Where the cue ball shall end.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Leave {
    /// The place, m.
    pub at: [f64; 2],
    /// How near is near enough, m.
    pub within: f64,
}

/// Which game, and how it begins. What is not said stays as is usual for the game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Setup {
    /// Name of the game.
    #[serde(default)]
    pub game: Option<String>,
    /// Name of the table.
    #[serde(default)]
    pub table: Option<String>,
    /// Starts all random numbers; by chance, if it is not said.
    #[serde(default)]
    pub seed: Option<u64>,
    /// How many play: 1 to 4.
    #[serde(default)]
    pub players: Option<usize>,
    /// Gap between racked balls, as a part of the radius: 0 to 1.
    #[serde(default)]
    pub spacing: Option<f64>,
}

/// A strike, with angles in degrees.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Aim {
    /// Name of the ball that is struck.
    pub ball: String,
    /// Speed of the cue, m/s.
    pub speed: f64,
    /// Where the cue points, degrees from `+x` towards `+y`.
    pub direction: f64,
    /// Height of the cue's butt, degrees above level.
    #[serde(default)]
    pub elevation: f64,
    /// Contact point sideways, as a part of the radius; positive is left of the shooter.
    #[serde(default)]
    pub side: f64,
    /// Contact point upwards, as a part of the radius.
    #[serde(default)]
    pub height: f64,
}

/// What a player announces before a shot.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Call {
    /// The ball.
    #[serde(default)]
    pub ball: Option<String>,
    /// The pocket.
    #[serde(default)]
    pub pocket: Option<String>,
}

impl Ask {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let ask: Self = serde_json::from_str(text).map_err(|fault| format!("not understood: {fault}"))?;
        match &ask {
            Self::Aim { strike, .. } => strike.check()?,
            Self::Shoot { strike, call } => {
                strike.check()?;
                call.as_ref().map_or(Ok(()), Call::check)?;
            }
            Self::Place { ball, at } => {
                check_name(ball)?;
                within("at", at[0], -10.0, 10.0)?;
                within("at", at[1], -10.0, 10.0)?;
            }
            Self::New(setup) => setup.check()?,
            Self::Solve { goal, seconds, .. } => {
                within("seconds", *seconds, 0.1, 10.0)?;
                goal.check()?;
            }
            Self::Undo | Self::Load { .. } | Self::Pots => {}
        }
        Ok(ask)
    }
}

impl Setup {
    /// Fails if a number is out of its range.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=4).contains(&self.players.unwrap_or(1)) {
            return Err("players must be from 1 to 4".to_owned());
        }
        within("spacing", self.spacing.unwrap_or(0.0), 0.0, 1.0)
    }
}

impl Goal {
    fn check(&self) -> Result<(), String> {
        self.pot.as_ref().map_or(Ok(()), Call::check)?;
        let Some(leave) = &self.leave else { return Ok(()) };
        within("at", leave.at[0], -10.0, 10.0)?;
        within("at", leave.at[1], -10.0, 10.0)?;
        within("within", leave.within, 1e-3, 10.0)
    }
}

impl Call {
    fn check(&self) -> Result<(), String> {
        [&self.ball, &self.pocket].into_iter().flatten().try_for_each(|name| check_name(name))
    }
}

impl Aim {
    fn check(&self) -> Result<(), String> {
        check_name(&self.ball)?;
        within("speed", self.speed, 1e-3, FASTEST)?;
        within("direction", self.direction, -3600.0, 3600.0)?;
        within("elevation", self.elevation, 0.0, 89.0)?;
        within("side", self.side, -1.0, 1.0)?;
        within("height", self.height, -1.0, 1.0)
    }

    /// The strike as the engine knows it.
    pub(super) fn strike(&self, ball: usize, cue: CueSpec) -> Strike {
        let (direction, elevation) = (self.direction.to_radians(), self.elevation.to_radians());
        Strike { ball, speed: self.speed, direction, elevation, side: self.side, height: self.height, cue }
    }
}

fn two() -> f64 {
    2.0
}

fn check_name(name: &str) -> Result<(), String> {
    if name.chars().count() <= LONGEST_NAME { Ok(()) } else { Err("a name is too long".to_owned()) }
}

fn within(what: &str, number: f64, least: f64, most: f64) -> Result<(), String> {
    if (least..=most).contains(&number) { Ok(()) } else { Err(format!("{what} must be from {least} to {most}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_page_are_understood() {
        let aim = Ask::parse(r#"{"kind":"aim","id":7,"strike":{"ball":"cue","speed":2,"direction":90,"side":-0.25}}"#);
        let strike =
            Aim { ball: "cue".to_owned(), speed: 2.0, direction: 90.0, elevation: 0.0, side: -0.25, height: 0.0 };
        assert_eq!(aim, Ok(Ask::Aim { id: 7, strike }));
        let shoot = Ask::parse(
            r#"{"kind":"shoot","strike":{"ball":"cue","speed":2,"direction":90},"call":{"ball":"3","pocket":"lt"}}"#,
        );
        let Ok(Ask::Shoot { call: Some(call), .. }) = shoot else { panic!("{shoot:?}") };
        assert_eq!((call.ball.as_deref(), call.pocket.as_deref()), (Some("3"), Some("lt")));
        assert_eq!(Ask::parse(r#"{"kind":"undo"}"#), Ok(Ask::Undo));
        assert_eq!(Ask::parse(r#"{"kind":"new"}"#), Ok(Ask::New(Setup::default())));
    }

    #[test]
    fn what_is_out_of_range_or_no_message_is_said_in_words() {
        let strike = |more: &str| format!(r#"{{"kind":"aim","id":1,"strike":{{"ball":"cue",{more}}}}}"#);
        let wrong = [
            (String::new(), "not understood"),
            (r#"{"kind":"fly"}"#.to_owned(), "unknown variant `fly`"),
            (r#"{"kind":"place","ball":"cue","at":[1]}"#.to_owned(), "not understood"),
            (r#"{"kind":"place","ball":"cue","at":[1,1e300]}"#.to_owned(), "at must be"),
            (r#"{"kind":"new","players":5}"#.to_owned(), "players"),
            (r#"{"kind":"new","spacing":-1}"#.to_owned(), "spacing"),
            (r#"{"kind":"new","seed":-1}"#.to_owned(), "not understood"),
            (r#"{"kind":"solve","id":1,"goal":{"score":true},"seconds":1e6}"#.to_owned(), "seconds"),
            (r#"{"kind":"solve","id":1,"goal":{"leave":{"at":[0,0],"within":0}}}"#.to_owned(), "within"),
            (strike(r#""speed":1"#), "missing field `direction`"),
            (strike(r#""speed":0,"direction":0"#), "speed"),
            (strike(r#""speed":1e400,"direction":0"#), "not understood"),
            (strike(r#""speed":1,"direction":null"#), "not understood"),
            (strike(r#""speed":1,"direction":0,"elevation":90"#), "elevation"),
            (strike(r#""speed":1,"direction":0,"side":1.5"#), "side"),
            (strike(&format!(r#""speed":1,"direction":0,"ball":"{}""#, "x".repeat(100))), "not understood"),
            (format!(r#"{{"kind":"place","ball":"{}","at":[0,0]}}"#, "x".repeat(100)), "too long"),
        ];
        for (text, part) in wrong {
            let fault = Ask::parse(&text).unwrap_err();
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
