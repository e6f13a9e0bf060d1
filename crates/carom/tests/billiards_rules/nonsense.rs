//! Events, calls and balls that make no sense must not stop a referee.

use carom::billiards::rules::{Game, GameKind, Played};
use carom::billiards::{Ball, BallState, Event, Phase, What};
use carom::math::rng::Stream;

#[test]
fn no_list_of_events_stops_a_game() {
    let mut stream = Stream::new(11, "nonsense");
    let mut pick = move |most: usize| (stream.unit() * most as f64) as usize;
    for round in 0..3000 {
        let kind = GameKind::ALL[round % 6];
        let table = GameKind::ALL[pick(6)].table();
        let mut balls = kind.rack(&table, 0.0, round as u64);
        let mut game = Game::with_balls(kind, pick(6), 10, &balls);
        balls.truncate(pick(24));
        for _ in 0..6 {
            let events: Vec<Event> = (0..pick(12)).map(|_| event(&mut pick)).collect();
            let mut after: Vec<BallState> = balls.iter().map(|ball| ball.state).collect();
            after.truncate(pick(40));
            let names = ["1", "8", "black", "lt", "rc", "red_01", "nobody"];
            game.call(Some(names[pick(7)]).filter(|_| pick(4) > 0), Some(names[pick(7)]));
            let cue_ball = if pick(4) > 0 { 0 } else { pick(30) };
            let players = game.players();
            let decision =
                game.judge(&Played { table: &table, before: &balls, events: &events, after: &after, cue_ball });
            assert_eq!(decision.score.len(), players);
            assert!(game.player() < players);
            assert!(decision.winner.is_none_or(|winner| winner < players));
            for &(ball, at) in &decision.respotted {
                assert!(at.is_finite());
                balls[ball].state = BallState::at_rest(at.x, at.y, &balls[ball].spec);
            }
            play_out(&mut balls, &events);
        }
    }
}

/// Leaves potted balls out, unless they were put back.
fn play_out(balls: &mut [Ball], events: &[Event]) {
    for event in events {
        if let What::Pot { ball, .. } = event.what
            && let Some(ball) = balls.get_mut(ball)
            && ball.name != "cue"
        {
            ball.state.phase = Phase::Potted;
        }
    }
}

fn event(pick: &mut impl FnMut(usize) -> usize) -> Event {
    let ball = if pick(20) == 0 { usize::MAX } else { pick(24) };
    let what = match pick(9) {
        0 => What::Strike { ball },
        1 | 2 => What::Balls { balls: [pick(3), ball] },
        3 => What::Rail { ball, rail: pick(99) },
        4 => What::Jaw { ball, jaw: pick(99) },
        5 => What::Pot { ball, pocket: pick(9) },
        6 => What::Off { ball },
        7 => What::Rattle { ball, pocket: pick(9) },
        _ => What::Change { ball, from: Phase::Sliding, to: Phase::Rolling },
    };
    let time = if pick(30) == 0 { f64::NAN } else { pick(10) as f64 };
    Event { time, what, lost: 0.0 }
}
