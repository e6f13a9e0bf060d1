//! The laws of cushions and of landing: published rebounds, and what holds whatever the ball does.

use carom::DVec3;
use carom::billiards::{BallSpec, BallState, CushionModel, LandingModel, Phase, Quirks, Touch};
use proptest::prelude::*;

const MODELS: [CushionModel; 6] = [
    CushionModel::Simple { restitution: true },
    CushionModel::Han2005,
    CushionModel::Mathavan2010,
    CushionModel::Impulse,
    CushionModel::Stronge { omega: 1.8 },
    CushionModel::Stronge { omega: 1.2 },
];
const STRONGE: CushionModel = CushionModel::Stronge { omega: 1.8 };
/// Nose height of a seven-foot pool table, m.
const NOSE: f64 = 0.036_576;

/// A ball on the cloth at a cushion towards `+x`, the nose at the ball's radius from its centre as seen from above.
fn touch(spec: &BallSpec, nose: f64, velocity: DVec3, spin: DVec3) -> Touch<'_> {
    let state = BallState { phase: Phase::Sliding, position: DVec3::new(0.0, 0.0, spec.radius), velocity, spin };
    Touch {
        spec,
        state,
        out: DVec3::X,
        normal: DVec3::new(-spec.radius, 0.0, spec.radius - nose).normalize(),
        lean: (nose - spec.radius) / spec.radius,
        on_cloth: true,
        lossless: false,
    }
}

fn rolling(velocity: DVec3, radius: f64) -> DVec3 {
    DVec3::Z.cross(velocity) / radius
}

/// Angle from the normal in degrees and part of the speed kept, over the cloth.
fn rebound(model: CushionModel, degrees: f64, spin: impl Fn(DVec3, f64) -> DVec3) -> (f64, f64) {
    let spec = BallSpec::POOL;
    let (sin, cos) = libm::sincos(degrees.to_radians());
    let velocity = DVec3::new(1.5 * cos, 1.5 * sin, 0.0);
    let after = model.resolve(&touch(&spec, NOSE, velocity, spin(velocity, spec.radius))).velocity;
    assert!(after.x < 0.0, "{model:?} sends the ball back");
    (libm::atan2(after.y, -after.x).to_degrees(), libm::hypot(after.x, after.y) / 1.5)
}

/// In-angle 0, 15 ... 75 degrees: out-angle and speed, each to the last digit printed.
fn assert_rebounds(model: CushionModel, spin: impl Fn(DVec3, f64) -> DVec3, printed: [(f64, f64); 6]) {
    for (k, (angle, speed)) in printed.into_iter().enumerate() {
        let degrees = 15.0 * k as f64;
        let found = rebound(model, degrees, &spin);
        assert!(
            (found.0 - angle).abs() <= 0.0051 && (found.1 - speed).abs() <= 0.000_051,
            "{model:?} at {degrees}: {found:?} instead of {angle} / {speed}"
        );
    }
}

fn still(_: DVec3, _: f64) -> DVec3 {
    DVec3::ZERO
}

// The rebounds of a pool ball at 1.5 m/s, computed by independent programs and printed to four digits.

#[test]
fn stronge_rebounds_as_printed() {
    assert_rebounds(
        STRONGE,
        still,
        [(0.0, 0.7388), (12.38, 0.7357), (23.98, 0.7075), (41.54, 0.6995), (62.11, 0.7807), (77.92, 0.8937)],
    );
    assert_rebounds(
        STRONGE,
        rolling,
        [(0.0, 0.8116), (12.27, 0.7990), (26.56, 0.7733), (43.68, 0.7660), (61.79, 0.8077), (77.67, 0.8975)],
    );
}

#[test]
fn han_rebounds_as_printed() {
    assert_rebounds(
        CushionModel::Han2005,
        still,
        [(0.0, 0.7274), (14.74, 0.7265), (29.55, 0.7241), (44.48, 0.7209), (62.44, 0.7791), (78.09, 0.8935)],
    );
    assert_rebounds(
        CushionModel::Han2005,
        rolling,
        [(0.0, 0.8044), (12.39, 0.7922), (26.81, 0.7676), (44.01, 0.7622), (62.08, 0.8060), (77.83, 0.8973)],
    );
}

#[test]
fn the_impulse_rebounds_as_printed() {
    assert_rebounds(
        CushionModel::Impulse,
        still,
        [(0.0, 0.7363), (14.57, 0.7348), (29.25, 0.7308), (44.13, 0.7254), (62.11, 0.7807), (77.92, 0.8937)],
    );
    assert_rebounds(
        CushionModel::Impulse,
        rolling,
        [(0.0, 0.8116), (12.27, 0.7990), (26.56, 0.7733), (43.68, 0.7660), (61.79, 0.8077), (77.67, 0.8975)],
    );
}

#[test]
fn mathavan_rebounds_as_printed() {
    assert_rebounds(
        CushionModel::Mathavan2010,
        still,
        [(0.0, 0.7591), (10.88, 0.7500), (23.65, 0.7299), (38.39, 0.7068), (56.77, 0.7494), (75.50, 0.8671)],
    );
}

#[test]
fn side_spin_turns_the_rebound_as_printed() {
    let sides = [-1.0, -0.5, 0.5, 1.0];
    let stronge = [(47.16, 0.9507), (37.67, 0.8084), (17.37, 0.6694), (17.15, 0.6622)];
    let han = [(45.07, 0.8919), (38.12, 0.8007), (19.25, 0.6672), (17.47, 0.6548)];
    for (model, printed) in [(STRONGE, stronge), (CushionModel::Han2005, han)] {
        for (side, (angle, speed)) in sides.into_iter().zip(printed) {
            let found = rebound(model, 30.0, |v, radius| DVec3::Z * (side * v.length() / radius));
            assert!(
                (found.0 - angle).abs() <= 0.0051 && (found.1 - speed).abs() <= 0.000_051,
                "{model:?} with side {side}: {found:?} instead of {angle} / {speed}"
            );
        }
    }
}

/// The snooker ball and cushion of Mathavan, Jackson & Parkin 2010.
const PAPER: BallSpec = BallSpec {
    mass: 0.1406,
    radius: 0.026_25,
    slide: 0.212,
    cushion_friction: 0.14,
    cushion_restitution: 0.98,
    ..BallSpec::SNOOKER
};

/// After a rebound of the paper's ball: velocity and spin with `x` along the cushion and `+y` into it.
fn paper(speed: f64, to_cushion: f64, spin: impl Fn(DVec3) -> DVec3) -> (DVec3, DVec3) {
    let (sin, cos) = libm::sincos(to_cushion.to_radians());
    let velocity = DVec3::new(speed * cos, speed * sin, 0.0);
    let state = BallState { phase: Phase::Sliding, position: DVec3::ZERO, velocity, spin: spin(velocity) };
    let after = CushionModel::Mathavan2010.resolve(&Touch {
        spec: &PAPER,
        state,
        out: DVec3::Y,
        normal: DVec3::new(0.0, -PAPER.radius, -0.4 * PAPER.radius).normalize(),
        lean: 0.4,
        on_cloth: true,
        lossless: false,
    });
    (after.velocity, after.spin)
}

fn leaves(velocity: DVec3) -> f64 {
    libm::atan2(-velocity.y, velocity.x).to_degrees()
}

fn assert_near(what: &str, found: &[f64], wanted: &[f64], within: &[f64]) {
    for ((found_one, wanted_one), within) in found.iter().zip(wanted).zip(within) {
        assert!((found_one - wanted_one).abs() <= *within, "{what}: {found:?} instead of {wanted:?}");
    }
}

#[test]
fn the_papers_own_ball_rebounds_as_converged() {
    let roll = |v| rolling(v, PAPER.radius);
    let (v, w) = paper(1.0, 90.0, |_| DVec3::ZERO);
    assert_near(
        "head on",
        &[v.x, v.y, w.x, w.y, w.z],
        &[0.0, -0.837_32, -2.983, 0.0, 0.0],
        &[6e-6, 6e-6, 6e-4, 6e-4, 6e-4],
    );
    let (v, w) = paper(1.0, 90.0, roll);
    assert_near(
        "rolling",
        &[v.x, v.y, w.x, w.y, w.z],
        &[0.0, -0.910_66, -8.959, 0.0, 0.0],
        &[6e-6, 6e-6, 6e-4, 6e-4, 6e-4],
    );
    assert_near("rolling fast", &[paper(2.0, 90.0, roll).0.y], &[-1.8213], &[6e-5]);
    let (v, w) = paper(1.0, 45.0, roll);
    assert_near(
        "rolling at 45",
        &[v.x, v.y, w.x, w.y, w.z, leaves(v)],
        &[0.5139, -0.6741, -6.953, 19.577, 16.864, 52.68],
        &[6e-5, 6e-5, 6e-4, 6e-4, 6e-4, 6e-3],
    );
    let (v, w) = paper(1.0, 30.0, roll);
    assert_near(
        "rolling at 30",
        &[v.x, v.y, w.x, w.y, w.z, leaves(v)],
        &[0.7141, -0.4817, -6.282, 27.203, 13.262, 34.00],
        &[6e-5, 6e-5, 6e-4, 6e-4, 6e-4, 6e-3],
    );
    let (v, _) = paper(2.0, 45.0, |_| DVec3::ZERO);
    assert_near("at 45", &[v.x, v.y, leaves(v)], &[0.8411, -1.2574, 56.22], &[6e-5, 6e-5, 6e-3]);
    for (side, angle) in [(40.0, 49.10), (-40.0, 58.16)] {
        let (v, _) = paper(2.0, 45.0, |_| DVec3::Z * side);
        assert_near("with side", &[leaves(v)], &[angle], &[6e-3]);
    }
}

#[test]
fn a_law_without_a_scale_of_speed_rebounds_alike_at_all_speeds() {
    // Every law here is made of ratios of speeds. Also a check that nothing is compared with a speed of its own.
    let spec = BallSpec::POOL;
    let (v, w) = (DVec3::new(1.1, 0.7, 0.0), DVec3::new(12.0, -30.0, 25.0));
    for model in MODELS {
        let once = model.resolve(&touch(&spec, NOSE, v, w));
        for scale in [1e-9, 1e-3, 1e3] {
            let scaled = model.resolve(&touch(&spec, NOSE, v * scale, w * scale));
            let off = (scaled.velocity / scale - once.velocity).length();
            assert!(off < 1e-9, "{model:?} times {scale}: off by {off}");
        }
    }
}

/// The springs and the friction of Stronge's nose, followed in small steps of time: `(pull, energy left in the slip)`.
fn stronge_in_steps(omega: f64, friction: f64, restitution: f64, slip: f64) -> f64 {
    let beta = 3.5;
    let eta = beta / (omega * omega);
    let quarter = core::f64::consts::FRAC_PI_2;
    let end = (1.0 + restitution) * quarter;
    let steps = 400_000;
    let h = end / f64::from(steps);
    // Velocity of the ball's surface and deflection of the nose, both along the first slip.
    let (mut v, mut u) = (slip, 0.0);
    for k in 0..steps {
        let t = (f64::from(k) + 0.5) * h;
        let phase = if t < quarter { t } else { quarter + (t - quarter) / restitution };
        let most = friction * eta * libm::sin(phase);
        u += v * h;
        if u.abs() > most {
            u = most * u.signum();
        }
        v -= beta / eta * u * h;
    }
    (slip - v) / beta
}

#[test]
fn the_closed_form_of_stronge_is_what_springs_and_friction_do() {
    // Lively and dull cushions, some of them (restitution below 2/omega - 1) over before the nose has swung back, for
    // which the book's formulas add energy.
    for omega in [1.05, 1.2, 1.5, 1.8, 1.95] {
        for restitution in [0.05, 0.3, 0.6, 0.85, 1.0] {
            for friction in [0.1, 0.5] {
                for slip in [0.01, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0] {
                    let spec =
                        BallSpec { cushion_friction: friction, cushion_restitution: restitution, ..BallSpec::POOL };
                    let mut level = touch(&spec, NOSE, DVec3::new(1.0, slip, 0.0), DVec3::ZERO);
                    level.normal = -DVec3::X;
                    let found = slip - CushionModel::Stronge { omega }.resolve(&level).velocity.y;
                    let wanted = stronge_in_steps(omega, friction, restitution, slip);
                    assert!(
                        (found - wanted).abs() < 2e-5,
                        "omega {omega}, e {restitution}, f {friction}, slip {slip}: {found} instead of {wanted}"
                    );
                }
            }
        }
    }
}

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    proptest::array::uniform3(-size..size).prop_map(DVec3::from)
}

fn any_spec() -> impl Strategy<Value = BallSpec> {
    (0.01..1.0_f64, 0.02..0.04_f64, 0.0..1.0_f64, 0.0..1.0_f64, 0.01..1.0_f64).prop_map(
        |(mass, radius, cushion_restitution, cushion_friction, slide)| BallSpec {
            mass,
            radius,
            cushion_restitution,
            cushion_friction,
            slide,
            ..BallSpec::POOL
        },
    )
}

fn any_model() -> impl Strategy<Value = CushionModel> {
    prop_oneof![
        Just(CushionModel::Simple { restitution: true }),
        Just(CushionModel::Simple { restitution: false }),
        Just(CushionModel::Han2005),
        Just(CushionModel::Mathavan2010),
        Just(CushionModel::Impulse),
        (1.001..1.999_f64).prop_map(|omega| CushionModel::Stronge { omega }),
    ]
}

/// Nothing, a little, or as much as a ball can have.
fn any_spin() -> impl Strategy<Value = DVec3> {
    prop_oneof![Just(DVec3::ZERO), vector(60.0), vector(1000.0), vector(1e-9)]
}

fn any_velocity() -> impl Strategy<Value = DVec3> {
    let level = |v: DVec3| DVec3::new(v.x.abs(), v.y, 0.0);
    prop_oneof![
        vector(3.0).prop_map(level),
        // Grazing, and hardly at all.
        (1e-12..1e-3_f64, -5.0..5.0_f64).prop_map(|(x, y)| DVec3::new(x, y, 0.0)),
        vector(1e-9).prop_map(level),
    ]
}

fn same(model: CushionModel, a: DVec3, b: DVec3, size: f64) -> bool {
    // Mathavan's law is integrated; the others are exact but for roundings.
    let within = if model == CushionModel::Mathavan2010 { 1e-6 } else { 1e-11 };
    (a - b).length() <= within * size
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_cushion_gives_energy(
        spec in any_spec(), model in any_model(), v in any_velocity(), w in any_spin(), nose in 0.6..1.6_f64,
        lossless in any::<bool>(),
    ) {
        let touch = Touch { lossless, ..touch(&spec, nose * spec.radius, v, w) };
        let (before, after) = (touch.state.kinetic_energy(&spec), model.resolve(&touch));
        prop_assert!(after.velocity.is_finite() && after.spin.is_finite());
        prop_assert!(after.kinetic_energy(&spec) <= before * (1.0 + 1e-8), "{:?}", after);
    }

    #[test]
    fn in_the_air_no_cushion_gives_energy_either(
        spec in any_spec(), model in any_model(), v in vector(3.0), w in any_spin(), height in -0.9..0.9_f64,
    ) {
        let normal = DVec3::new(-(1.0 - height * height).sqrt(), 0.0, -height);
        let touch = Touch { on_cloth: false, normal, lean: height, ..touch(&spec, spec.radius, v, w) };
        let (before, after) = (touch.state.kinetic_energy(&spec), model.resolve(&touch));
        prop_assert!(after.kinetic_energy(&spec) <= before * (1.0 + 1e-8), "{:?}", after);
    }

    #[test]
    fn left_and_right_are_mirrored(spec in any_spec(), model in any_model(), v in any_velocity(), w in any_spin()) {
        // A mirror turns velocities round across it, and spins along it.
        let (mirror_v, mirror_w) = (DVec3::new(v.x, -v.y, v.z), DVec3::new(-w.x, w.y, -w.z));
        let one = model.resolve(&touch(&spec, 1.28 * spec.radius, v, w));
        let other = model.resolve(&touch(&spec, 1.28 * spec.radius, mirror_v, mirror_w));
        let size = v.length() + w.length() * spec.radius;
        prop_assert!(same(model, one.velocity, other.velocity * DVec3::new(1.0, -1.0, 1.0), size));
        prop_assert!(same(model, one.spin, other.spin * DVec3::new(-1.0, 1.0, -1.0), size / spec.radius));
    }

    #[test]
    fn cushions_are_alike_all_round(
        spec in any_spec(), model in any_model(), v in any_velocity(), w in any_spin(), angle in 0.0..core::f64::consts::TAU,
    ) {
        let turn = carom::DQuat::from_rotation_z(angle);
        let plain = touch(&spec, 1.28 * spec.radius, v, w);
        let turned = Touch {
            state: BallState { velocity: turn * v, spin: turn * w, ..plain.state },
            out: turn * plain.out,
            normal: turn * plain.normal,
            ..plain
        };
        let (one, other) = (model.resolve(&plain), model.resolve(&turned));
        let size = v.length() + w.length() * spec.radius;
        prop_assert!(same(model, turn * one.velocity, other.velocity, 100.0 * size));
        prop_assert!(same(model, turn * one.spin, other.spin, 100.0 * size / spec.radius));
    }

    #[test]
    fn a_ball_that_comes_goes(spec in any_spec(), model in any_model(), v in vector(3.0), w in any_spin()) {
        // Head-on to a nose at the height of the centre: nothing presses down, and the normal speed is the level one.
        let v = DVec3::new(v.x.abs() + 1e-6, v.y, 0.0);
        let touch = touch(&spec, spec.radius, v, w);
        let after = model.resolve(&touch);
        if model == CushionModel::Mathavan2010 {
            // Friction on the nose may press the ball on the cloth, whose friction then counts too.
            prop_assert!(after.velocity.x <= 0.0);
            return Ok(());
        }
        let kept = if model == (CushionModel::Simple { restitution: false }) { 1.0 } else { spec.cushion_restitution };
        prop_assert!((after.velocity.x + kept * v.x).abs() <= 1e-6 * (v.length() + w.length() * spec.radius));
    }

    #[test]
    fn a_ball_that_does_not_come_nearer_stays_as_it_is(
        spec in any_spec(), model in any_model(), v in vector(3.0), w in any_spin(), along in any::<bool>(),
    ) {
        let v = DVec3::new(if along { 0.0 } else { -v.x.abs() }, v.y, 0.0);
        let touch = touch(&spec, 1.28 * spec.radius, v, w);
        prop_assert_eq!(model.resolve(&touch), touch.state);
    }

    #[test]
    fn landing_takes_energy_and_keeps_side_spin(spec in any_spec(), v in vector(5.0), w in any_spin()) {
        let state = BallState { phase: Phase::Airborne, position: DVec3::ZERO, velocity: v, spin: w };
        for model in [LandingModel::default(), LandingModel::Frictionless { least_hop: 0.005 }] {
            let after = model.resolve(&spec, &state, 9.81, Quirks::NONE);
            prop_assert!(after.kinetic_energy(&spec) <= state.kinetic_energy(&spec) * (1.0 + 1e-12));
            prop_assert_eq!(after.spin.z, w.z);
            prop_assert!(after.velocity.z >= 0.0);
            if v.z >= 0.0 {
                prop_assert_eq!(after, state);
            }
        }
    }
}

#[test]
fn a_ball_that_grips_when_it_lands_rolls() {
    let spec = BallSpec::POOL;
    let state = BallState {
        phase: Phase::Airborne,
        velocity: DVec3::new(0.4, -0.3, -3.0),
        spin: DVec3::new(5.0, -6.0, 70.0),
        ..BallState::default()
    };
    let after = LandingModel::default().resolve(&spec, &state, 9.81, Quirks::NONE);
    assert!(after.slip(&spec).length() < 1e-15, "the lowest point stands still");
    assert_eq!(after.velocity.z, 1.5);
    assert_eq!(after.spin.z, 70.0);
    let reference = LandingModel::default().resolve(&spec, &state, 9.81, Quirks::POOLTOOL);
    assert_eq!(reference.spin.z, 20.0);
    // Friction of 0.2 over a push of 4.5 m/s can do 0.9 m/s; a slip of 7 m/s needs 2.
    let fast = BallState { velocity: DVec3::new(7.0, 0.0, -3.0), spin: DVec3::ZERO, ..state };
    let after = LandingModel::default().resolve(&spec, &fast, 9.81, Quirks::POOLTOOL);
    assert!((after.velocity.x - 6.1).abs() < 1e-14);
}

#[test]
fn a_hop_too_low_to_see_is_over() {
    let spec = BallSpec::POOL;
    // Half of the speed is left: a hop of v²/(8g).
    for (height, over) in [(0.0049, true), (0.0051, false)] {
        let falling = libm::sqrt(8.0 * 9.81 * height);
        let state =
            BallState { phase: Phase::Airborne, velocity: DVec3::new(0.3, 0.0, -falling), ..BallState::default() };
        let after = LandingModel::default().resolve(&spec, &state, 9.81, Quirks::NONE);
        assert_eq!(after.velocity.z == 0.0, over);
    }
}

#[test]
fn a_nose_above_the_centre_presses_the_ball_down_and_a_lower_one_lifts_it() {
    let spec = BallSpec::POOL;
    for model in [CushionModel::Han2005, CushionModel::Impulse, STRONGE] {
        let down = model.resolve(&touch(&spec, NOSE, DVec3::X, DVec3::ZERO)).velocity.z;
        assert!(down < -0.2, "{model:?}: {down}");
        let up = model.resolve(&touch(&spec, 0.8 * spec.radius, DVec3::X, DVec3::ZERO)).velocity.z;
        assert!(up > 0.1, "{model:?}: {up}");
    }
    let wedged = CushionModel::Mathavan2010.resolve(&touch(&spec, NOSE, DVec3::X, DVec3::ZERO));
    assert_eq!(wedged.velocity.z, 0.0, "between nose and cloth there is no way up or down");
}

#[test]
fn a_lossless_touch_keeps_the_speed_of_a_frictionless_ball() {
    let spec = BallSpec { cushion_friction: 0.0, slide: 1e-6, ..BallSpec::POOL };
    for model in MODELS {
        let touch =
            Touch { lossless: true, ..touch(&spec, NOSE, DVec3::new(1.2, 0.9, 0.0), DVec3::new(1.0, 2.0, 3.0)) };
        let after = model.resolve(&touch);
        let kept = after.kinetic_energy(&spec) / touch.state.kinetic_energy(&spec);
        assert!((kept - 1.0).abs() < 1e-5, "{model:?}: {kept}");
    }
}
