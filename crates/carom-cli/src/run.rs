//! Running a scene while looking at it: trails, counts, energy, and the time it took.

use crate::failure::Failure;
use crate::scene::Scene;
use carom::{BallId, DVec2, Event, Outcome, What, World};
use std::time::{Duration, Instant};

/// How a scene is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// s: how long.
    pub(crate) seconds: f64,
    /// s: how often.
    pub(crate) step: f64,
    /// s: how often a trail has a point, beside those at impacts; `None` for no trails.
    pub(crate) trail: Option<f64>,
}

/// What happened.
#[derive(Debug)]
pub(crate) struct Run {
    /// For every ball, by its index: when it was where. Empty if not asked for.
    pub(crate) trails: Vec<Vec<(f64, DVec2)>>,
    pub(crate) balls: usize,
    pub(crate) events: usize,
    /// Impacts with things, and of two balls.
    pub(crate) impacts: usize,
    pub(crate) ball_impacts: usize,
    /// Balls found inside something and pushed out, and balls whose numbers were no longer finite.
    pub(crate) overlaps: usize,
    pub(crate) quarantined: usize,
    /// J: at the start, at the end, and what the impacts say they took.
    pub(crate) energy: [f64; 3],
    /// How long the engine took.
    pub(crate) took: Duration,
}

/// Runs the scene; `frame` is called after every step.
pub(crate) fn run(
    scene: &mut Scene,
    look: Look,
    mut frame: impl FnMut(&World) -> Result<(), Failure>,
) -> Result<Run, Failure> {
    let world = &mut scene.world;
    let balls: Vec<BallId> = world.balls().collect();
    let start = |id: &BallId| vec![(world.time(), world.position(*id).truncate())];
    let mut run = Run {
        trails: if look.trail.is_some() { balls.iter().map(start).collect() } else { vec![] },
        balls: balls.len(),
        events: 0,
        impacts: 0,
        ball_impacts: 0,
        overlaps: 0,
        quarantined: 0,
        energy: [world.energy().unwrap_or(f64::NAN); 3],
        took: Duration::ZERO,
    };
    run.energy[2] = 0.0;
    frame(world)?;
    let steps = (look.seconds / look.step).ceil().max(1.0) as u64;
    let mut next_trail = 0.0;
    for step in 1..=steps {
        // Counted, not summed: the last step ends at the time that was asked for.
        let end = if step == steps { look.seconds } else { step as f64 * look.step };
        let clock = Instant::now();
        let done = world.advance((end - world.time()).max(0.0))?;
        run.took += clock.elapsed();
        if done.outcome == Outcome::Budget {
            let at = world.time();
            return Err(Failure::problem(format_args!("gave up at {at} s: more than a million events in one step")));
        }
        for &event in world.events() {
            count(&mut run, world, event);
        }
        if look.trail.is_some() && (end >= next_trail || step == steps) {
            for (trail, &id) in run.trails.iter_mut().zip(&balls) {
                trail.push((world.time(), world.position(id).truncate()));
            }
            next_trail = end + look.trail.unwrap_or(f64::INFINITY);
        }
        frame(world)?;
    }
    run.energy[1] = world.energy().unwrap_or(f64::NAN);
    Ok(run)
}

fn count(run: &mut Run, world: &World, event: Event) {
    run.events += 1;
    let (hit, other) = match event.what {
        What::Impact { hit, .. } => (hit, None),
        What::BallImpact { hit, other } => (hit, Some(other)),
        What::Overlap { .. } => return run.overlaps += 1,
        What::Quarantined => return run.quarantined += 1,
        _ => return,
    };
    run.energy[2] += hit.energy_lost;
    *(if other.is_some() { &mut run.ball_impacts } else { &mut run.impacts }) += 1;
    // At the impact each ball's centre is one radius from the point, on its side.
    let centre = |id: BallId, side: f64| {
        let radius = world.ball(id).map_or(0.0, |ball| ball.radius);
        (event.time, (hit.point + hit.normal * (side * radius)).truncate())
    };
    if let Some(trail) = run.trails.get_mut(event.ball.index()) {
        trail.push(centre(event.ball, 1.0));
    }
    if let Some((trail, other)) = other.and_then(|other| Some((run.trails.get_mut(other.index())?, other))) {
        trail.push(centre(other, -1.0));
    }
}
