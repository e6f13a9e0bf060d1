//! What holds for two balls of any mass and size, whichever law they obey.

use super::*;
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    proptest::array::uniform3(-size..size).prop_map(DVec3::from)
}

fn spec() -> impl Strategy<Value = BallSpec> {
    (0.05..0.5_f64, 0.02..0.05_f64, 0.0..=1.0_f64, 0.0..0.3_f64, 0.05..0.5_f64).prop_map(
        |(mass, radius, ball_restitution, ball_friction, slide)| BallSpec {
            mass,
            radius,
            ball_restitution,
            ball_friction,
            slide,
            ..BallSpec::POOL
        },
    )
}

fn friction() -> impl Strategy<Value = BallFriction> {
    prop_oneof![Just(BallFriction::default()), Just(BallFriction::Average)]
}

/// The laws that know no cloth.
fn free_law() -> impl Strategy<Value = PairModel> {
    prop_oneof![Just(PairModel::Frictionless), friction().prop_map(|friction| PairModel::Frictional { friction })]
}

fn any_law() -> impl Strategy<Value = PairModel> {
    let integrated = friction().prop_map(|friction| PairModel::Mathavan2014 { friction, steps: 500 });
    prop_oneof![free_law(), integrated]
}

/// Two balls that touch: their numbers, their motion, the line of centres.
#[derive(Clone, Copy, Debug)]
struct Two {
    specs: [BallSpec; 2],
    states: [BallState; 2],
    normal: DVec3,
}

impl Two {
    fn meet(&self, law: PairModel, lossless: bool) -> [BallState; 2] {
        let [a, b] = &self.specs;
        let (states, normal) = (self.states, self.normal);
        law.resolve(&Meeting { specs: [a, b], states, normal, lossless, quirks: Quirks::NONE })
    }

    fn with(&self, states: [BallState; 2]) -> Self {
        Self { states, ..*self }
    }

    /// The same, or with both velocities turned round, so that the balls come together.
    fn approaching(&self) -> Self {
        if self.approach() >= 0.0 { *self } else { self.backwards() }
    }

    fn backwards(&self) -> Self {
        self.with(self.states.map(|state| BallState { velocity: -state.velocity, ..state }))
    }

    fn exchanged(&self) -> Self {
        let ([a, b], [p, q]) = (self.specs, self.states);
        Self { specs: [b, a], states: [q, p], normal: -self.normal }
    }

    /// Seen in a mirror that turns `x` round: spins keep their `x` and change the others.
    fn mirrored(&self) -> Self {
        let states =
            self.states.map(|state| BallState { velocity: flip(state.velocity), spin: -flip(state.spin), ..state });
        Self { states, normal: flip(self.normal), ..*self }
    }

    fn approach(&self) -> f64 {
        (self.states[0].velocity - self.states[1].velocity).dot(self.normal)
    }

    fn momentum(&self) -> DVec3 {
        self.specs[0].mass * self.states[0].velocity + self.specs[1].mass * self.states[1].velocity
    }

    fn energy(&self) -> f64 {
        self.states[0].kinetic_energy(&self.specs[0]) + self.states[1].kinetic_energy(&self.specs[1])
    }

    /// Each ball's angular momentum about the point where they touch.
    fn angular(&self) -> [DVec3; 2] {
        [(0, -1.0), (1, 1.0)].map(|(k, sign): (usize, f64)| {
            let (spec, state) = (&self.specs[k], &self.states[k]);
            let arm = sign * spec.radius * self.normal;
            spec.inertia() * state.spin + arm.cross(spec.mass * state.velocity)
        })
    }
}

fn flip(v: DVec3) -> DVec3 {
    DVec3::new(-v.x, v.y, v.z)
}

/// In the air, touching along any line.
fn aloft() -> impl Strategy<Value = Two> {
    let normal = vector(1.0).prop_filter_map("a direction", DVec3::try_normalize);
    (spec(), spec(), normal, [vector(3.0), vector(3.0)], [vector(100.0), vector(100.0)]).prop_map(
        |(a, b, normal, velocity, spin)| {
            let state = |k: usize| BallState {
                phase: Phase::Airborne,
                velocity: velocity[k],
                spin: spin[k],
                ..BallState::default()
            };
            Two { specs: [a, b], states: [state(0), state(1)], normal }.approaching()
        },
    )
}

/// On the cloth: the line of centres leans when the sizes differ.
fn on_cloth() -> impl Strategy<Value = Two> {
    (aloft(), -4.0..4.0_f64).prop_map(|(two, angle)| {
        let [a, b] = [two.specs[0].radius, two.specs[1].radius];
        let up = (b - a) / (a + b);
        let level = (1.0 - up * up).sqrt();
        let normal = DVec3::new(level * libm::cos(angle), level * libm::sin(angle), up);
        let states = two.states.map(|state| BallState {
            phase: Phase::Sliding,
            velocity: DVec3::new(state.velocity.x, state.velocity.y, 0.0),
            ..state
        });
        Two { states, normal, ..two }.approaching()
    })
}

fn same(a: &[BallState; 2], b: &[BallState; 2], within: f64) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a.velocity - b.velocity).length() <= within && (a.spin - b.spin).length() <= within * 100.0)
}

/// Direction of a slip, shrinking to nothing below a millimetre per second. Whole friction against a slip that has ended
/// would jump to and fro from step to step, and the cloth would feel its downward half only.
fn direction(slip: DVec3) -> DVec3 {
    slip / slip.length().max(1e-3)
}

/// Coulomb friction written out: the normal impulse in `steps` pieces, each with friction against the slip of that moment.
/// With `cloth`, the cloth rubs under a ball that is pressed down, no ball leaves it, and restitution goes by energy.
fn by_small_steps(two: &Two, friction: f64, restitution: f64, cloth: bool, steps: u32) -> [BallState; 2] {
    let mut now = *two;
    let [one, other] = two.specs;
    let level = if cloth { two.normal.truncate().length_squared() } else { 1.0 };
    let push = (1.0 + restitution) * two.approach() / (level * (1.0 / one.mass + 1.0 / other.mass)) / f64::from(steps);
    let mut stored = 0.0;
    for done in 0.. {
        let arms = [one.radius * two.normal, -other.radius * two.normal];
        let surface = |k: usize| now.states[k].velocity + now.states[k].spin.cross(arms[k]);
        let slip = (surface(0) - surface(1)).reject_from_normalized(two.normal);
        let rub = -friction * push * direction(slip);
        let before = now.approach();
        for (k, impulse) in [(0, rub - push * two.normal), (1, push * two.normal - rub)] {
            let (spec, state) = (&two.specs[k], &mut now.states[k]);
            let foot = DVec3::new(0.0, 0.0, -spec.radius);
            let mut drag = DVec3::ZERO;
            if cloth && impulse.z < 0.0 {
                let over = (state.velocity + state.spin.cross(foot)).with_z(0.0);
                drag = spec.slide * impulse.z * direction(over);
            }
            state.velocity += (impulse + drag) / spec.mass;
            state.spin += (arms[k].cross(impulse) + foot.cross(drag)) / spec.inertia();
            if cloth {
                state.velocity.z = 0.0;
            }
        }
        let work = 0.5 * push * (before + now.approach());
        let over = if cloth {
            stored += if work > 0.0 { work } else { work / (restitution * restitution) };
            stored <= 0.0
        } else {
            done + 1 == steps
        };
        if over {
            break;
        }
    }
    now.states
}

proptest! {
    #[test]
    fn momentum_stays_and_energy_does_not_grow(two in aloft(), law in free_law(), lossless: bool) {
        let after = two.with(two.meet(law, lossless));
        prop_assert!((after.momentum() - two.momentum()).length() < 1e-14);
        prop_assert!(after.energy() <= two.energy() * (1.0 + 1e-14));
    }

    /// The impulse goes through the contact point, so it cannot turn anything about it.
    #[test]
    fn angular_momentum_about_the_contact_stays(two in aloft(), law in free_law()) {
        let after = two.with(two.meet(law, false)).angular();
        for (after, before) in after.into_iter().zip(two.angular()) {
            prop_assert!((after - before).length() < 1e-15, "{after} {before}");
        }
    }

    #[test]
    fn balls_part_at_the_restitution_times_the_approach(two in aloft(), friction in friction(), lossless: bool) {
        let mean = 0.5 * (two.specs[0].ball_restitution + two.specs[1].ball_restitution);
        let restitution = if lossless { 1.0 } else { mean };
        let after = two.with(two.meet(PairModel::Frictional { friction }, lossless));
        prop_assert!((after.approach() + restitution * two.approach()).abs() < 1e-13);
    }

    /// The cloth takes momentum, never gives energy.
    #[test]
    fn energy_does_not_grow_on_the_cloth(two in on_cloth(), law in any_law(), lossless: bool) {
        let after = two.with(two.meet(law, lossless));
        prop_assert!(after.energy() <= two.energy() * (1.0 + 1e-9), "{} {}", after.energy(), two.energy());
    }

    #[test]
    fn balls_that_part_are_left_alone(two in on_cloth(), law in any_law()) {
        let apart = two.backwards();
        prop_assert_eq!(apart.meet(law, false), apart.states);
    }

    #[test]
    fn positions_and_phases_are_left_alone(two in on_cloth(), law in any_law(), at in vector(1.0)) {
        let placed = two.with(two.states.map(|state| BallState { position: at, ..state }));
        for state in placed.meet(law, false) {
            prop_assert_eq!((state.position, state.phase), (at, Phase::Sliding));
        }
    }

    #[test]
    fn it_does_not_matter_which_ball_is_named_first(two in on_cloth(), law in any_law()) {
        let [b, a] = two.exchanged().meet(law, false);
        prop_assert!(same(&[a, b], &two.meet(law, false), 1e-12));
    }

    #[test]
    fn the_mirror_shows_the_same_law(two in on_cloth(), law in any_law()) {
        let seen = two.mirrored().meet(law, false);
        prop_assert!(same(&seen, &two.with(two.meet(law, false)).mirrored().states, 1e-12));
    }

    /// The formulas as written for equal balls on a level line: normal parts by the restitution, a seventh of the slip.
    #[test]
    fn equal_balls_have_the_formulas_for_equal_balls(two in on_cloth(), friction in friction(), quirky: bool) {
        let spec = two.specs[0];
        let level = two.normal.with_z(0.0).normalize();
        let two = Two { specs: [spec; 2], normal: level, ..two }.approaching();
        let quirks = if quirky { Quirks::POOLTOOL } else { Quirks::NONE };
        let law = PairModel::Frictional { friction };
        let [a, b] = two.states;
        let got = law.resolve(&Meeting { specs: [&spec; 2], states: [a, b], normal: level, lossless: false, quirks });

        let (e, r) = (spec.ball_restitution, spec.radius);
        let (p, q) = (a.velocity.dot(level), b.velocity.dot(level));
        let (p_after, q_after) = (0.5 * ((1.0 - e) * p + (1.0 + e) * q), 0.5 * ((1.0 + e) * p + (1.0 - e) * q));
        let (a_across, b_across) = (a.velocity - p * level, b.velocity - q * level);
        let slip = (a_across + a.spin.cross(r * level)) - (b_across - b.spin.cross(r * level));
        let slip = slip - slip.dot(level) * level;
        let pressing = if quirky { q_after - p_after } else { 0.5 * (1.0 + e) * (p - q) };
        let most = friction.coefficient([&spec; 2], slip.length()) * pressing;
        let kick = if slip.length() > 7.0 * most { -most * slip.normalize() } else { -slip / 7.0 };
        let turn = 2.5 / r * level.cross(kick);
        let want = [
            BallState { velocity: a_across + p_after * level + kick, spin: a.spin + turn, ..a },
            BallState { velocity: b_across + q_after * level - kick, spin: b.spin + turn, ..b },
        ];
        prop_assert!(same(&got, &want, 1e-12), "{got:?} {want:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Any masses, any sizes, any line in space: the closed form against the small steps.
    #[test]
    fn the_closed_form_is_coulombs_law_in_small_steps(two in aloft()) {
        let friction = 0.5 * (two.specs[0].ball_friction + two.specs[1].ball_friction);
        let restitution = 0.5 * (two.specs[0].ball_restitution + two.specs[1].ball_restitution);
        let want = by_small_steps(&two, friction, restitution, false, 20_000);
        let got = two.meet(PairModel::Frictional { friction: BallFriction::Average }, false);
        prop_assert!(same(&got, &want, 3e-3), "{got:?} {want:?}");
    }

    /// The integral with the cloth, written a second time: with arms and cross products instead of the paper's axes.
    #[test]
    fn the_integral_with_the_cloth_is_coulombs_law_in_small_steps(two in on_cloth()) {
        let friction = 0.5 * (two.specs[0].ball_friction + two.specs[1].ball_friction);
        let restitution = 0.5 * (two.specs[0].ball_restitution + two.specs[1].ball_restitution);
        let want = by_small_steps(&two, friction, restitution, true, 20_000);
        let got = two.meet(PairModel::Mathavan2014 { friction: BallFriction::Average, steps: 20_000 }, false);
        prop_assert!(same(&got, &want, 3e-3), "{got:?} {want:?}");
    }

    /// More steps, the same answer: the error of a thousand is a thousandth.
    #[test]
    fn a_thousand_steps_are_enough(two in on_cloth(), friction in friction()) {
        let few = two.meet(PairModel::Mathavan2014 { friction, steps: 1000 }, false);
        let many = two.meet(PairModel::Mathavan2014 { friction, steps: 50_000 }, false);
        prop_assert!(same(&few, &many, 5e-3), "{few:?} {many:?}");
    }
}

/// A heavy ball meets a light one full: the light one leaves at nearly twice the speed, as in a pinball machine.
#[test]
fn a_heavy_ball_drives_a_light_one_away() {
    let heavy = BallSpec { mass: 1.0, ..BallSpec::POOL };
    let light = BallSpec { mass: 0.001, ..BallSpec::POOL };
    let rolling = BallState { phase: Phase::Sliding, velocity: DVec3::X, ..BallState::default() };
    let two = Two { specs: [heavy, light], states: [rolling, BallState::default()], normal: DVec3::X };
    let [a, b] = two.meet(PairModel::Frictionless, false);
    close(a.velocity.x, 0.999 / 1.001, 1e-15, "the heavy one");
    close(b.velocity.x, 2.0 / 1.001, 1e-15, "the light one");
}

/// Follow rubs the object ball downwards and the cue ball upwards: the laws say so, the cloth decides what comes of it.
#[test]
fn a_rolling_cue_ball_is_lifted_by_the_ball_it_meets() {
    let spec = BallSpec::POOL;
    let after = cut_shot(PairModel::default(), &spec, Quirks::NONE, 0.0, 2.0, rolling(&spec, 2.0));
    assert!(after[0].velocity.z > 0.01, "the cue ball: {}", after[0].velocity);
    close(after[1].velocity.z, -after[0].velocity.z, 1e-16, "the object ball, downwards");
    let flat = PairModel::Mathavan2014 { friction: BallFriction::default(), steps: 1000 };
    let after = cut_shot(flat, &spec, Quirks::NONE, 0.0, 2.0, rolling(&spec, 2.0));
    assert!(after.iter().all(|state| state.velocity.z == 0.0), "the paper keeps both on the cloth");
}

/// In the air there is no cloth to integrate: the closed form takes over.
#[test]
fn balls_in_the_air_know_no_cloth() {
    let states = [(DVec3::new(0.5, 0.0, -1.0), Phase::Airborne), (DVec3::ZERO, Phase::Stationary)]
        .map(|(velocity, phase)| BallState { phase, velocity, ..BallState::default() });
    let two = Two { specs: [BallSpec::POOL; 2], states, normal: DVec3::new(0.6, 0.0, -0.8) };
    let friction = BallFriction::default();
    let integrated = two.meet(PairModel::Mathavan2014 { friction, steps: 1000 }, false);
    assert_eq!(integrated, two.meet(PairModel::Frictional { friction }, false), "the same as the closed form");
    assert!(integrated[1].velocity.z < 0.0, "the lower ball is pushed down: {}", integrated[1].velocity);
}
