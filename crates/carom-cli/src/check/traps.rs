//! Places where a ball stays. A ball that came to rest is only a suspicion: it is tried whether a coil or a push frees it.

use super::arena::Arena;
use super::finding::{Finding, Kind, Level, counted};
use super::fire::{MOST_OVERLOADS, Rest};
use carom::DVec3;
use carom::pinball::part::Part;
use carom::pinball::{Command, Happening, Input, Machine, TICK};
use carom::units::PINBALL_RADIUS;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use std::f64::consts::FRAC_PI_2;

/// m: balls at rest that are no farther apart than this lie in one spot.
const ONE_SPOT: f64 = 3.0 * PINBALL_RADIUS;
/// Balls of each spot that are looked at closely.
const TRIED: usize = 3;
/// m: a ball that has come so far out of the box in which it was is free.
const FREE: f64 = 2.0 * PINBALL_RADIUS;
/// s: how long each trial goes on.
const TRIAL: f64 = 3.0;
/// Headings and forces of the pushes that are tried: a player's, firm (2) and as hard as the plumb bob bears (3).
const PUSHES: [(f64, f64); 6] =
    [(-FRAC_PI_2, 2.0), (FRAC_PI_2, 2.0), (0.0, 2.0), (-FRAC_PI_2, 3.0), (FRAC_PI_2, 3.0), (0.0, 3.0)];
/// m: parts that are no farther away than this hold the ball, which may still roll to and fro a little.
const HOLDS: f64 = 1e-3;

/// What it takes to free a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// It goes by itself, or a part of the machine moves it.
    Free,
    /// A push of the cabinet does it.
    Push,
    /// Nothing does.
    Caught,
}

/// Balls at rest in one spot.
#[derive(Clone, Debug)]
struct Spot<'a> {
    rests: Vec<&'a Rest>,
}

/// What is to be said of the balls that came to rest, of `balls` that were in play.
pub(super) fn traps(arena: &Arena, rests: &[Rest], balls: u64, is_import: bool) -> Vec<Finding> {
    let spots = spots(rests);
    let tries: Vec<(usize, &Rest)> =
        spots.iter().enumerate().flat_map(|(k, spot)| chosen(spot).map(move |rest| (k, rest))).collect();
    let judged: Vec<(usize, Verdict, DVec3)> = tries
        .par_iter()
        .map_init(
            || arena.bare.clone(),
            |machine, (k, rest)| {
                let (verdict, place) = judge(arena, machine, rest);
                (*k, verdict, place)
            },
        )
        .collect();
    // The first of the worst: it lies there alone if any does.
    let worst = |k: usize| {
        let of_spot = judged.iter().filter(|(spot, ..)| *spot == k).map(|&(_, verdict, place)| (verdict, place));
        of_spot.reduce(|worst, next| if next.0 > worst.0 { next } else { worst })
    };
    let told = spots.iter().enumerate().filter_map(|(k, spot)| told(arena, spot, worst(k)?, balls, is_import));
    told.collect()
}

/// Those of a spot that are looked at closely: those that lie there alone come first.
fn chosen<'a>(spot: &Spot<'a>) -> impl Iterator<Item = &'a Rest> + use<'a> {
    let mut rests = spot.rests.clone();
    rests.sort_by_key(|rest| rest.in_company);
    rests.into_iter().take(TRIED)
}

/// Balls at rest, by the spot. In the order in which they were found.
fn spots(rests: &[Rest]) -> Vec<Spot<'_>> {
    let mut spots: Vec<Spot<'_>> = Vec::new();
    for rest in rests {
        let near = |spot: &&mut Spot<'_>| {
            spot.rests.first().is_some_and(|first| (first.place - rest.place).length() < ONE_SPOT)
        };
        match spots.iter_mut().find(near) {
            Some(spot) => spot.rests.push(rest),
            None => spots.push(Spot { rests: vec![rest] }),
        }
    }
    spots
}

fn told(
    arena: &Arena,
    spot: &Spot<'_>,
    (verdict, place): (Verdict, DVec3),
    balls: u64,
    is_import: bool,
) -> Option<Finding> {
    let holders = arena.touching(place, HOLDS);
    let by: Vec<String> = holders.iter().map(|&part| arena.called(part)).collect();
    let height = place.z - PINBALL_RADIUS;
    let whereabouts = match (by.as_slice(), height > PINBALL_RADIUS) {
        ([], true) => " in the air".to_owned(),
        ([], false) => " on the playfield".to_owned(),
        ([one], true) => format!(" on {one}"),
        ([one], false) => format!(" at {one}"),
        (several, _) => format!(" between {}", several.join(" and ")),
    };
    let count = spot.rests.len();
    let alone = spot.rests.iter().any(|rest| !rest.in_company);
    let (level, what) = match verdict {
        Verdict::Free => return None,
        Verdict::Push => (Level::Warning, "only a push of the cabinet frees it"),
        // What a script would do about it is not known.
        Verdict::Caught if !alone || is_import => (Level::Warning, "neither a coil nor a push frees it"),
        Verdict::Caught => (Level::Error, "neither a coil nor a push frees it"),
    };
    let jam = if alone { "" } else { ", beside another ball" };
    let times = if count == 1 { "once".to_owned() } else { counted(count, "time") };
    let message = format!("a ball stays{whereabouts}{jam}: {what} ({times} with {balls} balls)");
    let help = match (height > PINBALL_RADIUS, by.len()) {
        _ if at_the_front(arena, place) => {
            "let the drain of a trough take it: a `drain_outline` as wide as the way there, or walls that lead to the drain"
        }
        (true, _) => "let what it lies on slope, put a wall round it, or close the way up there",
        (false, 0 | 1) => "give the ball a slope to roll off, or a kicker that takes it",
        (false, _) => "close the gap, fill the pocket, or give it a slope to roll off",
    };
    let mut finding =
        Finding::new(level, Kind::Trap, message).with(arena.names(&holders)).at(place - DVec3::Z * PINBALL_RADIUS);
    if let Some(&first) = holders.first() {
        finding = finding.of(arena.name(first)).on_line(arena.line(first));
    }
    Some(finding.seen(count).help(help))
}

/// Does a ball lie at the front wall of the cabinet?
fn at_the_front(arena: &Arena, place: DVec3) -> bool {
    let front = arena.bare.playfield().border.map(|border| border.max.y);
    front.is_some_and(|front| front - place.y < PINBALL_RADIUS + HOLDS)
}

/// Tries what frees a ball, and where it lies if it is left alone. Trials begin at the same moment, so that none helps another.
fn judge(arena: &Arena, machine: &mut Machine, rest: &Rest) -> (Verdict, DVec3) {
    let frees = |machine: &mut Machine, act: &dyn Fn(&mut Machine)| {
        // A picture of a machine of the same parts: going back to it cannot fail.
        machine.restore(&rest.moment).unwrap_or_default();
        act(machine);
        goes(machine, rest)
    };
    if frees(machine, &|_| ()) {
        return (Verdict::Free, rest.place);
    }
    let settled = machine.position(rest.ball);
    if frees(machine, &coils) || frees(machine, &|machine| doors(arena, machine)) {
        return (Verdict::Free, settled);
    }
    let push = |&(angle, force): &(f64, f64)| {
        frees(machine, &|machine| {
            send(machine, 0.0, Input::ClearTilt);
            send(machine, 0.0, Input::Nudge { angle, force });
        })
    };
    (if PUSHES.iter().any(push) { Verdict::Push } else { Verdict::Caught }, settled)
}

/// Does the ball go away?
fn goes(machine: &mut Machine, rest: &Rest) -> bool {
    let mut overloads = 0;
    for _ in 0..(TRIAL / TICK) as u64 {
        overloads += machine.tick().iter().filter(|event| event.what == Happening::Overloaded).count();
        if overloads >= MOST_OVERLOADS {
            // Balls are pressed between things that move: that is told of, and it is no trap.
            return true;
        }
        let place = machine.position(rest.ball);
        // Out of play is nowhere.
        let outside = place.cmplt(rest.from - FREE).any() || place.cmpgt(rest.to + FREE).any();
        if outside || !place.is_finite() || machine.is_held(rest.ball) {
            return true;
        }
    }
    false
}

/// Fires everything that has a coil, twice.
fn coils(machine: &mut Machine) {
    let parts: Vec<_> = machine.parts().map(|(id, _, part)| (id, part.clone())).collect();
    for (part, data) in parts {
        for start in [0.0, 0.6] {
            match &data {
                Part::Flipper(_) | Part::Magnet(_) | Part::Turntable(_) => {
                    send(machine, start, Input::Coil { part, on: true });
                    send(machine, start + 0.3, Input::Coil { part, on: false });
                }
                Part::Gate(_) | Part::Kicker(_) => send(machine, start, Input::Coil { part, on: true }),
                Part::Plunger(rod) if rod.auto => send(machine, start, Input::Coil { part, on: true }),
                Part::Plunger(_) if start == 0.0 => {
                    send(machine, start, Input::Pull { part, retract: false });
                    send(machine, start + 1.0, Input::Release { part });
                }
                _ => {}
            }
        }
    }
}

/// Opens what rules may open: targets go down and come up, what can be taken away is.
fn doors(arena: &Arena, machine: &mut Machine) {
    let parts: Vec<_> = machine.parts().map(|(id, _, part)| (id, part.clone())).collect();
    for (part, data) in parts {
        match data {
            Part::Target(target) if target.kind.drops() => {
                send(machine, 0.0, Input::Drop { part, down: true });
                send(machine, 1.2, Input::Drop { part, down: false });
            }
            _ if arena.parts.get(part.index()).is_some_and(|who| who.is_door) => {
                send(machine, 0.0, Input::Enable { part, on: false });
            }
            _ => {}
        }
    }
}

/// Sends a command for so many seconds from now.
fn send(machine: &mut Machine, after: f64, input: Input) {
    let at = machine.time() + after;
    machine.send(Command::at(at, input)).unwrap_or_default();
}
