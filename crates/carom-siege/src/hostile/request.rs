//! Harm before a WebSocket is open: what is wrong with requests, and with connections that ask for nothing.

use super::Outcome;
use crate::line::{LONG, connect, handshake, status};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// In which a connection that never finishes its request must have ended: the server's time for that, and some more.
const PATIENCE: Duration = Duration::from_secs(15);

/// Headers, a byte at a time.
pub(super) async fn slow_headers(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let mut stream = connect(address).await?;
    let text = match k % 3 {
        0 => format!("GET / HTTP/1.1\r\nHost: {address}\r\nX-Slow: {}\r\n\r\n", "x".repeat(4000)),
        1 => format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 100000\r\n\r\n{}", "x".repeat(1000)),
        _ => handshake("/ws", &address.to_string(), &format!("http://{address}")).replace("\r\n\r\n", "\r\nX-Slow: x"),
    };
    let begin = Instant::now();
    for byte in text.as_bytes() {
        if stream.write_all(&[*byte]).await.is_err() || is_over(&stream) {
            return Ok(Outcome::good("cut off"));
        }
        if begin.elapsed() > PATIENCE {
            return Ok(Outcome::breach("not sent away"));
        }
        sleep(Duration::from_millis(if k % 3 == 1 { 10 } else { 200 })).await;
    }
    Ok(Outcome::good(told(&end(stream).await?)))
}

/// Another name for this machine, as a page that has its own name point here would send.
pub(super) async fn wrong_host(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let port = address.port();
    let hosts = [
        "example.org".to_owned(),
        format!("example.org:{port}"),
        format!("127.0.0.1.example.org:{port}"),
        format!("localhost:{port}.example.org"),
        format!("localhost@example.org:{port}"),
        "127.0.0.1".to_owned(),
        "127.0.0.1:1".to_owned(),
        format!("0.0.0.0:{port}"),
        format!("{address}\r\nHost: example.org"),
        String::new(),
    ];
    let host = &hosts[k / 2 % hosts.len()];
    let request = if k.is_multiple_of(2) {
        format!("GET /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    } else {
        handshake("/ws", host, &format!("http://{host}"))
    };
    turned_away(address, &request).await
}

/// Another site's page.
pub(super) async fn wrong_origin(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let origins = [
        "http://example.org".to_owned(),
        "null".to_owned(),
        format!("https://{address}"),
        format!("http://{address}.example.org"),
        format!("http://example.org#{address}"),
        "http://localhost:1".to_owned(),
        "file://".to_owned(),
        String::new(),
        format!("http://{address}\r\nOrigin: http://example.org"),
    ];
    let path = if k.is_multiple_of(2) { "/ws" } else { "/billiards" };
    turned_away(address, &handshake(path, &address.to_string(), &origins[k / 2 % origins.len()])).await
}

/// Addresses that lead out of the page, or would.
pub(super) async fn paths(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let paths = [
        "/page/../../../../etc/passwd",
        "/page/%2e%2e/%2e%2e/etc/passwd",
        "/page/..%2f..%2fetc%2fpasswd",
        "/page/%252e%252e%252fetc%252fpasswd",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/..\\..\\etc\\passwd",
        "/page/main.js%00.html",
        "/page/.git/config",
        "/page/\u{ff0e}\u{ff0e}/x",
        "/api/tables/..%2f..%2fCargo/scene",
        "/api/scores/%00",
        "/../../etc/passwd",
        "http://example.org/page/main.js",
        "*",
    ];
    let request = format!("GET {} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n", paths[k % paths.len()]);
    turned_away(address, &request).await
}

/// Headers that are too large, or too many.
pub(super) async fn huge_headers(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let request = match k % 3 {
        0 => format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: {}\r\n\r\n", "x".repeat(1 << 20)),
        1 => format!("GET / HTTP/1.1\r\nHost: {address}\r\n{}\r\n", "X: y\r\n".repeat(20_000)),
        _ => format!("GET /{} HTTP/1.1\r\nHost: {address}\r\n\r\n", "x".repeat(1 << 20)),
    };
    turned_away(address, &request).await
}

/// Sixty connections at once that ask for nothing, or for half of something.
pub(super) async fn many(address: SocketAddr, _: usize) -> io::Result<Outcome> {
    let mut all = JoinSet::new();
    for k in 0..60 {
        all.spawn(async move {
            let mut stream = connect(address).await?;
            let begun = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", "\r\n\r\n"];
            stream.write_all(begun[k % begun.len()].as_bytes()).await?;
            timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await??;
            io::Result::Ok(())
        });
    }
    let mut held = 0;
    while let Some(done) = all.join_next().await {
        let late = done.is_ok_and(|done| done.is_err_and(|fault| fault.kind() == io::ErrorKind::TimedOut));
        held += usize::from(late);
    }
    Ok(if held == 0 { Outcome::good("all cut off") } else { Outcome::breach("some not sent away") })
}

/// Several requests in a row, with rubbish among them and lengths that contradict each other.
pub(super) async fn rubbish(address: SocketAddr, k: usize) -> io::Result<Outcome> {
    let good = format!("GET /api/games HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let head = format!("POST / HTTP/1.1\r\nHost: {address}\r\n");
    let bytes: Vec<u8> = match k % 6 {
        0 => [good.repeat(20).as_bytes(), &noise(4000), good.as_bytes()].concat(),
        1 => format!("{head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{good}").into_bytes(),
        2 => format!("{head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello{good}").into_bytes(),
        3 => {
            format!("{head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}", "x".repeat(100_000)).into_bytes()
        }
        4 => format!("{head}Content-Length: -1\r\n\r\n{good}").into_bytes(),
        _ => noise(20_000),
    };
    let mut stream = connect(address).await?;
    _ = stream.write_all(&bytes).await;
    let answer = end(stream).await?;
    Ok(Outcome::good(told(&answer)))
}

/// Bytes that mean nothing, always the same.
fn noise(count: u32) -> Vec<u8> {
    (0..count).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

/// Sends a request that must not be answered well.
async fn turned_away(address: SocketAddr, request: &str) -> io::Result<Outcome> {
    let mut stream = connect(address).await?;
    // A server that will not hear the rest may have gone before it is said.
    _ = stream.write_all(request.as_bytes()).await;
    let answer = end(stream).await?;
    Ok(match status(&answer) {
        Some(status @ 100..400) => Outcome::breach(format!("let in with {status}")),
        _ => Outcome::good(told(&answer)),
    })
}

/// All that is said until the connection ends.
async fn end(mut stream: TcpStream) -> io::Result<Vec<u8>> {
    let mut answer = Vec::new();
    match timeout(LONG, stream.read_to_end(&mut answer)).await? {
        Err(fault) if answer.is_empty() => Err(fault),
        _ => Ok(answer),
    }
}

fn told(answer: &[u8]) -> String {
    status(answer).map_or_else(|| "cut off".to_owned(), |status| format!("answered with {status}"))
}

/// Has the server ended it?
fn is_over(stream: &TcpStream) -> bool {
    match stream.try_read(&mut [0; 1024]) {
        Ok(0) => true,
        Ok(_) => false,
        Err(fault) => fault.kind() != io::ErrorKind::WouldBlock,
    }
}
