//! The player's hands: which button moves what.

use super::Game;
use crate::board::Phase;
use crate::button::{Button, Press};
use crate::occurrence::Occurrence;
use carom::pinball::part::Part;
use carom::pinball::{Command, Input, Machine, PartId};
use carom_tables::Table;
use carom_tables::parts::Side;
use core::f64::consts::FRAC_PI_2;

/// Force of a push with a nudge button: firm ones, that the plumb bob bears once. Pushes that follow each other add up. From the
/// front it bears less.
const PUSH: f64 = 2.0;
const FRONT_PUSH: f64 = 1.5;

/// The parts that a player moves, and how the buttons stand.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    left: Vec<PartId>,
    right: Vec<PartId>,
    /// Plungers, and whether each fires by itself.
    plungers: Vec<(PartId, bool)>,
    /// Buttons that are down, by their numbers.
    down: [bool; Button::ALL.len()],
    /// Do the flippers work?
    pub(super) live: bool,
    /// Is a plunger pulled?
    pulled: bool,
}

impl Hands {
    pub(super) fn new(table: &Table, machine: &Machine) -> Self {
        let (mut left, mut right, mut plungers) = (Vec::new(), Vec::new(), Vec::new());
        let mut sides = table.flippers.iter().map(|flipper| flipper.side);
        // Parts of a kind stand in the machine in the order of the table.
        for (id, _, part) in machine.parts() {
            match part {
                Part::Flipper(flipper) => {
                    // Imported ones do not say their side; a left one turns anticlockwise when it goes up.
                    let turns_left = flipper.end_angle < flipper.start_angle;
                    let is_left = sides.next().flatten().map_or(turns_left, |side| side == Side::Left);
                    (if is_left { &mut left } else { &mut right }).push(id);
                }
                Part::Plunger(plunger) => plungers.push((id, plunger.auto)),
                _ => {}
            }
        }
        Self { left, right, plungers, down: [false; Button::ALL.len()], live: false, pulled: false }
    }

    fn flippers(&self, button: Button) -> &[PartId] {
        match button {
            Button::Left => &self.left,
            Button::Right => &self.right,
            _ => &[],
        }
    }

    pub(super) fn is_flipper(&self, part: PartId) -> bool {
        self.left.contains(&part) || self.right.contains(&part)
    }

    fn holds(&self, button: Button) -> bool {
        self.down.get(button as usize).copied().unwrap_or(false)
    }
}

impl Game {
    /// A button goes down or up, now.
    pub(super) fn pressed(&mut self, Press { button, down, .. }: Press) {
        if self.autopilot {
            return;
        }
        let before = self.hands.holds(button);
        if let Some(state) = self.hands.down.get_mut(button as usize) {
            *state = down;
        }
        self.queue.push_back(Occurrence::Button(button, down));
        let plays = self.board.status.phase == Phase::Playing && !self.board.status.tilted;
        match button {
            Button::Left | Button::Right => {
                if self.hands.live {
                    self.switch(button, down);
                }
                if down {
                    self.skip_bonus();
                }
            }
            // A key that repeats itself is still held.
            Button::Plunge if down && plays && !before => self.pull(),
            Button::Plunge if !down => self.let_plunger_go(),
            Button::Start if down => self.start(),
            Button::NudgeLeft if down && plays => self.push(FRAC_PI_2, PUSH),
            Button::NudgeRight if down && plays => self.push(-FRAC_PI_2, PUSH),
            Button::NudgeUp if down && plays => self.push(0.0, FRONT_PUSH),
            _ => {}
        }
    }

    /// Flippers work from now on, or fall and do not. Buttons that are held count at once.
    pub(super) fn enliven(&mut self, live: bool) {
        if self.hands.live == live {
            return;
        }
        self.hands.live = live;
        for button in [Button::Left, Button::Right] {
            let up = live && !self.autopilot && self.hands.holds(button);
            self.switch(button, up);
        }
        if !live {
            self.let_plunger_go();
        }
    }

    fn switch(&mut self, button: Button, on: bool) {
        for k in 0..self.hands.flippers(button).len() {
            let Some(&part) = self.hands.flippers(button).get(k) else { continue };
            self.send(Input::Coil { part, on });
        }
    }

    fn pull(&mut self) {
        for k in 0..self.hands.plungers.len() {
            let Some(&(part, auto)) = self.hands.plungers.get(k) else { continue };
            self.send(if auto { Input::Coil { part, on: true } } else { Input::Pull { part, retract: false } });
        }
        self.hands.pulled = true;
    }

    fn let_plunger_go(&mut self) {
        if !core::mem::take(&mut self.hands.pulled) {
            return;
        }
        for k in 0..self.hands.plungers.len() {
            if let Some(&(part, false)) = self.hands.plungers.get(k) {
                self.send(Input::Release { part });
            }
        }
        self.pilot.plunged();
    }

    fn push(&mut self, angle: f64, force: f64) {
        self.send(Input::Nudge { angle, force });
    }

    /// Sends a command for the next tick of the machine. One that a part cannot follow does nothing.
    pub(super) fn send(&mut self, input: Input) {
        self.machine.send(Command::now(input)).unwrap_or_default();
    }
}
