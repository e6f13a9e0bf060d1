//! One WebSocket: shuttles bytes between a page and its session, and ends what misbehaves.

use crate::clock::WallClock;
use crate::house::House;
use crate::limits::Limits;
use crate::message::Message as Said;
use crate::meter::Meter;
use crate::offer::Offer;
use crate::outbox::{Outgoing, WAITING};
use crate::request::Request;
use crate::session::Session;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use core::time::Duration;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// Requests that wait for a session at most. A session answers within a tick, so only a flood fills it.
const REQUESTS: usize = 1024;
/// Bytes of a session's stack; only what is used costs memory.
const STACK: usize = 4 << 20;
/// How long, and for how many messages, a connection that ends listens for the other side's farewell.
const LINGER: Duration = Duration::from_millis(300);
const LINGER_MESSAGES: usize = 200;

/// Why a connection ends: a code of the WebSocket standard, and words.
type Reason = (u16, &'static str);

/// Serves one page until it goes, misbehaves, or the house closes.
pub(crate) async fn serve(mut socket: WebSocket, offer: Arc<Offer>, house: Arc<House>, hz: f64) {
    let (out, mut outgoing) = mpsc::channel(WAITING);
    let (requests, inbox) = sync_channel(REQUESTS);
    let mut talk = Talk::new(house.limits, requests);
    if open_table(offer, house.clone(), out, inbox, hz).is_err() {
        return end(socket, (close_code::AGAIN, "no thread is left for a table")).await;
    }
    let mut closing = house.closing();
    let mut watch = interval(house.limits.ping);
    let reason = loop {
        tokio::select! {
            out = outgoing.recv() => match out {
                Some(Outgoing::Text(text)) => if !send(&mut socket, Message::text(text), &house.limits).await { return },
                Some(Outgoing::Frame(frame)) => if !send(&mut socket, Message::binary(frame), &house.limits).await { return },
                Some(Outgoing::Close(why)) => break (close_code::POLICY, why),
                None => break (close_code::ERROR, "the table has closed"),
            },
            incoming = socket.recv() => match incoming {
                None => return,
                // Too large, or no WebSocket at all: nothing after it can be trusted.
                Some(Err(_)) => break (close_code::SIZE, "the message is too large, or is none"),
                Some(Ok(message)) => match talk.hear(&message) {
                    Ok(None) => {}
                    Ok(Some(fault)) => if !send(&mut socket, Message::text(fault), &house.limits).await { return },
                    Err(reason) => break reason,
                },
            },
            _ = watch.tick() => {
                if talk.heard.elapsed() > house.limits.silence {
                    break (close_code::POLICY, "the page does not answer");
                }
                if !send(&mut socket, Message::Ping(axum::body::Bytes::new()), &house.limits).await { return }
            }
            _ = closing.changed() => break (close_code::AWAY, "the server ends"),
        }
    };
    // The session notices that nobody listens, and its thread ends.
    drop((talk, outgoing));
    end(socket, reason).await;
}

/// Sets up a session on a thread of its own: a heavy table harms only itself.
fn open_table(
    offer: Arc<Offer>,
    house: Arc<House>,
    out: mpsc::Sender<Outgoing>,
    inbox: Receiver<Request>,
    hz: f64,
) -> std::io::Result<()> {
    let play = move || match Session::new(offer, house.scores.clone(), Box::new(WallClock::new()), out.clone(), hz) {
        Ok(session) => session.run(&inbox),
        Err(fault) => {
            _ = out.try_send(Outgoing::Text(Said::Fault { message: &fault }.text()));
            _ = out.try_send(Outgoing::Close("no game can be set up on this table"));
        }
    };
    std::thread::Builder::new().name("table".to_owned()).stack_size(STACK).spawn(play).map(drop)
}

async fn send(socket: &mut WebSocket, message: Message, limits: &Limits) -> bool {
    matches!(timeout(limits.write_time, socket.send(message)).await, Ok(Ok(())))
}

/// Says why, and waits a moment for the other side to say that it has heard.
async fn end(mut socket: WebSocket, (code, why): Reason) {
    let farewell = async {
        if socket.send(Message::Close(Some(CloseFrame { code, reason: why.into() }))).await.is_err() {
            return;
        }
        for _ in 0..LINGER_MESSAGES {
            if !matches!(socket.recv().await, Some(Ok(_))) {
                return;
            }
        }
    };
    _ = timeout(LINGER, farewell).await;
}

/// What a page says: how much of it, and how much of it is nonsense.
struct Talk {
    requests: SyncSender<Request>,
    messages: Meter,
    bytes: Meter,
    faults: u32,
    most_faults: u32,
    /// When the page was heard last.
    heard: Instant,
}

impl Talk {
    fn new(limits: Limits, requests: SyncSender<Request>) -> Self {
        let now = Instant::now();
        let (messages, bytes) = (f64::from(limits.messages_a_second), f64::from(limits.bytes_a_second));
        Self {
            requests,
            messages: Meter::new(2.0 * messages, messages, now),
            bytes: Meter::new(4.0 * bytes, bytes, now),
            faults: 0,
            most_faults: limits.faults,
            heard: now,
        }
    }

    /// A message has come: what to say to it at once, or why it was the last.
    fn hear(&mut self, message: &Message) -> Result<Option<String>, Reason> {
        let now = Instant::now();
        self.heard = now;
        let size = match message {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        if !self.messages.take(1.0, now) || !self.bytes.take(size as f64, now) {
            return Err((close_code::POLICY, "too many messages"));
        }
        let fault = match message {
            Message::Text(text) => match Request::parse(text) {
                Ok(request) => {
                    let sent = self.requests.try_send(request);
                    return sent.map(|()| None).map_err(|_| (close_code::AGAIN, "the table does not keep up"));
                }
                Err(fault) => fault,
            },
            Message::Binary(_) => "not understood: messages are text".to_owned(),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(None),
        };
        self.faults += 1;
        if self.faults > self.most_faults {
            return Err((close_code::POLICY, "too many messages that are not understood"));
        }
        Ok(Some(Said::Fault { message: &fault }.text()))
    }
}
