//! Against the world, and against a search through all pairs.

use crate::next_collision;
use carom::gas::{Border, Gas, Setup};
use carom::shape::Plane;
use carom::{Ball, Collider, DVec3, Gravity, Material, What, World};

/// A gas between walls and the same balls in a world.
fn gas_and_world<const D: usize>(count: usize, packing: f64, seed: u64) -> (Gas<D>, World) {
    let setup = Setup { count, packing, border: Border::Walls, seed, ..Setup::default() };
    let gas = Gas::<D>::lattice(&setup).unwrap();
    let mut world = World::new(Gravity::none()).unwrap();
    for d in 0..D {
        let axis = DVec3::AXES[d];
        for (at, normal) in [(DVec3::ZERO, axis), (axis * gas.size()[d], -axis)] {
            world.add_collider(Collider::new(Plane::new(at, normal).unwrap(), Material::default())).unwrap();
        }
    }
    let in_space = |v: &[f64; D]| DVec3::new(v[0], v[1], v.get(2).copied().unwrap_or(0.0));
    for (place, velocity) in gas.positions().iter().zip(gas.velocities()) {
        let ball = Ball::new(in_space(place), gas.radius(), 1.0).unwrap().with_velocity(in_space(&velocity));
        world.add_ball(ball).unwrap();
    }
    (gas, world)
}

/// The world's collisions of balls in a time, in order.
fn collisions(world: &mut World, seconds: f64) -> Vec<(f64, [usize; 2])> {
    let mut found = Vec::new();
    let start = world.time();
    while world.time() < start + seconds {
        world.advance((start + seconds - world.time()).min(0.05)).unwrap();
        found.extend(world.events().iter().filter_map(|event| match event.what {
            What::BallImpact { other, .. } => {
                let (a, b) = (event.ball.index(), other.index());
                Some((event.time, [a.min(b), a.max(b)]))
            }
            _ => None,
        }));
    }
    found
}

/// Rounding grows about fourfold with each collision of a ball: from 1e-16 to below 1e-9 in ten.
fn compare_with_world<const D: usize>(count: usize, packing: f64, seconds: f64) {
    let (mut gas, mut world) = gas_and_world::<D>(count, packing, 5);
    let expected = collisions(&mut world, seconds);
    assert!(expected.len() >= 2 * count, "only {} collisions", expected.len());
    for (k, (time, pair)) in expected.into_iter().enumerate() {
        let (met, who) = next_collision(&mut gas);
        assert_eq!(who, pair, "collision {k} at {time}");
        assert!((met - time).abs() < 1e-9, "collision {k}: {met} in the gas, {time} in the world");
    }
    gas.advance(world.time() - gas.time()).unwrap();
    for (id, (place, velocity)) in world.balls().zip(gas.positions().iter().zip(gas.velocities())) {
        for d in 0..D {
            assert!((world.position(id).to_array()[d] - place[d]).abs() < 1e-8, "place of {id:?}");
            assert!((world.velocity(id).to_array()[d] - velocity[d]).abs() < 1e-7, "velocity of {id:?}");
        }
    }
}

#[test]
fn disks_meet_as_in_the_world() {
    compare_with_world::<2>(60, 0.3, 2.0);
}

#[test]
fn crowded_disks_meet_as_in_the_world() {
    compare_with_world::<2>(36, 0.6, 0.6);
}

#[test]
fn spheres_meet_as_in_the_world() {
    compare_with_world::<3>(40, 0.25, 1.2);
}

/// The plainest gas: every pair and every wall is looked at after each event, in `f64` and without any cleverness.
struct Plain<const D: usize> {
    places: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
    size: [f64; D],
    periodic: bool,
    time: f64,
}

impl<const D: usize> Plain<D> {
    fn of(gas: &Gas<D>) -> Self {
        let periodic = gas.border() == Border::Periodic;
        Self { places: gas.positions(), velocities: gas.velocities(), size: gas.size(), periodic, time: 0.0 }
    }

    /// From one ball to all images of another that may matter.
    fn arms(&self, i: usize, j: usize) -> Vec<[f64; D]> {
        let shifts = if self.periodic { -2..=2 } else { 0..=0 };
        let mut arms = vec![core::array::from_fn(|d| self.places[j][d] - self.places[i][d])];
        for d in 0..D {
            let size = self.size[d];
            arms = arms
                .into_iter()
                .flat_map(|arm: [f64; D]| {
                    shifts.clone().map(move |k| {
                        let mut shifted = arm;
                        shifted[d] += f64::from(k) * size;
                        shifted
                    })
                })
                .collect();
        }
        arms
    }

    /// Goes to the next collision of two balls of diameter 1.
    fn next(&mut self) -> (f64, [usize; 2]) {
        loop {
            let mut best = (f64::INFINITY, 0, 0, [0.0; D]);
            for i in 0..self.places.len() {
                for j in i + 1..self.places.len() {
                    let w: [f64; D] = core::array::from_fn(|d| self.velocities[j][d] - self.velocities[i][d]);
                    for r in self.arms(i, j) {
                        let dot = |a: &[f64; D], b: &[f64; D]| (0..D).map(|d| a[d] * b[d]).sum::<f64>();
                        let (b, c) = (dot(&r, &w), dot(&r, &r) - 1.0);
                        let square = b * b - dot(&w, &w) * c;
                        if b < 0.0 && square >= 0.0 {
                            let wait = (c / (square.sqrt() - b)).max(0.0);
                            if wait < best.0 {
                                best = (wait, i, j, core::array::from_fn(|d| r[d] + w[d] * wait));
                            }
                        }
                    }
                }
            }
            let mut wall = (f64::INFINITY, 0, 0);
            if !self.periodic {
                for (i, (place, velocity)) in self.places.iter().zip(&self.velocities).enumerate() {
                    for d in (0..D).filter(|&d| velocity[d] != 0.0) {
                        let end = if velocity[d] > 0.0 { self.size[d] - 0.5 } else { 0.5 };
                        let wait = (end - place[d]) / velocity[d];
                        if wait < wall.0 {
                            wall = (wait, i, d);
                        }
                    }
                }
            }
            let wait = best.0.min(wall.0);
            self.time += wait;
            for (place, velocity) in self.places.iter_mut().zip(&self.velocities) {
                for d in 0..D {
                    place[d] += velocity[d] * wait;
                    if self.periodic {
                        place[d] -= (place[d] / self.size[d]).floor() * self.size[d];
                    }
                }
            }
            if wall.0 < best.0 {
                self.velocities[wall.1][wall.2] *= -1.0;
                continue;
            }
            let (_, i, j, r) = best;
            let (rr, rw) = (0..D).fold((0.0, 0.0), |(rr, rw), d| {
                (rr + r[d] * r[d], rw + r[d] * (self.velocities[j][d] - self.velocities[i][d]))
            });
            for (d, part) in r.into_iter().enumerate() {
                self.velocities[i][d] += rw / rr * part;
                self.velocities[j][d] -= rw / rr * part;
            }
            return (self.time, [i, j]);
        }
    }
}

fn compare_with_plain<const D: usize>(setup: &Setup, collisions: usize) {
    let mut gas = Gas::<D>::lattice(setup).unwrap();
    let mut plain = Plain::of(&gas);
    for k in 0..collisions {
        let (time, pair) = plain.next();
        let (met, who) = next_collision(&mut gas);
        assert_eq!(who, pair, "{setup:?}: collision {k} at {time}");
        assert!((met - time).abs() < 1e-9, "{setup:?}: collision {k}: {met}, by all pairs {time}");
    }
}

#[test]
fn disks_meet_as_a_search_through_all_pairs_says() {
    // In a thin gas an error grows more from one collision to the next, because the way is longer.
    for (count, packing, each) in [(10, 0.3, 3), (30, 0.05, 1), (30, 0.3, 3), (25, 0.7, 3)] {
        for border in [Border::Periodic, Border::Walls] {
            let setup = Setup { count, packing, border, seed: 11, ..Setup::default() };
            compare_with_plain::<2>(&setup, each * count);
        }
    }
}

#[test]
fn spheres_meet_as_a_search_through_all_pairs_says() {
    for border in [Border::Periodic, Border::Walls] {
        let setup = Setup { count: 27, packing: 0.3, border, seed: 12, ..Setup::default() };
        compare_with_plain::<3>(&setup, 54);
    }
}

#[test]
fn a_box_may_be_long_and_narrow() {
    // One cell across between walls, three in a periodic box; and cells that are not square.
    let places: Vec<[f64; 2]> = (0..12).map(|i| [1.0 + 2.5 * f64::from(i), 1.6]).collect();
    let velocities: Vec<[f64; 2]> =
        (0..12).map(|i| [libm::sin(f64::from(i * i)), libm::cos(f64::from(3 * i))]).collect();
    for (border, high) in [(Border::Walls, 2.2), (Border::Periodic, 3.3)] {
        let mut gas = Gas::new(&places, &velocities, 0.5, [31.0, high], border).unwrap();
        let mut plain = Plain::of(&gas);
        for k in 0..15 {
            let ((time, pair), (met, who)) = (plain.next(), next_collision(&mut gas));
            assert_eq!(who, pair, "{border:?}: collision {k} at {time}");
            assert!((met - time).abs() < 1e-9, "{border:?}: collision {k}: {met}, by all pairs {time}");
        }
    }
}
