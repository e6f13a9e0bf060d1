//! One WebSocket of a billiard table: shuttles questions and answers; what takes a while is computed elsewhere.

use super::ask::Ask;
use super::room::Room;
use crate::crew;
use crate::house::House;
use crate::talk::{Reason, Talk, end, send};
use axum::extract::ws::{Message, WebSocket, close_code};
use serde_json::json;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::interval;

/// Questions that wait at most.
pub(crate) const WAITING: usize = 64;

/// Why a connection ends when its table has failed.
const CLOSED: Reason = (close_code::ERROR, "the table has closed");

/// Serves one page until it goes, misbehaves, or the house closes.
pub(crate) async fn serve(mut socket: WebSocket, room: Room, house: Arc<House>) {
    let mut talk = Talk::new(&house.limits);
    let first_words = room.state().to_string();
    let mut desk = Desk::new(room, house.clone());
    if !send(&mut socket, Message::text(first_words), &house.limits).await {
        return;
    }
    let mut closing = house.closing();
    let mut watch = interval(house.limits.ping);
    let reason = loop {
        let said = tokio::select! {
            answer = finished(&mut desk.busy) => desk.answered(answer),
            Some(found) = desk.searches.join_next() => match found {
                Ok(Some(found)) => Ok(Some(Message::text(found))),
                Ok(None) | Err(_) => Err(CLOSED),
            },
            incoming = socket.recv() => match incoming {
                None => return,
                // Too large, or no WebSocket at all: nothing after it can be trusted.
                Some(Err(_)) => Err((close_code::SIZE, "the message is too large, or is none")),
                Some(Ok(message)) => desk.hear(&mut talk, &message),
            },
            _ = watch.tick() => if talk.silence() > house.limits.silence {
                Err((close_code::POLICY, "the page does not answer"))
            } else {
                Ok(Some(Message::Ping(axum::body::Bytes::new())))
            },
            _ = closing.changed() => Err((close_code::AWAY, "the server ends")),
        };
        let mut next = match said {
            Ok(said) => said,
            Err(reason) => break reason,
        };
        while let Some(message) = next.take().or_else(|| desk.begin()) {
            if !send(&mut socket, message, &house.limits).await {
                return;
            }
        }
    };
    drop(desk);
    end(socket, reason).await;
}

/// A question that is being answered gives its room back, with the answer.
type Busy = JoinHandle<Option<(Room, String)>>;

/// Questions that wait, the room that answers one at a time, and searches beside it.
struct Desk {
    house: Arc<House>,
    waiting: VecDeque<Ask>,
    /// Not there while it is busy.
    room: Option<Room>,
    busy: Option<Busy>,
    searches: JoinSet<Option<String>>,
    /// Raised when what is searched for is of no use any more.
    stale: Arc<AtomicBool>,
    /// Raised when nobody waits for any answer.
    gone: Arc<AtomicBool>,
}

impl Desk {
    fn new(room: Room, house: Arc<House>) -> Self {
        Self {
            house,
            waiting: VecDeque::new(),
            gone: room.stop(),
            room: Some(room),
            busy: None,
            searches: JoinSet::new(),
            stale: Arc::default(),
        }
    }

    /// Takes up the next question if the room is free. What is refused at once is said at once.
    fn begin(&mut self) -> Option<Message> {
        while let Some(mut room) = self.room.take() {
            let Some(ask) = self.waiting.pop_front() else {
                self.room = Some(room);
                return None;
            };
            if !matches!(ask, Ask::Aim { .. } | Ask::Pots) {
                // The balls will lie elsewhere, or something else is wanted.
                self.stale.store(true, Ordering::Relaxed);
            }
            if matches!(ask, Ask::Solve { .. }) {
                let begun = self.search(&room, &ask);
                self.room = Some(room);
                match begun {
                    Ok(()) => continue,
                    Err(why) => return Some(refusal(&why)),
                }
            }
            self.busy = Some(tokio::spawn(crew::work(move || {
                let answer = room.answer(ask).to_string();
                (room, answer)
            })));
        }
        None
    }

    fn search(&mut self, room: &Room, ask: &Ask) -> Result<(), String> {
        let Ask::Solve { id, goal, seconds } = ask else { return Ok(()) };
        self.stale = Arc::default();
        let search = room.search(*id, goal, *seconds, self.stale.clone())?;
        let place = self.house.searches.clone().try_acquire_owned();
        let place = place.map_err(|_| "the machine is busy with other searches: try again")?;
        self.searches.spawn(async move {
            let answer = crew::search(move || search.run().to_string()).await;
            drop(place);
            answer
        });
        Ok(())
    }

    fn answered(&mut self, answer: Option<(Room, String)>) -> Result<Option<Message>, Reason> {
        let (room, answer) = answer.ok_or(CLOSED)?;
        (self.room, self.busy) = (Some(room), None);
        Ok(Some(Message::text(answer)))
    }

    /// A message has come: what to say to it at once, or why it was the last.
    fn hear(&mut self, talk: &mut Talk, message: &Message) -> Result<Option<Message>, Reason> {
        let Some(text) = talk.hear(message)? else { return Ok(None) };
        match text.and_then(Ask::parse) {
            Ok(ask) => self.wait(ask).map(|()| None),
            Err(why) => {
                talk.nonsense()?;
                Ok(Some(refusal(&why)))
            }
        }
    }

    fn wait(&mut self, ask: Ask) -> Result<(), Reason> {
        // Who aims anew is no longer interested in the aim before.
        if let (Ask::Aim { .. }, Some(Ask::Aim { .. })) = (&ask, self.waiting.back()) {
            self.waiting.pop_back();
        }
        if self.waiting.len() >= WAITING {
            return Err((close_code::AGAIN, "the table does not keep up"));
        }
        self.waiting.push_back(ask);
        Ok(())
    }
}

impl Drop for Desk {
    /// What is being computed ends early: nobody waits for it.
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
        self.stale.store(true, Ordering::Relaxed);
        // What still waits for the crew is not begun.
        if let Some(busy) = &self.busy {
            busy.abort();
        }
    }
}

fn refusal(why: &str) -> Message {
    Message::text(json!({ "kind": "refused", "why": why }).to_string())
}

/// Waits for the answer that is being computed; for ever, if there is none.
async fn finished(busy: &mut Option<Busy>) -> Option<(Room, String)> {
    match busy {
        Some(busy) => busy.await.ok()?,
        None => core::future::pending().await,
    }
}
