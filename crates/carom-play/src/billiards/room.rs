//! One page's billiard table: the balls as they lie, the game, and what can be taken back. No network in here.

use super::ask::{Aim, Ask, Setup};
use super::games::tables;
use super::shoot::MOST_EVENTS;
use super::{place, preview, tell};
use crate::session::by_chance;
use carom::billiards::rules::{Game, GameKind};
use carom::billiards::{Ball, CueSpec, Models, Table, pots};
use carom_shots::Prepared;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Points that win the carom games.
const TARGET: i64 = 10;
/// Gap between racked balls unless another is asked for, as a part of the radius: a well set rack.
const SPACING: f64 = 1e-3;
/// Shots that can be taken back.
const MOST_UNDO: usize = 200;
/// Balls of a shot that is loaded, and cushions of its table. The largest game has 22 balls; what is loaded comes from
/// anywhere, and every shot on it must be over soon.
const MOST_BALLS: usize = 100;
const MOST_CUSHIONS: usize = 500;

/// One page's billiard table.
#[derive(Debug)]
pub struct Room {
    pub(super) table: Table,
    pub(super) models: Models,
    pub(super) cue: CueSpec,
    pub(super) players: usize,
    seed: u64,
    /// The strike of the shot that was loaded, until something else is done.
    loaded: Option<Value>,
    pub(super) position: Position,
    /// How it was before each shot and each placing, the last on top.
    undo: Vec<Position>,
    /// The ball that was placed last, if nothing happened since: dragging it on is no new deed.
    placed: Option<usize>,
    /// Nobody waits for an answer any more.
    pub(super) stop: Arc<AtomicBool>,
}

/// How things stand between two shots.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) balls: Vec<Ball>,
    pub(super) game: Game,
    /// What the referee said of the last shot.
    pub(super) last: Option<Value>,
}

impl Room {
    /// Sets up a game; nine-ball if none is named.
    ///
    /// # Errors
    /// Why there is no such game, in words.
    pub fn open(setup: &Setup) -> Result<Self, String> {
        setup.check()?;
        let kind = match &setup.game {
            Some(name) => GameKind::from_name(name).ok_or("there is no such game")?,
            None => GameKind::NineBall,
        };
        let table = match &setup.table {
            Some(name) if tables(kind).contains(&name.as_str()) => Table::named(name),
            Some(name) if Table::named(name).is_some() => {
                return Err(format!("this game is played on {}", tables(kind).join(", ")));
            }
            Some(_) => None,
            None => Some(kind.table()),
        };
        let table = table.ok_or("there is no such table")?;
        let (seed, players) = (setup.seed.unwrap_or_else(by_chance), setup.players.unwrap_or(2));
        let balls = kind.rack(&table, setup.spacing.unwrap_or(SPACING), seed);
        Ok(Self {
            table,
            models: Models::default(),
            cue: kind.cue_spec(),
            players,
            seed,
            loaded: None,
            position: Position { game: Game::with_balls(kind, players, TARGET, &balls), balls, last: None },
            undo: Vec::new(),
            placed: None,
            stop: Arc::default(),
        })
    }

    /// Raise this flag, and what is being computed ends early with a refusal.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Does what is asked and gives the answer; a refusal says why, and changes nothing.
    pub fn answer(&mut self, ask: Ask) -> Value {
        let answer = match ask {
            Ask::Aim { id, strike } => Ok(self.preview(id, &strike)),
            Ask::Shoot { strike, call } => self.shoot(&strike, call.as_ref()),
            Ask::Place { ball, at } => self.place(&ball, at),
            Ask::New(setup) => self.restart(setup),
            Ask::Undo => self.undo(),
            Ask::Load { shot } => self.load(&shot),
            Ask::Pots => self.pots(),
            Ask::Solve { id, goal, seconds } => {
                self.search(id, &goal, seconds, Arc::default()).map(|search| search.run())
            }
        };
        answer.unwrap_or_else(|why| json!({ "kind": "refused", "why": why }))
    }

    /// How things stand, as a message.
    pub fn state(&self) -> Value {
        let Position { balls, game, last } = &self.position;
        json!({
            "kind": "state",
            "game": game.kind().name(),
            "seed": self.seed,
            "table": tell::table(&self.table),
            "balls": balls.iter().map(tell::ball).collect::<Value>(),
            "player": game.player(),
            "players": self.players,
            "score": game.score(),
            "shot_number": game.shot_number(),
            "turn_number": game.turn_number(),
            "constraints": tell::constraints(game.constraints()),
            "over": game.over().map(|winner| json!({ "winner": winner })),
            "last": last,
            "miscue": self.models.strike.miscue,
            "models": tell::models(self),
            "strike": self.loaded,
            "undo": self.undo.len(),
        })
    }

    /// The number of the ball of that name.
    pub(super) fn ball(&self, name: &str) -> Result<usize, String> {
        let found = self.position.balls.iter().position(|ball| ball.name == name);
        found.ok_or_else(|| "there is no such ball".to_owned())
    }

    /// The number of the ball that is struck next, the first if there are several.
    pub(super) fn cue_ball(&self) -> Result<usize, String> {
        let Position { balls, game, .. } = &self.position;
        let on_table = |name: &String| balls.iter().position(|ball| ball.name == *name && !ball.state.phase.is_out());
        let found = game.constraints().cueable.iter().find_map(on_table);
        found.ok_or_else(|| "no ball can be struck".to_owned())
    }

    /// How the balls lie, as a shot that nobody has struck yet.
    pub(super) fn prepared(&self) -> Prepared {
        Prepared {
            table: self.table.clone(),
            models: self.models.clone(),
            balls: self.position.balls.clone(),
            strike: None,
            time: f64::INFINITY,
            events: MOST_EVENTS,
        }
    }

    /// Goes on from another position, which can be taken back.
    pub(super) fn advance(&mut self, next: Position) {
        let before = core::mem::replace(&mut self.position, next);
        self.undo.push(before);
        if self.undo.len() > MOST_UNDO {
            self.undo.remove(0);
        }
        (self.placed, self.loaded) = (None, None);
    }

    fn preview(&self, id: u64, aim: &Aim) -> Value {
        match preview::preview(self, aim) {
            Ok(mut seen) => {
                seen["id"] = json!(id);
                seen
            }
            Err(why) => preview::refusal(id, &why),
        }
    }

    fn place(&mut self, name: &str, at: [f64; 2]) -> Result<Value, String> {
        let ball = self.ball(name)?;
        let next = place::placed(self, ball, at)?;
        if self.placed == Some(ball) {
            self.position = next;
        } else {
            self.advance(next);
            self.placed = Some(ball);
        }
        Ok(self.state())
    }

    /// A new game; what is not said stays as it is.
    fn restart(&mut self, mut setup: Setup) -> Result<Value, String> {
        let same_game = setup.game.is_none() || setup.game.as_deref() == Some(self.position.game.kind().name());
        let here = self.position.game.kind();
        if same_game {
            setup.game = Some(here.name().to_owned());
            if setup.table.is_none() && tables(here).contains(&self.table.name.as_str()) {
                setup.table = Some(self.table.name.clone());
            }
        }
        setup.players = setup.players.or(Some(self.players));
        let stop = self.stop.clone();
        *self = Self { stop, ..Self::open(&setup)? };
        Ok(self.state())
    }

    fn undo(&mut self) -> Result<Value, String> {
        self.position = self.undo.pop().ok_or("there is nothing to take back")?;
        (self.placed, self.loaded) = (None, None);
        Ok(self.state())
    }

    /// Free play from how the balls lie in a shot's file.
    fn load(&mut self, shot: &Value) -> Result<Value, String> {
        let mut no_files = |_: &str| Err("no files are read here".to_owned());
        let layout = carom_shots::read_layout(&shot.to_string(), &mut no_files);
        let prepared = layout.map_err(|faults| tell::faults(&faults))?.shot;
        if prepared.balls.is_empty() || prepared.balls.len() > MOST_BALLS {
            return Err(format!("a shot here has 1 to {MOST_BALLS} balls"));
        }
        if prepared.table.rails.len() + prepared.table.jaws.len() + prepared.table.pockets.len() > MOST_CUSHIONS {
            return Err(format!("a table here has at most {MOST_CUSHIONS} cushions and pockets"));
        }
        let rests = |ball: &Ball| !ball.state.phase.moves() && ball.state.spin.length_squared() == 0.0;
        if !prepared.balls.iter().all(rests) {
            return Err("the balls of this shot move already: play it with `carom shot`".to_owned());
        }
        place::sound(&prepared.table, &prepared.models, &prepared.balls)?;
        let kind = GameKind::Free;
        self.loaded = prepared.strike.and_then(|strike| tell::strike(&prepared.balls, &strike));
        self.cue = prepared.strike.map_or_else(|| kind.cue_spec(), |strike| strike.cue);
        (self.table, self.models) = (prepared.table, prepared.models);
        let game = Game::with_balls(kind, self.players, TARGET, &prepared.balls);
        self.position = Position { balls: prepared.balls, game, last: None };
        (self.undo, self.placed) = (Vec::new(), None);
        Ok(self.state())
    }

    /// Straight pots of the balls that may be hit, with the ball that may be struck.
    fn pots(&self) -> Result<Value, String> {
        let Position { balls, game, .. } = &self.position;
        let constraints = game.constraints();
        let may_be_hit = |ball: &String| constraints.hittable.is_empty() || constraints.hittable.contains(ball);
        let cue_ball = constraints
            .cueable
            .iter()
            .find_map(|name| balls.iter().position(|ball| ball.name == *name && !ball.state.phase.is_out()));
        let cue_ball = cue_ball.ok_or("no ball can be struck")?;
        let list: Value = pots(&self.table, balls, cue_ball)
            .iter()
            .filter(|pot| pot.viable)
            .filter_map(|pot| {
                let (ball, pocket) = (&balls.get(pot.ball)?.name, &self.table.pockets.get(pot.pocket)?.name);
                may_be_hit(ball).then(|| {
                    json!({
                        "ball": ball,
                        "pocket": pocket,
                        "direction": pot.direction.to_degrees(),
                        "target": tell::flat(pot.target),
                        "ghost": tell::flat(pot.ghost),
                        "cut": pot.cut.to_degrees(),
                        "window": pot.window.to_degrees(),
                    })
                })
            })
            .collect();
        Ok(json!({ "kind": "pots", "list": list }))
    }
}
