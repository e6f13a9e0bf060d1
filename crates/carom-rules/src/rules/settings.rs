//! How a game is played: what `[game]` and `[[mode]]` say.

use carom_tables::Table;
use carom_tables::parts::{Each, Mode};

/// How a game is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The table's title.
    pub title: String,
    /// Balls of a game.
    pub balls: u32,
    /// Most players.
    pub players: u32,
    /// s: a ball that drains so soon comes back.
    pub ball_save: f64,
    /// Touches of the plumb bob in a ball before it tilts.
    pub tilt_warnings: u32,
    /// Most extra balls that wait.
    pub extra_balls: u32,
    /// Points with which the bonus of every ball begins.
    pub bonus: i64,
    /// The table's colour, "#rrggbb".
    pub accent: String,
    /// What to shoot, when no rule says anything else.
    pub hint: String,
    /// The table's script.
    pub script: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(&Table::default())
    }
}

impl Settings {
    /// What a table says, and the defaults of what it does not.
    pub fn of(table: &Table) -> Self {
        let game = &table.game;
        let small = |number: Option<u64>, default: u32| {
            number.map_or(default, |number| u32::try_from(number).unwrap_or(u32::MAX))
        };
        Self {
            title: table.name.clone().unwrap_or_default(),
            balls: small(game.balls, 3),
            players: small(game.players, 4),
            ball_save: game.ball_save.map_or(8.0, |seconds| seconds.0),
            tilt_warnings: small(game.tilt_warnings, 2),
            extra_balls: small(game.extra_balls, 3),
            bonus: game.bonus.map_or(0, |points| i64::try_from(points).unwrap_or(i64::MAX)),
            accent: game.accent.clone().unwrap_or_else(|| "#ffd36e".to_owned()),
            hint: game.hint.clone().unwrap_or_default(),
            script: game.script.clone(),
        }
    }
}

/// What is known of a mode before it runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModeInfo {
    /// What the display calls it.
    pub title: String,
    /// s: how long it runs.
    pub seconds: Option<f64>,
    /// What to shoot while it runs.
    pub hint: String,
    /// Does it end with the ball?
    pub ends_with_ball: bool,
}

impl ModeInfo {
    pub(super) fn of(mode: &Mode) -> Self {
        Self {
            title: mode.title.clone().unwrap_or_default(),
            seconds: mode.seconds.map(|seconds| seconds.0),
            hint: mode.hint.clone().unwrap_or_default(),
            ends_with_ball: mode.until.unwrap_or(Each::Ball) == Each::Ball,
        }
    }
}
