//! What happened in a shot, as far as a picture needs it.

use carom::billiards::{Event, Leg, Phase, Shot, What};
use carom::{DQuat, DVec3};

/// What happened in a shot: the motion of every ball, stretch by stretch, and the events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Of each ball its legs, in order of time.
    legs: Vec<Vec<Leg>>,
    events: Vec<Event>,
    end: f64,
}

/// Where a ball is at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Whereabouts {
    /// Its centre, and how it moves.
    Seen(DVec3, Phase),
    /// In a pocket: its number.
    Potted(usize),
    /// Off the table.
    Gone,
}

impl Course {
    /// A shot as far as it has been played.
    pub fn of(shot: &Shot) -> Self {
        let legs = (0..shot.ball_count()).map(|ball| shot.legs(ball).copied().collect()).collect();
        Self { legs, events: shot.events().to_vec(), end: shot.time() }
    }

    /// Legs and events from anywhere, up to a moment (s after the strike).
    pub fn new(legs: impl IntoIterator<Item = Leg>, events: Vec<Event>, end: f64) -> Self {
        let mut all: Vec<Vec<Leg>> = Vec::new();
        for leg in legs {
            // A ball with a number out of all proportion is nobody's.
            if leg.ball < 10_000 {
                all.resize(all.len().max(leg.ball + 1), Vec::new());
                all[leg.ball].push(leg);
            }
        }
        all.iter_mut().for_each(|legs| legs.sort_by(|a, b| a.start.total_cmp(&b.start)));
        Self { legs: all, events, end }
    }

    /// The same up to another moment: shorter, or on to a moment between the last event and what would come next.
    #[must_use]
    pub fn until(mut self, time: f64) -> Self {
        if time > self.end && time.is_finite() {
            let ends = self.legs.iter().flatten().filter(|leg| leg.state.phase.moves()).map(|leg| leg.end);
            self.end = time.min(ends.fold(self.end, f64::max));
        } else if time < self.end {
            self.end = time;
            self.events.retain(|event| event.time <= time);
            self.legs.iter_mut().for_each(|legs| legs.retain(|leg| leg.start < time));
        }
        self
    }

    /// s after the strike: when it ends.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// The events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The legs of a ball in which its centre moves, each with the moment at which it ends.
    pub(crate) fn moving(&self, ball: usize) -> impl Iterator<Item = (&Leg, f64)> {
        let legs = self.legs.get(ball).map(Vec::as_slice).unwrap_or_default();
        let timed = legs.iter().map(|leg| (leg, leg.end.min(self.end)));
        timed.filter(|(leg, end)| leg.state.phase.moves() && *end > leg.start && leg.start.is_finite())
    }

    /// The ball that the cue struck.
    pub(crate) fn struck(&self) -> Option<usize> {
        self.events.iter().find_map(|event| match event.what {
            What::Strike { ball } => Some(ball),
            _ => None,
        })
    }

    /// Where a ball is at a moment; `None` if nothing is known of it.
    pub(crate) fn whereabouts(&self, ball: usize, time: f64) -> Option<Whereabouts> {
        for event in self.events.iter().filter(|event| event.time <= time) {
            match event.what {
                What::Pot { ball: potted, pocket } if potted == ball => return Some(Whereabouts::Potted(pocket)),
                What::Off { ball: gone } if gone == ball => return Some(Whereabouts::Gone),
                _ => {}
            }
        }
        let legs = self.legs.get(ball)?;
        let leg = legs.get(legs.partition_point(|leg| leg.start <= time).checked_sub(1)?)?;
        Some(Whereabouts::Seen(place(leg, time.min(leg.end)), leg.state.phase))
    }

    /// How far a ball has turned from its start to each of these rising moments.
    pub(crate) fn turns(&self, ball: usize, times: &[f64]) -> Vec<DQuat> {
        let legs = self.legs.get(ball).map(Vec::as_slice).unwrap_or_default();
        let mut turned = DQuat::IDENTITY;
        let mut k = 0;
        let mut now = 0.0;
        let mut found = Vec::with_capacity(times.len());
        for &time in times {
            while let Some(leg) = legs.get(k) {
                let from = leg.start.max(now);
                let to = leg.end.min(time);
                if to > from {
                    turned = turn(leg, from, to, turned);
                }
                now = now.max(to);
                if leg.end > time {
                    break;
                }
                k += 1;
            }
            now = now.max(time);
            found.push(turned);
        }
        found
    }
}

/// The centre of a ball at a moment of its leg: `p + v t + a t²/2`.
pub(crate) fn place(leg: &Leg, time: f64) -> DVec3 {
    let t = (time - leg.start).max(0.0);
    leg.state.position + leg.state.velocity * t + leg.acceleration * (0.5 * t * t)
}

/// Turns a ball on through a stretch of a leg. The spin changes its direction slowly while a ball slides, so short steps
/// about its mean are enough for the eye.
fn turn(leg: &Leg, from: f64, to: f64, mut turned: DQuat) -> DQuat {
    let steps = (((to - from) / 0.01).ceil().clamp(1.0, 1000.0)) as usize;
    let step = (to - from) / steps as f64;
    for k in 0..steps {
        let middle = from + (k as f64 + 0.5) * step - leg.start;
        let mut spin = leg.state.spin + leg.spin_rate * middle;
        if spin.z * leg.state.spin.z < 0.0 {
            spin.z = 0.0;
        }
        let half = 0.5 * spin.length() * step;
        if half > 0.0 && half.is_finite() {
            let axis = spin.normalize_or_zero() * libm::sin(half);
            turned = (DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(half)) * turned).normalize();
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::billiards::BallState;

    fn rolling(start: f64, end: f64, x: f64, speed: f64) -> Leg {
        let state = BallState {
            phase: Phase::Rolling,
            position: DVec3::new(x, 0.0, 0.03),
            velocity: DVec3::new(speed, 0.0, 0.0),
            spin: DVec3::new(0.0, speed / 0.03, 0.0),
        };
        Leg { ball: 0, start, end, state, acceleration: DVec3::ZERO, spin_rate: DVec3::ZERO }
    }

    /// A ball that rolls once round its girth stands as before; after a quarter of it its top points forwards.
    #[test]
    fn a_ball_turns_as_far_as_it_rolls() {
        let girth = core::f64::consts::TAU * 0.03;
        let course = Course::new([rolling(0.0, 0.5, 0.0, girth), rolling(0.5, 2.0, 0.5 * girth, girth)], vec![], 2.0);
        let turns = course.turns(0, &[0.0, 0.25, 1.0]);
        assert!((turns[1] * DVec3::Z - DVec3::X).length() < 1e-9, "{}", turns[1] * DVec3::Z);
        assert!((turns[2] * DVec3::Z - DVec3::Z).length() < 1e-9);
        assert_eq!(turns[0], DQuat::IDENTITY);
    }

    #[test]
    fn a_course_cut_short_ends_where_it_was_cut() {
        let course = Course::new([rolling(0.0, 1.0, 0.0, 1.0), rolling(1.0, 2.0, 1.0, 1.0)], vec![], 2.0).until(0.5);
        assert_eq!((course.end(), course.moving(0).count()), (0.5, 1));
        assert_eq!(course.moving(0).next().map(|(_, end)| end), Some(0.5));
        let Some(Whereabouts::Seen(at, _)) = course.whereabouts(0, 0.5) else { panic!("it is there") };
        assert!((at.x - 0.5).abs() < 1e-12);
        assert_eq!(course.whereabouts(3, 0.5), None);
    }

    /// A shot that was stopped at a moment is known until then, though its last event came before.
    #[test]
    fn balls_under_way_go_on_to_the_moment_asked_for() {
        let course = |end: f64| Course::new([rolling(0.0, end, 0.0, 1.0)], vec![], 0.25);
        assert_eq!(course(f64::INFINITY).until(0.75).end(), 0.75);
        assert_eq!(course(0.5).until(0.75).end(), 0.5);
        assert_eq!(course(f64::INFINITY).until(f64::INFINITY).end(), 0.25);
    }
}
