//! The reader of recordings: any text gives a recording or a reason, and every recording can be played.

use crate::bytes::Bytes;
use carom_rules::recording::{KINDS, Noted, table_hash};
use carom_rules::{Button, Player, Press, Recording};
use carom_tables::{PHYSICS, Table};

/// Ticks that a recording is played for.
const MOST_TICKS: usize = 1_500;
/// Presses and events of a recording that is made up.
const MOST_PRESSES: usize = 200;
const MOST_EVENTS: u8 = 40;

/// A table on which something happens.
const TABLE: &str = include_str!("small_table.toml");

thread_local! {
    static ON: (Table, u64) = {
        let table = Table::parse(TABLE).expect("a sound table");
        let hash = table_hash(&table);
        (table, hash)
    };
}

/// Reads a recording. The first byte says of what: a text as it is; a link's bytes, to which the right checksum is added, so that
/// they are believed; or a recording made up of the other bytes, which is written, read and played on a small table.
/// Promised: no panic; what was read is written and read back the same; one that cannot be played is refused.
pub fn recording(data: &[u8]) {
    let mut bytes = Bytes(data);
    match bytes.byte() % 3 {
        0 => read(&String::from_utf8_lossy(bytes.0)),
        1 => read(&link(bytes.0)),
        _ => made_up(&mut bytes),
    }
}

fn read(text: &str) {
    match Recording::parse(text) {
        Ok(recording) => comes_back(&recording),
        Err(fault) => assert!(!fault.message.is_empty(), "refused without a word"),
    }
}

/// Both forms of a recording are read as it is; a link, which is to be short, has no events.
fn comes_back(recording: &Recording) {
    assert_eq!(Recording::parse(&recording.to_json()).as_ref(), Ok(recording), "as a file");
    let short = recording.clone().without_events();
    assert_eq!(Recording::parse(&recording.to_link()).as_ref(), Ok(&short), "as a link");
}

/// The letters of a link with these bytes, and the checksum that belongs to them.
fn link(body: &[u8]) -> String {
    let hash = body
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let sum = (hash ^ (hash >> 32)) as u32;
    let all = [body, &sum.to_le_bytes()].concat();
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in all.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        (0..=three.len()).for_each(|k| text.push(char::from(letters[(bits >> (18 - 6 * k)) as usize & 63])));
    }
    text
}

fn made_up(bytes: &mut Bytes<'_>) {
    ON.with(|(table, hash)| {
        let ticks = u64::from(u16::from_le_bytes(bytes.take())) % MOST_TICKS as u64;
        let every = 1 + u64::from(bytes.byte());
        let mut recording = Recording {
            version: "0.1.0".to_owned(),
            physics: PHYSICS.to_owned(),
            table: "small".to_owned(),
            table_hash: *hash,
            seed: bytes.whole(),
            autopilot: bytes.byte().is_multiple_of(2),
            ticks,
            every,
            checks: (0..ticks / every).map(|_| u32::from(bytes.byte())).collect(),
            hash: bytes.whole(),
            scores: (0..bytes.byte() % 20).map(|_| bytes.whole().cast_signed()).collect(),
            ..Recording::default()
        };
        if ticks > 0 {
            let mut time = 0;
            recording.events = (0..bytes.byte() % MOST_EVENTS).map(|_| event(bytes, &mut time)).collect();
            recording.events_until = 1 + u64::from(u16::from_le_bytes(bytes.take())) % ticks;
        }
        let mut tick = 0;
        while !bytes.is_empty() && recording.presses.len() < MOST_PRESSES {
            tick += u64::from(bytes.byte());
            let byte = bytes.byte();
            let button = Button::ALL[usize::from(byte >> 1) % Button::ALL.len()];
            recording.presses.push(Press { tick, button, down: byte % 2 == 1 });
        }
        match Recording::parse(&recording.to_json()) {
            Ok(read) => {
                assert_eq!(read, recording, "as a file");
                comes_back(&recording);
                if let Ok(mut player) = Player::new(recording, table) {
                    while player.tick() {}
                    assert!(!player.replayed().message.is_empty(), "its end is told");
                }
            }
            Err(fault) => {
                assert!(!fault.message.is_empty(), "refused without a word");
                assert!(Recording::parse(&recording.to_link()).is_err(), "refused as a file, taken as a link");
            }
        }
    });
}

/// An event of a recording that is made up, some time after the last one.
fn event(bytes: &mut Bytes<'_>, time: &mut u64) -> Noted {
    // Now and then years later.
    let step = bytes.byte();
    *time = time.wrapping_add(if step == 255 { bytes.whole() } else { 997 * u64::from(step) });
    let has = bytes.byte();
    Noted {
        time: *time,
        kind: bytes.byte() % KINDS.len() as u8,
        part: (has % 2 == 1).then(|| u32::from_le_bytes(bytes.take())),
        ball: (has / 2 % 2 == 1).then(|| u32::from(bytes.byte())),
        amount: if has / 4 % 2 == 1 { bytes.whole().cast_signed() } else { i64::from(bytes.byte()) },
        digest: u16::from_le_bytes(bytes.take()),
    }
}
