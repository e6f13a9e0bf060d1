//! Walls: blocks over an outline, lighter the higher they are; slingshots on their edges.

use crate::body::Body;
use crate::colour::palette;
use crate::form::{area, polygon, polyline};
use crate::pen::Pen;
use crate::scene::{Layer, Line};
use carom::DVec2;
use carom::pinball::OutlinePoint;
use carom::pinball::part::Wall;

/// The part of the playfield from which a wall is a floor or a cover: it would hide everything, so it is hardly tinted.
const COVERS: f64 = 0.4;
/// m: the height at which a wall is lightest.
const HIGHEST: f64 = 0.06;

pub(crate) fn wall(wall: &Wall, pen: &mut Pen) {
    let Some(outline) = wall.drawn_outline() else { return };
    let points: Vec<DVec2> = outline.iter().map(|p| p.at).collect();
    let covers = area(&points) > COVERS * pen.field_area;
    let (layer, z) = (pen.layer_of(wall.bottom, wall.top), wall.top);
    let form = polygon(points);
    let top = palette::WALL_LOW.towards(palette::WALL_HIGH, wall.top / HIGHEST);
    let (fill, edge) = match layer {
        _ if covers => (top.opaque(0.07), pen.hairs(palette::WALL_EDGE.opaque(0.5), 1.0)),
        Layer::High => (palette::PLASTIC.opaque(0.22), pen.hairs(palette::PLASTIC.opaque(0.75), 1.0)),
        Layer::Inlay => (top.opaque(0.25), pen.hairs(palette::WALL_EDGE.opaque(0.3), 0.8)),
        _ => (top, pen.hairs(palette::WALL_EDGE, 1.1)),
    };
    if !covers && layer != Layer::Inlay {
        pen.shadow(&form, wall.top, if layer == Layer::High { 0.16 } else { 0.5 });
    }
    if layer != Layer::Inlay {
        let (colours, shadow) = ([(1.0, fill)], if covers { 0.0 } else { 0.4 });
        pen.body(&Body { outline: &form, low: wall.bottom, high: z, colours: &colours, shadow });
    }
    pen.both(layer, z, form, fill, edge);
    for run in slingshots(&outline) {
        let length: f64 = run.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum();
        // A rubber stretched before the edge, with the glow of what can kick.
        let width = (6.0 * pen.hair).min(0.25 * length);
        pen.line(layer, z, polyline(run.iter().copied()), Line::new(palette::SLING, 1.7 * width));
        pen.line(layer, z, polyline(run), Line::new(palette::RUBBER, width));
    }
}

/// The slingshots of an outline. One that is drawn out in many edges, such as an arc, is one.
fn slingshots(outline: &[OutlinePoint]) -> Vec<Vec<DVec2>> {
    let mut runs: Vec<Vec<DVec2>> = Vec::new();
    let mut open = false;
    for (k, point) in outline.iter().enumerate() {
        if point.slingshot {
            let next = outline.get(k + 1).or(outline.first()).map_or(point.at, |next| next.at);
            match runs.last_mut().filter(|_| open) {
                Some(run) => run.push(next),
                None => runs.push(vec![point.at, next]),
            }
        }
        open = point.slingshot;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of many short edges each was drawn as thin as it was short: a bowed slingshot was a thread.
    #[test]
    fn a_slingshot_of_many_edges_is_one() {
        let point =
            |k: u32| OutlinePoint { slingshot: (2..5).contains(&k) || k == 7, ..OutlinePoint::new(k.into(), 0.0) };
        let outline: Vec<OutlinePoint> = (0..8).map(point).collect();
        let x = |run: &Vec<DVec2>| run.iter().map(|p| p.x).collect::<Vec<f64>>();
        let runs: Vec<Vec<f64>> = slingshots(&outline).iter().map(x).collect();
        assert_eq!(runs, [vec![2.0, 3.0, 4.0, 5.0], vec![7.0, 0.0]]);
    }
}
