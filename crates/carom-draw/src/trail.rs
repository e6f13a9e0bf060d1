//! Where balls went: lines coloured by time.

use crate::animation::Frame;
use crate::colour::{of_time, palette};
use crate::form::{circle, polyline};
use crate::outline::shortened;
use crate::pen::Pen;
use crate::scene::{Layer, Line};
use carom::{DVec2, DVec3};
use std::collections::BTreeMap;

/// Steps of the colours of time on a trail.
const STEPS: usize = 64;
/// m/s: a ball that seems to go faster was put there by hand, or came back from the trough: its line is broken.
const FASTEST: f64 = 40.0;

/// Where a ball was, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// Its number.
    pub ball: usize,
    /// Moments (s), rising, and places (m). What is not a number breaks the line.
    pub points: Vec<(f64, DVec3)>,
}

/// The trails of all balls in a run of frames, by rising number.
pub fn trails_of(frames: &[Frame]) -> Vec<Trail> {
    let mut trails: BTreeMap<usize, Vec<(f64, DVec3)>> = BTreeMap::new();
    for frame in frames {
        for &(ball, place) in &frame.balls {
            trails.entry(ball).or_default().push((frame.time, place));
        }
    }
    trails.into_iter().map(|(ball, points)| Trail { ball, points }).collect()
}

/// s: the first and the last moment of all trails.
pub(crate) fn span(trails: &[Trail]) -> Option<(f64, f64)> {
    let times = trails.iter().flat_map(|t| &t.points).map(|p| p.0).filter(|t| t.is_finite());
    times.fold(None, |span, t| Some(span.map_or((t, t), |(a, b): (f64, f64)| (a.min(t), b.max(t)))))
}

/// Puts trails down. Each of many is fainter than one alone.
pub(crate) fn draw(trails: &[Trail], (from, to): (f64, f64), pen: &mut Pen) {
    let many = trails.len().max(1) as f64;
    let faint = (2.0 / many.sqrt()).clamp(0.4, 1.0);
    let width = (3.2 / libm::pow(many, 0.25)).max(1.2) * pen.hair;
    let part = |time: f64| if to > from { (time - from) / (to - from) } else { 0.0 };
    for trail in trails {
        for run in unbroken(trail) {
            pen.line(
                Layer::Trail,
                0.0,
                line(&run, pen.hair),
                Line::new(palette::SHADE.opaque(0.4 * faint), 1.9 * width),
            );
            // A piece of one colour begins where the last ended, so that the line has no gaps.
            let step = |p: &(f64, DVec2)| ((part(p.0) * STEPS as f64) as usize).min(STEPS - 1);
            let mut start = 0;
            for k in 1..run.len() {
                if k + 1 == run.len() || step(&run[k]) != step(&run[start]) {
                    let colour = of_time((step(&run[start]) as f64 + 0.5) / STEPS as f64).opaque(faint);
                    pen.line(Layer::Trail, 0.0, line(&run[start..=k], pen.hair), Line::new(colour, width).cut());
                    start = k;
                }
            }
            if let Some(first) = run.first() {
                pen.fill(Layer::Trail, 0.0, circle(first.1, 1.3 * width), of_time(part(first.0)).opaque(faint));
            }
        }
    }
}

fn line(run: &[(f64, DVec2)], hair: f64) -> crate::scene::Form {
    let points: Vec<DVec2> = run.iter().map(|p| p.1).collect();
    polyline(shortened(&points, 0.15 * hair))
}

/// The stretches of a trail without jumps.
fn unbroken(trail: &Trail) -> Vec<Vec<(f64, DVec2)>> {
    let mut runs: Vec<Vec<(f64, DVec2)>> = Vec::new();
    let mut last: Option<(f64, DVec3)> = None;
    for &(time, place) in &trail.points {
        if !time.is_finite() || !place.is_finite() {
            last = None;
            continue;
        }
        let joined = last.is_some_and(|(before, from)| {
            let way = (place - from).length();
            // A millisecond of grace for two samples of one moment.
            time >= before && way <= FASTEST * (time - before + 1e-3)
        });
        match runs.last_mut().filter(|_| joined) {
            Some(run) => run.push((time, place.truncate())),
            None => runs.push(vec![(time, place.truncate())]),
        }
        last = Some((time, place));
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_breaks_the_line() {
        let at = |t: f64, x: f64| (t, DVec3::new(x, 0.0, 0.0));
        let points =
            vec![at(0.0, 0.0), at(0.01, 0.01), at(0.02, 0.9), at(0.03, 0.91), at(0.04, f64::NAN), at(0.05, 0.9)];
        let runs = unbroken(&Trail { ball: 0, points });
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
    }

    #[test]
    fn a_piece_begins_where_the_last_ended() {
        let points = (0..=300).map(|k| (f64::from(k) * 0.01, DVec3::new(f64::from(k) * 0.001, 0.0, 0.0))).collect();
        let trails = [Trail { ball: 0, points }];
        let mut pen = Pen::new(1e-3, 1.0);
        draw(&trails, span(&trails).unwrap(), &mut pen);
        let ends: Vec<(DVec2, DVec2)> = pen.marks.iter().skip(1).filter_map(|m| m.form.bounds()).collect();
        let pieces = &ends[..ends.len() - 1];
        assert!(pieces.len() >= STEPS && pieces.len() <= STEPS + 2, "{}", pieces.len());
        assert!(pieces.windows(2).all(|pair| pair[0].1.x == pair[1].0.x), "no gaps");
    }
}
