//! A server in a few lines: `cargo run --release -p carom-play --example serve -- 3141`

use carom_play::{Offer, ServerOptions, serve_until_interrupted};
use carom_tables::{Table, built_in};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::args().nth(1).map(|word| word.parse()).transpose()?;
    let mut tables = Vec::new();
    for table in built_in::ALL {
        let parsed = Table::parse(table.text).map_err(|faults| faults.to_string())?;
        tables.push(Offer::new(table.name, table.name, parsed));
    }
    let options = ServerOptions { port, tables, ..ServerOptions::default() };
    serve_until_interrupted(options, |server| {
        println!("http://{}/", server.address());
        Ok(())
    })
}
