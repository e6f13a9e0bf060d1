//! One WebSocket: shuttles bytes between a page and its session, and ends what misbehaves.

use crate::clock::WallClock;
use crate::crew;
use crate::house::House;
use crate::message::Message as Said;
use crate::offer::Offer;
use crate::outbox::{Outgoing, WAITING};
use crate::request::Request;
use crate::session::Session;
use crate::table;
use crate::talk::{Reason, Talk, end, send, send_all};
use axum::extract::ws::{Message, WebSocket, close_code};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::interval;

/// Requests that wait for a session at most. A session answers within a tick, so only a flood fills it.
pub(crate) const REQUESTS: usize = 1024;
/// Messages that go out in one piece at most.
const TOGETHER: usize = 16;

/// Serves one page until it goes, misbehaves, or the house closes.
pub(crate) async fn serve(mut socket: WebSocket, offer: Arc<Offer>, house: Arc<House>, hz: f64) {
    let (out, mut outgoing) = mpsc::channel(WAITING);
    let (requests, inbox) = mpsc::channel(REQUESTS);
    let mut talk = Talk::new(&house.limits);
    tokio::spawn(open_table(offer, house.clone(), out, inbox, hz));
    let mut closing = house.closing();
    let mut watch = interval(house.limits.ping);
    let mut waiting = Vec::with_capacity(TOGETHER);
    let reason = loop {
        tokio::select! {
            // Words and the frame after them go in one piece.
            count = outgoing.recv_many(&mut waiting, TOGETHER) => {
                if count == 0 {
                    break (close_code::ERROR, "the table has closed");
                }
                let close = waiting.iter().find_map(|out| if let Outgoing::Close(why) = out { Some(*why) } else { None });
                let messages = waiting.drain(..).filter_map(message);
                if !send_all(&mut socket, messages, &house.limits).await { return }
                if let Some(why) = close {
                    break (close_code::POLICY, why);
                }
            },
            incoming = socket.recv() => match incoming {
                None => return,
                // Too large, or no WebSocket at all: nothing after it can be trusted.
                Some(Err(_)) => break (close_code::SIZE, "the message is too large, or is none"),
                Some(Ok(message)) => match hear(&mut talk, &requests, &message) {
                    Ok(None) => {}
                    Ok(Some(fault)) => if !send(&mut socket, Message::text(fault), &house.limits).await { return },
                    Err(reason) => break reason,
                },
            },
            _ = watch.tick() => {
                if talk.silence() > house.limits.silence {
                    break (close_code::POLICY, "the page does not answer");
                }
                if !send(&mut socket, Message::Ping(axum::body::Bytes::new()), &house.limits).await { return }
            }
            _ = closing.changed() => break (close_code::AWAY, "the server ends"),
        }
    };
    // The session notices that nobody listens, and ends.
    drop((requests, outgoing));
    end(socket, reason).await;
}

/// What goes out, as a message; nothing for the end.
fn message(out: Outgoing) -> Option<Message> {
    match out {
        Outgoing::Text(text) => Some(Message::text(text)),
        Outgoing::Frame(frame) => Some(Message::binary(frame)),
        Outgoing::Close(_) => None,
    }
}

/// Sets up a session, and lets it play.
async fn open_table(
    offer: Arc<Offer>,
    house: Arc<House>,
    out: mpsc::Sender<Outgoing>,
    inbox: mpsc::Receiver<Request>,
    hz: f64,
) {
    let (scores, shelf, way) = (house.scores.clone(), house.shelf.clone(), out.clone());
    let session = crew::work(move || Session::new(offer, scores, Box::new(WallClock::new()), way, hz));
    let session = tokio::select! {
        session = session => session,
        () = table::gone(&inbox) => return,
    };
    match session {
        Some(Ok(session)) => {
            drop(out);
            table::play(session.keeping(shelf), inbox).await;
        }
        Some(Err(fault)) => {
            _ = out.try_send(Outgoing::Text(Said::Fault { message: &fault }.text()));
            _ = out.try_send(Outgoing::Close("no game can be set up on this table"));
        }
        // The page hears that its table has closed.
        None => {}
    }
}

/// A message has come: what to say to it at once, or why it was the last.
fn hear(talk: &mut Talk, requests: &mpsc::Sender<Request>, message: &Message) -> Result<Option<String>, Reason> {
    let Some(text) = talk.hear(message)? else { return Ok(None) };
    let fault = match text.and_then(Request::parse) {
        Ok(request) => {
            let sent = requests.try_send(request);
            return sent.map(|()| None).map_err(|_| (close_code::AGAIN, "the table does not keep up"));
        }
        Err(fault) => fault,
    };
    talk.nonsense()?;
    Ok(Some(Said::Fault { message: &fault }.text()))
}
