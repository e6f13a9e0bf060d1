//! A gas of hard balls: the same as the world's balls, the same as by brute force, and as theory says.
//!
//! `CAROM_GAS=20` makes the runs twenty times as long, and the bounds on pressure and pair correlation tighter.

mod against;
mod input;
mod laws;
mod matter;

use carom::gas::Gas;

/// How many times as long the runs are as usual.
fn length() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "a test's own size, not the engine's")]
    let said = std::env::var("CAROM_GAS").ok().and_then(|text| text.parse().ok());
    said.unwrap_or(1)
}

/// The next collision: its moment, and whose velocities it changed.
fn next_collision<const D: usize>(gas: &mut Gas<D>) -> (f64, [usize; 2]) {
    // Walls change velocities too, but not in the same moment; so the last event is told from those before by going there
    // with a clone.
    let mut ahead = gas.clone();
    assert_eq!(ahead.run(1).collisions, 1, "somebody meets somebody");
    let time = ahead.time();
    let before = |gas: &Gas<D>| {
        let mut shortly = gas.clone();
        shortly.advance((time - gas.time()) * (1.0 - 1e-9)).unwrap();
        shortly.velocities()
    };
    let (old, new) = (before(gas), ahead.velocities());
    let changed: Vec<usize> = (0..old.len()).filter(|&i| old[i] != new[i]).collect();
    *gas = ahead;
    (time, changed.try_into().expect("two balls"))
}
