//! What a page says over a WebSocket: how much of it, how much of it is nonsense, and how a connection ends.

use crate::limits::Limits;
use crate::meter::Meter;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use core::time::Duration;
use futures_util::SinkExt as _;
use std::time::Instant;
use tokio::time::timeout;

/// How long, and for how many messages, a connection that ends listens for the other side's farewell.
const LINGER: Duration = Duration::from_millis(300);
const LINGER_MESSAGES: usize = 200;

/// Why a connection ends: a code of the WebSocket standard, and words.
pub(crate) type Reason = (u16, &'static str);

/// What a page says: how much of it, and how much of it is nonsense.
#[derive(Debug)]
pub(crate) struct Talk {
    messages: Meter,
    bytes: Meter,
    faults: u32,
    most_faults: u32,
    /// When the page was heard last.
    heard: Instant,
}

impl Talk {
    pub(crate) fn new(limits: &Limits) -> Self {
        let now = Instant::now();
        let (messages, bytes) = (f64::from(limits.messages_a_second), f64::from(limits.bytes_a_second));
        Self {
            messages: Meter::new(2.0 * messages, messages, now),
            bytes: Meter::new(4.0 * bytes, bytes, now),
            faults: 0,
            most_faults: limits.faults,
            heard: now,
        }
    }

    /// For how long the page has said nothing.
    pub(crate) fn silence(&self) -> Duration {
        self.heard.elapsed()
    }

    /// A message has come. Its text, or what is wrong with it in words; nothing if it only shows that the page is there.
    pub(crate) fn hear<'a>(&mut self, message: &'a Message) -> Result<Option<Result<&'a str, String>>, Reason> {
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
        Ok(match message {
            Message::Text(text) => Some(Ok(text)),
            Message::Binary(_) => Some(Err("not understood: messages are text".to_owned())),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => None,
        })
    }

    /// The last message was not understood. Too often, and it was the last of all.
    pub(crate) fn nonsense(&mut self) -> Result<(), Reason> {
        self.faults += 1;
        if self.faults > self.most_faults {
            return Err((close_code::POLICY, "too many messages that are not understood"));
        }
        Ok(())
    }
}

/// Sends a message; whether the page took it in time.
pub(crate) async fn send(socket: &mut WebSocket, message: Message, limits: &Limits) -> bool {
    matches!(timeout(limits.write_time, socket.send(message)).await, Ok(Ok(())))
}

/// Sends messages in one piece; whether the page took them in time.
pub(crate) async fn send_all(socket: &mut WebSocket, messages: impl Iterator<Item = Message>, limits: &Limits) -> bool {
    let sent = async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    matches!(timeout(limits.write_time, sent).await, Ok(Ok(())))
}

/// Says why, and waits a moment for the other side to say that it has heard.
pub(crate) async fn end(mut socket: WebSocket, (code, why): Reason) {
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
