//! Hard disks and spheres.

use super::steps;
use crate::plot::{Chart, Ink, Place, sheet};
use carom::Error;
use carom::gas::{Gas, Setup, theory};

/// The equation of state, measured and known.
pub(super) fn gas() -> Result<String, Error> {
    let mut state = Chart::new("Pressure over packing", "part of the box that is filled", "P V / (N k T)")
        .range((0.0, 0.62), (0.0, 11.0));
    state.line(Ink::Blue, "disks: virial series", steps(0.0, 0.6, 121).map(|eta| (eta, theory::disks(eta))));
    state.dashed(Ink::Grey, "disks: Henderson", steps(0.0, 0.6, 121).map(|eta| (eta, theory::henderson(eta))));
    state.line(
        Ink::Orange,
        "spheres: Carnahan and Starling",
        steps(0.0, 0.45, 91).map(|eta| (eta, theory::spheres(eta))),
    );
    let disks: Result<Vec<Place>, Error> =
        steps(0.05, 0.55, 11).map(|eta| Ok((eta, measured::<2>(eta, 400)?))).collect();
    let spheres: Result<Vec<Place>, Error> =
        steps(0.05, 0.4, 8).map(|eta| Ok((eta, measured::<3>(eta, 343)?))).collect();
    state.dots(Ink::Blue, "400 disks", disks?);
    state.dots(Ink::Orange, "343 spheres", spheres?);

    let mut near = Chart::new(
        "Neighbours of a disk at packing 0.5",
        "distance / diameter",
        "how many times as many as on average",
    )
    .range((1.0, 4.0), (0.0, 4.2));
    let mut gas = Gas::<2>::lattice(&Setup { count: 1600, packing: 0.5, ..Setup::default() })?;
    gas.run(40_000);
    let mut sum: Vec<Place> = Vec::new();
    for _ in 0..8 {
        gas.run(10_000);
        for (k, ring) in gas.pair_correlation(4.0, 90)?.into_iter().enumerate() {
            if sum.len() <= k {
                sum.push((0.5 * (ring.from + ring.to), 0.0));
            }
            sum[k].1 += ring.correlation / 8.0;
        }
    }
    near.line(Ink::Blue, "1,600 disks", sum.into_iter().filter(|(distance, _)| *distance > 1.0));
    let contact = theory::contact::<2>(theory::disks(0.5), 0.5);
    near.dots(Ink::Orange, "at contact, from the pressure", [(1.0, contact)]);
    Ok(sheet("A gas of hard disks and spheres", &[state, near]))
}

fn measured<const D: usize>(packing: f64, count: usize) -> Result<f64, Error> {
    let mut gas = Gas::<D>::lattice(&Setup { count, packing, ..Setup::default() })?;
    gas.run(20_000);
    gas.start_measuring();
    gas.run(60_000);
    Ok(gas.pressure().compressibility)
}
