//! What is on a table: a game of the autopilot, of a person, or a recorded one.

use crate::message::Mode;
use crate::offer::Offer;
use carom_rules::{Game, GameOptions, Player, Press, Recorder, Recording, Replayed, Tape};

/// Presses that are recorded at most: the file of such a game is just small enough to be sent back and played again.
pub(crate) const MOST_RECORDED: usize = 25_000;

const TOO_LONG: &str = "the game was too long to be recorded";

/// What is on a table.
#[derive(Debug)]
pub(crate) struct Play {
    on: On,
    mode: Mode,
    seed: u64,
}

#[derive(Debug)]
enum On {
    /// The recorder, and how many presses it knows; none for the autopilot.
    Game(Box<Game>, Option<(Box<Recorder>, usize)>),
    Replay(Box<Player>),
}

impl Play {
    /// The autopilot plays.
    pub(crate) fn attract(offer: &Offer, seed: u64) -> Result<Self, String> {
        let game = Box::new(offer.setup()?.game(GameOptions { seed, autopilot: true }));
        Ok(Self { on: On::Game(game, None), mode: Mode::Attract, seed })
    }

    /// A person plays.
    pub(crate) fn person(offer: &Offer, seed: u64) -> Result<Self, String> {
        let options = GameOptions { seed, autopilot: false };
        let setup = offer.setup()?;
        let (game, recorder) = (Box::new(setup.game(options)), Box::new(Recorder::on(&offer.name, setup, options)));
        Ok(Self { on: On::Game(game, Some((recorder, 0))), mode: Mode::Play, seed })
    }

    /// A recorded game plays.
    pub(crate) fn recorded(offer: &Offer, text: &str) -> Result<Self, String> {
        let recording = Recording::parse(text).map_err(|fault| format!("that is no recording: {fault}"))?;
        let seed = recording.seed;
        let player = Player::on(recording, offer.setup()?).map_err(|fault| format!("it cannot be played: {fault}"))?;
        Ok(Self { on: On::Replay(Box::new(player)), mode: Mode::Replay, seed })
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) fn game(&self) -> &Game {
        match &self.on {
            On::Game(game, _) => game,
            On::Replay(player) => player.game(),
        }
    }

    /// Keeps the engine's energy ledger, or no longer; it changes nothing in the game.
    pub(crate) fn keep_ledger(&mut self, keep: bool) {
        match &mut self.on {
            On::Game(game, _) => game.keep_ledger(keep),
            On::Replay(player) => player.keep_ledger(keep),
        }
    }

    /// A button of a person who plays: the tick at which it counts.
    pub(crate) fn press(&mut self, press: Press) -> u64 {
        let On::Game(game, recorder) = &mut self.on else { return press.tick };
        let tick = game.press(press);
        if let Some((notes, count)) = recorder {
            notes.note(Press { tick, ..press });
            *count += 1;
            if *count > MOST_RECORDED {
                *recorder = None;
            }
        }
        tick
    }

    /// Runs a tick; `false` when there is none to run any more.
    pub(crate) fn tick(&mut self) -> bool {
        match &mut self.on {
            On::Game(game, recorder) => {
                game.tick();
                if let Some((recorder, _)) = recorder {
                    recorder.ticked(game);
                }
                true
            }
            On::Replay(player) => player.tick(),
        }
    }

    /// How a recorded game has ended, when it has.
    pub(crate) fn replayed(&self) -> Option<Replayed> {
        match &self.on {
            On::Replay(player) if player.is_over() => Some(player.replayed()),
            _ => None,
        }
    }

    /// The recording up to now; none where nobody plays.
    pub(crate) fn recording(&self) -> Option<Result<Recording, String>> {
        match &self.on {
            On::Replay(player) => Some(Ok(player.recording().clone())),
            On::Game(game, Some((recorder, _))) => Some(recorder.finish(game).map_err(|fault| fault.to_string())),
            On::Game(_, None) if self.mode == Mode::Play => Some(Err(TOO_LONG.to_owned())),
            On::Game(..) => None,
        }
    }

    /// The same of a game that somebody plays, as small as it gets: to be kept when another takes its place.
    pub(crate) fn tape(&self) -> Option<Result<Tape, String>> {
        match &self.on {
            On::Game(game, Some((recorder, _))) => Some(recorder.tape(game).map_err(|fault| fault.to_string())),
            On::Game(_, None) if self.mode == Mode::Play => Some(Err(TOO_LONG.to_owned())),
            _ => None,
        }
    }
}
