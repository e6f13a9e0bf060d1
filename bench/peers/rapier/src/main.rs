//! Rapier (two-dimensional, f64) on the shared scenes, headless.
//!
//! `rapier-bench SCENE SECONDS REPEAT` prints one line, `name ms_per_simulated_second escaped=N`, for the best of
//! REPEAT runs. SCENE is a name of the catalogue or a scene file; for a file, `--dt --gravity --restitution` take a
//! number each and `--kick` switches the kick rule on.

mod world;

use std::process::ExitCode;
use std::time::Instant;

use scenes::catalogue::{self, Run};
use scenes::text;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match measure(&words) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("rapier-bench: {problem}");
            eprintln!("usage: rapier-bench SCENE SECONDS REPEAT [--dt S] [--gravity M/S2] [--restitution E] [--kick]");
            ExitCode::from(2)
        }
    }
}

fn measure(words: &[String]) -> Result<String, String> {
    let [scene, seconds, repeat, options @ ..] = words else { return Err("three arguments are needed".to_owned()) };
    let mut run = find(scene)?;
    set_options(&mut run, options)?;
    let seconds = number("SECONDS", seconds)?;
    let repeat: u32 = repeat.parse().map_err(|_| format!("REPEAT is {repeat:?}, not a whole number"))?;
    let ticks = run.ticks(seconds);
    if ticks == 0 {
        return Err(format!("{seconds} s is less than one step of {} s", run.dt));
    }

    let (mut best, mut escaped) = (f64::INFINITY, 0);
    for _ in 0..repeat.max(1) {
        // Built anew for every run: the first step of a world is part of no run's steady state but of each alike.
        let mut world = world::World::new(&run);
        let start = Instant::now();
        for tick in 1..=ticks {
            world.step(tick);
        }
        best = best.min(start.elapsed().as_secs_f64());
        let enclosure = run.scene.enclosure();
        escaped = world.positions().filter(|p| run.scene.escaped(enclosure, *p)).count();
    }
    let simulated = ticks as f64 * run.dt;
    Ok(format!("{} {} escaped={escaped}", run.name, best * 1e3 / simulated))
}

fn find(scene: &str) -> Result<Run, String> {
    if let Some(run) = catalogue::find(scene) {
        return Ok(run);
    }
    let text = std::fs::read_to_string(scene)
        .map_err(|fault| format!("{scene:?} is no scene of the catalogue, and as a file: {fault}"))?;
    let scene_data = text::parse(&text).map_err(|fault| format!("{scene}: {fault}"))?;
    Ok(Run::of_file(scene, scene_data))
}

fn set_options(run: &mut Run, options: &[String]) -> Result<(), String> {
    let mut words = options.iter();
    while let Some(word) = words.next() {
        let mut value = || number(word, words.next().map_or("", String::as_str));
        match word.as_str() {
            "--dt" => run.dt = value()?,
            "--gravity" => run.gravity = value()?,
            "--restitution" => run.restitution = value()?,
            "--kick" => run.kick = true,
            other => return Err(format!("unknown option {other:?}")),
        }
    }
    if run.dt > 0.0 { Ok(()) } else { Err("--dt must be positive".to_owned()) }
}

fn number(name: &str, word: &str) -> Result<f64, String> {
    let parsed = word.parse::<f64>().ok().filter(|value| value.is_finite());
    parsed.ok_or_else(|| format!("{name} needs a number, not {word:?}"))
}
