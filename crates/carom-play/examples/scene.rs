//! Writes the scene of a built-in table, or of a table file, as the page gets it:
//! `cargo run -p carom-play --example scene -- kingfisher > kingfisher.json`

use carom_tables::{Table, built_in};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let word = std::env::args().nth(1).ok_or("name a built-in table or a table file")?;
    let text = match built_in::find(&word) {
        Ok(table) => table.text.to_owned(),
        Err(_) => std::fs::read_to_string(&word)?,
    };
    let (table, machine) = Table::load(&text).map_err(|faults| faults.to_string())?;
    println!("{}", carom_play::scene::scene(&word, &table, &machine));
    Ok(())
}
