//! The impact rule against the reference of 256 bits.

use crate::bytes::Bytes;
use crate::reference::cases::{Case, case};
use crate::reference::runner::{Tally, judge};
use crate::reference::scene::Kind;
use carom::DVec3;

const KINDS: [Kind; 14] = [
    Kind::Plane,
    Kind::WallFront,
    Kind::WallBoth,
    Kind::Post,
    Kind::ArcInside,
    Kind::ArcOutside,
    Kind::Corner,
    Kind::Triangle,
    Kind::Edge,
    Kind::Point,
    Kind::Sphere,
    Kind::Disc,
    Kind::Capsule,
    Kind::Ball,
];
/// The world in which impacts are promised to be exact: m, m/s, m/s², s.
const FARTHEST: f64 = 1e4;
const FASTEST: f64 = 1e4;
const STRONGEST: f64 = 1e7;
const LONGEST: f64 = 1e6;
const SHORTEST: f64 = 1e-30;

/// Asks for an impact. The bytes are a kind of shape, the number of one of the proof's cases (random, grazing, touching,
/// overlapping and so on), and changes to it: by some ulps, by a factor, to another number. Promised: the time to 1e-12 of the
/// path's time scale, the normal, no impact missed and none invented, as the proof has it.
pub fn impact(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.pick(&KINDS);
    let mut case = case(kind, bytes.whole());
    while !bytes.is_empty() {
        change(&mut case, &mut bytes);
    }
    if !is_in_the_world(&case) {
        return;
    }
    if let Err(report) = judge(&case, &mut Tally::default()) {
        panic!("{kind:?}: {report}");
    }
}

/// Changes one number of a case.
fn change(case: &mut Case, bytes: &mut Bytes<'_>) {
    let which = usize::from(bytes.byte() % 12);
    let number = match which {
        0..9 => {
            let vector: &mut DVec3 = [&mut case.path.p, &mut case.path.v, &mut case.path.a][which / 3];
            &mut vector[which % 3]
        }
        9 => &mut case.radius,
        10 => &mut case.window.from,
        _ => &mut case.window.to,
    };
    let how = bytes.byte();
    *number = match how % 8 {
        0 => f64::from_bits(number.to_bits().wrapping_add_signed(i64::from(bytes.byte().cast_signed()))),
        1 => *number * libm::exp2(f64::from(bytes.byte().cast_signed()) / 8.0),
        2 => -*number,
        3 => 0.0,
        4 => f64::from(bytes.byte().cast_signed()) / 16.0,
        5 => *number + libm::exp10(-f64::from(bytes.byte() % 24)) * f64::from(bytes.byte().cast_signed()),
        6 => bytes.float(),
        _ => *number * (1.0 + libm::exp10(-f64::from(bytes.byte() % 18)) * f64::from(bytes.byte().cast_signed())),
    };
}

fn is_in_the_world(case: &Case) -> bool {
    let Case { path, radius, window, .. } = case;
    // What is not nothing is not absurdly small either: below 1e-100 squares vanish, and nobody plays there.
    let is_sized = |v: DVec3, most: f64| v.to_array().iter().all(|x| *x == 0.0 || (1e-60..=most).contains(&x.abs()));
    let reach = path.p.length() + (path.v.length() + path.a.length() * window.to) * window.to;
    is_sized(path.p, FARTHEST)
        && is_sized(path.v, FASTEST)
        && is_sized(path.a, STRONGEST)
        && (1e-4..=10.0).contains(radius)
        && (0.0..=LONGEST).contains(&window.from)
        && (0.0..=LONGEST).contains(&window.to)
        // A window that ends before it begins is none; in one of next to no length a ball that rests neither closes a gap nor opens it.
        && window.to - window.from >= SHORTEST
        && reach < 1e6
}
