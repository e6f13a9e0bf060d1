//! A player that looks ahead: it copies the game, tries every flip it could make in the next moment, and makes the one after which
//! the game stands best. Prints the game as a recording that `carom replay` takes and the page plays.
//!
//! `cargo run --release -p carom-rules --example planner > game.json` (seed and seconds may follow after `--`)

use carom_rules::{Button, Game, GameOptions, Lit, Phase, Press, Recorder, What};
use carom_tables::{Table, built_in};
use std::error::Error;

/// Ticks that a tried flip is followed.
const AHEAD: u64 = 2200;
/// Ticks between two delays that are tried, how many there are, and how long a flip is held.
const STEP: u64 = 12;
const DELAYS: u64 = 18;
const HOLD: u64 = 120;
/// Ticks after which it thinks again, if nothing was to be done before.
const THINK: u64 = 48;
/// m: below this a ball comes into the flippers' reach.
const LOW: f64 = 0.70;
/// m: right of this is Kingfisher's shooter lane.
const LANE: f64 = 0.474;

/// A flip: which button, and after how many ticks.
type Flip = Option<(Button, u64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let seed = numbers.first().copied().unwrap_or(1);
    let seconds = numbers.get(1).copied().unwrap_or(300);

    let (table, _) = Table::load(built_in::find("kingfisher")?.text)?;
    let options = GameOptions { seed, autopilot: false };
    let game = Game::new(&table, options).map_err(|faults| format!("{faults:?}"))?;
    let mut player =
        Planner { lamps: lamps(&table), recorder: Recorder::new("kingfisher", &table, options), game, jackpots: 0 };
    player.press(Button::Start, 0, 100);
    player.run(1000);
    while player.game.ticks() < 1000 * seconds && player.game.status().phase != Phase::Over && player.jackpots < 2 {
        player.go_on();
    }
    println!("{}", player.recorder.finish(&player.game)?.to_json());
    Ok(())
}

struct Planner {
    game: Game,
    recorder: Recorder,
    lamps: Wanted,
    jackpots: u32,
}

/// Lamps that are worth something, by their numbers.
struct Wanted {
    reeds: Vec<usize>,
    lock: Option<usize>,
}

fn lamps(table: &Table) -> Wanted {
    let named = |start: &str| -> Vec<usize> {
        let lamps = table.lamps.iter().enumerate();
        lamps
            .filter(|(_, lamp)| lamp.name.as_deref().is_some_and(|name| name.starts_with(start)))
            .map(|(k, _)| k)
            .collect()
    };
    Wanted { reeds: named("stand_"), lock: named("lock").first().copied() }
}

impl Planner {
    /// Thinks, and acts.
    fn go_on(&mut self) {
        if self.ball_waits() {
            self.press(Button::Plunge, 0, 900);
            return self.run(1800);
        }
        if !self.ball_comes() {
            return self.run(THINK / 2);
        }
        let delays = (0..DELAYS).map(|k| k * STEP);
        let flips = delays.flat_map(|delay| [Some((Button::Left, delay)), Some((Button::Right, delay))]);
        let best = core::iter::once(None).chain(flips).map(|flip| (self.worth(flip), flip)).reduce(|best, other| {
            // Of equals the first: doing nothing before doing something.
            if other.0 > best.0 { other } else { best }
        });
        match best {
            Some((_, Some((button, delay)))) if delay < THINK => {
                self.press(button, delay, HOLD);
                self.run(delay + HOLD + 1);
            }
            _ => self.run(THINK),
        }
    }

    /// How well the game stands some time after a flip.
    fn worth(&self, flip: Flip) -> f64 {
        let mut game = self.game.clone();
        let now = game.ticks();
        if let Some((button, delay)) = flip {
            game.press(Press { tick: now + delay, button, down: true });
            game.press(Press { tick: now + delay + HOLD, button, down: false });
        }
        (0..AHEAD).for_each(|_| game.tick());
        let (status, board) = (game.status(), game.board());
        let lit = |lamp: &usize| board.lamps.get(*lamp).is_some_and(|lit| *lit != Lit::Off);
        let mut worth = status.players.first().map_or(0.0, |player| player.score as f64 / 300.0);
        worth += 300.0 * self.lamps.reeds.iter().filter(|lamp| lit(lamp)).count() as f64;
        worth += if self.lamps.lock.as_ref().is_some_and(lit) { 1500.0 } else { 0.0 };
        worth += 8000.0 * f64::from(status.locked) + 12_000.0 * f64::from(status.in_play.saturating_sub(1));
        if status.phase != Phase::Playing {
            worth -= 20_000.0;
        }
        // A ball between the flippers is as good as lost; one that is high up is safe for a while.
        let machine = game.machine();
        let lowest =
            machine.balls().filter(|id| !machine.is_held(*id)).map(|id| machine.position(id).y).fold(0.0, f64::max);
        worth - 100.0 * lowest - if lowest > 0.93 { 2000.0 } else { 0.0 }
    }

    /// Does a ball lie before the plunger?
    fn ball_waits(&self) -> bool {
        let machine = self.game.machine();
        machine
            .balls()
            .filter_map(|id| machine.ball(id))
            .any(|ball| ball.position.x > LANE && ball.position.y > 0.9 && ball.velocity.length() < 0.02)
    }

    /// Does a ball come down to the flippers, or lie on one?
    fn ball_comes(&self) -> bool {
        let machine = self.game.machine();
        machine
            .balls()
            .filter(|id| !machine.is_held(*id))
            .filter_map(|id| machine.ball(id))
            .any(|ball| ball.position.x < LANE && ball.position.y > LOW && ball.velocity.y > -0.3)
    }

    fn press(&mut self, button: Button, delay: u64, hold: u64) {
        let now = self.game.ticks();
        for (tick, down) in [(now + delay, true), (now + delay + hold, false)] {
            let press = Press { tick, button, down };
            self.recorder.note(Press { tick: self.game.press(press), ..press });
        }
    }

    fn run(&mut self, ticks: u64) {
        for _ in 0..ticks {
            self.game.tick();
            self.recorder.ticked(&self.game);
            for told in self.game.told() {
                match &told.what {
                    What::Moment { name } => {
                        self.jackpots += u32::from(name == "jackpot");
                        eprintln!("{:8.3} s: {name}, score {}", told.tick as f64 * 1e-3, score(&self.game));
                    }
                    What::Say { text } => eprintln!("{:8.3} s: {text}", told.tick as f64 * 1e-3),
                    _ => {}
                }
            }
        }
    }
}

fn score(game: &Game) -> i64 {
    game.status().players.first().map_or(0, |player| player.score)
}
