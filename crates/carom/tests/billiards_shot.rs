//! Whole shots: laws that hold whatever the layout, and set-ups with a known answer.

use carom::DVec3;
use carom::billiards::rules::GameKind;
use carom::billiards::{
    Ball, BallFriction, BallSpec, BallState, CueSpec, Models, Outcome, PairModel, Phase, Shot, Strike, Table, What,
};
use carom::math::rng::Stream;

fn field() -> Table {
    Table::field(100.0)
}

fn level(speed: f64, direction: f64) -> Strike {
    Strike { ball: 0, speed, direction, elevation: 0.0, side: 0.0, height: 0.0, cue: CueSpec::POOL }
}

fn flat() -> Models {
    Models { jumps: false, ..Models::default() }
}

#[test]
fn a_ball_slides_rolls_and_stops_where_the_formulas_say() {
    let ball = Ball::at_rest("cue", 50.0, 50.0, BallSpec::POOL);
    let mut shot = Shot::new(&field(), &flat(), &[ball], Some(&level(1.0, 0.3))).unwrap();
    assert_eq!(shot.run(), Outcome::AtRest);
    let kinds: Vec<_> = shot.events().iter().map(|event| event.what).collect();
    assert_eq!(
        kinds,
        [
            What::Strike { ball: 0 },
            What::Change { ball: 0, from: Phase::Sliding, to: Phase::Rolling },
            What::Change { ball: 0, from: Phase::Rolling, to: Phase::Stationary },
        ]
    );
    // 12 v² / (49 u_s g) metres sliding, then (5v/7)² / (2 u_r g) rolling (guide of billiards, section 4).
    let v = shot.around(0, 0).unwrap().1.velocity.length();
    let way = 12.0 * v * v / (49.0 * 0.2 * 9.81) + (5.0 * v / 7.0) * (5.0 * v / 7.0) / (2.0 * 0.01 * 9.81);
    let end = shot.state(0).position - DVec3::new(50.0, 50.0, BallSpec::POOL.radius);
    assert!((end.length() - way).abs() < 1e-12, "{} {way}", end.length());
    assert!(shot.ledger().balance().abs() < 1e-14, "{:?}", shot.ledger());
}

#[test]
fn every_break_ends_at_rest_with_its_ledger_closed() {
    for game in GameKind::ALL {
        let table = game.table();
        for seed in 0..5 {
            let balls = game.rack(&table, 1e-3, seed);
            let aim = balls[1].state.position - balls[0].state.position;
            let strike = Strike { cue: game.cue_spec(), ..level(6.0, libm::atan2(aim.y, aim.x)) };
            for models in [flat(), Models::default(), Models::pooltool()] {
                let mut shot = Shot::new(&table, &models, &balls, Some(&strike)).unwrap();
                assert_eq!(shot.run(), Outcome::AtRest, "{} {seed}", game.name());
                let ledger = shot.ledger();
                assert!(ledger.balance().abs() < 1e-10, "{} {seed}: {ledger:?}", game.name());
                println!("{} {seed} {} events {:.2} s", game.name(), shot.events().len(), shot.time());
            }
        }
    }
}

/// Balls that move across a square table, spinning anyhow.
fn crowd(stream: &mut Stream, size: f64, count: usize) -> Vec<Ball> {
    let spec = BallSpec::POOL;
    let r = spec.radius;
    let mut balls: Vec<Ball> = Vec::new();
    while balls.len() < count {
        let mut ball =
            Ball::at_rest(balls.len().to_string(), stream.between(r, size - r), stream.between(r, size - r), spec);
        ball.state.phase = Phase::Sliding;
        ball.state.velocity = DVec3::new(stream.between(-3.0, 3.0), stream.between(-3.0, 3.0), 0.0);
        ball.state.spin =
            DVec3::new(stream.between(-50.0, 50.0), stream.between(-50.0, 50.0), stream.between(-50.0, 50.0));
        if balls.iter().all(|other| (other.state.position - ball.state.position).length() > 2.0 * r) {
            balls.push(ball);
        }
    }
    balls
}

/// Seen in a mirror along the diagonal: places and velocities change axes, spins too and turn the other way.
fn mirrored(state: &BallState) -> BallState {
    let swap = |v: DVec3| DVec3::new(v.y, v.x, v.z);
    BallState {
        phase: state.phase,
        position: swap(state.position),
        velocity: swap(state.velocity),
        spin: -swap(state.spin),
    }
}

#[test]
fn a_shot_in_a_mirror_is_the_mirror_image_of_the_shot() {
    let table = Table::field(1.5);
    let mut stream = Stream::new(4, "mirror");
    let (mut compared, mut worst) = (0, 0.0_f64);
    for _ in 0..200 {
        let balls = crowd(&mut stream, 1.5, 4);
        let image: Vec<Ball> = balls.iter().map(|ball| Ball { state: mirrored(&ball.state), ..ball.clone() }).collect();
        let mut here = Shot::new(&table, &flat(), &balls, None).unwrap();
        let mut there = Shot::new(&table, &flat(), &image, None).unwrap();
        here.run_until(f64::INFINITY, 12);
        there.run_until(f64::INFINITY, 12);
        for k in 0..12 {
            let (event, other) = (here.events()[k], there.events()[k]);
            assert_eq!(event.what.balls(), other.what.balls());
            let ball = event.what.balls().0;
            let (mine, theirs) = (here.around(k, ball).unwrap().1, mirrored(&there.around(k, ball).unwrap().1));
            worst =
                worst.max((mine.position - theirs.position).length()).max((mine.velocity - theirs.velocity).length());
            compared += 1;
        }
    }
    assert!(compared == 2400 && worst < 1e-9, "{worst:e}");
}

#[test]
fn what_happens_does_not_depend_on_how_often_one_looks() {
    let table = Table::named("pool-7").unwrap();
    let game = GameKind::NineBall;
    let balls = game.rack(&table, 1e-3, 5);
    let strike = Strike { side: 0.2, ..level(6.5, 1.72) };
    let mut once = Shot::new(&table, &Models::default(), &balls, Some(&strike)).unwrap();
    assert_eq!(once.run(), Outcome::AtRest);
    for step in [1.0 / 60.0, 1e-3, 0.37] {
        let mut often = Shot::new(&table, &Models::default(), &balls, Some(&strike)).unwrap();
        let mut time = 0.0;
        while often.run_until(time, usize::MAX / 8) != Outcome::AtRest {
            assert!(often.state_at(3, time).position.is_finite());
            time += step;
        }
        assert_eq!(once.events(), often.events());
        for ball in 0..balls.len() {
            assert_eq!(once.state(ball), often.state(ball));
        }
    }
    // Nor does it matter whether a shot is new or played again.
    let mut again = once.clone();
    again.restart(&balls, Some(&strike)).unwrap();
    assert_eq!(again.by_ref().count(), once.events().len());
    assert_eq!(once.events(), again.events());
}

#[test]
fn balls_keep_their_momentum_when_they_meet() {
    let table = Table::field(1.5);
    let mut stream = Stream::new(9, "momentum");
    let mut meetings = 0;
    for law in
        [PairModel::Frictionless, PairModel::default(), PairModel::Frictional { friction: BallFriction::Average }]
    {
        for _ in 0..100 {
            let mut balls = crowd(&mut stream, 1.5, 6);
            for ball in &mut balls {
                ball.spec.mass *= stream.between(0.5, 2.0);
            }
            let models = Models { pair: law, ..flat() };
            let mut shot = Shot::new(&table, &models, &balls, None).unwrap();
            shot.run();
            for (k, event) in shot.events().iter().enumerate() {
                let What::Balls { balls: [a, b] } = event.what else { continue };
                let sum = |after: bool| -> DVec3 {
                    let of = |ball: usize| {
                        let (before, then) = shot.around(k, ball).unwrap();
                        balls[ball].spec.mass * if after { then.velocity } else { before.velocity }
                    };
                    of(a) + of(b)
                };
                // Upwards and downwards the cloth has its say.
                assert!((sum(true) - sum(false)).truncate().length() < 1e-14, "{k}: {} {}", sum(false), sum(true));
                meetings += 1;
            }
        }
    }
    assert!(meetings > 500, "{meetings}");
}

#[test]
fn a_perfectly_touching_cradle_passes_the_blow_on() {
    let r = BallSpec::POOL.radius;
    let balls: Vec<Ball> = [50.0, 50.5, 50.5 + 2.0 * r, 50.5 + 4.0 * r]
        .iter()
        .enumerate()
        .map(|(k, &y)| Ball::at_rest(k.to_string(), 50.0, y, BallSpec::POOL))
        .collect();
    for restitution in [1.0, 0.95, 0.5] {
        let balls: Vec<Ball> = balls
            .iter()
            .map(|ball| Ball { spec: BallSpec { ball_restitution: restitution, ..ball.spec }, ..ball.clone() })
            .collect();
        let strike = level(1.5, core::f64::consts::FRAC_PI_2);
        let mut shot = Shot::new(&field(), &flat(), &balls, Some(&strike)).unwrap();
        assert_eq!(shot.run(), Outcome::AtRest);
        let hit = shot.events().iter().position(|event| matches!(event.what, What::Balls { .. })).unwrap();
        let arrival = shot.around(hit, 0).unwrap().0.velocity.y;
        let time = shot.events()[hit].time;
        let speeds: Vec<f64> = (0..4).map(|ball| shot.state_at(ball, time).velocity.y).collect();
        // Momentum is kept, each ball is at least as fast as the one behind it, and an elastic blow goes through whole.
        assert!((speeds.iter().sum::<f64>() - arrival).abs() < 1e-14 * arrival, "{speeds:?}");
        assert!(speeds.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9), "{speeds:?}");
        if restitution == 1.0 {
            assert!(
                speeds[..3].iter().all(|speed| speed.abs() < 1e-12) && (speeds[3] - arrival).abs() < 1e-12,
                "{speeds:?}"
            );
        }
        for ball in 0..4 {
            assert!((shot.state(ball).position.x - 50.0).abs() < 1e-12, "it stays in line");
        }
        assert!(shot.ledger().balance().abs() < 1e-12);
        assert!(shot.events().len() < 800, "{}", shot.events().len());
    }
}

#[test]
fn a_frozen_rack_struck_in_the_middle_opens_evenly() {
    // Fifteen balls exactly touching, as far as numbers can, and a cue ball on their axis at 12 m/s.
    let spec = BallSpec::POOL;
    let r = spec.radius;
    let row = r * 3.0_f64.sqrt();
    let mut balls = vec![Ball::at_rest("cue", 50.0, 49.0, spec)];
    for rank in 0..5 {
        for file in 0..=rank {
            let x = 50.0 + (2.0 * f64::from(file) - f64::from(rank)) * r;
            balls.push(Ball::at_rest(balls.len().to_string(), x, 50.0 + f64::from(rank) * row, spec));
        }
    }
    let strike = level(12.0 / 1.53847, core::f64::consts::FRAC_PI_2);
    for models in [flat(), Models { pair: PairModel::Frictionless, ..flat() }] {
        let mut shot = Shot::new(&field(), &models, &balls, Some(&strike)).unwrap();
        let hit = shot.find(|event| matches!(event.what, What::Balls { .. })).unwrap();
        let after: Vec<BallState> = (0..16).map(|ball| shot.state_at(ball, hit.time)).collect();
        let mut number = 1;
        for rank in 0..5 {
            for file in 0..=rank {
                let (left, right) = (number + file, number + rank - file);
                let (one, other) = (after[left].velocity, after[right].velocity);
                assert!((one.x + other.x).abs() < 1e-6 && (one.y - other.y).abs() < 1e-6, "{one} {other}");
            }
            number += rank + 1;
        }
        let back = after[11..].iter().map(|state| state.velocity.length()).fold(0.0, f64::max);
        assert!(back > 1.0, "the blow reaches the last row: {back}");
        assert_eq!(shot.run(), Outcome::AtRest);
        assert!(shot.ledger().balance().abs() < 1e-10, "{:?}", shot.ledger());
        println!("{} events, {:.1} s", shot.events().len(), shot.time());
    }
}

#[test]
fn a_ball_sent_along_a_rail_that_it_touches_follows_it() {
    let table = GameKind::ThreeCushion.table();
    let spec = BallSpec::CAROM;
    for models in [Models::pooltool(), Models { jumps: false, ..Models::default() }] {
        let x = if models.quirks.upright_cushions {
            spec.radius
        } else {
            let over = table.nose_height - spec.radius;
            (spec.radius * spec.radius - over * over).sqrt()
        };
        let ball = Ball::at_rest("cue", x, 1.0, spec);
        let strike = Strike { cue: CueSpec::CAROM, ..level(1.5, core::f64::consts::FRAC_PI_2) };
        let mut shot = Shot::new(&table, &models, &[ball], Some(&strike)).unwrap();
        assert_eq!(shot.run(), Outcome::AtRest);
        let off = shot.legs(0).map(|leg| (leg.state.position.x - x).abs()).fold(0.0, f64::max);
        assert!(off < 1e-6, "{off:e} away from the rail");
        assert!(shot.events().len() < 30, "{}", shot.events().len());
    }
}

#[test]
fn a_ball_that_leans_on_another_does_not_chatter_for_ever() {
    // A ball with follow pushes another that it touches: both go the same way, pressed together.
    let spec = BallSpec::POOL;
    let r = spec.radius;
    let mut pusher = Ball::at_rest("0", 50.0, 50.0, spec);
    pusher.state.phase = Phase::Sliding;
    pusher.state.spin = DVec3::new(-200.0, 0.0, 0.0);
    let pushed = Ball::at_rest("1", 50.0, 50.0 + 2.0 * r, spec);
    let mut shot = Shot::new(&field(), &flat(), &[pusher, pushed], None).unwrap();
    assert_eq!(shot.run(), Outcome::AtRest);
    assert!(shot.events().len() < 20_000, "{}", shot.events().len());
    assert!(shot.state(1).position.y > 50.5, "it was pushed");
    assert!(shot.ledger().balance().abs() < 1e-10);
    println!("{} events", shot.events().len());
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    let spec = BallSpec::POOL;
    let table = Table::named("pool-9").unwrap();
    let at = |x: f64, y: f64| Ball::at_rest("cue", x, y, spec);
    let refused = |balls: &[Ball], strike: Option<&Strike>| {
        Shot::new(&table, &Models::default(), balls, strike).map(|_| ()).unwrap_err().to_string()
    };
    let strike = level(2.0, 0.0);
    assert!(refused(&[at(0.5, 0.5), at(0.51, 0.5)], None).contains("overlaps"));
    assert!(refused(&[at(0.01, 0.5)], None).contains("cushion"));
    assert!(refused(&[at(-5.0, 0.5)], None).contains("outside"));
    assert!(refused(&[at(f64::NAN, 0.5)], None).contains("finite"));
    assert!(refused(&[at(0.5, 0.5)], Some(&Strike { ball: 3, ..strike })).contains('3'));
    assert!(refused(&[at(0.5, 0.5)], Some(&Strike { side: 0.9, ..strike })).contains("0.9"));
    let mut moving = at(0.5, 0.5);
    moving.state.phase = Phase::Sliding;
    moving.state.velocity = DVec3::X;
    assert!(refused(&[moving], Some(&strike)).contains("at rest"));
    let mut heavy = at(0.5, 0.5);
    heavy.spec.mass = -1.0;
    assert!(refused(&[heavy], None).contains("mass"));
}

#[test]
fn a_ball_that_leans_on_two_that_touch_does_not_chatter_for_ever() {
    // Every meeting of the three is one of a cluster; such meetings once had no rule for a series, and used up the budget.
    let spec = BallSpec::POOL;
    let r = spec.radius;
    let mut pusher = Ball::at_rest("0", 50.0, 50.0, spec);
    pusher.state.phase = Phase::Sliding;
    pusher.state.spin = DVec3::new(-200.0, 0.0, 0.0);
    let ahead = 50.0 + r * 3.0_f64.sqrt();
    let (left, right) = (Ball::at_rest("1", 50.0 - r, ahead, spec), Ball::at_rest("2", 50.0 + r, ahead, spec));
    let mut shot = Shot::new(&field(), &flat(), &[pusher, left, right], None).unwrap();
    assert_eq!(shot.run(), Outcome::AtRest, "{}", shot.events().len());
    assert!(shot.events().len() < 20_000, "{}", shot.events().len());
    let (left, right) = (shot.state(1).position, shot.state(2).position);
    assert!(left.y > ahead + 0.1 && right.y > ahead + 0.1, "they were pushed: {left} {right}");
    assert!(shot.ledger().balance().abs() < 1e-10);
}

#[test]
fn a_ball_is_what_its_motion_says_or_is_refused() {
    let spec = BallSpec::POOL;
    let table = Table::named("pool-9").unwrap();
    let new = |ball: &Ball, strike: Option<&Strike>| {
        Shot::new(&table, &Models::default(), core::slice::from_ref(ball), strike).map_err(|fault| fault.to_string())
    };
    let rest = Ball::at_rest("cue", 0.5, 0.5, spec);
    let with = |change: &dyn Fn(&mut BallState)| {
        let mut ball = rest.clone();
        change(&mut ball.state);
        ball
    };
    // Such a ball once went through rails, unseen.
    let creeping = with(&|state| state.velocity = DVec3::X);
    assert!(new(&creeping, None).unwrap_err().contains("velocity"));
    let turning = with(&|state| state.spin = DVec3::Z);
    assert!(new(&turning, None).unwrap_err().contains("spin"));
    // Said to roll, but it slips: its energy is booked as sliding.
    let slipping = with(&|state| (state.phase, state.velocity) = (Phase::Rolling, DVec3::X));
    let mut shot = new(&slipping, None).unwrap();
    shot.run();
    assert!(shot.ledger().balance().abs() < 1e-12, "{:?}", shot.ledger());
    // A hair above the cloth it still rests, and can be struck.
    let raised = with(&|state| state.position.z += 1e-7);
    assert!(new(&raised, Some(&level(2.0, 0.0))).is_ok());
    let corner = table.pockets[0].centre * 0.9;
    let hanging = with(&|state| state.position = corner.extend(spec.radius));
    assert!(new(&hanging, None).unwrap_err().contains("pocket"));
}

#[test]
fn a_shot_that_could_not_be_restarted_can_still_be_asked() {
    let table = Table::named("pool-9").unwrap();
    let good = [Ball::at_rest("cue", 0.5, 0.5, BallSpec::POOL)];
    let mut bad = good.clone();
    bad[0].spec.mass = -1.0;
    let mut shot = Shot::new(&table, &Models::default(), &good, Some(&level(2.0, 0.3))).unwrap();
    shot.run();
    let (end, events) = (shot.state(0), shot.events().len());
    assert!(shot.restart(&bad, None).is_err());
    assert_eq!((shot.state(0), shot.events().len()), (end, events));
}

#[test]
fn a_ball_that_drops_beside_a_jaw_strikes_it() {
    let table = Table::named("pool-9").unwrap();
    let (jaw, r) = (&table.jaws[0], BallSpec::POOL.radius);
    let mut ball = Ball::at_rest("cue", jaw.centre.x, jaw.centre.y + jaw.radius + 0.005, BallSpec::POOL);
    ball.state.phase = Phase::Airborne;
    ball.state.position.z = 0.3;
    let mut shot = Shot::new(&table, &Models::default(), &[ball], None).unwrap();
    shot.run();
    assert!(matches!(shot.events()[0].what, What::Jaw { jaw: 0, .. } | What::Rail { .. }), "{:?}", shot.events()[0]);
    let end = shot.state(0).position;
    assert!(end.z < r || (end.truncate() - jaw.centre).length() > jaw.radius + 0.9 * r, "{end}");
}
