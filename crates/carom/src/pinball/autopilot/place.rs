//! Where a ball can be put onto the table by hand: on open ground, if there is any.

use super::eyes::Layout;
use crate::math::rng::Stream;
use crate::pinball::part::Part;
use crate::pinball::{Border, Machine};
use glam::{DVec2, DVec3};

/// Places tried in one go.
const TRIES: usize = 40;
/// m: how much higher than the playfield a ball may land.
const LEVEL: f64 = 2e-3;
/// m: from how high a ball is let down where there is no glass.
const HIGH: f64 = 0.1;

/// A place over open ground above one of the lowest flippers, from which a ball rolls onto it.
pub(super) fn above_flippers(machine: &Machine, layout: &Layout, luck: &mut Stream) -> Option<DVec3> {
    let count = layout.guards.len();
    let first = (luck.unit() * count as f64) as usize;
    let (mut second_best, mut under_roof) = (None, None);
    for k in 0..TRIES {
        let guard = layout.guards.get((first + k) % count.max(1))?;
        let up = DVec2::new(luck.between(-0.015, 0.015), -layout.down * luck.between(0.07, 0.3));
        let leads_onto = |place: DVec3| {
            let onto = (guard.spot - DVec2::new(0.0, layout.down * 0.045)).extend(place.z);
            machine.clear_way(place, onto, layout.radius * 0.98) >= 1.0
        };
        match open_ground(machine, layout, guard.spot + up, guard.low) {
            Some(place) if leads_onto(place) => return Some(place),
            Some(place) => second_best = second_best.or(Some(place)),
            None if under_roof.is_none() => {
                let place = covered_ground(machine, layout, guard.spot + up, guard.low);
                under_roof = place.filter(|place| leads_onto(*place));
            }
            None => {}
        }
    }
    under_roof.or(second_best)
}

/// A place over open ground in the upper middle of the table.
pub(super) fn upper_middle(machine: &Machine, layout: &Layout, luck: &mut Stream) -> Option<DVec3> {
    let low = layout.guards.first().map_or(0.0, |guard| guard.low);
    let Border { min, max, .. } = area(layout)?;
    let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
    for k in 0..TRIES {
        // Farther and farther from the middle.
        let spread = 0.15 + 0.75 * k as f64 / TRIES as f64;
        let x = middle.x + half.x * spread * luck.between(-1.0, 1.0);
        let y = middle.y - layout.down * half.y * (0.4 + 0.55 * spread * luck.between(-1.0, 1.0));
        if let Some(place) = open_ground(machine, layout, DVec2::new(x, y), low) {
            return Some(place);
        }
    }
    // All is covered: then a place where at least the ball has room, outside of blocks.
    for k in 0..TRIES {
        let spread = 0.2 + 0.75 * k as f64 / TRIES as f64;
        let x = middle.x + half.x * spread * luck.between(-1.0, 1.0);
        let y = middle.y + half.y * spread * luck.between(-1.0, 1.0);
        let place = DVec3::new(x, y, low + layout.radius);
        if machine.is_free(place, layout.radius) && !is_in_block(machine, place) {
            return Some(place);
        }
    }
    None
}

/// Where a ball comes to lie that is let down here, if nothing is in its way down to the playfield.
fn open_ground(machine: &Machine, layout: &Layout, at: DVec2, low: f64) -> Option<DVec3> {
    let radius = layout.radius;
    if let Some(Border { min, max, .. }) = layout.border
        && (at.cmplt(min + radius).any() || at.cmpgt(max - radius).any())
    {
        return None;
    }
    let top = layout.border.map_or(low + HIGH, |border| border.glass - radius - LEVEL);
    let (from, to) = (at.extend(top), at.extend(low + radius - LEVEL));
    if from.z <= to.z || !machine.is_free(from, radius) {
        return None;
    }
    let lands = from.lerp(to, machine.clear_way(from, to, radius));
    let place = lands + DVec3::Z * 1e-4;
    (lands.z < low + radius + LEVEL && machine.is_free(place, radius)).then_some(place)
}

/// A place on the playfield itself, whatever is above it: plastics, ramps and upper playfields cover the flippers of some
/// tables. The inside of a closed body looks the same from here: whoever asks must see that a way leads out.
fn covered_ground(machine: &Machine, layout: &Layout, at: DVec2, low: f64) -> Option<DVec3> {
    let place = at.extend(low + layout.radius + 1e-4);
    let is_within = layout.border.is_none_or(|Border { min, max, .. }| {
        at.cmpge(min + layout.radius).all() && at.cmple(max - layout.radius).all()
    });
    let is_on_ground = || machine.clear_way(place, place - DVec3::Z * LEVEL, layout.radius) < 1.0;
    (is_within && machine.is_free(place, layout.radius) && is_on_ground() && !is_in_block(machine, place))
        .then_some(place)
}

/// The cabinet; without one, some room above the flippers.
fn area(layout: &Layout) -> Option<Border> {
    if layout.border.is_some() {
        return layout.border;
    }
    let count = layout.guards.len() as f64;
    let middle = layout.guards.iter().map(|guard| guard.spot).sum::<DVec2>() / count;
    let up = DVec2::new(0.0, -layout.down * 0.25);
    let half = DVec2::new(0.1, 0.2);
    (count > 0.0).then(|| Border { min: middle + up - half, max: middle + up + half, glass: HIGH })
}

/// Is a place inside a block, by the corners of its outline?
fn is_in_block(machine: &Machine, place: DVec3) -> bool {
    machine.parts().any(|(id, _, part)| {
        let Part::Wall(wall) = part else { return false };
        let place = machine.placed(id).map_or(place, |lies| lies.place_in(place));
        if place.z < wall.bottom || place.z > wall.top {
            return false;
        }
        let mut inside = false;
        let corners = &wall.outline;
        for (k, corner) in corners.iter().enumerate() {
            let Some(before) = corners.get((k + corners.len() - 1) % corners.len()) else { continue };
            let (a, b) = (before.at, corner.at);
            if (a.y > place.y) != (b.y > place.y) && place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y) {
                inside = !inside;
            }
        }
        inside
    })
}
