//! What a batch allocates while it steps, saves, restores, branches and observes: nothing.
//!
//! In a test program of its own: the counter stands in for the allocator of the whole program. It counts for the thread that
//! asks, so the batch runs on that one; with more threads each does the same.

mod common;

use allocation_counter::measure;
use carom::pinball::Machine;
use carom_batch::{Batch, Buttons, Setup};
use common::{FRAME, Player, kingfisher};

/// A batch in which balls are in play.
fn played() -> (Batch<Machine>, Buttons) {
    let machine = kingfisher();
    let buttons = Buttons::of(&machine);
    let mut batch = Batch::with(machine, 6, Setup { threads: 1, balls: None }).unwrap();
    let mut players: Vec<Player> = (0..6).map(Player::new).collect();
    for _ in 0..200 {
        batch.step_with(FRAME, &mut players, |_, machine, player| player.play(machine, &buttons)).unwrap();
    }
    batch.branch(0, 1..6).unwrap();
    (batch, buttons)
}

/// The buttons of a frame: now the left one, now the right, now both.
fn held(frame: u8) -> u8 {
    frame / 10 % 4
}

#[test]
fn saving_restoring_branching_and_observing_ask_for_no_memory() {
    let (mut batch, _) = played();
    let mut saved = batch.snapshot(0).unwrap();
    batch.set_start(&saved).unwrap(); // With a ball: the memory of one that goes is given back.
    let mut array = vec![0.0; batch.observations().len()];
    let mut machine = kingfisher();
    batch.at(0, |own| machine.restore(&own.snapshot())).unwrap().unwrap();
    let mut own = machine.snapshot();
    let counted = measure(|| {
        for _ in 0..10 {
            batch.observe_into(&mut array).unwrap();
            batch.snapshot_into(1, &mut saved).unwrap();
            batch.restore(2, &saved).unwrap();
            batch.branch(0, 1..6).unwrap();
            batch.reset(3).unwrap();
            batch.each(&mut [(); 6], |_, _, ()| Ok(())).unwrap();
            machine.snapshot_into(&mut own);
            machine.restore(&own).unwrap();
            machine.exchange(&mut own).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

/// Each is played twice from the same state, so that every list has grown to its size in the first of them.
#[test]
fn two_seconds_of_play_ask_for_no_memory_alone_or_in_a_batch() {
    let (mut batch, buttons) = played();
    let mut machine = kingfisher();
    let start = batch.at(0, |own| own.snapshot()).unwrap();
    let saved = batch.snapshot(0).unwrap();
    let mut one = [(0, 0); 2];
    for round in &mut one {
        machine.restore(&start).unwrap();
        let counted = measure(|| {
            for frame in 0..120 {
                buttons.press(&mut machine, held(frame.max(1) - 1), held(frame)).unwrap();
                machine.advance(FRAME).unwrap();
            }
        });
        *round = (counted.count_total, machine.hash());
    }
    let mut many = [(0, 0); 2];
    for round in &mut many {
        (0..6).for_each(|index| batch.restore(index, &saved).unwrap());
        let counted = measure(|| {
            for frame in 0..120 {
                batch
                    .step_with(FRAME, &mut [(); 6], |_, machine, ()| {
                        buttons.press(machine, held(frame.max(1) - 1), held(frame))
                    })
                    .unwrap();
            }
        });
        *round = (counted.count_total, batch.hash(5).unwrap());
    }
    assert_ne!(one[1].1, saved_hash(&mut batch, &saved), "something has happened");
    assert_eq!(many[1].1, one[1].1, "the same game");
    assert_eq!((one[1].0, many[1].0), (0, 0));
}

fn saved_hash(batch: &mut Batch<Machine>, saved: &carom_batch::Snapshot<Machine>) -> u64 {
    batch.restore(0, saved).unwrap();
    batch.hash(0).unwrap()
}
