//! Saving a shot under way, going back to it, and changing between many shots on one table.

use super::ball::{BallSpec, BallState};
use super::detect::Fit;
use super::event::Event;
use super::ledger::Ledger;
use super::leg::Leg;
use super::plan::Next;
use super::queue::Queue;
use super::shot::Shot;
use super::sieve::Sieve;
use crate::error::{Error, ErrorKind};
use crate::reuse::clone_by_field;
use core::mem::swap;

/// Everything of a shot but its table and laws: balls, history, what comes next. Going back gives the same future to the bit.
///
/// One that is used again and again ([`Shot::snapshot_into`], `clone_from`) keeps its memory.
#[derive(Debug)]
pub struct Snapshot {
    kept: Kept,
    /// How many rails, jaws and pockets its table has.
    table: [usize; 3],
}

clone_by_field!(Snapshot { kept, table });

/// Every field of a shot that changes is named once, here.
macro_rules! kept {
    ($($field:ident: $kind:ty),+ $(,)?) => {
        #[derive(Debug)]
        struct Kept { $($field: $kind),+ }

        clone_by_field!(Kept { $($field),+ });

        impl Kept {
            fn of(shot: &Shot) -> Self {
                Self { $($field: shot.$field.clone()),+ }
            }

            fn take(&mut self, shot: &Shot) {
                $(self.$field.clone_from(&shot.$field);)+
            }

            fn give(&self, shot: &mut Shot) {
                $(shot.$field.clone_from(&self.$field);)+
            }

            fn exchange(&mut self, shot: &mut Shot) {
                $(swap(&mut self.$field, &mut shot.$field);)+
            }
        }
    };
}

kept! {
    specs: Vec<BallSpec>,
    fits: Vec<Fit>,
    legs: Vec<Leg>,
    before: Vec<u32>,
    now: Vec<u32>,
    next: Vec<Next>,
    followers: Vec<u64>,
    falling: Vec<Option<u16>>,
    tipping: Vec<Option<(f64, BallState)>>,
    met: Vec<(u32, f64)>,
    sieve: Sieve,
    queue: Queue,
    events: Vec<Event>,
    marks: Vec<[u32; 2]>,
    ledger: Ledger,
    time: f64,
    clock: f64,
    work: usize,
    shown: usize,
}

impl Shot {
    /// The shot as it is now, with all that has happened in it.
    ///
    /// ```
    /// use carom::billiards::{Models, Shot, Strike, rules::GameKind};
    ///
    /// let game = GameKind::NineBall;
    /// let table = game.table();
    /// let balls = game.rack(&table, 1e-3, 7);
    /// let strike = Strike { speed: 8.0, ..Strike::level(0, game.cue_spec()) };
    /// let mut shot = Shot::new(&table, &Models::default(), &balls, Some(&strike))?;
    /// shot.advance(0.5)?;
    /// let saved = shot.snapshot();
    /// shot.run();
    /// let end = shot.hash();
    /// shot.restore(&saved)?;
    /// shot.run();
    /// assert_eq!(shot.hash(), end);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { kept: Kept::of(self), table: self.things() }
    }

    /// The same into a snapshot that is there already, whatever it was of: its memory is used again.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.kept.take(self);
        snapshot.table = self.things();
    }

    /// Goes back to a snapshot of this shot, or of one on the same table with the same laws and as many balls.
    ///
    /// # Errors
    /// When the snapshot is of a table with other things on it. Nothing has changed then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.check_fit(snapshot)?;
        snapshot.kept.give(self);
        Ok(())
    }

    /// Goes to the state of a snapshot, and leaves the present one in it. Nothing is copied.
    ///
    /// # Errors
    /// When the snapshot is of a table with other things on it. Nothing has changed then.
    pub fn exchange(&mut self, snapshot: &mut Snapshot) -> Result<(), Error> {
        self.check_fit(snapshot)?;
        snapshot.kept.exchange(self);
        Ok(())
    }

    /// Is a snapshot of such a table and as many balls?
    pub fn fits(&self, snapshot: &Snapshot) -> bool {
        snapshot.table == self.things() && snapshot.kept.now.len() == self.now.len()
    }

    fn check_fit(&self, snapshot: &Snapshot) -> Result<(), Error> {
        if self.fits(snapshot) { Ok(()) } else { Err(Error::new(ErrorKind::ForeignSnapshot)) }
    }

    fn things(&self) -> [usize; 3] {
        [self.bed.rails.len(), self.bed.jaws.len(), self.bed.pockets.len()]
    }
}
