//! `carom draw SHOT.json`: a billiard shot, from its file.

use super::{Format, check_size, not_too_many};
use crate::args::DrawOptions;
use crate::failure::Failure;
use crate::output;
use crate::progress::Busy;
use crate::shots::read_text;
use crate::tables::has_ending;
use carom_draw::View;
use carom_draw::billiards::{Course, Drawing, Film, FilmOptions, ShotOptions};
use carom_shots::{Prepared, read_layout, read_with};
use std::path::Path;

/// Is a text a shot? Its name says so, or it begins as JSON does; no table or scene begins with a brace.
pub(super) fn is_shot(word: &Path, text: &str) -> bool {
    has_ending(word, "json") || text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

pub(super) fn run(name: &str, text: &str, format: Format, options: &DrawOptions) -> Result<(), Failure> {
    if options.trace.is_some() || options.game.is_said() {
        let message =
            "--trace, --inputs, --balls, --seed and --autopilot are for tables; a shot says itself what happens";
        return Err(Failure::usage(message));
    }
    if options.view != View::Above {
        return Err(Failure::usage("--view is for tables; shots are drawn from above"));
    }
    if options.slow.is_some() && !format.moves() {
        return Err(Failure::usage("--slow is for moving pictures: name a .gif or .apng"));
    }
    let usual = if format.moves() { FilmOptions::default().picture } else { ShotOptions::default() };
    let size = options.size.unwrap_or(usual.size);
    check_size(size)?;
    let picture = ShotOptions { size, portrait: options.portrait, labels: options.labels, ..usual };

    if options.layout && format.moves() {
        return Err(Failure::usage("--layout is a still picture: name a .svg or .png"));
    }
    // A layout may be drawn before it is known how it shall be played.
    let reader = if options.layout { read_layout } else { read_with };
    let mut shot = read_text(&options.table, text, reader)?.shot;
    shot.time = shot.time.min(options.seconds.unwrap_or(f64::INFINITY));
    // Played even if only the start is drawn: what cannot be played is told.
    let (played, _) = shot.play().map_err(|fault| Failure::problem(format_args!("{name}: {fault}")))?;
    let course = Course::of(&played).until(shot.time);
    let usual = FilmOptions::default();
    let film =
        FilmOptions { picture, frames_per_second: options.fps, slow: options.slow.unwrap_or(usual.slow), ..usual };
    if format.moves() {
        not_too_many(Film::frames_for(course.end(), &film))?;
    }
    let busy = format.moves().then(|| Busy::new("drawing"));
    let course = (!options.layout).then_some(course);
    let data = drawn(&shot, course, format, film).map_err(Failure::problem)?;
    drop(busy);
    output::write(&options.output, data)
}

/// Without what happened: the balls as they lie before it.
fn drawn(
    shot: &Prepared,
    course: Option<Course>,
    format: Format,
    film: FilmOptions,
) -> Result<Vec<u8>, carom_draw::Error> {
    if format.moves() {
        let course = course.unwrap_or_default();
        let film = Film::of(&shot.table, &shot.balls, &course, shot.strike, film)?;
        return if format == Format::Gif { film.gif() } else { film.apng() };
    }
    let start = Drawing::of(&shot.table, &shot.balls).with_options(film.picture).with_strike(shot.strike);
    let still = match course {
        Some(course) => start.with_course(course),
        None => start,
    };
    if format == Format::Png { still.png() } else { Ok(still.svg().into_bytes()) }
}
