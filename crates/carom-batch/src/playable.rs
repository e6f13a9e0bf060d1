//! What a world must be able to do to be played many times at once.

use core::fmt::Debug;

/// A world of which a batch can hold many states: a pinball machine, a billiard shot, or one of your own.
///
/// Everything that changes has to be in the snapshot; what stays outside is shared by all states that take turns in one
/// world, in any order. The same state and input must give the same future to the bit.
pub trait Playable: Clone + Send + Sync {
    /// Everything that changes. Its `clone_from` should reuse memory.
    type Snapshot: Clone + Debug + Send + Sync;
    /// What is counted over the steps of a state.
    type Counts: Copy + Debug + Default + PartialEq + Send + Sync;
    /// What of the world goes into a row of numbers.
    type Sight: Debug + Send + Sync;

    /// The present state.
    fn snapshot(&self) -> Self::Snapshot;

    /// Goes to the state of a snapshot, and leaves the present one in it.
    ///
    /// # Errors
    /// When the snapshot does not fit. Nothing has changed then.
    fn exchange(&mut self, snapshot: &mut Self::Snapshot) -> Result<(), carom::Error>;

    /// Is this a snapshot of such a world?
    fn fits(&self, snapshot: &Self::Snapshot) -> bool;

    /// Lets `dt` seconds pass.
    ///
    /// # Errors
    /// When that cannot be. Nothing has changed then.
    fn advance(&mut self, dt: f64) -> Result<(), carom::Error>;

    /// Counts what happened in the last [`advance`](Self::advance).
    fn count(&self, counts: &mut Self::Counts);

    /// 64 bits of the state.
    fn hash(&self) -> u64;

    /// What is to be observed, with room for so many balls, or for as many as are usual.
    fn sight(&self, balls: Option<usize>) -> Self::Sight;

    /// What each number of a row is: as many words as a row has numbers, at least one.
    fn columns(&self, sight: &Self::Sight) -> Vec<String>;

    /// Fills a row. Nothing is allocated.
    fn observe(&self, sight: &Self::Sight, counts: &Self::Counts, row: &mut [f32]);
}

/// Writes numbers into a row, one after the other; what does not fit is left out.
pub(crate) struct Pen<'a>(core::slice::IterMut<'a, f32>);

impl<'a> Pen<'a> {
    pub(crate) fn new(row: &'a mut [f32]) -> Self {
        Self(row.iter_mut())
    }

    pub(crate) fn write(&mut self, numbers: impl IntoIterator<Item = f64>) {
        // The iterator of numbers goes first: the other way round, a place would be lost at its end.
        numbers.into_iter().zip(&mut self.0).for_each(|(number, place)| *place = number as f32);
    }
}
