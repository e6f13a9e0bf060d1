//! Batches of pinball machines: the same bits as one machine alone, whatever the number of threads.

mod common;

use carom::pinball::Machine;
use carom_batch::{Batch, Buttons, Counts, Error, Setup};
use common::{FRAME, Player, kingfisher, part};

const COUNT: usize = 7;
const FRAMES: usize = 400;

/// Plays so many frames with the players of all indices.
fn play(batch: &mut Batch<Machine>, players: &mut [Player], frames: usize) {
    let buttons = batch.at(0, |machine| Buttons::of(machine)).unwrap();
    for _ in 0..frames {
        batch.step_with(FRAME, players, |_, machine, player| player.play(machine, &buttons)).unwrap();
    }
}

fn players() -> Vec<Player> {
    (0..COUNT).map(Player::new).collect()
}

fn hashes(batch: &mut Batch<Machine>) -> Vec<u64> {
    (0..batch.len()).map(|index| batch.hash(index).unwrap()).collect()
}

fn of(threads: usize) -> Batch<Machine> {
    Batch::with(kingfisher(), COUNT, Setup { threads, balls: None }).unwrap()
}

#[test]
fn one_machine_alone_and_one_two_and_three_threads_give_the_same_bits() {
    let mut alone = Vec::new();
    for index in 0..COUNT {
        let (mut machine, mut player) = (kingfisher(), Player::new(index));
        let buttons = Buttons::of(&machine);
        for _ in 0..FRAMES {
            player.play(&mut machine, &buttons).unwrap();
            machine.advance(FRAME).unwrap();
        }
        alone.push(machine.hash());
    }
    let mut different = alone.clone();
    different.dedup();
    assert_eq!(different.len(), COUNT, "each plays another game");
    let mut first: Option<Vec<f32>> = None;
    for threads in [1, 2, 3] {
        let mut batch = of(threads);
        assert_eq!(batch.threads(), threads);
        play(&mut batch, &mut players(), FRAMES);
        assert_eq!(hashes(&mut batch), alone, "{threads} threads");
        let rows = batch.observations();
        let shots: u32 = (0..COUNT).map(|index| batch.counts(index).unwrap().hits).sum();
        assert!(shots > 20, "balls are in play: {shots}");
        assert_eq!(first.get_or_insert_with(|| rows.to_vec()), rows, "{threads} threads");
    }
}

#[test]
fn saving_and_going_back_in_every_frame_changes_nothing() {
    let mut plain = of(1);
    play(&mut plain, &mut players(), 200);
    let (mut again, mut players) = (of(1), players());
    let mut saved = again.snapshot(0).unwrap();
    for _ in 0..200 {
        for index in 0..COUNT {
            again.snapshot_into(index, &mut saved).unwrap();
            again.restore(index, &saved).unwrap();
        }
        play(&mut again, &mut players, 1);
    }
    assert_eq!(hashes(&mut again), hashes(&mut plain));
}

#[test]
fn branches_are_what_restoring_a_snapshot_gives_and_part_when_played_differently() {
    let mut batch = of(2);
    play(&mut batch, &mut players(), 150);
    let saved = batch.snapshot(2).unwrap();
    let (then, counts) = (batch.hash(2).unwrap(), batch.counts(2).unwrap());
    batch.branch(2, [0, 1, 2, 3]).unwrap();
    batch.restore(4, &saved).unwrap();
    for index in 0..5 {
        assert_eq!(batch.hash(index).unwrap(), then);
        assert_eq!(batch.counts(index).unwrap(), counts);
        assert_eq!(batch.row(index).unwrap(), batch.row(2).unwrap());
    }
    assert_ne!(batch.hash(5).unwrap(), then, "others are left alone");
    let mut same = vec![Player::new(77); COUNT];
    same[3] = Player::new(78);
    play(&mut batch, &mut same, 120);
    let now = hashes(&mut batch);
    assert!(now[..5].iter().enumerate().all(|(k, &hash)| (hash == now[2]) == (k != 3)), "{now:?}");
}

#[test]
fn a_reset_goes_back_to_the_start_or_to_the_one_that_was_set() {
    let mut batch = of(1);
    let (start, row) = (batch.hash(0).unwrap(), batch.row(0).unwrap().to_vec());
    play(&mut batch, &mut players(), 100);
    assert_ne!(batch.hash(3).unwrap(), start);
    batch.reset(3).unwrap();
    assert_eq!((batch.hash(3).unwrap(), batch.row(3).unwrap()), (start, &row[..]));
    assert_eq!(batch.counts(3).unwrap(), Counts::default());
    let later = batch.snapshot(1).unwrap();
    let hash = batch.hash(1).unwrap();
    batch.set_start(&later).unwrap();
    batch.reset_all();
    assert_eq!(hashes(&mut batch), [hash; COUNT]);
}

#[test]
fn a_row_says_what_the_machine_says() {
    let mut batch = Batch::with(kingfisher(), COUNT, Setup { threads: 1, balls: Some(2) }).unwrap();
    play(&mut batch, &mut players(), 300);
    let columns = batch.columns().to_vec();
    let mut array = vec![f32::NAN; COUNT * batch.width()];
    batch.observe_into(&mut array).unwrap();
    let mut balls_seen = 0;
    for (index, row) in array.chunks(batch.width()).enumerate() {
        assert!(row.iter().all(|number| number.is_finite()));
        assert_eq!(batch.row(index).unwrap(), row);
        let counts = batch.counts(index).unwrap();
        let number = |name: &str| row[columns.iter().position(|column| column == name).unwrap()];
        assert_eq!(number("hits"), counts.hits as f32);
        assert_eq!(number("ejected"), counts.ejected as f32);
        batch
            .at(index, |machine| {
                assert_eq!(number("time"), machine.time() as f32);
                let (flipper, trough) = (part(machine, "left_flipper"), part(machine, "trough"));
                assert_eq!(number("left_flipper angle"), machine.pose(flipper).unwrap().angle as f32);
                assert_eq!(number("trough place"), machine.pose(trough).unwrap().place as f32);
                assert_eq!(number("balls"), machine.balls().count() as f32);
                for (k, ball) in machine.balls().enumerate() {
                    let (place, velocity) = machine.place_and_velocity(ball);
                    assert_eq!(velocity, machine.ball(ball).unwrap().velocity);
                    assert_eq!(number(&format!("ball {k} here")), 1.0);
                    assert_eq!(number(&format!("ball {k} y")), place.y as f32);
                    assert_eq!(number(&format!("ball {k} vx")), velocity.x as f32);
                    balls_seen += 1;
                }
            })
            .unwrap();
    }
    assert!(balls_seen > 0 && columns.len() == batch.width());
    assert_eq!(&columns[..3], ["time", "balls", "tilted"]);
    assert!(columns.iter().any(|column| column == "ball 1 vz") && !columns.iter().any(|column| column == "ball 2 x"));
}

#[test]
fn what_is_wrong_is_said_and_nothing_panics() {
    let mut batch = of(2);
    assert_eq!(batch.snapshot(COUNT).unwrap_err(), Error::NoSuchWorld { index: COUNT, count: COUNT });
    let saved = batch.snapshot(0).unwrap();
    for index in [COUNT, usize::MAX] {
        assert!(batch.restore(index, &saved).is_err() && batch.reset(index).is_err() && batch.row(index).is_err());
        assert!(batch.branch(index, [0]).is_err() && batch.branch(0, [1, index]).is_err());
        assert!(batch.at(index, |_| ()).is_err() && batch.hash(index).is_err() && batch.counts(index).is_err());
    }
    let message = batch.observe_into(&mut [0.0; 3]).unwrap_err().to_string();
    assert!(message.starts_with("an array for observations: 3 long instead of "), "{message}");
    let wrong = batch.step_with(FRAME, &mut [0_u8; 2], |_, _, _| Ok(())).unwrap_err();
    assert_eq!(wrong, Error::WrongLength { what: "one element for each world", expected: COUNT, got: 2 });

    let before = hashes(&mut batch);
    for dt in [-1.0, f64::NAN, f64::INFINITY] {
        let message = batch.step(dt).unwrap_err().to_string();
        assert!(message.starts_with("world 0: time step is"), "{message}");
    }
    assert_eq!(hashes(&mut batch), before);

    // A world that refuses a command is not stepped; the others are.
    let trough = batch.at(0, |machine| part(machine, "trough")).unwrap();
    let pull = carom::pinball::Command::now(carom::pinball::Input::Release { part: trough });
    let refuse = |index: usize, machine: &mut Machine, _: &mut ()| {
        if index % 2 == 1 { machine.send(pull) } else { Ok(()) }
    };
    let error = batch.step_with(FRAME, &mut [(); COUNT], refuse).unwrap_err();
    assert!(matches!(error, Error::World { index: 1, .. }), "{error}");
    let after = hashes(&mut batch);
    assert!((0..COUNT).all(|index| (after[index] == before[index]) == (index % 2 == 1)));
}

#[test]
fn another_tables_snapshot_is_refused() {
    let mut batch = of(1);
    let (_, galton) = carom_tables::Table::load(carom_tables::built_in::find("galton").unwrap().text).unwrap();
    let other = Batch::new(galton.clone(), 1).unwrap().snapshot(0).unwrap();
    let before = hashes(&mut batch);
    assert_eq!(batch.restore(0, &other), Err(Error::ForeignSnapshot));
    assert_eq!(batch.set_start(&other), Err(Error::ForeignSnapshot));
    let mut foreign = galton.snapshot();
    assert!(
        batch.at(0, |machine| machine.restore(&foreign).is_err() && machine.exchange(&mut foreign).is_err()).unwrap()
    );
    let wider = Batch::with(kingfisher(), 1, Setup { threads: 1, balls: Some(9) }).unwrap().snapshot(0).unwrap();
    assert_eq!(batch.restore(0, &wider), Err(Error::ForeignSnapshot), "its rows are of another width");
    assert_eq!(hashes(&mut batch), before);
}

#[test]
fn a_seed_makes_another_game_of_the_same_table() {
    let mut batch = of(2);
    batch
        .each(&mut [(); COUNT], |index, machine, ()| {
            machine.set_seed(index as u64 / 2);
            Ok(())
        })
        .unwrap();
    let seeded = hashes(&mut batch);
    assert!(seeded[0] == seeded[1] && seeded[1] != seeded[2] && seeded[2] == seeded[3]);
}

#[test]
fn an_empty_batch_is_stepped_too() {
    let mut batch = Batch::new(kingfisher(), 0).unwrap();
    batch.step(FRAME).unwrap();
    batch.reset_all();
    assert!(batch.is_empty() && batch.observations().is_empty() && batch.branch(0, []).is_err());
}
