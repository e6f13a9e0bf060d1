//! Recorded games: written, read, refused, played again.

use carom::math::rng::Stream;
use carom_rules::recording::{self, MOST_PRESSES, table_hash};
use carom_rules::{Button, Game, GameOptions, Player, Press, Recorder, Recording};
use carom_tables::{PHYSICS, Table, built_in};

fn table(name: &str) -> Table {
    let built_in = built_in::find(name).unwrap();
    Table::load(built_in.text).unwrap_or_else(|faults| panic!("{faults}")).0
}

/// A game of so many ticks with buttons pressed by chance.
fn played(table: &Table, seed: u64, ticks: u64) -> Recording {
    let options = GameOptions { seed, autopilot: false };
    let mut game = Game::new(table, options).unwrap();
    let mut recorder = Recorder::new("fairground", table, options);
    let mut luck = Stream::new(seed, "a player");
    for tick in 0..ticks {
        if tick == 5 || luck.unit() < 0.01 {
            let button = if tick == 5 { Button::Start } else { Button::ALL[(luck.bits() % 9) as usize] };
            let down = tick == 5 || luck.unit() < 0.5;
            // Some for later, some too late.
            let press = Press { tick: tick + luck.bits() % 40 - 10_u64.min(tick), button, down };
            recorder.note(Press { tick: game.press(press), ..press });
        }
        game.tick();
        recorder.ticked(&game);
    }
    recorder.finish(&game).unwrap()
}

/// A recording with numbers of every size in it.
fn odd() -> Recording {
    let presses =
        (0..200_u64).map(|k| Press { tick: k * k * 7, button: Button::ALL[(k % 9) as usize], down: k % 3 == 0 });
    Recording {
        version: "0.1.0".to_owned(),
        physics: PHYSICS.to_owned(),
        table: "näme \"x\"".to_owned(),
        table_hash: u64::MAX - 3,
        seed: u64::MAX,
        autopilot: true,
        presses: presses.collect(),
        ticks: 1_000_000,
        scores: vec![0, -1, i64::MAX, i64::MIN],
        hash: 0x0123_4567_89ab_cdef,
        every: 10_000,
        checks: (0..100).map(|k: u32| k.wrapping_mul(0x9e37_79b9)).collect(),
    }
}

#[test]
fn a_recording_is_the_same_after_writing_and_reading() {
    for recording in [odd(), Recording { every: 1, ..Recording::default() }] {
        assert_eq!(Recording::parse(&recording.to_json()).as_ref(), Ok(&recording));
        let link = recording.to_link();
        assert_eq!(Recording::parse(&link).as_ref(), Ok(&recording));
        assert!(link.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{link}");
        let address = format!("http://127.0.0.1:8000/?table=x#replay={link}\n");
        assert_eq!(Recording::parse(&address).as_ref(), Ok(&recording));
    }
}

#[test]
fn the_file_can_be_read_by_a_person() {
    let text = odd().to_json();
    assert!(text.contains("\n    [7, \"right\", false],\n    [28, \"plunge\", false],\n"), "{text}");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["seed"], "18446744073709551615");
    assert_eq!(value["presses"].as_array().unwrap().len(), 200);
}

#[test]
fn a_link_is_short() {
    let recording = played(&table("fairground"), 3, 60_000);
    let link = recording.to_link();
    let presses = recording.presses.len();
    assert!(presses > 400, "{presses}");
    assert!(link.len() < presses * 4 + 200, "{} letters for {presses} presses", link.len());
}

#[test]
fn a_replay_is_the_same_game() {
    let table = table("fairground");
    let recording = Recording::parse(&played(&table, 4, 25_000).to_link()).unwrap();
    assert_eq!(recording.checks.len(), 2);
    let replayed = recording::replay(&recording, &table).unwrap();
    assert_eq!((replayed.same, replayed.first_difference), (true, None), "{}", replayed.message);
    assert_eq!(replayed.scores, recording.scores);
    assert_eq!(replayed.message, "the same game, bit for bit");
}

#[test]
fn a_game_of_the_autopilot_is_the_same_again() {
    let table = table("fairground");
    let options = GameOptions { seed: 11, autopilot: true };
    let mut game = Game::new(&table, options).unwrap();
    let mut recorder = Recorder::new("fairground", &table, options);
    for _ in 0..20_000 {
        game.tick();
        recorder.ticked(&game);
    }
    let recording = recorder.finish(&game).unwrap();
    assert!(recording::replay(&recording, &table).unwrap().same);
}

#[test]
fn a_recording_can_be_taken_in_the_middle_of_a_game() {
    let table = table("fairground");
    let mut game = Game::new(&table, GameOptions::default()).unwrap();
    let mut recorder = Recorder::new("fairground", &table, GameOptions::default());
    let press = |tick, button| Press { tick, button, down: true };
    for later in [press(10, Button::Start), press(100, Button::Left), press(5000, Button::Right)] {
        recorder.note(Press { tick: game.press(later), ..later });
    }
    for _ in 0..1000 {
        game.tick();
        recorder.ticked(&game);
    }
    let recording = recorder.finish(&game).unwrap();
    assert_eq!(recording.presses.len(), 2, "what has not counted yet is no part of it");
    assert!(recording::replay(&recording, &table).unwrap().same);
}

#[test]
fn another_game_is_seen_and_where() {
    let table = table("fairground");
    let good = played(&table, 4, 35_000);
    // Another seed: the first hash on the way differs.
    let other = Recording { seed: 5, ..good.clone() };
    let replayed = recording::replay(&other, &table).unwrap();
    assert_eq!((replayed.same, replayed.first_difference), (false, Some(10_000)), "{}", replayed.message);
    assert_eq!(replayed.message, "another game: it differs between 0.000 s and 10.000 s");
    // Another score at the end only.
    let mut other = Recording { version: "0.0.9".to_owned(), ..good.clone() };
    other.hash ^= 1;
    let replayed = recording::replay(&other, &table).unwrap();
    assert_eq!((replayed.same, replayed.first_difference), (false, Some(35_000)));
    assert!(
        replayed.message.ends_with("between 30.000 s and 35.000 s; it was recorded by version 0.0.9 and this is 0.1.0"),
        "{}",
        replayed.message
    );
    let mut wrong = good;
    wrong.scores.push(7);
    assert!(!recording::replay(&wrong, &table).unwrap().same);
}

#[test]
fn a_player_goes_tick_by_tick() {
    let table = table("fairground");
    let recording = played(&table, 6, 3_000);
    let mut player = Player::new(recording.clone(), &table).unwrap();
    let mut count = 0;
    while player.tick() {
        count += 1;
        assert_eq!(player.game().ticks(), count);
        assert_eq!(player.is_over(), count == 3_000);
    }
    assert!(!player.tick() && player.game().ticks() == 3_000);
    assert!(player.replayed().same);
    let mut player = Player::new(recording, &table).unwrap();
    player.tick();
    assert_eq!((player.replayed().same, player.replayed().message.as_str()), (false, "the same game so far"));
}

#[test]
fn another_table_is_refused() {
    let (one, mut other) = (table("fairground"), table("kingfisher"));
    let recording = played(&one, 1, 10);
    let fault = recording::replay(&recording, &other).unwrap_err();
    assert!(fault.message.starts_with("it was recorded on another table, or on another version of it"), "{fault}");
    other = one.clone();
    other.bumpers[0].force = Some(carom_tables::Number(1.25));
    assert_ne!(table_hash(&one), table_hash(&other));
    assert!(recording.fits(&other).is_err());
    let old = Recording { physics: "2020.1".to_owned(), ..recording };
    assert!(old.fits(&one).unwrap_err().message.contains("the physics \"2020.1\""));
}

#[test]
fn what_is_cut_off_or_changed_is_refused() {
    let (json, link) = (odd().to_json(), odd().to_link());
    for end in 0..link.len() {
        assert!(Recording::parse(&link[..end]).is_err(), "cut at {end}");
    }
    for end in (0..json.len() - 2).filter(|end| json.is_char_boundary(*end)) {
        assert!(Recording::parse(&json[..end]).is_err(), "cut at {end}");
    }
    for at in 0..link.len() {
        let mut bytes = link.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        assert!(Recording::parse(core::str::from_utf8(&bytes).unwrap()).is_err(), "changed at {at}");
    }
    let edited = json.replace("[28, \"plunge\", false]", "[28, \"plunge\", true]");
    assert_ne!(edited, json);
    let fault = Recording::parse(&edited).unwrap_err();
    assert!(fault.message.starts_with("it was changed after it was saved"), "{fault}");
    let fault = Recording::parse(&link[..link.len() - 3]).unwrap_err();
    assert!(fault.message.contains("cut off") || fault.message.contains("end is missing"), "{fault}");
}

#[test]
fn what_is_no_recording_is_refused_with_the_reason() {
    let cases = [
        ("", "its end is missing"),
        ("hello world", "neither a file of one nor a link"),
        ("AAAAAAAAAAAA", "it begins otherwise"),
        ("{}", "missing field"),
        ("{\"carom_recording\": 1, \"more\": 2}", "unknown field"),
        ("[1, 2]", "neither a file of one nor a link"),
    ];
    for (text, reason) in cases {
        let fault = Recording::parse(text).unwrap_err();
        assert!(fault.message.contains(reason), "{text}: {fault}");
    }
}

#[test]
fn impossible_recordings_are_refused_though_their_checksum_is_right() {
    let press = |tick| Press { tick, button: Button::Left, down: true };
    let base = Recording { every: 100, ticks: 50, ..Recording::default() };
    let cases = [
        (Recording { ticks: u64::MAX, ..base.clone() }, "longer than 24 hours"),
        (Recording { ticks: 90_000_000, checks: vec![0; 900_000], ..base.clone() }, "longer than 24 hours"),
        (Recording { presses: vec![press(50)], ..base.clone() }, "after its end"),
        (Recording { presses: vec![press(1); MOST_PRESSES + 1], ..base.clone() }, "more than 1000000 presses"),
        (Recording { every: 0, ..base.clone() }, "hashes on the way"),
        (Recording { checks: vec![1], ..base.clone() }, "hashes on the way"),
        (Recording { scores: vec![1; 17], ..base.clone() }, "more than 16 players"),
        (Recording { table: "x".repeat(300), ..base }, "longer than 200 bytes"),
    ];
    for (recording, reason) in cases {
        let fault = Recording::parse(&recording.to_json()).unwrap_err();
        assert!(fault.message.contains(reason), "{fault}, not {reason}");
        assert!(Recording::parse(&recording.to_link()).is_err(), "{reason}");
    }
    let unordered = Recording { presses: vec![press(20), press(10)], every: 100, ticks: 50, ..Recording::default() };
    assert!(Recording::parse(&unordered.to_json()).unwrap_err().message.contains("not in order"));
}

#[test]
fn a_long_recording_is_read_quickly() {
    let presses = (0..MOST_PRESSES as u64).map(|k| Press {
        tick: k * 80,
        button: Button::ALL[(k % 9) as usize],
        down: k % 2 == 0,
    });
    let recording = Recording {
        presses: presses.collect(),
        ticks: 86_000_000,
        every: 10_000,
        checks: vec![7; 8_600],
        ..Recording::default()
    };
    assert_eq!(Recording::parse(&recording.to_link()).as_ref(), Ok(&recording));
    assert_eq!(Recording::parse(&recording.to_json()).as_ref(), Ok(&recording));
}

#[test]
fn nothing_that_is_read_does_harm() {
    let seconds = std::env::var("CAROM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let began = std::time::Instant::now();
    let mut luck = Stream::new(9, "links");
    let (json, link) = (odd().to_json(), odd().to_link());
    let mut tried = 0;
    while began.elapsed() < std::time::Duration::from_secs(seconds) {
        let base = if tried % 2 == 0 { &json } else { &link };
        let mut bytes = base.clone().into_bytes();
        for _ in 0..1 + luck.bits() % 5 {
            let at = (luck.bits() % bytes.len() as u64) as usize;
            match luck.bits() % 4 {
                0 => bytes[at] = luck.bits() as u8,
                1 => bytes.truncate(at + 1),
                2 => bytes[at] = bytes[(luck.bits() % bytes.len() as u64) as usize],
                _ => {
                    let copy: Vec<u8> = bytes[at..(at + 20).min(bytes.len())].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(recording) = Recording::parse(&text) {
            assert_eq!(recording, odd(), "{text}");
        }
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
}
