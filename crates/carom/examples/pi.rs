//! Run with: `cargo run --release -p carom --example pi -- 7 > pi.svg` (the number: how many digits; 6 if left out)
//!
//! Pi by counting collisions (G. Galperin, "Playing pool with π", Regular and Chaotic Dynamics 8 (2003) 375). A heavy ball
//! pushes a light one against a wall. If it is 100 to the k times as heavy, and nothing is lost, the wall and the two balls
//! meet as often as the first k + 1 digits of pi say. The picture shows why, for k = 2: with speeds measured in square roots of
//! energy the state stays on a circle, and every two impacts turn it by the same angle.
//!
//! An engine that moves in steps misses impacts and loses count after a few digits: the seventh takes 3,141,592 of them, most
//! within a few microseconds.

mod svg;

use carom::shape::Plane;
use carom::{Ball, Collider, DVec2, DVec3, Error, Gravity, Material, Outcome, What, World};
use svg::{Picture, colour};

/// What a run gave.
struct Count {
    impacts: usize,
    /// Velocities of the light and the heavy ball after each impact; only of the first thousand.
    velocities: Vec<[f64; 2]>,
}

fn main() -> Result<(), Error> {
    let digits: u32 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(6).clamp(1, 7);
    let counts: Result<Vec<Count>, Error> = (0..digits).map(|k| count(mass(k))).collect();
    let counts = counts?;

    let mut picture = Picture::new(
        "Pi by counting collisions",
        DVec2::new(-1.3, -1.25),
        DVec2::new(2.6, 1.25),
        [960.0, 640.0],
        12.0,
    )?;
    let (text, quiet) = (format!("fill=\"{}\"", colour::TEXT), format!("fill=\"{}\"", colour::QUIET));
    draw_circle(&mut picture, &count(mass(2))?);
    let (left, top) = (DVec2::new(1.42, 0.62), DVec2::new(1.98, 0.62));
    picture.text(left, [0.0, 34.0], "start", &quiet, "heavy : light");
    picture.text(top, [0.0, 34.0], "start", &quiet, "collisions");
    let under = ["m, v: light ball; M, V: heavy ball", "two impacts turn the state", "by 2 arctan √(m/M)"];
    for (k, line) in under.iter().enumerate() {
        picture.text(left, [0.0, -36.0 * counts.len() as f64 - 6.0 - 22.0 * k as f64], "start", &quiet, line);
    }
    for (k, count) in counts.iter().enumerate() {
        let down = -36.0 * k as f64;
        let ratio = if k == 0 { "1".to_owned() } else { format!("100<tspan dy=\"-6\" font-size=\"11\">{k}</tspan>") };
        picture.text(left, [0.0, down], "start", &format!("{text} font-size=\"18\""), &ratio);
        let style = format!("fill=\"{}\" font-size=\"20\" font-weight=\"600\"", colour::ACCENT);
        picture.text(top, [0.0, down], "start", &style, &count.impacts.to_string());
    }
    picture.print();
    for (k, count) in counts.iter().enumerate() {
        eprintln!("mass ratio 100^{k}: {} collisions", count.impacts);
    }
    Ok(())
}

/// kg: 100 to the k.
fn mass(k: u32) -> f64 {
    (0..k).fold(1.0, |mass, _| 100.0 * mass)
}

/// A ball of `heavy` kg comes at 1 m/s towards one of 1 kg that lies before a wall; how often do they meet?
fn count(heavy: f64) -> Result<Count, Error> {
    let mut world = World::new(Gravity::none())?;
    world.add_collider(Collider::new(Plane::new(DVec3::ZERO, DVec3::X)?, Material::default()))?;
    let light = world.add_ball(Ball::new(DVec3::X, 0.05, 1.0)?)?;
    let start = Ball::new(2.0 * DVec3::X, 0.05, heavy)?.with_velocity(-DVec3::X);
    let heavy = world.add_ball(start)?;
    let mut count = Count { impacts: 0, velocities: vec![[0.0, -1.0]] };
    loop {
        let done = world.advance(1.0)?;
        for event in world.events() {
            // The impulse is the light ball's, which has the lower index.
            let (impulse, back) = match event.what {
                What::Impact { hit, .. } => (hit.impulse.x, 0.0),
                What::BallImpact { hit, .. } => (hit.impulse.x, hit.impulse.x),
                _ => continue,
            };
            count.impacts += 1;
            if let Some(&[v, w]) = count.velocities.last().filter(|_| count.impacts <= 1000) {
                count.velocities.push([v + impulse, w - back / start.mass]);
            }
        }
        let (v, w) = (world.velocity(light).x, world.velocity(heavy).x);
        // Over, once both go away from the wall and the heavy one is no slower.
        if done.outcome != Outcome::Budget && v >= 0.0 && w >= v {
            return Ok(count);
        }
    }
}

/// Speed of the heavy ball to the right, of the light one upwards, both times the square root of the mass: the energy is the
/// distance from the middle, so all states lie on a circle.
fn draw_circle(picture: &mut Picture, count: &Count) {
    let root = mass(2).sqrt();
    let states: Vec<DVec2> = count.velocities.iter().map(|&[v, w]| DVec2::new(w, v / root)).collect();
    let axis = format!("stroke=\"{}\" stroke-opacity=\"0.6\"", colour::EDGE);
    picture.line(DVec2::new(-1.12, 0.0), DVec2::new(1.12, 0.0), &axis);
    picture.line(DVec2::new(0.0, -1.12), DVec2::new(0.0, 1.12), &axis);
    picture.circle(DVec2::ZERO, 1.0, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1\"", colour::QUIET));
    let last = (states.len() - 2) as f64;
    for (k, pair) in states.windows(2).enumerate() {
        let paint = colour::of_time(k as f64 / last);
        picture.line(pair[0], pair[1], &format!("stroke=\"{paint}\" stroke-width=\"1\" stroke-opacity=\"0.85\""));
    }
    for (k, &state) in states.iter().enumerate() {
        picture.dot(state, 2.0, &format!("fill=\"{}\"", colour::of_time(k as f64 / last)));
    }
    let quiet = format!("fill=\"{}\"", colour::QUIET);
    picture.text(DVec2::new(0.0, 1.12), [8.0, 0.0], "start", &quiet, "√m v");
    picture.text(DVec2::new(1.0, 0.0), [12.0, -18.0], "start", &quiet, "√M V");
    picture.text(DVec2::new(-1.0, 0.0), [-8.0, 8.0], "end", &quiet, "start");
    let said = format!("100² : 1, all {} impacts", count.impacts);
    picture.text(DVec2::new(0.0, -1.12), [0.0, -22.0], "middle", &format!("fill=\"{}\"", colour::TEXT), &said);
}
