//! What a server saves, over real connections: that it is there, and what happens when it cannot be.

mod common;

use carom_play::{Console, Offer, Server, ServerOptions};
use carom_rules::Recording;
use carom_tables::Table;
use common::client::Client;
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A game lasts as long as a ball takes to fall, and is worth a point for every press.
const TILL: &str = r#"
carom = 2
physics = "2026.1"
units = "mm"
name = "Till"

[game]
balls = 1
ball_save = 0
default_rules = false

[[flipper]]
name = "left_flipper"
at = [160, 930]

[[trough]]
name = "trough"
drain = [255, 1050]
drain_outline = [[0, 1030], [514, 1030], [514, 1066], [0, 1066]]
exit = [405, 900]
balls = 1

[[rule]]
on = "button left"
score = 1
"#;

struct House {
    address: SocketAddr,
    close: oneshot::Sender<()>,
    run: JoinHandle<()>,
    /// What whoever runs the server is told.
    console: Receiver<String>,
}

async fn open(scores: &Path, recordings: &Path) -> House {
    let (said, console) = channel();
    let options = ServerOptions {
        port: Some(0),
        tables: vec![Offer::new("till", "Till", Table::parse(TILL).unwrap())],
        scores: Some(scores.to_owned()),
        recordings: Some(recordings.to_owned()),
        console: Console::new(move |words| _ = said.send(words.to_owned())),
        ..ServerOptions::default()
    };
    let server = Server::bind(options).await.unwrap();
    let address = server.address();
    let (close, closed) = oneshot::channel();
    let run = tokio::spawn(server.run(async move { _ = closed.await }));
    House { address, close, run, console }
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saved-{test}"));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays a game with so many points to its end. What is said of its recording, and whether a name is asked for.
async fn play(client: &mut Client, points: u32) -> (Value, Value) {
    client.say(json!({ "do": "start" })).await;
    client.say(json!({ "do": "pause", "on": true })).await;
    for k in 0..2 * points {
        client.say(json!({ "do": "press", "button": "left", "down": k % 2 == 0, "at": 20 + k })).await;
    }
    for _ in 0..30 {
        client.say(json!({ "do": "step", "ticks": 1000 })).await;
    }
    let (mut recording, mut scores) = (Value::Null, Value::Null);
    while recording.is_null() || scores.is_null() {
        let message = client.message_of(&["kept", "fault", "scores"]).await;
        let said = if message["kind"] == "scores" { &mut scores } else { &mut recording };
        *said = message;
    }
    (recording, scores)
}

#[tokio::test]
async fn a_game_that_is_over_is_kept_with_its_score() {
    let folder = folder("kept");
    let (scores, recordings) = (folder.join("scores.json"), folder.join("recordings"));
    let House { address, close, run, console } = open(&scores, &recordings).await;
    let mut client = Client::open(address, "till").await;
    let (kept, asked) = play(&mut client, 3).await;
    let file = kept["file"].as_str().unwrap_or_else(|| panic!("{kept}"));
    let recording = Recording::parse(&fs::read_to_string(recordings.join(file)).unwrap()).unwrap();
    assert_eq!((recording.scores.as_slice(), recording.table.as_str()), (&[3][..], "till"));
    assert_eq!(asked["asks"]["score"], 3, "{asked}");
    client.say(json!({ "do": "initials", "text": "ABC" })).await;
    let named = client.message("scores").await;
    assert_eq!((&named["place"], &named["list"][0]["score"]), (&1.into(), &3.into()));
    // What is said to be saved is on the disk when it is said.
    assert!(fs::read_to_string(&scores).unwrap().contains("\"ABC\""));
    close.send(()).unwrap();
    run.await.unwrap();
    assert!(console.try_recv().is_err(), "nothing to complain about");
}

#[tokio::test]
async fn what_cannot_be_saved_is_said_to_player_and_console_and_is_saved_as_soon_as_it_can_be() {
    let folder = folder("blocked");
    // A file where a folder must be made: that fails for every user, the one who may write everywhere included.
    let blocked = folder.join("blocked");
    fs::write(&blocked, "").unwrap();
    let (scores, recordings) = (blocked.join("scores.json"), blocked.join("recordings"));
    let House { address, close, run, console } = open(&scores, &recordings).await;
    let mut client = Client::open(address, "till").await;
    let (fault, _) = play(&mut client, 2).await;
    assert!(fault["message"].as_str().unwrap().contains("the recording is not kept"), "{fault}");
    client.say(json!({ "do": "initials", "text": "ABC" })).await;
    let fault = client.message("fault").await;
    assert!(fault["message"].as_str().unwrap().contains("not saved, but kept and tried again"), "{fault}");
    assert_eq!(client.message("scores").await["list"][0]["score"], 2, "it stands in the list all the same");
    let told: Vec<String> = console.try_iter().collect();
    assert!(told.len() == 2 && told[0].contains("not kept") && told[1].contains("not saved"), "{told:?}");

    // Play goes on, and the end of the server is the last chance.
    client.say(json!({ "do": "start" })).await;
    client.frame().await;
    fs::remove_file(&blocked).unwrap();
    close.send(()).unwrap();
    run.await.unwrap();
    assert!(fs::read_to_string(&scores).unwrap().contains("\"ABC\""));
    assert_eq!(console.try_iter().count(), 0);
}
