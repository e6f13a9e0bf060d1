//! Rapier (two-dimensional, f64) on the shared scenes, headless.
//!
//! `rapier-bench SCENE SECONDS REPEAT` prints one line, `name ms_per_simulated_second escaped=N`, for the best of
//! REPEAT runs: milliseconds of CPU time. SCENE is a name of the catalogue or a scene file; for a file, `--dt --gravity --restitution` take a
//! number each and `--kick` switches the kick rule on.

#[path = "../../../carom-bench/src/clock.rs"]
mod clock;
mod world;

use std::process::ExitCode;

use scenes::request;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match measure(&words) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("rapier-bench: {problem}");
            eprintln!("usage: rapier-bench SCENE SECONDS REPEAT {}", request::OPTIONS);
            ExitCode::from(2)
        }
    }
}

fn measure(words: &[String]) -> Result<String, String> {
    let [scene, seconds, repeat, options @ ..] = words else { return Err("three arguments are needed".to_owned()) };
    let mut run = request::find(scene)?;
    request::set_all(&mut run, options)?;
    let seconds = request::number("SECONDS", seconds)?;
    let repeat: u32 = repeat.parse().map_err(|_| format!("REPEAT is {repeat:?}, not a whole number"))?;
    let ticks = run.ticks(seconds);
    if ticks == 0 {
        return Err(format!("{seconds} s is less than one step of {} s", run.dt));
    }

    let (mut best, mut escaped) = (f64::INFINITY, 0);
    for _ in 0..repeat.max(1) {
        // Built anew for every run. The first step, in which Rapier sorts all colliders into its tree, is set-up.
        let mut world = world::World::new(&run);
        world.step(1);
        let start = clock::cpu_seconds();
        for tick in 2..=ticks + 1 {
            world.step(tick);
        }
        best = best.min(clock::cpu_seconds() - start);
        let enclosure = run.scene.enclosure();
        escaped = world.positions().filter(|p| run.scene.escaped(enclosure, *p)).count();
    }
    let simulated = ticks as f64 * run.dt;
    Ok(format!("{} {} escaped={escaped}", run.name, best * 1e3 / simulated))
}
