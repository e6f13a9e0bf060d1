//! Seeded runs, many at a time: balls are dropped, shot and played, and what becomes of them is written down.
//!
//! A run depends on nothing but the table, the seed and its own number; results are put together in the order of the
//! numbers. So the number of threads changes nothing.

use super::arena::{Arena, ball, direction, place_of};
use carom::math::rng::Stream;
use carom::pinball::part::Part;
use carom::pinball::{Autopilot, Command, Happening, Input, Machine, PartId, Snapshot, TICK, Tally};
use carom::units::PINBALL_RADIUS;
use carom::{BallId, DVec2, DVec3};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Ticks between two looks at the balls.
const LOOK: u64 = 25;
/// m and s: a ball that stays in a box of this size for so long may be caught. Balls roll almost without friction, so it need
/// not lie still. The autopilot begins to push after four seconds.
const STAYS: f64 = 60e-3;
const RESTS: f64 = 3.5;
/// m/s: the fastest balls that are dropped; a flipper shoots about as fast.
const FASTEST: f64 = 3.5;
/// Balls at rest that one run writes down: each has a picture of the whole machine with it.
const MOST_RESTS: usize = 4;
/// Ticks whose work came to its limit, after which a run is given up: each takes as long as a thousand others.
pub(super) const MOST_OVERLOADS: usize = 8;
/// s: how long a shot at a part may take; m: from how far away it is shot; m/s: and how fast.
const AIMED: f64 = 1.0;
const AIM_FROM: (f64, f64) = (0.03, 0.3);
const AIM_SPEED: (f64, f64) = (0.4, 2.5);

/// How the balls of a run begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Start {
    /// As the game begins; the autopilot serves and plays.
    Game,
    /// Dropped anywhere on the playfield, with any velocity along it; then the autopilot plays on.
    Drop,
    /// The same, and all flippers go up and down at random.
    Hammer,
    /// Shot at a part from near by; nobody plays.
    At(usize),
}

/// One run to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shot {
    pub(super) start: Start,
    pub(super) balls: usize,
    pub(super) seconds: f64,
    /// Of its random numbers.
    pub(super) seed: u64,
}

/// The runs in which at least so many balls are fired.
pub(super) fn plan(balls: usize, seconds: f64, seed: u64) -> Vec<Shot> {
    let mut shots = Vec::new();
    let mut left = balls;
    while left > 0 {
        let k = shots.len();
        let start = [Start::Game, Start::Drop, Start::Hammer, Start::Drop][k % 4];
        // Now and then there are several at once.
        let wanted = if k % 8 >= 6 { 3 } else { 1 };
        shots.push(Shot { start, balls: wanted.min(left), seconds, seed: number(seed, k) });
        left -= wanted.min(left);
    }
    shots
}

/// So many shots at each of these parts.
pub(super) fn aim(parts: &[usize], each: usize, seed: u64) -> Vec<Shot> {
    let shots = parts.iter().flat_map(|&part| (0..each).map(move |k| (part, k)));
    let seed = Stream::new(seed, "aim").bits();
    let shot = |(part, k): (usize, usize)| Shot {
        start: Start::At(part),
        balls: 1,
        seconds: AIMED,
        seed: number(seed, part * each + k),
    };
    shots.map(shot).collect()
}

/// The seed of the k-th run.
fn number(seed: u64, k: usize) -> u64 {
    Stream::new(seed.wrapping_add(k as u64), "run of a check").bits()
}

/// A ball that came to rest, or nearly.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// m: the corners of the box that its centre did not leave.
    pub(super) from: DVec3,
    pub(super) to: DVec3,
    /// m: where it is now.
    pub(super) place: DVec3,
    pub(super) ball: BallId,
    /// Does it touch another ball?
    pub(super) in_company: bool,
    /// The machine at that moment.
    pub(super) moment: Box<Snapshot>,
}

/// A ball that got where no ball can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Leak {
    /// m: where it was seen last, and m/s: how it moved there.
    pub(super) place: DVec3,
    pub(super) velocity: DVec3,
    /// The block inside which it is; none if it has left the table.
    pub(super) inside: Option<usize>,
    /// Was it put into play by the game, and not by us?
    pub(super) served: bool,
}

/// What was seen in one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// Parts that a ball met, by their number.
    pub(super) met: Vec<bool>,
    pub(super) rests: Vec<Rest>,
    pub(super) leaks: Vec<Leak>,
    pub(super) overloads: usize,
    pub(super) tally: Tally,
}

/// Makes all runs. `done` is called after each, in no particular order.
pub(super) fn fire(arena: &Arena, shots: &[Shot], done: impl Fn() + Sync) -> Vec<Seen> {
    let runs = shots.par_iter().map_init(
        || (arena.full.clone(), arena.full.snapshot(), arena.bare.snapshot()),
        |(machine, full, bare), shot| {
            // Both were built of the same parts, so either can be gone back to.
            let start = if shot.start == Start::Game { &*full } else { &*bare };
            let seen = machine.restore(start).map_or_else(|_| Seen::default(), |()| run(arena, machine, shot));
            done();
            seen
        },
    );
    runs.collect()
}

/// A ball under observation.
#[derive(Clone, Copy, Debug)]
struct Watched {
    /// m: the corners of the box that it has not left, and since when.
    from: DVec3,
    to: DVec3,
    since: u64,
    place: DVec3,
    velocity: DVec3,
}

fn run(arena: &Arena, machine: &mut Machine, shot: &Shot) -> Seen {
    let mut seen = Seen { met: vec![false; arena.parts.len()], ..Seen::default() };
    let mut luck = Stream::new(shot.seed, "start");
    let ours = begin(arena, machine, shot, &mut luck);
    if matches!(shot.start, Start::At(_)) && ours.is_empty() {
        return seen;
    }
    let mut pilot = Autopilot::new(machine, shot.seed).with_balls(shot.balls);
    let mut hammer = Hammer::new(arena, shot);
    let mut watched: BTreeMap<BallId, Watched> = BTreeMap::new();
    for tick in 0..(shot.seconds / TICK) as u64 {
        if !matches!(shot.start, Start::At(_)) {
            pilot.play(machine);
        }
        hammer.strike(machine, tick);
        machine.tick();
        for event in machine.events() {
            note(&mut seen, machine, &watched, &ours, event.what);
        }
        if seen.overloads >= MOST_OVERLOADS {
            break;
        }
        if tick % LOOK == 0 {
            look(arena, machine, tick, &ours, &mut watched, &mut seen);
            if let Start::At(part) = shot.start
                && seen.met.get(part) == Some(&true)
            {
                break;
            }
        }
    }
    seen.tally = pilot.tally();
    seen
}

/// Puts the first balls in; which they are.
fn begin(arena: &Arena, machine: &mut Machine, shot: &Shot, luck: &mut Stream) -> Vec<BallId> {
    let mut ours = Vec::new();
    for _ in 0..shot.balls {
        let start = match shot.start {
            Start::Game => return ours,
            Start::Drop | Start::Hammer => arena.floor.draw(machine, luck).map(|place| {
                let speed = FASTEST * luck.unit();
                (place, direction(luck.between(0.0, TAU)) * speed)
            }),
            Start::At(part) => aimed(arena, machine, part, luck),
        };
        let Some((place, velocity)) = start else { continue };
        let added = ball(place, velocity.extend(0.0)).and_then(|ball| machine.add_ball(ball).ok());
        ours.extend(added);
    }
    ours
}

/// A place near a part from which a ball gets to it straight on, and the velocity to do so.
fn aimed(arena: &Arena, machine: &Machine, part: usize, luck: &mut Stream) -> Option<(DVec3, DVec2)> {
    let (id, _, data) = machine.parts().nth(part)?;
    let aim =
        place_of(machine, id, data)?.truncate() + DVec2::new(luck.between(-0.01, 0.01), luck.between(-0.01, 0.01));
    let near: Vec<DVec3> = arena
        .floor
        .open
        .iter()
        .filter(|at| (AIM_FROM.0..AIM_FROM.1).contains(&(at.truncate() - aim).length()))
        .copied()
        .collect();
    for _ in 0..50 {
        let place = *near.get((luck.unit() * near.len() as f64) as usize)? + DVec3::Z * 1e-4;
        if machine.is_free(place, PINBALL_RADIUS) {
            let way = (aim - place.truncate()).normalize_or_zero();
            return Some((place, way * luck.between(AIM_SPEED.0, AIM_SPEED.1)));
        }
    }
    None
}

/// What an event says of parts and balls.
fn note(seen: &mut Seen, machine: &Machine, watched: &BTreeMap<BallId, Watched>, ours: &[BallId], what: Happening) {
    // The end of a flipper's stroke is no ball's doing; that of a gate is.
    let swings = |part: PartId| matches!(machine.data(part), Some(Part::Gate(_) | Part::Spinner(_)));
    let met = match what {
        Happening::EndOfStroke { part, .. } => swings(part).then_some(part),
        Happening::Hit { part, .. }
        | Happening::Collide { part, .. }
        | Happening::Slingshot { part, .. }
        | Happening::Spin { part }
        | Happening::Drained { part, .. } => Some(part),
        Happening::Lost { ball } => {
            if let Some(last) = watched.get(&ball) {
                let served = !ours.contains(&ball);
                seen.leaks.push(Leak { place: last.place, velocity: last.velocity, inside: None, served });
            }
            None
        }
        Happening::Overloaded => {
            seen.overloads += 1;
            None
        }
        _ => None,
    };
    if let Some(met) = met.and_then(|part| seen.met.get_mut(part.index())) {
        *met = true;
    }
}

/// Looks at all balls: have they come anywhere, are they where they can be?
fn look(
    arena: &Arena,
    machine: &mut Machine,
    tick: u64,
    ours: &[BallId],
    watched: &mut BTreeMap<BallId, Watched>,
    seen: &mut Seen,
) {
    let rests_after = (RESTS / TICK) as u64;
    let balls: Vec<BallId> = machine.balls().collect();
    watched.retain(|id, _| balls.contains(id));
    for id in balls {
        let Some(ball) = machine.ball(id) else { continue };
        let place = ball.position;
        let new = Watched { from: place, to: place, since: tick, place, velocity: ball.velocity };
        let last = watched.entry(id).or_insert(new);
        if arena.has_left(place) {
            let leak = Leak { place: last.place, velocity: last.velocity, inside: None, served: !ours.contains(&id) };
            seen.leaks.push(leak);
            take_out(machine, id, watched);
            continue;
        }
        (last.place, last.velocity) = (place, ball.velocity);
        (last.from, last.to) = (last.from.min(place), last.to.max(place));
        let (from, to) = (last.from, last.to);
        if machine.is_held(id) || (to - from).max_element() > STAYS {
            *last = new;
            continue;
        }
        if tick - last.since < rests_after || arena.is_out(place) {
            continue;
        }
        if let Some(block) = arena.block_at(place) {
            let served = !ours.contains(&id);
            seen.leaks.push(Leak { place, velocity: ball.velocity, inside: Some(block), served });
        } else if seen.rests.len() < MOST_RESTS {
            let touches = |other: BallId| (machine.position(other) - place).length() < 2.1 * PINBALL_RADIUS;
            let in_company = machine.balls().any(|other| other != id && touches(other));
            seen.rests.push(Rest { from, to, place, ball: id, in_company, moment: Box::new(machine.snapshot()) });
        }
        take_out(machine, id, watched);
    }
}

/// Takes a ball out, so that the run goes on without it.
fn take_out(machine: &mut Machine, id: BallId, watched: &mut BTreeMap<BallId, Watched>) {
    watched.remove(&id);
    // It is in play, so it can be removed.
    machine.remove_ball(id).map(drop).unwrap_or_default();
}

/// Flippers that go up and down at random.
struct Hammer {
    /// Each with the tick at which it changes next, and whether it is up.
    flippers: Vec<(PartId, u64, bool)>,
    luck: Stream,
}

impl Hammer {
    fn new(arena: &Arena, shot: &Shot) -> Self {
        let is_flipper = |part: &Part| matches!(part, Part::Flipper(_));
        let flippers = arena.bare.parts().filter(|(.., part)| shot.start == Start::Hammer && is_flipper(part));
        Self { flippers: flippers.map(|(id, ..)| (id, 0, true)).collect(), luck: Stream::new(shot.seed, "hammer") }
    }

    fn strike(&mut self, machine: &mut Machine, tick: u64) {
        for (part, next, up) in &mut self.flippers {
            if tick >= *next {
                *up = !*up;
                let seconds = if *up { self.luck.between(0.05, 0.3) } else { self.luck.between(0.1, 0.8) };
                *next = tick + (seconds / TICK) as u64;
                machine.send(Command::now(Input::Coil { part: *part, on: *up })).unwrap_or_default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{CLEAN, arena};
    use super::*;

    #[test]
    fn a_plan_fires_as_many_balls_as_were_asked_for() {
        for balls in [1, 2, 7, 100] {
            let shots = plan(balls, 1.0, 3);
            assert_eq!(shots.iter().map(|shot| shot.balls).sum::<usize>(), balls);
        }
        let several = plan(100, 1.0, 3).iter().filter(|shot| shot.balls > 1).count();
        assert!(several > 5, "{several} runs have several balls at once");
        let mut seeds: Vec<u64> = plan(100, 1.0, 3).iter().map(|shot| shot.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), plan(100, 1.0, 3).len(), "each run has numbers of its own");
    }

    #[test]
    fn threads_change_nothing() {
        let arena = arena(CLEAN);
        let shots = plan(16, 3.0, 5);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let seen = pool.install(|| fire(&arena, &shots, || ()));
            let text = |seen: &Seen| format!("{:?} {:?} {:?} {:?}", seen.met, seen.leaks, seen.tally, seen.rests.len());
            seen.iter().map(text).collect::<Vec<_>>()
        };
        assert_eq!(with(1), with(3));
    }
}
