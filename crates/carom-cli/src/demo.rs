//! `carom demo`: a built-in scene and its picture.

use crate::args::DemoOptions;
use crate::failure::Failure;
use crate::output;
use crate::picture;
use crate::report::Report;
use crate::run::{self, Look};
use crate::scene::built_in;

/// Runs a built-in scene, writes its picture and says what happened.
pub(crate) fn run(options: &DemoOptions) -> Result<(), Failure> {
    let picture_to_stdout = output::is_standard(&options.output);
    if picture_to_stdout && options.json {
        return Err(Failure::usage("the picture and --json cannot both go to standard output; give -o a file name"));
    }
    let demo = built_in::find(&options.scene)?;
    let mut scene = demo.build(options.balls, options.seed)?;
    let seconds = options.seconds.unwrap_or(demo.seconds);
    // As a game would look: sixty times a second. Trails get enough points for their curves.
    let step = 1.0 / 60.0;
    let look = Look { seconds, step, trail: Some(step.max(seconds / 5000.0)) };
    let run = run::run(&mut scene, look, |_| Ok(()))?;

    output::write(&options.output, picture::draw(&scene, &run, seconds)?)?;
    let mut report = Report::new(&scene.name, seconds, &run, scene.world.hash());
    report.seed = Some(options.seed);
    report.picture = (!picture_to_stdout).then(|| options.output.display().to_string());
    match (options.json, picture_to_stdout) {
        (true, _) => output::print(&report.json())?,
        (false, true) => output::say(report.text().trim_end()),
        (false, false) => {
            output::print(&report.text())?;
            output::print("Open the picture in a browser; `carom play` plays tables there.\n")?;
        }
    }
    if run.quarantined > 0 {
        return Err(Failure::problem(
            "a ball's numbers were no longer finite; please report this with its command line",
        ));
    }
    Ok(())
}
