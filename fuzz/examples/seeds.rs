//! Writes the seeds of the targets whose input is not text: `cargo run --example seeds` in `fuzz/`.

use carom_rules::recording::Noted;
use carom_rules::{Button, Press, Recording};
use std::fs;
use std::path::Path;

#[path = "../../crates/carom-vpx/tests/support/mod.rs"]
mod support;

fn main() -> std::io::Result<()> {
    let items = support::one_of_each();
    // The container as it is, small; then records in pieces, of all kinds.
    write("vpx/container", &[&[0], support::vpx(&items[5..8]).as_slice()].concat())?;
    for (k, some) in items.chunks(6).enumerate() {
        let pieces =
            [piece(&support::game_data(some.len()).0)].into_iter().chain(some.iter().map(|item| piece(&item.0)));
        write(&format!("vpx/items_{k}"), &[&[1], pieces.collect::<Vec<_>>().concat().as_slice()].concat())?;
    }

    let presses = (0..12_u64).map(|k| Press { tick: 90 * k, button: Button::ALL[k as usize % 9], down: k % 2 == 0 });
    let events = (0..9_u64).map(|k| Noted {
        time: 70_000 * k * k,
        kind: k as u8,
        part: (k % 2 == 0).then_some(k as u32),
        ball: (k % 3 == 0).then_some(0),
        amount: 100 * k as i64 - 300,
        digest: 4_001 * k as u16,
    });
    let recording = Recording {
        version: "0.1.0".to_owned(),
        physics: "2026.1".to_owned(),
        table: "small".to_owned(),
        seed: 7,
        ticks: 1_200,
        every: 400,
        checks: vec![1, 2, 3],
        scores: vec![100, -5],
        presses: presses.collect(),
        events: events.collect(),
        events_until: 1_200,
        ..Recording::default()
    };
    let zero = |text: String| [&[0], text.as_bytes()].concat();
    write("recording/file", &zero(recording.to_json()))?;
    write("recording/link", &zero(recording.to_link()))?;
    // The link's own bytes, without the checksum.
    write("recording/bytes", &[vec![1], body(&recording.to_link())].concat())?;
    let made_up: Vec<u8> = [2, 200, 4, 99].into_iter().chain((0..90_u8).map(|k| k.wrapping_mul(37))).collect();
    write("recording/made_up", &made_up)?;

    for kind in 0..14_u8 {
        let case = u64::from(kind) * 1_001 + 7;
        write(&format!("impact/kind_{kind}"), &[&[kind], case.to_le_bytes().as_slice(), &[kind % 12, 0, 1]].concat())?;
    }
    let numbers = |c: [f64; 6]| c.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    write("quartic/four_roots", &[vec![0], numbers([24.0, -50.0, 35.0, -10.0, 1.0, 5.0])].concat())?;
    write("quartic/touch", &[vec![0], numbers([1.0, -2.0, 1.0, 0.0, 0.0, 9.0])].concat())?;
    write("quartic/short", &[1, 10, 0, 1, 244, 255, 0, 7, 0, 2, 3, 0, 3, 9, 0, 0, 3, 0, 0])?;
    write("quartic/planted", &[2, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 1, 0, 0, 19, 1, 9, 0, 0])?;
    write("quartic/cluster", &[3, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 9, 0, 12, 1, 1, 0, 0, 12, 1, 9, 0, 0])
}

fn write(name: &str, bytes: &[u8]) -> std::io::Result<()> {
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name), bytes)
}

/// A piece with its length before it.
fn piece(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u16).to_le_bytes(), bytes].concat()
}

/// The bytes of a link, without its checksum.
fn body(link: &str) -> Vec<u8> {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for letter in link.bytes() {
        let value = letters.iter().position(|other| *other == letter).unwrap_or(0) as u32;
        (bits, count) = ((bits << 6) | value, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes.truncate(bytes.len().saturating_sub(4));
    bytes
}
