//! What must hold for any gas.

use crate::length;
use carom::gas::{Border, Gas, Setup};

fn gas<const D: usize>(count: usize, packing: f64, border: Border) -> Gas<D> {
    Gas::lattice(&Setup { count, packing, border, seed: 3, ..Setup::default() }).unwrap()
}

fn distance<const D: usize>(gas: &Gas<D>, a: &[f64; D], b: &[f64; D]) -> f64 {
    let size = gas.size();
    let part = |d: usize| {
        let away = (a[d] - b[d]).abs();
        if gas.border() == Border::Periodic { away.min(size[d] - away) } else { away }
    };
    (0..D).map(|d| part(d) * part(d)).sum::<f64>().sqrt()
}

#[test]
fn energy_and_momentum_are_kept_to_the_last_digits() {
    // Energy once crept upwards by 4e-17 of a ball's in each collision, always upwards: after two million collisions of a
    // hundred balls it was 1e-12 too much. The sum of squares of a unit vector is rounded always in the same way.
    let mut flat = gas::<2>(100, 0.3, Border::Periodic);
    let energy = flat.energy();
    flat.run(300_000 * length());
    let drift = flat.energy() / energy - 1.0;
    assert!(drift.abs() < 3e-14 * (length() as f64).sqrt(), "{drift}");
    assert!(flat.momentum().iter().all(|p| p.abs() < 1e-11), "{:?}", flat.momentum());

    let mut solid = gas::<3>(125, 0.3, Border::Periodic);
    let energy = solid.energy();
    solid.run(50_000 * length());
    assert!((solid.energy() / energy - 1.0).abs() < 3e-14 * (length() as f64).sqrt());
    assert!(solid.momentum().iter().all(|p| p.abs() < 1e-11), "{:?}", solid.momentum());
}

#[test]
fn balls_never_overlap() {
    fn check<const D: usize>(count: usize, packing: f64, border: Border) {
        let mut gas = gas::<D>(count, packing, border);
        for k in 0..20 {
            gas.run(1_000 * length());
            gas.advance(0.001).unwrap();
            let depth = gas.deepest_overlap();
            assert!(depth < 1e-13, "{D}-D, packing {packing}, {border:?}, look {k}: {depth}");
        }
    }
    for border in [Border::Periodic, Border::Walls] {
        check::<2>(100, 0.7, border);
        check::<2>(300, 0.3, border);
        check::<2>(50, 0.01, border);
        check::<3>(125, 0.45, border);
    }
}

#[test]
fn overlaps_are_seen() {
    // The check above would be worth nothing if it saw nothing: two balls just closer than allowed.
    let near = Gas::new(&[[1.0, 1.0], [2.0 - 5e-13, 1.0]], &[[0.0; 2]; 2], 0.5, [5.0; 2], Border::Periodic).unwrap();
    assert!((near.deepest_overlap() - 5e-13).abs() < 1e-15, "{}", near.deepest_overlap());
    let far = Gas::new(&[[1.0, 1.0], [2.5, 1.0]], &[[0.0; 2]; 2], 0.5, [5.0; 2], Border::Periodic).unwrap();
    assert_eq!(far.deepest_overlap(), 0.0);
}

#[test]
fn a_gas_turned_round_goes_back_to_where_it_began() {
    // Rounding grows about fourfold with each collision of a ball; six forth and six back leave 1e-9 of it.
    fn check<const D: usize>(count: usize, packing: f64, border: Border) {
        let mut gas = gas::<D>(count, packing, border);
        let (places, velocities) = (gas.positions(), gas.velocities());
        gas.run(3 * count as u64);
        let time = gas.time();
        let moved = places.iter().zip(&gas.positions()).map(|(a, b)| distance(&gas, a, b)).fold(0.0, f64::max);
        assert!(moved > 0.5, "it went somewhere: {moved}");
        gas.reverse();
        gas.advance(time).unwrap();
        let off = places.iter().zip(&gas.positions()).map(|(a, b)| distance(&gas, a, b)).fold(0.0, f64::max);
        assert!(off < 1e-7, "{D}-D, {border:?}: {off}");
        for (old, new) in velocities.iter().zip(gas.velocities()) {
            assert!((0..D).all(|d| (old[d] + new[d]).abs() < 1e-6), "{old:?} became {new:?}");
        }
    }
    for border in [Border::Periodic, Border::Walls] {
        check::<2>(100, 0.3, border);
        check::<3>(64, 0.2, border);
    }
}

#[test]
fn how_time_is_cut_into_pieces_changes_no_bit() {
    for border in [Border::Periodic, Border::Walls] {
        let mut whole = gas::<2>(200, 0.4, border);
        let mut pieces = whole.clone();
        // Long enough for times to be counted anew many times, and for the balls to be sorted anew.
        whole.advance(256.0).unwrap();
        let mut k = 0;
        while pieces.time() < 256.0 {
            k += 1;
            let piece: f64 = [0.125, 3.0, 0.0625, 1.0 / 1024.0, 7.5][k % 5];
            pieces.advance(piece.min(256.0 - pieces.time())).unwrap();
        }
        assert_eq!(whole.collisions(), pieces.collisions(), "{border:?}");
        assert_eq!(whole.hash(), pieces.hash(), "{border:?} after {} collisions", whole.collisions());
    }
}

#[test]
fn a_clone_goes_on_as_the_original_does() {
    let mut gas = gas::<3>(64, 0.3, Border::Periodic);
    gas.run(5_000);
    let mut copy = gas.clone();
    gas.run(5_000);
    assert_ne!(gas.hash(), copy.hash());
    copy.run(2_000);
    copy.run(3_000);
    assert_eq!(gas.hash(), copy.hash());
    assert_eq!(gas.done(), copy.done());
}

#[test]
fn the_bits_are_the_same_on_every_machine() {
    let mut flat = gas::<2>(100, 0.3, Border::Periodic);
    flat.run(20_000);
    let mut walled = gas::<2>(100, 0.3, Border::Walls);
    walled.run(20_000);
    let mut solid = gas::<3>(100, 0.3, Border::Periodic);
    solid.run(20_000);
    let hashes = [flat.hash(), walled.hash(), solid.hash()].map(|hash| format!("{hash:016x}"));
    assert_eq!(hashes, ["f6d3af694df73cb0", "9a30a222b158b097", "47c507e5ecfae78c"], "what a gas does has changed");
}

#[test]
fn another_seed_is_another_gas() {
    let setup = Setup { count: 50, ..Setup::default() };
    let hash = |seed| Gas::<2>::lattice(&Setup { seed, ..setup }).unwrap().hash();
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
}

#[test]
fn places_and_velocities_are_told_in_the_order_given() {
    let mut gas = gas::<2>(60, 0.2, Border::Walls);
    gas.run(30_000);
    let (places, velocities) = (gas.positions(), gas.velocities());
    let again = Gas::new(&places, &velocities, gas.radius(), gas.size(), Border::Walls).unwrap();
    for (a, b) in places.iter().zip(again.positions()) {
        assert!(distance(&gas, a, &b) < 1e-13);
    }
    assert_eq!(velocities, again.velocities());
}

#[test]
fn a_long_run_keeps_its_time() {
    // A single ball between walls: after a million hits it is where arithmetic says.
    let mut gas = Gas::new(&[[2.0, 3.0]], &[[1.0, 0.0]], 0.5, [5.0; 2], Border::Walls).unwrap();
    let hits = gas.advance(400_000.0).unwrap().wall_hits;
    assert_eq!(hits, 100_000);
    assert!((gas.positions()[0][0] - 2.0).abs() < 1e-9, "{:?}", gas.positions());
    assert_eq!(gas.time(), 400_000.0);
}
