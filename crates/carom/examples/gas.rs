//! Run with: `cargo run --release -p carom --example gas -- 0.5 > gas.svg` (the number: packing; 0.3 if left out)
//!
//! A gas of hard disks, and how they stand about each other. To the left, what a part of it looks like, each disk in the
//! colour of its speed; to the right, the pair correlation g: how many times as many disks stand at a distance as if they
//! stood anywhere. Just outside a disk there are more, because others push them there; the pressure is made of that. At
//! contact g is known from the equation of state (the dot): Z = 1 + 2 η g.

mod svg;

use carom::gas::{Border, Gas, Setup, theory};
use carom::{DVec2, Error};
use svg::{Picture, colour};

/// Disks, and diameters out to which neighbours are counted.
const COUNT: usize = 2_500;
const REACH: f64 = 5.0;
const RINGS: usize = 160;
/// Moments that are averaged, and collisions of each disk between them.
const MOMENTS: usize = 200;
const BETWEEN: u64 = 2;

fn main() -> Result<(), Error> {
    let packing: f64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0.3);
    let setup = Setup { count: COUNT, packing, border: Border::Periodic, seed: 1, ..Setup::default() };
    let mut gas = Gas::<2>::lattice(&setup)?;
    let start = gas.energy();
    gas.run(40 * COUNT as u64);
    gas.start_measuring();
    let mut g = vec![[0.0; 2]; RINGS];
    for _ in 0..MOMENTS {
        gas.run(BETWEEN * COUNT as u64);
        for (mean, ring) in g.iter_mut().zip(gas.pair_correlation(REACH, RINGS)?) {
            *mean = [0.5 * (ring.from + ring.to), mean[1] + ring.correlation / MOMENTS as f64];
        }
    }

    let (low, high) = (DVec2::new(-0.4, -0.9), DVec2::new(16.4, 7.6));
    let mut picture = Picture::new("A gas of hard disks", low, high, [1080.0, 560.0], 12.0)?;
    draw_disks(&mut picture, &gas);
    draw_correlation(&mut picture, &gas, &g);
    picture.print();
    let pressure = gas.pressure();
    eprintln!(
        "{} collisions; Z = {:.4}, by theory {:.4}; energy changed by {:.0e} of itself",
        gas.collisions(),
        pressure.compressibility,
        theory::disks(gas.packing()),
        gas.energy() / start - 1.0
    );
    Ok(())
}

/// The corner of the box that fits the square to the left, half a unit of the picture to a diameter.
fn draw_disks(picture: &mut Picture, gas: &Gas<2>) {
    const SCALE: f64 = 0.5;
    const SIDE: f64 = 7.0;
    picture.raw("<defs><clipPath id=\"window\">");
    let corners = [[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]].map(DVec2::from);
    picture.path(&corners, true, "");
    picture.raw("</clipPath></defs><g clip-path=\"url(#window)\">");
    picture.path(&corners, true, &format!("fill=\"{}\"", colour::FIELD));
    for (place, [vx, vy]) in gas.positions().into_iter().zip(gas.velocities()) {
        let at = DVec2::from(place) * SCALE;
        if at.x < SIDE + SCALE && at.y < SIDE + SCALE {
            let speed = (vx * vx + vy * vy).sqrt();
            picture.circle(at, gas.radius() * SCALE, &format!("fill=\"{}\"", colour::of_time(speed / 3.0)));
        }
    }
    picture.raw("</g>");
    let said = format!("{} disks at packing {:.2}; slow ones blue, fast ones red", gas.count(), gas.packing());
    picture.text(DVec2::new(0.0, SIDE), [0.0, 10.0], "start", &format!("fill=\"{}\"", colour::TEXT), &said);
}

/// The curve, its axes, and theory's value at contact.
fn draw_correlation(picture: &mut Picture, gas: &Gas<2>, g: &[[f64; 2]]) {
    let expected = theory::contact::<2>(theory::disks(gas.packing()), gas.packing());
    let top = g.iter().map(|p| p[1]).fold(expected, f64::max).ceil();
    let at = |r: f64, g: f64| DVec2::new(8.6 + 7.2 * r / REACH, 6.6 * g / top);
    let (text, quiet) = (format!("fill=\"{}\"", colour::TEXT), format!("fill=\"{}\"", colour::QUIET));
    let thin = format!("stroke=\"{}\" stroke-opacity=\"0.5\"", colour::EDGE);
    for k in 0..=top as u32 {
        let g = f64::from(k);
        picture.line(at(0.0, g), at(REACH, g), &thin);
        picture.text(at(0.0, g), [-10.0, -5.0], "end", &quiet, &k.to_string());
    }
    for k in 0..=REACH as u32 {
        picture.text(at(f64::from(k), 0.0), [0.0, -22.0], "middle", &quiet, &k.to_string());
    }
    picture.text(at(REACH, 0.0), [0.0, -42.0], "end", &quiet, "distance of centres in diameters");
    // Nobody is nearer than a diameter.
    let mut curve = vec![at(0.0, 0.0), at(1.0, 0.0)];
    curve.extend(g.iter().map(|&[r, g]| at(r, g)));
    picture.path(&curve, false, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"", colour::ACCENT));
    picture.dot(at(1.0, expected), 5.0, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", colour::BALL));
    let said = format!("at contact, by the equation of state: {expected:.3}");
    picture.text(at(1.0, expected), [14.0, 2.0], "start", &text, &said);
    picture.text(DVec2::new(8.6, 7.0), [0.0, 10.0], "start", &text, "pair correlation g(r)");
    let pressure = gas.pressure();
    let theory = theory::disks(gas.packing());
    let lines = [
        format!("Z = P V / (N k T) = {:.4}; theory {theory:.4}", pressure.compressibility),
        format!("{} collisions, each at its true moment", pressure.collisions),
    ];
    for (k, line) in lines.iter().enumerate() {
        picture.text(at(REACH, 0.75 * top), [0.0, -24.0 * k as f64], "end", &quiet, line);
    }
}
