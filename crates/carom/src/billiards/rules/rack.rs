//! Balls at the start of a game.

use super::GameKind;
use crate::DVec2;
use crate::billiards::ball::{Ball, BallSpec};
use crate::billiards::table::Table;
use crate::math::rng::Stream;

/// Where snooker's balls have their spots, as parts of width and length; the white's is the place from which it breaks.
const SNOOKER_SPOTS: [(&str, f64, f64); 7] = [
    ("white", 7.0 / 12.0, 0.2045),
    ("yellow", 0.333, 0.2045),
    ("green", 0.666, 0.2045),
    ("brown", 0.5, 0.2045),
    ("blue", 0.5, 0.5),
    ("pink", 0.5, 0.75),
    ("black", 0.5, 10.0 / 11.0),
];

/// The spot of a snooker ball of that name.
pub(super) fn snooker_spot(table: &Table, name: &str) -> Option<DVec2> {
    let (_, across, along) = SNOOKER_SPOTS.into_iter().find(|&(ball, ..)| ball == name)?;
    Some(table.point(across, along))
}

/// Places of a triangle of `rows` rows with its apex at `apex` and the rows going up, row by row, left to right.
///
/// Neighbours are `pitch` apart.
pub fn triangle(apex: DVec2, rows: u32, pitch: f64) -> Vec<DVec2> {
    (0..rows).flat_map(|row| places_of_row(apex, row, row + 1, pitch)).collect()
}

/// Places of a diamond with `side` balls along each side, its lowest at `apex`, row by row, left to right.
pub fn diamond(apex: DVec2, side: u32, pitch: f64) -> Vec<DVec2> {
    let rows = (2 * side).saturating_sub(1);
    (0..rows).flat_map(|row| places_of_row(apex, row, (row + 1).min(rows - row), pitch)).collect()
}

/// The balls of `game` at its start; see [`GameKind::rack`].
pub(super) fn rack(game: GameKind, table: &Table, spec: BallSpec, spacing: f64, seed: u64) -> Vec<Ball> {
    let spacing = if spacing.is_finite() { spacing.clamp(0.0, MOST_SPACING) } else { 0.0 };
    let mut deal = Stream::new(seed, "rack: deal");
    let pitch = 2.0 * ((1.0 + spacing) * spec.radius);
    let apex = table.point(0.5, 0.75);
    let mut placed: Vec<(String, DVec2)> = Vec::new();
    let mut put = |name: &str, at: DVec2| placed.push((name.to_owned(), at));
    match game {
        GameKind::EightBall => {
            put("cue", table.point(0.6, 0.23));
            let mut solids = shuffled(&SOLIDS, &mut deal).into_iter();
            let mut stripes = shuffled(&STRIPES, &mut deal).into_iter();
            for (at, kind) in triangle(apex, 5, pitch).into_iter().zip(EIGHT_BALL_PLACES) {
                let name = match kind {
                    Kind::Solid => solids.next(),
                    Kind::Stripe => stripes.next(),
                    Kind::Eight => Some("8"),
                };
                if let Some(name) = name {
                    put(name, at);
                }
            }
        }
        GameKind::Free if table.pockets.is_empty() => put_on_spots(&THREE_CUSHION, table, put),
        GameKind::NineBall | GameKind::Free => {
            put("cue", table.point(0.85, 0.23));
            let mut others = shuffled(&["2", "3", "4", "5", "6", "7", "8"], &mut deal).into_iter();
            for (place, at) in diamond(apex, 3, pitch).into_iter().enumerate() {
                let name = match place {
                    0 => Some("1"),
                    4 => Some("9"),
                    _ => others.next(),
                };
                if let Some(name) = name {
                    put(name, at);
                }
            }
        }
        GameKind::Snooker => {
            for (name, across, along) in SNOOKER_SPOTS {
                put(name, table.point(across, along));
            }
            let reds: Vec<String> = (1..=15).map(|number| format!("red_{number:02}")).collect();
            let names: Vec<&str> = reds.iter().map(String::as_str).collect();
            let dealt = shuffled(&names, &mut deal);
            for (at, name) in triangle(apex + DVec2::new(0.0, pitch), 5, pitch).into_iter().zip(dealt) {
                put(name, at);
            }
        }
        GameKind::ThreeCushion => put_on_spots(&THREE_CUSHION, table, put),
        GameKind::SumToThree => put_on_spots(&SUM_TO_THREE, table, put),
    }
    // Two neighbours are 2 spacing R apart and each is moved by at most spacing R: they never overlap.
    let mut shake = Stream::new(seed, "rack: shake");
    let most = spacing * spec.radius;
    let mut ball = |(name, at): (String, DVec2)| {
        let (angle, reach) = (shake.between(0.0, core::f64::consts::TAU), shake.between(0.0, most));
        let at = at + DVec2::new(libm::cos(angle), libm::sin(angle)) * reach;
        Ball::at_rest(name, at.x, at.y, spec)
    };
    placed.into_iter().map(&mut ball).collect()
}

/// Balls farther apart than this many radii are no rack.
const MOST_SPACING: f64 = 10.0;

const SOLIDS: [&str; 7] = ["1", "2", "3", "4", "5", "6", "7"];
const STRIPES: [&str; 7] = ["9", "10", "11", "12", "13", "14", "15"];

#[derive(Clone, Copy)]
enum Kind {
    Solid,
    Stripe,
    Eight,
}

/// What lies where in an eight-ball rack, row by row, left to right.
const EIGHT_BALL_PLACES: [Kind; 15] = {
    use Kind::{Eight as E, Solid as O, Stripe as S};
    [O, S, O, O, E, S, S, O, S, O, O, S, S, O, S]
};

/// Where a ball stands, as parts of the table's width and length.
pub(super) type Spot = (&'static str, f64, f64);

/// The three balls of carom.
pub(super) const THREE_CUSHION: [Spot; 3] =
    [("white", 0.5 + 0.1825 / 1.42, 0.25), ("yellow", 0.5, 0.25), ("red", 0.5, 0.75)];
/// The two of sum-to-three.
pub(super) const SUM_TO_THREE: [Spot; 2] = [("cue", 0.5, 0.25), ("object", 0.5, 0.75)];

fn put_on_spots(spots: &[Spot], table: &Table, mut put: impl FnMut(&str, DVec2)) {
    spots.iter().for_each(|&(name, across, along)| put(name, table.point(across, along)));
}

/// A row of `count` places, `row` rows above the apex. Each place is computed from the apex alone, so that frozen balls
/// touch as well as numbers of 53 bits can say it.
fn places_of_row(apex: DVec2, row: u32, count: u32, pitch: f64) -> impl Iterator<Item = DVec2> {
    let half = 0.5 * pitch;
    let up = f64::from(row) * (libm::sqrt(3.0) * half);
    let left = f64::from(count.saturating_sub(1));
    (0..count).map(move |place| apex + DVec2::new((2.0 * f64::from(place) - left) * half, up))
}

/// The names in an order drawn from the stream (Fisher and Yates).
fn shuffled<'a>(names: &[&'a str], stream: &mut Stream) -> Vec<&'a str> {
    let mut names = names.to_vec();
    for last in (1..names.len()).rev() {
        let chosen = (stream.unit() * (last + 1) as f64) as usize;
        names.swap(last, chosen.min(last));
    }
    names
}
