//! Scripts made by chance out of good ones: whatever is in them, nothing panics, and two runs do the same.

mod common;

use carom::math::rng::Stream;
use carom_rules::{Act, Button, Occurrence};
use common::Bench;
use std::time::{Duration, Instant};

/// Scripts to begin with, and words to put into them.
const CORPUS: &[&str] = &[
    "state.hits = 0; fn target1_hit(speed) { state.hits += 1; add_score(100 * state.hits); if state.hits % 3 == 0 { light(\"lamp1\"); } }",
    "const P = 50; on_hit([\"target1\", \"target2\"], |speed, name| { let a = [1, 2, 3]; for k in a { add_score(k * P); } say(name); });",
    "fn help(n) { if n <= 1 { 1 } else { n * help(n - 1) } } fn target1_hit() { add_score(help(5)); set_timer(\"a\", 1.5); } fn timer_a() { unlight(\"lamp2\"); }",
    "state.map = #{}; fn target1_hit() { state.map[`k${random(5)}`] = time(); let m = state.map; for k in m.keys() { sound(k); } }",
    "fn target1_hit() { try { throw #{ a: [1, \"x\"] }; } catch (e) { debug(e); } switch random(4) { 0 => kick(\"saucer\"), 1..3 => pulse(\"left\"), _ => extra_ball() } }",
    "fn key_down(b) { let t = \"\"; while t.len() < 100 { t += b; } hint(t.sub_string(0, 20)); let s = t.split(\"e\"); s.sort(); s.reverse(); print(s); }",
    "state.l = []; fn target1_hit() { state.l.push(score()); let t = state.l.map(|x| x / 2).filter(|x| x > 3).reduce(|a, b| a + b, 0); say(`${t}`); loop { break; } do { continue; } until true; }",
];
const WORDS: &[&str] = &[
    "loop {",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "fn ",
    "|x|",
    "state",
    "state.x",
    "= ",
    "+= ",
    "-9223372036854775808",
    "1e308",
    "0.0",
    "\"",
    "`${",
    "throw ",
    "return ",
    "this",
    "Fn(\"target1_hit\")",
    ".call()",
    ".curry(1)",
    "let a = ",
    "const ",
    "if ",
    "else ",
    "while ",
    "for k in ",
    "0..",
    "..=",
    "#{",
    "a:",
    "try {",
    "} catch",
    "switch ",
    "=>",
    "||",
    "&&",
    "??",
    "?.",
    "!",
    "import",
    "eval",
    "on_hit(",
    "add_score(",
    "random(0)",
    ".pad(99, 0)",
    "blob()",
    ".splice(0, 1, [])",
    ".drain(|x| true)",
    ".chop(-1)",
    ".extract(-5..9)",
    "[-1]",
    "[1..]",
    "9999999999",
    "is_def_fn(\"a\", 1)",
    "type_of(",
    ".tag",
    "state.remove(\"hits\")",
    "'\\u{1F600}'",
    "/*",
    "//",
    "\n",
    "$",
    "@",
    "0x",
    "0b1_",
    "1_000",
];

/// Lines that can stand in any function.
const LINES: &[&str] = &[
    "let a = [1, 2, 3]; a.splice(-1, 5, a); a.drain(|x| x > 1); a.extract(-5..9); a.chop(-1); a.truncate(-3); say(`${a}`);",
    "let a = [3, 1, 2]; a.sort(|x, y| y - x); a.shift(); a.insert(-9, 1); a.remove(99); a.pad(-5, 0); a.retain(|x, k| k > 0); a[-1] = 7;",
    "let a = [[1, [2]], #{b: [3]}]; a[0][1][0] += 1; a[1].b.push(a); a == a; a.contains(#{b: []}); a.dedup(|x, y| true);",
    "let m = #{a: 1, b: #{c: 2}}; m.b.c += 1; m += #{a: ()}; m.mixin(#{z: 1}); m.fill_with(#{q: 0}); m.remove(\"a\"); m.clear(); m.x.y = 1;",
    "let t = \"a\u{1F600}bc\"; t.crop(-2, 9); t.set(1, 'x'); t.pad(9, \"yz\"); t.remove(\"x\"); t += 'c'; t[0] = 'z'; t[-1]; t[0..2]; t.bits;",
    "let t = \"a,b,c\"; t.split(1); t.split(-1); t.split(\"\"); t.replace(\"\", \"x\"); t.trim(); t.to_upper(); t -= \"b\"; t.sub_string(-9, 99); t.index_of('z', -3);",
    "let x = -9223372036854775807 - 1; x.abs(); -x; x / -1; x % -1; x << 99; x >> -1; x - 1;",
    "let x = 1e308 * 10.0; x - x; to_int(x - x); x % 0.0; floor(x); add_score(x);",
    "for k in range(5, 0, -1) { continue; } for k in range(0, 10, 0) { break; } for (v, k) in [1, 2] { state[`v${v}`] = k; }",
    "for c in \"abc\" { say(`${c}`); } for b in 5.bits() { break; } for k in range(0.0, 1.0, 0.1) { add_bonus(1); }",
    "let f = |x| x * 2; f.call(2); f.curry(1).call(); let g = Fn(\"abs\"); g.call(-1); call(f, 3); f.call(); type_of(f); say(`${f}`);",
    "state.v = [1]; state.v[0] += 1; state.v += [2]; state.v.clear(); state.w = #{}; state.w.a = state.v; state.remove(\"v\"); state.len();",
    "let s = state; s.q = 1; s[\"q\"] += 1; \"q\" in s; s.contains(\"z\"); state == s; type_of(state); say(`${state}`);",
    "switch time() { 0.0..9.0 => say(\"a\"), 5 if true => say(\"b\"), _ => throw 3 }",
    "let v = if score() > 5 { 1 } else { \"x\" }; let w = loop { break 5; }; let u = { let z = 3; z }; v += w; return u;",
    "try { throw; } catch (e) { try { e.x.y.z(); } catch { } } throw [1, #{a: 2}];",
    "loop { state.n = random(10); if state.n == 11 { break; } }",
    "light(`lamp${random(4)}`, \"blink\"); kick(\"sau\" + \"cer\", random(720), random() * 30.0); multiball(random(40)); set_timer(`t${random(999)}`, random(99));",
    "let t = \"x\"; while true { t += t; }",
    "let q = ['a', 1, 2.5, \"s\", true, (), [1], #{}]; q.sort(); q.index_of(2.5); q.reverse(); debug(q); print(q); q.to_string(); q.for_each(|i| this = i); q.order();",
    "is_def_fn(\"target1_hit\", 0); is_def_var(\"state\"); 1 in [1]; 'a' in \"abc\"; 5 in 1..9; () ?? 3; #{}?.a?.b; let n = (); n?.x;",
    "this; this.x = 1; let b = 0xff & 0b1010 | 1 ^ 3; !true || false && true; let c = 'a'.to_int(); c.to_hex(); c.parse_int();",
];

/// A good script with odd lines in it.
fn extended(luck: &mut Stream) -> String {
    let pick = |luck: &mut Stream, below: usize| (luck.bits() % below.max(1) as u64) as usize;
    let base = CORPUS[pick(luck, CORPUS.len())];
    let places: Vec<usize> = base.match_indices("{ ").map(|(at, _)| at + 2).collect();
    let at = places[pick(luck, places.len())];
    let mut lines = String::new();
    for _ in 0..1 + pick(luck, 3) {
        // Parts of a line, each at least a statement.
        let parts: Vec<&str> = LINES[pick(luck, LINES.len())].split_inclusive("; ").collect();
        let first = if pick(luck, 2) == 0 { 0 } else { pick(luck, parts.len()) };
        lines.extend(parts[first..].iter().copied());
        lines += "; ";
    }
    format!("{}{lines}{}", &base[..at], &base[at..])
}

fn changed(luck: &mut Stream) -> String {
    let pick = |luck: &mut Stream, below: usize| (luck.bits() % below.max(1) as u64) as usize;
    let mut text: Vec<char> = CORPUS[pick(luck, CORPUS.len())].chars().collect();
    for _ in 0..1 + pick(luck, 6) {
        let at = pick(luck, text.len() + 1);
        match pick(luck, 5) {
            0 => {
                let end = (at + pick(luck, 12)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let end = (at + pick(luck, 60)).min(text.len());
                let copy: Vec<char> = text[at..end].to_vec();
                let to = pick(luck, text.len() + 1);
                text.splice(to..to, copy);
            }
            2 => {
                let other: Vec<char> = CORPUS[pick(luck, CORPUS.len())].chars().collect();
                let from = pick(luck, other.len());
                let end = (from + pick(luck, 80)).min(other.len());
                text.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                text.splice(at..at, WORDS[pick(luck, WORDS.len())].chars());
            }
        }
    }
    text.into_iter().collect()
}

/// What a script does in a little game: acts and faults, in words.
fn played(text: &str) -> Result<(String, u64), String> {
    let mut bench = Bench::try_new(text).map_err(|fault| fault.to_string())?;
    let mut all = String::new();
    let occurrences = [
        bench.a_hit("target1"),
        bench.a_hit("target2"),
        Occurrence::Button(Button::Left, true),
        Occurrence::Timer("a".to_owned()),
    ];
    for k in 0..8 {
        bench.tick += 100;
        let mut acts: Vec<Act> = Vec::new();
        let done =
            bench.script.hear(&occurrences[k % occurrences.len()], &bench.board, &bench.machine, bench.tick, &mut acts);
        acts.truncate(20);
        all += &format!("{acts:?} {done:?}\n");
        assert!(!all.contains("the interpreter failed"), "{text}");
    }
    Ok((all, bench.script.hash()))
}

#[test]
fn no_script_does_harm_and_all_do_the_same_twice() {
    let seconds = std::env::var("CAROM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let (began, mut luck) = (
        Instant::now(),
        Stream::new(std::env::var("CAROM_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1), "scripts"),
    );
    let (mut tried, mut ran, mut slowest) = (0, 0, Duration::ZERO);
    for text in CORPUS {
        played(text).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    }
    while began.elapsed() < Duration::from_secs(seconds) {
        let text = if tried % 2 == 0 { changed(&mut luck) } else { extended(&mut luck) };
        let start = Instant::now();
        let once = played(&text);
        slowest = slowest.max(start.elapsed());
        assert_eq!(once, played(&text), "{text}");
        tried += 1;
        ran += u32::from(once.is_ok());
    }
    println!("{tried} scripts, {ran} of them ran, the slowest took {slowest:?}");
    assert!(ran > tried / 20 && slowest < Duration::from_secs(10), "{ran} of {tried}, {slowest:?}");
}
