//! The cue's strike: Alciatore's TP.

use super::*;
use proptest::prelude::*;

const LEVEL: Strike =
    Strike { ball: 0, speed: 1.0, direction: 0.0, elevation: 0.0, side: 0.0, height: 0.0, cue: CueSpec::POOL };

fn struck(strike: Strike) -> (DVec3, DVec3) {
    StrikeModel::default().strike(&BallSpec::POOL, &strike).unwrap()
}

#[test]
fn a_centre_hit_gives_one_and_a_half_times_the_cues_speed() {
    let (velocity, spin) = struck(LEVEL);
    close(velocity.x, 1.538_47, 5e-6, "speed");
    assert!(velocity.y == 0.0 && velocity.z == 0.0 && spin == DVec3::ZERO, "straight and without spin");
}

#[test]
fn a_hit_at_two_fifths_above_the_centre_rolls_at_once() {
    let (velocity, spin) = struck(Strike { height: 0.4, direction: 0.7, ..LEVEL });
    let state = BallState { velocity, spin, ..BallState::default() };
    assert!(velocity.length() > 1.0 && state.slip(&BallSpec::POOL).length() < 1e-15, "no slip");
}

#[test]
fn half_a_tip_of_side_squirts_by_two_degrees_to_the_other_side() {
    let (velocity, spin) = struck(Strike { side: 0.5, ..LEVEL });
    close(degrees(libm::atan2(velocity.y, velocity.x)), -1.886, 5e-4, "squirt, to the right of a hit on the left");
    assert!(spin.z < 0.0 && spin.x == 0.0 && spin.y == 0.0, "left side turns it clockwise seen from above");
    let straight = StrikeModel { squirt: 0.0, english: 0.0, ..StrikeModel::default() };
    let (velocity, spin) = straight.strike(&BallSpec::POOL, &Strike { side: 0.5, ..LEVEL }).unwrap();
    assert!(velocity.y == 0.0 && spin == DVec3::ZERO, "without squirt and english it goes straight");
}

#[test]
fn a_raised_cue_drives_the_ball_into_the_cloth() {
    let raised = Strike { elevation: radians(30.0), side: 0.3, ..LEVEL };
    let (velocity, spin) = struck(raised);
    let level = struck(Strike { elevation: 0.0, ..raised });
    close(velocity.length(), level.0.length(), 1e-15, "the speed does not depend on the elevation");
    close(velocity.z, -0.5 * velocity.length(), 1e-15, "downward part");
    assert!(spin.x < 0.0, "a hit from above on the left leans the axis: the ball curves to the left");
    close(spin.length(), level.1.length(), 1e-13, "nor does the spin");
}

#[test]
fn a_tip_beyond_the_limit_slips_off_and_is_told_so() {
    let model = StrikeModel::default();
    let wide = Strike { side: 0.4, height: -0.4, ..LEVEL };
    let error = model.strike(&BallSpec::POOL, &wide).unwrap_err();
    let ErrorKind::Miscue { offset, limit } = *error.kind() else { panic!("{error}") };
    close(offset, 0.32_f64.sqrt(), 1e-15, "offset");
    close(limit, 0.55, 0.0, "limit");
    assert!(error.to_string().contains("slips off beyond 0.55"), "{error}");
    let free = StrikeModel { miscue: None, ..model };
    assert!(free.strike(&BallSpec::POOL, &wide).is_ok(), "without a limit it holds");
    let past = free.strike(&BallSpec::POOL, &Strike { side: 1.0, ..LEVEL });
    assert!(matches!(past.unwrap_err().kind(), ErrorKind::Miscue { limit: 1.0, .. }), "beside the ball it never does");
    for angle in 0..360 {
        let (sin, cos) = libm::sincos(radians(f64::from(angle)));
        let edge = Strike { side: 0.55 * cos, height: 0.55 * sin, ..LEVEL };
        assert!(model.strike(&BallSpec::POOL, &edge).is_ok(), "on the limit, at {angle} degrees");
    }
}

#[test]
fn numbers_that_no_cue_has_are_refused() {
    let bad = [
        Strike { speed: -1.0, ..LEVEL },
        Strike { speed: f64::INFINITY, ..LEVEL },
        Strike { direction: f64::NAN, ..LEVEL },
        Strike { elevation: -0.1, ..LEVEL },
        Strike { elevation: 1.6, ..LEVEL },
        Strike { side: f64::NAN, ..LEVEL },
        Strike { height: -1.5, ..LEVEL },
        Strike { cue: CueSpec { mass: 0.0, ..CueSpec::POOL }, ..LEVEL },
        Strike { cue: CueSpec { end_mass: -1.0, ..CueSpec::POOL }, ..LEVEL },
    ];
    for strike in bad {
        assert!(StrikeModel::default().strike(&BallSpec::POOL, &strike).is_err(), "{strike:?}");
    }
    let heavy = BallSpec { mass: f64::NAN, ..BallSpec::POOL };
    assert!(StrikeModel::default().strike(&heavy, &LEVEL).is_err(), "a ball of no mass");
    let odd = StrikeModel { squirt: 2.0, ..StrikeModel::default() };
    assert!(odd.strike(&BallSpec::POOL, &LEVEL).is_err(), "twice the squirt");
}

proptest! {
    /// The tip is elastic (TP A-30): what the cue has lost along its own line is in the ball, to the last joule.
    #[test]
    fn the_cues_energy_is_all_in_cue_and_ball(
        speed in 0.1..10.0_f64, direction in -4.0..4.0_f64, elevation in 0.0..1.5_f64,
        angle in 0.0..6.3_f64, offset in 0.0..0.55_f64, mass in 0.05..1.0_f64,
    ) {
        let ball = BallSpec { mass, ..BallSpec::POOL };
        let (side, height) = (offset * libm::cos(angle), offset * libm::sin(angle));
        let strike = Strike { speed, direction, elevation, side, height, ..LEVEL };
        let (velocity, spin) = StrikeModel::default().strike(&ball, &strike).unwrap();
        let state = BallState { velocity, spin, ..BallState::default() };
        let after = speed - mass * velocity.length() / strike.cue.mass;
        let cue = |v: f64| 0.5 * strike.cue.mass * v * v;
        prop_assert!((cue(speed) - cue(after) - state.kinetic_energy(&ball)).abs() < 1e-12 * cue(speed));
    }

    /// A hit as far to the right is the mirror image of one to the left.
    #[test]
    fn left_and_right_are_mirror_images(
        elevation in 0.0..1.5_f64, side in -0.4..0.4_f64, height in -0.37..0.37_f64, direction in -4.0..4.0_f64,
    ) {
        let strike = Strike { elevation, side, height, direction, ..LEVEL };
        let (velocity, spin) = struck(strike);
        let (mirrored, turned) = struck(Strike { side: -side, direction: -direction, ..strike });
        prop_assert!((velocity - DVec3::new(mirrored.x, -mirrored.y, mirrored.z)).length() < 1e-14);
        prop_assert!((spin - DVec3::new(-turned.x, turned.y, -turned.z)).length() < 1e-12);
    }
}
