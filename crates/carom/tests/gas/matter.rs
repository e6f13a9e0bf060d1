//! A gas is matter: pressure, neighbours and speeds as statistical mechanics has them.

use crate::length;
use carom::gas::{Border, Gas, Setup, theory};

/// A gas that has forgotten its lattice.
fn melted<const D: usize>(count: usize, packing: f64, border: Border) -> Gas<D> {
    let mut gas = Gas::lattice(&Setup { count, packing, border, seed: 8, ..Setup::default() }).unwrap();
    gas.run(20 * count as u64);
    gas.start_measuring();
    gas
}

#[test]
fn the_equations_of_state_agree_where_they_should() {
    assert!((theory::disks(0.3) / theory::henderson(0.3) - 1.0).abs() < 1e-3);
    assert!((theory::disks(0.3) / theory::santos(0.3) - 1.0).abs() < 1e-2);
    // Thin gases are ideal, and what comes first is the second virial coefficient: 2 for disks and 4 for spheres.
    for z in [theory::disks, theory::henderson, theory::santos] {
        assert!(((z(1e-6) - 1.0) / 1e-6 - 2.0).abs() < 1e-5);
    }
    assert!(((theory::spheres(1e-6) - 1.0) / 1e-6 - 4.0).abs() < 1e-4);
    assert_eq!(theory::compressibility::<2>(0.3), theory::disks(0.3));
    assert_eq!(theory::compressibility::<3>(0.3), theory::spheres(0.3));
}

#[test]
fn the_pressure_of_disks_is_that_of_theory() {
    for packing in [0.02, 0.3, 0.5] {
        let mut gas = melted::<2>(1_000, packing, Border::Periodic);
        gas.run(150_000 * length());
        let (pressure, expected) = (gas.pressure(), theory::disks(packing));
        let off = pressure.compressibility / expected - 1.0;
        let bound = if length() > 9 { 0.003 } else { 0.01 };
        assert!(off.abs() < bound, "packing {packing}: {} instead of {expected}", pressure.compressibility);
        // Speeds at collisions follow from Maxwell's law; so must their number.
        let rate = pressure.rate / theory::collision_rate::<2>(pressure.compressibility) - 1.0;
        assert!(rate.abs() < bound, "packing {packing}: {} collisions", pressure.rate);
        let ideal = gas.count() as f64 / (gas.size()[0] * gas.size()[1]);
        assert!((pressure.pressure / (ideal * pressure.compressibility) - 1.0).abs() < 1e-12);
        assert_eq!(pressure.on_walls, None);
    }
}

#[test]
fn the_pressure_of_spheres_is_that_of_theory() {
    let mut gas = melted::<3>(1_000, 0.3, Border::Periodic);
    gas.run(150_000 * length());
    let (measured, expected) = (gas.pressure().compressibility, theory::spheres(0.3));
    assert!((measured / expected - 1.0).abs() < 0.01, "{measured} instead of {expected}");
}

#[test]
fn walls_feel_the_pressure_inside() {
    // Two ways to the same number: collisions among balls, and pushes on walls. By the virial theorem for the centres, whose
    // room is smaller by a diameter, 2 E + (sum of r Δp) / time is the sum over the axes of force times room; it holds for
    // the time measured but for the motion at its ends.
    let mut gas = melted::<2>(400, 0.3, Border::Walls);
    gas.run(150_000 * length());
    let pressure = gas.pressure();
    let share = 1.0 - 2.0 * gas.radius() / gas.size()[0];
    let felt = pressure.on_walls.unwrap() * share;
    assert!((felt / pressure.pressure - 1.0).abs() < 0.005, "{felt} on walls, {} inside", pressure.pressure);
    assert!(pressure.compressibility > theory::disks(0.3), "the room is smaller than the box");
}

#[test]
fn neighbours_stand_as_theory_says() {
    fn check<const D: usize>(count: usize, packing: f64, bound: f64) {
        let mut gas = melted::<D>(count, packing, Border::Periodic);
        let (rings, reach, looks) = (40, 2.0, 60 * length());
        let mut g = vec![0.0; rings];
        for _ in 0..looks {
            gas.run(count as u64 / 2);
            for (sum, ring) in g.iter_mut().zip(gas.pair_correlation(reach, rings).unwrap()) {
                *sum += ring.correlation / looks as f64;
            }
        }
        // A straight line through the first rings, continued to contact.
        let width = (reach - 1.0) / rings as f64;
        let points: Vec<(f64, f64)> =
            g.iter().take(6).enumerate().map(|(k, &g)| ((k as f64 + 0.5) * width, g)).collect();
        let n = points.len() as f64;
        let (mx, my) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
        let slope = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>()
            / points.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum::<f64>();
        let contact = my - slope * mx;
        let expected = theory::contact::<D>(theory::compressibility::<D>(packing), packing);
        assert!((contact / expected - 1.0).abs() < bound, "{D}-D: g at contact {contact} instead of {expected}");
        assert!(slope < 0.0, "fewer farther out");
    }
    check::<2>(1_000, 0.3, 0.03);
    check::<3>(1_000, 0.3, 0.04);
}

#[test]
fn a_thin_gas_has_no_order() {
    // Balls that are hardly there stand anywhere: the pair correlation is 1 at any distance, also between walls, where
    // part of a ring is outside.
    for border in [Border::Periodic, Border::Walls] {
        let mut gas = melted::<2>(400, 0.001, border);
        let mut mean = 0.0;
        let looks = 30;
        for _ in 0..looks {
            gas.run(400);
            let rings = gas.pair_correlation(gas.size()[0] / 4.0, 5).unwrap();
            mean += rings.iter().map(|ring| ring.correlation).sum::<f64>() / (5 * looks) as f64;
        }
        assert!((mean - 1.0).abs() < 0.02, "{border:?}: {mean}");
    }
}

#[test]
fn speeds_follow_maxwells_law() {
    // All balls begin equally fast. After some collisions the mean of the fourth power of a velocity is three times the
    // square of the mean of its square, as for any normal distribution; at first it is 1.5 times, as on a circle.
    let start = Gas::<2>::lattice(&Setup { count: 2_000, ..Setup::default() }).unwrap();
    let velocities: Vec<[f64; 2]> = (0..2_000).map(|i| [libm::cos(f64::from(i)), libm::sin(f64::from(i))]).collect();
    let mut gas = Gas::new(&start.positions(), &velocities, 0.5, start.size(), Border::Periodic).unwrap();
    let kurtosis = |gas: &Gas<2>| {
        let n = 2.0 * gas.count() as f64;
        let mean = |f: fn(f64) -> f64| gas.velocities().iter().flatten().map(|&v| f(v)).sum::<f64>() / n;
        mean(|v| v * v * v * v) / (mean(|v| v * v) * mean(|v| v * v))
    };
    assert!((kurtosis(&gas) - 1.5).abs() < 0.01, "{}", kurtosis(&gas));
    let (mut sum, looks) = (0.0, 20);
    gas.run(20_000);
    for _ in 0..looks {
        gas.run(4_000);
        sum += kurtosis(&gas) / f64::from(looks);
    }
    assert!((sum - 3.0).abs() < 0.1, "{sum}");
}

#[test]
fn memory_grows_with_the_number_of_balls_and_with_nothing_else() {
    for count in [1_000, 30_000, 100_000] {
        let mut gas = Gas::<2>::lattice(&Setup { count, ..Setup::default() }).unwrap();
        let before = gas.bytes_per_ball();
        assert!(before < 160.0, "{count}: {before} bytes");
        gas.run(20_000);
        assert!(gas.bytes_per_ball() < before + 2.0, "{count}: {before}, then {}", gas.bytes_per_ball());
    }
    // A thin gas has no more cells than a dense one.
    let thin = Gas::<2>::lattice(&Setup { count: 10_000, packing: 1e-9, ..Setup::default() }).unwrap();
    assert!(thin.bytes_per_ball() < 160.0, "{}", thin.bytes_per_ball());
}
