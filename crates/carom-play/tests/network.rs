//! The server over real connections: who is let in, who is turned away, and that nobody harms another.

mod common;

use carom_play::{Limits, Server, ServerOptions};
use common::client::{Client, get, raw};
use common::{ATTRACT, Frame, WHOLE, built_in};
use core::time::Duration;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Instant;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Times that a test can wait for.
fn short() -> Limits {
    Limits {
        request_time: Duration::from_millis(700),
        ping: Duration::from_millis(200),
        silence: Duration::from_millis(900),
        write_time: Duration::from_secs(1),
        ..Limits::default()
    }
}

struct House {
    address: SocketAddr,
    close: oneshot::Sender<()>,
    run: JoinHandle<()>,
}

async fn open(limits: Limits) -> House {
    let tables = vec![built_in("kingfisher"), built_in("fairground")];
    let options = ServerOptions { port: Some(0), tables, limits, ..ServerOptions::default() };
    let server = Server::bind(options).await.unwrap();
    let address = server.address();
    let (close, closed) = oneshot::channel();
    let run = tokio::spawn(server.run(async move {
        if closed.await.is_err() {
            // The test does not want it to end.
            core::future::pending::<()>().await;
        }
    }));
    House { address, close, run }
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

#[tokio::test]
async fn the_page_its_tables_and_their_pictures_are_served_with_their_marks() {
    let House { address, .. } = open(Limits::default()).await;
    assert!(address.ip().is_loopback());
    let page = get(address, "/").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("text/html; charset=utf-8"), "{page}");
    for mark in [
        "content-security-policy: default-src 'self'; connect-src 'self' ws://127.0.0.1:",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "cache-control: no-cache",
    ] {
        assert!(page.contains(mark), "{mark}: {page}");
    }
    let module = get(address, "/page/main.js").await;
    assert!(module.contains("text/javascript"), "{module}");
    let tag = module.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again =
        format!("GET /page/main.js HTTP/1.1\r\nHost: {address}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n");
    assert!(raw(address, again.as_bytes()).await.starts_with("HTTP/1.1 304"));

    let tables = get(address, "/api/tables").await;
    let list: Value = serde_json::from_str(body(&tables)).unwrap();
    assert_eq!((&list[0]["name"], &list[1]["name"]), (&"kingfisher".into(), &"fairground".into()));
    assert!(list[0]["parts"].as_u64().unwrap() > 30);
    let scene: Value = serde_json::from_str(body(&get(address, "/api/tables/fairground/scene").await)).unwrap();
    assert_eq!(scene["name"], "fairground");
    assert!(body(&get(address, "/api/tables/kingfisher/picture.svg").await).starts_with("<svg"));
    let colliders = get(address, "/api/tables/kingfisher/colliders").await;
    assert!(serde_json::from_str::<Value>(body(&colliders)).is_ok());
    assert_eq!(body(&get(address, "/api/scores/kingfisher").await), "[]");
}

#[tokio::test]
async fn what_is_not_there_is_not_found_and_nothing_leads_out_of_the_page() {
    let House { address, .. } = open(Limits::default()).await;
    let paths = [
        "/nothing",
        "/page/",
        "/page/nothing.js",
        "/page/../Cargo.toml",
        "/page/..%2fCargo.toml",
        "/page/%2e%2e/src/lib.rs",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/main.js%00.css",
        "/api/tables/nothing/scene",
        "/api/tables/..%2f..%2fCargo/scene",
        "/api/scores/nothing",
    ];
    for path in paths {
        let answer = get(address, path).await;
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
        assert!(answer.contains("content-security-policy"), "marked all the same: {answer}");
    }
    let post = format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    assert!(raw(address, post.as_bytes()).await.starts_with("HTTP/1.1 405"));
}

#[tokio::test]
async fn other_hosts_and_other_sites_pages_are_turned_away() {
    let House { address, .. } = open(Limits::default()).await;
    let port = address.port();
    for (headers, code) in [
        (format!("Host: {address}"), "200"),
        (format!("Host: localhost:{port}"), "200"),
        (format!("Host: {address}\r\nOrigin: http://{address}"), "200"),
        ("Host: example.org".to_owned(), "403"),
        (format!("Host: example.org:{port}"), "403"),
        ("Host: 127.0.0.1:1".to_owned(), "403"),
        (format!("Host: {address}\r\nOrigin: http://example.org"), "403"),
        (format!("Host: {address}\r\nOrigin: null"), "403"),
        (format!("Host: {address}\r\nHost: {address}"), "40"),
    ] {
        let request = format!("GET /api/tables HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n");
        let answer = raw(address, request.as_bytes()).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {code}")), "{headers}: {answer}");
    }
    for origin in ["http://example.org", "null", "https://127.0.0.1", "http://localhost:1"] {
        match Client::open_from(address, "kingfisher", origin).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
    let bare = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    assert!(raw(address, bare.as_bytes()).await.starts_with("HTTP/1.1 403"), "a WebSocket from nowhere");
}

#[tokio::test]
async fn a_page_sees_the_autopilot_play_and_then_plays_itself() {
    let House { address, .. } = open(Limits::default()).await;
    let mut client = Client::open(address, "kingfisher").await;
    let hello = client.message("hello").await;
    assert_eq!(hello["table"], "kingfisher");
    let first = client.frame().await;
    assert!(first.is(WHOLE) && first.is(ATTRACT));
    client.say(json!({ "do": "start", "players": 2, "seed": 3 })).await;
    let game = client.message("game").await;
    assert_eq!((&game["mode"], &game["seed"]), (&"play".into(), &3.into()));
    assert!(client.frame().await.is(WHOLE));
    client.say(json!({ "do": "ping", "id": 77 })).await;
    let pong = client.message("pong").await;
    assert_eq!(pong["id"], 77);
    client.press("left", true).await;
    let pressed = client.message("pressed").await;
    assert_eq!((&pressed["button"], &pressed["down"]), (&"left".into(), &true.into()));
    while !client.frame().await.parts.iter().any(|part| part.active) {}
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection() {
    let House { address, .. } = open(Limits::default()).await;
    let mut client = Client::open(address, "fairground").await;
    // The server does not read such a message to its end: it says why (1009) and goes. What is still on its way may make the
    // connection break before the client has read that.
    let sent = client.socket.send(Message::text("x".repeat(2 << 20))).await;
    let end = client.end().await.map(|(code, _)| code);
    assert!(end == Some(1009) || end.is_none(), "{sent:?} {end:?}");
    let mut whole = Client::open(address, "fairground").await;
    whole.say(json!({ "do": "replay", "recording": "x".repeat(1000 << 10) })).await;
    assert_eq!(whole.message("fault").await["kind"], "fault", "one that is just small enough is answered");
}

#[tokio::test]
async fn nonsense_is_answered_twenty_times_and_then_no_more() {
    let House { address, .. } = open(Limits::default()).await;
    let mut client = Client::open(address, "fairground").await;
    for k in 0..25 {
        let message = if k % 2 == 0 { Message::text("{nonsense") } else { Message::binary(vec![1, 2, 3]) };
        _ = client.socket.send(message).await;
    }
    for _ in 0..20 {
        assert!(client.message("fault").await["message"].as_str().unwrap().contains("not understood"));
    }
    let (code, why) = client.end().await.unwrap();
    assert_eq!((code, why.as_str()), (1008, "too many messages that are not understood"));
}

#[tokio::test]
async fn a_flood_ends_the_connection_and_a_burst_does_not() {
    let House { address, .. } = open(Limits::default()).await;
    let mut client = Client::open(address, "fairground").await;
    for k in 0..200 {
        client.say(json!({ "do": "ping", "id": k })).await;
    }
    while client.message("pong").await["id"] != 199 {}
    for k in 0..3000 {
        if client.socket.send(Message::text(format!(r#"{{"do":"pause","on":{}}}"#, k % 2 == 0))).await.is_err() {
            break;
        }
    }
    let why = client.end().await;
    assert!(why.is_none() || why == Some((1008, "too many messages".to_owned())), "{why:?}");
}

#[tokio::test]
async fn connections_that_never_finish_a_request_end() {
    let House { address, .. } = open(short()).await;
    let begin = Instant::now();
    for begun in ["", "GET / HTTP/1.1\r\nHost: x", "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n"] {
        raw(address, begun.as_bytes()).await;
    }
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    let large = format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let answer = raw(address, large.as_bytes()).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[tokio::test]
async fn a_crowd_in_the_door_keeps_nobody_out() {
    // Connections that ask for nothing used to keep everybody else waiting until their time was up.
    let limits = Limits { connections: 8, request_time: Duration::from_secs(600), ..Limits::default() };
    let House { address, .. } = open(limits).await;
    let mut crowd = Vec::new();
    for _ in 0..20 {
        crowd.push(tokio::net::TcpStream::connect(address).await.unwrap());
    }
    for _ in 0..20 {
        assert!(get(address, "/api/games").await.starts_with("HTTP/1.1 200"));
    }
    let mut client = Client::open(address, "kingfisher").await;
    client.frame().await;
}

#[tokio::test]
async fn a_page_that_has_gone_without_a_word_is_noticed() {
    let House { address, .. } = open(Limits { sessions: 1, ..short() }).await;
    let silent = Client::open(address, "fairground").await;
    match Client::open_from(address, "fairground", &format!("http://{address}")).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 503, "all tables are taken"),
        other => panic!("{other:?}"),
    }
    // It reads nothing, so it answers no ping; its place becomes free.
    let begin = Instant::now();
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if Client::open_from(address, "fairground", &format!("http://{address}")).await.is_ok() {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(15));
    }
    drop(silent);
}

#[tokio::test]
async fn a_page_that_reads_slowly_loses_frames_and_not_its_mind() {
    let House { address, .. } = open(Limits { silence: Duration::from_secs(60), ..Limits::default() }).await;
    let mut client = Client::open(address, "kingfisher").await;
    client.say(json!({ "do": "overlay", "on": true })).await;
    client.say(json!({ "do": "rate", "hz": 240 })).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    // What waited comes first; then it is up to date again.
    client.say(json!({ "do": "ping", "id": 1 })).await;
    let now = client.message("pong").await["tick"].as_u64().unwrap();
    let frame = client.frame().await;
    assert!(u64::from(frame.tick) + 50 > now, "frame of tick {}, at tick {now}", frame.tick);
}

/// Goes to a tick by steps and returns the frame that shows it.
async fn step_to(client: &mut Client, tick: u32) -> Frame {
    client.say(json!({ "do": "pause", "on": true })).await;
    let mut frame = client.frame().await;
    while !frame.is(common::PAUSED) {
        frame = client.frame().await;
    }
    assert!(frame.tick <= tick, "in time: {}", frame.tick);
    while frame.tick < tick {
        client.say(json!({ "do": "step", "ticks": (tick - frame.tick).min(1000) })).await;
        frame = client.frame().await;
    }
    frame
}

#[tokio::test]
async fn two_who_play_the_same_game_see_the_same_whatever_a_third_does() {
    let House { address, .. } = open(Limits::default()).await;
    let third = tokio::spawn(async move {
        let mut client = Client::open(address, "kingfisher").await;
        for k in 0.. {
            client.say(json!({ "do": if k % 5 == 0 { "start" } else { "attract" } })).await;
            client.press("nudge_left", true).await;
            client.frame().await;
        }
    });
    let mut seen = Vec::new();
    for _ in 0..2 {
        let mut client = Client::open(address, "kingfisher").await;
        client.say(json!({ "do": "start", "seed": 9 })).await;
        while client.message("game").await["mode"] != "play" {}
        for k in 0..40 {
            let (button, at) = (["plunge", "left", "right"][k / 2 % 3], 1500 + 97 * k);
            client.say(json!({ "do": "press", "button": button, "down": k % 2 == 0, "at": at })).await;
        }
        let frame = step_to(&mut client, 6000).await;
        seen.push((frame.tick, frame.balls));
    }
    third.abort();
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].0, 6000);
    assert!(!seen[0].1.is_empty(), "a ball is in play");
}

#[tokio::test]
async fn the_server_ends_quickly_and_tells_everybody() {
    let House { address, close, run } = open(Limits::default()).await;
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(Client::open(address, "kingfisher").await);
    }
    let half = tokio::net::TcpStream::connect(address).await.unwrap();
    let begin = Instant::now();
    close.send(()).unwrap();
    for page in &mut pages {
        assert_eq!(page.end().await, Some((1001, "the server ends".to_owned())));
    }
    timeout(Duration::from_secs(2), run).await.expect("within two seconds").unwrap();
    assert!(begin.elapsed() < Duration::from_secs(2));
    drop(half);
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn a_port_that_is_taken_is_said_and_without_a_wish_the_next_is_used() {
    let House { address, .. } = open(Limits::default()).await;
    let limits = Limits::default();
    let options =
        |port| ServerOptions { port, tables: vec![built_in("fairground")], limits, ..ServerOptions::default() };
    let fault = Server::bind(options(Some(address.port()))).await.unwrap_err();
    assert_eq!(fault.kind(), std::io::ErrorKind::AddrInUse);
    assert!(fault.to_string().contains(&format!("port {}", address.port())), "{fault}");
    let (one, other) = (Server::bind(options(None)).await.unwrap(), Server::bind(options(None)).await.unwrap());
    assert_ne!(one.address(), other.address());
}
