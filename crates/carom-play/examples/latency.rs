//! Measures how long a press takes over the line and back: `cargo run --release -p carom-play --example latency -- 1000`
//! (presses). Prints the time from the press to the word that it counts, and to the frame that shows it.

#[path = "../tests/common/mod.rs"]
mod common;

use carom_play::{Limits, Server, ServerOptions};
use common::built_in;
use common::client::{Client, Heard};
use core::time::Duration;
use serde_json::json;
use std::error::Error;
use std::time::Instant;
use tokio::time::timeout;

fn main() -> Result<(), Box<dyn Error>> {
    let presses: usize = std::env::args().nth(1).map_or(Ok(1000), |word| word.parse())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let (port, limits) = (Some(0), Limits::default());
        let options = ServerOptions { port, tables: vec![built_in("kingfisher")], limits, ..ServerOptions::default() };
        let server = Server::bind(options).await?;
        let address = server.address();
        tokio::spawn(server.run(core::future::pending()));
        let mut client = Client::open(address, "kingfisher").await;
        client.say(json!({ "do": "start", "seed": 1 })).await;
        let (mut said, mut shown) = (Vec::new(), Vec::new());
        for k in 0..presses {
            // At uneven times, so that presses fall everywhere between two frames.
            let rest = Instant::now() + Duration::from_micros(20_000 + (k as u64 * 7_919) % 13_000);
            while timeout(rest.saturating_duration_since(Instant::now()), client.hear()).await.is_ok() {}
            let begin = Instant::now();
            client.press("left", k % 2 == 0).await;
            let mut counts = None;
            loop {
                match client.hear().await {
                    Heard::Text(message) if message["kind"] == "pressed" => {
                        counts = message["at"].as_u64();
                        said.push(begin.elapsed());
                    }
                    Heard::Frame(frame) if counts.is_some_and(|at| u64::from(frame.tick) > at) => {
                        shown.push(begin.elapsed());
                        break;
                    }
                    Heard::End(why) => return Err(format!("the connection has ended: {why:?}").into()),
                    _ => {}
                }
            }
        }
        for (what, times) in [("it counts", &mut said), ("it is shown", &mut shown)] {
            times.sort();
            let at = |part: f64| {
                let place = ((part * times.len() as f64) as usize).min(times.len().saturating_sub(1));
                times.get(place).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
            };
            let [median, high, most] = [0.5, 0.99, 1.0].map(at);
            println!("press to {what}: median {median:.2} ms, 99th percentile {high:.2} ms, largest {most:.2} ms");
        }
        Ok(())
    })
}
