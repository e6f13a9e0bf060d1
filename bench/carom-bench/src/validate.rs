//! Is it right? An engine that lets balls through must fail the benchmark, not win it. Untimed, looking at every ball
//! after every tick, with distances worked out by the scenes and not by the engine.

use scenes::catalogue::Run;
use scenes::probe::Probe;

use crate::Fault;
use crate::sim::Sim;

/// What a run looked like from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report {
    pub(crate) impacts_per_second: f64,
    /// Balls outside the border after any tick; `None` if the scene has no closed border.
    pub(crate) escaped: Option<usize>,
    /// Metres: the deepest a ball was in an obstacle after any tick.
    pub(crate) depth: f64,
    /// Metres: the most two balls overlapped after any tick.
    pub(crate) overlap: f64,
    /// Relative change of the energy, if nothing should change it.
    pub(crate) energy: Option<f64>,
    pub(crate) in_order: bool,
    pub(crate) hash: u64,
}

pub(crate) fn validate(run: &Run) -> Result<Report, Fault> {
    let probe = Probe::new(&run.scene);
    let enclosure = run.scene.enclosure();
    let mut sim = Sim::new(run)?;
    let before = sim.motion();
    let ticks = run.ticks(run.seconds);
    let mut out = vec![false; run.scene.balls.len()];
    let (mut depth, mut overlap, mut in_order) = (0.0_f64, 0.0_f64, true);
    // Once without looking, which gives up in time if the engine cannot do it at all.
    Sim::new(run)?.run(ticks)?;
    for _ in 0..ticks {
        sim.step()?;
        let positions: Vec<[f64; 2]> = sim.positions().collect();
        for (index, position) in positions.iter().enumerate() {
            out[index] |= run.scene.escaped(enclosure, *position);
            depth = depth.max(probe.depth(*position, run.scene.balls[index].radius));
        }
        overlap = overlap.max(probe.overlap(&positions));
        in_order &= sim.events_in_order();
    }
    let lossless = run.gravity == 0.0 && run.restitution == 1.0 && !run.kick;
    Ok(Report {
        impacts_per_second: sim.impacts() as f64 / (ticks as f64 * run.dt),
        escaped: enclosure.map(|_| out.iter().filter(|out| **out).count()),
        depth,
        overlap,
        energy: lossless.then(|| sim.motion() / before - 1.0),
        in_order,
        hash: sim.hash(),
    })
}
