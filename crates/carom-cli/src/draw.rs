//! `carom draw`: a table or a billiard shot to scale, with the ways of the balls, still or moving.

mod shot;

use crate::args::DrawOptions;
use crate::failure::Failure;
use crate::game::{self, Game};
use crate::output;
use crate::progress::{Busy, Progress};
use crate::tables::{self, Source, has_ending};
use crate::trace;
use carom::pinball::{Machine, TICK};
use carom_draw::{AnimationOptions, Frame, MOST_FRAMES, Options, Picture, animate, trails_of};

/// s: how often a still picture of a run looks at the balls.
const LOOK: f64 = 0.004;

/// What a picture becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Gif,
    Apng,
}

impl Format {
    fn of(options: &DrawOptions) -> Result<Self, Failure> {
        let path = &options.output;
        let known = [("svg", Self::Svg), ("png", Self::Png), ("gif", Self::Gif), ("apng", Self::Apng)];
        if output::is_standard(path) {
            return Ok(Self::Svg);
        }
        known.into_iter().find(|(ending, _)| has_ending(path, ending)).map(|(_, format)| format).ok_or_else(|| {
            let path = path.display();
            Failure::usage(format_args!("{path}: a picture's name ends in .svg, .png, .gif or .apng"))
        })
    }

    fn moves(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }
}

pub(crate) fn run(options: &DrawOptions) -> Result<(), Failure> {
    let format = Format::of(options)?;
    let source = tables::open(&options.table)?;
    if let Source::Text { name, text } = &source
        && shot::is_shot(&options.table, text)
    {
        return shot::run(name, text, format, options);
    }
    if options.layout || options.portrait || options.slow.is_some() {
        return Err(Failure::usage("--layout, --portrait and --slow are for billiard shots"));
    }
    if options.seconds.is_none() && options.game.is_said() {
        let message = "--inputs, --balls, --seed and --autopilot are for a run: say --seconds as well";
        return Err(Failure::usage(message));
    }
    if format.moves() && options.seconds.is_none() && options.trace.is_none() {
        return Err(Failure::usage("a moving picture needs a run (--seconds) or a trace (--trace)"));
    }
    let usual = if format.moves() { AnimationOptions::default().picture } else { Options::default() };
    let picture =
        Options { size: options.size.unwrap_or(usual.size), labels: options.labels, view: options.view, ..usual };
    check_size(picture.size)?;

    let loaded = tables::build(source)?;
    let frames_per_second = f64::from(options.fps);
    let (machine, frames) = match (&options.trace, options.seconds) {
        (Some(path), _) => {
            let frames = trace::read(path, &loaded.machine)?;
            let frames = if format.moves() { resampled(&frames, frames_per_second)? } else { frames };
            (loaded.machine, frames)
        }
        (None, Some(seconds)) => {
            let step = if format.moves() { 1.0 / frames_per_second } else { LOOK };
            if format.moves() {
                not_too_many(seconds * frames_per_second)?;
            }
            let mut game = Game::new(loaded, &options.game)?;
            let frames = play(&mut game, seconds, step);
            (game.machine, frames)
        }
        (None, None) => (loaded.machine, vec![]),
    };
    // Moving pictures take seconds; still ones are there at once.
    let busy = format.moves().then(|| Busy::new("drawing"));
    let data = drawn(&machine, &frames, format, picture, options.fps)?;
    drop(busy);
    output::write(&options.output, data)
}

fn check_size(size: u32) -> Result<(), Failure> {
    let sizes = carom_draw::SMALLEST_SIZE..=carom_draw::LARGEST_SIZE;
    if sizes.contains(&size) {
        return Ok(());
    }
    let (least, most) = (sizes.start(), sizes.end());
    Err(Failure::usage(format_args!("--size is {size}; it must be from {least} to {most}")))
}

fn drawn(
    machine: &Machine,
    frames: &[Frame],
    format: Format,
    picture: Options,
    frames_per_second: u16,
) -> Result<Vec<u8>, Failure> {
    let still = || Picture::of(machine).with_options(picture).with_trails(trails_of(frames));
    let moving = AnimationOptions { picture, frames_per_second, ..AnimationOptions::default() };
    match format {
        Format::Svg => Ok(still().svg().into_bytes()),
        Format::Png => still().png(),
        Format::Gif => animate(machine, frames, moving).and_then(|animation| animation.gif()),
        Format::Apng => animate(machine, frames, moving).and_then(|animation| animation.apng()),
    }
    .map_err(Failure::problem)
}

/// Runs a game and looks at it every `step` seconds, at its start and at its end.
fn play(game: &mut Game, seconds: f64, step: f64) -> Vec<Frame> {
    let ticks = game::ticks_in(seconds);
    let mut progress = Progress::new("running", ticks);
    let mut frames = vec![Frame::of(&game.machine)];
    for tick in 1..=ticks {
        game.tick();
        // Counted, not summed: frames keep in step with the clock.
        if tick as f64 * TICK >= frames.len() as f64 * step - 0.5 * TICK || tick == ticks {
            frames.push(Frame::of(&game.machine));
        }
        progress.at(tick);
    }
    frames
}

/// The moments of a trace at an even pace: each the last that has come by then.
fn resampled(frames: &[Frame], frames_per_second: f64) -> Result<Vec<Frame>, Failure> {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return Ok(vec![]) };
    let count = (last.time - first.time) * frames_per_second;
    not_too_many(count)?;
    let at = |k: usize| {
        // A thousandth of a second of grace for the rounding of times.
        let time = first.time + k as f64 / frames_per_second + 1e-3;
        let after = frames.partition_point(|frame| frame.time <= time);
        frames.get(after.saturating_sub(1)).cloned()
    };
    Ok((0..=count as usize).filter_map(at).collect())
}

fn not_too_many(frames: f64) -> Result<(), Failure> {
    // One more is drawn at the start, and perhaps one at the end.
    if frames <= (MOST_FRAMES - 2) as f64 {
        return Ok(());
    }
    Err(Failure::usage(format_args!(
        "a moving picture has at most {MOST_FRAMES} frames, and this would have {frames:.0}; take fewer seconds or a lower --fps"
    )))
}
