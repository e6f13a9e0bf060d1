//! What golden hashes are of: scenes with all that the engine has. The tests run them natively; `wasm/` runs the same ones, from
//! these same files, under WebAssembly.

use carom::billiards::rules::GameKind;
use carom::gas::{Border, Gas, Setup};

#[path = "../../machine/mini_table.rs"]
#[allow(dead_code, reason = "the machine's tests use more of it")]
mod mini_table;
mod shots;
mod worlds;

/// How many events there were, and the hash of the state after them.
pub(crate) type Found = (u64, u64);

/// A scene: its name in `hashes.txt`, and how it is run.
pub(crate) type Scene = (&'static str, fn() -> Found);

/// All of them.
pub(crate) const SCENES: &[Scene] = &[
    ("world/pegs", worlds::five_seconds_of_pegs),
    ("world/rack", worlds::four_seconds_of_a_rack),
    ("world/heap", worlds::three_seconds_of_a_heap),
    ("machine/1-ball", || machine(1)),
    ("machine/3-balls", || machine(3)),
    ("machine/20-balls", || machine(20)),
    ("eight-ball/default", || shots::by_default(GameKind::EightBall)),
    ("eight-ball/pooltool", || shots::as_pooltool(GameKind::EightBall)),
    ("eight-ball/papers", || shots::by_papers(GameKind::EightBall)),
    ("nine-ball/default", || shots::by_default(GameKind::NineBall)),
    ("nine-ball/pooltool", || shots::as_pooltool(GameKind::NineBall)),
    ("nine-ball/papers", || shots::by_papers(GameKind::NineBall)),
    ("snooker/default", || shots::by_default(GameKind::Snooker)),
    ("snooker/pooltool", || shots::as_pooltool(GameKind::Snooker)),
    ("snooker/papers", || shots::by_papers(GameKind::Snooker)),
    ("three-cushion/default", || shots::by_default(GameKind::ThreeCushion)),
    ("three-cushion/pooltool", || shots::as_pooltool(GameKind::ThreeCushion)),
    ("three-cushion/papers", || shots::by_papers(GameKind::ThreeCushion)),
    ("gas/disks", gas::<2>),
    ("gas/spheres", gas::<3>),
];

/// Twenty seconds of the mini table, with its flippers going.
fn machine(balls: usize) -> Found {
    let mut scene = mini_table::mini_table(balls).unwrap();
    let mut events = 0;
    for _ in 0..20_000 {
        scene.tick().unwrap();
        events += scene.machine.events().len() as u64;
    }
    (events, scene.machine.hash())
}

/// Twenty thousand collisions among 500 hard balls.
fn gas<const D: usize>() -> Found {
    let setup = Setup { count: 500, packing: 0.3, border: Border::Walls, ..Setup::default() };
    let mut gas = Gas::<D>::lattice(&setup).unwrap();
    gas.run(20_000);
    (gas.collisions(), gas.hash())
}
