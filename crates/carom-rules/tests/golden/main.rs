//! Golden recordings: games on every built-in table, and on tables with driven parts and with a script, that must play again to the
//! last bit. `cargo xtask golden --bless` makes them anew, and says which have changed.
//!
//! The game that multiball and a jackpot were earned in is made by another program, which looks ahead: see `earned.rs`.

mod earned;

use carom::math::rng::Stream;
use carom_rules::recording::{KINDS, table_hash};
use carom_rules::{Button, Game, GameOptions, Player, Press, Recorder, Recording};
use carom_tables::{PHYSICS, Table, built_in};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hands {
    Autopilot,
    /// Buttons at random, every one of them, as a child would press them.
    Child,
    /// The same, and somebody who pushes the machine about.
    Rough,
}

/// A game that is kept: its file's name, its table, its seed, its length in seconds, who plays, and kinds of events that must be in it.
type Kept = (&'static str, &'static str, u64, u64, Hands, &'static [&'static str]);

const KEPT: &[Kept] = &[
    ("kingfisher-autopilot", "kingfisher", 1, 40, Hands::Autopilot, &["flipper hit", "hit", "score"]),
    ("kingfisher-child", "kingfisher", 2, 40, Hands::Child, &["flipper hit", "end of stroke"]),
    ("kingfisher-tilt", "kingfisher", 3, 30, Hands::Rough, &["tilt warning", "tilt"]),
    ("fairground-autopilot", "fairground", 4, 40, Hands::Autopilot, &["drained", "ejected", "hit"]),
    ("fairground-child", "fairground", 5, 40, Hands::Child, &["start of stroke"]),
    ("galton", "galton", 6, 20, Hands::Autopilot, &["balls meet"]),
    ("bench", "bench", 7, 20, Hands::Autopilot, &["balls meet"]),
    ("clockwork", "clockwork", 8, 40, Hands::Autopilot, &["flipper hit"]),
    ("mill", "mill", 3, 60, Hands::Autopilot, &["arrived"]),
    ("scripted", "scripted", 9, 40, Hands::Autopilot, &["words", "moment", "sound"]),
];

/// Adds to the fairground's own rules: multiball at the third hit of a bumper, words, sounds, numbers by chance, a timer.
const SCRIPT: &str = r#"
state.hits = 0;
fn left_bumper_hit(speed) { bump(speed); }
fn right_bumper_hit(speed) { bump(speed); }
fn bump(speed) {
    state.hits += 1;
    add_score(10 + (speed * 100.0).to_int());
    sound("bump");
    say(`hit ${state.hits}`);
    if state.hits % 3 == 0 { moment("jackpot"); set_timer("later", 0.7); }
}
on_timer("later", || add_score(random(1, 100)));
"#;

fn table(name: &str) -> Table {
    let text = match name {
        "clockwork" => include_str!("../../../carom-tables/tests/data/clockwork.toml").to_owned(),
        // The example of the page about placement.
        "mill" => {
            let page = include_str!("../../../../docs/placement.md");
            let (_, rest) = page.split_once("```toml\n").expect("an example");
            rest.split_once("```").expect("its end").0.to_owned()
        }
        "scripted" => {
            let fairground = built_in::find("fairground").unwrap().text;
            fairground.replace("[game]\n", &format!("[game]\nscript = '''{SCRIPT}'''\n"))
        }
        name => built_in::find(name).unwrap().text.to_owned(),
    };
    Table::load(&text).unwrap_or_else(|faults| panic!("{name}: {faults}")).0
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden")).join(format!("{name}.json"))
}

/// Plays the game and takes it down.
fn played(&(_, name, seed, seconds, hands, _): &Kept) -> Recording {
    let table = table(name);
    let options = GameOptions { seed, autopilot: hands == Hands::Autopilot };
    let mut game = Game::new(&table, options).unwrap();
    let mut recorder = Recorder::new(name, &table, options);
    let mut luck = Stream::new(seed, "hands");
    let mut down: Vec<Button> = Vec::new();
    for tick in 0..seconds * 1000 {
        let press = |button, down| Press { tick, button, down };
        let mut presses = Vec::new();
        match (hands, tick) {
            (Hands::Autopilot, _) => {}
            (_, 50 | 150) => presses.push(press(Button::Start, tick == 50)),
            (_, 1500 | 2400) => presses.push(press(Button::Plunge, tick == 1500)),
            (Hands::Rough, _) if tick > 3000 && tick % 137 == 0 => {
                presses.push(press(Button::ALL[4 + (luck.bits() % 3) as usize], (tick / 137) % 2 == 0));
            }
            _ if luck.unit() < 0.008 => {
                let button = Button::ALL[(luck.bits() % 9) as usize];
                if let Some(k) = down.iter().position(|other| *other == button) {
                    down.swap_remove(k);
                    presses.push(press(button, false));
                } else {
                    down.push(button);
                    presses.push(press(button, true));
                }
            }
            _ => {}
        }
        for press in presses {
            recorder.note(Press { tick: game.press(press), ..press });
        }
        game.tick();
        recorder.ticked(&game);
    }
    recorder.finish(&game).unwrap()
}

/// What a recording came to, in a line.
fn summary(recording: &Recording) -> String {
    let Recording { physics, scores, hash, events, .. } = recording;
    format!("physics {physics}, scores {scores:?}, {} events, state {hash:016x}", events.len())
}

/// `yes` when recordings are to be made anew; `raised` when the version of the physics has been raised for that already.
fn blessing() -> Option<String> {
    std::env::var("CAROM_BLESS").ok().filter(|word| !word.is_empty())
}

#[test]
fn every_golden_recording_plays_again_to_the_last_bit() {
    let blessing = blessing();
    for kept in KEPT {
        let name = kept.0;
        let text = std::fs::read_to_string(path(name)).ok();
        let Some(blessing) = &blessing else {
            replays(kept, &text.unwrap_or_else(|| panic!("{name}: run `cargo xtask golden --bless`")));
            continue;
        };
        let new = played(kept);
        match text.as_deref().map(Recording::parse) {
            Some(Ok(old)) if old == new => continue,
            Some(Ok(old)) => {
                // The same table, the same physics, another game: recordings that people have would differ, too.
                let is_silent =
                    old.physics == PHYSICS && old.table_hash == new.table_hash && old.presses == new.presses;
                assert!(
                    !is_silent || blessing == "raised",
                    "{name}: another game under the physics {PHYSICS}: `cargo xtask golden --bless` raises its version"
                );
                eprintln!("changed: {name}\n  was {}\n  now {}", summary(&old), summary(&new));
            }
            Some(Err(fault)) => eprintln!("changed: {name}\n  was unreadable: {fault}\n  now {}", summary(&new)),
            None => eprintln!("new: {name}\n  {}", summary(&new)),
        }
        std::fs::write(path(name), new.to_json()).unwrap();
    }
    if blessing.is_some() {
        press_again();
    }
}

/// The game that was planned: the same presses, taken down anew. Where they no longer earn anything, it is planned anew.
fn press_again() {
    let (name, text) = ("kingfisher-earned", include_str!("kingfisher-earned.json"));
    let old = Recording::parse(text).unwrap();
    let table = table("kingfisher");
    let options = GameOptions { seed: old.seed, autopilot: false };
    let (mut game, mut recorder) = (Game::new(&table, options).unwrap(), Recorder::new("kingfisher", &table, options));
    for press in &old.presses {
        recorder.note(Press { tick: game.press(*press), ..*press });
    }
    for _ in 0..old.ticks {
        game.tick();
        recorder.ticked(&game);
    }
    let new = recorder.finish(&game).unwrap();
    if new != old {
        eprintln!("changed: {name}\n  was {}\n  now {}", summary(&old), summary(&new));
        std::fs::write(path(name), new.to_json()).unwrap();
    }
}

fn replays(&(name, on, .., must): &Kept, text: &str) {
    let recording = Recording::parse(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let table = table(on);
    assert_eq!(
        (recording.physics.as_str(), recording.table_hash),
        (PHYSICS, table_hash(&table)),
        "{name}: the physics or the table have changed: run `cargo xtask golden --bless`"
    );
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    recording.events.iter().for_each(|event| *counts.entry(KINDS[usize::from(event.kind)]).or_default() += 1);
    for kind in must {
        assert!(counts.contains_key(kind), "{name}: no {kind} in it: {counts:?}");
    }
    let mut player = Player::new(recording, &table).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    while player.tick() {}
    let replayed = player.replayed();
    assert!(replayed.same, "{name}: {}\n{:#?}", replayed.message, replayed.difference);
}

#[test]
fn every_built_in_table_has_a_golden_recording() {
    for table in built_in::ALL {
        assert!(KEPT.iter().any(|kept| kept.1 == table.name), "{}", table.name);
    }
}
