//! A player's buttons as bits: what an agent presses.

use carom::pinball::part::Part;
use carom::pinball::{Command, Input, Machine, PartId};

/// Which bit of an agent's action moves which part of a machine.
///
/// ```
/// use carom::pinball::{Machine, Playfield, part::Flipper};
/// use carom_batch::{Batch, Buttons};
/// let mut machine = Machine::new(&Playfield::sized(0.5, 1.0))?;
/// let left = machine.add("left", Flipper::default())?;
/// let buttons = Buttons::of(&machine);
/// let mut batch = Batch::new(machine, 3)?;
/// let mut held = [0, Buttons::LEFT, Buttons::RIGHT]; // what each agent wants
/// batch.step_with(0.1, &mut held, |_, machine, &mut held| buttons.press(machine, 0, held))?;
/// let up = |batch: &mut Batch<Machine>, index| batch.at(index, |machine| machine.pose(left).unwrap().active);
/// assert!(!up(&mut batch, 0)? && up(&mut batch, 1)? && !up(&mut batch, 2)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buttons {
    left: Vec<PartId>,
    right: Vec<PartId>,
    plungers: Vec<(PartId, bool)>,
    troughs: Vec<PartId>,
}

impl Buttons {
    /// The left flippers: up as long as it is held.
    pub const LEFT: u8 = 1;
    /// The right flippers.
    pub const RIGHT: u8 = 2;
    /// The plungers: pulled back as long as it is held; automatic ones fire.
    pub const PLUNGE: u8 = 4;
    /// The troughs put a ball into play when it goes down.
    pub const SERVE: u8 = 8;

    /// The buttons of a machine. A flipper that turns anticlockwise on its way up is a left one.
    pub fn of(machine: &Machine) -> Self {
        let mut buttons = Self { left: Vec::new(), right: Vec::new(), plungers: Vec::new(), troughs: Vec::new() };
        for (id, _, part) in machine.parts() {
            match part {
                Part::Flipper(flipper) if flipper.end_angle < flipper.start_angle => buttons.left.push(id),
                Part::Flipper(_) => buttons.right.push(id),
                Part::Plunger(plunger) => buttons.plungers.push((id, plunger.auto)),
                Part::Trough(_) => buttons.troughs.push(id),
                _ => {}
            }
        }
        buttons
    }

    /// The bits that were held until now go over into others: commands are sent for those that change.
    ///
    /// # Errors
    /// When it is not a machine with such parts.
    pub fn press(&self, machine: &mut Machine, before: u8, now: u8) -> Result<(), carom::Error> {
        let changed = |bit: u8| ((before ^ now) & bit != 0).then_some(now & bit != 0);
        let mut send = |input| machine.send(Command::now(input));
        for (bit, parts) in [(Self::LEFT, &self.left), (Self::RIGHT, &self.right), (Self::SERVE, &self.troughs)] {
            if let Some(on) = changed(bit) {
                parts.iter().try_for_each(|&part| send(Input::Coil { part, on }))?;
            }
        }
        if let Some(on) = changed(Self::PLUNGE) {
            self.plungers.iter().try_for_each(|&(part, auto)| {
                send(match (auto, on) {
                    (true, _) => Input::Coil { part, on },
                    (false, true) => Input::Pull { part, retract: false },
                    (false, false) => Input::Release { part },
                })
            })?;
        }
        Ok(())
    }
}
