//! Run with: `cargo run -p carom --example ramp_field > ramp_field.svg`
//!
//! A ramp as a gravity field, seen from above: the table knows no height, but wherever the ramp rises gravity pulls back.
//! A fan of balls with one speed runs up a ramp to a plateau. Balls that meet it steeply enough climb it, and are bent
//! like light into glass; the others are turned back, as in total reflection.

mod svg;

use carom::{Ball, DVec2, Error, Gravity, World};
use svg::{Picture, colour, record};

const G: f64 = 9.81;
const RADIUS: f64 = 0.008;
const SECONDS: f64 = 1.3;
/// m: how high the plateau is.
const TOP: f64 = 0.034;
/// m/s: more than `sqrt(2 g TOP)` = 0.817, which it takes to climb it head on.
const SPEED: f64 = 1.02;
/// m: where the ramp begins and where it ends, measured along [`uphill`].
const FROM: f64 = 0.22;
const TO: f64 = 0.34;

fn main() -> Result<(), Error> {
    let mut world = World::new(Gravity::field(|place| (-G * slope(place.truncate())).extend(0.0)))?;
    let source = DVec2::new(-0.08, 0.17);
    for k in 0..8 {
        let angle = -0.22 + 0.13 * f64::from(k);
        let direction = DVec2::new(libm::cos(angle), libm::sin(angle));
        // On a circle round the source, so that they do not touch.
        let ball = Ball::new((source + direction * 0.13).extend(0.0), RADIUS, 0.1)?;
        world.add_ball(ball.with_velocity((direction * SPEED).extend(0.0)))?;
    }
    let run = record(&mut world, SECONDS, 0.01)?;

    let title = "A ramp as a gravity field: balls that climb it and balls that turn back";
    let mut picture = Picture::new(title, DVec2::ZERO, DVec2::new(1.26, 0.84), [960.0, 640.0], 0.0)?;
    contours(&mut picture);
    let mut drift: f64 = 0.0;
    for (trail, id) in run.trails.iter().zip(world.balls()) {
        picture.trail(trail, SECONDS, 2.0);
        let (start, end) = (trail[0].1.truncate(), world.position(id).truncate());
        picture.circle(
            start,
            RADIUS,
            &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", colour::of_time(0.0)),
        );
        picture.circle(end, RADIUS, &format!("fill=\"{}\"", colour::BALL));
        let energy = 0.5 * world.velocity(id).length_squared() + G * height(end);
        drift = drift.max((energy / (0.5 * SPEED * SPEED + G * height(start)) - 1.0).abs());
    }
    let quiet = format!("fill=\"{}\" font-size=\"13\"", colour::QUIET);
    picture.caption([24.0, 36.0], "start", &quiet, "level");
    picture.caption([936.0, 586.0], "end", &quiet, &format!("plateau, {:.0} mm higher", TOP * 1e3));
    picture.raw(&format!("<rect y=\"600\" width=\"960\" height=\"40\" fill=\"{}\"/>", colour::NIGHT));
    let said = format!("eight balls at {SPEED} m/s; a contour line every 4 mm of height; energy drift {drift:.0e}");
    picture.caption([24.0, 625.0], "start", &format!("fill=\"{}\"", colour::TEXT), &said);
    picture.time_bar([780.0, 625.0], 100.0, SECONDS);
    picture.print();
    Ok(())
}

/// The direction in which the ramp rises: to the right, and a little towards the player.
fn uphill() -> DVec2 {
    DVec2::new(0.9, -0.44).normalize()
}

/// From 0 to 1 on the way up the ramp, smooth at both ends; and how fast it rises, 1/m.
fn ramp(along: f64) -> (f64, f64) {
    let t = ((along - FROM) / (TO - FROM)).clamp(0.0, 1.0);
    (t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t) / (TO - FROM))
}

/// m: how high the ground is.
fn height(place: DVec2) -> f64 {
    TOP * ramp(place.dot(uphill())).0
}

/// How steeply it rises, and in which direction.
fn slope(place: DVec2) -> DVec2 {
    uphill() * (TOP * ramp(place.dot(uphill())).1)
}

/// A line for every four millimetres of height, and the ground brighter above it.
fn contours(picture: &mut Picture) {
    let mut next = 0.004;
    for k in 0..=1000 {
        let along = FROM + (TO - FROM) * f64::from(k) / 1000.0;
        if TOP * ramp(along).0 >= next {
            let (a, b) = (uphill() * along - uphill().perp() * 2.0, uphill() * along + uphill().perp() * 2.0);
            let above = [a, b, b + uphill() * 2.0, a + uphill() * 2.0];
            picture.path(&above, true, "fill=\"#8fb4ff\" fill-opacity=\"0.035\"");
            picture.line(a, b, "stroke=\"#8fb4ff\" stroke-opacity=\"0.35\" stroke-width=\"1\"");
            next += 0.004;
        }
    }
}
