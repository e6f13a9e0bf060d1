//! `carom simulate`: a scene file, without a window.

use crate::args::SimulateOptions;
use crate::failure::Failure;
use crate::output;
use crate::picture;
use crate::report::Report;
use crate::run::{self, Look};
use crate::scene::text;
use carom::World;
use std::fmt::Write as _;

pub(crate) fn run(options: &SimulateOptions) -> Result<(), Failure> {
    let data = [options.trace.as_deref(), options.output.as_deref()];
    let on_stdout = data.iter().flatten().filter(|path| output::is_standard(path)).count();
    if on_stdout + usize::from(options.json || options.hash) > 1 {
        return Err(Failure::usage("only one of --trace, --output, --json and --hash can go to standard output"));
    }
    let name = options.scene.display().to_string();
    let mut scene = text::parse(&name, &output::read(&options.scene)?, options.gravity, options.restitution)?;

    let mut trace = String::from("time,ball,x,y,vx,vy\n");
    let trail = options.output.is_some().then(|| options.dt.max(options.seconds / 5000.0));
    let look = Look { seconds: options.seconds, step: options.dt, trail };
    let run = run::run(&mut scene, look, |world| {
        if options.trace.is_some() {
            add_rows(&mut trace, world);
        }
        Ok(())
    })?;

    if let Some(path) = &options.trace {
        output::write(path, &trace)?;
    }
    if let Some(path) = &options.output {
        output::write(path, &picture::draw(&scene, &run, options.seconds)?)?;
    }
    let mut report = Report::new(&scene.name, options.seconds, &run, scene.world.hash());
    report.picture =
        options.output.as_ref().filter(|path| !output::is_standard(path)).map(|path| path.display().to_string());
    match (options.json, options.hash, on_stdout) {
        (true, ..) => output::print(&report.json())?,
        (_, true, _) => output::print(&format!("{}\n", report.hash))?,
        (.., 0) => output::print(&report.text())?,
        _ => output::say(report.text().trim_end()),
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
fn add_rows(trace: &mut String, world: &World) {
    for id in world.balls() {
        let (p, v) = (world.position(id), world.velocity(id));
        // Writing to a string cannot fail.
        _ = writeln!(trace, "{:?},{},{:?},{:?},{:?},{:?}", world.time(), id.index(), p.x, p.y, v.x, v.y);
    }
}
