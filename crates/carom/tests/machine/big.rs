//! A table as large as real ones get: thousands of parts, tens of thousands of triangles.

use crate::common::run;
use carom::math::rng::Stream;
use carom::pinball::part::{Bumper, Mesh, Rubber, Target, Trigger, TriggerArea, Wall};
use carom::pinball::{Machine, OutlinePoint, Playfield};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec2, DVec3};

/// A wavy sheet of twice `n` by `n` triangles, above the playfield.
fn sheet(n: usize, at: DVec3) -> Mesh {
    let point = |k: usize| {
        let (x, y) = ((k % (n + 1)) as f64 / n as f64, (k / (n + 1)) as f64 / n as f64);
        DVec3::new(x, y, 0.1 * libm::sin(9.0 * x) * libm::cos(7.0 * y))
    };
    let square = |k: usize| {
        let a = k / n * (n + 1) + k % n;
        [[a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]]
    };
    Mesh {
        points: (0..(n + 1) * (n + 1)).map(point).collect(),
        triangles: (0..n * n).flat_map(square).collect(),
        scale: DVec3::new(0.2, 0.2, 0.02),
        position: at,
        ..Mesh::default()
    }
}

/// Three thousand parts, half a thousand of them rubbers with bends, and meshes of 25,000 triangles together.
pub(crate) fn big_table() -> Machine {
    let mut machine = Machine::new(&Playfield::sized(0.51, 1.07)).unwrap();
    let mut dice = Stream::new(4, "big");
    for k in 0..5 {
        let at = DVec3::new(0.05 + 0.04 * f64::from(k), 0.1 + 0.15 * f64::from(k), 0.05);
        machine.add(&format!("sheet {k}"), sheet(50, at)).unwrap();
    }
    for k in 0..3_000_i32 {
        // Many on one spot, and lanes between: a ball gets everywhere.
        let spot = DVec2::new(f64::from(k % 8), f64::from(k / 8 % 17));
        let at = DVec2::new(0.05, 0.08) + spot * 0.06 + DVec2::new(dice.unit(), dice.unit()) * 0.004;
        let mut round = |n: usize, size: f64, smooth: bool| -> Vec<OutlinePoint> {
            let corner = |k: usize| {
                let angle = core::f64::consts::TAU * (k as f64 + 0.5 * dice.unit()) / n as f64;
                let at = at + DVec2::new(libm::cos(angle), libm::sin(angle)) * (size * dice.between(0.5, 1.0));
                OutlinePoint { at, smooth, ..OutlinePoint::default() }
            };
            (0..n).map(corner).collect()
        };
        let name = format!("part {k}");
        let added = match k % 12 {
            0 | 1 => machine.add(&name, Rubber { outline: round(6, 0.007, true), ..Rubber::default() }),
            2 => {
                machine.add(&name, Target { position: at.extend(0.0), size: DVec3::splat(0.004), ..Target::default() })
            }
            3 => machine.add(&name, Bumper { centre: at, radius: 0.004, ..Bumper::default() }),
            4 | 5 => {
                let area = TriggerArea::Round { centre: at, radius: 0.01 };
                machine.add(&name, Trigger { area, ..Trigger::default() })
            }
            n => machine.add(&name, Wall { outline: round(n as usize + 1, 0.006, n == 7), ..Wall::default() }),
        };
        added.unwrap();
    }
    machine
}

/// It is built, and balls run on it for a while, with a bounded amount of work in each tick. Zones were sorted anew for every one
/// that was added.
#[test]
fn a_big_table_runs() {
    let mut machine = big_table();
    assert!(machine.parts().count() == 3_005 && machine.part("part 2999").is_some());
    for k in 0..4 {
        let at = DVec3::new(0.1 + 0.1 * f64::from(k), 0.05, 0.09);
        machine.add_ball(Ball::new(at, PINBALL_RADIUS, PINBALL_MASS).unwrap()).unwrap();
    }
    run(&mut machine, 300);
    let balls: Vec<_> = machine.balls().collect();
    assert!(!balls.is_empty() && balls.iter().all(|&id| machine.position(id).is_finite()));
}
