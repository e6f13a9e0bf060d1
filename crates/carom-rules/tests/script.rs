//! What scripts can hear, do and ask: one test for each.

mod common;

use carom::DVec3;
use carom::pinball::{Command, Drive, Event, Happening, Input};
use carom_rules::script::Script;
use carom_rules::{Act, Button, Lit, Mode, Occurrence, Phase};
use common::Bench;
use core::f64::consts::FRAC_PI_2;

/// What a script does when `target1` is hit and its handler is this.
fn does(body: &str) -> Vec<Act> {
    Bench::new(&format!("fn target1_hit() {{ {body} }}"))
        .hit("target1")
        .unwrap_or_else(|fault| panic!("{body}: {fault}"))
}

/// What an expression gives, as it is said.
fn gives(expression: &str) -> String {
    match does(&format!("say(`${{{expression}}}`)")).as_slice() {
        [Act::Say(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_function_with_the_name_of_a_part_hears_its_hits() {
    let mut bench = Bench::new("fn target1_hit() { add_score(500); light(\"lamp1\"); }");
    assert_eq!(bench.hit("target1"), Ok(vec![Act::Score(500), Act::Light(0, Lit::On)]));
    assert_eq!(bench.hit("target2"), Ok(vec![]));
}

#[test]
fn a_handler_put_down_hears_the_same() {
    let mut bench = Bench::new(
        "on_hit(\"target1\", || { add_score(500); }); on_hit(\"target1\", |speed| add_score(speed * 10.0));",
    );
    assert_eq!(bench.hit("target1"), Ok(vec![Act::Score(500), Act::Score(15)]));
}

#[test]
fn one_handler_serves_several_parts_and_is_told_which() {
    let mut bench = Bench::new("on_hit([\"target1\", \"target2\"], |speed, name| say(name));");
    assert_eq!(bench.hit("target2"), Ok(vec![Act::Say("target2".to_owned())]));
}

#[test]
fn names_are_taken_as_visual_pinball_writes_them() {
    // Capital letters, and a name with a space in it.
    let mut bench = Bench::new("fn Target1_Hit(speed) { add_score(1) } fn Left_Lane_Hit() { add_score(2) }");
    assert_eq!(bench.hit("target1"), Ok(vec![Act::Score(1)]));
    assert_eq!(bench.hit("left lane"), Ok(vec![Act::Score(2)]));
}

#[test]
fn everything_that_happens_can_be_heard() {
    let bench = Bench::new("");
    let part = |name: &str| bench.machine.part(name).unwrap();
    let ball = bench.machine.balls().next().unwrap();
    let happens = |what| Occurrence::Machine(Event { time: 1.0, what });
    let cases = [
        ("fn target1_hit(speed, name) { say(`${speed} ${name}`) }", bench.a_hit("target1"), "1.5 target1"),
        (
            "fn left_lane_unhit(name) { say(name) }",
            happens(Happening::Unhit { part: part("left lane"), ball }),
            "left lane",
        ),
        (
            "fn left_collide(speed) { say(`${speed}`) }",
            happens(Happening::Collide { part: part("left"), ball, speed: 2.5 }),
            "2.5",
        ),
        (
            "fn target1_slingshot() { say(\"x\") }",
            happens(Happening::Slingshot { part: part("target1"), ball, speed: 1.0 }),
            "x",
        ),
        (
            "fn left_end_of_stroke() { say(\"x\") }",
            happens(Happening::EndOfStroke { part: part("left"), speed: 1.0 }),
            "x",
        ),
        (
            "fn left_start_of_stroke() { say(\"x\") }",
            happens(Happening::StartOfStroke { part: part("left"), speed: 1.0 }),
            "x",
        ),
        ("fn spinner_spin() { say(\"x\") }", happens(Happening::Spin { part: part("spinner") }), "x"),
        ("fn target2_dropped() { say(\"x\") }", happens(Happening::Dropped { part: part("target2") }), "x"),
        ("fn target2_raised() { say(\"x\") }", happens(Happening::Raised { part: part("target2") }), "x"),
        ("fn saucer_ejected() { say(\"x\") }", happens(Happening::Ejected { part: part("saucer"), ball }), "x"),
        (
            "fn balls_meet(speed) { say(`${speed}`) }",
            happens(Happening::BallsMeet { one: ball, other: ball, speed: 0.5 }),
            "0.5",
        ),
        ("fn saucer_locked(count) { say(`${count}`) }", Occurrence::Locked(part("saucer"), 2), "2"),
        ("fn timer_grace() { say(\"x\") }", Occurrence::Timer("grace".to_owned()), "x"),
        ("fn grace_timer(name) { say(name) }", Occurrence::Timer("grace".to_owned()), "grace"),
        ("on_timer(\"ball grace\", |name| say(name));", Occurrence::Timer("ball grace".to_owned()), "ball grace"),
        (
            "on_counter(\"hits\", |value, name| say(`${name} ${value}`));",
            Occurrence::Counter("hits".to_owned(), 7),
            "hits 7",
        ),
        ("fn storm_begins() { say(\"x\") }", Occurrence::ModeBegins("storm".to_owned()), "x"),
        ("fn storm_ends() { say(\"x\") }", Occurrence::ModeEnds("storm".to_owned()), "x"),
        ("on_begins(\"storm\", || say(\"x\"));", Occurrence::ModeBegins("storm".to_owned()), "x"),
        ("on_lamp(\"lamp2\", |name| say(name));", Occurrence::Lamp(1), "lamp2"),
        ("fn game_begins() { say(\"x\") }", Occurrence::GameBegins, "x"),
        ("fn ball_begins() { say(\"x\") }", Occurrence::BallBegins, "x"),
        ("fn ball_ends() { say(\"x\") }", Occurrence::BallEnds, "x"),
        ("fn game_ends() { say(\"x\") }", Occurrence::GameEnds, "x"),
        ("fn drained() { say(\"x\") }", Occurrence::Drained(ball), "x"),
        ("fn saved() { say(\"x\") }", Occurrence::Saved, "x"),
        ("fn multiball_begins(balls) { say(`${balls}`) }", Occurrence::MultiballBegins(3), "3"),
        ("fn multiball_ends() { say(\"x\") }", Occurrence::MultiballEnds, "x"),
        ("fn key_down(button) { say(button) }", Occurrence::Button(Button::LeftExtra, true), "left_extra"),
        ("fn key_up(button) { say(button) }", Occurrence::Button(Button::Left, false), "left"),
        ("fn warning(count) { say(`${count}`) }", Occurrence::Warning(2), "2"),
        ("fn tilt() { say(\"x\") }", Occurrence::Tilt, "x"),
        ("on_tilt(|| say(\"x\"));", Occurrence::Tilt, "x"),
    ];
    for (text, what, said) in cases {
        let acts = Bench::new(text).hear(&what);
        assert_eq!(acts, Ok(vec![Act::Say(said.to_owned())]), "{text}");
    }
}

#[test]
fn every_act_can_be_done() {
    let bench = Bench::new("");
    let part = |name: &str| bench.machine.part(name).unwrap();
    let text = |text: &str| text.to_owned();
    let cases = [
        ("add_score(500)", Act::Score(500)),
        ("add_score(500.0)", Act::Score(500)),
        ("add_bonus(100)", Act::Bonus(100)),
        ("set_multiplier(3)", Act::Multiplier(3)),
        ("set_bonus_multiplier(5)", Act::BonusMultiplier(5)),
        ("light(\"lamp2\")", Act::Light(1, Lit::On)),
        ("light(\"lamp2\", \"fast\")", Act::Light(1, Lit::Fast)),
        ("light(\"lamp2\", false)", Act::Light(1, Lit::Off)),
        ("unlight(\"lamp2\")", Act::Light(1, Lit::Off)),
        ("blink(\"lamp2\")", Act::Light(1, Lit::Blink)),
        ("blink_fast(\"lamp2\")", Act::Light(1, Lit::Fast)),
        ("say(\"hello\")", Act::Say(text("hello"))),
        ("print(\"hello\")", Act::Say(text("hello"))),
        ("hint(\"the ramp\")", Act::Hint(text("the ramp"))),
        ("sound(\"bell\")", Act::Sound(text("bell"))),
        ("moment(\"jackpot\")", Act::Moment(text("jackpot"))),
        ("kick(\"saucer\")", Act::Kick(part("saucer"))),
        ("kick(\"saucer\", 180, 1.5)", Act::KickTo(part("saucer"), core::f64::consts::PI, 1.5, 0.0)),
        ("kick(\"saucer\", 0, 1, 90)", Act::KickTo(part("saucer"), 0.0, 1.0, FRAC_PI_2)),
        ("pulse(\"saucer\")", Act::Pulse(part("saucer"))),
        ("coil_on(\"left\")", Act::Coil(part("left"), true)),
        ("coil_off(\"left\")", Act::Coil(part("left"), false)),
        ("drop_down(\"target2\")", Act::Drop(part("target2"), true)),
        ("raise(\"target2\")", Act::Drop(part("target2"), false)),
        ("enable(\"bumper1\")", Act::Enable(part("bumper1"), true)),
        ("disable(\"bumper1\")", Act::Enable(part("bumper1"), false)),
        ("save_ball(8)", Act::SaveBall(8.0)),
        ("extra_ball()", Act::ExtraBall),
        ("end_ball()", Act::EndBall),
        ("lock(\"saucer\")", Act::Lock(part("saucer"))),
        ("multiball(3)", Act::Multiball(3)),
        ("set_timer(\"grace\", 2.5)", Act::SetTimer(text("grace"), 2.5)),
        ("stop_timer(\"grace\")", Act::StopTimer(text("grace"))),
        ("set_counter(\"hits\", 4)", Act::SetCounter(text("hits"), 4)),
        ("add_counter(\"hits\")", Act::AddCounter(text("hits"), 1)),
        ("add_counter(\"hits\", -2)", Act::AddCounter(text("hits"), -2)),
        ("begin_mode(\"storm\")", Act::BeginMode(text("storm"))),
        ("end_mode(\"storm\")", Act::EndMode(text("storm"))),
    ];
    for (body, act) in cases {
        assert_eq!(does(body), vec![act], "{body}");
    }
}

#[test]
fn the_state_of_play_can_be_asked() {
    let mut bench = Bench::new(
        "fn target1_hit() { say(`${score()} ${score(2)} ${bonus()} ${multiplier()} ${bonus_multiplier()} ${player()} ${players()} \
         ${ball_number()} ${balls_in_play()} ${balls_locked()} ${is_playing()} ${is_tilted()} ${time()} ${counter(\"hits\")} \
         ${timer_left(\"grace\")} ${in_mode(\"storm\")} ${in_mode(\"calm\")} ${is_lit(\"lamp1\")} ${is_lit(\"lamp2\")}`) }",
    );
    let status = &mut bench.board.status;
    (status.bonus, status.multiplier, status.bonus_multiplier, status.in_play, status.locked) = (70, 2, 3, 2, 1);
    (status.phase, status.tilted) = (Phase::Playing, true);
    status.players[1].score = 42;
    status.modes.push(Mode { name: "storm".to_owned(), ..Mode::default() });
    bench.board.counters.insert("hits".to_owned(), 6);
    bench.board.timers.insert("grace".to_owned(), 5_500);
    bench.board.lamps[1] = Lit::Blink;
    let said = "1000 42 70 2 3 1 2 2 2 1 true true 5.0 6 0.5 true false false true";
    assert_eq!(bench.hit("target1"), Ok(vec![Act::Say(said.to_owned())]));
}

#[test]
fn parts_can_be_asked_how_they_stand() {
    assert_eq!(gives("[is_down(\"target2\"), holds_ball(\"saucer\"), is_on(\"left\")]"), "[false, false, false]");
    let mut bench = Bench::new("fn target1_hit() { say(`${is_on(\"left\")}`) }");
    let left = bench.machine.part("left").unwrap();
    bench.machine.send(Command::now(Input::Coil { part: left, on: true })).unwrap();
    bench.machine.tick();
    assert_eq!(bench.hit("target1"), Ok(vec![Act::Say("true".to_owned())]));
}

#[test]
fn what_a_handler_did_is_seen_in_its_next_line() {
    assert_eq!(
        does(
            "light(\"lamp1\"); add_counter(\"a\", 3); set_multiplier(2); add_score(10); drop_down(\"target2\"); \
              say(`${is_lit(\"lamp1\")} ${counter(\"a\")} ${score()} ${is_down(\"target2\")}`)"
        )
        .last(),
        Some(&Act::Say("true 3 1020 true".to_owned()))
    );
}

#[test]
fn state_is_kept_between_calls_and_seen_by_every_function() {
    let mut bench = Bench::new(
        "state.hits = 0; state.list = []; state.names = #{};
         fn count() { state.hits += 1; state.list.push(state.hits); state.names[`n${state.hits}`] = true; }
         fn target1_hit() { count(); say(`${state.hits} ${state.list} ${state.names.len()} ${\"hits\" in state}`); }",
    );
    for said in ["1 [1] 1 true", "2 [1, 2] 2 true", "3 [1, 2, 3] 3 true"] {
        assert_eq!(bench.hit("target1"), Ok(vec![Act::Say(said.to_owned())]));
    }
}

#[test]
fn a_copy_of_a_script_goes_its_own_way() {
    let mut one =
        Bench::new("state.hits = 0; fn target1_hit() { state.hits += 1; say(`${state.hits} ${random(1000)}`); }");
    one.hit("target1").unwrap();
    let mut other = one.clone();
    assert_eq!(one.script.hash(), other.script.hash());
    let first = one.hit("target1").unwrap();
    assert_ne!(one.script.hash(), other.script.hash());
    assert_eq!(other.hit("target1").unwrap(), first);
    assert_eq!(one.script.hash(), other.script.hash());
}

#[test]
fn luck_is_the_same_for_the_same_seed() {
    let text = "fn target1_hit() { say(`${random(1000000)} ${random()}`); }";
    let said = |seed| {
        let mut bench = Bench::new(text);
        bench.script.set_seed(seed);
        (0..5).map(|_| bench.hit("target1").unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(said(1), said(1));
    assert_ne!(said(1), said(2));
}

#[test]
fn luck_is_even() {
    let acts = does("for k in 0..900 { add_score(random(3)); }");
    let mut counts = [0; 3];
    for act in acts {
        let Act::Score(points) = act else { panic!() };
        counts[points as usize] += 1;
    }
    assert!(counts.iter().all(|count| (240..360).contains(count)), "{counts:?}");
}

#[test]
fn constants_are_seen_by_every_function() {
    let mut bench =
        Bench::new("const POINTS = 250; const TWICE = POINTS * 2; fn target1_hit() { add_score(POINTS + TWICE); }");
    assert_eq!(bench.hit("target1"), Ok(vec![Act::Score(750)]));
}

#[test]
fn numbers_are_those_of_libm() {
    assert_eq!(gives("sin(1) == 0.8414709848078965 && cos(1.0) == 0.5403023058681398"), "true");
    assert_eq!(
        gives("[sqrt(2.25), floor(1.7), ceiling(1.2), round(2.5), pow(2, 10), pow(2.0, 0.5) > 1.414]"),
        "[1.5, 1.0, 2.0, 3.0, 1024, true]"
    );
    assert_eq!(
        gives("[to_int(2.9), to_float(2), parse_int(\"7\"), parse_float(\"2.5\"), min(3, 2), max(3, 2), abs(-3)]"),
        "[2, 2.0, 7, 2.5, 2, 3, 3]"
    );
    assert_eq!(gives("[exp(0), ln(1), tan(0), atan(0, 1), PI() > 3.14]"), "[1.0, 0.0, 0.0, 0.0, true]");
}

#[test]
fn maps_give_their_names_in_order() {
    let keys: String = (0..50).rev().map(|k| format!("k{k:02}: {k},")).collect();
    let expected: Vec<String> = (0..50).map(|k| format!("\"k{k:02}\"")).collect();
    let said = gives(&format!("#{{{keys}}}.keys().len()"));
    assert_eq!(said, "50");
    let acts = does(&format!("let m = #{{{keys}}}; for k in m.keys() {{ sound(k); }}"));
    let names: Vec<String> =
        acts.iter().map(|act| if let Act::Sound(name) = act { format!("\"{name}\"") } else { panic!() }).collect();
    assert_eq!(names, expected);
}

#[test]
fn a_script_can_go_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Script>();
    let mut bench = Bench::new("state.n = 0; fn target1_hit() { state.n += 1; add_score(state.n); }");
    bench.hit("target1").unwrap();
    let acts = std::thread::spawn(move || bench.hit("target1")).join().unwrap();
    assert_eq!(acts, Ok(vec![Act::Score(2)]));
}

#[test]
fn groups_are_driven_in_the_units_of_the_table() {
    let bench = Bench::new("");
    let group = |name: &str| bench.machine.group(name).unwrap();
    let (cabin, lift) = (group("cabin"), group("my lift"));
    assert_eq!(does("run(\"my lift\")"), [Act::Drive(lift, Drive::Run)]);
    assert_eq!(does("stop(\"cabin\")"), [Act::Drive(cabin, Drive::Stop)]);
    let go = Drive::Go { shift: DVec3::new(0.0, 0.0, 0.04), angle: FRAC_PI_2, time: 0.5 };
    assert_eq!(does("go_to(\"cabin\", [0, 0, 40], 90, 0.5)"), [Act::Drive(cabin, go)]);
    let pace = Drive::Velocity { velocity: DVec3::new(0.5, 0.0, 0.0), spin: -2.0 };
    assert_eq!(does("velocity(\"cabin\", [0.5, 0, 0], -2)"), [Act::Drive(cabin, pace)]);
    let pose = Drive::Pose { shift: DVec3::new(0.0, 0.001, 0.0), angle: 0.0 };
    assert_eq!(does("pose(\"my lift\", [0, 1, 0], 0)"), [Act::Drive(lift, pose)]);
}

#[test]
fn a_script_asks_where_a_group_is() {
    let mut bench = Bench::new(
        "fn target1_hit() { let at = place_of(\"cabin\"); \
         say(`${round(at.x)} ${round(at.y)} ${round(at.z)} ${round(at.angle)} ${is_moving(\"cabin\")}`); }",
    );
    let said = |bench: &mut Bench| bench.hit("target1");
    assert_eq!(said(&mut bench), Ok(vec![Act::Say("0.0 0.0 0.0 0.0 false".to_owned())]));
    let group = bench.machine.group("cabin").unwrap();
    // It lies in a turned group: its own axes count.
    let drive = Drive::Go { shift: DVec3::new(0.03, 0.0, 0.06), angle: FRAC_PI_2, time: 0.2 };
    bench.machine.send(Command::now(Input::Drive { group, drive })).unwrap();
    (0..100).for_each(|_| drop(bench.machine.tick().to_vec()));
    assert_eq!(said(&mut bench), Ok(vec![Act::Say("15.0 0.0 30.0 45.0 true".to_owned())]), "half of the way");
    (0..150).for_each(|_| drop(bench.machine.tick().to_vec()));
    assert_eq!(said(&mut bench), Ok(vec![Act::Say("30.0 0.0 60.0 90.0 false".to_owned())]));
    let asked = "pose(\"cabin\", [5, 6, 7], 370); `${place_of(\"cabin\").z} ${round(place_of(\"cabin\").angle)}`";
    let text = format!(
        "fn target1_hit() {{ say({{{asked}}}); velocity(\"cabin\", [0, 0, 1], 0); say(`${{is_moving(\"cabin\")}}`) }}"
    );
    let acts = Bench::new(&text).hit("target1").unwrap();
    assert_eq!(acts[1], Act::Say("7.0 10.0".to_owned()), "as if it were done: {acts:?}");
    assert_eq!(acts[3], Act::Say("true".to_owned()));
}

#[test]
fn wrong_drives_are_told_with_their_line_and_harm_nothing() {
    let fails = |body: &str| {
        let mut bench = Bench::new(&format!("fn target1_hit() {{ {body} }}"));
        let before = bench.machine.hash();
        let told = bench.hit("target1").expect_err(body).to_string();
        assert_eq!(bench.machine.hash(), before);
        told
    };
    for (body, expected) in [
        ("go_to(\"cabin\", [0, 0], 0, 1)", "three numbers are needed, [x, y, z], not 2"),
        ("go_to(\"cabin\", [0, 0, \"x\"], 0, 1)", "a number is needed"),
        ("go_to(\"cabin\", [0, 0, 1], 0, 0)", "this is no time to go anywhere"),
        ("go_to(\"cabin\", [0, 0, 1e9], 0, 1)", "this is too far away"),
        ("velocity(\"cabin\", [0, 0, 1e9], 0)", "this is too fast"),
        ("pose(\"cabin\", [0, 0, 0], 1e300)", "this turns too far"),
        ("run(\"cabin\")", "has no path to follow"),
        ("let name = \"tow\" + \"er\"; stop(name)", "\"tower\" is not driven: it stands for ever"),
        ("let name = \"cabn\" + \"\"; stop(name)", "there is no group \"cabn\": did you mean \"cabin\"?"),
    ] {
        assert!(fails(body).contains(expected), "{body}: {}", fails(body));
    }
    // Names that are written out are looked up before the game.
    let told = |text: &str| Bench::try_new(text).expect_err(text).to_string();
    assert!(told("fn target1_hit() {\n  stop(\"cabn\");\n}").contains("did you mean \"cabin\"?"));
    assert!(told("on_arrived(\"tower\", || add_score(1));").contains("is not driven"));
    assert!(told("fn cabn_arrived() { add_score(1) }").contains("nothing calls `cabn_arrived`"));
}

#[test]
fn a_script_hears_groups_arrive_and_stall() {
    let text =
        "fn my_lift_arrived(name) { say(name) } on_stalled([\"cabin\", \"my lift\"], |name| say(`${name} waits`));";
    let mut bench = Bench::new(text);
    let ball = bench.machine.balls().next().unwrap();
    let (cabin, lift) = (bench.machine.group("cabin").unwrap(), bench.machine.group("my lift").unwrap());
    let mut hears = |what| match bench.hear(&Occurrence::Machine(Event { time: 1.0, what })).unwrap().as_slice() {
        [Act::Say(text)] => text.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!(hears(Happening::Arrived { group: lift }), "my lift");
    assert_eq!(hears(Happening::Arrived { group: cabin }), "[]");
    assert_eq!(hears(Happening::Stalled { group: cabin, ball }), "cabin waits");
}
