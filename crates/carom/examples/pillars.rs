//! Run with: `cargo run -p carom --example pillars > pillars.svg`
//!
//! A ball among pillars and walls, without friction or gravity: every straight piece ends at an exact impact. The colour of
//! the trail is the time. After a few dozen round impacts the last digit of the first velocity decides where the ball is;
//! the picture is the same on every machine all the same.

mod svg;

use carom::shape::Post;
use carom::{Ball, Collider, DVec2, DVec3, Error, Gravity, Material, What, World};
use svg::{Picture, colour, record};

const RADIUS: f64 = 0.0135;
const SECONDS: f64 = 6.0;

fn main() -> Result<(), Error> {
    let (width, height) = (1.0, 0.56);
    let mut world = World::new(Gravity::none())?;
    let smooth = Material::default();
    let corners =
        [[0.06, 0.0], [0.94, 0.0], [1.0, 0.06], [1.0, 0.5], [0.94, 0.56], [0.06, 0.56], [0.0, 0.5], [0.0, 0.06]];
    world.add_polyline(&corners.map(DVec2::from), true, &smooth)?;
    for (x, y, radius) in pillars() {
        world.add_collider(Collider::new(Post::new(DVec2::new(x, y), radius)?, smooth.clone()))?;
    }
    let start = Ball::new(DVec3::new(0.045, 0.28, 0.0), RADIUS, 0.08)?.with_velocity(DVec3::new(1.5, 0.25, 0.0));
    let ball = world.add_ball(start)?;
    let before = world.energy().unwrap_or(0.0);
    let run = record(&mut world, SECONDS, 0.02)?;
    let drift = (world.energy().unwrap_or(0.0) / before - 1.0).abs();

    let mut picture = Picture::new(
        "A ball among pillars, its path drawn from impact to impact",
        DVec2::new(0.0, -0.035), // Room for the caption.
        DVec2::new(width, height),
        [960.0, 594.0],
        28.0,
    )?;
    picture.path(&corners.map(DVec2::from), true, &format!("fill=\"{}\"", colour::FIELD));
    picture.swept(&run.trails[0], SECONDS, RADIUS);
    picture.trail(&run.trails[0], SECONDS, 1.6);
    picture.things(&world);
    let mut impacts = 0;
    for event in &run.events {
        if let What::Impact { hit, .. } = event.what {
            impacts += 1;
            let paint = colour::of_time(event.time / SECONDS);
            picture.dot(hit.point.truncate(), 2.6, &format!("fill=\"{paint}\""));
        }
    }
    let style = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", colour::of_time(0.0));
    picture.circle(start.position.truncate(), RADIUS, &style);
    picture.circle(world.position(ball).truncate(), RADIUS, &format!("fill=\"{}\"", colour::BALL));

    picture.time_bar([778.0, 576.0], 120.0, SECONDS);
    let said = format!("{impacts} impacts, each at its exact time and place; energy drift {drift:.0e}");
    picture.caption([28.0, 576.0], "start", &format!("fill=\"{}\"", colour::TEXT), &said);
    picture.print();
    Ok(())
}

/// Centres and radii: five columns, set off like the spots of dice.
fn pillars() -> Vec<(f64, f64, f64)> {
    let mut pillars = vec![];
    for k in 0..5 {
        let x = 0.18 + 0.16 * f64::from(k);
        if k % 2 == 0 {
            pillars.extend([(x, 0.12, 0.03), (x, 0.28, 0.042), (x, 0.44, 0.03)]);
        } else {
            pillars.extend([(x, 0.2, 0.036), (x, 0.36, 0.036)]);
        }
    }
    pillars
}
