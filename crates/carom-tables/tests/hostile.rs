//! Damaged and hostile files give faults, never a panic, and never take long.

use carom::math::rng::Stream;
use carom_tables::Table;
use std::time::{Duration, Instant};

const SEEDS: [&str; 2] = [include_str!("../../../docs/file-format.md"), WHOLE];

/// One of everything.
const WHOLE: &str = r#"carom = 1
physics = "2026.1"
units = "vp"
name = "one of everything"
[playfield]
width = 952
length = 2162
[materials.soft]
curve = [[0, 0.9], [2, 0.4]]
[[wall]]
name = "w"
outline = [[10, 10], { at = [80, 10], slingshot = true }, { at = [80, 90], smooth = true }, { at = [5, 90], arc = 200 }]
material = "soft"
[[wall]]
outline = "M 300 300 C 320 320 380 320 400 300 L 400 400 A 60 30 10 0 1 300 400 Z"
[[ramp]]
name = "r"
path = [[300, 1500], [300, 1200, 10], { at = [350, 900], smooth = true }]
[[rubber]]
outline = [[500, 500], [600, 500], [550, 560]]
[[post]]
at = [700, 700]
on = "w"
[[mesh]]
points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
triangles = [[0, 1, 2], [0, 3, 1]]
scale = [50, 50, 50]
at = [700, 900, 0]
[[collider]]
shape = "capsule"
points = [[800, 800, 10], [850, 820, 10]]
radius = 4
[[flipper]]
name = "f"
at = [300, 1900]
[[plunger]]
name = "p"
at = [900, 2100]
[[gate]]
at = [200, 200]
[[spinner]]
at = [200, 400]
[[bumper]]
at = [450, 700]
[[kicker]]
name = "k"
at = [450, 900]
[[trigger]]
at = [120, 900]
[[target]]
at = [700, 400]
[[magnet]]
at = [600, 1200]
[[turntable]]
at = [600, 1400]
[[trough]]
drain = [470, 2100]
exit = [900, 1900]
[[ball]]
at = [470, 1000]
velocity = [0.1, 0.2, 0]
[[input]]
time = 0.5
action = "press"
part = "f"
"#;

#[test]
fn the_whole_file_is_sound() {
    let (table, mut machine) = Table::load(WHOLE).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(table.counts().iter().all(|(_, count)| *count > 0), "{:?}", table.counts());
    machine.advance(0.2).unwrap();
    assert_eq!(machine.balls().count(), 1);
}

/// A text with some of its bytes, lines or numbers changed.
fn mutated(text: &str, dice: &mut Stream) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.bits() % 4 {
        let at = (dice.bits() % bytes.len().max(1) as u64) as usize;
        match dice.bits() % 16 {
            0 => bytes.truncate(at),
            1 => bytes[at] = (dice.bits() % 128) as u8,
            2 => bytes.insert(at.min(bytes.len()), b"[]{}=\"',.-\n#0e"[(dice.bits() % 14) as usize]),
            7.. => {
                // A number becomes another one, mostly a sane one.
                let odd =
                    ["1e400", "-1", "0", "nan", "inf", "1e18", "-0.0", "99999999999999999999", "1e-320", "true", "[]"];
                let start = (at..bytes.len()).find(|&k| bytes[k].is_ascii_digit());
                if let Some(start) = start {
                    let end = (start..bytes.len()).find(|&k| !bytes[k].is_ascii_digit()).unwrap_or(bytes.len());
                    let sane = format!("{}", dice.between(0.0, 1000.0).round());
                    let odd = odd[(dice.bits() % odd.len() as u64) as usize];
                    bytes.splice(start..end, if dice.bits().is_multiple_of(4) { odd.bytes() } else { sane.bytes() });
                }
            }
            4 => {
                let end = (at + (dice.bits() % 80) as usize).min(bytes.len());
                let piece = bytes[at.min(end)..end].to_vec();
                let to = (dice.bits() % (bytes.len().max(1) as u64)) as usize;
                bytes.splice(to.min(bytes.len())..to.min(bytes.len()), piece);
            }
            5 => {
                let end = (at + (dice.bits() % 40) as usize).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
            3 | 6 => bytes.extend_from_slice(b"\n[[wall]]\noutline = []\n"),
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `CAROM_FUZZ_SECONDS=600 cargo test --release -p carom-tables --test hostile` goes on for ten minutes; by itself a
/// fixed number of files is tried.
#[test]
fn damaged_files_give_faults_and_no_panic() {
    let seconds = std::env::var("CAROM_FUZZ_SECONDS").ok().and_then(|word| word.parse::<u64>().ok());
    let start = Instant::now();
    let (mut tried, mut sound, mut slowest) = (0_u64, 0_u64, Duration::ZERO);
    loop {
        let enough = seconds.map_or(tried >= 1500, |seconds| start.elapsed() >= Duration::from_secs(seconds));
        if enough {
            break;
        }
        let mut dice = Stream::new(tried, "damage");
        let seed = SEEDS[1 - usize::from(tried.is_multiple_of(16))];
        let text = mutated(seed, &mut dice);
        let clock = Instant::now();
        match Table::load(&text) {
            Ok((_, mut machine)) => {
                sound += 1;
                for _ in 0..20 {
                    machine.tick();
                }
                let finite = machine.balls().all(|ball| machine.position(ball).is_finite());
                assert!(finite, "case {tried}");
            }
            Err(faults) => assert!(!faults.list().is_empty() && !faults.to_string().is_empty(), "case {tried}"),
        }
        slowest = slowest.max(clock.elapsed());
        tried += 1;
    }
    println!("{tried} files, {sound} of them sound, slowest {slowest:?}");
    assert!(sound * 50 > tried, "most changes are small: {sound} of {tried} files are still sound");
}

#[test]
fn deep_and_long_files_are_refused_or_read_in_time() {
    let deep = format!("carom = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Table::parse(&deep).is_err());
    let tables = format!("carom = 1\n{}", "[a.a.a.a.a.a.a.a.a.a.a]\n".repeat(1000));
    assert!(Table::parse(&tables).is_err());
    let strangers: String = (0..20_000).map(|k| format!("stranger_{k} = 1\n")).collect();
    assert!(Table::parse(&strangers).unwrap_err().list().len() > 20_000);
    let many: String = (0..3000).map(|k| format!("[[post]]\nat = [{}, {}]\n", k % 60 * 8, k / 60 * 20)).collect();
    let head = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n";
    assert_eq!(Table::parse(&format!("{head}{many}")).unwrap().posts.len(), 3000);
}

/// Guessing what was meant took a minute where 5000 inputs named parts that are not among 5000, and grew with the square.
#[test]
fn very_many_names_that_are_not_there_are_told_of_in_time() {
    const MANY: usize = 4000;
    let list = |one: &dyn Fn(usize) -> String| (0..MANY).map(one).collect::<String>();
    let walls = list(&|k| format!("[[wall]]\nname = \"wall{k}\"\noutline = [[{k}, 0], [{k}, 1], [{}, 0]]\n", k + 1));
    let materials = list(&|k| format!("[materials.stuff{k}]\nelasticity = 0.1\n"));
    let on = list(&|k| format!("[[post]]\nat = [{k}, 9]\non = \"ghost{k}\"\n"));
    let of = list(&|k| format!("[[post]]\nat = [{k}, 9]\nmaterial = \"ghost{k}\"\n"));
    let to = list(&|k| format!("[[input]]\ntime = 0\naction = \"disable\"\npart = \"ghost{k}\"\n"));
    let unread = list(&|k| format!("[[wall]]\nname = \"w{k}\"\noutlin = [[0, 0]]\n"));
    let head = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n";
    let files = [[&walls, &on], [&materials, &of], [&walls, &to], [&unread, &on]];
    for (number, [first, second]) in files.iter().enumerate() {
        let start = Instant::now();
        let faults = Table::load(&format!("{head}{first}{second}")).unwrap_err();
        assert!(faults.list().len() >= MANY, "file {number}: every fault is told of");
        assert!(start.elapsed() < Duration::from_secs(10), "file {number} took {:?}", start.elapsed());
    }
    // The first names get their guess all the same.
    let near = format!("{head}{walls}[[post]]\nat = [1, 9]\non = \"wal7\"\n");
    assert!(Table::load(&near).unwrap_err().to_string().contains("did you mean \"wall7\"?"));
}
