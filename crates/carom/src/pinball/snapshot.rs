//! Saving a machine's state, going back to it, and a number that tells whether two are the same.

use super::{DriveState, Machine, PartState, State};
use crate::error::{Error, ErrorKind};
use crate::math::rng::Stream;
use crate::reuse::clone_by_field;
use crate::world::{self, Hasher};
use core::mem::{discriminant, swap};

/// Everything in a machine that changes, commands to come included. Going back gives the same future to the bit.
///
/// One that is used again and again ([`Machine::snapshot_into`], `clone_from`) keeps its memory: nothing is allocated.
#[derive(Debug)]
pub struct Snapshot {
    world: world::Snapshot,
    state: State,
    groups: usize,
}

clone_by_field!(Snapshot { world, state, groups });

clone_by_field!(State {
    ticks,
    left_over,
    parts,
    awake,
    drives,
    balls,
    cabinet,
    sway,
    kicks,
    commands,
    last_event,
    nudged
});

impl Clone for PartState {
    fn clone(&self) -> Self {
        match self {
            Self::Still => Self::Still,
            Self::Flipper { state, still } => Self::Flipper { state: state.clone(), still: *still },
            Self::Plunger { state, still, since } => {
                Self::Plunger { state: state.clone(), still: *still, since: *since }
            }
            Self::Gate { state, since } => Self::Gate { state: *state, since: *since },
            Self::Spinner { state, since } => Self::Spinner { state: *state, since: *since },
            Self::Kicker { holds } => Self::Kicker { holds: *holds },
            Self::Target { state } => Self::Target { state: *state },
            Self::Magnet { on } => Self::Magnet { on: *on },
            Self::Turntable { state } => Self::Turntable { state: *state },
            Self::Trough { waiting } => Self::Trough { waiting: waiting.clone() },
        }
    }

    /// Nothing is written where nothing can have changed: most parts of a table stand still for ever.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if !matches!((&self, other), (Self::Still, Self::Still)) {
            self.copy_from(other);
        }
    }
}

impl PartState {
    /// Goes over into another, of the same part.
    #[inline(never)]
    fn copy_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Flipper { state, still }, Self::Flipper { state: from, still: was }) => {
                state.clone_from(from);
                *still = *was;
            }
            (Self::Trough { waiting }, Self::Trough { waiting: from }) => waiting.clone_from(from),
            (own, other) => *own = other.clone(),
        }
    }
}

impl Machine {
    /// The state as it is now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { world: self.world.snapshot(), state: self.state.clone(), groups: self.groups.len() }
    }

    /// The same into a snapshot that is there already, whatever it was of: its memory is used again.
    ///
    /// ```
    /// use carom::pinball::{Machine, Playfield};
    /// use carom::{Ball, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
    /// let mut machine = Machine::new(&Playfield::sized(0.5, 1.0))?;
    /// machine.add_ball(Ball::new(DVec3::new(0.2, 0.5, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS)?)?;
    /// let mut saved = machine.snapshot(); // Memory is asked for here,
    /// for _ in 0..100 {
    ///     machine.advance(0.01)?;
    ///     machine.snapshot_into(&mut saved); // and not here.
    /// }
    /// let then = machine.hash();
    /// machine.advance(1.0)?;
    /// machine.restore(&saved)?;
    /// assert_eq!(machine.hash(), then);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        self.world.snapshot_into(&mut snapshot.world);
        snapshot.state.clone_from(&self.state);
        snapshot.groups = self.groups.len();
    }

    /// Goes back to a snapshot of this machine, or of one built in the same way.
    ///
    /// # Errors
    /// When the snapshot's machine had other parts. Nothing has changed then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.check_fit(snapshot)?;
        self.world.restore(&snapshot.world)?;
        self.state.clone_from(&snapshot.state);
        self.events.clear();
        Ok(())
    }

    /// Goes to the state of a snapshot, and leaves the present one in it. Hardly anything is copied: one machine can take
    /// turns with thousands of states.
    ///
    /// # Errors
    /// When the snapshot's machine had other parts. Nothing has changed then.
    pub fn exchange(&mut self, snapshot: &mut Snapshot) -> Result<(), Error> {
        self.check_fit(snapshot)?;
        self.world.exchange(&mut snapshot.world)?;
        swap(&mut self.state, &mut snapshot.state);
        self.events.clear();
        Ok(())
    }

    /// Is a snapshot of this machine, or of one built in the same way?
    pub fn fits(&self, snapshot: &Snapshot) -> bool {
        self.check_fit(snapshot).and_then(|()| self.world.check_fit(&snapshot.world)).is_ok()
    }

    fn check_fit(&self, snapshot: &Snapshot) -> Result<(), Error> {
        let (own, other) = (&self.state, &snapshot.state);
        let fits = snapshot.groups == self.groups.len()
            && other.drives.len() == own.drives.len()
            && other.parts.len() == own.parts.len()
            && other.parts.iter().zip(&own.parts).all(|(one, another)| discriminant(one) == discriminant(another));
        if fits { Ok(()) } else { Err(Error::new(ErrorKind::ForeignSnapshot)) }
    }

    /// Sorts what has been put up, as the first tick would, before which it is to be called: copies made from now on share it.
    pub fn sort_things(&mut self) {
        self.world.sort_things();
    }

    /// Starts the random streams (scatter, kicks) anew from `seed`: the same table, another game.
    pub fn set_seed(&mut self, seed: u64) {
        self.world.set_seed(seed);
        self.state.kicks = Stream::new(seed, "kick");
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
