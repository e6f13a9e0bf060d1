//! Many games of the autopilot on the built-in tables: each is recorded, written as a file, read again and played again, and must
//! come to the same hash, with the same events on the way. Most are on tables to be played; one in ten is on a table that keeps
//! dozens of balls in play (the Galton board, the physics bench), for a sixth of the time, since those cost as much as dozens of games.
//!
//! `cargo xtask replays` (how many games, of how many seconds, and the first seed may follow: `--games 1000 --seconds 60 --seed 1`)

use carom_rules::{Game, GameOptions, Player, Recorder, Recording};
use carom_tables::{Table, built_in};
use std::error::Error;
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

/// Tables that keep dozens of balls in play.
const PILES: [&str; 2] = ["galton", "bench"];

/// What was asked for.
struct Options {
    games: u64,
    seconds: u64,
    seed: u64,
}

/// What the games of a thread came to.
#[derive(Default)]
struct Sum {
    same: u64,
    ticks: u64,
    events: u64,
    bytes: u64,
    link_letters: u64,
    /// The first ten that were others: table, seed, what differs.
    others: Vec<String>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let options = options()?;
    let tables: Vec<(&str, Table)> = built_in::ALL
        .iter()
        .map(|table| Table::load(table.text).map(|(loaded, _)| (table.name, loaded)).map_err(|fault| fault.to_string()))
        .collect::<Result<_, _>>()?;
    let (began, next, sums) = (Instant::now(), AtomicU64::new(0), Mutex::new(Vec::new()));
    let work = || {
        let mut sum = Sum::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= options.games {
                break;
            }
            let is_pile = game % 10 == 9;
            let among: Vec<_> = tables.iter().filter(|(name, _)| PILES.contains(name) == is_pile).collect();
            let (name, table) = among[(game / if is_pile { 10 } else { 1 }) as usize % among.len()];
            let ticks = options.seconds * if is_pile { 1000 / 6 } else { 1000 };
            let seed = options.seed + game;
            if let Err(fault) = again(name, table, seed, ticks, &mut sum)
                && sum.others.len() < 10
            {
                sum.others.push(format!("{name}, seed {seed}: {fault}"));
            }
            progress(game + 1, options.games, began);
        }
        if let Ok(mut sums) = sums.lock() {
            sums.push(sum);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let sums = sums.into_inner().map_err(|_| "a thread has failed")?;
    let total = |what: fn(&Sum) -> u64| sums.iter().map(what).sum::<u64>();
    let (same, minutes) = (total(|sum| sum.same), total(|sum| sum.ticks) as f64 / 60_000.0);
    let per_minute = |count: u64| count as f64 / minutes.max(1e-9);
    println!(
        "{same} of {} games on {} tables ({minutes:.0} minutes of table time, seeds {} to {}) play again to the same hash, with \
         the same {} events",
        options.games,
        tables.len(),
        options.seed,
        options.seed + options.games.saturating_sub(1),
        total(|sum| sum.events)
    );
    println!(
        "a minute has {:.0} events and takes {:.1} kB of file, {:.0} letters of link; took {:.0} s",
        per_minute(total(|sum| sum.events)),
        per_minute(total(|sum| sum.bytes)) / 1000.0,
        per_minute(total(|sum| sum.link_letters)),
        began.elapsed().as_secs_f64()
    );
    sums.iter().flat_map(|sum| &sum.others).for_each(|other| println!("ANOTHER GAME: {other}"));
    Ok(if same == options.games { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays a game, and plays its recording.
fn again(name: &str, table: &Table, seed: u64, ticks: u64, sum: &mut Sum) -> Result<(), String> {
    let options = GameOptions { seed, autopilot: true };
    let mut game = Game::new(table, options).map_err(|faults| format!("{faults:?}"))?;
    let mut recorder = Recorder::new(name, table, options);
    for _ in 0..ticks {
        game.tick();
        recorder.ticked(&game);
    }
    let recording = recorder.finish(&game).map_err(|fault| fault.to_string())?;
    let text = recording.to_json();
    sum.ticks += ticks;
    sum.events += recording.events.len() as u64;
    sum.bytes += text.len() as u64;
    sum.link_letters += recording.to_link().len() as u64;
    let read = Recording::parse(&text).map_err(|fault| fault.to_string())?;
    if read != recording {
        return Err("what was written is not what is read".to_owned());
    }
    let mut player = Player::new(read, table).map_err(|fault| fault.to_string())?;
    while player.tick() {}
    let replayed = player.replayed();
    if !replayed.same || player.game().hash() != game.hash() {
        return Err(replayed.message);
    }
    sum.same += 1;
    Ok(())
}

/// On a terminal only, and not for every game.
fn progress(done: u64, games: u64, began: Instant) {
    if std::io::stderr().is_terminal() && (done.is_multiple_of(8) || done == games) {
        let left = began.elapsed().as_secs_f64() / done as f64 * (games - done) as f64;
        eprint!("\r{done} of {games} games, {left:.0} s left   {}", if done == games { "\n" } else { "" });
        // Whoever looks sees it a little later, if this fails.
        std::io::stderr().flush().unwrap_or_default();
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options { games: 1000, seconds: 60, seed: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let field = match word.as_str() {
            "--games" => &mut options.games,
            "--seconds" => &mut options.seconds,
            "--seed" => &mut options.seed,
            _ => return Err(format!("what is `{word}`? There are --games, --seconds and --seed")),
        };
        let number = words.next().and_then(|word| word.parse().ok());
        *field = number.ok_or_else(|| format!("{word} needs a whole number"))?;
    }
    Ok(options)
}
