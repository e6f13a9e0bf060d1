//! A thousand futures from one state: when should the left flipper go up?
//!
//! `cargo run --release -p carom-batch --example best_flip`

use carom::pinball::{Autopilot, Machine};
use carom_batch::{Batch, Buttons};
use carom_tables::{Table, built_in};
use std::time::Instant;

const FUTURES: usize = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (_, mut machine) = Table::load(built_in::find("kingfisher")?.text).map_err(|faults| faults.to_string())?;
    wait_for_a_ball(&mut machine);
    let buttons = Buttons::of(&machine);

    // All futures begin here. In each the flipper goes up at another millisecond, for a tenth of a second, and after a second
    // we see which part of the table was worth it.
    let mut batch = Batch::new(machine, FUTURES)?;
    let begin = Instant::now();
    batch.each(&mut [(); FUTURES], |index, machine, ()| {
        machine.advance(index as f64 * 1e-3 * 0.5)?;
        buttons.press(machine, 0, Buttons::LEFT)
    })?;
    batch.step(0.1)?;
    batch.each(&mut [(); FUTURES], |_, machine, ()| buttons.press(machine, Buttons::LEFT, 0))?;
    batch.step(1.0)?;
    let taken = begin.elapsed();

    let score = |index: usize| batch.counts(index).map_or(0, |counts| counts.hits + counts.spins + 5 * counts.drops);
    let best = (0..FUTURES).rev().max_by_key(|&index| score(index)).unwrap_or(0);
    println!("{FUTURES} futures in {:.1} ms on {} threads", taken.as_secs_f64() * 1e3, batch.threads());
    println!("the best: up after {:.1} ms, for {} points", best as f64 * 0.5, score(best));
    println!("{:?}", batch.counts(best)?);
    Ok(())
}

/// Lets the autopilot play until a ball comes down towards the left flipper.
fn wait_for_a_ball(machine: &mut Machine) {
    let mut pilot = Autopilot::new(machine, 3);
    let comes = |machine: &Machine| {
        machine.balls().any(|ball| {
            let (place, velocity) = machine.place_and_velocity(ball);
            (0.1..0.23).contains(&place.x) && (0.75..0.85).contains(&place.y) && velocity.y > 0.3
        })
    };
    for _ in 0..60_000 {
        pilot.play(machine);
        machine.tick();
        if comes(machine) {
            return;
        }
    }
}
