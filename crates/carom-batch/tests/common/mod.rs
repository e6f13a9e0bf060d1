//! The built-in table, and players that know no fear: each presses its buttons by a stream of its own.

use carom::math::rng::Stream;
use carom::pinball::{Machine, PartId};
use carom_batch::Buttons;
use carom_tables::{Table, built_in};

pub(crate) const FRAME: f64 = 1.0 / 60.0;

pub(crate) fn kingfisher() -> Machine {
    let (_, machine) = Table::load(built_in::find("kingfisher").unwrap().text).unwrap();
    machine
}

/// A player who serves when nothing is in play, plunges when a ball lies in the lane, and otherwise flips at random.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    stream: Stream,
    held: u8,
    left: u32,
}

impl Player {
    pub(crate) fn new(index: usize) -> Self {
        Self { stream: Stream::new(index as u64, "player"), held: 0, left: 0 }
    }

    /// What it presses in the next frame.
    pub(crate) fn play(&mut self, machine: &mut Machine, buttons: &Buttons) -> Result<(), carom::Error> {
        let before = self.held;
        if self.left > 0 {
            self.left -= 1;
        } else {
            let in_lane = machine.balls().any(|ball| {
                let place = machine.position(ball);
                place.x > 0.474 && place.y > 0.8
            });
            (self.held, self.left) = if machine.balls().next().is_none() {
                (Buttons::SERVE, 30)
            } else if in_lane && before & Buttons::PLUNGE == 0 {
                (Buttons::PLUNGE, 20 + (self.stream.bits() % 20) as u32)
            } else {
                ((self.stream.bits() % 4) as u8, 5 + (self.stream.bits() % 20) as u32)
            };
        }
        buttons.press(machine, before, self.held)
    }
}

/// The part of a name.
#[allow(dead_code, reason = "not every test asks for one")]
pub(crate) fn part(machine: &Machine, name: &str) -> PartId {
    machine.part(name).unwrap()
}
