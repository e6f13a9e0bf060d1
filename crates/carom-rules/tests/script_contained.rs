//! Scripts that go wrong are stopped, told with their line, and do not harm the game.

mod common;

use carom_rules::script::{ScriptFault, limits};
use carom_rules::{Act, Occurrence};
use common::Bench;
use std::thread;
use std::time::{Duration, Instant};

/// The fault of a script whose third line goes wrong when `target1` is hit; another handler still works afterwards.
fn contained(line: &str) -> ScriptFault {
    let text = format!("state.x = 0;\nfn target1_hit() {{\n{line}\n}}\nfn target2_hit() {{ add_score(1); }}");
    let mut bench = Bench::new(&text);
    let began = Instant::now();
    let fault = bench.hit("target1").expect_err(line);
    assert!(began.elapsed() < Duration::from_secs(5), "{line}: {:?}", began.elapsed());
    assert_eq!(bench.hit("target2"), Ok(vec![Act::Score(1)]), "after {line}");
    fault
}

/// The fault of a script that cannot even be read.
fn refused(text: &str) -> ScriptFault {
    Bench::try_new(text).err().unwrap_or_else(|| panic!("nothing wrong with {text}"))
}

#[test]
fn an_endless_loop_is_stopped() {
    for line in [
        "loop {}",
        "while true { state.x += 1; }",
        "let k = 0; do { k += 1 } while k > 0;",
        "for k in 0..9000000000 {}",
    ] {
        let fault = contained(line);
        assert_eq!(
            (fault.message.as_str(), fault.line),
            ("it was stopped after 20000 operations: does a loop never end?", Some(3)),
            "{line}"
        );
    }
}

#[test]
fn endless_calls_are_stopped() {
    let mut bench = Bench::new("fn deeper(n) { deeper(n + 1) }\nfn target1_hit() { deeper(0) }");
    let fault = bench.hit("target1").unwrap_err();
    assert!(fault.message.contains("does a function call itself without end?"), "{fault}");
    // The line of the handler's own call: which of the calls within was one too many does not matter.
    assert_eq!(fault.line, Some(2));
}

#[test]
fn the_deepest_script_fits_on_a_small_stack() {
    // Each call stands at the bottom of the deepest expression that is read.
    let mut nest = 1;
    let text = |nest: usize| {
        let (open, close) = ("(1 + ".repeat(nest), ")".repeat(nest));
        format!("fn deeper(n) {{ {open}deeper(n + 1){close} }} fn target1_hit() {{ deeper(0) }}")
    };
    while Bench::try_new(&text(nest + 1)).is_ok() {
        nest += 1;
    }
    assert!(nest > 5, "{nest}");
    let blocks = |nest: usize| {
        let (open, close) = ("if true { ".repeat(nest), "}".repeat(nest));
        format!("fn deeper(n) {{ {open}deeper(n + 1){close} }} fn target1_hit() {{ deeper(0) }}")
    };
    let mut nest_of_blocks = 1;
    while Bench::try_new(&blocks(nest_of_blocks + 1)).is_ok() {
        nest_of_blocks += 1;
    }
    let chain = "fn again(x) { [x].map(|y| again(y)) } fn target1_hit() { again(1) }".to_owned();
    for text in [text(nest), blocks(nest_of_blocks), chain] {
        let run = move || Bench::new(&text).hit("target1").unwrap_err();
        let fault = thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
        assert!(fault.message.contains("calls within calls"), "{fault}");
    }
}

#[test]
fn a_deep_text_is_refused() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("if true {", "}"), ("-", ""), ("!", ""), ("#{a:", "}"), ("|| ", "")]
    {
        let text = format!("fn f() {{ let x = {}1{}; }}", open.repeat(3_000), close.repeat(3_000));
        let fault = thread::Builder::new().stack_size(1 << 20).spawn(move || refused(&text)).unwrap().join().unwrap();
        assert!(fault.line == Some(1), "{open}: {fault}");
    }
}

#[test]
fn a_text_that_doubles_is_stopped() {
    let fault = contained("let text = \"abcdefgh\"; loop { text += text; }");
    assert_eq!((fault.message.as_str(), fault.line), ("too large: Length of string", Some(3)));
    contained("let text = \"x\"; loop { text = `${text}${text}`; }");
    contained("let text = \"xxxxxxxx\"; loop { text.replace(\"x\", \"xxxxxxxx\"); }");
    contained("let text = \"\"; text.pad(1000000000, 'x');");
}

#[test]
fn an_array_that_doubles_is_stopped() {
    let fault = contained("let list = [1, 2]; loop { list += list; }");
    assert_eq!((fault.message.as_str(), fault.line), ("too large: Size of array/BLOB", Some(3)));
    contained("let list = [1]; loop { list.push(list); }");
    contained("let list = []; list.pad(1000000000, 1);");
    contained("let list = []; loop { list.insert(0, list.len()); }");
}

#[test]
fn a_map_that_grows_is_stopped() {
    for line in ["let map = #{}; let k = 0; loop { map[`k${k}`] = k; k += 1; }", "let map = #{}; loop { map.a = map; }"]
    {
        assert_eq!(contained(line).line, Some(3));
    }
    let fault = contained("let map = #{}; for k in 0..150 { map[`k${k}`] = k; } let two = [map, map];");
    assert_eq!((fault.message.as_str(), fault.line), ("too large: Size of object map", Some(3)));
}

#[test]
fn what_is_kept_cannot_grow_without_end() {
    let fault = contained("let k = 0; loop { state[`k${k}`] = \"x\"; k += 1; }");
    assert_eq!(
        (fault.message.as_str(), fault.line),
        ("`state` has 200 names already, and no more are allowed", Some(3))
    );
    let fault = contained("let text = \"\"; text.pad(1999, 'x'); let k = 0; loop { state[`k${k}`] = text; k += 1; }");
    assert!(fault.message.contains("too large"), "{fault}");
    let fault = contained("state.list = [1]; loop { state.list.push(state.list); }");
    assert!(fault.message.contains("too large"), "{fault}");
    // Over many calls as well.
    let mut bench = Bench::new("state.text = \"\"; fn target1_hit() { state.text += \"0123456789\"; }");
    let faults = (0..1000).filter(|_| bench.hit("target1").is_err()).count();
    assert_eq!(faults, limits::MOST_FAULTS as usize);
}

#[test]
fn functions_within_functions_come_to_an_end() {
    contained("let f = |x| x; let g = |f, n| f.call(n); loop { g.call(f, 1); }");
    contained("let f = |f| f.call(f); f.call(f);");
    contained("let list = [1, 2, 3]; loop { list.map(|x| [x].map(|y| [y].map(|z| z))); }");
    contained("let f = |x| x; loop { f = f.curry(1); }");
}

#[test]
fn what_a_script_throws_is_told() {
    let fault = contained("throw \"the ball is gone\";");
    assert_eq!((fault.message.as_str(), fault.line), ("the ball is gone", Some(3)));
    let fault = contained("throw #{ code: 7 };");
    assert_eq!(fault.message, "#{\"code\": 7}");
    let mut caught = Bench::new("fn target1_hit() { try { throw 1; } catch (e) { add_score(e); } }");
    assert_eq!(caught.hit("target1"), Ok(vec![Act::Score(1)]));
}

#[test]
fn limits_cannot_be_caught_by_the_script() {
    contained("loop { try { loop {} } catch {} }");
    contained("loop { try { let t = \"ab\"; loop { t += t; } } catch {} }");
}

#[test]
fn a_name_that_is_not_there_is_told_with_its_line_before_the_game() {
    let cases = [
        ("\n\nfn target1_hit() {\n  light(\"lmap1\");\n}", 4, "there is no lamp \"lmap1\": did you mean \"lamp1\"?"),
        ("on_hit(\"target11\", || add_score(1));", 1, "there is no part \"target11\": did you mean \"target1\"?"),
        (
            "on_hit([\"target1\",\n \"bumper\"], || add_score(1));",
            2,
            "there is no part \"bumper\": did you mean \"bumper1\"?",
        ),
        ("fn target1_hit() {\n kick(\"target2\"); }", 2, "\"target2\" is a target, not a kicker"),
        ("fn f() { raise(\"saucer\") }", 1, "\"saucer\" is a kicker, not a target"),
        (
            "\nfn trget1_hit() { }",
            2,
            "nothing calls `trget1_hit`: there is no part \"trget1\": did you mean \"target1\"?",
        ),
        ("fn target1_hit() { ad_score(1) }", 1, "there is no function `ad_score`: did you mean `add_score`?"),
        ("fn target1_hit() { let a = 1;\n add_score(b) }", 2, "there is no variable `b`"),
        (
            "let hits = 0;\nfn target1_hit() {\n hits += 1; }",
            3,
            "functions do not see `hits`: write `state.hits`, at the top as well, and it is kept between calls",
        ),
        ("fn target1_hit(speed, name, more) { }", 1, "`target1_hit` is told (speed, name), and may take no more"),
        ("on_tilt(|a| say(a));", 1, "`on_tilt` is told (), and may take no more"),
    ];
    for (text, line, message) in cases {
        let fault = refused(text);
        assert_eq!((fault.message.as_str(), fault.line), (message, Some(line)), "{text}");
    }
}

#[test]
fn a_name_that_is_made_up_in_the_game_is_told_with_its_line() {
    let fault = contained("light(\"lam\" + \"p3\");");
    assert_eq!((fault.message.as_str(), fault.line), ("there is no lamp \"lamp3\": did you mean \"lamp1\"?", Some(3)));
    let fault = contained("state.y += 1;");
    assert!(fault.message.starts_with("there is no value \"state.y\": did you mean \"state.x\"?"), "{fault}");
}

#[test]
fn wrong_arguments_are_told_with_how_it_is_called() {
    let fault = contained("set_timer(\"grace\");");
    assert_eq!((fault.message.as_str(), fault.line), ("`set_timer` is called so: set_timer(name, seconds)", Some(3)));
    let fault = contained("light(3);");
    assert!(fault.message.starts_with("`light` is called so: light(lamp)"), "{fault}");
    let fault = contained("add_score(\"many\");");
    assert_eq!(fault.message, "a whole number is needed, not a value of the kind string");
    let fault = contained("add_score(1.5);");
    assert_eq!(fault.message, "a whole number is needed, not 1.5");
    let fault = contained("let x = 1 + #{};");
    assert_eq!(fault.line, Some(3), "{fault}");
    for line in [
        "set_timer(\"a\", -1)",
        "set_timer(\"a\", 0.0/0.0)",
        "set_timer(\"a\", 1e300)",
        "multiball(0)",
        "multiball(1000)",
        "set_multiplier(-1)",
        "add_score(9000000000000000000)",
        "kick(\"saucer\", 0, 1e9)",
        "random(0)",
        "save_ball(1e9)",
        "set_timer(\"\", 1)",
        "score(3)",
        "score(-1)",
        "let x = 9223372036854775807; x += 1",
        "1 / 0",
        "1 % 0",
        "[1][5]",
        "state.f = |x| x",
        "let k = 1; k.foo = 2",
        "\"abc\"[99]",
        "on_hit(\"target1\", || 1)",
        "abs(-9223372036854775807 - 1)",
    ] {
        assert_eq!(contained(line).line, Some(3), "{line}");
    }
}

#[test]
fn ten_thousand_acts_are_too_many_for_one_call() {
    let mut bench = Bench::new("fn target1_hit() { for k in 0..10000 { add_score(1); } }");
    let mut acts = Vec::new();
    let hit = bench.a_hit("target1");
    let fault = bench.script.hear(&hit, &bench.board, &bench.machine, 1, &mut acts).unwrap_err();
    assert_eq!(fault.message, "it did 1000 things in one call, and no more are allowed");
    assert_eq!(acts.len(), 1000, "what was done before counts");
    let mut acts = Vec::new();
    let mut printing = Bench::new("fn target1_hit() { for k in 0..10000 { print(k); } }");
    _ = printing.script.hear(&hit, &printing.board, &printing.machine, 1, &mut acts);
    assert_eq!(acts.len(), 1000);
}

#[test]
fn a_second_of_table_time_has_only_so_many_operations() {
    let mut bench = Bench::new("fn target1_hit() { for k in 0..9000 { } }\nfn target2_hit() { add_score(1); }");
    let mut told = None;
    for k in 0..100 {
        if let Err(fault) = bench.hit("target1") {
            told.get_or_insert((k, fault));
        }
    }
    let (k, fault) = told.expect("a limit");
    assert_eq!(fault.message, "the script has used up its operations of this second");
    assert!((10..40).contains(&k), "{k}");
    assert!(bench.hit("target2").is_err());
    bench.tick += 1000;
    assert_eq!(bench.hit("target2"), Ok(vec![Act::Score(1)]));
}

#[test]
fn a_handler_that_always_fails_is_switched_off_and_that_is_told() {
    let mut bench = Bench::new("fn target1_hit() { throw \"no\"; }");
    let told: Vec<String> = (0..50).filter_map(|_| bench.hit("target1").err()).map(|fault| fault.message).collect();
    assert_eq!(told.len(), 20);
    assert_eq!(told[18], "no");
    assert_eq!(told[19], "no (`target1_hit` has failed 20 times and is switched off)");
}

#[test]
fn there_is_no_way_out() {
    for text in [
        "import \"x\" as y;",
        "export let x = 1;",
        "eval(\"1\");",
        "sleep(10);",
        "let t = timestamp();",
        "let x = 2.0 ** 0.5;",
        "open(\"x\");",
        "fn f() { eval(\"add_score(1)\") }",
        "let b = blob(100000000);",
        "exit();",
    ] {
        let fault = refused(text);
        assert_eq!(fault.line, Some(1), "{text}: {fault}");
    }
}

#[test]
fn acts_while_loading_are_refused() {
    for text in
        ["add_score(1);", "light(\"lamp1\");", "random(5);", "loop {}", "throw 1;", "let a = []; loop { a += [1]; }"]
    {
        assert_eq!(refused(text).line, Some(1), "{text}");
    }
}

#[test]
fn a_fault_of_the_language_has_its_place() {
    let fault = refused("fn target1_hit() {\n  add_score(500;\n}");
    assert_eq!((fault.line, fault.column), (Some(2), Some(16)), "{fault}");
    assert_eq!(fault.to_string(), format!("script line 2: {}", fault.message));
    assert!(refused(&"x".repeat(300_000)).message.contains("200000"));
}

#[test]
fn dear_operations_do_not_hold_the_game_up() {
    // Each goes through the largest values there can be as often as it may; copies and comparisons are not counted one by one.
    let mut list = String::new();
    for k in 0..limits::MOST_ARRAY - 10 {
        list += &format!("{k},");
    }
    for line in [
        "loop { let b = a; }",
        "loop { a.contains(-1); }",
        "loop { a.sort(); a.reverse(); }",
        "loop { state.x = a; }",
        "loop { state.x.push(1); state.x.pop(); }",
        "loop { a == b; }",
        "loop { f(a); }",
        "loop { a.index_of(-1); }",
        "loop { a.dedup(); }",
        "loop { t.replace(\"x\", \"y\"); }",
        "loop { t.contains(\"xy\"); }",
        "loop { m.keys(); }",
        "loop { let n = m; }",
    ] {
        let text = format!(
            "state.x = []; fn f(x) {{ x }} fn target1_hit() {{ let a = [{list}]; let b = [{list}]; state.x = a; let t = \"\"; t.pad(1999, 'x');
             let m = #{{}}; for k in 0..190 {{ m[`k${{k}}`] = k; }} {line} }}"
        );
        let mut bench = Bench::new(&text);
        let began = Instant::now();
        let fault = bench.hit("target1").unwrap_err();
        println!("{:6.1} ms  {line}", began.elapsed().as_secs_f64() * 1e3);
        assert!(fault.message.contains("operations"), "{line} {fault}");
        assert!(began.elapsed() < Duration::from_secs(5), "{line}: {:?}", began.elapsed());
    }
}

#[test]
fn what_happens_to_others_is_not_heard() {
    let mut bench = Bench::new("fn target1_hit() { add_score(1); }");
    assert_eq!(bench.hear(&Occurrence::Timer("target1_hit".to_owned())), Ok(vec![]));
    assert_eq!(bench.hear(&Occurrence::Tilt), Ok(vec![]));
}
