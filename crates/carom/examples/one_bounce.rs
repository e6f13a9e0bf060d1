//! Run with: `cargo run -p carom --example one_bounce > one_bounce.svg`
//!
//! A ball thrown at a floor, seen from the side: two exact parabolas and the impact between them. The floor gives back seven
//! tenths of the speed and grips the ball, so it leaves slower and spinning. The time is compared with the closed form.

mod svg;

use carom::shape::Plane;
use carom::{Ball, Collider, DVec2, DVec3, Error, Gravity, Hit, Material, What, World};
use svg::{Picture, colour, record};

const RADIUS: f64 = 0.035;
const G: f64 = 9.81;
const SECONDS: f64 = 0.86;
/// s: a ghost of the ball this often, as under a strobe lamp.
const STROBE: f64 = 0.043;

fn main() -> Result<(), Error> {
    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -G, 0.0)))?;
    world.add_collider(Collider::new(Plane::new(DVec3::ZERO, DVec3::Y)?, Material::new(0.7, 0.25)?))?;
    let start = Ball::new(DVec3::new(0.06, 0.62, 0.0), RADIUS, 0.1)?.with_velocity(DVec3::new(1.5, 1.0, 0.0));
    let ball = world.add_ball(start)?;
    let run = record(&mut world, SECONDS, STROBE / 8.0)?;

    let title = "A ball thrown at a floor: two parabolas and one impact";
    let mut picture = Picture::new(title, DVec2::new(0.0, -0.14), DVec2::new(1.3, 0.72), [960.0, 640.0], 24.0)?;
    let (left, right) = (DVec2::new(-0.1, 0.0), DVec2::new(1.4, 0.0));
    let ground = [left, right, right - DVec2::Y, left - DVec2::Y];
    picture.path(&ground, true, &format!("fill=\"{}\"", colour::SOLID));
    picture.line(left, right, &format!("stroke=\"{}\" stroke-width=\"2.5\"", colour::EDGE));
    for &(time, place) in run.trails[0].iter().filter(|point| is_strobe(point.0)) {
        let paint = colour::of_time(time / SECONDS);
        let style = format!("fill=\"{paint}\" fill-opacity=\"0.1\" stroke=\"{paint}\" stroke-opacity=\"0.55\"");
        picture.circle(place.truncate(), RADIUS, &style);
    }
    picture.trail(&run.trails[0], SECONDS, 2.2);
    picture.circle(world.position(ball).truncate(), RADIUS, &format!("fill=\"{}\"", colour::BALL));
    for event in &run.events {
        if let What::Impact { hit, .. } = event.what {
            let spin = world.ball(ball).map_or(0.0, |ball| ball.spin.z);
            describe(&mut picture, &start, event.time, &hit, spin);
        }
    }
    let quiet = format!("fill=\"{}\"", colour::QUIET);
    picture.caption([936.0, 66.0], "end", &quiet, &format!("a ghost every {:.0} ms", STROBE * 1e3));
    picture.time_bar([778.0, 40.0], 100.0, SECONDS);
    picture.print();
    Ok(())
}

/// Marks the impact, and says what happened there.
fn describe(picture: &mut Picture, start: &Ball, time: f64, hit: &Hit, spin: f64) {
    let point = hit.point.truncate();
    picture.arrow(point, hit.normal.truncate() * 120.0, colour::ACCENT);
    picture.dot(point, 4.5, &format!("fill=\"{}\"", colour::ACCENT));
    let bold = format!("fill=\"{}\" font-weight=\"600\"", colour::ACCENT);
    picture.text(point, [0.0, 130.0], "middle", &bold, "normal");
    picture.text(point, [0.0, -28.0], "middle", &bold, &format!("impact at {time:.15} s"));
    // The moment at which h + v t - g t²/2 = r.
    let (height, rise) = (start.position.y - RADIUS, start.velocity.y);
    let exact = (rise + (rise * rise + 2.0 * G * height).sqrt()) / G;
    let said = format!("closed form {exact:.15} s");
    picture.text(point, [0.0, -50.0], "middle", &format!("fill=\"{}\"", colour::TEXT), &said);
    let leaves = hit.impulse.dot(hit.normal) / start.mass - hit.speed;
    let said = format!(
        "arrives at {:.3} m/s, leaves at {leaves:.3} m/s, loses {:.3} J, spins at {:.1} rad/s",
        hit.speed,
        hit.energy_lost,
        spin.abs()
    );
    picture.text(point, [0.0, -76.0], "middle", &format!("fill=\"{}\"", colour::QUIET), &said);
}

/// Is this one of the moments at which the lamp flashes?
fn is_strobe(time: f64) -> bool {
    let flash = time / STROBE;
    (flash - flash.round()).abs() < 1e-9
}
