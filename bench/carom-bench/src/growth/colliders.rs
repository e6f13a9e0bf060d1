//! The cost of a tick against the number of things that could be hit: fields of short walls, and a pinball machine.

use scenes::catalogue::Run;
use scenes::field::field;

use super::{Point, Series, best};
use crate::sim::Sim;
use crate::{Fault, machine};

/// Walls of the fields; half a power of ten from one to the next.
const FIELDS: [u32; 7] = [100, 316, 1_000, 3_162, 10_000, 31_623, 100_000];
/// Walls to a ball in the fields of constant density: as in S3 with 5,000 walls and 100 balls.
const WALLS_PER_BALL: u32 = 50;
/// Rows and columns of prisms on the pinball table. Rows stay as they are, so that a ball's way down is as long.
const PRISMS: [[u32; 2]; 7] = [[1, 1], [2, 1], [7, 1], [7, 3], [7, 10], [7, 32], [7, 101]];

/// s: simulated, of one ball; of many as much less as there are more of them, but at least the shorter time.
const LONG: f64 = 60.0;
const SHORT: f64 = 0.5;

pub(super) fn all(quick: bool) -> Result<Vec<Series>, Fault> {
    let (mut alone, mut crowd, mut table) = (Vec::new(), Vec::new(), Vec::new());
    for walls in FIELDS {
        eprintln!("  a field of {walls} walls");
        alone.push(in_field(walls, 1, quick)?);
        crowd.push(in_field(walls, walls / WALLS_PER_BALL, quick)?);
    }
    for [rows, columns] in PRISMS {
        eprintln!("  a table of {rows} by {columns} prisms");
        table.push(on_table(rows, columns, quick)?);
    }
    Ok(vec![
        Series::new("one ball among walls", "walls", "ns a tick", alone),
        Series::new("one ball for every 50 walls", "walls", "ns a tick and ball", crowd),
        Series::new("three balls on a pinball table", "colliders", "ns a tick", table),
    ])
}

fn in_field(walls: u32, balls: u32, quick: bool) -> Result<Point, Fault> {
    let run = Run::of_file("field", field(walls, balls));
    let seconds = (LONG / f64::from(balls)).max(SHORT) * if quick { 0.2 } else { 1.0 };
    let ticks = run.ticks(seconds);
    let set_up = || {
        let mut sim = Sim::new(&run)?;
        // The tree is built in the first tick.
        sim.step()?;
        Ok(sim)
    };
    let (taken, events) = best(quick, set_up, |sim| {
        let before = sim.impacts();
        sim.run(ticks)?;
        Ok((sim.impacts() - before) as f64)
    })?;
    let cost = taken * 1e9 / (ticks as f64 * f64::from(balls));
    Ok(Point { n: f64::from(walls), cost, events, bytes: None })
}

fn on_table(rows: u32, columns: u32, quick: bool) -> Result<Point, Fault> {
    let ticks = if quick { 10_000 } else { 60_000 };
    let set_up = || machine::prisms(rows, columns);
    let (taken, events) = best(quick, set_up, |scene| Ok(machine::play(scene, ticks)? as f64))?;
    let n = machine::prisms(rows, columns)?.machine.colliders().count() as f64;
    Ok(Point { n, cost: taken * 1e9 / ticks as f64, events, bytes: None })
}
