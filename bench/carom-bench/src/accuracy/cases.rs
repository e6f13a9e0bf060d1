//! The cases, each run at one kind of steps and compared with its exact answer.

use scenes::catalogue::Run;
use scenes::exact::{self, State};
use scenes::shots::{self, Target};
use scenes::{BALL_RADIUS, Scene, long};

use super::steps::Steps;
use super::{CONSERVED, LONG_POSITION, Measure, Outcome, POSITION, VELOCITY, apart, worse};
use crate::sim::Sim;
use crate::{Fault, recorded};

/// Seconds of the long runs.
const MINUTE: f64 = 60.0;

/// Every case at every kind of steps, the kinds of one case next to each other.
pub(super) fn all() -> Result<Vec<Outcome>, Fault> {
    let mut outcomes = Vec::new();
    for target in Target::ALL {
        for speed in shots::SPEEDS {
            for steps in Steps::ALL {
                outcomes.push(shot(target, speed, steps)?);
            }
        }
    }
    let long: [fn(Steps) -> Result<Outcome, Fault>; 8] = [
        bounce,
        |steps| arcbox("arcbox 1 s", 1.0, steps),
        |steps| arcbox("arcbox 60 s", MINUTE, steps),
        rest,
        settle,
        |steps| stadium(64, steps),
        |steps| stadium(1024, steps),
        circle,
    ];
    for case in long {
        for steps in Steps::ALL {
            outcomes.push(case(steps)?);
        }
    }
    Ok(outcomes)
}

fn shot(target: Target, speed: u32, steps: Steps) -> Result<Outcome, Fault> {
    let shot = shots::shot(target, speed);
    let mut sim = build(shot.scene, 0.0, 1.0)?;
    let end = drive(&mut sim, steps, shots::COMPARED_AT, |_| ())?;
    let velocity = apart(end.velocity, shot.exact.velocity) / f64::from(speed);
    Ok(Outcome {
        case: format!("{} {speed} m/s", target.name()),
        steps,
        // All of them come back the way they came.
        through: end.velocity[0] > 0.0,
        measures: vec![
            Measure::new("velocity", velocity, VELOCITY),
            Measure::new("position", apart(end.position, shot.exact.position), POSITION),
        ],
        end,
        peers: recorded::shot(steps.name(), target.name(), speed),
    })
}

fn bounce(steps: Steps) -> Result<Outcome, Fault> {
    let scene = long::bounce();
    let exact = exact::bounce(&scene.balls[0], long::GRAVITY, MINUTE);
    falling("bounce 60 s", scene, exact, MINUTE, LONG_POSITION, steps)
}

fn arcbox(case: &str, seconds: f64, steps: Steps) -> Result<Outcome, Fault> {
    let scene = long::arcbox();
    let exact = exact::bounce_between_walls(&scene.balls[0], 1.0, long::GRAVITY, seconds);
    let limit = if seconds > 1.0 { LONG_POSITION } else { POSITION };
    falling(case, scene, exact, seconds, limit, steps)
}

/// A ball that falls and bounces without loss: its energy, after every step, and its place at the end.
fn falling(case: &str, scene: Scene, exact: State, seconds: f64, limit: f64, steps: Steps) -> Result<Outcome, Fault> {
    let mut sim = build(scene, long::GRAVITY, 1.0)?;
    let energy = |state: &State| {
        let [vx, vy] = state.velocity;
        0.5 * (vx * vx + vy * vy) + long::GRAVITY * (state.position[1] - BALL_RADIUS)
    };
    let before = energy(&sim.state(0));
    let mut change = 0.0;
    let end = drive(&mut sim, steps, seconds, |state| change = worse(change, (energy(state) / before - 1.0).abs()))?;
    Ok(Outcome {
        case: case.to_owned(),
        steps,
        through: false,
        measures: vec![
            Measure::new("energy", change, CONSERVED),
            Measure::new("position", apart(end.position, exact.position), limit),
            Measure::noted("velocity", apart(end.velocity, exact.velocity)),
        ],
        end,
        peers: recorded::long(case, steps.name()).to_owned(),
    })
}

fn rest(steps: Steps) -> Result<Outcome, Fault> {
    let mut sim = build(long::rest(), long::GRAVITY, 0.5)?;
    let mut still = Still::default();
    let end = drive(&mut sim, steps, 10.0, |state| still.see(state))?;
    Ok(Outcome {
        case: "rest 10 s".to_owned(),
        steps,
        through: false,
        measures: vec![
            Measure::new("sink", still.sink, 0.0),
            Measure::new("jitter", still.jitter(), 0.0),
            Measure::new("v rms", still.speed(), 0.0),
        ],
        end,
        peers: recorded::long("rest 10 s", steps.name()).to_owned(),
    })
}

/// Not among the peers' cases: a ball dropped with a loss has infinitely many bounces behind it after half a second, and
/// then must lie as still as one that was laid down.
fn settle(steps: Steps) -> Result<Outcome, Fault> {
    let mut scene = long::bounce();
    scene.balls[0].position[1] = BALL_RADIUS + 0.1;
    let mut sim = build(scene, long::GRAVITY, 0.5)?;
    let (mut still, mut time) = (Still::default(), 0.0);
    let cut = steps.cut(10.0);
    for step in cut {
        sim.advance(step)?;
        time += step;
        if time > 1.0 {
            still.see(&sim.state(0));
        }
    }
    Ok(Outcome {
        case: "settle 10 s".to_owned(),
        steps,
        through: false,
        measures: vec![
            Measure::noted("sink", still.sink),
            Measure::noted("jitter", still.jitter()),
            Measure::noted("v rms", still.speed()),
        ],
        end: sim.state(0),
        peers: "-".to_owned(),
    })
}

fn stadium(chords: u32, steps: Steps) -> Result<Outcome, Fault> {
    let scene = long::stadium(chords);
    let (exact, _) = exact::in_polygon(&scene.balls[0], &scene.segments, MINUTE);
    let case = format!("stadium{chords} 60 s");
    let mut outcome = round(build(scene, 0.0, 1.0)?, &case, steps, exact)?;
    // The corners take and give angular momentum: what the ball has at the end must be the polygon's, not the start's.
    let momentum = |state: &State| angular(state) / 0.6;
    let wrong = (momentum(&outcome.end) - momentum(&exact)).abs();
    outcome.measures.push(Measure::noted("angular", wrong));
    Ok(outcome)
}

fn circle(steps: Steps) -> Result<Outcome, Fault> {
    let ball = long::circling();
    let exact = exact::in_circle(&ball, long::CIRCLE_RADIUS, MINUTE);
    let sim = Sim::in_circle(ball, long::CIRCLE_RADIUS)?;
    let before = angular(&sim.state(0));
    let mut outcome = round(sim, "true arc 60 s", steps, exact)?;
    let change = (angular(&outcome.end) / before - 1.0).abs();
    outcome.measures.push(Measure::new("angular", change, CONSERVED));
    Ok(outcome)
}

/// A ball that goes round without gravity: its speed and energy after every step, its place at the end.
fn round(mut sim: Sim, case: &str, steps: Steps, exact: State) -> Result<Outcome, Fault> {
    let before = speed2(&sim.state(0));
    let (mut energy, mut speed) = (0.0, 0.0);
    let end = drive(&mut sim, steps, MINUTE, |state| {
        let share = speed2(state) / before;
        energy = worse(energy, (share - 1.0).abs());
        speed = worse(speed, (libm::sqrt(share) - 1.0).abs());
    })?;
    Ok(Outcome {
        case: case.to_owned(),
        steps,
        through: libm::hypot(end.position[0], end.position[1]) > long::CIRCLE_RADIUS,
        measures: vec![
            Measure::new("energy", energy, CONSERVED),
            Measure::noted("|v|", speed),
            Measure::new("position", apart(end.position, exact.position), LONG_POSITION),
        ],
        end,
        peers: recorded::long(case, steps.name()).to_owned(),
    })
}

/// What is seen of a ball that should lie still.
#[derive(Debug)]
struct Still {
    sink: f64,
    low: f64,
    high: f64,
    sum: f64,
    seen: f64,
}

impl Default for Still {
    fn default() -> Self {
        Still { sink: f64::NEG_INFINITY, low: f64::INFINITY, high: f64::NEG_INFINITY, sum: 0.0, seen: 0.0 }
    }
}

impl Still {
    fn see(&mut self, state: &State) {
        let height = state.position[1];
        // Below its place or above it: neither is rest.
        self.sink = worse(self.sink, (BALL_RADIUS - height).abs());
        (self.low, self.high) = (self.low.min(height), worse(self.high, height));
        self.sum += speed2(state);
        self.seen += 1.0;
    }

    fn jitter(&self) -> f64 {
        self.high - self.low
    }

    fn speed(&self) -> f64 {
        libm::sqrt(self.sum / self.seen)
    }
}

fn build(scene: Scene, gravity: f64, restitution: f64) -> Result<Sim, Fault> {
    Sim::new(&Run { gravity, restitution, ..Run::of_file("", scene) })
}

/// Lets `seconds` go by, showing the ball to `see` after every step; where it is in the end.
fn drive(sim: &mut Sim, steps: Steps, seconds: f64, mut see: impl FnMut(&State)) -> Result<State, Fault> {
    for step in steps.cut(seconds) {
        sim.advance(step)?;
        see(&sim.state(0));
    }
    Ok(sim.state(0))
}

fn speed2(state: &State) -> f64 {
    let [vx, vy] = state.velocity;
    vx * vx + vy * vy
}

/// Angular momentum about the origin, per mass.
fn angular(state: &State) -> f64 {
    state.position[0] * state.velocity[1] - state.position[1] * state.velocity[0]
}
