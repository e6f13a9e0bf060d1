//! What a gas is given may be wrong.

use carom::ErrorKind;
use carom::gas::{Border, Gas, Setup};

#[test]
fn balls_that_overlap_are_refused_by_name() {
    let places = [[1.0, 1.0], [4.0, 4.0], [1.5, 1.5]];
    for border in [Border::Walls, Border::Periodic] {
        let fault = Gas::new(&places, &[[0.0; 2]; 3], 0.5, [6.0, 6.0], border).unwrap_err();
        assert!(matches!(fault.kind(), ErrorKind::Degenerate { .. }), "{fault}");
        assert_eq!(fault.place(), "balls 0 and 2");
    }
    // Through the border of a periodic box, too.
    let places = [[0.2, 3.0], [5.8, 3.0]];
    assert!(Gas::new(&places, &[[0.0; 2]; 2], 0.5, [6.0, 6.0], Border::Periodic).is_err());
}

#[test]
fn balls_that_just_touch_are_welcome() {
    let places = [[1.0, 1.0], [2.0, 1.0], [1.5, 1.0 + 0.75_f64.sqrt()]];
    let velocities = [[1.0, 0.0], [-1.0, 0.0], [0.0, -1.0]];
    let mut gas = Gas::new(&places, &velocities, 0.5, [6.0, 6.0], Border::Walls).unwrap();
    let done = gas.run(3);
    assert_eq!(done.collisions, 3);
    assert!((gas.energy() - 1.5).abs() < 1e-14);
    assert!(gas.deepest_overlap() < 1e-14);
}

#[test]
fn what_is_no_number_is_refused() {
    let new = |place: f64, speed: f64, radius: f64, size: f64| {
        Gas::new(&[[place, 2.0]], &[[speed, 0.0]], radius, [size, 5.0], Border::Walls)
    };
    assert!(new(2.0, 1.0, 0.5, 5.0).is_ok());
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY, -1.0] {
        assert!(new(bad, 1.0, 0.5, 5.0).is_err(), "place {bad}");
        assert!(new(2.0, 1.0, bad, 5.0).is_err(), "radius {bad}");
        assert!(new(2.0, 1.0, 0.5, bad).is_err(), "size {bad}");
        assert!(bad == -1.0 || new(2.0, bad, 0.5, 5.0).is_err(), "speed {bad}");
        assert!(new(2.0, 1.0, 0.5, 5.0).unwrap().advance(bad).is_err(), "time {bad}");
    }
    assert!(new(0.4, 1.0, 0.5, 5.0).is_err(), "in a wall");
    assert!(new(4.6, 1.0, 0.5, 5.0).is_err(), "in the wall opposite");
    assert!(Gas::<2>::new(&[], &[], 0.5, [5.0; 2], Border::Walls).is_err(), "nobody");
    assert!(Gas::new(&[[2.0; 3]], &[], 0.5, [5.0; 3], Border::Walls).is_err(), "no velocity");
    assert!(Gas::new(&[[1.0; 2]], &[[0.0; 2]], 0.5, [2.9; 2], Border::Periodic).is_err(), "it would meet itself");
}

#[test]
fn a_lattice_is_refused_when_it_has_no_room() {
    let setup = Setup { count: 100, ..Setup::default() };
    assert!(Gas::<2>::lattice(&Setup { packing: 0.78, ..setup }).is_ok());
    for packing in [0.79, 0.0, -0.3, f64::NAN, 2.0] {
        assert!(Gas::<2>::lattice(&Setup { packing, ..setup }).is_err(), "{packing}");
    }
    assert!(Gas::<3>::lattice(&Setup { packing: 0.53, count: 1000, ..setup }).is_err());
    assert!(Gas::<2>::lattice(&Setup { count: 0, ..setup }).is_err());
    assert!(Gas::<2>::lattice(&Setup { count: usize::MAX, ..setup }).is_err());
    assert!(Gas::<2>::lattice(&Setup { radius: 0.0, ..setup }).is_err());
    assert!(Gas::<2>::lattice(&Setup { temperature: -1.0, ..setup }).is_err());
}

#[test]
fn rings_must_fit_the_box() {
    let gas = Gas::<2>::lattice(&Setup { count: 100, ..Setup::default() }).unwrap();
    assert!(gas.pair_correlation(0.9, 10).is_err(), "within a ball");
    assert!(gas.pair_correlation(gas.size()[0] / 2.0, 10).is_err(), "more than a third of the box");
    assert!(gas.pair_correlation(2.0, 0).is_err());
    assert!(gas.pair_correlation(f64::NAN, 10).is_err());
    assert_eq!(gas.pair_correlation(2.0, 10).unwrap().len(), 10);
}

#[test]
fn a_gas_in_which_nothing_happens_does_not_hang() {
    let still = Setup { count: 9, temperature: 0.0, ..Setup::default() };
    let mut gas = Gas::<2>::lattice(&still).unwrap();
    assert_eq!(gas.run(10).events(), 0);
    assert_eq!(gas.advance(1e6).unwrap().events(), 0);
    assert!((gas.time() - 1e6).abs() < 1e-6);
    assert!(gas.pressure().compressibility.is_nan());
    // Two that go side by side for ever, and one between walls.
    let side_by_side = [[1.0, 1.0], [1.0, 4.0]];
    let mut gas = Gas::new(&side_by_side, &[[1.0, 0.0]; 2], 0.5, [6.0; 2], Border::Periodic).unwrap();
    assert_eq!(gas.run(1).collisions, 0);
    let mut gas = Gas::new(&[[1.0, 1.0]], &[[1.0, -0.0]], 0.5, [6.0; 2], Border::Walls).unwrap();
    assert_eq!(gas.advance(10.0).unwrap().wall_hits, 2);
    assert!((gas.positions()[0][0] - 1.0).abs() < 1e-12, "there, back and home again: {:?}", gas.positions());
}

#[test]
fn very_slow_and_very_fast_balls_are_no_trouble() {
    for speed in [1e-90, 1e-9, 1.0, 1e9, 1e90] {
        let places = [[1.0, 2.0], [4.0, 2.0], [2.5, 4.0]];
        let velocities = [[speed, 0.0], [-speed, 0.0], [0.0, 0.0]];
        let mut gas = Gas::new(&places, &velocities, 0.5, [6.0; 2], Border::Walls).unwrap();
        gas.run(1);
        assert!((gas.time() * speed - 1.0).abs() < 1e-12, "they meet in the middle at speed {speed}: {}", gas.time());
        assert_eq!(gas.velocities()[0][0], -speed);
    }
    // One fast ball among many that lie still: all events are far ahead of those expected, and then far behind.
    let mut velocities = vec![[0.0; 2]; 100];
    velocities[0] = [1e6, 3e5];
    let lattice = Gas::<2>::lattice(&Setup { count: 100, ..Setup::default() }).unwrap();
    let mut gas = Gas::new(&lattice.positions(), &velocities, 0.5, lattice.size(), Border::Periodic).unwrap();
    gas.run(5_000);
    assert!((gas.energy() / 0.545e12 - 1.0).abs() < 1e-12);
    assert!(gas.deepest_overlap() < 1e-12);
}
