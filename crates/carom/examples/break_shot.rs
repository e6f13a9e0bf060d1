//! Run with: `cargo run -p carom --example break_shot > break_shot.svg`
//!
//! A break on a nine-foot table without friction, spin or pockets: fifteen balls racked as tightly as a hand can, and a cue ball
//! at 9 m/s, a little off the middle. No energy is lost, so none of the balls ever stops.

mod svg;

use carom::math::rng::Stream;
use carom::{Ball, BallId, DVec2, DVec3, Error, Gravity, Material, What, World};
use svg::{Picture, colour, record};

/// m: the playing surface of a nine-foot table, and a pool ball.
const LENGTH: f64 = 2.54;
const WIDTH: f64 = 1.27;
const RADIUS: f64 = 0.028_575;
const SECONDS: f64 = 1.3;
/// Cue ball first, then 1 to 15: solids and stripes share their colours.
const COLOURS: [&str; 16] = [
    "#f3f6fb", "#f2c230", "#3d7bf0", "#ef4f4f", "#9b6bdf", "#ff8f3f", "#35b779", "#c2554d", "#5d6980", "#f2c230",
    "#3d7bf0", "#ef4f4f", "#9b6bdf", "#ff8f3f", "#35b779", "#c2554d",
];

fn main() -> Result<(), Error> {
    let mut world = World::new(Gravity::none())?;
    let corners = [[0.0, 0.0], [LENGTH, 0.0], [LENGTH, WIDTH], [0.0, WIDTH]].map(DVec2::from);
    world.add_polyline(&corners, true, &Material::default())?;
    let cue = Ball::new(DVec3::new(LENGTH / 4.0, WIDTH / 2.0 + 0.006, 0.0), RADIUS, 0.17)?;
    let mut balls = vec![world.add_ball(cue.with_velocity(DVec3::new(9.0, 0.0, 0.0)))?];
    for place in rack() {
        balls.push(world.add_ball(Ball::new(place.extend(0.0), RADIUS, 0.17)?)?);
    }
    let before = world.energy().unwrap_or(0.0);
    let run = record(&mut world, SECONDS, 0.01)?;
    let drift = (world.energy().unwrap_or(0.0) / before - 1.0).abs();
    let met = run.events.iter().filter(|event| matches!(event.what, What::BallImpact { .. })).count();
    let cushions = run.events.iter().filter(|event| matches!(event.what, What::Impact { .. })).count();

    let (low, high) = (DVec2::new(0.0, -0.075), DVec2::new(LENGTH, WIDTH));
    let mut picture = Picture::new("A break without friction", low, high, [960.0, 536.0], 28.0)?;
    picture.path(&corners, true, "fill=\"#12302c\"");
    for place in rack() {
        picture.circle(place, RADIUS, "fill=\"none\" stroke=\"#ffffff\" stroke-opacity=\"0.35\"");
    }
    for (trail, paint) in run.trails.iter().zip(COLOURS) {
        let places: Vec<DVec2> = trail.iter().map(|point| point.1.truncate()).collect();
        let style = format!("fill=\"none\" stroke=\"{paint}\" stroke-width=\"1.7\" stroke-opacity=\"0.8\"");
        picture.path(&places, false, &style);
    }
    picture.things(&world);
    for (number, (&id, paint)) in balls.iter().zip(COLOURS).enumerate() {
        draw_ball(&mut picture, &world, id, paint, number);
    }
    let said = format!(
        "{SECONDS} s after the stroke: {met} impacts of two balls, {cushions} with the cushions; energy drift {drift:.0e}"
    );
    picture.caption([28.0, 517.0], "start", &format!("fill=\"{}\"", colour::TEXT), &said);
    picture.print();
    Ok(())
}

/// Five rows towards the far end. Nobody racks so that all balls touch: each is up to 0.04 mm off its spot, and the spots
/// leave 0.1 mm between neighbours.
fn rack() -> Vec<DVec2> {
    let mut stream = Stream::new(7, "rack");
    let half = RADIUS + 0.05e-3;
    let mut places = vec![];
    for row in 0..5 {
        for k in 0..=row {
            let spot = DVec2::new(3.0_f64.sqrt() * f64::from(row), f64::from(2 * k - row)) * half;
            let off = DVec2::new(stream.between(-1.0, 1.0), stream.between(-1.0, 1.0)) * 0.028e-3;
            places.push(DVec2::new(0.75 * LENGTH, 0.5 * WIDTH) + spot + off);
        }
    }
    places
}

fn draw_ball(picture: &mut Picture, world: &World, id: BallId, paint: &str, number: usize) {
    let at = world.position(id).truncate();
    let rim = format!("stroke=\"{}\" stroke-width=\"1\"", colour::NIGHT);
    let stripes = number > 8;
    picture.circle(at, RADIUS, &format!("fill=\"{}\" {rim}", if stripes { colour::BALL } else { paint }));
    if stripes {
        picture.circle(at, RADIUS * 0.72, &format!("fill=\"{paint}\""));
    }
    if number > 0 {
        picture.text(
            at,
            [0.0, -3.2],
            "middle",
            "fill=\"#ffffff\" font-size=\"9\" font-weight=\"700\"",
            &number.to_string(),
        );
    }
}
