//! Locks, and more than one ball at once.

use crate::common::{chute, drained, ejected, hit, hole, lane, moments, part, run, run_until, started};
use carom_rules::{Act, Phase};

#[test]
fn a_multiball_begins_and_ends() {
    let mut game = started(&lane(), 1);
    game.act(Act::Multiball(3));
    assert_eq!(moments(game.told(), "multiball"), 1);
    game.tick();
    assert_eq!(game.status().in_play, 3);
    // The game shoots them all, though nobody touches the plunger.
    let mut most = 0;
    run_until(&mut game, |game| {
        most = most.max(game.machine().balls().count());
        most == 3
    });
    // Saved ones come back, until the time is up.
    let told = run_until(&mut game, |game| game.status().in_play == 1);
    assert!(moments(&told, "saved") > 0);
    assert_eq!(game.status().phase, Phase::Playing);
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
}

#[test]
fn a_locked_ball_stays_and_another_is_served() {
    let mut game = started(&hole(), 1);
    let kicker = part(&game, "hole");
    for n in 1..=2 {
        run_until(&mut game, |game| hit(game, "hole"));
        game.act(Act::Lock(kicker));
        game.tick();
        assert_eq!((game.status().locked, game.status().in_play), (n, 1), "{:?}", game.status());
        // It sinks below, so that one kicker locks many.
        run_until(&mut game, |game| ejected(game, "trough"));
    }
    assert_eq!(game.machine().balls().count(), 1);
    run_until(&mut game, |game| hit(game, "hole"));
    game.act(Act::Kick(kicker));
    game.act(Act::Multiball(3));
    let (mut thrown, mut most, mut saved) = (0, 0, 0);
    run_until(&mut game, |game| {
        thrown += usize::from(ejected(game, "hole"));
        most = most.max(game.machine().balls().count());
        saved += usize::from(drained(game));
        assert!(!ejected(game, "trough") || saved > 0, "locked ones come first");
        thrown == 3
    });
    assert_eq!(game.status().locked, 0);
    assert!(most >= 2, "{most} balls at once");
}

#[test]
fn locks_wait_for_their_player() {
    let mut game = started(&hole(), 2);
    let kicker = part(&game, "hole");
    run_until(&mut game, |game| hit(game, "hole"));
    game.act(Act::Lock(kicker));
    run_until(&mut game, |game| game.status().current == 1);
    run(&mut game, 0.2);
    assert_eq!(game.status().locked, 0, "the second player has locked none");
    run_until(&mut game, |game| game.status().current == 0);
    assert_eq!(game.status().locked, 1, "the first has");
    assert_eq!(game.status().in_play, 1);
}

#[test]
fn a_ball_that_drains_in_a_multiball_does_not_end_the_ball() {
    let mut game = started(&chute(), 1);
    run_until(&mut game, |game| game.status().ball_save == 0);
    run_until(&mut game, |game| game.machine().balls().count() == 1);
    game.act(Act::Multiball(2));
    run_until(&mut game, drained);
    assert_eq!((game.status().phase, game.status().in_play), (Phase::Playing, 1));
    run_until(&mut game, drained);
    assert_eq!(game.status().phase, Phase::Bonus);
}
