//! A crowd at the door: many pages that only want to watch, and a few that want to do harm.

use super::client::{Client, Heard, LONG};
use core::time::Duration;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// What the honest ones got.
#[derive(Debug)]
pub(crate) struct Findings {
    /// Updates a second, of every honest client.
    pub(crate) rates: Vec<f64>,
    /// ms between two updates, of all of them, by size.
    pub(crate) gaps: Vec<f64>,
    /// How many did not hear to the end.
    pub(crate) lost: usize,
    /// How often each of the hostile ones was turned away: oversized, garbage, flood, half-open, wrong origin.
    pub(crate) turned_away: [usize; 5],
}

impl Findings {
    /// The gap that so large a part of all gaps does not exceed, in ms.
    pub(crate) fn gap(&self, part: f64) -> f64 {
        let at = (part * self.gaps.len() as f64) as usize;
        self.gaps.get(at.min(self.gaps.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
    }
}

/// Lets a crowd come, with five hostile ones among them or none, and stay for so long.
pub(crate) async fn gather(address: SocketAddr, honest: usize, hostile: bool, stay: Duration) -> Findings {
    let away: Arc<[AtomicUsize; 5]> = Arc::default();
    let mut bad = JoinSet::new();
    if hostile {
        bad.spawn(oversized(address, away.clone()));
        bad.spawn(garbage(address, away.clone()));
        bad.spawn(flood(address, away.clone()));
        bad.spawn(half_open(address, away.clone()));
        bad.spawn(wrong_origin(address, away.clone()));
    }
    let mut good = JoinSet::new();
    for _ in 0..honest {
        good.spawn(watch(address, stay));
    }
    let mut findings = Findings { rates: Vec::new(), gaps: Vec::new(), lost: 0, turned_away: [0; 5] };
    while let Some(done) = good.join_next().await {
        let (rate, gaps, lost) = done.expect("an honest client does not fail");
        findings.rates.push(rate);
        findings.gaps.extend(gaps);
        findings.lost += usize::from(lost);
    }
    bad.abort_all();
    findings.rates.sort_by(f64::total_cmp);
    findings.gaps.sort_by(f64::total_cmp);
    findings.turned_away = core::array::from_fn(|k| away[k].load(Ordering::SeqCst));
    findings
}

/// Watches the autopilot play.
async fn watch(address: SocketAddr, stay: Duration) -> (f64, Vec<f64>, bool) {
    let mut client = Client::open(address, "kingfisher").await;
    client.frame().await;
    // Everybody comes at once; what is measured begins when they are in.
    sleep(Duration::from_millis(500)).await;
    while let Ok(Some(_)) = timeout(Duration::from_millis(1), client.socket.next()).await {}
    let begin = Instant::now();
    let (mut gaps, mut last) = (Vec::new(), begin);
    while begin.elapsed() < stay {
        match client.hear().await {
            Heard::Frame(_) => {
                gaps.push(last.elapsed().as_secs_f64() * 1e3);
                last = Instant::now();
            }
            Heard::Text(_) => {}
            Heard::End(_) => return (gaps.len() as f64 / begin.elapsed().as_secs_f64(), gaps, true),
        }
    }
    (gaps.len() as f64 / begin.elapsed().as_secs_f64(), gaps, false)
}

/// Sends a message of two megabytes.
async fn oversized(address: SocketAddr, away: Arc<[AtomicUsize; 5]>) {
    loop {
        let mut client = Client::open(address, "kingfisher").await;
        _ = client.socket.send(Message::text("x".repeat(2 << 20))).await;
        client.end().await;
        away[0].fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_millis(100)).await;
    }
}

/// Sends what is no HTTP, then what is no message.
async fn garbage(address: SocketAddr, away: Arc<[AtomicUsize; 5]>) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            let bytes: Vec<u8> = (0..20_000_u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
            _ = stream.write_all(&bytes).await;
            _ = timeout(LONG, stream.read_to_end(&mut Vec::new())).await;
        }
        let mut client = Client::open(address, "kingfisher").await;
        for k in 0..100 {
            _ = client.socket.send(Message::text(format!("{{{k}"))).await;
            _ = client.socket.send(Message::binary(vec![k; 100])).await;
        }
        client.end().await;
        away[1].fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_millis(100)).await;
    }
}

/// Asks as fast as it can.
async fn flood(address: SocketAddr, away: Arc<[AtomicUsize; 5]>) {
    loop {
        let mut client = Client::open(address, "kingfisher").await;
        client.say(json!({ "do": "start" })).await;
        for k in 0.. {
            let press = json!({ "do": "press", "button": "left", "down": k % 2 == 0 });
            if client.socket.send(Message::text(press.to_string())).await.is_err() {
                break;
            }
        }
        away[2].fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_millis(100)).await;
    }
}

/// Begins requests and never ends them, forty at a time.
async fn half_open(address: SocketAddr, away: Arc<[AtomicUsize; 5]>) {
    loop {
        let mut waiting = JoinSet::new();
        for k in 0..40 {
            let away = away.clone();
            waiting.spawn(async move {
                let Ok(mut stream) = TcpStream::connect(address).await else { return };
                let begun =
                    ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n"];
                _ = stream.write_all(begun[k % begun.len()].as_bytes()).await;
                _ = timeout(LONG, stream.read_to_end(&mut Vec::new())).await;
                away[3].fetch_add(1, Ordering::SeqCst);
            });
        }
        while waiting.join_next().await.is_some() {}
    }
}

/// Comes from another site's page.
async fn wrong_origin(address: SocketAddr, away: Arc<[AtomicUsize; 5]>) {
    loop {
        let outcome = Client::open_from(address, "kingfisher", "http://example.org").await;
        assert!(outcome.is_err(), "never let in");
        away[4].fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_millis(5)).await;
    }
}
