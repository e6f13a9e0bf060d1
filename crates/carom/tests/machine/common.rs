//! What the tests of the machine share: balls, places in Visual Pinball's units, and the distance to a bat, computed anew.

use carom::math::rng::Stream;
use carom::math::trig;
use carom::pinball::part::Flipper;
use carom::pinball::{Border, Command, Event, Input, Machine, PartId, Playfield};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, VP_LENGTH};
use carom::{Ball, BallId, DVec2, DVec3};

/// A place in Visual Pinball's units.
pub(crate) fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y) * VP_LENGTH
}

/// A standard ball on the playfield.
pub(crate) fn ball_at(place: DVec2) -> Ball {
    Ball::new(place.extend(PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS).unwrap()
}

/// A standard ball that rolls over the playfield.
pub(crate) fn rolling(place: DVec2, velocity: DVec2) -> Ball {
    let spin = DVec3::new(-velocity.y, velocity.x, 0.0) / PINBALL_RADIUS;
    ball_at(place).with_velocity(velocity.extend(0.0)).with_spin(spin)
}

/// A playfield without slope, so that nothing rolls by itself.
pub(crate) fn level() -> Playfield {
    Playfield { slope: 0.0, ..Playfield::default() }
}

/// A closed box.
pub(crate) fn boxed(min: DVec2, max: DVec2, glass: f64) -> Playfield {
    Playfield { border: Some(Border { min, max, glass }), ..Playfield::default() }
}

pub(crate) fn coil(machine: &mut Machine, part: PartId, on: bool) {
    machine.send(Command::now(Input::Coil { part, on })).unwrap();
}

/// Runs so many ticks, and returns everything that happened.
pub(crate) fn run(machine: &mut Machine, ticks: usize) -> Vec<Event> {
    let mut told = Vec::new();
    for _ in 0..ticks {
        told.extend_from_slice(machine.tick());
    }
    told
}

pub(crate) fn velocity(machine: &Machine, ball: BallId) -> DVec3 {
    machine.ball(ball).unwrap().velocity
}

pub(crate) fn position(machine: &Machine, ball: BallId) -> DVec3 {
    machine.ball(ball).unwrap().position
}

/// Place, velocity and spin, to compare bit by bit.
pub(crate) fn bits(machine: &Machine, ball: BallId) -> [u64; 9] {
    let ball = machine.ball(ball).unwrap();
    let parts = [ball.position, ball.velocity, ball.spin];
    core::array::from_fn(|k| parts[k / 3][k % 3].to_bits())
}

/// m: from a place to the bat of a flipper with this heading: the hull of two disks, an upright prism. Negative within.
/// The hull is all disks between the two, so its distance is the least of theirs.
pub(crate) fn bat_distance(flipper: &Flipper, heading: f64, place: DVec3) -> f64 {
    let axis = DVec2::new(trig::sin(heading), -trig::cos(heading));
    let arm = place.truncate() - flipper.centre;
    let (x, y) = (arm.dot(axis), arm.perp_dot(axis).abs());
    let (r, slim) = (flipper.base_radius, (flipper.base_radius - flipper.end_radius) / flipper.length);
    // Least over s from 0 to the length of |(x - s, y)| - (r - slim s): the slope of both parts is equal there.
    let s = (x - slim * y / (1.0 - slim * slim).sqrt()).clamp(0.0, flipper.length);
    let flat = DVec2::new(x - s, y).length() - (r - slim * s);
    let above = place.z - (flipper.low + flipper.height + 0.5 * PINBALL_RADIUS);
    match (flat > 0.0, above > 0.0) {
        (true, true) => DVec2::new(flat, above).length(),
        (false, true) => above,
        (_, false) => flat.max(above),
    }
}

/// A place in a box where a ball is clear of a bat and of other balls by half a millimetre; if there is none, the last tried.
pub(crate) fn free_place(
    machine: &Machine,
    stream: &mut Stream,
    (min, max): (DVec3, DVec3),
    flipper: (&Flipper, f64),
    except: Option<BallId>,
) -> Option<DVec3> {
    (0..64).find_map(|_| {
        let part = DVec3::new(stream.unit(), stream.unit(), stream.unit());
        let place = min + (max - min) * part;
        let clear = PINBALL_RADIUS + 5e-4;
        let off_bat = bat_distance(flipper.0, flipper.1, place) > clear;
        let off_balls = machine
            .balls()
            .filter(|&id| Some(id) != except)
            .all(|id| (position(machine, id) - place).length() > 2.0 * clear);
        (off_bat && off_balls).then_some(place)
    })
}
