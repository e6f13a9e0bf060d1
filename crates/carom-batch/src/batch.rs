//! The batch: many states of one table, each with its index.

use crate::crew::{Cell, Crew, Place};
use crate::error::Error;
use crate::playable::Playable;

/// How a batch is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// How many threads step the worlds: 1 is the caller's own and no other, 0 as many as the machine has.
    pub threads: usize,
    /// For how many balls a row of observations has room; as many as are usual, if not said.
    pub balls: Option<usize>,
}

/// Many states of one world, stepped together.
///
/// They all begin in the state of the world that was given. Indices go from 0; whatever is given or returned for all of them
/// is in their order.
#[derive(Debug)]
pub struct Batch<W: Playable> {
    crew: Crew<W>,
    cells: Vec<Cell<W::Snapshot, W::Counts>>,
    start: Snapshot<W>,
    sight: W::Sight,
    columns: Vec<String>,
    /// The observations, row by row.
    rows: Vec<f32>,
}

/// One state of a batch: of its world, its counts and its observations.
#[derive(Debug)]
pub struct Snapshot<W: Playable> {
    cell: Cell<W::Snapshot, W::Counts>,
    row: Vec<f32>,
}

impl<W: Playable> Clone for Snapshot<W> {
    fn clone(&self) -> Self {
        Self { cell: self.cell.clone(), row: self.row.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        copy(&mut self.cell, &other.cell);
        self.row.clone_from(&other.row);
    }
}

/// Copies a state, and keeps memory.
fn copy<S: Clone, C: Copy>(to: &mut Cell<S, C>, from: &Cell<S, C>) {
    to.state.clone_from(&from.state);
    to.counts = from.counts;
}

impl<W: Playable> Batch<W> {
    /// So many states of `world`, all as it is now, on all threads that the machine has.
    ///
    /// # Errors
    /// When the system does not give the threads.
    pub fn new(world: W, count: usize) -> Result<Self, Error> {
        Self::with(world, count, Setup::default())
    }

    /// The same, with so many threads and room for so many balls.
    ///
    /// # Errors
    /// When the system does not give the threads.
    pub fn with(world: W, count: usize, setup: Setup) -> Result<Self, Error> {
        let sight = world.sight(setup.balls);
        let columns = world.columns(&sight);
        let cell = Cell { state: world.snapshot(), counts: W::Counts::default() };
        let mut row = vec![0.0; columns.len()];
        world.observe(&sight, &cell.counts, &mut row);
        let rows = row.repeat(count);
        let crew = Crew::new(&world, setup.threads, count)?;
        Ok(Self { crew, cells: vec![cell.clone(); count], start: Snapshot { cell, row }, sight, columns, rows })
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many threads step them.
    pub fn threads(&self) -> usize {
        self.crew.threads()
    }

    /// Lets `dt` seconds pass in each.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or absurd. Nothing has changed then.
    pub fn step(&mut self, dt: f64) -> Result<(), Error> {
        self.step_with(dt, &mut vec![(); self.len()], |_, _, ()| Ok(()))
    }

    /// Lets `act` do something in each, and then `dt` seconds pass.
    ///
    /// `each` has an element for every index: what an agent wants, a player of its own, room for results. `act` is called with
    /// the index, the world in its state, and the element; it may be called on any thread and in any order.
    ///
    /// # Errors
    /// When `each` is not as long as the batch; when `act` or the step failed somewhere: the error is that of the lowest
    /// index. A world in which `act` failed is not stepped, all others are.
    pub fn step_with<A: Send>(
        &mut self,
        dt: f64,
        each: &mut [A],
        act: impl Fn(usize, &mut W, &mut A) -> Result<(), carom::Error> + Sync,
    ) -> Result<(), Error> {
        self.step_and_see(dt, each, act, |_, _, _| ())
    }

    /// The same; and `see` looks at each after its step, at its events for instance, which are not kept.
    ///
    /// # Errors
    /// As [`step_with`](Self::step_with).
    pub fn step_and_see<A: Send>(
        &mut self,
        dt: f64,
        each: &mut [A],
        act: impl Fn(usize, &mut W, &mut A) -> Result<(), carom::Error> + Sync,
        see: impl Fn(usize, &W, &mut A) + Sync,
    ) -> Result<(), Error> {
        self.turn(each, |index, world, counts, each| {
            act(index, world, each)?;
            world.advance(dt)?;
            world.count(counts);
            see(index, world, each);
            Ok(())
        })
    }

    /// Lets `deed` do something in each, without a step: look around, change something, or step it as it likes. Only steps
    /// of the batch are counted.
    ///
    /// # Errors
    /// When `each` is not as long as the batch; when `deed` failed somewhere: the error is that of the lowest index.
    pub fn each<A: Send>(
        &mut self,
        each: &mut [A],
        deed: impl Fn(usize, &mut W, &mut A) -> Result<(), carom::Error> + Sync,
    ) -> Result<(), Error> {
        self.turn(each, |index, world, _, each| deed(index, world, each))
    }

    fn turn<A: Send>(
        &mut self,
        each: &mut [A],
        deed: impl Fn(usize, &mut W, &mut W::Counts, &mut A) -> Result<(), carom::Error> + Sync,
    ) -> Result<(), Error> {
        let (expected, got) = (self.cells.len(), each.len());
        if got != expected {
            return Err(Error::WrongLength { what: "one element for each world", expected, got });
        }
        let sight = &self.sight;
        self.crew.each(&mut self.cells, &mut self.rows, each, |world, Place { index, cell, row, each }| {
            world.exchange(&mut cell.state)?;
            let done = deed(index, world, &mut cell.counts, each);
            world.observe(sight, &cell.counts, row);
            world.exchange(&mut cell.state).and(done)
        })
    }

    /// Does something with one of them, on the caller's thread.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn at<R>(&mut self, index: usize, deed: impl FnOnce(&mut W) -> R) -> Result<R, Error> {
        self.check(index)?;
        let width = self.width();
        let row = self.rows.get_mut(index * width..(index + 1) * width);
        let (Some(cell), Some(row), Some(world)) = (self.cells.get_mut(index), row, self.crew.world()) else {
            return Err(Error::NoSuchWorld { index, count: 0 });
        };
        let refused = |error| Error::World { index, error };
        world.exchange(&mut cell.state).map_err(refused)?;
        let done = deed(world);
        world.observe(&self.sight, &cell.counts, row);
        world.exchange(&mut cell.state).map_err(refused)?;
        Ok(done)
    }

    /// 64 bits of one state, the world's own.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn hash(&mut self, index: usize) -> Result<u64, Error> {
        self.at(index, |world| world.hash())
    }

    /// What has been counted in the steps of one.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn counts(&self, index: usize) -> Result<W::Counts, Error> {
        self.check(index)?;
        self.cells.get(index).map(|cell| cell.counts).ok_or(Error::NoSuchWorld { index, count: self.len() })
    }
}

/// States: saved, restored, branched.
impl<W: Playable> Batch<W> {
    /// One state, as it is now.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn snapshot(&self, index: usize) -> Result<Snapshot<W>, Error> {
        Ok(Snapshot { cell: self.cell(index)?.clone(), row: self.row(index)?.to_vec() })
    }

    /// The same into a snapshot that is there already: its memory is used again.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn snapshot_into(&self, index: usize, snapshot: &mut Snapshot<W>) -> Result<(), Error> {
        copy(&mut snapshot.cell, self.cell(index)?);
        snapshot.row.clear();
        snapshot.row.extend_from_slice(self.row(index)?);
        Ok(())
    }

    /// Lets one go on from a snapshot, of the same or another index, of this batch or another of the same table.
    ///
    /// # Errors
    /// When there is no such index, or the snapshot is of another table. Nothing has changed then.
    pub fn restore(&mut self, index: usize, snapshot: &Snapshot<W>) -> Result<(), Error> {
        self.check(index)?;
        self.check_fit(snapshot)?;
        self.put(index, snapshot);
        Ok(())
    }

    /// Copies one state into others.
    ///
    /// # Errors
    /// When there is no such index, of it or of one of the others. Nothing has changed then.
    pub fn branch<I>(&mut self, from: usize, to: I) -> Result<(), Error>
    where
        I: IntoIterator<Item = usize>,
        I::IntoIter: Clone,
    {
        let to = to.into_iter();
        self.check(from)?;
        to.clone().try_for_each(|index| self.check(index))?;
        let width = self.width();
        for index in to.filter(|&index| index != from) {
            if let Ok([to, from]) = self.cells.get_disjoint_mut([index, from]) {
                copy(to, from);
            }
            self.rows.copy_within(from * width..(from + 1) * width, index * width);
        }
        Ok(())
    }

    /// Takes one back to the start.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn reset(&mut self, index: usize) -> Result<(), Error> {
        self.check(index)?;
        put(&mut self.cells, &mut self.rows, index, &self.start);
        Ok(())
    }

    /// Takes all back to the start.
    pub fn reset_all(&mut self) {
        for index in 0..self.len() {
            put(&mut self.cells, &mut self.rows, index, &self.start);
        }
    }

    /// Lets resets go to this state from now on.
    ///
    /// # Errors
    /// When the snapshot is of another table. Nothing has changed then.
    pub fn set_start(&mut self, start: &Snapshot<W>) -> Result<(), Error> {
        self.check_fit(start)?;
        self.start.clone_from(start);
        Ok(())
    }

    fn put(&mut self, index: usize, snapshot: &Snapshot<W>) {
        put(&mut self.cells, &mut self.rows, index, snapshot);
    }

    fn check_fit(&mut self, snapshot: &Snapshot<W>) -> Result<(), Error> {
        let as_wide = snapshot.row.len() == self.width();
        let fits = self.crew.world().is_some_and(|world| world.fits(&snapshot.cell.state));
        if as_wide && fits { Ok(()) } else { Err(Error::ForeignSnapshot) }
    }

    fn check(&self, index: usize) -> Result<(), Error> {
        if index < self.len() { Ok(()) } else { Err(Error::NoSuchWorld { index, count: self.len() }) }
    }

    fn cell(&self, index: usize) -> Result<&Cell<W::Snapshot, W::Counts>, Error> {
        self.cells.get(index).ok_or(Error::NoSuchWorld { index, count: self.len() })
    }
}

/// Puts a state in the place of an index, if there is one.
fn put<W: Playable>(
    cells: &mut [Cell<W::Snapshot, W::Counts>],
    rows: &mut [f32],
    index: usize,
    snapshot: &Snapshot<W>,
) {
    let width = snapshot.row.len();
    if let (Some(cell), Some(row)) = (cells.get_mut(index), rows.get_mut(index * width..(index + 1) * width)) {
        copy(cell, &snapshot.cell);
        row.copy_from_slice(&snapshot.row);
    }
}

/// Observations: a row of numbers for each.
impl<W: Playable> Batch<W> {
    /// How many numbers a row has.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// What each number of a row is.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// All rows as of now, one after the other, in the order of the indices.
    pub fn observations(&self) -> &[f32] {
        &self.rows
    }

    /// The same into an array of the caller's, of [`len`](Self::len) rows of [`width`](Self::width).
    ///
    /// # Errors
    /// When the array has another length. Nothing is written then.
    pub fn observe_into(&self, array: &mut [f32]) -> Result<(), Error> {
        let (expected, got) = (self.rows.len(), array.len());
        if got != expected {
            return Err(Error::WrongLength { what: "an array for observations", expected, got });
        }
        array.copy_from_slice(&self.rows);
        Ok(())
    }

    /// The row of one.
    ///
    /// # Errors
    /// When there is no such index.
    pub fn row(&self, index: usize) -> Result<&[f32], Error> {
        let width = self.width();
        let row = index.checked_mul(width).and_then(|from| self.rows.get(from..from.checked_add(width)?));
        row.ok_or(Error::NoSuchWorld { index, count: self.len() })
    }
}
