//! Two balls meet. Visual Pinball takes the line between them at the mirrored moment; ours is the true one, and it is held
//! to the textbook's answer.

use super::roll::pull;
use super::{Finding, Measure};
use crate::case::{Case, Fault, Field};
use crate::record::{Record, State};
use crate::tolerance::{BALLS, TICK};
use carom::DVec3;

/// Part of the approach speed that comes back between balls: Visual Pinball's, for all balls.
const RESTITUTION: f64 = 0.8;
/// Visual Pinball strikes balls that are this near at the beginning of a tick at once.
const TOUCH_LAYER: f64 = 0.05;

pub(crate) fn compare(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let slack = 2.0 * TICK * pull(&case.params())?;
    let ends = |record: &Record| record.rows.last().map(|row| (row.ms, row.balls.clone()));
    let Some(((ms, expected), (_, got))) = ends(&case.record).zip(ends(ours)) else { return Ok(Finding::default()) };
    let incoming = Pair::read(case)?.incoming();
    Ok(apart(&expected, &got, incoming, slack, ms))
}

fn apart(expected: &[State], got: &[State], incoming: f64, slack: f64, ms: f64) -> Finding {
    let mut finding = Finding::default();
    if expected.len() != 2 || got.len() != 2 {
        finding.complain("two balls are needed");
        return finding;
    }
    for (k, name) in ["velocity of a", "velocity of b"].into_iter().enumerate() {
        let mut difference = got[k].velocity - expected[k].velocity;
        if slack > 0.0 {
            // On the playfield: what a supported ball shows upwards means nothing.
            difference.z = 0.0;
        }
        let error = (difference.length() - slack).max(0.0) / incoming;
        let error = if difference.is_finite() { error } else { f64::INFINITY };
        finding.measures.push(Measure::new(name, error, BALLS, ms));
    }
    finding
}

/// Two balls on their way to each other.
#[derive(Clone, Copy, Debug)]
struct Pair {
    states: [State; 2],
    masses: [f64; 2],
    reach: f64,
}

impl Pair {
    fn read(case: &Case) -> Result<Self, Fault> {
        let params = case.params();
        let (a, b) = (params.get("a")?, params.get("b")?);
        let state = |ball: &Field<'_>| -> Result<State, Fault> {
            Ok(State { place: ball.vec3("pos")?, velocity: ball.vec3("vel")?, spin: ball.vec3("omega")? })
        };
        Ok(Self {
            states: [state(&a)?, state(&b)?],
            masses: [a.num("ball_mass")?, b.num("ball_mass")?],
            reach: a.num("ball_radius")? + b.num("ball_radius")?,
        })
    }

    fn incoming(&self) -> f64 {
        self.states[0].velocity.length().max(self.states[1].velocity.length())
    }

    /// From a to b, and how that changes.
    fn between(&self) -> (DVec3, DVec3) {
        let [a, b] = self.states;
        (b.place - a.place, b.velocity - a.velocity)
    }

    /// When they touch, going straight on.
    fn meet(&self) -> Option<f64> {
        let (line, rate) = self.between();
        let (half, square) = (line.dot(rate), rate.length_squared());
        let root = (half * half - square * (line.length_squared() - self.reach * self.reach)).max(0.0).sqrt();
        let time = (-half - root) / square;
        (half < 0.0 && time.is_finite()).then_some(time.max(0.0))
    }

    /// The velocities after an impact at `time`, with the line of centres at that very moment.
    fn after(&self, time: f64) -> [State; 2] {
        let (line, rate) = self.between();
        let along = (line + rate * time).normalize_or_zero();
        let [m, n] = self.masses;
        let impulse = (1.0 + RESTITUTION) * (-rate.dot(along)).max(0.0) / (1.0 / m + 1.0 / n);
        let mut states = self.states;
        states[0].velocity -= along * (impulse / m);
        states[1].velocity += along * (impulse / n);
        states
    }

    /// By how much (rad) Visual Pinball's line of centres is turned against the true one: between the beginning of the
    /// tick and the impact it goes the wrong way, and balls in the touch layer are struck at the beginning.
    fn turned(&self) -> f64 {
        let Some(time) = self.meet() else { return 0.0 };
        let into = time - (time / TICK).floor() * TICK;
        let (line, rate) = self.between();
        let begin = line + rate * (time - into);
        let near = begin.length() - self.reach <= TOUCH_LAYER;
        let theirs = if near { begin } else { begin - rate * into };
        let truly = begin + rate * into;
        (theirs.normalize_or_zero() - truly.normalize_or_zero()).length()
    }
}

/// Does Visual Pinball's mirrored line show in this case?
pub(crate) fn is_mirrored(case: &Case) -> Result<bool, Fault> {
    Ok(Pair::read(case)?.turned() > BALLS)
}

/// The law: momentum and restitution along the true line of centres, and no change of spin.
pub(crate) fn true_normal(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let pair = Pair::read(case)?;
    let slack = 2.0 * TICK * pull(&case.params())?;
    let met = ours.rows.windows(2).find(|rows| changed(&rows[0].balls, &rows[1].balls) > 0.05 * pair.incoming());
    let Some([before, after]) = met else {
        return Ok(Finding { measures: Vec::new(), complaints: vec!["the balls do not meet".to_owned()] });
    };
    let [a, b] = before.balls.as_slice() else {
        return Err(Fault::new(case.params().at(), "needs two balls"));
    };
    let last = Pair { states: [*a, *b], ..pair };
    let Some(time) = last.meet() else {
        return Ok(Finding {
            measures: Vec::new(),
            complaints: vec!["the balls move apart and are pushed".to_owned()],
        });
    };
    Ok(apart(&last.after(time), &after.balls, pair.incoming(), slack, after.ms))
}

fn changed(before: &[State], after: &[State]) -> f64 {
    before.iter().zip(after).map(|(a, b)| (b.velocity - a.velocity).length()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(offset: f64, speed: f64, phase: f64) -> Pair {
        let at_impact = DVec3::new(-(2500.0 - offset * offset).sqrt(), offset, 0.0);
        let velocity = DVec3::new(speed, 0.0, 0.0);
        let a = State { place: at_impact - velocity * phase, velocity, spin: DVec3::ZERO };
        Pair { states: [a, State::default()], masses: [1.0, 1.0], reach: 50.0 }
    }

    #[test]
    fn head_on_nine_tenths_go_over() {
        let states = pair(0.0, 10.0, 1.037).after(1.037);
        assert!((states[0].velocity.x - 1.0).abs() < 1e-12, "{states:?}");
        assert!((states[1].velocity.x - 9.0).abs() < 1e-12, "{states:?}");
        assert!(pair(0.0, 40.0, 1.05).turned() < 1e-9, "head on there is nothing to mirror");
    }

    #[test]
    fn the_mirrored_line_is_foreseen() {
        // Recorded: 45 degrees, 40 units, in the middle of a tick: 2.5 degrees.
        let turned = pair(25.0 * 2.0_f64.sqrt(), 40.0, 1.05).turned();
        assert!((turned.to_degrees() - 3.2).abs() < 0.8, "{}", turned.to_degrees());
        assert!(pair(25.0 * 2.0_f64.sqrt(), 40.0, 1.001).turned() < BALLS, "at the beginning of a tick it is clean");
    }

    #[test]
    fn a_wrong_answer_is_seen() {
        let truth = pair(25.0, 10.0, 1.037).after(1.037);
        assert!(apart(&truth, &truth, 10.0, 0.0, 0.0).is_fine(), "the truth");
        let mut wrong = truth;
        wrong[1].velocity.y += 0.02;
        assert!(!apart(&truth, &wrong, 10.0, 0.0, 0.0).is_fine(), "a bit aside");
        wrong[1].velocity.y = f64::NAN;
        assert!(!apart(&truth, &wrong, 10.0, 0.0, 0.0).is_fine(), "no number");
    }
}
