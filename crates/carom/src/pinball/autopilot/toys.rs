//! What else a game's rules would switch: drop targets come up again, magnets and turntables run now and then.

use super::eyes::Eyes;
use super::seconds;
use crate::math::rng::Stream;
use crate::pinball::part::{Magnet, Part, Target};
use crate::pinball::{Command, Input, Machine, PartId};
use crate::units::PINBALL_RADIUS;
use glam::DVec2;

/// m: drop targets that stand so near belong to one bank.
const BANK: f64 = 0.07;
/// Ticks: a bank that is down comes up after this; any of its targets after that.
const BANK_DOWN: u64 = seconds(2.0);
const TARGET_DOWN: u64 = seconds(30.0);
/// Ticks: a magnet holds a ball for so long.
const HOLDS: u64 = seconds(1.0);

#[derive(Clone, Debug)]
struct Drop {
    part: PartId,
    place: DVec2,
    bank: usize,
    down_since: Option<u64>,
}

#[derive(Clone, Debug)]
struct Motor {
    part: PartId,
    magnet: Option<Magnet>,
    on: bool,
    /// The tick of its next change.
    next: u64,
    /// Since when a ball is over a magnet.
    caught: Option<u64>,
}

/// Drop targets, magnets and turntables.
#[derive(Clone, Debug)]
pub(super) struct Toys {
    drops: Vec<Drop>,
    banks: usize,
    motors: Vec<Motor>,
    luck: Stream,
}

impl Toys {
    pub(super) fn new(machine: &Machine, seed: u64) -> Self {
        let (mut drops, mut motors) = (Vec::new(), Vec::new());
        let mut luck = Stream::new(seed, "autopilot: toys");
        let mut motor = |part: PartId, magnet: Option<Magnet>| {
            motors.push(Motor { part, magnet, on: false, next: seconds(luck.between(2.0, 8.0)), caught: None });
        };
        for (id, _, part) in machine.parts() {
            match part {
                // One that is down at first waits for something that only a game's rules know.
                Part::Target(Target { kind, position, starts_down: false, .. }) if kind.drops() => {
                    let place = machine.transform(id).place(*position).truncate();
                    drops.push(Drop { part: id, place, bank: usize::MAX, down_since: None });
                }
                Part::Magnet(magnet) => motor(id, Some(magnet.clone())),
                Part::Turntable(_) => motor(id, None),
                _ => {}
            }
        }
        let banks = into_banks(&mut drops);
        Self { drops, banks, motors, luck }
    }

    /// Somebody else switches this part.
    pub(super) fn leave(&mut self, part: PartId) {
        self.drops.retain(|drop| drop.part != part);
        self.motors.retain(|motor| motor.part != part);
    }

    pub(super) fn start_anew(&mut self) {
        self.drops.iter_mut().for_each(|drop| drop.down_since = None);
        self.motors.iter_mut().for_each(|motor| (motor.next, motor.caught) = (0, None));
    }

    pub(super) fn keep(&mut self, machine: &mut Machine, eyes: &Eyes, now: u64) {
        for drop in &mut self.drops {
            let down = machine.pose(drop.part).is_some_and(|pose| pose.active);
            drop.down_since = if down { drop.down_since.or(Some(now)) } else { None };
        }
        for bank in 0..self.banks {
            self.raise(machine, eyes, bank, now);
        }
        for k in 0..self.motors.len() {
            self.run(machine, eyes, k, now);
        }
    }

    /// Raises a bank whose time has come, unless a ball is over it.
    fn raise(&mut self, machine: &mut Machine, eyes: &Eyes, bank: usize, now: u64) {
        let members = || self.drops.iter().filter(move |drop| drop.bank == bank);
        let down_for = |drop: &Drop| drop.down_since.map_or(0, |since| now - since);
        let all = members().all(|drop| drop.down_since.is_some() && down_for(drop) >= BANK_DOWN);
        if !all && members().all(|drop| down_for(drop) < TARGET_DOWN) {
            return;
        }
        let covered = |drop: &Drop| {
            eyes.balls.iter().any(|ball| (ball.place.truncate() - drop.place).length() < 3.0 * PINBALL_RADIUS)
        };
        if members().any(covered) {
            return;
        }
        for drop in members().filter(|drop| drop.down_since.is_some()) {
            machine.send(Command::now(Input::Drop { part: drop.part, down: false })).unwrap_or_default();
        }
        self.drops.iter_mut().filter(|drop| drop.bank == bank).for_each(|drop| drop.down_since = None);
    }

    /// On for a while, off for a while; what a magnet has caught it lets go.
    fn run(&mut self, machine: &mut Machine, eyes: &Eyes, k: usize, now: u64) {
        let Some(motor) = self.motors.get_mut(k) else { return };
        let lies = machine.placed(motor.part);
        let reaches = |magnet: &Magnet, place| magnet.reaches(lies.as_ref().map_or(place, |lies| lies.place_in(place)));
        let over = motor.on
            && motor.magnet.as_ref().is_some_and(|magnet| eyes.balls.iter().any(|ball| reaches(magnet, ball.place)));
        motor.caught = if over { motor.caught.or(Some(now)) } else { None };
        let lets_go = motor.caught.is_some_and(|since| now - since >= HOLDS);
        if now < motor.next && !lets_go {
            return;
        }
        motor.on = !motor.on;
        motor.next = now + seconds(self.luck.between(4.0, 9.0));
        machine.send(Command::now(Input::Coil { part: motor.part, on: motor.on })).unwrap_or_default();
    }
}

/// Gives every target the number of its bank: those that stand near each other, and near those, and so on. Returns how many
/// banks there are.
fn into_banks(drops: &mut [Drop]) -> usize {
    let mut banks = 0;
    for first in 0..drops.len() {
        if drops[first].bank != usize::MAX {
            continue;
        }
        drops[first].bank = banks;
        let mut grows = true;
        while core::mem::take(&mut grows) {
            for k in 0..drops.len() {
                let near = |other: &Drop| other.bank == banks && (other.place - drops[k].place).length() < BANK;
                if drops[k].bank == usize::MAX && drops.iter().any(near) {
                    drops[k].bank = banks;
                    grows = true;
                }
            }
        }
        banks += 1;
    }
    banks
}
