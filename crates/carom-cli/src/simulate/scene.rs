//! Running a plain scene file.

use crate::args::SimulateOptions;
use crate::failure::Failure;
use crate::output;
use crate::picture;
use crate::report::Report;
use crate::run::{self, Look};
use crate::scene::text;
use crate::tables::has_ending;
use carom::World;
use std::fmt::Write as _;

pub(super) fn run(name: &str, text: &str, options: &SimulateOptions, is_stdout_taken: bool) -> Result<(), Failure> {
    let (gravity, restitution) = (options.gravity.unwrap_or(0.0), options.restitution.unwrap_or(1.0));
    let mut scene = text::parse(name, text, gravity, restitution)?;

    let dt = options.dt.or(options.every.map(|every| every * 1e-3)).unwrap_or(1e-3);
    let as_lines = options.trace.as_deref().is_some_and(|path| has_ending(path, "jsonl"));
    let mut trace = if as_lines { String::new() } else { String::from("time,ball,x,y,vx,vy\n") };
    let trail = options.output.is_some().then(|| dt.max(options.seconds / 5000.0));
    let look = Look { seconds: options.seconds, step: dt, trail };
    let run = run::run(&mut scene, look, |world| {
        if options.trace.is_some() {
            add_rows(&mut trace, world, as_lines);
        }
        Ok(())
    })?;

    if let Some(path) = &options.trace {
        output::write(path, &trace)?;
    }
    if let Some(path) = &options.output {
        output::write(path, picture::draw(&scene, &run, options.seconds)?)?;
    }
    let mut report = Report::new(&scene.name, options.seconds, &run, scene.world.hash());
    report.picture =
        options.output.as_ref().filter(|path| !output::is_standard(path)).map(|path| path.display().to_string());
    match (options.json, options.hash, is_stdout_taken) {
        (true, ..) => output::print(&report.json())?,
        (_, true, _) => output::print(&format!("{}\n", report.hash))?,
        (.., false) => output::print(&report.text())?,
        (.., true) => output::say(report.text().trim_end()),
    }
    if run.quarantined > 0 {
        return Err(Failure::problem(format_args!(
            "{} balls were no longer finite and left the game",
            run.quarantined
        )));
    }
    Ok(())
}

/// A row for each ball. Numbers are the shortest that read back to the same bits.
fn add_rows(trace: &mut String, world: &World, as_lines: bool) {
    for id in world.balls() {
        let (time, ball, p, v) = (world.time(), id.index(), world.position(id), world.velocity(id));
        // Writing to a string cannot fail.
        _ = if as_lines {
            let row = serde_json::json!({
                "time": time, "ball": ball, "position": p.to_array(), "velocity": v.to_array(),
            });
            writeln!(trace, "{row}")
        } else {
            writeln!(trace, "{time:?},{ball},{:?},{:?},{:?},{:?}", p.x, p.y, v.x, v.y)
        };
    }
}
