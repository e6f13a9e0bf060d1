//! Saving a machine's state, going back to it, and a number that tells whether two are the same.

use super::{DriveState, Machine, PartState, State};
use crate::error::{Error, ErrorKind};
use crate::world::{self, Hasher};

/// Everything in a machine that changes, commands to come included. Going back gives the same future to the bit.
#[derive(Clone, Debug)]
pub struct Snapshot {
    world: world::Snapshot,
    state: State,
    parts: usize,
    groups: usize,
}

impl Machine {
    /// The state as it is now.
    pub fn snapshot(&self) -> Snapshot {
        let (parts, groups) = (self.parts.len(), self.groups.len());
        Snapshot { world: self.world.snapshot(), state: self.state.clone(), parts, groups }
    }

    /// Goes back to a snapshot of this machine, or of one built in the same way.
    ///
    /// # Errors
    /// When the snapshot's machine had other parts. Nothing has changed then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        if snapshot.parts != self.parts.len() || snapshot.groups != self.groups.len() {
            return Err(Error::new(ErrorKind::ForeignSnapshot));
        }
        self.world.restore(&snapshot.world)?;
        self.state.clone_from(&snapshot.state);
        self.events.clear();
        Ok(())
    }

    /// 64 bits of the state: the world's, every part's, the cabinet's. Equal states give equal hashes on every machine,
    /// in debug and release.
    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher(self.world.hash());
        hasher.add(self.state.ticks);
        hasher.add(self.state.kicks.state());
        for part in &self.state.parts {
            match part {
                PartState::Still => {}
                PartState::Flipper { state, .. } => numbers(&mut hasher, state.numbers()),
                PartState::Plunger { state, .. } => numbers(&mut hasher, state.numbers()),
                PartState::Gate { state, .. } => numbers(&mut hasher, state.numbers()),
                PartState::Spinner { state, .. } => numbers(&mut hasher, state.numbers()),
                PartState::Kicker { holds } => hasher.add(holds.map_or(u64::MAX, |ball| ball.index() as u64)),
                PartState::Target { state } => numbers(&mut hasher, state.numbers()),
                PartState::Magnet { on } => hasher.add(u64::from(*on)),
                PartState::Turntable { state } => numbers(&mut hasher, state.numbers()),
                PartState::Trough { waiting } => {
                    numbers(&mut hasher, waiting.iter().flat_map(|ball| [ball.radius, ball.mass]));
                }
            }
        }
        numbers(&mut hasher, self.state.drives.iter().flat_map(DriveState::numbers));
        numbers(&mut hasher, self.state.cabinet.numbers());
        self.world.hash_switches(&mut hasher);
        for command in &self.state.commands {
            // A command is plain data; its text has every bit of its numbers.
            format!("{command:?}").bytes().for_each(|byte| hasher.add(u64::from(byte)));
        }
        hasher.0
    }
}

fn numbers(hasher: &mut Hasher, numbers: impl IntoIterator<Item = f64>) {
    numbers.into_iter().for_each(|x| hasher.number(x));
}
