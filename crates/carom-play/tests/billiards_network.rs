//! A billiard table over a real connection.

mod common;

use carom_play::{Limits, Server, ServerOptions};
use common::built_in;
use common::client::{Client, get};
use core::time::Duration;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Instant;
use tokio_tungstenite::tungstenite::{Error, Message};

async fn open(limits: Limits) -> SocketAddr {
    let options =
        ServerOptions { port: Some(0), tables: vec![built_in("fairground")], limits, ..ServerOptions::default() };
    let server = Server::bind(options).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run(core::future::pending()));
    address
}

#[tokio::test]
async fn a_page_aims_shoots_and_takes_back() {
    let address = open(Limits::default()).await;
    let answer = get(address, "/api/games").await;
    let list: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert!(list.as_array().unwrap().iter().any(|game| game["name"] == "nine-ball"), "{list}");

    let mut client = Client::billiards(address, "game=nine-ball&table=pool-9&seed=7&players=2").await.unwrap();
    let state = client.message("state").await;
    assert_eq!(
        (&state["game"], &state["table"]["name"], &state["seed"]),
        (&"nine-ball".into(), &"pool-9".into(), &7.into())
    );
    let strike = json!({ "ball": "cue", "speed": 6.0, "direction": 100.0 });
    client.say(json!({ "kind": "aim", "id": 5, "strike": strike })).await;
    assert_eq!(client.message("preview").await["id"], 5);
    client.say(json!({ "kind": "shoot", "strike": strike, "call": null })).await;
    let shot = client.message("shot").await;
    assert!(shot["legs"].as_array().unwrap().len() > 2, "{shot}");
    client.say(json!({ "kind": "undo" })).await;
    assert_eq!(client.message("state").await["balls"], state["balls"]);
}

#[tokio::test]
async fn tables_that_are_not_there_are_not_found() {
    let address = open(Limits::default()).await;
    for (query, status) in [
        ("game=golf", 404),
        ("game=nine-ball&table=lawn", 404),
        ("game=snooker&table=carom", 404),
        ("players=9", 404),
        ("seed=x", 400),
        ("spacing=NaN", 404),
    ] {
        match Client::billiards(address, query).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), status, "{query}"),
            other => panic!("{query}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn nonsense_is_refused_twenty_times_and_then_no_more() {
    let address = open(Limits::default()).await;
    let mut client = Client::billiards(address, "").await.unwrap();
    for k in 0..25 {
        let message = if k % 2 == 0 { Message::text("{nonsense") } else { Message::binary(vec![1, 2, 3]) };
        _ = client.socket.send(message).await;
    }
    for _ in 0..20 {
        assert!(client.message("refused").await["why"].as_str().unwrap().contains("not understood"));
    }
    let (code, why) = client.end().await.unwrap();
    assert_eq!((code, why.as_str()), (1008, "too many messages that are not understood"));
}

#[tokio::test]
async fn who_aims_faster_than_can_be_computed_sees_the_newest() {
    let address = open(Limits::default()).await;
    let mut client = Client::billiards(address, "seed=7").await.unwrap();
    for id in 0..300 {
        let strike = json!({ "ball": "cue", "speed": 5.0, "direction": 90.0 + f64::from(id) / 10.0 });
        client.say(json!({ "kind": "aim", "id": id, "strike": strike })).await;
    }
    let mut last = None;
    loop {
        let id = client.message("preview").await["id"].as_u64().unwrap();
        assert!(last < Some(id), "in order: {last:?} {id}");
        last = Some(id);
        if id == 299 {
            break;
        }
    }
}

#[tokio::test]
async fn a_flood_of_shots_ends_the_connection_and_harms_nobody_else() {
    let address = open(Limits::default()).await;
    let mut flood = Client::billiards(address, "seed=7").await.unwrap();
    let mut other = Client::billiards(address, "seed=8").await.unwrap();
    other.message("state").await;
    for _ in 0..2000 {
        let strike = json!({ "ball": "cue", "speed": 8.0, "direction": 95.0 });
        let shoot = json!({ "kind": "shoot", "strike": strike }).to_string();
        if flood.socket.send(Message::text(shoot)).await.is_err() {
            break;
        }
    }
    let begin = Instant::now();
    other.say(json!({ "kind": "pots" })).await;
    other.message("pots").await;
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    let why = flood.end().await;
    assert!(why.is_none() || why.as_ref().is_some_and(|(code, _)| [1008, 1013].contains(code)), "{why:?}");
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection() {
    let address = open(Limits::default()).await;
    let mut client = Client::billiards(address, "").await.unwrap();
    _ = client.socket.send(Message::text("x".repeat(2 << 20))).await;
    let end = client.end().await.map(|(code, _)| code);
    assert!(end == Some(1009) || end.is_none(), "{end:?}");
}

#[tokio::test]
async fn a_search_leaves_the_table_free_and_ends_when_the_balls_move() {
    let address = open(Limits::default()).await;
    let mut client = Client::billiards(address, "game=three-cushion&seed=7").await.unwrap();
    let state = client.message("state").await;
    let solve = json!({ "kind": "solve", "id": 9, "goal": { "score": true }, "seconds": 10 });
    client.say(solve).await;
    let begin = Instant::now();
    let cue = state["constraints"]["cueable"][0].clone();
    let strike = json!({ "ball": cue, "speed": 3.0, "direction": 70.0 });
    client.say(json!({ "kind": "aim", "id": 1, "strike": strike })).await;
    client.say(json!({ "kind": "shoot", "strike": strike })).await;
    // The search hears that the balls move before the shot is told, so its answer may come first.
    let found = match client.message_of(&["shot", "solutions"]).await {
        shot if shot["kind"] == "shot" => {
            let waited = begin.elapsed();
            assert!(waited < Duration::from_secs(8), "the shot did not wait for the search: {waited:?}");
            client.message("solutions").await
        }
        solutions => {
            client.message("shot").await;
            solutions
        }
    };
    assert_eq!((&found["id"], &found["list"]), (&9.into(), &json!([])), "{found}");
}
