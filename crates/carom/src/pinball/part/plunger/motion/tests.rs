//! A plunger against the recorded one and the guide's numbers.

use super::*;
use crate::pinball::part::plunger::sensor::MEMORY;

/// What Visual Pinball's own code was recorded with.
fn recorded() -> Plunger {
    Plunger { x: 900.0 * VP_LENGTH, y: 1900.0 * VP_LENGTH, ..Plunger::default() }
}

fn step(state: &mut PlungerState, plunger: &Plunger) -> Option<Said> {
    state.update(plunger);
    state.displace(plunger, TICK)
}

fn steps(state: &mut PlungerState, plunger: &Plunger, ms: usize) {
    for _ in 0..ms {
        step(state, plunger);
    }
}

fn near(state: &PlungerState, place: f64, speed: f64) {
    let (p, s) = (state.place / VP_LENGTH, state.speed / VP_SPEED);
    // Single precision drifts by a thousandth of a unit in forty steps.
    assert!((p - place).abs() < 2e-3, "at {p} instead of {place}");
    assert!((s - speed).abs() < 1e-4, "speed {s} instead of {speed}");
}

#[test]
fn a_pull_goes_as_recorded() {
    // Recorded case pull_only_no_ball.
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    near(&state, 1833.3334, 0.0);
    state.pull(plunger.pull_speed);
    let mut told = Vec::new();
    for ms in 1..=300 {
        told.extend(step(&mut state, &plunger).map(|said| (ms, said)));
        match ms {
            1 => near(&state, 1833.3501, 0.166_666_67),
            4 => near(&state, 1833.5001, 0.666_666_69),
            80 => near(&state, 1887.3335, 13.33334),
            88 => near(&state, 1898.6001, 14.666_676),
            89 | 90 | 300 => near(&state, 1900.0, 0.0),
            _ => {}
        }
    }
    let [(87, Said::StartOfStroke { speed })] = told[..] else { panic!("{told:?}") };
    assert!((speed / VP_SPEED - 14.5).abs() < 1e-4, "{speed}");
}

#[test]
fn a_shot_goes_as_recorded() {
    // Recorded case ball_pull100ms, after the ball has left; its impact has shortened the bounce.
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.pull(plunger.pull_speed);
    steps(&mut state, &plunger, 100);
    state.fire(&plunger);
    for ms in 101..=283 {
        if ms == 140 {
            state.bounce *= 0.6;
            state.place += (1845.7688 - (1846.6654 - 1.367_521_3)) * VP_LENGTH;
        }
        step(&mut state, &plunger);
        match ms {
            101 => near(&state, 1898.6324, -13.675_213),
            139 => near(&state, 1846.6654, -13.675_213),
            154 => near(&state, 1826.623, -13.675_213),
            // The recording shows the speed of the next millisecond's motion.
            155 => near(&state, 1825.3334, 5.470_085_1),
            156 => near(&state, 1825.8804, 5.470_085_1),
            177 => near(&state, 1836.3146, -2.188_034_1),
            219 => near(&state, 1833.8103, -0.350_085_47),
            282 => near(&state, 1833.3027, 0.022_405_47),
            _ => {}
        }
    }
}

#[test]
fn a_weaker_pull_shoots_more_slowly_and_an_automatic_plunger_always_fully() {
    // Recorded case ball_pull40ms: -2.8034437 from 1847.0001.
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.pull(plunger.pull_speed);
    steps(&mut state, &plunger, 40);
    near(&state, 1847.0001, 6.666_664_6);
    state.fire(&plunger);
    step(&mut state, &plunger);
    near(&state, 1846.7197, -2.803_443_7);
    let auto = Plunger { auto: true, ..recorded() };
    let mut state = PlungerState::new(&auto);
    state.fire(&auto);
    step(&mut state, &auto);
    near(&state, 1898.6324, -13.675_213);
}

#[test]
fn after_a_shot_it_rests_at_its_park() {
    for release_speed in [0.0, 1.0, 20.0, 80.0, 200.0] {
        let plunger = Plunger { release_speed, ..recorded() };
        let mut state = PlungerState::new(&plunger);
        state.pull(plunger.pull_speed);
        steps(&mut state, &plunger, 100);
        state.fire(&plunger);
        steps(&mut state, &plunger, 10_000);
        assert!(state.is_still(&plunger), "{state:?}");
        if release_speed > 0.0 {
            near(&state, 1833.3333, 0.0);
        }
    }
}

#[test]
fn a_pull_during_a_shot_takes_hold_at_once() {
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.place = plunger.y;
    state.fire(&plunger);
    steps(&mut state, &plunger, 150);
    state.pull(plunger.pull_speed);
    steps(&mut state, &plunger, 100);
    assert_eq!((state.place, state.speed), (plunger.y, 0.0), "fully back again");
}

#[test]
fn a_ball_at_rest_gets_what_the_guide_says() {
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.place = plunger.y;
    state.fire(&plunger);
    state.update(&plunger);
    assert!((state.speed / VP_SPEED + 13.6752).abs() < 1e-4, "{state:?}");
    let mut ball = Ball::new(DVec3::ZERO, 25.0 * VP_LENGTH, VP_MASS).unwrap();
    let tip = state.tip_velocity(&plunger, ball.mass, 1e-9);
    let mut stream = Stream::new(1, "plunger");
    assert!(state.struck(&plunger, &mut ball, -DVec3::Y, tip, 0.0, &mut stream));
    assert!((ball.velocity.y / VP_SPEED + 19.170).abs() < 1e-3, "{}", ball.velocity.y / VP_SPEED);
    assert!(!state.struck(&plunger, &mut ball, -DVec3::Y, tip, 0.0, &mut stream), "it leaves");
    let twice = state.tip_velocity(&plunger, 2.0 * VP_MASS, 1e-9);
    assert!((twice - 0.5 * tip).abs() < 1e-12, "a ball of two masses feels half");
}

#[test]
fn an_approaching_ball_is_thrown_as_recorded() {
    // Recorded case ball_pull100ms: 1.8243912 before and a millisecond of gravity, -19.899403 after.
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.speed = -13.675_213 * VP_SPEED;
    let mut ball = Ball::new(DVec3::ZERO, 25.0 * VP_LENGTH, VP_MASS).unwrap();
    ball.velocity.y = (1.824_391_2 + 0.018_428_2) * VP_SPEED;
    let tip = state.tip_velocity(&plunger, VP_MASS, 1e-9);
    state.struck(&plunger, &mut ball, -DVec3::Y, tip, 0.0, &mut Stream::new(1, "plunger"));
    let after = ball.velocity.y / VP_SPEED;
    assert!((after + 19.899_403).abs() < 0.02, "{after}; the recording has a millisecond of friction in it");
    assert!(state.pushed_back > 0.0, "and the plunger is pushed back");
}

#[test]
fn scatter_changes_only_the_speed_along_the_lane() {
    let plunger = Plunger { scatter_speed: 0.1, ..recorded() };
    let mut stream = Stream::new(3, "plunger");
    let mut speeds: Vec<f64> = Vec::new();
    for _ in 0..200 {
        let mut ball = Ball::new(DVec3::ZERO, 0.0135, VP_MASS).unwrap();
        PlungerState::new(&plunger).struck(&plunger, &mut ball, -DVec3::Y, -1.0, 0.0, &mut stream);
        assert!(ball.velocity.x == 0.0 && ball.velocity.z == 0.0);
        speeds.push(ball.velocity.y);
    }
    let (least, most) = speeds.iter().fold((0.0_f64, -9.0_f64), |(a, b), &y| (a.min(y), b.max(y)));
    assert!(most - least > 0.15 && most - least < 0.2001, "{least} to {most}");
}

#[test]
fn an_embedded_ball_comes_out() {
    let plunger = recorded();
    let state = PlungerState::new(&plunger);
    let gap = -0.5 * VP_LENGTH;
    assert!((state.tip_velocity(&plunger, VP_MASS, gap) / VP_SPEED + 0.5).abs() < 1e-12);
    let mut ball = Ball::new(DVec3::ZERO, 0.0135, VP_MASS).unwrap();
    let mut stream = Stream::new(1, "plunger");
    assert!(PlungerState::new(&plunger).struck(&plunger, &mut ball, -DVec3::Y, 0.0, gap, &mut stream));
    assert!((ball.position.y - gap).abs() < 1e-12 && ball.velocity.y < 0.0, "{ball:?}");
}

#[test]
fn a_ball_holds_the_tip_back_once() {
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.place = plunger.y;
    state.fire(&plunger);
    state.update(&plunger);
    let before = state.place;
    state.held_back();
    state.displace(&plunger, 0.4 * TICK);
    assert_eq!(state.place, before);
    state.displace(&plunger, 0.6 * TICK);
    assert!((before - state.place - 0.6 * TICK * 13.675_213 * VP_SPEED).abs() < 1e-8);
}

#[test]
fn a_retracting_pull_goes_back_and_forth() {
    let plunger = recorded();
    let mut state = PlungerState::new(&plunger);
    state.pull_and_retract(&plunger, plunger.pull_speed);
    let (mut back, mut parked, mut intangible) = (0, 0, 0);
    for _ in 0..5000 {
        step(&mut state, &plunger);
        back += usize::from(state.place == plunger.y);
        parked += usize::from(state.place < plunger.place(plunger.park) + VP_LENGTH);
        intangible += usize::from(state.is_intangible());
        assert!(state.place >= plunger.front() && state.place <= plunger.y, "{state:?}");
    }
    assert!(back > 2000 && parked > 10 && intangible > 50, "{back} {parked} {intangible}");
    let auto = Plunger { auto: true, ..recorded() };
    let mut state = PlungerState::new(&auto);
    state.pull_and_retract(&auto, auto.pull_speed);
    steps(&mut state, &auto, 5000);
    assert_eq!(state.place, auto.y, "an automatic plunger stays back");
}

#[test]
fn it_follows_a_sensor_and_shoots_by_the_farthest_pull() {
    let plunger = Plunger { mechanical: true, ..recorded() };
    let mut state = PlungerState::new(&plunger);
    for _ in 0..1000 {
        state.position(1.0);
        step(&mut state, &plunger);
    }
    assert!((state.place - plunger.y).abs() < VP_LENGTH, "{state:?}");
    assert_eq!(state.tip_velocity(&plunger, VP_MASS, 1.0), state.speed, "held, not let go");
    state.position(0.5);
    step(&mut state, &plunger);
    let tip = state.tip_velocity(&plunger, VP_MASS, 1.0) / VP_SPEED;
    assert!((tip + 13.6752).abs() < 1e-4, "as a full shot: {tip}");
    state.position(f64::NAN);
    steps(&mut state, &plunger, MEMORY);
    assert_eq!(state.tip_velocity(&plunger, VP_MASS, 1.0), state.speed, "forgotten after a tenth of a second");
    steps(&mut state, &plunger, 2000);
    assert!(state.speed == 0.0 && (state.place - plunger.place(0.5 + 0.5 / 6.0)).abs() < PLUNGER_FOLLOWED, "{state:?}");
    assert_eq!(state.numbers().count(), 15 + 1 + MEMORY);
    assert_eq!(PlungerState::new(&plunger).numbers().count(), 15);
}

#[test]
fn a_real_plunger_launches_an_automatic_one() {
    let plunger = Plunger { mechanical: true, auto: true, ..recorded() };
    let mut state = PlungerState::new(&plunger);
    let mut follow = |positions: &mut dyn Iterator<Item = f64>| {
        positions.fold(0, |pressed, position| {
            state.position(position);
            step(&mut state, &plunger);
            pressed + usize::from(state.launches())
        })
    };
    assert_eq!(follow(&mut (0..500).map(|k| f64::from(k) / 500.0)), 0, "pulled back");
    assert_eq!(follow(&mut (0..500).map(|k| 1.0 - f64::from(k) / 500.0)), 0, "let forward gently, 0.15 m/s");
    assert_eq!(follow(&mut (0..200).map(|_| 1.0)), 0, "held");
    let pressed = follow(&mut (0..400).map(|k| (1.0 - f64::from(k) / 40.0).max(0.0)));
    assert_eq!(pressed, LAUNCH as usize, "let go");
    assert!((state.place - plunger.place(plunger.park)).abs() < 1e-12, "and does not follow");
}

#[test]
fn faults_are_named() {
    assert!(Plunger::default().check().is_ok());
    let message = Plunger { stroke: 0.0, ..Plunger::default() }.check().unwrap_err().to_string();
    assert!(message.starts_with("stroke is 0;"), "{message}");
    assert!(Plunger { park: 1.1, ..Plunger::default() }.check().is_err());
}
