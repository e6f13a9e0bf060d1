//! Rules of the file and scripts at work in a game.

use crate::common::{chute, ejected, game, hit, hole_with, moments, part, points, run, run_until, started, with};
use carom_rules::{Act, Game, Phase, Told, What};

fn faults(told: &[Told]) -> Vec<(String, Option<u32>)> {
    let fault = |told: &Told| match &told.what {
        What::ScriptFault { message, line } => Some((message.clone(), *line)),
        _ => None,
    };
    told.iter().filter_map(fault).collect()
}

#[test]
fn points_count_times_the_multiplier_and_say_for_which_part_they_are() {
    let mut game = started(&with("[[rule]]\non = \"switch\"\nscore = 150\n"), 1);
    game.act(Act::Multiplier(2));
    let told = run_until(&mut game, |game| hit(game, "switch"));
    let part = u32::try_from(part(&game, "switch").index()).ok();
    assert!(told.iter().any(|told| told.what == What::Score { points: 300, part }), "{told:?}");
    assert_eq!(game.status().players[0].score, 300);
}

#[test]
fn a_script_scores_beside_the_rules_and_its_faults_are_told_while_the_game_goes_on() {
    let table = with(
        r#"
        [[rule]]
        on = "switch"
        score = 100
        [game]
        ball_save = 0
        script = """
        fn switch_hit() {
            add_score(25);
            throw "broken";
        }
        """
        "#,
    );
    let mut game = started(&table, 1);
    let told = run_until(&mut game, |game| hit(game, "switch"));
    assert_eq!(points(&told), 125, "what it did before it failed stays done");
    let faults = faults(&told);
    assert!(faults.len() == 1 && faults[0].0.contains("broken") && faults[0].1 == Some(3), "{faults:?}");
    run_until(&mut game, |game| game.status().phase == Phase::Over);
}

#[test]
fn a_script_that_cannot_be_read_is_told_of_at_once() {
    let mut game = game(&with("[game]\nscript = \"fn ball_begins( {\"\n"));
    game.tick();
    assert_eq!(faults(game.told()).len(), 1);
    game.tick();
    assert_eq!(faults(game.told()).len(), 0, "and only once");
}

#[test]
fn rules_that_answer_each_other_for_ever_are_stopped_in_every_tick() {
    let table = with("[game]\nscript = '''on_counter(\"n\", |value| add_counter(\"n\"));'''\n");
    let mut game = started(&table, 1);
    game.act(Act::SetCounter("n".into(), 1));
    game.tick();
    let count = game.board().counters["n"];
    assert!((100..300).contains(&count), "{count}");
    assert_eq!(faults(game.told()).len(), 1);
    game.tick();
    assert_eq!(game.board().counters["n"], count, "and it has an end");
}

const MODES: &str = r#"
    [[mode]]
    name = "storm"
    title = "The Storm"
    seconds = 3
    hint = "Everything is double"
    [[mode]]
    name = "long"
    until = "game"
    seconds = 100
    "#;

#[test]
fn a_mode_shows_its_title_and_hint_counts_down_and_ends() {
    let mut game = started(&with(MODES), 1);
    game.act(Act::Hint("The switch".into()));
    game.act(Act::BeginMode("storm".into()));
    game.act(Act::BeginMode("storm".into()));
    assert_eq!(moments(game.told(), "mode"), 1);
    game.tick();
    let mode = &game.status().modes[0];
    assert_eq!((mode.title.as_str(), mode.left, game.status().modes.len()), ("The Storm", Some(3.0), 1));
    assert_eq!(game.status().hint, "Everything is double");
    run(&mut game, 2.5);
    assert_eq!(game.status().modes[0].left, Some(1.0));
    run(&mut game, 0.6);
    assert!(game.status().modes.is_empty());
    assert_eq!(game.status().hint, "The switch");
}

#[test]
fn a_mode_ends_with_the_ball_unless_it_says_otherwise() {
    let mut game = started(&with(MODES), 1);
    run_until(&mut game, |game| game.status().ball_save == 0);
    game.act(Act::BeginMode("storm".into()));
    game.act(Act::BeginMode("long".into()));
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    run_until(&mut game, |game| game.status().phase == Phase::Playing);
    let modes: Vec<&str> = game.status().modes.iter().map(|mode| mode.name.as_str()).collect();
    assert_eq!(modes, ["long"]);
    assert!(game.status().modes[0].left.is_some_and(|left| left > 90.0), "its time stands still between balls");
}

/// s: how long the hole keeps the first ball.
fn kept(mut game: Game) -> f64 {
    run_until(&mut game, |game| hit(game, "hole"));
    let caught = game.ticks();
    run_until(&mut game, |game| ejected(game, "hole"));
    (game.ticks() - caught) as f64 * 1e-3
}

#[test]
fn a_kicker_that_rules_empty_is_left_to_them_and_any_other_is_emptied() {
    let nobodys = kept(started(&hole_with("[game]\ndefault_rules = false\n"), 1));
    assert!((0.7..1.3).contains(&nobodys), "{nobodys} s");
    let ruled = kept(started(&hole_with("[[rule]]\non = \"hole\"\nafter = 3\nkick = \"hole\"\n"), 1));
    assert!((2.99..3.01).contains(&ruled), "{ruled} s");
    let script =
        "[game]\nscript = '''fn hole_hit() { set_timer(\"go\", 2.0) }\non_timer(\"go\", || kick(\"hole\"));'''\n";
    let scripted = kept(started(&hole_with(script), 1));
    assert!((1.99..2.01).contains(&scripted), "{scripted} s");
    // Rules that forget a ball do not end the game.
    let forgotten = kept(started(&hole_with("[[rule]]\non = \"switch\"\nkick = \"hole\"\n"), 1));
    assert!((14.0..16.0).contains(&forgotten), "{forgotten} s");
}

#[test]
fn coils_pulses_drops_and_switched_parts_do_what_rules_say() {
    let more = r#"
        [[target]]
        name = "drop"
        kind = "drop"
        at = [40, 100]
        [[magnet]]
        name = "magnet"
        at = [160, 100]
        "#;
    let mut game = started(&with(more), 1);
    let active = |game: &Game, name: &str| game.machine().pose(part(game, name)).unwrap().active;
    let (drop, magnet, left) = (part(&game, "drop"), part(&game, "magnet"), part(&game, "left"));
    game.act(Act::Drop(drop, true));
    game.act(Act::Coil(magnet, true));
    game.act(Act::Pulse(left));
    run(&mut game, 0.05);
    assert!(active(&game, "drop") && active(&game, "magnet") && active(&game, "left"));
    game.act(Act::Drop(drop, false));
    game.act(Act::Coil(magnet, false));
    run(&mut game, 0.5);
    assert!(!active(&game, "drop") && !active(&game, "magnet") && !active(&game, "left"));
    // A switch that is not there is not closed.
    let mut game = started(&chute(), 1);
    game.act(Act::Enable(part(&game, "switch"), false));
    let mut closed = false;
    run_until(&mut game, |game| {
        closed |= hit(game, "switch");
        ejected(game, "trough")
    });
    assert!(!closed);
    game.act(Act::Sound("bell".into()));
    game.act(Act::Say("Hello".into()));
    assert!(game.told().iter().any(|told| told.what == What::Sound { name: "bell".into() }));
    assert_eq!(game.status().message, "Hello");
    run(&mut game, 4.1);
    assert_eq!(game.status().message, "", "a line goes after a while");
}
