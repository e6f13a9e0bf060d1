//! Recorded games: written, read, refused, played again.

use carom::math::rng::Stream;
use carom_rules::recording::{self, KINDS, MOST_PRESSES, Noted, table_hash};
use carom_rules::{Button, Game, GameOptions, Player, Press, Recorder, Recording, Setup};
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
        events: (0..300).map(odd_event).collect(),
        events_until: 999_999,
    }
}

fn odd_event(k: u64) -> Noted {
    Noted {
        time: k * k * 2_999,
        kind: (k % KINDS.len() as u64) as u8,
        part: (!k.is_multiple_of(5)).then_some((k * 7) as u32),
        ball: (!k.is_multiple_of(3)).then_some((k % 4) as u32),
        amount: (k as i64 - 100) * 1_001,
        digest: (k * 40_503) as u16,
    }
}

#[test]
fn a_recording_is_the_same_after_writing_and_reading() {
    for recording in [odd(), Recording { every: 1, ..Recording::default() }] {
        assert_eq!(Recording::parse(&recording.to_json()).as_ref(), Ok(&recording));
        let link = recording.to_link();
        let recording = recording.without_events(); // A link is to be short.
        assert_eq!(Recording::parse(&link).as_ref(), Ok(&recording));
        assert!(link.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{link}");
        let address = format!("http://127.0.0.1:8000/?table=x#replay={link}\n");
        assert_eq!(Recording::parse(&address).as_ref(), Ok(&recording));
    }
}

#[test]
fn the_file_can_be_read_by_a_person() {
    let text = odd().to_json();
    assert!(
        text.contains("\n    [7, \"right\", false, \"") && text.contains("\n    [28, \"plunge\", false, \""),
        "{text}"
    );
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

/// A file keeps what happened, and stays small: the presses of a frantic player take more of it than the events.
#[test]
fn a_file_is_small() {
    let recording = played(&table("fairground"), 3, 60_000);
    let (all, events) = (recording.to_json().len(), recording.events.len());
    let of_events = all - recording.clone().without_events().to_json().len();
    println!("{all} bytes a minute, {of_events} of them for {events} events");
    assert!(events > 100, "{events}");
    assert!(of_events < 16 * events, "{of_events} bytes for {events} events");
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
    let good = played(&table, 4, 35_000).without_events();
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

/// The fuzz target `recording` found it: a recording of no ticks whose hash is not the game's. Where it differs was told as the time
/// since the check before tick 0, and there is none: the subtraction ran over.
#[test]
fn a_recording_of_no_ticks_may_differ_too() {
    let table = table("fairground");
    let good = played(&table, 3, 0);
    assert!(recording::replay(&good, &table).unwrap().same, "a game of no ticks is a game");
    let bad = Recording { hash: good.hash ^ 1, ..good };
    let replayed = recording::replay(&bad, &table).unwrap();
    assert_eq!((replayed.same, replayed.first_difference), (false, Some(0)));
    assert_eq!(replayed.message, "another game: it differs from the start");
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
    let fault = |physics: &str| {
        let other = Recording { physics: physics.to_owned(), ..recording.clone() };
        other.fits(&one).unwrap_err().message
    };
    assert_eq!(
        fault("2020.1"),
        format!(
            "it was recorded by Carom 0.1.0 with the physics \"2020.1\", which an older Carom had; this one has \"{PHYSICS}\", and \
             the balls would go other ways: play it with the Carom that recorded it"
        )
    );
    assert!(fault("2031.1").contains("which a newer Carom has"), "{}", fault("2031.1"));
    // Whoever wants to see where the games part may.
    let old = Recording { physics: "2020.1".to_owned(), ..recording };
    assert!(Player::new(old.clone(), &one).is_err());
    let mut player = Player::anyway(old, &one).unwrap();
    while player.tick() {}
    assert!(player.replayed().same, "the laws of 2020 are those of today");
}

/// A file of the first form had no events and one checksum. It is read; that its physics is not this one's is another matter.
#[test]
fn a_file_of_the_first_form_is_read() {
    let text = include_str!("data/first-form.json");
    let recording = Recording::parse(text).unwrap();
    assert_eq!((recording.ticks, recording.scores.as_slice(), recording.events.len()), (95_469, &[277_955][..], 0));
    let fault = recording.fits(&table("kingfisher")).unwrap_err();
    assert!(fault.message.contains("the physics \"2026.1\", which an older Carom had"), "{fault}");
    let edited = text.replace("[1900, \"plunge\", false]", "[1901, \"plunge\", false]");
    assert!(Recording::parse(&edited).unwrap_err().message.starts_with("it was changed after it was saved"));
}

/// The events of a recording played with these presses, and of the same played by a game alone: what must be found.
fn events_of(recording: &Recording, table: &Table) -> Vec<Noted> {
    let options = GameOptions { seed: recording.seed, autopilot: false };
    let mut game = Game::new(table, options).unwrap();
    let mut recorder = Recorder::new("fairground", table, options);
    for press in &recording.presses {
        game.press(*press);
    }
    for _ in 0..recording.ticks {
        game.tick();
        recorder.ticked(&game);
    }
    recorder.finish(&game).unwrap().events
}

#[test]
fn a_press_that_is_moved_by_a_millisecond_is_reported_at_the_first_event_that_differs() {
    let table = table("fairground");
    let good = played(&table, 12, 20_000);
    assert_eq!(good.events, events_of(&good, &table), "a recorder tells what a game does");
    let (mut tried, mut kinds) = (0, std::collections::BTreeSet::new());
    for k in (0..good.presses.len()).step_by(7) {
        let mut moved = good.clone();
        moved.presses[k].tick += 1;
        if moved.presses.get(k + 1).is_some_and(|next| next.tick < moved.presses[k].tick) {
            continue;
        }
        let expected = events_of(&moved, &table);
        let most = good.events.len().max(expected.len());
        let first = (0..most).find(|&n| good.events.get(n) != expected.get(n));
        let replayed = recording::replay(&moved, &table).unwrap();
        let Some(first) = first else {
            // A button that does nothing at that moment.
            assert!(replayed.difference.is_none(), "{}", replayed.message);
            continue;
        };
        let difference = replayed.difference.unwrap_or_else(|| panic!("press {k}: {}", replayed.message));
        assert_eq!(difference.event, first, "press {k}: {difference:?}");
        let time = |event: Option<&Noted>| event.map(|event| event.time as f64 * 1e-6);
        assert_eq!(difference.recorded.as_ref().map(|event| event.time), time(good.events.get(first)));
        if let Some(now) = &difference.now {
            assert_eq!(Some(now.time), time(expected.get(first)));
            kinds.insert(now.what);
        }
        assert!(!replayed.same && replayed.message.contains(&format!("event {} differs, at ", first + 1)));
        // Never before the press itself, and seen within the two milliseconds that an event may be late.
        let tick = replayed.first_difference.unwrap();
        assert!(tick > good.presses[k].tick, "press at {}, seen at {tick}", good.presses[k].tick);
        tried += 1;
    }
    assert!(tried >= 5 && kinds.len() >= 2, "{tried} {kinds:?}");
}

#[test]
fn how_an_event_differs_is_said() {
    let table = table("fairground");
    let good = played(&table, 12, 20_000);
    let with = |change: &dyn Fn(&mut Vec<Noted>)| {
        let mut events = good.events.clone();
        change(&mut events);
        recording::replay(&Recording { events, ..good.clone() }, &table).unwrap()
    };
    let hit = good.events.iter().position(|event| KINDS[usize::from(event.kind)] == "hit").unwrap();
    let how = |change: &dyn Fn(&mut Vec<Noted>)| with(change).difference.unwrap().how;
    assert_eq!(how(&|events| events[hit].time += 5), "the same event at another time");
    assert_eq!(how(&|events| events[hit].amount += 5), "the same event with another strength");
    assert_eq!(how(&|events| events[hit].kind += 1), "another event");
    assert!(how(&|events| events[hit].digest ^= 1).starts_with("it looks the same, but bits of it"));
    assert_eq!(how(&|events| events.truncate(hit)), "nothing was recorded there");
    let late = Noted { time: 19_000_000, ..good.events[hit] };
    let last = good.events.iter().position(|event| event.time > 18_990_000).unwrap_or(good.events.len());
    let replayed = with(&|events| events.insert(last, late));
    assert_eq!(replayed.difference.as_ref().map(|difference| difference.event), Some(last), "{}", replayed.message);
    let told = with(&|events| events[hit].time += 5).difference.unwrap();
    let (recorded, now) = (told.recorded.unwrap(), told.now.unwrap());
    assert_eq!((recorded.what, recorded.part.as_deref()), (now.what, now.part.as_deref()));
    assert!(now.part.is_some() && now.speed.unwrap() > 0.0 && now.text.contains(" s: hit, "), "{now:?}");
}

#[test]
fn events_beyond_the_most_are_left_out_and_the_rest_is_still_compared() {
    let table = table("fairground");
    let good = played(&table, 12, 20_000);
    let mut cut = good.clone();
    (cut.events_until, _) = (12_000, cut.events.retain(|event| event.time < 12_000_000));
    assert!(cut.events.len() < good.events.len());
    assert!(recording::replay(&cut, &table).unwrap().same);
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
    // Whatever of its last letters is left: one alone means nothing, two or three are some bytes.
    for end in link.len() - 4..link.len() {
        let fault = Recording::parse(&link[..end]).unwrap_err();
        let place = format!("after letter {end}");
        assert!(fault.message.contains("its end is missing") && fault.message.contains(&place), "{fault}");
    }
    let fault = Recording::parse(&json[..json.len() / 2]).unwrap_err();
    let line = json[..json.len() / 2].lines().count();
    assert!(fault.message.starts_with(&format!("it is cut off: it ends at line {line}, ")), "{fault}");
}

#[test]
fn an_edited_file_says_in_which_line() {
    let json = odd().to_json();
    let lines: Vec<&str> = json.lines().collect();
    let fault = |lines: &[String]| Recording::parse(&lines.join("\n")).unwrap_err().message;
    let owned: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let (mut named, mut by_chance) = (0, 0);
    for (k, line) in lines.iter().enumerate() {
        let mut edited = owned.clone();
        if line.contains(", true, \"") || line.contains(", false, \"") {
            // A press: another moment, another button, taken out.
            let (tick, rest) = line.trim_start().trim_start_matches('[').split_once(',').unwrap();
            edited[k] = format!("    [{},{rest}", tick.parse::<u64>().unwrap() + 1);
            assert!(fault(&edited).contains(&format!("in line {} (byte ", k + 1)), "{line}: {}", fault(&edited));
            edited.remove(k);
            if !line.ends_with(']') {
                // The check of a line has 16 bits: one in 65,536 follows by chance from another line, and the one after it is named.
                let said = fault(&edited);
                let names = |line: usize| said.contains(&format!("in line {line} (byte "));
                assert!(names(k + 1) || names(k + 2), "{line}: {said}");
                by_chance += usize::from(!names(k + 1));
            }
            named += 1;
        } else if line.len() > 400 && line.starts_with("    \"") {
            let letter = if &line[100..101] == "A" { "B" } else { "A" };
            edited[k].replace_range(100..101, letter);
            assert!(fault(&edited).contains(&format!("in line {} (byte ", k + 1)), "{}", fault(&edited));
            named += 1;
        } else if line.contains("\"autopilot\"") || line.contains("\"ticks\"") || line.contains("\"scores\"") {
            edited[k] = line.replacen("true", "false", 1).replacen(": 1", ": 2", 1).replacen("[0,", "[3,", 1);
            assert_ne!(edited[k], *line);
            assert!(fault(&edited).contains("in one of the lines 2 to 15: "), "{}", fault(&edited));
            named += 1;
        }
    }
    assert!(named > 200 && by_chance < 3, "{named}, {by_chance}");
    let end = json.replace(&format!("{}\n}}", lines[lines.len() - 2]), "  \"end\": \"00000000\"\n}");
    assert!(Recording::parse(&end).unwrap_err().message.contains("the checksum at the end"), "{end}");
    // Written by another program in another way, it is still the same recording.
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(Recording::parse(&value.to_string()), Ok(odd()));
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
            assert!(recording == odd() || recording == odd().without_events(), "{text}");
        }
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn games_from_one_setup_are_those_set_up_alone_and_recordings_know_it() {
    for name in ["fairground", "kingfisher"] {
        let table = table(name);
        let setup = Setup::new(&table).unwrap();
        assert_eq!(setup.table_hash(), table_hash(&table), "{name}");
        for (seed, autopilot) in [(1, true), (2, true), (3, false)] {
            let options = GameOptions { seed, autopilot };
            let (mut one, mut other) = (setup.game(options), Game::new(&table, options).unwrap());
            let mut recorder = Recorder::on(name, &setup, options);
            for tick in 0..4000 {
                if tick == 3 {
                    let press = Press { tick, button: Button::Start, down: true };
                    recorder.note(Press { tick: one.press(press), ..press });
                    other.press(press);
                }
                one.tick();
                other.tick();
                recorder.ticked(&one);
            }
            assert_eq!(one.hash(), other.hash(), "{name}, seed {seed}");
            let mut player = Player::on(recorder.finish(&one).unwrap(), &setup).unwrap();
            while player.tick() {}
            assert!(player.replayed().same, "{name}, seed {seed}: {}", player.replayed().message);
        }
    }
}

#[test]
fn a_table_without_rules_is_known_by_the_same_number_set_up() {
    let head = format!("carom = 2\nphysics = \"{PHYSICS}\"\nunits = \"mm\"\n");
    let text = "[[flipper]]\nname = \"bat\"\nat = [150, 905]\n[[input]]\ntime = 1.0\naction = \"on\"\npart = \"bat\"\n";
    let table = Table::parse(&(head + text)).unwrap();
    assert!(!table.inputs.is_empty(), "it shows itself");
    assert_eq!(Setup::new(&table).unwrap().table_hash(), table_hash(&table));
}
