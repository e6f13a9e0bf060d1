//! How much of everything a server gives.

use core::time::Duration;

/// Bounds that keep one connection from harming the others, or the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables that are played at a time: `carom play --players`.
    pub sessions: usize,
    /// Connections that have not become a session, at a time.
    pub connections: usize,
    /// In which a request must have come in whole; connections that ask for nothing end after it, too.
    pub request_time: Duration,
    /// In which an answer must have gone out, and all others on the same connection.
    pub answer_time: Duration,
    /// Bytes of a request's headers.
    pub header_bytes: usize,
    /// Bytes of a WebSocket message: the file of a long recorded game.
    pub message_bytes: usize,
    /// WebSocket messages a second, for long.
    pub messages_a_second: u32,
    /// Bytes of WebSocket messages a second, for long.
    pub bytes_a_second: u32,
    /// Messages that make no sense before the connection ends.
    pub faults: u32,
    /// After which a silent page is asked whether it is there.
    pub ping: Duration,
    /// After which a page that has not answered is given up.
    pub silence: Duration,
    /// In which a page must have taken a message.
    pub write_time: Duration,
    /// In which everything must have ended when the server does.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sessions: 64,
            connections: 256,
            request_time: Duration::from_secs(5),
            answer_time: Duration::from_secs(60),
            header_bytes: 16 << 10,
            message_bytes: 1 << 20,
            messages_a_second: 500,
            bytes_a_second: 512 << 10,
            faults: 20,
            ping: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            write_time: Duration::from_secs(10),
            farewell: Duration::from_millis(1500),
        }
    }
}

#[cfg(test)]
mod tests;
