//! The crew: threads for what keeps a processor busy for a while.
//!
//! There are half as many as processors, and where the system has such a thing they give way to others: whoever asks for new
//! games in a row, or for searches, as fast as they can waits among their like, and those who only play go on.

use core::panic::AssertUnwindSafe;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::panic::catch_unwind;
use std::sync::LazyLock;
use tokio::sync::oneshot;

/// How much the crew gives way: as much as the system knows. Games wake sixty times a second, and each must find a processor.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 19;

type Crew = LazyLock<Result<ThreadPool, ThreadPoolBuildError>>;

/// For what is soon done: tables that are set up, long steps, billiards shots.
static HANDS: Crew = LazyLock::new(|| hire("hand"));
/// For what takes seconds.
static SEARCHERS: Crew = LazyLock::new(|| hire("searcher"));

/// Lets the crew do something, when its turn comes. Nothing comes back of work that has failed.
pub(crate) async fn work<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    by(&HANDS, what).await
}

/// Lets the crew search, on all of its threads.
pub(crate) async fn search<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    by(&SEARCHERS, what).await
}

async fn by<T: Send + 'static>(crew: &'static Crew, what: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    // A system without a thread left for a crew may have one left for this.
    let Ok(crew) = crew.as_ref() else { return tokio::task::spawn_blocking(what).await.ok() };
    let (done, result) = oneshot::channel();
    crew.spawn_fifo(move || {
        // Whoever asked has gone meanwhile: nobody needs it, and others wait.
        if done.is_closed() {
            return;
        }
        // What fails is dropped with all that it had in hand; the crew goes on.
        if let Ok(found) = catch_unwind(AssertUnwindSafe(what)) {
            _ = done.send(found);
        }
    });
    result.await.ok()
}

/// Half as many as there are processors.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().div_ceil(2))
}

fn hire(name: &'static str) -> Result<ThreadPool, ThreadPoolBuildError> {
    let named = move |k| format!("{name} {k}");
    ThreadPoolBuilder::new()
        .num_threads(threads())
        .thread_name(named)
        .stack_size(STACK)
        .start_handler(|_| give_way())
        .build()
}

/// Bytes of a thread's stack, as of those that play.
const STACK: usize = 4 << 20;

/// From now on this thread runs when others do not.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        // Of this thread alone, on Linux. Where it is not allowed, the crew is as fast as everybody.
        _ = rustix::process::nice(GIVES_WAY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::time::Duration;

    #[tokio::test]
    async fn the_crew_outlives_work_that_fails() {
        assert_eq!(work(|| 7).await, Some(7));
        assert_eq!(work(|| -> u32 { panic!("this is a test") }).await, None);
        assert_eq!(search(|| 8).await, Some(8));
        for k in 0..100 {
            assert_eq!(work(move || k).await, Some(k));
        }
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_any_more_is_not_begun() {
        static BEGUN: AtomicUsize = AtomicUsize::new(0);
        // As many as there are threads keep all of them busy until the gates open.
        let (gates, closed): (Vec<_>, Vec<_>) = (0..threads()).map(|_| std::sync::mpsc::channel::<()>()).unzip();
        let wait = |gate: std::sync::mpsc::Receiver<()>| tokio::spawn(search(move || gate.recv().is_err()));
        let busy: Vec<_> = closed.into_iter().map(wait).collect();
        tokio::task::yield_now().await;
        let counted = || BEGUN.fetch_add(1, Ordering::Relaxed);
        let gone = tokio::time::timeout(Duration::from_millis(20), search(counted)).await;
        assert!(gone.is_err(), "it waits for its turn");
        drop(gates);
        for one in busy {
            assert_eq!(one.await.unwrap(), Some(true));
        }
        assert_eq!(search(counted).await, Some(0), "the one that was given up was not begun");
    }
}
