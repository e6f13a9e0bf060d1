//! `carom-bench batch`: thousands of machines of the built-in table at once, on one thread and on two; saving and restoring a
//! state; and many futures of one state.

use core::hint::black_box;
use std::time::Instant;

use carom::math::rng::Stream;
use carom::pinball::{Machine, Snapshot};
use carom_batch::{Batch, Buttons, Setup};
use carom_tables::{Table, built_in};

use crate::Fault;
use crate::clock::all_cpu_seconds;
use crate::json::Json;

/// How many machines are stepped together.
const WORLDS: usize = 4096;
/// Games that have been played for a while, from which the machines go on in different ways.
const GAMES: usize = 64;
/// Futures of one state.
const FUTURES: usize = 1000;
/// Frames of a second.
const RATE: usize = 60;
const FRAME: f64 = 1.0 / RATE as f64;
/// Rounds of which the best counts. In each the same frames are run again.
const ROUNDS: usize = 12;
/// Frames of a round: so few that it finds room in a quiet moment of the machine.
const ROUND: usize = 15;

/// A figure.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) what: &'static str,
    /// Threads that it was measured on.
    pub(crate) threads: usize,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
    /// What is asked for, in words.
    pub(crate) goal: &'static str,
}

/// Measures and prints all; `false` if the number of threads made a difference to a bit.
pub(crate) fn run(json: bool) -> Result<bool, Fault> {
    let (rows, same) = rows()?;
    if json {
        let row = |row: &Row| {
            Json::Object(vec![
                ("what", row.what.into()),
                ("threads", (row.threads as f64).into()),
                ("value", row.value.into()),
                ("unit", row.unit.into()),
                ("goal", row.goal.into()),
            ])
        };
        crate::say(&Json::List(rows.iter().map(row).collect()).to_string());
    } else {
        crate::say(&format!("{:<58}{:>8}{:>14} {:<22}{}", "batch of the built-in table", "threads", "", "", "goal"));
        for row in &rows {
            let value = if row.value < 100.0 { format!("{:.2}", row.value) } else { format!("{:.0}", row.value) };
            crate::say(&format!("{:<58}{:>8}{value:>14} {:<22}{}", row.what, row.threads, row.unit, row.goal));
        }
        crate::say(if same { "the same bits on one thread and on two" } else { "THREADS MADE A DIFFERENCE" });
    }
    Ok(same)
}

/// All figures, and whether one thread and two gave the same bits.
pub(crate) fn rows() -> Result<(Vec<Row>, bool), Fault> {
    let machine = kingfisher()?;
    let games = games(&machine)?;
    let mut rows = saving(&machine, &games)?;
    let mut same = true;

    // Frames a second, CPU seconds of a round, and which part of their time on the clock the threads were given.
    let (mut frames, mut work, mut given) = ([0.0; 2], [f64::INFINITY; 2], [0.0; 2]);
    let mut ends = [0; 2];
    let mut crews = [crew(&machine, WORLDS, 1)?, crew(&machine, WORLDS, 2)?];
    let mut balls = 0.0;
    for _ in 0..ROUNDS {
        // In turn, so that a noisy moment does not fall on one of them only.
        for (k, batch) in crews.iter_mut().enumerate() {
            let mut players: Vec<Player> = (0..WORLDS).map(Player::new).collect();
            for index in 0..WORLDS {
                batch.at(index, |own| own.restore(&games[index % GAMES]))??;
            }
            let buttons = Buttons::of(&machine);
            let (start, spent) = (Instant::now(), all_cpu_seconds());
            for _ in 0..ROUND {
                batch.step_with(FRAME, &mut players, |_, own, player| player.play(own, &buttons))?;
            }
            let (taken, spent) = (start.elapsed().as_secs_f64(), all_cpu_seconds() - spent);
            frames[k] = f64::max(frames[k], (WORLDS * ROUND) as f64 / taken);
            work[k] = f64::min(work[k], spent);
            given[k] = f64::max(given[k], spent / (taken * batch.threads() as f64));
            ends[k] = bits(batch)?;
            balls =
                batch.observations().chunks(batch.width()).map(|row| f64::from(row[1])).sum::<f64>() / WORLDS as f64;
        }
    }
    same &= ends[0] == ends[1];
    let row = |what, threads, value, unit, goal| Row { what, threads, value, unit, goal };
    for (threads, value) in [(1, frames[0]), (2, frames[1])] {
        rows.push(row("4,096 machines at 60 Hz", threads, value, "frames a second", ""));
        rows.push(row("4,096 machines at 60 Hz", threads, value * FRAME, "times real time", ""));
    }
    rows.push(row("two threads against one", 2, frames[1] / frames[0], "times", "at least 1.7"));
    // A machine with other work gives two threads hardly more than one. How far they are in each other's way (memory,
    // locks) shows in what they cost on the processor's clock.
    let undisturbed = 2.0 * work[0] / work[1];
    rows.push(row("two threads against one, each with a core to itself", 2, undisturbed, "times", "at least 1.7"));
    for (threads, value) in [(1, given[0]), (2, given[1])] {
        rows.push(row("part of their time that the threads were given, at best", threads, value, "", ""));
    }
    rows.push(row("balls in play, at the end, in each machine", 2, balls, "", ""));

    drop(crews);
    let mut ends = [0; 2];
    for threads in [1, 2] {
        let (milliseconds, end) = futures(&machine, &games, threads)?;
        ends[threads - 1] = end;
        rows.push(row("1,000 futures of a second from one state", threads, milliseconds, "ms", ""));
    }
    same &= ends[0] == ends[1];
    Ok((rows, same))
}

/// What is named, so many times, and nothing else: for callgrind. Nothing if there is no such name.
pub(crate) fn count(name: &str, times: f64) -> Option<Result<String, Fault>> {
    match name {
        "snapshot" => Some(count_saving(times)),
        "batch" => Some(count_frames(times)),
        _ => None,
    }
}

/// Steps all games by so many frames.
fn count_frames(frames: f64) -> Result<String, Fault> {
    let machine = kingfisher()?;
    let buttons = Buttons::of(&machine);
    let mut batch = crew(&machine, GAMES, 1)?;
    let mut players: Vec<Player> = (0..GAMES).map(Player::new).collect();
    batch.each(&mut players, |index, own, _| warm_up(own, index))?;
    for _ in 0..frames as u64 {
        batch.step_with(FRAME, &mut players, |_, own, player| player.play(own, &buttons))?;
    }
    Ok(format!("batch of {GAMES}, {frames} frames: hash {:016x}", bits(&mut batch)?))
}

/// Saves and restores the state of a game so many times.
fn count_saving(times: f64) -> Result<String, Fault> {
    let mut machine = kingfisher()?;
    warm_up(&mut machine, 0)?;
    let mut saved = machine.snapshot();
    for _ in 0..times as u64 {
        black_box(&machine).snapshot_into(&mut saved);
        machine.restore(black_box(&saved))?;
    }
    Ok(format!("snapshot {times} times: hash {:016x}", machine.hash()))
}

/// The time of 1,000 futures: copying the state, and a second of each, in which each presses other buttons.
fn futures(machine: &Machine, games: &[Snapshot], threads: usize) -> Result<(f64, u64), Fault> {
    let buttons = Buttons::of(machine);
    let mut batch = crew(machine, FUTURES, threads)?;
    let (mut best, mut end) = (f64::INFINITY, 0);
    for _ in 0..ROUNDS / 3 {
        batch.at(0, |own| own.restore(&games[1]))??;
        let mut players: Vec<Player> = (0..FUTURES).map(Player::new).collect();
        let start = Instant::now();
        batch.branch(0, 1..FUTURES)?;
        for _ in 0..RATE {
            batch.step_with(FRAME, &mut players, |_, own, player| player.play(own, &buttons))?;
        }
        best = f64::min(best, start.elapsed().as_secs_f64() * 1e3);
        end = bits(&mut batch)?;
    }
    Ok((best, end))
}

/// What it costs to save a state and to go back to it.
fn saving(machine: &Machine, games: &[Snapshot]) -> Result<Vec<Row>, Fault> {
    let mut machine = machine.clone();
    let mut others = games.to_vec();
    let mut saved = machine.snapshot();
    let mut same = f64::INFINITY;
    let mut changing = f64::INFINITY;
    let mut taking_turns = f64::INFINITY;
    for _ in 0..200 {
        machine.restore(&games[0])?;
        let start = Instant::now();
        for _ in 0..GAMES {
            black_box(&machine).snapshot_into(&mut saved);
            machine.restore(black_box(&saved))?;
        }
        same = same.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for (game, other) in games.iter().zip(&mut others) {
            machine.restore(black_box(game))?;
            black_box(&machine).snapshot_into(other);
        }
        changing = changing.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for other in &mut others {
            machine.exchange(black_box(other))?;
            machine.exchange(black_box(other))?;
        }
        taking_turns = taking_turns.min(start.elapsed().as_secs_f64());
    }
    let row =
        |what, seconds: f64, goal| Row { what, threads: 1, value: seconds * 1e9 / GAMES as f64, unit: "ns", goal };
    Ok(vec![
        row("snapshot and restore, one state", same, "below 2000"),
        row("snapshot and restore, 64 states in turn", changing, "below 2000"),
        row("a state's turn in a machine, in and out (exchange)", taking_turns, ""),
    ])
}

fn kingfisher() -> Result<Machine, Fault> {
    let (_, machine) = Table::load(built_in::find("kingfisher")?.text).map_err(|faults| faults.to_string())?;
    Ok(machine)
}

fn crew(machine: &Machine, worlds: usize, threads: usize) -> Result<Batch<Machine>, Fault> {
    Ok(Batch::with(machine.clone(), worlds, Setup { threads, balls: None })?)
}

/// States of different games, each with a ball in play that has been so for a while.
fn games(machine: &Machine) -> Result<Vec<Snapshot>, Fault> {
    let mut batch = crew(machine, GAMES, 0)?;
    let mut numbers: Vec<usize> = (0..GAMES).collect();
    batch.each(&mut numbers, |_, own, number| warm_up(own, *number))?;
    let mut games = Vec::new();
    for index in 0..GAMES {
        games.push(batch.at(index, |own| own.snapshot())?);
    }
    Ok(games)
}

/// Plays for five seconds, and then until a ball is on its way up or down the playfield.
fn warm_up(machine: &mut Machine, number: usize) -> Result<(), carom::Error> {
    let buttons = Buttons::of(machine);
    let mut player = Player::new(WORLDS + number);
    let in_play = |machine: &Machine| {
        machine.balls().any(|ball| {
            let place = machine.position(ball);
            place.x < LANE && place.y < 0.7
        })
    };
    for frame in 0..60 * RATE {
        player.play(machine, &buttons)?;
        machine.advance(FRAME)?;
        if frame > 5 * RATE && in_play(machine) {
            break;
        }
    }
    buttons.press(machine, player.held, 0)
}

/// One number of the states of all.
fn bits(batch: &mut Batch<Machine>) -> Result<u64, Fault> {
    let mut hashes = vec![0; batch.len()];
    batch.each(&mut hashes, |_, machine, hash| {
        *hash = machine.hash();
        Ok(())
    })?;
    Ok(hashes.into_iter().fold(0, |sum: u64, hash| sum.rotate_left(5) ^ hash))
}

/// m: the shooter lane of the built-in table begins here.
const LANE: f64 = 0.474;

/// A player who serves when nothing is in play, plunges when a ball lies in the lane, and otherwise flips at random.
#[derive(Clone, Debug)]
struct Player {
    stream: Stream,
    held: u8,
    /// Frames for which it stays so.
    left: u32,
}

impl Player {
    fn new(index: usize) -> Self {
        Self { stream: Stream::new(index as u64, "player"), held: 0, left: 0 }
    }

    fn play(&mut self, machine: &mut Machine, buttons: &Buttons) -> Result<(), carom::Error> {
        if self.left > 0 {
            self.left -= 1;
            return Ok(());
        }
        let before = self.held;
        let in_lane = machine.balls().any(|ball| {
            let place = machine.position(ball);
            place.x > LANE && place.y > 0.8
        });
        (self.held, self.left) = if machine.balls().next().is_none() && before & Buttons::SERVE == 0 {
            (Buttons::SERVE, 10)
        } else if in_lane && before & Buttons::PLUNGE == 0 {
            (Buttons::PLUNGE, 20 + (self.stream.bits() % 20) as u32)
        } else {
            ((self.stream.bits() % 4) as u8, 5 + (self.stream.bits() % 20) as u32)
        };
        buttons.press(machine, before, self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_differ_and_balls_are_in_play() {
        let machine = kingfisher().unwrap();
        let mut hashes = Vec::new();
        for number in 0..3 {
            let mut machine = machine.clone();
            warm_up(&mut machine, number).unwrap();
            assert_eq!(machine.balls().count(), 1);
            hashes.push(machine.hash());
        }
        assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    }

    #[test]
    fn saving_and_restoring_is_counted_without_changing_anything() {
        let hash = |times| count("snapshot", times).unwrap().unwrap().split(": ").nth(1).map(str::to_owned);
        assert_eq!(hash(1.0), hash(5.0));
        assert!(count("nothing", 1.0).is_none());
    }
}
