//! The mix of cases: ordinary flights, and every way in which an impact can be hard to find or easy to imagine.

use super::dice::Dice;
use super::scene::{Kind, Scene, scene};
use super::shapes::Target;
use carom::impact::Window;
use carom::{DVec3, Path};
use glam::Vec3Swizzles;

/// A question for the engine and the reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) mix: Mix,
    pub(crate) target: Target,
    pub(crate) path: Path,
    pub(crate) radius: f64,
    pub(crate) window: Window,
}

/// How a case is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mix {
    /// Anything near the shape.
    Random,
    /// At a spot, from up to 400 m, at 1e-6 to 1000 m/s, steep or shallow.
    Aimed,
    /// Past a spot, closer or farther by 10^-1 to 10^-18 radii; rounding decides which.
    Graze,
    /// The same with short binary fractions, so that the depth is just what was planted.
    ExactGraze,
    /// Touching at the start, exactly or within some ulps; leaving, approaching, sliding, at rest.
    Touching,
    /// Overlapping at the start.
    Overlap,
    /// Along the surface with just the acceleration that keeps a ball on it: nearly a triple root.
    Triple,
    /// At rest, then pulled.
    Rest,
    /// Short binary fractions everywhere: exact touches, exact triple roots, exact ends of windows.
    Lattice,
    /// From the middle of a round thing, or through it.
    Coincident,
}

const MIXES: [Mix; 10] = [
    Mix::Random,
    Mix::Aimed,
    Mix::Graze,
    Mix::ExactGraze,
    Mix::Touching,
    Mix::Overlap,
    Mix::Triple,
    Mix::Rest,
    Mix::Lattice,
    Mix::Coincident,
];

/// The `number`th case of a kind: always the same.
pub(crate) fn case(kind: Kind, number: u64) -> Case {
    let mut dice = Dice::new(number, &format!("{kind:?}"));
    let mix = MIXES[(number % MIXES.len() as u64) as usize];
    let seed = Dice::new(number, &format!("{kind:?}: scene"));
    let exact = match mix {
        Mix::ExactGraze | Mix::Lattice => true,
        Mix::Graze | Mix::Random => false,
        _ => dice.chance(0.3),
    };
    let plain = scene(kind, seed, exact, DVec3::ZERO);
    let (s, path, moment) = match mix {
        Mix::ExactGraze => exact_graze(&mut dice, plain, |shift| scene(kind, seed, exact, shift)),
        Mix::Lattice => lattice(&mut dice, plain),
        _ => flight(&mut dice, plain, mix),
    };
    let window = window(&mut dice, mix, moment, &path);
    Case { mix, target: s.target, path, radius: s.radius, window }
}

/// The path that is at `centre` with velocity `u` at the time `t`.
fn through(centre: DVec3, u: DVec3, a: DVec3, t: f64) -> Path {
    let v = u - a * t;
    Path { p: centre - (v + a * (0.5 * t)) * t, v, a }
}

fn flight(dice: &mut Dice, s: Scene, mix: Mix) -> (Scene, Path, f64) {
    let Scene { spot, normal, radius, bend, .. } = s;
    let speed = dice.pick(&[1.0, 1.0, dice.clone().log(1e-6, 1e3), 1e3, 1e-6]);
    let tangent = dice.across(normal);
    let far = dice.log(1e-3, 400.0);
    let contact = |depth: f64| spot + normal * (radius - depth);
    let (centre, u, moment) = match mix {
        Mix::Random => {
            let size = dice.log(0.1, 30.0) * radius;
            (spot + dice.vector(size), dice.vector(speed), 0.0)
        }
        Mix::Aimed => {
            let steep = if dice.chance(0.5) { dice.between(0.0, 1.0) } else { dice.small(12) };
            (contact(0.0), (tangent * (1.0 - steep) - normal * steep) * speed, far / speed)
        }
        Mix::Graze => (contact(dice.sign() * dice.small(18) * radius), tangent * speed, far / speed),
        Mix::Touching => {
            let mut centre = contact(0.0);
            if dice.chance(0.5) {
                let k = dice.below(3) as usize;
                let ulp = centre[k].abs().next_up() - centre[k].abs();
                centre[k] += dice.sign() * ulp.max(1e-40) * (1 + dice.below(4)) as f64;
            }
            let out = dice.pick(&[-1.0, 1.0, 0.0, dice.clone().small(17), -dice.clone().small(17)]);
            (centre, (tangent * dice.between(0.0, 1.0) + normal * out) * speed, 0.0)
        }
        Mix::Overlap => {
            let depth = if dice.chance(0.5) { dice.between(0.0, 2.0) } else { dice.small(17) };
            (contact(depth * radius), dice.vector(speed), 0.0)
        }
        Mix::Triple => (contact(0.0), tangent * speed, dice.pick(&[0.0, far / speed, radius / speed])),
        Mix::Rest => (contact(-dice.pick(&[0.0, 1e-17, 1e-9, 0.1, 3.0]) * radius), DVec3::ZERO, 0.0),
        _ => {
            // Coincident: in the middle of a round thing, or of the ball itself.
            let middle = if bend == 0.0 { spot } else { spot + normal * (radius - 1.0 / bend) };
            (middle, dice.pick(&[DVec3::ZERO, tangent, normal]) * speed, dice.pick(&[0.0, 0.0, far / speed]))
        }
    };
    // A natural size for the acceleration: that which matters over the flight, or over the thing itself.
    let over = if moment > 0.0 { moment } else { (radius + dice.between(0.0, 1.0)) / speed };
    let pull = if mix == Mix::Rest { dice.log(1e-3, 1e3) } else { speed / over * dice.log(1e-3, 10.0) };
    let bending = speed * speed * bend;
    let near_one = 1.0 + dice.sign() * if dice.chance(0.3) { 0.0 } else { dice.small(17) };
    let a = match (mix, dice.below(8)) {
        (Mix::Triple, kind) => tangent * pull * f64::from(kind as u32 % 3) - normal * (bending * near_one),
        (Mix::Rest, kind) => [dice.direction(), -normal, normal, tangent][kind as usize % 4] * pull,
        (_, 0..=2) => DVec3::ZERO,
        (_, 3) => dice.pick(&[DVec3::new(0.0, 0.0, -9.81), DVec3::new(0.0, -1.1, 0.0)]),
        (_, 4) => dice.vector(pull),
        (_, 5) => u * (dice.sign() * pull / speed),
        (_, 6) => normal * (dice.sign() * pull),
        (_, _) => tangent * (dice.sign() * pull),
    };
    // Over a long flight even gravity leads out of the world; then without.
    let path = through(centre, u, a, moment);
    let sane = path.p.length() < 1e4 && path.v.length() < 1e4;
    (s, if sane { path } else { through(centre, u, DVec3::ZERO, moment) }, moment)
}

/// A graze whose depth is exact: along an axis, past a spot whose distance from the start, across the way, is short.
fn exact_graze(dice: &mut Dice, plain: Scene, moved: impl Fn(DVec3) -> Scene) -> (Scene, Path, f64) {
    let n = plain.normal;
    let tangent = n.zxy();
    let moment = dice.pick(&[0.25, 1.0, 4.0, 64.0]);
    let speed = dice.pick(&[1.0, 0.5, 8.0, 1024.0]);
    // Across the way: nothing, away from the thing, or towards it but less than it bends.
    let lift = dice.pick(&[0.0, 0.0, 0.25, 1.0, 8.0]);
    let a = n * lift + tangent * dice.pick(&[0.0, 0.0, 0.5, -0.125]);
    let planted = dice.sign() * dice.small(18) * plain.radius;
    // Moved so that the path starts at nothing across its way.
    let contact = (plain.spot + n * plain.radius).dot(n);
    let wanted = -0.5 * lift * moment * moment;
    let s = moved(n * (wanted - contact));
    let mut path = through(s.spot + n * s.radius, tangent * speed, a, moment);
    for k in 0..3 {
        if n[k] != 0.0 {
            path.p[k] = if matches!(s.target, Target::Ball { .. }) { path.p[k] } else { n[k] * planted };
            // Two balls cannot be moved; there the depth is in a velocity.
            path.v[k] += if matches!(s.target, Target::Ball { .. }) { n[k] * planted / moment } else { 0.0 };
        }
    }
    (s, path, moment)
}

fn lattice(dice: &mut Dice, s: Scene) -> (Scene, Path, f64) {
    let moment = dice.pick(&[0.0, 0.5, 1.0, 2.0]);
    let tangent = s.normal.zxy() * dice.sign();
    let speed = dice.pick(&[0.5, 1.0, 2.0]);
    let bend = speed * speed * s.bend;
    let (u, a) = match dice.below(4) {
        // Exactly on the surface for an instant, to third order where the numbers allow.
        0 => (tangent * speed, s.normal * -bend + tangent * dice.sixteenths(1)),
        1 => (tangent * speed, s.normal * dice.sixteenths(1)),
        2 => (tangent * dice.sixteenths(1) + s.normal * dice.sixteenths(1), s.normal * dice.sixteenths(1)),
        _ => (DVec3::new(dice.sixteenths(1), dice.sixteenths(1), dice.sixteenths(1)), DVec3::ZERO),
    };
    let depth = dice.pick(&[0.0, 0.0, 0.25, -0.25]) * s.radius;
    (s, through(s.spot + s.normal * (s.radius - depth), u, a, moment), moment)
}

/// From the start or later, until before, at or after the planted moment.
fn window(dice: &mut Dice, mix: Mix, moment: f64, path: &Path) -> Window {
    if moment == 0.0 {
        let quick = if path.v.length() > 0.0 { 1.0 / path.v.length() } else { 1.0 };
        let to = dice.pick(&[dice.clone().log(1e-9, 10.0), dice.clone().log(1e-2, 1e2) * quick.min(1e4), 1e3]);
        return in_the_world(Window { from: 0.0, to }, path);
    }
    let little = dice.small(15);
    let (from, to) = match dice.below(10) {
        0 => (0.0, 1e3 * moment),
        1 => (moment * dice.between(0.0, 0.99), moment * 2.0),
        2 => (moment, moment * dice.between(1.0, 2.0)),
        3 => (moment * (1.0 - little), moment * (1.0 + little)),
        4 if mix != Mix::Graze => (0.0, moment * dice.between(0.5, 1.0)),
        5 if mix == Mix::Lattice => (0.0, moment),
        _ => (0.0, moment * dice.between(1.0, 3.0)),
    };
    in_the_world(Window { from, to }, path)
}

/// Ends before the path leaves the world.
fn in_the_world(mut window: Window, path: &Path) -> Window {
    while window.to > window.from && path.at(window.to).length() > 1e6 {
        window.to = window.from + 0.5 * (window.to - window.from);
    }
    window
}
