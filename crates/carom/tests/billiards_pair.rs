//! Cue against ball and ball against ball: the numbers that the literature gives. `laws` has what must hold for any balls.

use carom::billiards::{
    BallFriction, BallSpec, BallState, CueSpec, Meeting, PairModel, Phase, Quirks, Strike, StrikeModel,
};
use carom::units::{degrees, radians};
use carom::{DVec2, DVec3, ErrorKind};

#[path = "billiards_pair/laws.rs"]
mod laws;
#[path = "billiards_pair/strike.rs"]
mod strike;

/// Alciatore's cuts in the table of throw, degrees.
const CUTS: [f64; 11] = [5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 45.0, 50.0, 60.0, 70.0, 80.0];

/// m/s in a mile an hour: Alciatore's slow, medium and fast shots are 1, 3 and 7 of them (MPH, 3.0 * MPH, 3.129 m/s).
const MPH: f64 = 0.447_04;

/// Cuts of a three-quarter-ball and a quarter-ball hit, whose sines are 1/4 and 3/4: 14.48 and 48.59 degrees.
fn three_quarters_and_quarter() -> [f64; 2] {
    [0.25, 0.75].map(|sine| degrees(libm::asin(sine)))
}

/// The cut at which the reference engine lets the balls of a cut meet: a micrometre before they touch. Its table of throw
/// is measured from the line of centres at touch, so this shows in the third decimal.
fn a_micrometre_early(spec: &BallSpec, cut: f64) -> f64 {
    let touch = 2.0 * spec.radius;
    degrees(libm::asin(touch / (touch + 1e-6) * libm::sin(radians(cut))))
}

/// A cue ball with `velocity` along `+y` and `spin` meets one at rest to its left, `cut` degrees off full.
fn cut_shot(law: PairModel, spec: &BallSpec, quirks: Quirks, cut: f64, speed: f64, spin: DVec3) -> [BallState; 2] {
    let cue = BallState { phase: Phase::Sliding, position: DVec3::Z * spec.radius, velocity: DVec3::Y * speed, spin };
    let normal = line_of_centres(cut);
    let object = BallState { position: cue.position + 2.0 * spec.radius * normal, ..BallState::default() };
    law.resolve(&Meeting { specs: [spec, spec], states: [cue, object], normal, lossless: false, quirks })
}

fn line_of_centres(cut: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(radians(cut));
    DVec3::new(-sin, cos, 0.0)
}

/// Spin of a ball that rolls along `+y`.
fn rolling(spec: &BallSpec, speed: f64) -> DVec3 {
    DVec3::new(-speed / spec.radius, 0.0, 0.0)
}

/// Velocity on the cloth when sliding has ended: two sevenths of the slip have gone from it.
fn after_slide(state: &BallState, spec: &BallSpec) -> DVec2 {
    (state.velocity - 2.0 / 7.0 * state.slip(spec)).truncate()
}

/// Degrees from `+y`, to either side.
fn off_aim(v: DVec2) -> f64 {
    degrees(libm::atan2(v.x.abs(), v.y))
}

/// Degrees by which the object ball leaves off the line of centres, towards the cue ball's path.
fn throw(object: &BallState, cut: f64) -> f64 {
    let normal = line_of_centres(cut);
    let towards = DVec3::new(normal.y, -normal.x, 0.0);
    degrees(libm::atan2(object.velocity.dot(towards), object.velocity.dot(normal)))
}

fn close(got: f64, want: f64, within: f64, what: &str) {
    assert!((got - want).abs() <= within, "{what}: {got}, not {want}");
}

/// `tan = sin cos / (sin² + 2/5)`: Alciatore TP 3.3, for a rolling cue ball and smooth elastic balls.
#[test]
fn the_thirty_degree_rule_holds_for_rolling_balls() {
    let spec = BallSpec::POOL;
    let [three_quarters, quarter] = three_quarters_and_quarter();
    let table = [
        (three_quarters, 27.626),
        (20.0, 31.868),
        (28.126, 33.749),
        (30.0, 33.670),
        (40.0, 31.196),
        (quarter, 27.267),
        (60.0, 20.633),
    ];
    for (cut, want) in table {
        let after = cut_shot(PairModel::Frictionless, &spec, Quirks::NONE, cut, 1.5, rolling(&spec, 1.5));
        let got = off_aim(after_slide(&after[0], &spec));
        close(got, want, 6e-4, &format!("deflection at {cut} degrees"));
        let (sin, cos) = libm::sincos(radians(cut));
        close(got, degrees(libm::atan2(sin * cos, sin * sin + 0.4)), 1e-12, "the formula");
    }
}

/// Friction and restitution make the deflection a little smaller: the reference engine's figures at 1.5 m/s.
#[test]
fn friction_takes_a_third_of_a_degree_from_the_thirty_degree_rule() {
    let spec = BallSpec::POOL;
    let [three_quarters, quarter] = three_quarters_and_quarter();
    for (cut, want) in [(three_quarters, 27.29), (20.0, 31.50), (30.0, 33.28), (40.0, 30.80), (quarter, 26.89)] {
        let after = cut_shot(PairModel::default(), &spec, Quirks::POOLTOOL, cut, 1.5, rolling(&spec, 1.5));
        close(off_aim(after_slide(&after[0], &spec)), want, 6e-3, &format!("deflection at {cut} degrees"));
    }
}

#[test]
fn a_stunned_cue_ball_leaves_at_right_angles_to_the_object_ball() {
    for cut in CUTS {
        let after = cut_shot(PairModel::Frictionless, &BallSpec::POOL, Quirks::NONE, cut, 2.0, DVec3::ZERO);
        let (cue, object) = (after[0].velocity, after[1].velocity);
        assert!(cue.length() > 0.1 && object.length() > 0.1, "both move at {cut} degrees");
        close(cue.angle_between(object), core::f64::consts::FRAC_PI_2, 1e-12, "the angle between the paths");
    }
}

/// Throw with the balls' restitution 0.95 and friction limited by the speed of separation: the reference engine's table.
#[test]
fn throw_is_as_in_the_reference_engine_with_its_departure() {
    let spec = BallSpec::POOL;
    let rows = [
        (MPH, false, [0.735, 1.480, 2.249, 3.053, 4.836, 4.955, 4.820, 4.700, 4.505, 4.367, 4.288]),
        (3.0 * MPH, false, [0.735, 1.480, 2.249, 3.053, 3.459, 2.914, 2.703, 2.527, 2.260, 2.088, 1.993]),
        (7.0 * MPH, false, [0.735, 1.480, 2.249, 2.436, 1.655, 1.232, 1.099, 1.001, 0.873, 0.804, 0.772]),
        (MPH, true, [0.372, 0.740, 1.103, 1.458, 2.131, 2.739, 3.012, 3.263, 3.688, 4.002, 4.196]),
        (3.0 * MPH, true, [0.171, 0.340, 0.507, 0.670, 0.979, 1.259, 1.385, 1.500, 1.696, 1.841, 1.932]),
        (7.0 * MPH, true, [0.066, 0.131, 0.196, 0.259, 0.379, 0.487, 0.535, 0.580, 0.656, 0.713, 0.750]),
    ];
    for (speed, rolls, wants) in rows {
        let spin = if rolls { rolling(&spec, speed) } else { DVec3::ZERO };
        for (cut, want) in CUTS.into_iter().zip(wants) {
            let early = a_micrometre_early(&spec, cut);
            let after = cut_shot(PairModel::default(), &spec, Quirks::POOLTOOL, early, speed, spin);
            close(throw(&after[1], cut), want, 6e-4, &format!("{cut} degrees at {speed} m/s, rolls: {rolls}"));
        }
    }
}

/// With restitution 1 both ways of limiting friction are one, and both are Alciatore's TP A-14.
#[test]
fn throw_of_lossless_balls_is_that_of_alciatore() {
    let spec = BallSpec { ball_restitution: 1.0, ..BallSpec::POOL };
    let wants = [0.716, 1.443, 2.192, 2.977, 3.550, 2.991, 2.774, 2.593, 2.320, 2.143, 2.046];
    for quirks in [Quirks::NONE, Quirks::POOLTOOL] {
        for (cut, want) in CUTS.into_iter().zip(wants) {
            let early = a_micrometre_early(&spec, cut);
            let after = cut_shot(PairModel::default(), &spec, quirks, early, 3.0 * MPH, DVec3::ZERO);
            close(throw(&after[1], cut), want, 6e-4, &format!("{cut} degrees"));
        }
    }
}

/// TP A-14's equation, at any cut, speed, follow and side.
#[test]
fn throw_of_lossless_balls_is_alciatores_equation() {
    let spec = BallSpec { ball_restitution: 1.0, ..BallSpec::POOL };
    let mut slid = 0;
    for cut in CUTS {
        for speed in [0.4, 1.5, 4.0] {
            for (follow, side) in [(0.0, 0.3), (-1.0, -0.2), (0.6, 0.0), (-0.4, 0.9)] {
                let spin = DVec3::new(follow, 0.0, side) * (speed / spec.radius);
                let after = cut_shot(PairModel::default(), &spec, Quirks::NONE, cut, speed, spin);
                let (sin, cos) = libm::sincos(radians(cut));
                let across = speed * sin - spec.radius * spin.z;
                let up = spec.radius * spin.x * cos;
                let slip = (across * across + up * up).sqrt();
                let friction = 0.009_951 + 0.108 * libm::exp(-1.088 * slip);
                let ratio = friction * speed * cos / slip;
                slid += usize::from(ratio < 1.0 / 7.0);
                let want = degrees(libm::atan2(ratio.min(1.0 / 7.0) * across, speed * cos));
                close(throw(&after[1], cut), want, 1e-10, &format!("{cut} degrees, {speed} m/s, {follow}, {side}"));
            }
        }
    }
    assert!((20..130).contains(&slid), "both kinds were tried: {slid} of 132 slid");
}

/// Throw by side spin alone, and none when the ball's surface rolls off the other like a gear (TP A-6).
#[test]
fn side_spin_throws_and_gearing_does_not() {
    let spec = BallSpec::POOL;
    let law = PairModel::default();
    for (factor, want) in [(0.1, 0.839), (0.25, 2.098), (0.5, 3.458), (1.0, 1.956), (1.5, 1.231)] {
        let spin = DVec3::new(0.0, 0.0, -factor * 3.0 * MPH / spec.radius);
        let after = cut_shot(law, &spec, Quirks::POOLTOOL, 0.0, 3.0 * MPH, spin);
        close(throw(&after[1], 0.0), want, 6e-4, &format!("side spin {factor}"));
    }
    for quirks in [Quirks::NONE, Quirks::POOLTOOL] {
        let gearing = DVec3::new(0.0, 0.0, 0.5 * 3.0 * MPH / spec.radius);
        let after = cut_shot(law, &spec, quirks, 30.0, 3.0 * MPH, gearing);
        close(throw(&after[1], 30.0), 0.0, 1e-12, "gearing outside english");
        assert!((after[0].spin - gearing).length() < 1e-11 && after[1].spin.length() < 1e-11, "no spin passes over");
    }
}

/// The law proper: friction is limited by the normal impulse, `(1 + e) / 2e` times the reference engine's limit.
#[test]
fn friction_by_separation_is_too_small_by_one_part_in_forty() {
    let spec = BallSpec::POOL;
    let across = |quirks| {
        let after = cut_shot(PairModel::default(), &spec, quirks, 45.0, 3.0 * MPH, DVec3::ZERO);
        after[1].velocity.reject_from_normalized(line_of_centres(45.0)).length()
    };
    close(across(Quirks::NONE) / across(Quirks::POOLTOOL), 1.95 / 1.9, 1e-12, "ratio of the friction");
}

/// Mathavan, Jackson & Parkin 2014, Tables 1 and 2: five shots of a snooker ball with follow, as their model has them.
#[test]
fn mathavans_five_shots_come_out_within_one_percent() {
    let spec = BallSpec {
        mass: 0.1406,
        radius: 0.026_25,
        ball_restitution: 0.89,
        ball_friction: 0.05,
        slide: 0.21,
        ..BallSpec::SNOOKER
    };
    let law = PairModel::Mathavan2014 { friction: BallFriction::Average, steps: 1000 };
    let shots = [
        (1.539, 58.63, 33.83, [0.914, 0.831, 31.93, 32.20]),
        (1.032, 39.31, 26.36, [0.520, 0.599, 32.45, 25.07]),
        (1.364, 51.96, 40.52, [0.917, 0.676, 29.91, 38.62]),
        (1.731, 65.94, 46.50, [1.280, 0.780, 27.32, 44.38]),
        (0.942, 35.89, 18.05, [0.383, 0.579, 29.47, 17.15]),
    ];
    for quirks in [Quirks::NONE, Quirks::POOLTOOL] {
        for (speed, follow, cut, wants) in shots {
            let after = cut_shot(law, &spec, quirks, cut, speed, DVec3::new(-follow, 0.0, 0.0));
            assert!(after.iter().all(|state| state.velocity.z == 0.0), "both stay on the cloth");
            let [cue, object] = after.map(|state| after_slide(&state, &spec));
            let gots = [cue.length(), object.length(), off_aim(cue), off_aim(object)];
            for (got, want) in gots.into_iter().zip(wants) {
                close(got / want, 1.0, 0.01, &format!("{speed} m/s at {cut} degrees: {gots:?}"));
            }
        }
    }
}

/// Marlow 1995, Table 10: the three points that Alciatore's curve goes through.
#[test]
fn friction_between_balls_passes_marlows_points() {
    let spec = BallSpec::POOL;
    let law = BallFriction::default();
    for (speed, want) in [(0.1, 0.11), (1.0, 0.06), (10.0, 0.01)] {
        let slip = speed * core::f64::consts::FRAC_1_SQRT_2;
        close(law.coefficient([&spec, &spec], slip), want, 1e-4, &format!("friction at {speed} m/s"));
    }
}

#[test]
fn the_average_law_takes_the_mean_of_the_balls() {
    let smooth = BallSpec { ball_friction: 0.02, ..BallSpec::POOL };
    let rough = BallSpec { ball_friction: 0.08, ..BallSpec::POOL };
    close(BallFriction::Average.coefficient([&smooth, &rough], 3.0), 0.05, 1e-15, "friction");
}

#[test]
fn a_law_with_absurd_numbers_is_refused() {
    let wild = BallFriction::Alciatore { a: f64::NAN, b: 0.1, c: 1.0 };
    let refused = PairModel::Frictional { friction: wild }.check();
    assert!(
        matches!(refused.unwrap_err().kind(), ErrorKind::NotFinite { what: "ball friction a", .. }),
        "not a number"
    );
    let endless = PairModel::Mathavan2014 { friction: BallFriction::Average, steps: u32::MAX }.check();
    assert!(matches!(endless.unwrap_err().kind(), ErrorKind::OutOfRange { .. }), "four thousand million steps");
    assert!(PairModel::default().check().is_ok() && PairModel::Frictionless.check().is_ok(), "the usual laws");
}
