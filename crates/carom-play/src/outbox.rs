//! What goes out to a page: words that must not be lost, and frames that may.

use core::time::Duration;
use tokio::sync::mpsc::Sender;

/// Messages that wait for a page at most.
pub(crate) const WAITING: usize = 256;
/// When so many wait, no frame is added: the page would see it too late anyway.
pub(crate) const FRAMES_WAIT: usize = 4;
/// A page that does not read for so long is given up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Something on its way to a page.
#[derive(Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A message in JSON.
    Text(String),
    /// A state frame.
    Frame(Vec<u8>),
    /// The connection ends, for this reason.
    Close(&'static str),
}

/// The way out. Nothing in it waits.
#[derive(Debug)]
pub(crate) struct Outbox {
    sender: Sender<Outgoing>,
    /// Since when frames find no room.
    stuck: Option<Duration>,
    open: bool,
}

impl Outbox {
    pub(crate) fn new(sender: Sender<Outgoing>) -> Self {
        Self { sender, stuck: None, open: true }
    }

    /// Is somebody there?
    pub(crate) fn is_open(&self) -> bool {
        self.open && !self.sender.is_closed()
    }

    /// Does the page read as fast as it is written to? Called for every frame.
    pub(crate) fn has_room(&mut self, now: Duration) -> bool {
        let room = self.sender.max_capacity() - self.sender.capacity() < FRAMES_WAIT;
        if room {
            self.stuck = None;
        } else if now.saturating_sub(*self.stuck.get_or_insert(now)) > PATIENCE {
            self.close("the page does not read");
        }
        room
    }

    /// A message that must arrive: when there is no room for it, the connection ends.
    pub(crate) fn say(&mut self, text: String) {
        if self.sender.try_send(Outgoing::Text(text)).is_err() {
            self.open = false;
        }
    }

    /// A frame; whether it went.
    pub(crate) fn show(&mut self, frame: Vec<u8>) -> bool {
        self.sender.try_send(Outgoing::Frame(frame)).is_ok()
    }

    /// The end, for this reason.
    pub(crate) fn close(&mut self, why: &'static str) {
        // Without room for the reason the end comes all the same: the session drops its side.
        _ = self.sender.try_send(Outgoing::Close(why));
        self.open = false;
    }
}
