//! `carom solve`: searches for strikes that do what one wants.

use super::rack::game;
use super::read;
use crate::args::SolveOptions;
use crate::failure::{Failure, counted};
use crate::output;
use crate::progress::Progress;
use carom::DVec2;
use carom::billiards::Strike;
use carom_shots::Prepared;
use carom_shots::solve::{Found, Goal, Leave, Noise, Options, Pot, Solution, struck};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(crate) fn run(options: &SolveOptions) -> Result<(), Failure> {
    let prepared = read(&options.file, carom_shots::read_layout)?.shot;
    let goal = goal(options, &prepared)?;
    let how = how(options);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(options.threads.unwrap_or(0))).build();
    let pool = pool.map_err(|fault| Failure::problem(format_args!("cannot start threads: {fault}")))?;
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let patience = options.seconds.map(Duration::from_secs_f64);
    let bar = Mutex::new((!options.quiet).then(|| Progress::new("searching", u64::from(options.tries))));
    let progress = |done: usize, _: usize| {
        if patience.is_some_and(|patience| begun.elapsed() >= patience) {
            stop.store(true, Ordering::Relaxed);
        }
        if let Ok(mut bar) = bar.lock()
            && let Some(bar) = bar.as_mut()
        {
            bar.at(done as u64);
        }
    };
    let found = pool.install(|| carom_shots::solve::solve(&prepared, &goal, &how, &progress, &stop));
    drop(bar);
    let found = found.map_err(Failure::usage)?;
    tell(options, &prepared, &found)
}

/// What is wanted.
fn goal(options: &SolveOptions, prepared: &Prepared) -> Result<Goal, Failure> {
    let (struck, _) = struck(prepared).map_err(Failure::problem)?;
    let mut goal = match &options.score {
        Some(name) => Goal::score_in(game(name)?, prepared, struck),
        None => Goal::default(),
    };
    if options.pot.is_some() || options.pocket.is_some() {
        let ball = options.pot.as_deref().filter(|ball| *ball != "any");
        let pot = Pot::named(prepared, ball, options.pocket.as_deref()).map_err(|fault| Failure::usage(fault.what))?;
        goal.pot = Some(pot);
    }
    goal.leave = options.leave.map(|at| Leave { at: DVec2::from_array(at), within: options.within });
    Ok(goal)
}

/// How to search.
fn how(options: &SolveOptions) -> Options {
    let usual = Options::default();
    let Noise { direction, speed, offset, elevation } = usual.noise;
    let size = options.errors;
    Options {
        tries: options.tries as usize,
        seed: options.seed,
        keep: usize::from(options.keep),
        noise: Noise {
            direction: size * direction,
            speed: size * speed,
            offset: size * offset,
            elevation: size * elevation,
        },
        repeats: options.repeats as usize,
        speeds: (usual.speeds.0.min(options.speed), options.speed),
        elevation: options.elevation.to_radians(),
        ..usual
    }
}

fn tell(options: &SolveOptions, prepared: &Prepared, found: &Found) -> Result<(), Failure> {
    let best = found.solutions.first();
    if options.json {
        output::print(&carom_shots::pretty(&as_json(prepared, found)))?;
    } else if options.shot {
        if let Some(best) = best {
            let shot = Prepared { strike: Some(best.strike), ..prepared.clone() };
            output::print(&carom_shots::pretty(&carom_shots::write(&shot)))?;
        }
    } else if best.is_some() {
        output::print(&as_text(found))?;
    }
    match (best, &found.nearest) {
        (Some(_), _) => Ok(()),
        (None, Some((strike, miss))) => {
            let near = words(strike);
            Err(Failure::problem(format_args!(
                "none of {} strikes does it; the nearest misses by about {miss:.3} m: {near}",
                found.tried
            )))
        }
        (None, None) => Err(Failure::problem(format_args!("none of {} strikes does it", found.tried))),
    }
}

fn as_json(prepared: &Prepared, found: &Found) -> Value {
    let one = |solution: &Solution| {
        let call = solution.call.as_ref().map(|(ball, pocket)| json!({"ball": ball, "pocket": pocket}));
        json!({
            "cue": carom_shots::write_strike(prepared, &solution.strike),
            "robust": solution.robust,
            "repeats": solution.repeats,
            "call": call,
            "cue_ball": solution.cue_ball.to_array(),
            "words": solution.words,
        })
    };
    let nearest = found
        .nearest
        .as_ref()
        .map(|(strike, miss)| json!({"cue": carom_shots::write_strike(prepared, strike), "miss": miss}));
    json!({
        "tried": found.tried,
        "stopped": found.stopped,
        "solutions": found.solutions.iter().map(one).collect::<Vec<_>>(),
        "nearest": nearest,
    })
}

fn as_text(found: &Found) -> String {
    let count = counted(found.solutions.len(), "strike does", "strikes do");
    let mut text = format!("{count} it, out of {} tried; the most forgiving first:\n", found.tried);
    for (k, solution) in found.solutions.iter().enumerate() {
        let met = libm::round(solution.robust * solution.repeats as f64);
        text += &format!("{:>3}. {}\n", k + 1, words(&solution.strike));
        text += &format!("     with a player's errors {met} of {} times\n     {}\n", solution.repeats, solution.words);
    }
    text
}

/// A strike for people.
fn words(strike: &Strike) -> String {
    let mut text = format!("direction {:.4} degrees, {:.4} m/s", strike.direction.to_degrees(), strike.speed);
    for (value, positive, negative) in [(strike.side, "left", "right"), (strike.height, "above", "below")] {
        if value != 0.0 {
            text += &format!(", {:.4} R {}", value.abs(), if value > 0.0 { positive } else { negative });
        }
    }
    if strike.elevation != 0.0 {
        text += &format!(", cue raised by {:.3} degrees", strike.elevation.to_degrees());
    }
    text
}
