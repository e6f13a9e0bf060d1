//! Random shots on every table with every law: no stall, no overlap, no escape, no energy from nothing.
//!
//! `CAROM_SHOTS=100000 cargo test --release -p carom --test billiards_many` plays as many for each table.

use carom::billiards::rules::GameKind;
use carom::billiards::{
    Ball, BallFriction, BallSpec, BallState, CueSpec, CushionModel, Event, LandingModel, Models, Outcome, PairModel,
    Phase, Pocket, PocketModel, Shot, Strike, Table, What,
};
use carom::math::rng::Stream;

#[expect(clippy::disallowed_methods, reason = "the engine asks nobody; how long a test goes on may be asked")]
fn shots() -> usize {
    std::env::var("CAROM_SHOTS").ok().and_then(|text| text.parse().ok()).unwrap_or(600)
}

fn pick<T: Copy>(stream: &mut Stream, choices: &[T]) -> T {
    choices[(stream.unit() * choices.len() as f64) as usize]
}

const POCKETS: [PocketModel; 2] = [PocketModel::Rim, PocketModel::Simple];

fn models(stream: &mut Stream) -> Models {
    let friction = pick(stream, &[BallFriction::default(), BallFriction::Average]);
    let cushions = [
        CushionModel::Simple { restitution: false },
        CushionModel::Simple { restitution: true },
        CushionModel::Han2005,
        CushionModel::Impulse,
        CushionModel::Stronge { omega: 1.2 },
        CushionModel::Stronge { omega: 1.8 },
        CushionModel::Stronge { omega: 1.95 },
        CushionModel::Mathavan2010,
    ];
    // The laws that are integrated cost a hundred times as much as the others: less often.
    let laws = if stream.unit() < 0.1 { &cushions[..] } else { &cushions[..7] };
    let pair = if stream.unit() < 0.05 {
        PairModel::Mathavan2014 { friction, steps: 100 }
    } else {
        pick(stream, &[PairModel::Frictionless, PairModel::Frictional { friction }, PairModel::Frictional { friction }])
    };
    let mut base = if stream.unit() < 0.25 { Models::pooltool() } else { Models::default() };
    // Two quirks of the reference may make energy: its coarse integral overshoots, and its housekeeping moves speed.
    base.quirks.rough_pair_integral = false;
    base.quirks.spacer = false;
    Models {
        pair,
        rail: pick(stream, laws),
        jaw: pick(stream, laws),
        // Where balls in the air do not see cushions, one that jumps out of a pocket would land in one.
        pocket: pick(stream, if base.quirks.cushions_ignore_flight { &POCKETS[1..] } else { &POCKETS }),
        jumps: !base.quirks.cushions_ignore_flight && stream.unit() < 0.5,
        landing: pick(stream, &[LandingModel::default(), LandingModel::Frictionless { least_hop: 0.005 }]),
        ..base
    }
}

fn layout(stream: &mut Stream, table: &Table, spec: BallSpec, count: usize, mixed: bool) -> Vec<Ball> {
    let mut balls: Vec<Ball> = Vec::new();
    let mut tries = 0;
    while balls.len() < count && tries < 10_000 {
        tries += 1;
        let mut own = spec;
        if mixed {
            own.radius *= stream.between(0.8, 1.2);
            own.mass *= stream.between(0.5, 2.0);
        }
        let r = own.radius;
        // Some frozen to a rail, some frozen to another ball.
        let (mut x, mut y) = (stream.between(r, table.width - r), stream.between(r, table.length - r));
        if stream.unit() < 0.1 {
            x = r;
        }
        if let Some(other) = balls.last().filter(|_| !mixed && stream.unit() < 0.3) {
            let angle = stream.between(0.0, 6.3);
            x = other.state.position.x + 2.0 * r * libm::cos(angle);
            y = other.state.position.y + 2.0 * r * libm::sin(angle);
        }
        let inside = x >= r && y >= r && x <= table.width - r && y <= table.length - r;
        let state = BallState::at_rest(x, y, &own);
        let free = balls
            .iter()
            .all(|other| (other.state.position - state.position).length() >= (other.spec.radius + r) * (1.0 - 1e-15));
        if inside && free {
            balls.push(Ball { name: balls.len().to_string(), spec: own, state });
        }
    }
    balls
}

/// How deep balls lie in each other or in cushions, and whether one is where it cannot be.
fn worst(shot: &Shot, table: &Table, balls: &[Ball], time: f64, models: &Models) -> (f64, bool) {
    let states: Vec<_> = (0..balls.len()).map(|ball| shot.state_at(ball, time)).collect();
    let (mut overlap, mut escaped) = (0.0_f64, false);
    // In the air in a pocket: on its way down, or rattling. Other balls do not see it until it comes out.
    let is_in_pocket = |state: &BallState, radius: f64| {
        let place = state.position.truncate();
        let over = |pocket: &Pocket| (place - pocket.centre).length() <= pocket.radius * (1.0 + 1e-7);
        state.position.z < radius - 1e-9 || state.phase == Phase::Airborne && table.pockets.iter().any(over)
    };
    for (a, state) in states.iter().enumerate() {
        if state.phase.is_out() {
            continue;
        }
        let radius = balls[a].spec.radius;
        if is_in_pocket(state, radius) {
            continue;
        }
        let place = state.position.truncate();
        let in_mouth =
            table.pockets.iter().any(|pocket| (place - pocket.centre).length() < pocket.radius + 2.0 * radius);
        let margin = if in_mouth { table.cushion_width + radius } else { 1e-9 };
        escaped |= !models.quirks.cushions_ignore_flight
            && (place.x < -margin
                || place.y < -margin
                || place.x > table.width + margin
                || place.y > table.length + margin);
        if state.phase.on_cloth() {
            let over = table.nose_height - radius;
            let reach = if models.quirks.upright_cushions { radius } else { (radius * radius - over * over).sqrt() };
            for rail in &table.rails {
                let arm = place - rail.from;
                let along = (rail.to - rail.from).normalize();
                let (gap, s) = (arm.dot(rail.inward) - reach, arm.dot(along));
                if (0.0..=(rail.to - rail.from).length()).contains(&s) && gap > -reach {
                    overlap = overlap.max(-gap);
                }
            }
            for jaw in &table.jaws {
                overlap = overlap.max(jaw.radius + reach - (place - jaw.centre).length());
            }
        }
        for (b, other) in states.iter().enumerate().take(a) {
            if !other.phase.is_out() && !is_in_pocket(other, balls[b].spec.radius) {
                let gap = (other.position - state.position).length() - radius - balls[b].spec.radius;
                overlap = overlap.max(-gap);
            }
        }
    }
    (overlap, escaped)
}

/// What happened shortly before.
fn diary(shot: &Shot, time: f64) -> String {
    let recent = shot.events().iter().enumerate().filter(|(_, event)| event.time <= time + 0.1);
    let lines = recent.map(|(k, event)| {
        let (ball, _) = event.what.balls();
        format!("{:.6} {:?} {:?}\n", event.time, event.what, shot.around(k, ball))
    });
    let lines: Vec<String> = lines.collect();
    lines[lines.len().saturating_sub(12)..].concat()
}

fn play_many(table: &Table, spec: BallSpec, cue: CueSpec, most: usize) {
    let mut stream = Stream::new(11, &table.name);
    let (mut events, mut longest, mut deepest, mut worst_balance) = (0, 0, 0.0_f64, 0.0_f64);
    for number in 0..shots() {
        let models = models(&mut stream);
        let mixed = stream.unit() < 0.2;
        let count = 1 + (stream.unit() * most as f64) as usize;
        let balls = layout(&mut stream, table, spec, count, mixed);
        let angle = stream.between(0.0, core::f64::consts::TAU);
        let tip = stream.between(0.0, 0.5);
        let fast = if stream.unit() < 0.1 { 9.0 } else { 4.0 };
        let strike = Strike {
            speed: stream.between(0.01, fast),
            direction: stream.between(0.0, core::f64::consts::TAU),
            elevation: if stream.unit() < 0.3 { stream.between(0.0, 1.2) } else { 0.0 },
            side: tip * libm::cos(angle),
            height: tip * libm::sin(angle),
            ..Strike::level(0, cue)
        };
        let said = || format!("{} shot {number}: {models:?} {strike:?} {balls:?}", table.name);
        let mut shot =
            Shot::new(table, &models, &balls, Some(&strike)).unwrap_or_else(|fault| panic!("{fault} {}", said()));
        let outcome = shot.run();
        if shot.events().len() > 3000 {
            println!("{} events, shot {number}\n{}", shot.events().len(), diary(&shot, shot.time()));
        }
        assert_eq!(outcome, Outcome::AtRest, "{} {}", shot.events().len(), said());
        events += shot.events().len();
        if shot.events().len() > longest {
            longest = shot.events().len();
        }
        // A potted ball may have lost more on the pocket's wall than it brought: it has fallen, and its energy is counted
        // from the cloth.
        let gain = |event: &Event| event.lost < -1e-12 && !matches!(event.what, What::Pot { .. });
        assert!(!shot.events().iter().any(gain), "energy from nothing: {}", said());
        let ledger = shot.ledger();
        worst_balance = worst_balance.max(ledger.balance().abs() / ledger.given.max(1.0));
        assert!(ledger.balance().abs() < 1e-10 * ledger.given.max(1.0), "{ledger:?} {}", said());
        let mut last = 0.0;
        for event in shot.events().iter().take(400) {
            for time in [0.5 * (last + event.time), event.time] {
                let (overlap, escaped) = worst(&shot, table, &balls, time, &models);
                deepest = deepest.max(overlap);
                if overlap >= 1e-9 || escaped {
                    println!("{}", diary(&shot, time));
                }
                assert!(overlap < 1e-9, "{overlap:e} deep at {time}: {}", said());
                assert!(!escaped, "escaped at {time}: {}", said());
            }
            last = event.time;
        }
    }
    println!(
        "{}: {} shots, {events} events, at most {longest} in one, deepest overlap {deepest:.1e} m, ledger within {worst_balance:.1e}",
        table.name,
        shots()
    );
}

#[test]
fn random_shots_on_pool_tables_neither_stall_nor_leak() {
    for name in ["pool-7", "pool-8", "pool-9"] {
        play_many(&Table::named(name).unwrap(), BallSpec::POOL, CueSpec::POOL, 16);
    }
}

#[test]
fn random_shots_on_a_snooker_table_neither_stall_nor_leak() {
    play_many(&GameKind::Snooker.table(), BallSpec::SNOOKER, CueSpec::SNOOKER, 22);
}

#[test]
fn random_shots_on_a_carom_table_neither_stall_nor_leak() {
    play_many(&GameKind::ThreeCushion.table(), BallSpec::CAROM, CueSpec::CAROM, 5);
}
