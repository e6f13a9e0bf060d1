//! What is known about hard disks and spheres: their equations of state, and what follows from them.
//!
//! All are given as the compressibility `Z = P V / (N k T)`, which is 1 in a thin gas.

use core::f64::consts::PI;

/// Virial coefficients of hard disks as parts of powers of the second, from the third on: N. Clisby and B. M. McCoy,
/// "Ninth and tenth order virial coefficients for hard spheres in D dimensions", J. Stat. Phys. 122 (2006) 15.
const DISKS: [f64; 8] =
    [0.782_004_4, 0.532_231_8, 0.333_556_0, 0.198_842_5, 0.114_872_8, 0.064_993_0, 0.036_219_3, 0.019_953_7];

/// Compressibility of a fluid of hard disks by its virial series, the first ten terms as known and the rest with
/// coefficients that go on growing by the same steps. Below packing 0.5 the rest is less than a thousandth.
pub fn disks(packing: f64) -> f64 {
    let (mut z, mut power, mut last, mut step) = (1.0 + 2.0 * packing, packing, 2.0, 1.0);
    let mut unit = 2.0;
    for part in DISKS {
        (power, unit) = (power * packing, 2.0 * unit);
        step = part * unit - last;
        last += step;
        z += last * power;
    }
    let thin = 1.0 - packing;
    z + power * packing * (last / thin + step / (thin * thin))
}

/// Compressibility of hard disks: D. Henderson, "A simple equation of state for hard discs", Molecular Physics 30 (1975)
/// 971.
pub fn henderson(packing: f64) -> f64 {
    (1.0 + packing * packing / 8.0) / ((1.0 - packing) * (1.0 - packing))
}

/// Compressibility of hard disks: A. Santos, M. Lopez de Haro and S. Bravo Yuste, "An accurate and simple equation of
/// state for hard disks", J. Chem. Phys. 103 (1995) 4622.
pub fn santos(packing: f64) -> f64 {
    let densest = PI / (2.0 * 3.0_f64.sqrt());
    1.0 / (1.0 - 2.0 * packing + (2.0 * densest - 1.0) * (packing / densest) * (packing / densest))
}

/// Compressibility of hard spheres: N. F. Carnahan and K. E. Starling, "Equation of state for nonattracting rigid
/// spheres", J. Chem. Phys. 51 (1969) 635.
pub fn spheres(packing: f64) -> f64 {
    let rest = 1.0 - packing;
    (1.0 + packing + packing * packing - packing * packing * packing) / (rest * rest * rest)
}

/// The best of the above for so many dimensions.
pub fn compressibility<const D: usize>(packing: f64) -> f64 {
    if D == 2 { disks(packing) } else { spheres(packing) }
}

/// How many times as many balls touch a ball as in a gas of points: `g` at contact, by the virial theorem
/// `Z = 1 + 2 η g` (disks) or `1 + 4 η g` (spheres).
pub fn contact<const D: usize>(compressibility: f64, packing: f64) -> f64 {
    (compressibility - 1.0) / (if D == 2 { 2.0 } else { 4.0 } * packing)
}

/// Collisions in a unit of time for each ball, every collision counted once, at temperature 1 and diameter 1.
///
/// A collision gives `d |v_n|` to the virial, and the speeds `v_n` of approach follow Rayleigh's law with mean
/// `sqrt(π k T)`: so the rate is `D (Z - 1) / (2 · sqrt(π) / 2)`, halved for the two balls of each collision.
pub fn collision_rate<const D: usize>(compressibility: f64) -> f64 {
    D as f64 * (compressibility - 1.0) / PI.sqrt()
}
