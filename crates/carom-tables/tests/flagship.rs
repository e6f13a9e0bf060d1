//! The flagship table, Kingfisher: its shots can be made, its plunger serves them, and nothing gets stuck or lost on it.

use carom::math::rng::Stream;
use carom::pinball::part::{Flipper, Part};
use carom::pinball::{Autopilot, Command, Happening, Input, Machine, PartId};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, degrees};
use carom::{Ball, BallId, DVec2, DVec3};
use carom_tables::{Outline, Table};

const KINGFISHER: &str = include_str!("../../../tables/kingfisher.toml");

fn kingfisher() -> (Table, Machine) {
    Table::load(KINGFISHER).unwrap_or_else(|faults| panic!("{}", faults.shown("kingfisher.toml")))
}

fn part(machine: &Machine, name: &str) -> PartId {
    machine.part(name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn switch(machine: &mut Machine, part: PartId, on: bool) {
    machine.send(Command::now(Input::Coil { part, on })).unwrap();
}

fn wait(machine: &mut Machine, ticks: usize) {
    for _ in 0..ticks {
        machine.tick();
    }
}

/// A ball on the playfield, its place in millimetres.
fn ball_at(x: f64, y: f64) -> Ball {
    Ball::new(DVec3::new(1e-3 * x, 1e-3 * y, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS).unwrap()
}

/// What a shot did: the parts that told of it in their order, each once in a row, until it came to a flipper again or drained.
#[derive(Debug, Default)]
struct Shot {
    /// Degrees from straight up, and m/s, a hand's breadth above the flipper.
    heading: f64,
    speed: f64,
    told: Vec<String>,
}

impl Shot {
    fn begins(&self, names: &[&str]) -> bool {
        self.told.len() >= names.len() && self.told.iter().zip(names).all(|(told, name)| told == name)
    }

    fn first(&self, name: &str) -> bool {
        self.begins(&[name])
    }
}

/// Lets go a ball that is cradled on the raised flipper, and flips again so many milliseconds later.
fn fan(side: &str, timings: impl Iterator<Item = usize>) -> Vec<(usize, Shot)> {
    let (_, mut machine) = kingfisher();
    let bat = part(&machine, &format!("{side}_flipper"));
    let Some(Part::Flipper(flipper)) = machine.data(bat).cloned() else { panic!("{side}: no flipper") };
    let inwards = if side == "left" { 30.0 } else { -30.0 };
    switch(&mut machine, bat, true);
    wait(&mut machine, 300);
    let place = flipper.centre * 1e3;
    let ball = machine.add_ball(ball_at(place.x + inwards, place.y - 45.0)).unwrap();
    wait(&mut machine, 2500);
    assert_eq!(machine.ball(ball).map(|ball| ball.velocity), Some(DVec3::ZERO), "{side}: it rests in the cradle");
    switch(&mut machine, bat, false);
    let (mut shots, mut waited) = (Vec::new(), 0);
    for timing in timings {
        wait(&mut machine, timing - waited);
        waited = timing;
        let before = machine.snapshot();
        shots.push((timing, shoot(&mut machine, bat, &flipper, ball)));
        machine.restore(&before).unwrap();
    }
    shots
}

fn shoot(machine: &mut Machine, bat: PartId, flipper: &Flipper, ball: BallId) -> Shot {
    let mut shot = Shot { heading: f64::NAN, ..Shot::default() };
    switch(machine, bat, true);
    for tick in 0..6000 {
        if tick == 150 {
            switch(machine, bat, false);
        }
        let events = machine.tick().to_vec();
        for event in events {
            let told = match event.what {
                Happening::Collide { .. } if tick > 250 => return shot,
                Happening::Hit { part, .. } | Happening::Spin { part } | Happening::Slingshot { part, .. } => part,
                Happening::Drained { .. } => return shot,
                _ => continue,
            };
            let name = machine.name(told).unwrap_or_default();
            if !name.ends_with("flipper") && shot.told.last().is_none_or(|last| last != name) {
                shot.told.push(name.to_owned());
            }
        }
        let Some(ball) = machine.ball(ball) else { return shot };
        if shot.heading.is_nan() && ball.position.y < flipper.centre.y - 0.12 {
            shot.heading = degrees(libm::atan2(ball.velocity.x, -ball.velocity.y));
            shot.speed = ball.velocity.length();
        }
    }
    shot
}

/// How many timings make a shot, and how many of them in a row.
fn window(shots: &[(usize, Shot)], made: impl Fn(&Shot) -> bool) -> (usize, usize) {
    let (mut all, mut row, mut longest) = (0, 0, 0);
    for (_, shot) in shots {
        row = if made(shot) { row + 1 } else { 0 };
        all += usize::from(row > 0);
        longest = longest.max(row);
    }
    (all, longest)
}

#[test]
fn every_shot_can_be_made_from_a_cradle() {
    // Every 4 ms, from the first flip that shoots to the last.
    let timings = || (400..=740).step_by(4);
    let (left, right) = (fan("left", timings()), fan("right", timings()));
    for (side, shots) in [("left", &left), ("right", &right)] {
        for (timing, shot) in shots {
            let told = shot.told.iter().take(6).map(String::as_str).collect::<Vec<_>>().join(" ");
            println!("{side:5} {timing} ms {:6.1} degrees {:.2} m/s  {told}", shot.heading, shot.speed);
        }
    }
    type Wanted<'a> = (&'a str, &'a [(usize, Shot)], usize, fn(&Shot) -> bool);
    // What, from where, in a row at least, and how it is told from a lucky rebound.
    let wanted: [Wanted<'_>; 13] = [
        ("ramp and wire home", &right, 4, |shot| shot.begins(&["ramp_entry", "ramp_made", "right_inlane"])),
        ("spinner", &right, 3, |shot| shot.first("spinner")),
        ("orbit, round the top", &right, 2, |shot| {
            shot.first("spinner")
                && ["left_orbit", "orbit_gate", "right_orbit"]
                    .iter()
                    .all(|&name| shot.told.iter().any(|told| told == name))
        }),
        ("drop target 1", &right, 2, |shot| shot.first("drop_1")),
        ("drop target 2", &right, 2, |shot| shot.first("drop_2")),
        ("drop target 3", &right, 1, |shot| shot.first("drop_3")),
        ("saucer", &left, 3, |shot| shot.first("saucer")),
        ("standing target 1", &left, 2, |shot| shot.first("stand_1")),
        ("standing target 2", &left, 2, |shot| shot.first("stand_2")),
        ("standing target 3", &left, 2, |shot| shot.first("stand_3")),
        ("right orbit to the top lanes", &left, 3, |shot| shot.begins(&["right_orbit", "lane_1"])),
        ("bumpers", &left, 1, |shot| shot.first("bumper_3")),
        ("bumpers, too", &right, 1, |shot| shot.told.first().is_some_and(|first| first.starts_with("bumper"))),
    ];
    let mut missing = Vec::new();
    for (name, shots, least, made) in wanted {
        let (all, longest) = window(shots, made);
        println!("{name}: {all} of {} timings, {longest} in a row", shots.len());
        if longest < least {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// A machine with a ball that rests before the plunger.
fn served() -> (Machine, BallId) {
    let (_, mut machine) = kingfisher();
    let trough = part(&machine, "trough");
    switch(&mut machine, trough, true);
    wait(&mut machine, 2000);
    let ball = machine.balls().next().expect("a ball is served");
    let place = 1e3 * machine.position(ball);
    assert!((place.x - 494.2).abs() < 1.0 && place.y > 970.0, "it lies before the plunger: {place}");
    (machine, ball)
}

/// Pulls for so many milliseconds and lets go; what was told until the ball rested again or came to a flipper.
fn plunge(machine: &mut Machine, ball: BallId, pull: usize) -> Vec<String> {
    let plunger = part(machine, "plunger");
    machine.send(Command::now(Input::Pull { part: plunger, retract: false })).unwrap();
    wait(machine, pull);
    machine.send(Command::now(Input::Release { part: plunger })).unwrap();
    let (mut told, mut slow): (Vec<String>, usize) = (Vec::new(), 0);
    for _ in 0..30_000 {
        let events = machine.tick().to_vec();
        for event in events {
            match event.what {
                Happening::Hit { part, .. } if machine.name(part) != Some("shooter_lane") => {
                    told.extend(machine.name(part).map(str::to_owned));
                }
                Happening::Collide { .. } | Happening::Drained { .. } => return told,
                Happening::Stuck { .. } => panic!("stuck at {} after a pull of {pull} ms", machine.position(ball)),
                _ => {}
            }
        }
        let rests = machine.ball(ball).is_none_or(|ball| ball.velocity.length() < 1e-3);
        slow = if rests { slow + 1 } else { 0 };
        // At the top of its way a ball is slow for a moment only.
        if slow >= 200 {
            return told;
        }
    }
    panic!("still on its way at {} after a pull of {pull} ms", machine.position(ball));
}

#[test]
fn a_weak_pull_comes_back_and_a_full_one_reaches_the_top_lanes() {
    let (mut short, mut round) = (0, 0);
    for pull in (40..=400).step_by(10) {
        let (mut machine, ball) = served();
        let mut told = plunge(&mut machine, ball, pull);
        let came_back = told.is_empty();
        if came_back {
            short += 1;
            assert!(pull < 240, "a pull of {pull} ms falls short");
            let place = 1e3 * machine.position(ball);
            assert!((place.x - 494.2).abs() < 7.0 && place.y > 970.0, "before the plunger again: {place}");
            told = plunge(&mut machine, ball, 400);
        }
        let begins = |names: &[&str]| told.iter().zip(names).filter(|(told, name)| told == name).count() == names.len();
        println!("{pull} ms {}: {}", if came_back { "and again" } else { "" }, told[..told.len().min(6)].join(" "));
        if came_back || pull >= 280 {
            assert!(begins(&["shooter_gate", "lane_1", "bumper_1"]), "{pull} ms: {told:?}");
            round += 1;
        }
    }
    assert!(short >= 10 && round >= 24, "{short} fall short, {round} go round");
}

#[test]
fn the_saucer_throws_to_the_left_flipper() {
    let (_, machine) = kingfisher();
    let (saucer, bat) = (part(&machine, "saucer"), part(&machine, "left_flipper"));
    let Some(Part::Kicker(kicker)) = machine.data(saucer) else { panic!("no saucer") };
    let mouth = kicker.centre * 1e3;
    let mut arrived = 0;
    for k in 0..20 {
        let mut machine = machine.clone();
        machine.add_ball(ball_at(mouth.x - 2.0, mouth.y + 8.0 + f64::from(k))).unwrap();
        // It is too slow to roll in by itself.
        let ball = machine.balls().next().unwrap();
        let rolls = machine.ball(ball).unwrap().with_velocity(DVec3::new(0.15, -0.6, 0.0));
        machine.set_ball(ball, rolls).unwrap();
        wait(&mut machine, 500);
        assert!(machine.is_held(ball), "{k}: caught");
        switch(&mut machine, saucer, true);
        let first = (0..3000).find_map(|_| {
            machine.tick().iter().find_map(|event| match event.what {
                Happening::Collide { part, .. } => Some(part),
                _ => None,
            })
        });
        arrived += usize::from(first == Some(bat));
    }
    assert!(arrived >= 18, "{arrived} of 20");
}

/// Is a place (mm) inside of a wall's outline? Arcs count as their chords: they are short.
fn is_within(outline: &Outline, at: DVec2) -> bool {
    let Outline::Corners(corners) = outline else { return false };
    let places: Vec<DVec2> = corners.iter().map(|corner| DVec2::new(corner.at[0].0, corner.at[1].0)).collect();
    let crosses = |k: usize| {
        let (a, b) = (places[k], places[(k + 1) % places.len()]);
        (a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)
    };
    (0..places.len()).filter(|&k| crosses(k)).count() % 2 == 1
}

#[test]
fn whatever_falls_without_a_flip_drains() {
    let (table, machine) = kingfisher();
    let mut dice = Stream::new(7, "flagship");
    let (mut longest, mut total): (f64, f64) = (0.0, 0.0);
    for k in 0..200 {
        let mut machine = machine.clone();
        let ball = loop {
            let at = DVec2::new(dice.between(14.0, 454.0), dice.between(14.0, 860.0));
            let bands = table.rubbers.iter().map(|rubber| &rubber.outline);
            let walls = table.walls.iter().map(|wall| &wall.outline).chain(bands);
            let solid = walls.into_iter().any(|outline| is_within(outline, at));
            if !solid && machine.is_free((1e-3 * at).extend(PINBALL_RADIUS + 1e-4), PINBALL_RADIUS) {
                let speed = DVec3::new(dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), 0.0);
                break machine.add_ball(ball_at(at.x, at.y).with_velocity(speed)).unwrap();
            }
        };
        let start = machine.position(ball);
        let seconds = until_drained(&mut machine, ball, 60_000)
            .unwrap_or_else(|fault| panic!("{k}: {fault} at {}, from {start}", machine.position(ball)));
        (longest, total) = (longest.max(seconds), total + seconds);
    }
    println!("200 balls, {:.1} s each, at most {longest:.1} s", total / 200.0);
}

/// s: how long a ball takes to drain, if somebody empties the saucer.
fn until_drained(machine: &mut Machine, ball: BallId, most_ticks: usize) -> Result<f64, &'static str> {
    let (saucer, start) = (part(machine, "saucer"), machine.time());
    let mut held = 0;
    for _ in 0..most_ticks {
        held = if machine.is_held(ball) { held + 1 } else { 0 };
        if held == 500 {
            switch(machine, saucer, true);
        }
        for event in machine.tick() {
            match event.what {
                Happening::Drained { .. } => return Ok(machine.time() - start),
                Happening::Stuck { .. } => return Err("stuck"),
                Happening::Lost { .. } => return Err("lost"),
                _ => {}
            }
        }
    }
    Err("still in play")
}

#[test]
fn a_ball_goes_from_the_trough_round_the_table_and_back() {
    let (mut machine, ball) = served();
    let trough = part(&machine, "trough");
    assert_eq!(machine.pose(trough).map(|pose| pose.place), Some(3.0), "three wait");
    plunge(&mut machine, ball, 400);
    if machine.ball(ball).is_some() {
        until_drained(&mut machine, ball, 60_000).unwrap();
    }
    assert_eq!(machine.pose(trough).map(|pose| pose.place), Some(4.0), "all four are back");
}

/// Minutes of unattended play: no ball is lost or stuck, and the flippers are busy. The parts that never told of a ball.
fn play(balls: usize, minutes: usize) -> Vec<String> {
    let (_, mut machine) = kingfisher();
    let mut pilot = Autopilot::new(&machine, 3).with_balls(balls);
    let (mut told, mut stuck) = (vec![0_usize; machine.parts().count()], Vec::new());
    for _ in 0..minutes * 60_000 {
        pilot.play(&mut machine);
        for event in machine.tick() {
            match event.what {
                Happening::Hit { part, .. } | Happening::Spin { part } | Happening::Slingshot { part, .. } => {
                    told[part.index()] += 1;
                }
                Happening::Stuck { ball } => stuck.push(ball),
                _ => {}
            }
        }
        for ball in stuck.drain(..) {
            // One may wait for the plunger.
            let place = machine.position(ball);
            assert!(place.x > 0.474, "stuck at {place} after {} s", machine.time());
        }
    }
    let tally = pilot.tally();
    println!("{balls} balls: {tally:?}");
    let mut quiet = Vec::new();
    for (id, name, part) in machine.parts() {
        let count = told[id.index()];
        let tells =
            matches!(part, Part::Trigger(_) | Part::Target(_) | Part::Bumper(_) | Part::Kicker(_) | Part::Spinner(_));
        if tells || count > 0 {
            println!("{name:16} {count}");
        }
        if tells && count == 0 {
            quiet.push(name.to_owned());
        }
    }
    assert_eq!(tally.lost, 0, "{tally:?}");
    // Somebody helped: a ball that had not met a flipper for long, not one that could not move.
    assert!(tally.rescued <= 2, "{tally:?}");
    assert!(tally.hits as usize >= minutes && tally.drained > 0, "{tally:?}");
    quiet
}

#[test]
fn one_ball_is_kept_in_lively_play() {
    let quiet = play(1, 10);
    assert!(quiet.len() <= 3, "ten minutes miss little: {quiet:?}");
}

#[test]
fn four_balls_reach_everything() {
    assert_eq!(play(4, 10), [""; 0]);
}
