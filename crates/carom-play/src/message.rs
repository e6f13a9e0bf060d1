//! What a session says in words: one JSON object each, `kind` names it.

use crate::scores::Score;
use carom_rules::{Button, Replayed, Status, Told};
use serde::Serialize;

/// The version of the protocol that `docs/protocol.md` describes.
pub const PROTOCOL: u32 = 2;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The autopilot.
    Attract,
    /// A person.
    Play,
    /// A person, some time ago.
    Replay,
}

/// Something said.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Message<'a> {
    Hello {
        protocol: u32,
        table: &'a str,
        version: &'a str,
        seed: u64,
    },
    Game {
        mode: Mode,
        tick: u64,
        seed: u64,
        #[serde(flatten)]
        status: &'a Status,
    },
    Told {
        list: &'a [Told],
    },
    Pong {
        id: &'a serde_json::Number,
        tick: u64,
    },
    Pressed {
        at: u64,
        button: Button,
        down: bool,
    },
    Recording {
        /// As a file.
        text: &'a str,
        /// As a part of an address.
        link: &'a str,
        score: &'a [i64],
    },
    Replayed(&'a Replayed),
    Kept {
        /// The name of its file.
        file: &'a str,
    },
    Scores {
        list: &'a [Score],
        /// From 1: where the score that is asked about would come, or where the named one has come.
        place: Option<usize>,
        /// Whose name is asked for.
        asks: Option<Asks>,
    },
    Fault {
        message: &'a str,
    },
}

/// A score that waits for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Asks {
    /// Of which player, from 0.
    pub(crate) player: usize,
    pub(crate) score: i64,
}

impl Message<'_> {
    pub(crate) fn text(&self) -> String {
        // Nothing in a message can fail to be written: its keys are words and its numbers finite.
        serde_json::to_string(self).unwrap_or_default()
    }
}
