//! The other end of the line: a page without a browser.

use super::Frame;
use core::time::Duration;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Nothing takes longer, on the slowest machine.
pub(crate) const LONG: Duration = Duration::from_secs(20);

/// A page that is connected.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

/// What a page hears.
#[derive(Debug)]
pub(crate) enum Heard {
    Text(Value),
    Frame(Frame),
    /// The connection has ended: code and reason, if they were said.
    End(Option<(u16, String)>),
}

impl Client {
    pub(crate) async fn open(address: SocketAddr, table: &str) -> Self {
        Self::open_from(address, table, &format!("http://{address}")).await.expect("it is let in")
    }

    /// Says to come from this origin.
    pub(crate) async fn open_from(address: SocketAddr, table: &str, origin: &str) -> Result<Self, Error> {
        Self::open_at(address, &format!("/ws?table={table}&rate=60"), origin).await
    }

    /// Sits down at a billiard table; `query` says at which.
    pub(crate) async fn billiards(address: SocketAddr, query: &str) -> Result<Self, Error> {
        Self::open_at(address, &format!("/billiards?{query}"), &format!("http://{address}")).await
    }

    async fn open_at(address: SocketAddr, path: &str, origin: &str) -> Result<Self, Error> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        request.headers_mut().insert("Origin", origin.parse().expect("an origin"));
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { socket: client_async(request, stream).await?.0 })
    }

    pub(crate) async fn say(&mut self, message: Value) {
        // A connection that has ended is noticed by whoever listens.
        _ = self.socket.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn press(&mut self, button: &str, down: bool) {
        self.say(json!({ "do": "press", "button": button, "down": down })).await;
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            let message = timeout(LONG, self.socket.next()).await.expect("something is heard");
            match message {
                Some(Ok(Message::Text(text))) => return Heard::Text(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Binary(bytes))) => return Heard::Frame(Frame::read(&bytes)),
                Some(Ok(Message::Close(why))) => {
                    return Heard::End(why.map(|why| (why.code.into(), why.reason.to_string())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Heard::End(None),
            }
        }
    }

    /// The next frame.
    pub(crate) async fn frame(&mut self) -> Frame {
        loop {
            match self.hear().await {
                Heard::Frame(frame) => return frame,
                Heard::Text(_) => {}
                Heard::End(why) => panic!("the connection has ended: {why:?}"),
            }
        }
    }

    /// The next message of this kind.
    pub(crate) async fn message(&mut self, kind: &str) -> Value {
        self.message_of(&[kind]).await
    }

    /// The next message of one of these kinds; others, and frames, are let go.
    pub(crate) async fn message_of(&mut self, kinds: &[&str]) -> Value {
        loop {
            match self.hear().await {
                Heard::Text(message) if kinds.iter().any(|&kind| message["kind"] == kind) => return message,
                Heard::Text(_) | Heard::Frame(_) => {}
                Heard::End(why) => panic!("the connection has ended: {why:?}"),
            }
        }
    }

    /// Listens to the end, and says why it came.
    pub(crate) async fn end(&mut self) -> Option<(u16, String)> {
        loop {
            if let Heard::End(why) = self.hear().await {
                return why;
            }
        }
    }
}

/// Sends these bytes over a connection of its own; all that comes back until the server ends it.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(bytes).await.expect("written");
    let mut answer = Vec::new();
    // A connection that is cut off has said what it had to say.
    _ = timeout(LONG, stream.read_to_end(&mut answer)).await.expect("the server ends it");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Asks for a page, as the host that the server knows.
pub(crate) async fn get(address: SocketAddr, path: &str) -> String {
    raw(address, format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes()).await
}
