//! A crowd with hostile ones in it harms nobody. `examples/crowd.rs` is the same with figures.

mod common;

use carom_play::{Limits, Server, ServerOptions};
use common::{built_in, crowd};
use core::time::Duration;
use std::io;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_who_is_honest_is_lost_in_a_crowd() -> io::Result<()> {
    let limits = Limits { request_time: Duration::from_secs(1), ..Limits::default() };
    let options =
        ServerOptions { port: Some(0), tables: vec![built_in("kingfisher")], limits, ..ServerOptions::default() };
    let server = Server::bind(options).await?;
    let address = server.address();
    tokio::spawn(server.run(core::future::pending()));
    let found = crowd::gather(address, 12, true, Duration::from_secs(3)).await;
    assert_eq!((found.rates.len(), found.lost), (12, 0), "{found:?}");
    // Not a measure: a machine that is busy with other tests shows fewer frames, but it shows some to everybody.
    assert!(found.rates[0] > 5.0, "{:?}", found.rates);
    assert!(found.turned_away.iter().all(|count| *count > 0), "{:?}", found.turned_away);
    Ok(())
}
