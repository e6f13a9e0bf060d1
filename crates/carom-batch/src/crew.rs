//! The threads of a batch, and how they share the work.

use crate::error::Error;
use crate::playable::Playable;
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// States that a thread takes at a time, at most: enough that taking them costs nothing, and few enough that the last thread
/// does not keep the others waiting.
const MOST_TOGETHER: usize = 32;

/// A whole world for each thread, and the threads.
#[derive(Debug)]
pub(crate) struct Crew<W> {
    worlds: Vec<W>,
    /// None for a single thread, which is the caller's own.
    pool: Option<ThreadPool>,
}

/// The state of one world among many.
#[derive(Clone, Debug)]
pub(crate) struct Cell<S, C> {
    pub(crate) state: S,
    pub(crate) counts: C,
}

/// What belongs to the index of a world in a turn.
pub(crate) struct Place<'a, W: Playable, A> {
    pub(crate) index: usize,
    pub(crate) cell: &'a mut Cell<W::Snapshot, W::Counts>,
    pub(crate) row: &'a mut [f32],
    pub(crate) each: &'a mut A,
}

impl<W: Playable> Crew<W> {
    /// So many threads, 0 for all that the machine has, but no more than there are states.
    pub(crate) fn new(world: &W, threads: usize, states: usize) -> Result<Self, Error> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, core::num::NonZeroUsize::get),
            asked => asked,
        };
        let threads = threads.clamp(1, states.max(1));
        let pool = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build()).transpose();
        let pool = pool.map_err(|why| Error::Threads { asked: threads, why: why.to_string() })?;
        Ok(Self { worlds: vec![world.clone(); threads], pool })
    }

    pub(crate) fn threads(&self) -> usize {
        self.worlds.len()
    }

    /// One of the worlds, in whichever state: all that does not change is the same in each.
    pub(crate) fn world(&mut self) -> Option<&mut W> {
        self.worlds.first_mut()
    }

    /// Does something in the place of each index, in any order; returns the fault of the lowest index. All slices are of the
    /// same number of worlds; a row has at least one number.
    pub(crate) fn each<A: Send>(
        &mut self,
        cells: &mut [Cell<W::Snapshot, W::Counts>],
        rows: &mut [f32],
        each: &mut [A],
        deed: impl Fn(&mut W, Place<'_, W, A>) -> Result<(), carom::Error> + Sync,
    ) -> Result<(), Error> {
        let (count, width) = (cells.len(), rows.len() / cells.len().max(1));
        let together = (count / (8 * self.threads())).clamp(1, MOST_TOGETHER);
        let groups = cells.chunks_mut(together).zip(rows.chunks_mut((together * width).max(1)));
        let groups = Mutex::new(groups.zip(each.chunks_mut(together)).enumerate());
        let fault: Mutex<Option<(usize, carom::Error)>> = Mutex::new(None);
        let toil = |world: &mut W| {
            loop {
                let next = held(&groups).next();
                let Some((group, ((cells, rows), each))) = next else { break };
                let places = cells.iter_mut().zip(rows.chunks_mut(width.max(1))).zip(each);
                for (k, ((cell, row), each)) in places.enumerate() {
                    let index = group * together + k;
                    if let Err(error) = deed(world, Place { index, cell, row, each }) {
                        let mut first = held(&fault);
                        if first.as_ref().is_none_or(|(lowest, _)| index < *lowest) {
                            *first = Some((index, error));
                        }
                    }
                }
            }
        };
        match &self.pool {
            None => self.worlds.iter_mut().take(1).for_each(toil),
            Some(pool) => pool.install(|| self.worlds.par_iter_mut().with_max_len(1).for_each(toil)),
        }
        let fault = fault.into_inner().unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(()), |(index, error)| Err(Error::World { index, error }))
    }
}

/// What a lock holds. Nothing that is done under these locks can be left half done.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
