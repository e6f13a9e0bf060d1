//! The first impact by brute force: small steps along the path, every crossing and every turning point of every piece's gap
//! halved down to the last digit.

use crate::truth::Piece;
use carom::{DVec3, Path};

/// What the reference says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Nothing is met.
    Clear,
    /// When, which way the surface pushes, and where it is touched.
    Meets(f64, DVec3, DVec3),
    /// So near a border, or so shallow, that rounding decides.
    Excused,
}

/// m. Nearer to a border is for rounding to decide.
const BORDER: f64 = 1e-9;
/// Of the ball's speed: closing more slowly is a graze.
const GRAZE: f64 = 2e-3;
/// s. Nearer to the window's end is for rounding to decide.
const END: f64 = 1e-9;
/// Steps of the whole way where something may happen.
const STEPS: usize = 300;

struct Candidate {
    time: f64,
    piece: usize,
    /// The gap falls through zero; otherwise it was shut before, and begins to fall.
    crossing: bool,
}

/// The first moment before `to` at which the gap between a ball and one of the pieces is shut and closing, within its borders.
pub(crate) fn first(pieces: &[Piece], path: &Path, radius: f64, to: f64) -> Verdict {
    let mut candidates = Vec::new();
    let mut excused = Vec::new();
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| radius < piece.fits) {
        gather(piece, index, path, radius, to, &mut candidates, &mut excused);
    }
    candidates.sort_by(|a, b| a.time.total_cmp(&b.time));
    for candidate in &candidates {
        let p = path.at(candidate.time);
        let seen = (pieces[candidate.piece].seen)(p);
        let velocity = path.velocity_at(candidate.time);
        if seen.within < -BORDER {
            continue;
        }
        if !candidate.crossing && pieces[candidate.piece].thin {
            if seen.distance < -BORDER {
                continue;
            }
            if seen.distance < BORDER {
                return Verdict::Excused;
            }
        }
        let shallow = candidate.crossing && seen.normal.dot(velocity) > -GRAZE * velocity.length();
        let earlier = excused.iter().any(|&time| time <= candidate.time + END);
        let late = candidate.time > to - END;
        if seen.within < BORDER || shallow || earlier || late {
            return Verdict::Excused;
        }
        return Verdict::Meets(candidate.time, seen.normal, p - seen.normal * seen.distance);
    }
    if excused.is_empty() { Verdict::Clear } else { Verdict::Excused }
}

/// Does a ball begin in one of them?
pub(crate) fn begins_inside(pieces: &[Piece], path: &Path, radius: f64) -> bool {
    pieces.iter().filter(|piece| radius < piece.fits).any(|piece| {
        let seen = (piece.seen)(path.p);
        seen.within >= 0.0 && seen.distance <= radius && !(piece.thin && seen.distance < 0.0)
    })
}

fn gather(
    piece: &Piece,
    index: usize,
    path: &Path,
    radius: f64,
    to: f64,
    candidates: &mut Vec<Candidate>,
    excused: &mut Vec<f64>,
) {
    // A distance changes as fast as the velocity along its normal.
    let gap = |t: f64| {
        let seen = (piece.seen)(path.at(t));
        (seen.distance - radius, seen.normal.dot(path.velocity_at(t)))
    };
    let fastest = path.v.length() + path.a.length() * to;
    let (mut before, mut was) = (0.0, gap(0.0));
    if was.0 <= 0.0 && was.1 < 0.0 {
        candidates.push(Candidate { time: 0.0, piece: index, crossing: false });
    }
    while before < to {
        // Far in front of it, or behind a thin one, nothing can happen for a while.
        let far = if piece.thin { was.0.max(-was.0 - radius) } else { was.0 };
        let t = (before + (to / STEPS as f64).max(0.9 * far / fastest)).min(to);
        let now = gap(t);
        if (was.1 < 0.0) != (now.1 < 0.0) {
            let turn = halved(before, t, |t| (gap(t).1 < 0.0) == (was.1 < 0.0));
            let there = gap(turn);
            if there.0.abs() < 1e-9 && (piece.seen)(path.at(turn)).within > -BORDER {
                excused.push(turn);
            }
            if there.0 <= 0.0 && was.1 >= 0.0 {
                candidates.push(Candidate { time: turn, piece: index, crossing: false });
            }
            falls(&gap, before, turn, index, candidates);
            falls(&gap, turn, t, index, candidates);
        } else {
            falls(&gap, before, t, index, candidates);
        }
        (before, was) = (t, now);
    }
}

/// A crossing between two moments, between which the gap only falls or only rises.
fn falls(gap: &impl Fn(f64) -> (f64, f64), from: f64, to: f64, piece: usize, candidates: &mut Vec<Candidate>) {
    if gap(from).0 > 0.0 && gap(to).0 <= 0.0 {
        let rough = halved(from, to, |t| gap(t).0 > 0.0);
        let (value, slope) = gap(rough);
        let time = if slope < -1e-6 { rough - value / slope } else { rough };
        candidates.push(Candidate { time, piece, crossing: true });
    }
}

/// The moment up to which something is so.
fn halved(mut from: f64, mut to: f64, is_so: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = 0.5 * (from + to);
        if middle <= from || middle >= to {
            return middle;
        }
        if is_so(middle) {
            from = middle
        } else {
            to = middle
        }
        if to - from < 1e-17 {
            return middle;
        }
    }
}
