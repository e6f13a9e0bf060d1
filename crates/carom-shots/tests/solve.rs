//! The search: it finds what is there, keeps to its seed, and tells when nothing is there.

use carom::billiards::rules::GameKind;
use carom::billiards::{Shot, What};
use carom_shots::solve::{Found, Goal, Leave, Noise, Options, Pot, Refused, solve};
use carom_shots::{Prepared, read_layout};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn layout(value: &Value) -> Prepared {
    read_layout(&value.to_string(), &mut |_| Err("no files".to_owned()))
        .unwrap_or_else(|faults| panic!("{faults:?}"))
        .shot
}

/// A cut into the upper left corner of a pool table, with another ball elsewhere.
fn cut() -> Prepared {
    layout(&json!({
        "table": "pool-9",
        "balls": [
            {"name": "cue", "at": [0.7, 1.5]},
            {"name": "3", "at": [0.3, 2.1]},
            {"name": "4", "at": [1.0, 0.5]},
        ],
    }))
}

fn search(prepared: &Prepared, goal: &Goal, options: &Options) -> Found {
    solve(prepared, goal, options, &|_, _| (), &AtomicBool::new(false)).expect("it can be searched")
}

fn play(prepared: &Prepared, found: &Found, which: usize) -> Shot {
    let strike = Some(found.solutions[which].strike);
    Prepared { strike, ..prepared.clone() }.play().expect("it can be played").0
}

fn few(tries: usize) -> Options {
    Options { tries, keep: 3, repeats: 30, ..Options::default() }
}

#[test]
fn every_pot_that_is_found_pots_the_ball_in_its_pocket() {
    let prepared = cut();
    let pot = Pot::named(&prepared, Some("3"), Some("lt")).expect("they are there");
    let found = search(&prepared, &Goal { pot: Some(pot), ..Goal::default() }, &few(1500));
    assert_eq!(found.solutions.len(), 3, "{found:?}");
    assert!(found.tried <= 1500 && !found.stopped && found.nearest.is_none(), "{}", found.tried);
    for which in 0..3 {
        let shot = play(&prepared, &found, which);
        let lt = prepared.table.pocket("lt").expect("a pocket");
        assert!(shot.events().iter().any(|event| event.what == What::Pot { ball: 1, pocket: lt }));
        let solution = &found.solutions[which];
        assert_eq!(solution.call, Some(("3".to_owned(), "lt".to_owned())));
        assert_eq!(solution.cue_ball, shot.state(0).position, "the strike is told to its last bit");
    }
    let robust: Vec<f64> = found.solutions.iter().map(|solution| solution.robust).collect();
    assert!(robust.is_sorted_by(|a, b| a >= b) && robust[0] > 0.3, "{robust:?}");
}

#[test]
fn a_solution_forgives_as_much_as_it_says() {
    // Without errors every repeat is the strike itself; with huge ones hardly any hits.
    let prepared = cut();
    let goal = Goal { pot: Some(Pot { ball: Some(1), pocket: None }), ..Goal::default() };
    let sure = search(&prepared, &goal, &Options { noise: Noise::NONE, ..few(600) });
    assert!(sure.solutions.iter().all(|solution| solution.robust == 1.0), "{sure:?}");
    let noise = Noise { direction: 0.3, ..Noise::default() };
    let wild = search(&prepared, &goal, &Options { noise, ..few(600) });
    assert!(wild.solutions.iter().all(|solution| solution.robust < 0.5), "{wild:?}");
}

#[test]
fn goals_can_be_combined() {
    let prepared = cut();
    let leave = Leave { at: carom::DVec2::new(0.9, 1.8), within: 0.25 };
    let goal = Goal { pot: Some(Pot { ball: Some(1), pocket: None }), leave: Some(leave), score: None };
    let found = search(&prepared, &goal, &few(3000));
    assert!(!found.solutions.is_empty(), "{found:?}");
    let shot = play(&prepared, &found, 0);
    assert!((shot.state(0).position.truncate() - leave.at).length() <= leave.within);
    assert!(shot.state(1).phase.is_out());
}

#[test]
fn a_three_cushion_point_is_found() {
    let prepared = layout(&json!({
        "table": "carom",
        "balls": [{"name": "white", "at": [0.4, 0.5]}, {"name": "yellow", "at": [1.0, 2.3]}, {"name": "red", "at": [0.9, 1.0]}],
    }));
    let goal = Goal::score_in(GameKind::ThreeCushion, &prepared, 0);
    let found = search(&prepared, &goal, &few(4000));
    assert!(!found.solutions.is_empty(), "{found:?}");
    let mut cushions = 0;
    let mut met = Vec::new();
    for event in play(&prepared, &found, 0).events() {
        match event.what {
            What::Rail { ball: 0, .. } if met.len() < 2 => cushions += 1,
            What::Balls { balls: [0, other] } if !met.contains(&other) => met.push(other),
            _ => {}
        }
    }
    assert!(met.len() == 2 && cushions >= 3, "{met:?} after {cushions}");
}

#[test]
fn the_lowest_ball_must_be_hit_first_in_nine_ball() {
    let prepared = cut();
    let goal = Goal::score_in(GameKind::NineBall, &prepared, 0);
    let found = search(&prepared, &goal, &few(1500));
    assert!(!found.solutions.is_empty(), "{found:?}");
    let shot = play(&prepared, &found, 0);
    let first = shot.events().iter().find_map(|event| match event.what {
        What::Balls { balls: [0, other] } => Some(other),
        _ => None,
    });
    assert_eq!(first, Some(1), "the 3 is lower than the 4");
}

#[test]
fn the_same_seed_finds_the_same_whatever_the_number_of_threads() {
    let prepared = cut();
    let goal = Goal { pot: Some(Pot::default()), ..Goal::default() };
    let on = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| search(&prepared, &goal, &Options { seed, ..few(900) }))
    };
    let one = on(1, 5);
    assert_eq!(one, on(4, 5));
    assert_ne!(one.solutions, on(4, 6).solutions);
}

#[test]
fn what_cannot_be_done_is_told_with_the_nearest_try() {
    let prepared = cut();
    let leave = Some(Leave { at: carom::DVec2::new(9.0, 9.0), within: 0.1 });
    let found = search(&prepared, &Goal { leave, ..Goal::default() }, &few(200));
    assert!(found.solutions.is_empty());
    assert!(found.nearest.is_some_and(|(_, miss)| miss > 10.0), "{found:?}");
}

#[test]
fn a_search_stops_when_it_is_told_to_and_keeps_what_it_has() {
    let prepared = cut();
    let goal = Goal { pot: Some(Pot::default()), ..Goal::default() };
    let (stop, seen) = (AtomicBool::new(false), AtomicUsize::new(0));
    let progress = |done: usize, total: usize| {
        seen.fetch_max(done, Ordering::Relaxed);
        assert!(done <= total && total == 100_000_000);
        if done >= 2500 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let found = solve(&prepared, &goal, &few(100_000_000), &progress, &stop).expect("it can be searched");
    assert!(found.stopped && found.tried < 5000, "{}", found.tried);
    assert!(!found.solutions.is_empty() && seen.load(Ordering::Relaxed) >= 2500);
}

#[test]
fn a_search_that_is_stopped_at_once_still_tells_what_it_has_met() {
    // Stopped in its first round, it once told of the nearest strike that it missed by nothing.
    let prepared = cut();
    let goal = Goal { pot: Some(Pot::default()), ..Goal::default() };
    let stop = AtomicBool::new(false);
    let progress = |done: usize, _: usize| _ = stop.fetch_or(done >= 400, Ordering::Relaxed);
    let found = solve(&prepared, &goal, &few(100_000_000), &progress, &stop).expect("it can be searched");
    assert!(found.stopped && found.tried < 1000 && found.nearest.is_none(), "{found:?}");
    assert!(!found.solutions.is_empty(), "{found:?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let prepared = cut();
    let refused = |prepared: &Prepared, goal: &Goal, options: &Options| {
        solve(prepared, goal, options, &|_, _| (), &AtomicBool::new(false)).expect_err("no sense")
    };
    let pot = Goal { pot: Some(Pot::default()), ..Goal::default() };
    assert_eq!(refused(&prepared, &Goal::default(), &few(10)), Refused::NoGoal);
    assert!(matches!(refused(&prepared, &pot, &Options { speeds: (0.0, 1.0), ..few(10) }), Refused::Number(_)));
    assert!(matches!(refused(&prepared, &pot, &Options { repeats: 0, ..few(10) }), Refused::Number(_)));
    let far = Goal { pot: Some(Pot { ball: Some(99), pocket: None }), ..Goal::default() };
    assert!(matches!(refused(&prepared, &far, &few(10)), Refused::Number(_)));
    let mut bare = prepared.clone();
    bare.balls.remove(0);
    assert_eq!(refused(&bare, &pot, &few(10)), Refused::NoCueBall);
    let mut moving = prepared;
    moving.balls[1].state.velocity.x = 1.0;
    moving.balls[1].state.phase = carom::billiards::Phase::Sliding;
    assert!(matches!(refused(&moving, &pot, &few(10)), Refused::Layout(_)));
}

#[test]
fn names_that_are_not_there_are_told_with_the_nearest() {
    let fault = Pot::named(&cut(), Some("3"), Some("tl")).expect_err("no such pocket");
    assert!(fault.what.starts_with("there is no pocket `tl`"), "{fault}");
}
