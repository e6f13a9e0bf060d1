//! The door: who stands in it, and who goes when there is a crowd.
//!
//! A connection stands in the door until it has become a table or has gone. There are only so many places. When all are taken,
//! whoever has stood there longest without asking for anything goes: so somebody who opens connections and never says what
//! for keeps nobody out. Those that are being answered stay.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The door.
#[derive(Debug)]
pub(crate) struct Door {
    places: Arc<Semaphore>,
    most: usize,
    standing: Mutex<VecDeque<Arc<Visitor>>>,
}

/// Somebody in the door.
#[derive(Debug, Default)]
pub(crate) struct Visitor {
    /// Is being answered.
    busy: AtomicBool,
    go: Notify,
}

impl Visitor {
    /// What is asked for is being answered, or has been.
    pub(crate) fn set_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
    }

    /// Comes when another needs the place.
    pub(crate) async fn asked_to_go(&self) {
        self.go.notified().await;
    }
}

impl Door {
    pub(crate) fn new(most: usize) -> Self {
        let most = most.clamp(1, Semaphore::MAX_PERMITS);
        Self { places: Arc::new(Semaphore::new(most)), most, standing: Mutex::default() }
    }

    /// Comes in: at once, or when somebody has gone to make room.
    pub(crate) async fn enter(self: &Arc<Self>) -> Place {
        if self.places.available_permits() == 0 {
            self.send_one_away();
        }
        // It is never closed.
        let permit = self.places.clone().acquire_owned().await.ok();
        let visitor = Arc::new(Visitor::default());
        self.with(|standing| standing.push_back(visitor.clone()));
        Place { door: self.clone(), visitor, _permit: permit }
    }

    /// Comes when nobody stands in it any more.
    pub(crate) async fn empty(&self) {
        _ = self.places.acquire_many(u32::try_from(self.most).unwrap_or(u32::MAX)).await;
    }

    fn send_one_away(&self) {
        self.with(|standing| {
            let idle = standing.iter().position(|visitor| !visitor.busy.load(Ordering::Relaxed));
            if let Some(visitor) = idle.and_then(|at| standing.remove(at)) {
                visitor.go.notify_one();
            }
        });
    }

    fn with<T>(&self, then: impl FnOnce(&mut VecDeque<Arc<Visitor>>) -> T) -> T {
        then(&mut self.standing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A place in the door, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Place {
    door: Arc<Door>,
    pub(crate) visitor: Arc<Visitor>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.door.with(|standing| standing.retain(|visitor| !Arc::ptr_eq(visitor, &self.visitor)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;
    use tokio::time::timeout;

    async fn is_asked(place: &Place) -> bool {
        timeout(Duration::from_millis(20), place.visitor.asked_to_go()).await.is_ok()
    }

    #[tokio::test]
    async fn who_has_asked_for_nothing_longest_makes_room_for_who_comes() {
        let door = Arc::new(Door::new(3));
        let [first, second, third] = [door.enter().await, door.enter().await, door.enter().await];
        first.visitor.set_busy(true);
        let entering = tokio::spawn({
            let door = door.clone();
            async move { door.enter().await }
        });
        assert!(is_asked(&second).await, "the first is being answered");
        assert!(!is_asked(&first).await && !is_asked(&third).await && !entering.is_finished());
        drop(second);
        let fourth = entering.await.unwrap();
        drop((first, third, fourth));
        timeout(Duration::from_secs(5), door.empty()).await.expect("all have gone");
    }
}
