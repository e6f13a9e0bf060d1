//! Pictures of billiard shots: what must be where, and in which colour.

use carom::DVec2;
use carom::billiards::{Ball, BallSpec, CueSpec, Models, Shot, Strike, Table};
use carom_draw::Error;
use carom_draw::billiards::{Course, Drawing, Film, FilmOptions, ShotOptions};
use carom_draw::scene::Form;
use std::io::Cursor;

/// A decoded picture.
struct Pixels {
    width: usize,
    rgb: Vec<u8>,
}

impl Pixels {
    fn of(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        Self { width: info.width as usize, rgb }
    }

    fn at(&self, place: DVec2) -> [u8; 3] {
        let k = 3 * (place.y as usize * self.width + place.x as usize);
        [self.rgb[k], self.rgb[k + 1], self.rgb[k + 2]]
    }
}

fn pool() -> Table {
    Table::named("pool-7").unwrap()
}

/// A cue ball that hits the red three full; the eight lies aside.
fn balls() -> Vec<Ball> {
    [("cue", 0.5, 0.5), ("3", 0.5, 1.0), ("8", 0.2, 1.5)]
        .map(|(name, x, y)| Ball::at_rest(name, x, y, BallSpec::POOL))
        .to_vec()
}

fn strike() -> Strike {
    let direction = core::f64::consts::FRAC_PI_2;
    Strike { ball: 0, speed: 1.5, direction, elevation: 0.0, side: 0.0, height: 0.0, cue: CueSpec::POOL }
}

fn played(balls: &[Ball]) -> (Shot, Course) {
    let mut shot = Shot::new(&pool(), &Models::default(), balls, Some(&strike())).unwrap();
    shot.run();
    let course = Course::of(&shot);
    (shot, course)
}

#[test]
fn balls_lie_where_they_are_in_their_colours() {
    let (table, balls) = (pool(), balls());
    for portrait in [false, true] {
        let options = ShotOptions { portrait, ..ShotOptions::default() };
        let drawing = Drawing::of(&table, &balls).with_options(options);
        let picture = Pixels::of(&drawing.png().unwrap());
        // Beside the number, away from the highlight.
        let aside = |x: f64, y: f64| picture.at(drawing.pixel(DVec2::new(x, y)) + DVec2::new(9.0, 0.0));
        let [r, g, b] = aside(0.5, 0.5);
        assert!(r > 150 && g > 150 && b > 130, "a white ball: {r} {g} {b}");
        let [r, g, b] = aside(0.5, 1.0);
        assert!(r > 110 && r > 2 * g && r > 2 * b, "a red ball: {r} {g} {b}");
        let [r, g, b] = aside(0.2, 1.5);
        assert!(r < 80 && g < 80 && b < 80, "a black ball: {r} {g} {b}");
        let [r, g, b] = aside(0.7, 0.7);
        assert!(g > 2 * r && g > 80 && b > 2 * r, "cloth: {r} {g} {b}");
        let corner = table.pockets[0].centre;
        assert!(aside(corner.x, corner.y).iter().all(|part| *part < 40), "a hole");
        let (width, height) = drawing.size();
        assert_eq!((portrait, width.max(height)), (width < height, 1200));
    }
}

/// The balls stand where the engine says that they came to rest, and a ghost where the cue ball hit.
#[test]
fn a_shot_is_drawn_with_its_end_its_ways_and_a_ghost() {
    let (table, balls) = (pool(), balls());
    let (shot, course) = played(&balls);
    let scene = Drawing::of(&table, &balls).with_course(course).with_strike(Some(strike())).scene();
    let circle_at = |x: f64, y: f64, radius: f64| {
        scene.marks.iter().any(|mark| match mark.form {
            Form::Circle { centre, radius: r } => {
                (centre - DVec2::new(y, x)).length() < 1e-6 && (r - radius).abs() < 1e-9
            }
            _ => false,
        })
    };
    let radius = BallSpec::POOL.radius;
    for ball in [0, 1] {
        let at = shot.state(ball).position;
        assert!(circle_at(at.x, at.y, radius), "ball {ball} at its end {at}");
    }
    assert!(circle_at(0.5, 1.0 - 2.0 * radius, radius), "the ghost touches the three");
    let curves = scene.marks.iter().filter(|mark| matches!(mark.form, Form::Curve { .. })).count();
    assert!(curves >= 4, "{curves}");
}

#[test]
fn a_film_shows_the_whole_shot_and_holds_its_end() {
    let (table, balls) = (pool(), balls());
    let (_, course) = played(&balls);
    let picture = ShotOptions { size: 160, ..ShotOptions::default() };
    let options = FilmOptions { picture, frames_per_second: 10, ..FilmOptions::default() };
    let film = Film::of(&table, &balls, &course, Some(strike()), options).unwrap();
    let apng = film.apng().unwrap();
    let frames =
        png::Decoder::new(Cursor::new(&apng)).read_info().unwrap().info().animation_control().unwrap().num_frames;
    assert_eq!(f64::from(frames), (course.end() * 10.0).ceil() + 11.0);
    assert!(film.gif().unwrap().starts_with(b"GIF89a"));
    assert_eq!(apng, film.apng().unwrap(), "the same every time");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let (table, balls) = (pool(), balls());
    let tiny = ShotOptions { size: 3, ..ShotOptions::default() };
    let refused = |error: Error| matches!(error, Error::OutOfRange { .. });
    assert!(refused(Drawing::of(&table, &balls).with_options(tiny).png().unwrap_err()));
    let course = Course::new([], vec![], 1e9);
    for options in [
        FilmOptions::default(),
        FilmOptions { slow: 0.0, ..FilmOptions::default() },
        FilmOptions { frames_per_second: 0, ..FilmOptions::default() },
    ] {
        assert!(refused(Film::of(&table, &balls, &course, None, options).unwrap_err()), "{options:?}");
    }
}

/// Numbers that no table has must not stop a picture from being made: a table may be of anybody's making.
#[test]
fn odd_tables_are_drawn_somehow() {
    let mut odd = pool();
    odd.rails.truncate(3);
    odd.pockets[0].centre = DVec2::splat(f64::NAN);
    odd.jaws[0].radius = f64::INFINITY;
    for table in [odd, Table { rails: vec![], ..pool() }, Table { width: 0.0, length: 1e9, ..pool() }] {
        let svg = Drawing::of(&table, &balls()).svg();
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
    }
}
