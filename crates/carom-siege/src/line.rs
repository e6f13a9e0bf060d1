//! One end of a WebSocket, as lean as it can be: hundreds of them must not press on the machine that is measured. It can also
//! write what no decent client would.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// In which everything that is asked for must have been answered.
pub const LONG: Duration = Duration::from_secs(20);
/// Bytes of an answer's headers at most.
const MOST_HEADERS: usize = 16 << 10;
/// With which a client hides what it says. Any number will do: nobody listens here.
const MASK: [u8; 4] = [0x12, 0x34, 0x56, 0x78];

/// What a frame is.
pub mod opcode {
    /// The rest of a message.
    pub const REST: u8 = 0;
    /// A text.
    pub const TEXT: u8 = 1;
    /// Bytes.
    pub const BINARY: u8 = 2;
    /// The end.
    pub const CLOSE: u8 = 8;
    /// Are you there?
    pub const PING: u8 = 9;
    /// I am.
    pub const PONG: u8 = 10;
}

/// A WebSocket.
#[derive(Debug)]
pub struct Line {
    /// Below it.
    pub stream: TcpStream,
    /// What has come and is not read yet: from `read` on.
    buffer: Vec<u8>,
    read: usize,
}

/// What came of the wish to open one.
#[derive(Debug)]
pub enum Opened {
    /// It is open.
    Line(Line),
    /// It was answered with this status.
    Refused(u16),
}

/// A connection.
///
/// # Errors
/// When nobody takes it up.
pub async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    assert!(address.ip().is_loopback(), "only this machine is besieged");
    let stream = timeout(LONG, TcpStream::connect(address)).await??;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A connection that takes little before somebody reads.
///
/// # Errors
/// When nobody takes it up.
pub async fn connect_narrow(address: SocketAddr) -> io::Result<TcpStream> {
    assert!(address.ip().is_loopback(), "only this machine is besieged");
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4 << 10)?;
    timeout(LONG, socket.connect(address)).await?
}

/// The request that opens a WebSocket.
pub fn handshake(path: &str, host: &str, origin: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// The status of an answer, of which this is the beginning.
pub fn status(answer: &[u8]) -> Option<u16> {
    let line = answer.get(..12)?;
    line.starts_with(b"HTTP/1.").then(|| core::str::from_utf8(line.get(9..)?).ok()?.parse().ok())?
}

impl Line {
    /// Opens one at this path, as the page would.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn open(address: SocketAddr, path: &str) -> io::Result<Opened> {
        Self::over(connect(address).await?, address, path).await
    }

    /// Opens one over this connection.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn over(mut stream: TcpStream, address: SocketAddr, path: &str) -> io::Result<Opened> {
        let wish = handshake(path, &address.to_string(), &format!("http://{address}"));
        stream.write_all(wish.as_bytes()).await?;
        let mut buffer = Vec::with_capacity(4 << 10);
        let end = loop {
            if timeout(LONG, stream.read_buf(&mut buffer)).await?? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            if buffer.len() > MOST_HEADERS {
                return Err(io::ErrorKind::InvalidData.into());
            }
        };
        match status(&buffer) {
            Some(101) => Ok(Opened::Line(Self { stream, buffer, read: end })),
            Some(other) => Ok(Opened::Refused(other)),
            None => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Waits for more.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn fill(&mut self) -> io::Result<()> {
        if self.read == self.buffer.len() {
            self.buffer.clear();
            self.read = 0;
        } else if self.read > 64 << 10 {
            self.buffer.drain(..self.read);
            self.read = 0;
        }
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// The next frame that has come whole: what it is, and what is in it.
    pub fn frame(&mut self) -> Option<(u8, &[u8])> {
        let rest = self.buffer.get(self.read..)?;
        let (first, second) = (*rest.first()?, *rest.get(1)?);
        // A server does not hide what it says.
        let (from, size): (usize, usize) = match second & 0x7f {
            126 => (4, usize::from(u16::from_be_bytes([*rest.get(2)?, *rest.get(3)?]))),
            127 => (10, usize::try_from(u64::from_be_bytes(rest.get(2..10)?.try_into().ok()?)).ok()?),
            size => (2, usize::from(size)),
        };
        let content = rest.get(from..from.checked_add(size)?)?;
        self.read += from + size;
        Some((first & 0x0f, content))
    }

    /// Says a text.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn say(&mut self, text: &str) -> io::Result<()> {
        self.send(opcode::TEXT, text.as_bytes()).await
    }

    /// Sends a frame as it ought to be.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn send(&mut self, opcode: u8, content: &[u8]) -> io::Result<()> {
        let bytes = frame(0x80 | opcode, content);
        timeout(LONG, self.stream.write_all(&bytes)).await?
    }

    /// Listens to the end: the code with which the server ended it, if it said one. Nothing if it does not end within `most`.
    pub async fn end(&mut self, most: Duration) -> Option<Option<u16>> {
        timeout(most, async {
            loop {
                while let Some((opcode, content)) = self.frame() {
                    if opcode == opcode::CLOSE {
                        return content.first_chunk().map(|code| u16::from_be_bytes(*code));
                    }
                }
                if self.fill().await.is_err() {
                    return None;
                }
            }
        })
        .await
        .ok()
    }
}

/// A frame with this first byte, hidden as it must be.
pub fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = header(first, content.len() as u64);
    bytes.extend(content.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// What stands before the content of a frame that is, or says that it is, so long.
pub fn header(first: u8, size: u64) -> Vec<u8> {
    let mut bytes = vec![first];
    match size {
        0..=125 => bytes.push(0x80 | size as u8),
        126..=0xffff => {
            bytes.push(0x80 | 126);
            bytes.extend((size as u16).to_be_bytes());
        }
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend(size.to_be_bytes());
        }
    }
    bytes.extend(MASK);
    bytes
}
