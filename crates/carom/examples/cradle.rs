//! Run with: `cargo run -p carom --example cradle > cradle.svg`
//!
//! Newton's cradle: five balls that touch, and one, two or three that come in. As many leave as came, because impacts at one
//! moment are handled one after the other, in the order that `carom::Event` documents. Two walls send them back.
//! Each column is a film: time runs downwards.

mod svg;

use carom::shape::Plane;
use carom::{Ball, BallId, Collider, DVec2, DVec3, Error, Gravity, Material, World};
use svg::{Picture, colour, record};

const RADIUS: f64 = 0.025;
const SPEED: f64 = 0.5;
const SECONDS: f64 = 1.6;
/// m: from the middle to each wall, and from one column to the next.
const WALL: f64 = 0.29;
const COLUMN: f64 = 0.66;
/// m: how far a second of film is downwards.
const FILM: f64 = 0.62;

fn main() -> Result<(), Error> {
    let title = "Newton's cradle: one, two and three balls in, as many out";
    let (low, high) = (DVec2::new(-WALL, -FILM * SECONDS - 0.13), DVec2::new(2.0 * COLUMN + WALL, 0.1));
    let mut picture = Picture::new(title, low, high, [960.0, 686.0], 20.0)?;
    for incoming in 1..=3 {
        column(&mut picture, incoming)?;
    }
    let text = format!("fill=\"{}\"", colour::QUIET);
    picture.caption([480.0, 666.0], "middle", &text, "time runs downwards; colour: which ball");
    picture.print();
    Ok(())
}

/// One film.
fn column(picture: &mut Picture, incoming: usize) -> Result<(), Error> {
    let mut world = World::new(Gravity::none())?;
    for side in [-1.0, 1.0] {
        let wall = Plane::new(DVec3::X * (side * WALL), DVec3::X * -side)?;
        world.add_collider(Collider::new(wall, Material::default()))?;
    }
    add_balls(&mut world, incoming)?;
    let middle = COLUMN * (incoming - 1) as f64;
    let at = |time: f64, x: f64| DVec2::new(middle + x, -FILM * time);
    let edge = format!("stroke=\"{}\" stroke-width=\"2.5\"", colour::EDGE);
    let stage = [at(0.0, -WALL), at(0.0, WALL), at(SECONDS, WALL), at(SECONDS, -WALL)];
    let room = DVec2::Y * 0.05;
    let stage = [stage[0] + room, stage[1] + room, stage[2] - room, stage[3] - room];
    picture.path(&stage, true, &format!("fill=\"{}\"", colour::FIELD));
    picture.line(stage[0], stage[3], &edge);
    picture.line(stage[1], stage[2], &edge);

    let run = record(&mut world, SECONDS, SECONDS / 8.0)?;
    for (k, trail) in run.trails.iter().enumerate() {
        let paint = colour::of_time(k as f64 / 4.0);
        let places: Vec<DVec2> = trail.iter().map(|&(time, place)| at(time, place.x)).collect();
        picture.path(&places, false, &format!("fill=\"none\" stroke=\"{paint}\" stroke-width=\"1.6\""));
    }
    for (k, trail) in run.trails.iter().enumerate() {
        let paint = colour::of_time(k as f64 / 4.0);
        for &(time, place) in trail.iter().filter(|point| is_frame(point.0)) {
            let style = format!("fill=\"{paint}\" stroke=\"{}\" stroke-width=\"1\"", colour::NIGHT);
            picture.circle(at(time, place.x), RADIUS, &style);
        }
    }
    let text = format!("fill=\"{}\" font-weight=\"600\"", colour::TEXT);
    picture.text(at(0.0, 0.0), [0.0, 46.0], "middle", &text, &format!("{incoming} in, {incoming} out"));
    let quiet = format!("fill=\"{}\" font-size=\"12\"", colour::QUIET);
    let said = match worst(incoming)? {
        0.0 => "all speeds right to the last bit".to_owned(),
        wrong => format!("speeds wrong by {wrong:.0e} m/s at most"),
    };
    picture.text(at(SECONDS, 0.0), [0.0, -46.0], "middle", &quiet, &said);
    Ok(())
}

/// Five touching balls in a row, the first `incoming` of them drawn back and thrown at the others.
fn add_balls(world: &mut World, incoming: usize) -> Result<(), Error> {
    for k in 0..5 {
        let (back, speed) = if k < incoming { (0.1, SPEED) } else { (0.0, 0.0) };
        let x = (k as f64 - 2.0) * 2.0 * RADIUS - back;
        world.add_ball(Ball::new(DVec3::X * x, RADIUS, 0.1)?.with_velocity(DVec3::X * speed))?;
    }
    Ok(())
}

/// Is this one of the moments at which the film has a picture?
fn is_frame(time: f64) -> bool {
    let frame = time / (SECONDS / 8.0);
    (frame - frame.round()).abs() < 1e-9
}

/// m/s: after the first meeting as many should leave as came, with the same speed; how far is the worst from that?
fn worst(incoming: usize) -> Result<f64, Error> {
    let mut world = World::new(Gravity::none())?;
    add_balls(&mut world, incoming)?;
    world.advance(0.3)?;
    let due = |id: BallId| if id.index() + incoming >= 5 { SPEED } else { 0.0 };
    Ok(world.balls().map(|id| (world.velocity(id).x - due(id)).abs()).fold(0.0, f64::max))
}
