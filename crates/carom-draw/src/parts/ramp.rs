//! Ramps: translucent floors with their borders, and wires with the hoops that hold them.

use crate::colour::palette;
use crate::form::{polygon, polyline};
use crate::lay::mean_scale;
use crate::pen::Pen;
use crate::scene::{Form, Layer, Line, Stretch};
use carom::pinball::part::{Ramp, RampKind};
use carom::space::Transform;
use carom::units::VP_LENGTH;
use carom::{DVec2, DVec3};

/// m: between the hoops of a ramp of wires.
const HOOPS: f64 = 0.045;
/// Lines of equal height on a flat ramp.
const STEPS: u32 = 4;
/// Most hoops of one ramp: enough for four metres.
const MOST_HOOPS: usize = 100;

pub(crate) fn draw(ramp: &Ramp, lies: &Transform, pen: &mut Pen) {
    let Some(ribs) = ramp.borders() else { return };
    let ribs: Vec<[DVec3; 2]> = ribs.iter().map(|rib| rib.map(|p| lies.place(p))).collect();
    let z = ribs.iter().map(|rib| rib[0].z).fold(f64::NEG_INFINITY, f64::max);
    let side = |k: usize| ribs.iter().map(move |rib| rib[k].truncate());
    let floor = polygon(side(0).chain(side(1).rev()));
    pen.shadow(&floor, z, 0.2);
    if ramp.kind != RampKind::Flat {
        return wires(ramp, mean_scale(lies), &ribs, z, pen);
    }
    pen.fill(Layer::High, z, floor, palette::RAMP.opaque(0.17));
    // Lighter where it is higher, in steps: lines of equal height, which show the way up.
    let (low, high) = match *lies == Transform::IDENTITY {
        true => (ramp.bottom.min(ramp.top), ramp.bottom.max(ramp.top)),
        false => (ribs.iter().map(|rib| rib[0].z).fold(f64::INFINITY, f64::min), z),
    };
    for level in 1..=STEPS {
        let height = low + (high - low) * f64::from(level) / f64::from(STEPS + 1);
        for run in runs_above(&ribs, height) {
            let side = |k: usize| run.iter().map(move |rib| rib[k].truncate());
            pen.fill(Layer::High, z, polygon(side(0).chain(side(1).rev())), palette::RAMP.opaque(0.06));
        }
    }
    for (k, wall) in [(0, ramp.left_wall), (1, ramp.right_wall)] {
        let border = polyline(side(k));
        let line = match wall > 0.0 {
            true => pen.hairs(palette::RAMP.towards(palette::METAL_LIT, 0.35), 2.2),
            false => pen.hairs(palette::RAMP, 1.0).dashed(5.0 * pen.hair),
        };
        pen.line(Layer::High, z, border, line);
    }
    // Where a ball enters: the lower end, open, is marked by a line across.
    if let (Some(first), Some(last)) = (ribs.first(), ribs.last()) {
        for end in [first, last] {
            let across = polyline(end.map(|p| p.truncate()));
            pen.line(Layer::High, z, across, pen.hairs(palette::RAMP.opaque(0.55), 0.9));
        }
    }
}

/// The stretches of a ramp that are higher than this, cut where they begin and end.
fn runs_above(ribs: &[[DVec3; 2]], height: f64) -> Vec<Vec<[DVec3; 2]>> {
    let mut runs: Vec<Vec<[DVec3; 2]>> = Vec::new();
    let mut open = false;
    for (k, rib) in ribs.iter().enumerate() {
        let above = rib[0].z > height;
        let before = k.checked_sub(1).and_then(|k| ribs.get(k));
        let cut = before.filter(|_| above != open).map(|last| {
            let part = ((height - last[0].z) / (rib[0].z - last[0].z)).clamp(0.0, 1.0);
            [0, 1].map(|i| last[i] + (rib[i] - last[i]) * part)
        });
        if above && !open {
            runs.push(cut.into_iter().collect());
        } else if let (false, true, Some(run)) = (above, open, runs.last_mut()) {
            run.extend(cut);
        }
        if let (true, Some(run)) = (above, runs.last_mut()) {
            run.push(*rib);
        }
        open = above;
    }
    runs
}

/// Wires lie `offset` half distances from the axis; high ones a little outside, where they would be seen from a slant.
fn wires(ramp: &Ramp, scale: f64, ribs: &[[DVec3; 2]], z: f64, pen: &mut Pen) {
    let offsets: &[f64] = match ramp.kind {
        RampKind::OneWire => &[0.0],
        RampKind::ThreeWireLeft => &[-1.0, 1.0, -1.5],
        RampKind::ThreeWireRight => &[-1.0, 1.0, 1.5],
        RampKind::FourWire => &[-1.0, 1.0, -1.5, 1.5],
        _ => &[-1.0, 1.0],
    };
    let place = |rib: &[DVec3; 2], offset: f64| {
        let (left, right) = (rib[0].truncate(), rib[1].truncate());
        // The floor is 20 of Visual Pinball's units wider than the wires are apart; bends stretch both alike.
        let part = ramp.wire_distance / (ramp.wire_distance + 20.0 * VP_LENGTH);
        (left + right) * 0.5 + (right - left) * (0.5 * offset * part)
    };
    let width = if ramp.wire_diameter > 0.0 { ramp.wire_diameter } else { 0.003 };
    let width = if ramp.kind == RampKind::OneWire { width } else { width.min(0.004) } * scale;
    let width = width.max(1.2 * pen.hair);
    let outer = offsets.iter().fold(0.0_f64, |most, o| most.max(o.abs()));
    if outer > 0.0 {
        let hoops =
            hoops(ribs).map(|rib| Stretch { points: vec![place(&rib, -outer), place(&rib, outer)], closed: false });
        let hoops = Form::Path(hoops.collect());
        pen.line(Layer::High, z, hoops, Line::new(palette::METAL_DARK, 0.8 * width));
    }
    for &offset in offsets {
        let points: Vec<DVec2> = ribs.iter().map(|rib| place(rib, offset)).collect();
        let wire = || polyline(points.iter().copied());
        pen.line(Layer::High, z, wire(), Line::new(palette::SHADE.opaque(0.5), width + 1.2 * pen.hair));
        pen.line(Layer::High, z, wire(), Line::new(palette::WIRE, width));
    }
}

/// Ribs at even distances along a ramp.
fn hoops(ribs: &[[DVec3; 2]]) -> impl Iterator<Item = [DVec3; 2]> {
    let length: f64 = ribs.windows(2).map(|pair| step(&pair[0], &pair[1])).sum();
    let between = HOOPS.max(length / MOST_HOOPS as f64);
    let mut found = Vec::new();
    let mut next = 0.5 * between;
    let mut gone = 0.0;
    for pair in ribs.windows(2) {
        let long = step(&pair[0], &pair[1]);
        while next <= gone + long && found.len() < MOST_HOOPS {
            let part = if long > 0.0 { (next - gone) / long } else { 0.0 };
            found.push([0, 1].map(|k| pair[0][k] + (pair[1][k] - pair[0][k]) * part));
            next += between;
        }
        gone += long;
    }
    found.into_iter()
}

fn step(a: &[DVec3; 2], b: &[DVec3; 2]) -> f64 {
    (0.5 * (b[0] + b[1] - a[0] - a[1])).truncate().length()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rib(y: f64, z: f64) -> [DVec3; 2] {
        [DVec3::new(0.0, y, z), DVec3::new(0.1, y, z)]
    }

    #[test]
    fn a_hump_is_above_once_and_a_valley_twice() {
        let hump = [rib(0.0, 0.0), rib(1.0, 2.0), rib(2.0, 0.0)];
        let runs = runs_above(&hump, 1.0);
        assert_eq!(runs, [vec![rib(0.5, 1.0), rib(1.0, 2.0), rib(1.5, 1.0)]]);
        let valley = [rib(0.0, 2.0), rib(1.0, 0.0), rib(2.0, 2.0)];
        assert_eq!(runs_above(&valley, 1.0).len(), 2);
        assert!(runs_above(&hump, 3.0).is_empty());
    }

    #[test]
    fn hoops_stand_evenly() {
        let way = [rib(0.0, 0.0), rib(0.03, 0.0), rib(0.3, 0.0)];
        let at: Vec<f64> = hoops(&way).map(|rib| rib[0].y).collect();
        assert_eq!(at.len(), 7, "{at:?}");
        assert!(at.windows(2).all(|pair| (pair[1] - pair[0] - HOOPS).abs() < 1e-12), "{at:?}");
    }
}
