//! Measures what honest pages get while others do harm: `cargo run --release -p carom-play --example crowd -- 45 20`
//! (honest pages, seconds). Server and crowd share this machine, so the server alone does better.

#[path = "../tests/common/mod.rs"]
mod common;

use carom_play::{Limits, Server, ServerOptions};
use common::{built_in, crowd};
use core::time::Duration;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let honest: usize = words.next().map_or(Ok(45), |word| word.parse())?;
    let seconds: u64 = words.next().map_or(Ok(20), |word| word.parse())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let (port, limits) = (Some(0), Limits::default());
        let options = ServerOptions { port, tables: vec![built_in("kingfisher")], limits, ..ServerOptions::default() };
        let server = Server::bind(options).await?;
        let address = server.address();
        tokio::spawn(server.run(core::future::pending()));
        for hostile in [false, true] {
            let found = crowd::gather(address, honest, hostile, Duration::from_secs(seconds)).await;
            let (least, most) = (found.rates.first().unwrap_or(&0.0), found.rates.last().unwrap_or(&0.0));
            println!("{honest} honest, {} hostile, {seconds} s", if hostile { 5 } else { 0 });
            println!("  updates a second of each honest one: {least:.1} to {most:.1}, lost {}", found.lost);
            let gaps = [0.5, 0.99, 1.0].map(|part| found.gap(part));
            println!("  gaps in ms: median {:.1}, 99th percentile {:.1}, largest {:.1}", gaps[0], gaps[1], gaps[2]);
            if hostile {
                println!("  turned away (oversized, garbage, flood, half-open, origin): {:?}", found.turned_away);
            }
        }
        Ok(())
    })
}
