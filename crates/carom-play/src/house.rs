//! What all connections share: the tables, the scores, the limits, and whether the server is about to end.

use crate::assets::Assets;
use crate::limits::Limits;
use crate::offer::Offer;
use crate::scores::Scores;
use crate::shelf::Shelf;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// Searches for shots at a time, of all pages together.
pub(crate) const SEARCHES: usize = 2;

/// Everything that connections share.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) offers: Vec<Arc<Offer>>,
    pub(crate) scores: Arc<Scores>,
    pub(crate) shelf: Option<Arc<Shelf>>,
    pub(crate) assets: Assets,
    pub(crate) limits: Limits,
    /// A place at a table for every session.
    pub(crate) places: Arc<Semaphore>,
    /// Searches for shots that run at a time.
    pub(crate) searches: Arc<Semaphore>,
    closed: watch::Sender<bool>,
}

impl House {
    pub(crate) fn new(
        offers: Vec<Offer>,
        scores: Scores,
        shelf: Option<Shelf>,
        assets: Assets,
        limits: Limits,
    ) -> Self {
        Self {
            offers: offers.into_iter().map(Arc::new).collect(),
            scores: Arc::new(scores),
            shelf: shelf.map(Arc::new),
            assets,
            limits,
            places: Arc::new(Semaphore::new(limits.sessions)),
            searches: Arc::new(Semaphore::new(SEARCHES)),
            closed: watch::Sender::new(false),
        }
    }

    /// The table of this name.
    pub(crate) fn offer(&self, name: &str) -> Option<&Arc<Offer>> {
        self.offers.iter().find(|offer| offer.name == name)
    }

    /// Changes when the server is about to end.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closed.subscribe()
    }

    /// Tells everybody to go.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }
}
