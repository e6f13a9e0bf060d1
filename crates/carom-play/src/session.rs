//! One player's table: a game, its pace, what it says. No network and no thread in here, and time is told from outside.

use crate::cadence::Cadence;
use crate::clock::Clock;
use crate::frame::{FrameMaker, flag};
use crate::insight::Insight;
use crate::message::{Asks, Message, Mode, PROTOCOL};
use crate::offer::Offer;
use crate::outbox::{Outbox, Outgoing};
use crate::pace::Pace;
use crate::play::Play;
use crate::request::Request;
use crate::scores::Scores;
use crate::shelf::Shelf;
use carom_rules::{Button, Phase, Press, Recording, Status, Tape, Told, What};
use core::cmp::Reverse;
use core::hash::{BuildHasher as _, Hasher as _};
use core::time::Duration;
use std::collections::{BinaryHeap, VecDeque};
use std::hash::RandomState;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use tokio::sync::mpsc::Sender;

/// Presses that wait for their tick at most.
pub(crate) const MOST_PRESSES: usize = 4096;
/// Things told that wait for the page at most; the oldest are forgotten first.
const MOST_TOLD: usize = 1024;
/// Wall time after which ticks that are due wait for the next turn: a heavy table shows fewer, not no pictures.
const SLICE: Duration = Duration::from_millis(12);
/// Ticks between two looks at the clock meanwhile.
const LOOK_UP: u32 = 4;
/// How often a session that has nothing to do looks whether its page is still there.
const IDLE: Duration = Duration::from_secs(1);
/// Bytes of a recording with its events that is sent to the page, which takes no larger files back. A longer one goes without.
const MOST_SENT: usize = 240_000;
/// Between two messages about what the engine knows.
const INSIGHT_PERIOD: Duration = Duration::from_millis(50);
/// Requests answered in one turn at most.
const AT_ONCE: usize = 64;

/// One player's table.
#[expect(missing_debug_implementations, reason = "its clock is whatever the caller gives")]
pub struct Session {
    offer: Arc<Offer>,
    scores: Arc<Scores>,
    clock: Box<dyn Clock>,
    out: Outbox,
    play: Play,
    pace: Pace,
    frames: FrameMaker,
    cadence: Cadence,
    /// A frame is to go at once, whenever the next one is due.
    urgent: bool,
    /// The last frame found no room: while time stands still, too, the page must see how the table stands in the end.
    missed: bool,
    /// What was said last, so that only changes are said.
    said: Option<(Mode, Status)>,
    told: VecDeque<Told>,
    /// The ticks of presses to come, the earliest on top.
    waiting: BinaryHeap<Reverse<u64>>,
    /// The last game that a person played to its end, or left.
    last: Option<Result<Tape, String>>,
    /// Scores that wait for a name.
    unnamed: VecDeque<Asks>,
    /// What the engine knows, while the page wants to see it, and when the next message about it is due.
    insight: Option<(Insight, Duration)>,
    /// Where recordings of finished games are kept, if they are.
    shelf: Option<Arc<Shelf>>,
    /// The last game is to be kept, which takes as long as the disk takes.
    to_keep: bool,
}

impl Session {
    /// Sets up a table, with the autopilot playing until somebody begins a game. `hz` frames a second go to `out`.
    ///
    /// # Errors
    /// Why there is no game on this table, in words.
    pub fn new(
        offer: Arc<Offer>,
        scores: Arc<Scores>,
        clock: Box<dyn Clock>,
        out: Sender<Outgoing>,
        hz: f64,
    ) -> Result<Self, String> {
        let (now, seed) = (clock.now(), by_chance());
        let play = Play::attract(&offer, seed)?;
        let mut session = Self {
            frames: FrameMaker::new(play.game().machine()),
            offer,
            scores,
            clock,
            out: Outbox::new(out),
            play,
            pace: Pace::new(now),
            cadence: Cadence::new(hz, now),
            urgent: true,
            missed: false,
            said: None,
            told: VecDeque::new(),
            waiting: BinaryHeap::new(),
            last: None,
            unnamed: VecDeque::new(),
            insight: None,
            shelf: None,
            to_keep: false,
        };
        let (table, version) = (session.offer.name.clone(), env!("CARGO_PKG_VERSION"));
        session.say(&Message::Hello { protocol: PROTOCOL, table: &table, version, seed });
        Ok(session)
    }

    /// With a shelf on which the recordings of finished games are kept.
    #[must_use]
    pub fn keeping(self, shelf: Option<Arc<Shelf>>) -> Self {
        Self { shelf, ..self }
    }

    /// Plays until the page or the server is gone. For a thread of its own.
    pub fn run(mut self, requests: &Receiver<Request>) {
        while self.out.is_open() {
            match requests.recv_timeout(self.wait()) {
                Ok(first) => {
                    self.answer(first);
                    for more in requests.try_iter().take(AT_ONCE) {
                        self.answer(more);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.turn();
            self.chore();
        }
    }

    /// Does somebody listen?
    pub(crate) fn is_open(&self) -> bool {
        self.out.is_open()
    }

    /// Is there something to do that takes as long as the disk takes?
    pub(crate) fn has_chore(&self) -> bool {
        self.to_keep
    }

    /// Does it: keeps the recording of the game that has ended.
    pub(crate) fn chore(&mut self) {
        if !core::mem::take(&mut self.to_keep) {
            return;
        }
        let (Some(shelf), Some(last)) = (&self.shelf, &self.last) else { return };
        match unpacked(last).and_then(|recording| shelf.keep(&recording)) {
            Ok(file) => self.out.say(Message::Kept { file: &file }.text()),
            Err(fault) => self.out.say(Message::Fault { message: &fault }.text()),
        }
    }

    /// How long nothing is to be done, unless somebody asks for something.
    pub fn wait(&self) -> Duration {
        if self.urgent {
            return Duration::ZERO;
        }
        if self.pace.is_paused() && !self.missed {
            return IDLE;
        }
        let frame = self.cadence.until(self.clock.now());
        match self.waiting.peek() {
            Some(Reverse(tick)) => frame.min(self.pace.until(tick.saturating_sub(self.play.game().ticks()) + 1)),
            None => frame,
        }
    }

    /// Lets the game go on to now, and sends what is due.
    pub fn turn(&mut self) {
        self.catch_up();
        let now = self.clock.now();
        let due = self.cadence.is_due(now) && (self.missed || !self.pace.is_paused());
        if due {
            self.cadence.go(now);
        } else if self.urgent {
            self.cadence.go_early(now);
        } else {
            return;
        }
        self.send(now);
    }

    /// Does what is asked for.
    pub fn answer(&mut self, request: Request) {
        self.catch_up();
        match request {
            Request::Press { button, down, at } => self.press(button, down, at),
            Request::Start { players, seed } => self.start(players, seed.unwrap_or_else(by_chance)),
            Request::Attract => self.replace(Play::attract(&self.offer, by_chance())),
            Request::Pause { on } => {
                self.pace.set_paused(on);
                self.cadence.hurry(self.clock.now());
                self.urgent = true;
            }
            Request::Speed { rate } => self.pace.set_rate(rate),
            Request::Step { ticks } => self.step(ticks),
            Request::Rate { hz } => self.cadence.set_rate(hz),
            Request::Ping { id } => self.say(&Message::Pong { id: &id, tick: self.play.game().ticks() }),
            Request::Initials { text } => self.name(&text),
            Request::Overlay { on } => {
                self.play.keep_ledger(on);
                self.insight = on.then(|| (Insight::new(self.play.game().machine()), Duration::ZERO));
                self.urgent = true;
            }
            Request::Recording => self.show_recording(),
            Request::Replay { recording } => self.replace(Play::recorded(&self.offer, &recording)),
        }
    }

    fn press(&mut self, button: Button, down: bool, at: Option<f64>) {
        // The autopilot and recorded players press their own buttons.
        if self.play.mode() != Mode::Play {
            return;
        }
        if self.waiting.len() >= MOST_PRESSES {
            self.fault("too many presses wait for their tick");
            return;
        }
        let tick = at.map_or(0, |at| at.max(0.0) as u64);
        let at = self.play.press(Press { tick, button, down });
        self.waiting.push(Reverse(at));
        self.say(&Message::Pressed { at, button, down });
        if at == self.play.game().ticks() && self.pace.may_hurry() {
            self.tick();
        }
    }

    fn start(&mut self, players: u32, seed: u64) {
        self.replace(Play::person(&self.offer, seed));
        // Down and up for every player, a tick each: the same as somebody who presses the button.
        for tick in 0..2 * u64::from(players) {
            let at = self.play.press(Press { tick, button: Button::Start, down: tick % 2 == 0 });
            self.waiting.push(Reverse(at));
        }
    }

    /// Another game takes the place of the present one.
    fn replace(&mut self, play: Result<Play, String>) {
        let play = match play {
            Ok(play) => play,
            Err(fault) => return self.fault(&fault),
        };
        // One that has ended and is not kept yet is not forgotten for one that was broken off.
        if self.play.mode() == Mode::Play && self.play.game().status().phase != Phase::Over && !self.to_keep {
            self.last = self.play.tape();
        }
        self.play = play;
        self.frames.begin(self.play.game().machine());
        self.pace.restart(self.clock.now());
        self.pace.set_paused(false);
        self.told.clear();
        self.waiting.clear();
        self.unnamed.clear();
        self.said = None;
        // A recording of no time at all is over before it begins.
        self.say_replayed();
        if let Some((insight, _)) = &mut self.insight {
            self.play.keep_ledger(true);
            *insight = Insight::new(self.play.game().machine());
        }
        self.urgent = true;
    }

    fn step(&mut self, ticks: u32) {
        if !self.pace.is_paused() {
            return;
        }
        for _ in 0..ticks {
            self.run_tick();
        }
        self.urgent = true;
    }

    /// Runs the ticks that are due by now.
    fn catch_up(&mut self) {
        let now = self.clock.now();
        self.pace.pass(now);
        while self.pace.is_due() {
            for _ in 0..LOOK_UP {
                if self.pace.is_due() {
                    self.tick();
                }
            }
            if self.pace.is_due() && self.clock.now().saturating_sub(now) > SLICE {
                break;
            }
        }
    }

    fn tick(&mut self) {
        self.pace.ran();
        self.run_tick();
    }

    fn run_tick(&mut self) {
        if !self.play.tick() {
            return;
        }
        let game = self.play.game();
        self.frames.note(game.machine());
        if let Some((insight, _)) = &mut self.insight {
            insight.tick(game.machine());
        }
        for told in game.told() {
            if let (What::GameOver { scores }, Mode::Play) = (&told.what, self.play.mode()) {
                self.unnamed = scores.iter().enumerate().map(|(player, &score)| Asks { player, score }).collect();
                self.last = self.play.tape();
                self.to_keep = self.shelf.is_some();
            }
            if self.told.len() >= MOST_TOLD {
                self.told.pop_front();
            }
            self.told.push_back(told.clone());
        }
        let ticks = game.ticks();
        self.say_replayed();
        while self.waiting.peek().is_some_and(|Reverse(tick)| *tick < ticks) {
            self.waiting.pop();
            self.urgent = true;
        }
    }

    /// Sends what there is to say, and a frame. A page that does not keep up gets a whole one later.
    fn send(&mut self, now: Duration) {
        self.urgent = false;
        self.missed = !self.out.has_room(now);
        if self.missed {
            self.frames.forget();
            return;
        }
        if !self.told.is_empty() {
            let told: Vec<Told> = self.told.drain(..).collect();
            let over = told.iter().any(|told| matches!(told.what, What::GameOver { .. }));
            self.say(&Message::Told { list: &told });
            if over && self.play.mode() == Mode::Play {
                self.show_scores(None);
            }
        }
        let (mode, game) = (self.play.mode(), self.play.game());
        let status = game.status();
        if self.said.as_ref().is_none_or(|(then, said)| (*then, said) != (mode, status)) {
            self.out.say(Message::Game { mode, tick: game.ticks(), seed: self.play.seed(), status }.text());
            self.said = Some((mode, status.clone()));
        }
        if let Some((insight, due)) = &mut self.insight
            && (now >= *due || self.pace.is_paused())
        {
            *due = now + INSIGHT_PERIOD;
            self.out.say(insight.message(game.machine()).to_string());
        }
        let frame = self.frames.frame(self.play.game(), self.flags(), self.pace.ahead());
        self.missed = !self.out.show(frame);
        if self.missed {
            self.frames.forget();
        }
    }

    fn flags(&self) -> u8 {
        let paused = if self.pace.is_paused() { flag::PAUSED } else { 0 };
        let mode = match self.play.mode() {
            Mode::Attract => flag::ATTRACT,
            Mode::Play => 0,
            Mode::Replay => flag::REPLAY,
        };
        paused | mode
    }

    /// The list of high scores, with the place that was taken; and whose name is asked for, if another score comes in.
    fn show_scores(&mut self, taken: Option<usize>) {
        let key = &self.offer.key;
        while self.unnamed.front().is_some_and(|asks| self.scores.place(key, asks.score).is_none()) {
            self.unnamed.pop_front();
        }
        let asks = self.unnamed.front().copied();
        let place = taken.or_else(|| self.scores.place(key, asks?.score));
        let list = self.scores.list(key);
        self.say(&Message::Scores { list: &list, place, asks });
    }

    fn name(&mut self, initials: &str) {
        let Some(asks) = self.unnamed.pop_front() else { return self.fault("no score waits for a name") };
        let (place, saved) = self.scores.enter(&self.offer.key, asks.score, initials);
        if let Err(fault) = saved {
            self.fault(&fault);
        }
        self.show_scores(place);
    }

    /// How the recorded game was played again, when it is over.
    fn say_replayed(&mut self) {
        if let Some(replayed) = self.play.replayed() {
            self.say(&Message::Replayed(&replayed));
        }
    }

    /// The recording of the present game, or of the last that somebody played.
    fn show_recording(&mut self) {
        let over = self.play.game().status().phase == Phase::Over && self.play.mode() == Mode::Play;
        let present = if over { None } else { self.play.recording() };
        match present.or_else(|| self.last.as_ref().map(unpacked)) {
            Some(Ok(recording)) => {
                let (mut text, link) = (recording.to_json(), recording.to_link());
                if text.len() > MOST_SENT {
                    text = recording.clone().without_events().to_json();
                }
                self.out.say(Message::Recording { text: &text, link: &link, score: &recording.scores }.text());
            }
            Some(Err(fault)) => self.out.say(Message::Fault { message: &fault }.text()),
            None => self.fault("nobody has played yet"),
        }
    }

    fn fault(&mut self, message: &str) {
        self.say(&Message::Fault { message });
    }

    fn say(&mut self, message: &Message<'_>) {
        self.out.say(message.text());
    }
}

fn unpacked(tape: &Result<Tape, String>) -> Result<Recording, String> {
    tape.as_ref().map_err(Clone::clone)?.recording().map_err(|fault| fault.to_string())
}

/// A number that nobody can foresee, small enough to stay whole in JavaScript.
pub(crate) fn by_chance() -> u64 {
    RandomState::new().build_hasher().finish() >> 11
}
