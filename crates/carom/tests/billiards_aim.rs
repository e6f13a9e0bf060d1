//! Aiming, checked against geometry done by brute force.

use carom::DVec2;
use carom::billiards::{
    Ball, BallSpec, BallState, CueSpec, Event, Models, PairModel, Phase, PocketModel, PotAim, Shot, Strike, Table,
    What, cut_direction, direction, ghost_ball, pots,
};
use carom::math::rng::Stream;
use core::f64::consts::{FRAC_PI_2, PI};

const SMALL: BallSpec = BallSpec { radius: 0.022, ..BallSpec::POOL };

fn at(ball: &Ball) -> DVec2 {
    ball.state.position.truncate()
}

fn ball(name: &str, x: f64, y: f64) -> Ball {
    Ball::at_rest(name, x, y, BallSpec::POOL)
}

fn unit(angle: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle))
}

#[test]
fn directions_turn_from_x_towards_y() {
    assert_eq!(direction(DVec2::ZERO, DVec2::new(2.0, 0.0)), 0.0);
    assert!((direction(DVec2::new(1.0, 1.0), DVec2::new(1.0, 5.0)) - FRAC_PI_2).abs() < 1e-15);
    assert!((direction(DVec2::ZERO, DVec2::new(-1.0, -1.0)) + 0.75 * PI).abs() < 1e-15);
}

#[test]
fn a_ghost_touches_the_ball_on_the_far_side_from_its_target() {
    for spec in [BallSpec::POOL, SMALL] {
        let (cue, object) = (Ball::at_rest("cue", 0.2, 0.3, spec), ball("1", 0.6, 1.0));
        let target = DVec2::new(1.2, 2.5);
        let ghost = ghost_ball(&cue, &object, target);
        // Balls of two sizes touch with their centres at two heights.
        let apart = ghost.extend(spec.radius).distance(object.state.position);
        assert!((apart - spec.radius - BallSpec::POOL.radius).abs() < 1e-15);
        assert!((direction(ghost, at(&object)) - direction(at(&object), target)).abs() < 1e-14);
    }
    // No direction to speak of: hit full.
    let (cue, object) = (ball("cue", 0.5, 0.5), ball("1", 0.5, 1.0));
    assert_eq!(ghost_ball(&cue, &object, at(&object)), DVec2::new(0.5, 1.0 - 2.0 * BallSpec::POOL.radius));
}

/// Where the cue ball first touches the other when it goes straight: by halving, to the last digit.
fn contact(cue: &Ball, object: &Ball, angle: f64) -> Option<DVec2> {
    let (reach, height) = (cue.spec.radius + object.spec.radius, cue.spec.radius);
    let gap = |s: f64| (at(cue) + unit(angle) * s).extend(height).distance(object.state.position) - reach;
    let nearest = (at(object) - at(cue)).dot(unit(angle));
    if nearest < 0.0 || gap(nearest) > 0.0 {
        return None;
    }
    let (mut low, mut high) = (0.0, nearest);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if gap(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(at(cue) + unit(angle) * high)
}

#[test]
fn a_cut_sends_the_ball_off_at_that_angle() {
    let mut stream = Stream::new(4, "cuts");
    for round in 0..2000 {
        let spec = if round % 2 == 0 { BallSpec::POOL } else { SMALL };
        let cue = Ball::at_rest("cue", stream.between(0.1, 1.0), stream.between(0.1, 0.8), spec);
        let object = ball("1", stream.between(0.1, 1.0), stream.between(1.0, 2.0));
        let cut = stream.between(-1.5, 1.5);
        let angle = cut_direction(&cue, &object, cut).unwrap();
        let ghost = contact(&cue, &object, angle).unwrap();
        let leaves = direction(ghost, at(&object));
        // Halving finds a glancing touch only to the root of the last digit.
        let allowed = if cut.abs() < 1.2 { 1e-12 } else { 1e-9 };
        assert!(libm::sin(leaves - angle - cut).abs() < allowed, "{cut}: {}", leaves - angle);
    }
}

#[test]
fn cuts_beyond_a_right_angle_cannot_be_hit() {
    let (cue, object) = (ball("cue", 0.5, 0.5), ball("1", 0.5, 1.0));
    assert!(cut_direction(&cue, &object, 1.6).is_none());
    assert!(cut_direction(&cue, &object, f64::NAN).is_none());
    assert!(cut_direction(&cue, &cue, 0.1).is_none());
    assert_eq!(cut_direction(&cue, &object, 0.0), Some(FRAC_PI_2));
    // To the left: the aim is right of the ball.
    assert!(cut_direction(&cue, &object, 0.5).unwrap() < FRAC_PI_2);
    // Touching balls: the aim is the direction of the ball less the whole cut.
    let touching = ball("1", 0.5, 0.5 + 2.0 * BallSpec::POOL.radius);
    assert!((cut_direction(&cue, &touching, 0.5).unwrap() - (FRAC_PI_2 - 0.5)).abs() < 1e-7);
}

/// A random layout on the table's cloth.
fn layout(table: &Table, seed: u64, count: usize) -> Vec<Ball> {
    let mut stream = Stream::new(seed, "layout");
    let mut balls: Vec<Ball> = Vec::new();
    while balls.len() < count {
        let spec = if balls.len() % 3 == 2 { SMALL } else { BallSpec::POOL };
        let x = stream.between(spec.radius, table.width - spec.radius);
        let y = stream.between(spec.radius, table.length - spec.radius);
        let new = Ball::at_rest(balls.len().to_string(), x, y, spec);
        if balls.iter().all(|ball| at(ball).distance(at(&new)) > ball.spec.radius + spec.radius) {
            balls.push(new);
        }
    }
    balls
}

/// Whether a ball that goes straight comes over the pocket's edge before it touches anything: step by step, each as long
/// as the room there is.
fn runs_in(table: &Table, balls: &[Ball], skipped: [usize; 2], from: DVec2, angle: f64, pot: &PotAim) -> bool {
    let (way, radius) = (unit(angle), balls[pot.ball].spec.radius);
    let over = table.nose_height - radius;
    let reach = (radius * radius - over * over).sqrt();
    let pocket = &table.pockets[pot.pocket];
    let room = |place: DVec2| {
        let rails = table.rails.iter().map(|rail| {
            let along = rail.to - rail.from;
            let part = (place - rail.from).dot(along) / along.length_squared();
            (place - rail.from - along * part.clamp(0.0, 1.0)).length() - reach
        });
        let jaws = table.jaws.iter().map(|jaw| place.distance(jaw.centre) - jaw.radius - reach);
        let others = balls.iter().enumerate().filter(|(number, _)| !skipped.contains(number));
        let others =
            others.map(|(_, other)| place.extend(radius).distance(other.state.position) - radius - other.spec.radius);
        rails.chain(jaws).chain(others).fold(f64::INFINITY, f64::min)
    };
    let (mut gone, far) = (0.0, from.distance(pocket.centre));
    while gone < far {
        let place = from + way * gone;
        let left = place.distance(pocket.centre) - pocket.radius;
        if left < 1e-7 {
            return true;
        }
        let step = room(place).min(left);
        if step < 1e-7 {
            return false;
        }
        gone += step;
    }
    false
}

#[test]
fn the_window_is_the_one_that_brute_force_finds() {
    let mut compared = 0;
    for (name, seed) in [("pool-7", 1), ("pool-7", 2), ("snooker", 3)] {
        let table = Table::named(name).unwrap();
        let balls = layout(&table, seed, 5);
        for pot in pots(&table, &balls, 0) {
            let (from, pocket) = (at(&balls[pot.ball]), &table.pockets[pot.pocket]);
            let (towards, half) =
                (direction(from, pocket.centre), libm::asin(pocket.radius / from.distance(pocket.centre)));
            let step = half / 150.0;
            let (mut run, mut widest) = (0, 0);
            for k in -150..=150 {
                let angle = towards + f64::from(k) * step;
                run = if runs_in(&table, &balls, [0, pot.ball], from, angle, &pot) { run + 1 } else { 0 };
                widest = widest.max(run);
            }
            let found = f64::from(widest) * step;
            assert!((found - pot.window).abs() <= 1.01 * step, "{name} {seed} {pot:?}: brute force finds {found}");
            compared += usize::from(pot.window > 0.0);
        }
    }
    assert!(compared > 20, "only {compared} windows were open");
}

#[test]
fn a_viable_pot_runs_in_the_middle_of_its_window() {
    let mut viable = 0;
    for seed in 0..40 {
        let table = Table::named("pool-9").unwrap();
        let balls = layout(&table, seed, 4);
        let list = pots(&table, &balls, 0);
        assert_eq!(list.len(), 18);
        for pair in list.windows(2) {
            assert!((pair[0].viable, pair[0].window) >= (pair[1].viable, pair[1].window));
        }
        for pot in list.iter().filter(|pot| pot.viable) {
            viable += 1;
            let object = &balls[pot.ball];
            let heading = direction(at(object), pot.target);
            assert!(runs_in(&table, &balls, [0, pot.ball], at(object), heading, pot));
            assert!(
                (pot.target.distance(table.pockets[pot.pocket].centre) - table.pockets[pot.pocket].radius).abs()
                    < 1e-12
            );
            // The cue ball, sent that way, first touches the object ball, where the ghost is.
            let met = contact(&balls[0], object, pot.direction).unwrap();
            assert!(met.distance(pot.ghost) < 1e-7, "{pot:?}: {met}");
            for other in balls.iter().skip(1).filter(|other| other.name != object.name) {
                let earlier = contact(&balls[0], other, pot.direction);
                assert!(earlier.is_none_or(|place| place.distance(at(&balls[0])) > met.distance(at(&balls[0]))));
            }
            assert!(pot.cut.abs() <= 80_f64.to_radians());
            let aim = cut_direction(&balls[0], object, pot.cut).unwrap();
            assert!(libm::sin(aim - pot.direction).abs() < 1e-7, "{pot:?}: {aim}");
        }
    }
    assert!(viable > 100, "only {viable}");
}

fn of(list: &[PotAim], table: &Table, ball: usize, pocket: &str) -> PotAim {
    *list.iter().find(|pot| pot.ball == ball && Some(pot.pocket) == table.pocket(pocket)).unwrap()
}

#[test]
fn a_straight_pot_has_no_cut_and_sides_have_signs() {
    let table = Table::named("pool-9").unwrap();
    let list = pots(&table, &[ball("cue", 0.9, 1.27), ball("1", 0.5, 1.27)], 0);
    let straight = of(&list, &table, 1, "lc");
    assert!(straight.viable && straight.cut.abs() < 1e-12);
    assert!((straight.direction.abs() - PI).abs() < 1e-12);
    assert!((straight.target - DVec2::new(-0.004, 1.27)).length() < 1e-12);
    // From the right side to the upper left corner is a cut to the right of a ball that goes left.
    assert!(of(&list, &table, 1, "lt").cut < 0.0);
    assert!(of(&list, &table, 1, "lb").cut > 0.0);
    // Backwards is no pot.
    assert!(!of(&list, &table, 1, "rc").viable);
}

#[test]
fn balls_in_either_way_close_a_pot() {
    let table = Table::named("pool-9").unwrap();
    let pair = [ball("cue", 0.9, 1.27), ball("1", 0.5, 1.27)];
    let with = |x: f64, y: f64| {
        let balls = [pair[0].clone(), pair[1].clone(), ball("2", x, y)];
        of(&pots(&table, &balls, 0), &table, 1, "lc")
    };
    assert!(with(0.25, 1.6).viable);
    let blocked = with(0.25, 1.27);
    assert!(!blocked.viable && blocked.window == 0.0);
    assert!(!with(0.7, 1.28).viable);
    // A ball that leaves part of the pocket open moves the aim away from it, and the window shrinks.
    let (open, narrow) = (with(0.25, 1.6), with(0.25, 1.33));
    assert!(narrow.viable && narrow.window < open.window && narrow.target.y < open.target.y);
}

#[test]
fn a_ball_frozen_to_the_rail_can_go_along_it() {
    let table = Table::named("pool-9").unwrap();
    let over = table.nose_height - BallSpec::POOL.radius;
    let reach = (BallSpec::POOL.radius * BallSpec::POOL.radius - over * over).sqrt();
    let balls = [ball("cue", 0.3, 1.5), ball("1", reach, 0.8)];
    let pot = of(&pots(&table, &balls, 0), &table, 1, "lb");
    assert!(pot.viable, "{pot:?}");
    // Never into the rail it touches.
    assert!(pot.target.x >= reach);
    // The side pocket is closed to it: its mouth is seen from the edge.
    assert!(!of(&pots(&table, &balls, 0), &table, 1, "lc").viable);
}

#[test]
fn what_is_not_on_the_table_is_no_pot() {
    let table = Table::named("pool-9").unwrap();
    let mut balls = [ball("cue", 0.9, 1.27), ball("1", 0.5, 1.27)];
    assert!(pots(&table, &balls, 7).is_empty());
    assert!(pots(&Table::named("carom").unwrap(), &balls, 0).is_empty());
    balls[1].state = BallState { phase: Phase::Potted, ..balls[1].state };
    assert!(pots(&table, &balls, 0).is_empty());
    balls[1].state.phase = Phase::Stationary;
    balls[1].state.position.x = f64::NAN;
    assert!(pots(&table, &balls, 0).iter().all(|pot| !pot.viable));
}

/// Whether the object ball of a frictionless shot that should send it with `heading` is potted without a touch on the way.
fn played_clean(table: &Table, balls: &[Ball], pot: &PotAim, heading: f64) -> bool {
    let object = &balls[pot.ball];
    let ghost = ghost_ball(&balls[0], object, at(object) + unit(heading));
    let models =
        Models { pair: PairModel::Frictionless, jumps: false, pocket: PocketModel::Simple, ..Models::default() };
    let strike = Strike {
        ball: 0,
        speed: 4.0,
        direction: direction(at(&balls[0]), ghost),
        elevation: 0.0,
        side: 0.0,
        height: 0.0,
        cue: CueSpec::POOL,
    };
    let mut shot = Shot::new(table, &models, balls, Some(&strike)).unwrap();
    shot.run();
    let met = |event: &&Event| event.what.involves(pot.ball) && !matches!(event.what, What::Change { .. });
    let story: Vec<What> = shot.events().iter().filter(met).map(|event| event.what).take(2).collect();
    let potted = What::Pot { ball: pot.ball, pocket: pot.pocket };
    matches!(story.as_slice(), [What::Balls { balls: [0, _] }, last] if *last == potted)
}

#[test]
fn a_shot_into_the_window_goes_in_and_one_beside_it_does_not() {
    let mut played = 0;
    for (name, seed) in [("pool-7", 0), ("pool-9", 1), ("snooker", 2), ("pool-8", 3)] {
        let table = Table::named(name).unwrap();
        let balls = layout(&table, 50 + seed, 4);
        // A thin cut would leave the ball too slow to arrive.
        for pot in pots(&table, &balls, 0).iter().filter(|pot| pot.viable && pot.cut.abs() < 0.8) {
            let middle = direction(at(&balls[pot.ball]), pot.target);
            for (part, clean) in [(-0.5001, false), (-0.4999, true), (0.0, true), (0.4999, true), (0.5001, false)] {
                let heading = middle + part * pot.window;
                assert_eq!(played_clean(&table, &balls, pot, heading), clean, "{name} {part} {pot:?}");
            }
            played += 1;
        }
    }
    assert!(played > 8, "only {played}");
}
