//! Batches of billiard shots: each the same as a shot alone.

use carom::billiards::rules::GameKind;
use carom::billiards::{Ball, Models, Shot, Strike};
use carom_batch::{Batch, Error, Setup};

const COUNT: usize = 12;
const GAME: GameKind = GameKind::NineBall;

fn rack() -> Vec<Ball> {
    GAME.rack(&GAME.table(), 1e-3, 7)
}

fn lying() -> Shot {
    Shot::new(&GAME.table(), &Models::default(), &rack(), None).unwrap()
}

/// Each strikes in another direction, at another speed.
fn strike(index: usize) -> Strike {
    let balls = rack();
    let aim = balls[1].state.position - balls[0].state.position;
    let direction = libm::atan2(aim.y, aim.x) + 0.01 * index as f64;
    Strike { speed: 4.0 + 0.3 * index as f64, direction, ..Strike::level(0, GAME.cue_spec()) }
}

#[test]
fn a_batch_of_shots_is_the_shots_one_by_one() {
    let balls = rack();
    let alone: Vec<u64> = (0..COUNT)
        .map(|index| {
            let mut shot = Shot::new(&GAME.table(), &Models::default(), &balls, Some(&strike(index))).unwrap();
            shot.run();
            shot.hash()
        })
        .collect();
    for threads in [1, 2, 3] {
        let mut batch = Batch::with(lying(), COUNT, Setup { threads, balls: None }).unwrap();
        let mut strikes: Vec<Strike> = (0..COUNT).map(strike).collect();
        batch.each(&mut strikes, |_, shot, strike| shot.restart(&balls, Some(strike))).unwrap();
        for _ in 0..60 * 60 {
            batch.step(1.0 / 60.0).unwrap();
        }
        let hashes: Vec<u64> = (0..COUNT).map(|index| batch.hash(index).unwrap()).collect();
        assert_eq!(hashes, alone, "{threads} threads");
        let rows = batch.observations();
        let moving = batch.columns().iter().position(|column| column == "moving").unwrap();
        assert!(rows.chunks(batch.width()).all(|row| row[moving] == 0.0 && (row[0] - 60.0).abs() < 1e-3));
    }
}

#[test]
fn a_row_says_where_the_balls_are_in_the_middle_of_a_shot() {
    let mut batch = Batch::with(lying(), COUNT, Setup { threads: 1, balls: Some(3) }).unwrap();
    let balls = rack();
    let restart = |index, shot: &mut Shot, (): &mut ()| shot.restart(&balls, Some(&strike(index)));
    batch.each(&mut [(); COUNT], restart).unwrap();
    batch.step(0.7).unwrap();
    batch.step(0.05).unwrap();
    for index in 0..COUNT {
        let row = batch.row(index).unwrap().to_vec();
        assert!(row.len() == 5 + 3 * 10 && row[1] > 0.0, "{row:?}");
        let events = batch.at(index, |shot| {
            assert!((shot.clock() - 0.75).abs() < 1e-12);
            for ball in 0..3 {
                let state = shot.state_at(ball, 0.75);
                let seen = &row[5 + ball * 10..][..10];
                assert_eq!(seen[0], f32::from(state.phase as u8));
                assert_eq!(seen[1..4], state.position.as_vec3().to_array());
                assert_eq!(seen[7..10], state.spin.as_vec3().to_array());
            }
            shot.events().len()
        });
        assert_eq!(row[1], events.unwrap() as f32);
    }
    // A second shot begins its own time.
    batch.each(&mut [(); COUNT], restart).unwrap();
    assert!(batch.observations().chunks(35).all(|row| row[0] == 0.0));
}

#[test]
fn a_shot_branches_in_its_middle() {
    let mut batch = Batch::with(lying(), COUNT, Setup { threads: 2, balls: None }).unwrap();
    let balls = rack();
    batch.at(0, |shot| shot.restart(&balls, Some(&strike(3)))).unwrap().unwrap();
    batch.step(0.5).unwrap();
    let saved = batch.snapshot(0).unwrap();
    batch.branch(0, 1..COUNT).unwrap();
    batch.step(30.0).unwrap();
    let end = batch.hash(0).unwrap();
    assert!((0..COUNT).all(|index| batch.hash(index).unwrap() == end));
    batch.restore(5, &saved).unwrap();
    assert_ne!(batch.hash(5).unwrap(), end);
    batch.at(5, |shot| shot.run()).unwrap();
    assert_eq!(batch.hash(5).unwrap(), end);
    batch.reset(5).unwrap();
    assert_eq!(batch.hash(5).unwrap(), lying().hash());
    let fewer = Shot::new(&GAME.table(), &Models::default(), &balls[..4], None).unwrap();
    let other = Batch::new(fewer, 1).unwrap().snapshot(0).unwrap();
    assert_eq!(batch.restore(0, &other), Err(Error::ForeignSnapshot));
}

#[test]
fn a_shot_that_cannot_begin_is_said_and_harms_nobody() {
    let mut batch = Batch::with(lying(), COUNT, Setup { threads: 2, balls: None }).unwrap();
    let mut balls = rack();
    balls[2].state.position = balls[1].state.position;
    let error = batch.step_with(0.1, &mut [(); COUNT], |index, shot, ()| match index {
        4 => shot.restart(&balls, None),
        5 => shot.restart(&balls[..2], None),
        _ => Ok(()),
    });
    assert!(matches!(error, Err(Error::World { index: 4, .. })), "{error:?}");
    batch.step(1.0).unwrap();
}
