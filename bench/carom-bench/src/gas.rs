//! `carom-bench gas`: collisions a second in a gas of hard disks (scene S4) and hard spheres, instructions of each, what it
//! does to energy, how much memory a ball takes, and its pressure against the known equation of state.

use carom::gas::{Border, Gas, Setup, theory};

use crate::Fault;
use crate::callgrind;
use crate::clock::cpu_seconds;
use crate::json::Json;

/// Balls in the gases that are measured.
pub(crate) const DISKS: [u32; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];
pub(crate) const SPHERES: [u32; 3] = [4_000, 32_000, 108_000];

/// Share of the box that balls fill, in all of them.
const PACKING: f64 = 0.3;
/// Collisions of each ball before anything is measured: the lattice is gone, and the speeds follow Maxwell's law.
const MELTING: u64 = 10;
/// Collisions of one timed run, at least; one run lasts a good part of a second.
const TIMED: u64 = 1_000_000;
/// Timed runs, of which the best counts.
const RUNS: u32 = 5;
/// From so many balls on half of it is enough: a run takes seconds.
const MANY: u64 = 1_000_000;
/// Collisions under callgrind: this many that are not counted, because both runs have them, and this many that are.
const HEAD: f64 = 1_000.0;
const COUNTED: f64 = 100_000.0;
/// The largest gas whose instructions are counted: a million balls take valgrind minutes to set up.
const MOST_COUNTED: u32 = 100_000;

/// What was recorded of others on the same gas, in collisions a second of CPU time (single thread, another day, the same
/// machine): DynamO of 2024, Smallenburg's EDMD of 2026 (the better of its two programs), a feasibility probe, and the best
/// time stepper.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) dynamo: Option<f64>,
    pub(crate) smallenburg: Option<f64>,
    pub(crate) probe: Option<f64>,
    pub(crate) stepper: Option<f64>,
    /// Instructions per collision, of the fastest that was counted.
    pub(crate) instructions: Option<f64>,
}

/// The record for a gas of so many balls.
pub(crate) fn recorded(dimensions: u32, count: u32) -> Recorded {
    let flat = |dynamo, probe, stepper, instructions| Recorded {
        dynamo: Some(dynamo),
        smallenburg: None,
        probe: Some(probe),
        stepper: Some(stepper),
        instructions,
    };
    let solid = |dynamo, smallenburg, instructions| Recorded {
        dynamo,
        smallenburg: Some(smallenburg),
        instructions,
        ..Recorded::default()
    };
    match (dimensions, count) {
        (2, 100) => flat(131e3, 1.59e6, 81e3, Some(2_237.0)),
        (2, 1_000) => flat(135e3, 1.43e6, 57e3, Some(2_456.0)),
        (2, 10_000) => flat(128e3, 1.03e6, 41e3, None),
        (2, 100_000) => flat(71e3, 0.49e6, 17e3, None),
        (3, 4_000) => solid(Some(96e3), 0.60e6, None),
        (3, 32_000) => solid(Some(70e3), 0.34e6, None),
        (3, 108_000) => solid(None, 0.24e6, Some(4_150.0)),
        _ => Recorded::default(),
    }
}

/// All that is known about a gas after measuring it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) dimensions: u32,
    pub(crate) count: u32,
    /// Collisions a second of CPU time, best of several runs.
    pub(crate) speed: f64,
    /// Instructions per collision.
    pub(crate) instructions: Option<f64>,
    /// Relative change of the energy over the whole run.
    pub(crate) drift: f64,
    /// Collisions of the whole run.
    pub(crate) collisions: u64,
    pub(crate) bytes: f64,
    pub(crate) overlap: f64,
    /// Compressibility, measured and by theory.
    pub(crate) pressure: f64,
    pub(crate) theory: f64,
    /// Collisions of a ball in a unit of time, each counted once.
    pub(crate) rate: f64,
    pub(crate) recorded: Recorded,
}

impl Row {
    /// How far the pressure is from the equation of state, relative.
    pub(crate) fn off(&self) -> f64 {
        (self.pressure / self.theory - 1.0).abs()
    }

    /// Whether energy is kept and the pressure is right. A hundred balls in a box that repeats itself are not quite matter
    /// without end, so they are not held to a hundredth; and no two balls may be in each other.
    fn is_right(&self) -> bool {
        self.drift.abs() < 1e-12 && self.overlap < 1e-12 && (self.count < 1_000 || self.off() < 0.01)
    }
}

/// Measures all gases; `false` if energy was not kept, balls overlap, or a pressure is wrong.
pub(crate) fn run(json: bool) -> Result<bool, Fault> {
    let counts = callgrind::is_there();
    let mut rows = Vec::new();
    if !json {
        crate::say(&heading());
    }
    for (dimensions, count) in all() {
        let row = measure(dimensions, count, counts)?;
        if !json {
            crate::say(&line(&row));
        }
        rows.push(row);
    }
    crate::say(&if json { Json::List(rows.iter().map(as_json).collect()).to_string() } else { NOTES.to_owned() });
    Ok(rows.iter().all(Row::is_right))
}

/// The dimensions and sizes of all gases.
pub(crate) fn all() -> impl Iterator<Item = (u32, u32)> {
    DISKS.into_iter().map(|count| (2, count)).chain(SPHERES.into_iter().map(|count| (3, count)))
}

/// Measures one gas; `counts` to count instructions as well.
pub(crate) fn measure(dimensions: u32, count: u32, counts: bool) -> Result<Row, Fault> {
    let row = match dimensions {
        2 => time(disks(count)?),
        _ => time(spheres(count)?),
    };
    let instructions = (counts && count <= MOST_COUNTED).then(|| instructions(dimensions, count)).transpose()?;
    Ok(Row { instructions, ..row })
}

/// Runs a gas for so many collisions and says what it did: for callgrind. `None` if the word does not name a gas, as
/// `gas2_1000` does.
pub(crate) fn count(word: &str, collisions: f64) -> Option<Result<String, Fault>> {
    let (dimensions, count) = word.strip_prefix("gas")?.split_once('_')?;
    let (dimensions, count) = (dimensions.parse().ok()?, count.parse().ok()?);
    let said = |hash: u64| format!("{word} {collisions} collisions: hash {hash:016x}");
    match dimensions {
        2_u32 => Some(disks(count).map(|mut gas| {
            gas.run(collisions as u64);
            said(gas.hash())
        })),
        3 => Some(spheres(count).map(|mut gas| {
            gas.run(collisions as u64);
            said(gas.hash())
        })),
        _ => None,
    }
}

/// Scene S4 in a periodic box.
fn disks(count: u32) -> Result<Gas<2>, Fault> {
    let scene = scenes::gas::gas(count);
    let places: Vec<[f64; 2]> = scene.balls.iter().map(|ball| ball.position).collect();
    let velocities: Vec<[f64; 2]> = scene.balls.iter().map(|ball| ball.velocity).collect();
    let radius = scene.balls.first().map_or(0.5, |ball| ball.radius);
    let side = libm::sqrt(f64::from(count) * core::f64::consts::PI * radius * radius / PACKING);
    Ok(Gas::new(&places, &velocities, radius, [side; 2], Border::Periodic)?)
}

/// The same in space.
fn spheres(count: u32) -> Result<Gas<3>, Fault> {
    let setup = Setup { count: count as usize, packing: PACKING, seed: u64::from(count), ..Setup::default() };
    Ok(Gas::lattice(&setup)?)
}

fn time<const D: usize>(mut gas: Gas<D>) -> Row {
    let n = gas.count() as u64;
    let energy = gas.energy();
    // A million balls average over so many that they need not be waited for as long.
    let (melting, runs) = if n < MANY { (MELTING, RUNS) } else { (MELTING / 2, RUNS / 2) };
    gas.run(melting * n);
    gas.start_measuring();
    // Twice as many collisions as balls at least, so that all of memory is gone through.
    let timed = TIMED.max(2 * n);
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = cpu_seconds();
        let done = gas.run(timed);
        best = best.min((cpu_seconds() - start) / done.collisions.max(1) as f64);
    }
    let pressure = gas.pressure();
    Row {
        dimensions: D as u32,
        count: n as u32,
        speed: 1.0 / best,
        instructions: None,
        drift: gas.energy() / energy - 1.0,
        collisions: gas.collisions(),
        bytes: gas.bytes_per_ball(),
        overlap: gas.deepest_overlap(),
        pressure: pressure.compressibility,
        theory: theory::compressibility::<D>(gas.packing()),
        rate: pressure.rate,
        recorded: recorded(D as u32, n as u32),
    }
}

fn instructions(dimensions: u32, count: u32) -> Result<f64, Fault> {
    let words = [format!("gas{dimensions}_{count}")];
    Ok((callgrind::collected(&words, HEAD + COUNTED)? - callgrind::collected(&words, HEAD)?) / COUNTED)
}

fn heading() -> String {
    format!(
        "{:<14}{:>9}{:>9}{:>10}{:>8}{:>9}{:>9}{:>8}{:>8}{:>7} |{:>8}{:>8}{:>8}{:>8}",
        "gas",
        "M coll/s",
        "instr.",
        "drift",
        "bytes",
        "overlap",
        "Z",
        "theory",
        "off %",
        "rate",
        "DynamO",
        "Smallb.",
        "probe",
        "stepper"
    )
}

fn line(row: &Row) -> String {
    let million = |speed: Option<f64>| speed.map_or("-".to_owned(), |speed| format!("{:.3}", speed * 1e-6));
    format!(
        "{:<14}{:>9.2}{:>9}{:>10.0e}{:>8.0}{:>9.0e}{:>9.4}{:>8.4}{:>8.2}{:>7.3} |{:>8}{:>8}{:>8}{:>8}",
        format!("{}-D {}", row.dimensions, row.count),
        row.speed * 1e-6,
        row.instructions.map_or("-".to_owned(), |count| format!("{count:.0}")),
        row.drift,
        row.bytes,
        row.overlap,
        row.pressure,
        row.theory,
        100.0 * row.off(),
        row.rate,
        million(row.recorded.dynamo),
        million(row.recorded.smallenburg),
        million(row.recorded.probe),
        million(row.recorded.stepper),
    )
}

fn as_json(row: &Row) -> Json {
    Json::Object(vec![
        ("dimensions", f64::from(row.dimensions).into()),
        ("count", f64::from(row.count).into()),
        ("collisions_per_second", row.speed.into()),
        ("instructions_per_collision", row.instructions.into()),
        ("collisions", (row.collisions as f64).into()),
        ("energy_drift", row.drift.into()),
        ("bytes_per_ball", row.bytes.into()),
        ("deepest_overlap", row.overlap.into()),
        ("compressibility", row.pressure.into()),
        ("theory", row.theory.into()),
        ("rate", row.rate.into()),
        ("dynamo", row.recorded.dynamo.into()),
        ("smallenburg", row.recorded.smallenburg.into()),
        ("probe", row.recorded.probe.into()),
        ("time_stepper", row.recorded.stepper.into()),
        ("recorded_instructions", row.recorded.instructions.into()),
    ])
}

const NOTES: &str = "\nCPU time, one thread, best of 5 runs after 10 collisions of each ball (half of both for a million). Drift: of the energy over all of it.\n\
    Z: P V / (N k T), against the virial series (disks) and Carnahan and Starling (spheres). Rate: collisions of a ball in\n\
    a unit of time, each counted once. Right of the bar: recorded on another day, million collisions a second; the stepper\n\
    is the best of Box2D, Rapier and Chipmunk at steps of 0.01. Instructions of others: DynamO 38,219 (1,000 disks),\n\
    Smallenburg about 4,150 (108,000 spheres), probe 2,456 (1,000 disks).";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gas_is_found_by_its_name() {
        assert!(count("gas2_100", 10.0).is_some_and(|said| said.is_ok()));
        assert!(count("gas3_100", 10.0).is_some_and(|said| said.is_ok()));
        assert!(count("gas4_100", 10.0).is_none());
        assert!(count("s4_100", 10.0).is_none());
    }

    #[test]
    fn a_small_gas_is_measured_and_right() {
        let mut gas = disks(200).unwrap();
        gas.run(2_000);
        gas.start_measuring();
        gas.run(60_000);
        let off = gas.pressure().compressibility / theory::disks(gas.packing()) - 1.0;
        assert!(off.abs() < 0.02, "{off}");
    }
}
