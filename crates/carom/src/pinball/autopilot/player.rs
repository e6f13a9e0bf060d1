//! The player: flips, pulls the plunger, and gives the cabinet a push when a ball is stuck.

use super::bat::Bat;
use super::eyes::Eyes;
use super::rod::Rod;
use super::{Duties, Tally, seconds};
use crate::math::rng::Stream;
use crate::pinball::part::Part;
use crate::pinball::{Command, Input, Machine};
use core::f64::consts::FRAC_PI_2;
use glam::DVec2;

/// Part of its stroke: a bat that is no farther up may flip again.
const DOWN_AGAIN: f64 = 0.25;
/// A push that moves a ball out of a shallow rest and that the plumb bob of a usual cabinet just bears from the side (2 is a firm
/// one, 3 sideways is the most without a warning); how much stronger the second is; and what is left of both after a warning.
const PUSH: f64 = 2.2;
const STRONGER: f64 = 1.3;
const GENTLER: f64 = 0.7;
/// Ticks between two pushes, and after a warning.
const PUSH_PAUSE: u64 = seconds(3.0);
const WARNED_PAUSE: u64 = seconds(10.0);

/// The player.
#[derive(Clone, Debug)]
pub(super) struct Player {
    bats: Vec<Bat>,
    pub(super) rods: Vec<Rod>,
    luck: Stream,
    push: f64,
    pub(super) is_warned: bool,
    /// No push before this tick.
    push_from: u64,
}

impl Player {
    pub(super) fn new(machine: &Machine, seed: u64) -> Self {
        let mut luck = Stream::new(seed, "autopilot: player");
        let playfield = machine.playfield();
        let (mut bats, mut rods) = (Vec::new(), Vec::new());
        // A ball that rolls without slip is slower than one that slides: 5/7, the rest goes into its spin.
        let pull = machine.pull(DVec2::ZERO) * (5.0 / 7.0);
        for (id, _, part) in machine.parts() {
            let lies = machine.placed(id);
            match part {
                Part::Flipper(flipper) => {
                    bats.extend(Bat::new((id, flipper), lies, pull, playfield.difficulty, &mut luck));
                }
                Part::Plunger(plunger) => rods.push(Rod::new(id, plunger, lies)),
                _ => {}
            }
        }
        Self { bats, rods, luck, push: PUSH, is_warned: false, push_from: 0 }
    }

    pub(super) fn start_anew(&mut self) {
        self.bats.iter_mut().for_each(Bat::start_anew);
        self.rods.iter_mut().for_each(Rod::start_anew);
        self.push_from = 0;
    }

    pub(super) fn play(&mut self, machine: &mut Machine, eyes: &mut Eyes, now: u64, duties: Duties, tally: &mut Tally) {
        if duties.flips {
            self.flip(machine, eyes, now, tally);
        } else {
            self.bats.iter_mut().for_each(|bat| bat.up_until = None);
        }
        for rod in &mut self.rods {
            if duties.plunges {
                rod.play(machine, eyes, now, &mut self.luck, tally);
            } else {
                rod.rest(machine, eyes, now);
            }
        }
    }

    /// Does somebody hold a flipper up?
    pub(super) fn holds_up(&self, machine: &Machine) -> bool {
        self.bats.iter().any(|bat| machine.pose(bat.part).is_some_and(|pose| pose.active))
    }

    fn flip(&mut self, machine: &mut Machine, eyes: &Eyes, now: u64, tally: &mut Tally) {
        for bat in &mut self.bats {
            let Some(pose) = machine.pose(bat.part) else { continue };
            if let Some(until) = bat.up_until {
                if now >= until {
                    switch(machine, bat, false);
                    bat.up_until = None;
                    bat.aim_anew(&mut self.luck);
                }
                continue;
            }
            if pose.active {
                // Somebody else has left it up, or another time has.
                switch(machine, bat, false);
            }
            if now < bat.ready || bat.stroke_at(pose.angle) > DOWN_AGAIN {
                continue;
            }
            // Every ball is looked at: each may have to be remembered.
            let mut wants = false;
            for ball in &eyes.balls {
                wants |= bat.wants(ball, now);
            }
            if wants {
                switch(machine, bat, true);
                tally.flips += 1;
                // Now and then it stays up, and what comes next is caught and shot from rest.
                let catches = self.luck.unit() < 0.15;
                let hold = if catches { self.luck.between(0.4, 0.8) } else { self.luck.between(0.1, 0.15) };
                bat.up_until = Some(now + seconds(hold));
                bat.ready = now + seconds(hold + 0.04);
            }
        }
    }

    /// Pushes the cabinet sideways for a stuck ball, unless it was pushed or warned lately.
    pub(super) fn push(&mut self, machine: &mut Machine, again: bool, now: u64, tally: &mut Tally) {
        if now < self.push_from {
            return;
        }
        let side = if self.luck.unit() < 0.5 { -1.0 } else { 1.0 };
        let angle = side * FRAC_PI_2 * self.luck.between(0.6, 1.0);
        let force = self.push * self.luck.between(0.9, 1.0) * if again { STRONGER } else { 1.0 };
        machine.send(Command::now(Input::Nudge { angle, force })).unwrap_or_default();
        self.push_from = now + PUSH_PAUSE;
        tally.nudges += 1;
    }

    /// The plumb bob has touched its ring: once more may tilt the machine.
    pub(super) fn warned(&mut self, now: u64) {
        self.push *= GENTLER;
        self.is_warned = true;
        self.push_from = now + WARNED_PAUSE;
    }
}

fn switch(machine: &mut Machine, bat: &Bat, on: bool) {
    machine.send(Command::now(Input::Coil { part: bat.part, on })).unwrap_or_default();
}
