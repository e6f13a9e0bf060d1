//! Harm over a WebSocket.

use super::Outcome;
use crate::line::{Line, Opened, connect, connect_narrow, frame, handshake, header, opcode};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt as _;
use tokio::time::sleep;

/// In which a server that was told nonsense must have ended it.
const SOON: Duration = Duration::from_secs(10);

async fn open(address: SocketAddr, path: &str) -> io::Result<Line> {
    match Line::open(address, path).await? {
        Opened::Line(line) => Ok(line),
        Opened::Refused(status) => Err(io::Error::other(format!("refused with {status}"))),
    }
}

/// Wants as much as it can get, and reads nothing of it.
pub(super) async fn never_reads(address: SocketAddr, _: usize) -> io::Result<Outcome> {
    let stream = connect_narrow(address).await?;
    let Opened::Line(mut line) = Line::over(stream, address, "/ws?rate=240").await? else {
        return Ok(Outcome::good("refused"));
    };
    line.say(r#"{"do":"overlay","on":true}"#).await?;
    // The server's patience is ten seconds when its buffers are full; and a page that answers no ping is given up after forty.
    sleep(Duration::from_secs(45)).await;
    Ok(Outcome::ended(line.end(SOON).await))
}

/// A message that is right, a byte at a time. It listens, but answers no ping: it is busy with its message.
pub(super) async fn slow_frames(address: SocketAddr, _: usize) -> io::Result<Outcome> {
    let mut line = open(address, "/ws").await?;
    let text = format!(r#"{{"do":"replay","recording":"{}"}}"#, "x".repeat(60_000));
    let begin = Instant::now();
    for byte in frame(0x80 | opcode::TEXT, text.as_bytes()) {
        if line.stream.write_all(&[byte]).await.is_err() {
            return Ok(Outcome::good("cut off"));
        }
        if let Some(code) = line.end(Duration::from_millis(200)).await {
            return Ok(Outcome::ended(Some(code)));
        }
        if begin.elapsed() > Duration::from_secs(60) {
            break;
        }
    }
    Ok(Outcome::breach("not sent away"))
}

/// Asks as fast as it can.
pub(super) async fn floods(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let mut line = open(address, "/ws").await?;
    let message = match k % 4 {
        0 => frame(0x80 | opcode::TEXT, br#"{"do":"ping","id":1}"#),
        1 => frame(0x80 | opcode::PING, b"flood"),
        2 => frame(0x80 | opcode::TEXT, br#"{"do":"press","button":"left","down":true}"#),
        _ => frame(0x80 | opcode::BINARY, &[]),
    };
    let many = message.repeat(50);
    let begin = Instant::now();
    while begin.elapsed() < SOON {
        if line.stream.write_all(&many).await.is_err() {
            return Ok(Outcome::good("cut off"));
        }
        if let Some(code) = line.end(Duration::from_millis(1)).await {
            return Ok(Outcome::ended(Some(code)));
        }
    }
    Ok(Outcome::breach("not sent away"))
}

/// Frames that the standard forbids.
pub(super) async fn malformed(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let path = if k % 5 == 4 { "/billiards" } else { "/ws" };
    let mut line = open(address, path).await?;
    let rest = frame(opcode::REST, &[b'x'; 1000]);
    let bytes = match k % 12 {
        // Kinds of frames that there are not.
        0 => frame(0x83, b"x"),
        1 => frame(0x8f, b"x"),
        // Not hidden.
        2 => [&[0x81, 5][..], b"hello"].concat(),
        // Marks that nobody has agreed on.
        3 => frame(0xf1, b"x"),
        // Lengths that no memory holds.
        4 => header(0x81, u64::MAX),
        5 => header(0x82, 1 << 62),
        // No text.
        6 => frame(0x81, &[0xff, 0xfe, 0xc0, 0x80]),
        // The rest of nothing.
        7 => frame(0x80, b"rest"),
        // Control frames that are too long, or in pieces.
        8 => frame(0x89, &[b'x'; 200]),
        9 => frame(0x09, b"x"),
        // A message in pieces, without end.
        10 => [frame(opcode::TEXT, b"begin"), rest.repeat(1200)].concat(),
        // A farewell of one byte.
        _ => frame(0x88, &[3]),
    };
    _ = line.stream.write_all(&bytes).await;
    Ok(Outcome::ended(line.end(SOON).await))
}

/// Connections that break off without a farewell, in the middle of whatever it is.
pub(super) async fn resets(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let mut line = open(address, if k.is_multiple_of(3) { "/billiards" } else { "/ws" }).await?;
    if k.is_multiple_of(2) {
        line.say(r#"{"do":"start"}"#).await?;
        line.fill().await?;
    }
    line.stream.set_zero_linger()?;
    drop(line);
    // The same before the WebSocket is open.
    let mut stream = connect(address).await?;
    let wish = handshake("/ws", &address.to_string(), &format!("http://{address}"));
    let part = wish.len() * (k % 4 + 1) / 4;
    stream.write_all(&wish.as_bytes()[..part]).await?;
    stream.set_zero_linger()?;
    Ok(Outcome::good("reset"))
}

/// Says that it will say nothing more, and listens on.
pub(super) async fn half_closed(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    if k.is_multiple_of(2) {
        let mut line = open(address, "/ws").await?;
        line.stream.shutdown().await?;
        return Ok(Outcome::ended(line.end(SOON).await));
    }
    let mut stream = connect(address).await?;
    stream.write_all(b"GET / HTTP/1.1\r\n").await?;
    stream.shutdown().await?;
    let mut answer = Vec::new();
    let end = tokio::time::timeout(SOON, tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut answer)).await;
    Ok(if end.is_ok() { Outcome::good("cut off") } else { Outcome::breach("not sent away") })
}

/// A message of two megabytes.
pub(super) async fn too_large(address: SocketAddr, _: usize) -> io::Result<Outcome> {
    let mut line = open(address, "/ws").await?;
    _ = line.stream.write_all(&frame(0x81, &vec![b'x'; 2 << 20])).await;
    Ok(Outcome::ended(line.end(SOON).await))
}

/// What costs the server most for a word: new games, and long steps through them. Kept below the number of messages that is
/// allowed, so it may go on; it must only harm nobody.
pub(super) async fn storms(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let mut line = open(address, "/ws").await?;
    let words = [
        &[r#"{"do":"start"}"#][..],
        &[r#"{"do":"pause","on":true}"#, r#"{"do":"step","ticks":1000}"#],
        &[r#"{"do":"attract"}"#, r#"{"do":"overlay","on":true}"#, r#"{"do":"overlay","on":false}"#],
    ];
    for word in words[k % 3].iter().cycle().take(400 * 5) {
        line.say(word).await?;
        if let Some(code) = line.end(Duration::from_millis(2)).await {
            return Ok(Outcome::ended(Some(code)));
        }
    }
    Ok(Outcome::good("kept busy for a while"))
}

/// Recordings that are none, as large as messages may be.
pub(super) async fn recordings(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let mut line = open(address, "/ws").await?;
    let text = match k % 3 {
        0 => "Q1IB".repeat(200_000),
        1 => format!(r#"{{\"carom_recording\":1,\"presses\":[{}"#, "[1,\\\"left\\\",true],".repeat(30_000)),
        _ => "[".repeat(800_000),
    };
    for _ in 0..20 {
        line.say(&format!(r#"{{"do":"replay","recording":"{text}"}}"#)).await?;
        if let Some(code) = line.end(Duration::from_millis(100)).await {
            return Ok(Outcome::ended(Some(code)));
        }
    }
    Ok(Outcome::good("kept busy for a while"))
}

/// Shots and searches at a billiard table, one after the other.
pub(super) async fn searches(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let mut line = open(address, "/billiards?game=three-cushion&seed=7").await?;
    for _ in 0..100 {
        if k.is_multiple_of(2) {
            line.say(r#"{"kind":"solve","id":9,"goal":{"score":true},"seconds":10}"#).await?;
        }
        for direction in 0..20 {
            let strike = format!(r#"{{"ball":"white","speed":8.0,"direction":{direction}.5}}"#);
            line.say(&format!(r#"{{"kind":"aim","id":1,"strike":{strike}}}"#)).await?;
        }
        if let Some(code) = line.end(Duration::from_millis(60)).await {
            return Ok(Outcome::ended(Some(code)));
        }
    }
    Ok(Outcome::good("kept busy for a while"))
}
