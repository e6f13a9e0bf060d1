//! `carom-bench growth`: how costs grow with the number of disks of a gas, and with the number of things that a ball
//! could hit; each with the exponent of the power law that fits best.

mod colliders;
mod fit;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Fault;
use crate::clock;
use crate::options::Growth;

/// Runs of each size, of which the best counts.
const RUNS: u32 = 3;

/// One cost at many sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Series {
    /// What is measured, in words.
    pub(crate) name: String,
    /// What is counted along the axis: disks or colliders.
    pub(crate) of: String,
    /// Of the cost.
    pub(crate) unit: String,
    pub(crate) points: Vec<Point>,
    /// p of cost = c·nᵖ.
    pub(crate) exponent: Option<f64>,
}

/// A cost at one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) n: f64,
    pub(crate) cost: f64,
    /// Impacts or collisions that were timed.
    pub(crate) events: f64,
    /// Bytes of memory for each disk, where there are disks.
    pub(crate) bytes: Option<f64>,
}

impl Series {
    pub(crate) fn new(name: &str, of: &str, unit: &str, points: Vec<Point>) -> Self {
        let exponent = fit::exponent(points.iter().map(|point| (point.n, point.cost)));
        Self { name: name.to_owned(), of: of.to_owned(), unit: unit.to_owned(), points, exponent }
    }
}

/// Measures all series and prints them.
pub(crate) fn run(options: &Growth) -> Result<bool, Fault> {
    let mut all = if options.colliders {
        Vec::new()
    } else {
        of_gas(crate::all::answer(&["gas"])?.0.as_array().map_or(&[], Vec::as_slice))
    };
    all.extend(colliders::all(options.quick)?);
    if options.json {
        crate::say(&serde_json::to_string(&all)?);
        return Ok(true);
    }
    for series in &all {
        let exponent = series.exponent.map_or("-".to_owned(), |p| format!("{p:.3}"));
        crate::say(&format!("{}: {} grows as the {exponent}th power of {}", series.name, series.unit, series.of));
        for point in &series.points {
            let bytes = point.bytes.map_or(String::new(), |bytes| format!("{bytes:>10.0} bytes each"));
            crate::say(&format!("{:>12}{:>12.1}{:>14.0} events{bytes}", point.n, point.cost, point.events));
        }
    }
    Ok(true)
}

/// The cost of a collision against the number of balls, from what `carom-bench gas` says.
pub(crate) fn of_gas(said: &[Value]) -> Vec<Series> {
    let number = |row: &Value, key: &str| row.get(key).and_then(Value::as_f64);
    let point = |row: &Value| {
        Some(Point {
            n: number(row, "count")?,
            cost: 1e9 / number(row, "collisions_per_second")?,
            events: number(row, "collisions").unwrap_or(0.0),
            bytes: number(row, "bytes_per_ball"),
        })
    };
    let of = |dimensions: f64, name: &str| {
        let wanted = said.iter().filter(|row| number(row, "dimensions") == Some(dimensions));
        Series::new(name, "balls", "ns a collision", wanted.filter_map(point).collect())
    };
    vec![of(2.0, "gas of disks"), of(3.0, "gas of spheres")]
}

/// The least CPU time of a few runs, in seconds, and the events of one. `set_up` is not timed.
fn best<T>(
    quick: bool,
    set_up: impl Fn() -> Result<T, Fault>,
    run: impl Fn(&mut T) -> Result<f64, Fault>,
) -> Result<(f64, f64), Fault> {
    let (mut best, mut events) = (f64::INFINITY, 0.0);
    for _ in 0..if quick { 1 } else { RUNS } {
        let mut state = set_up()?;
        let start = clock::cpu_seconds();
        events = run(&mut state)?;
        best = best.min(clock::cpu_seconds() - start);
    }
    Ok((best, events))
}
