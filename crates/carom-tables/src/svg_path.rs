//! SVG path strings as outlines. Lines stay lines and circular arcs stay true arcs; Bézier curves and elliptical arcs are
//! drawn out into chords. The grammar is that of SVG 2, chapter 9; y grows downwards there as it grows towards the player
//! here, so a path looks on the playfield as it looks on a screen.

use crate::outline::Corner;
use crate::value::Length;
use core::f64::consts::{PI, TAU};

type P = [f64; 2];

/// How many points one path may have: a bound, far beyond any drawing.
const MOST_POINTS: usize = 20_000;

/// The points of a path. Curves are drawn out so that no chord is farther than `flatness` from them. The path must be one
/// piece; whether it says `Z` does not matter.
pub(crate) fn corners(path: &str, flatness: f64) -> Result<Vec<Corner>, String> {
    let mut pen = Pen { words: Words { text: path.as_bytes(), at: 0 }, ..Pen::new(flatness) };
    pen.walk()?;
    let mut corners = pen.corners;
    // A path that comes back to its start has said the same point twice.
    if corners.len() > 1 && corners.first().map(|c| c.at) == corners.last().map(|c| c.at) {
        corners.pop();
    }
    if corners.len() < 2 {
        return Err("it has fewer than two points".to_owned());
    }
    Ok(corners)
}

struct Pen<'a> {
    words: Words<'a>,
    flatness: f64,
    corners: Vec<Corner>,
    at: P,
    start: P,
    /// The last control point, and whether it was a cubic's.
    control: Option<(P, bool)>,
    closed: bool,
}

impl<'a> Pen<'a> {
    fn new(flatness: f64) -> Self {
        let words = Words { text: b"", at: 0 };
        Self { words, flatness, corners: Vec::new(), at: [0.0; 2], start: [0.0; 2], control: None, closed: false }
    }

    fn walk(&mut self) -> Result<(), String> {
        let mut command = self.words.command().ok_or("it must begin with M and a point")?;
        if !matches!(command, b'M' | b'm') {
            return Err("it must begin with M and a point".to_owned());
        }
        let mut first = true;
        loop {
            if self.closed {
                return Err("it goes on after Z; an outline is one closed line".to_owned());
            }
            self.draw(command, first)?;
            first = false;
            if self.corners.len() > MOST_POINTS {
                return Err(format!("it has more than {MOST_POINTS} points"));
            }
            // Numbers without a letter repeat the last command; after M they are lines.
            command = match self.words.command() {
                Some(letter) => letter,
                None if self.words.ended() => return Ok(()),
                None => match command {
                    b'M' => b'L',
                    b'm' => b'l',
                    b'Z' | b'z' => return Err("it goes on after Z; an outline is one closed line".to_owned()),
                    same => same,
                },
            };
        }
    }

    fn draw(&mut self, command: u8, first: bool) -> Result<(), String> {
        let relative = command.is_ascii_lowercase();
        let from = if relative { self.at } else { [0.0; 2] };
        let mut control = None;
        match command.to_ascii_uppercase() {
            b'M' if first => {
                self.at = add(from, self.words.point()?);
                self.start = self.at;
                self.put(self.at);
            }
            b'M' => return Err("it has a second M; an outline is one piece".to_owned()),
            b'L' => {
                let to = add(from, self.words.point()?);
                self.line(to);
            }
            b'H' => {
                let to = [from[0] + self.words.number()?, self.at[1]];
                self.line(to);
            }
            b'V' => {
                let to = [self.at[0], from[1] + self.words.number()?];
                self.line(to);
            }
            b'C' => {
                let (a, b, to) = (self.words.point()?, self.words.point()?, self.words.point()?);
                let (a, b, to) = (add(from, a), add(from, b), add(from, to));
                control = Some((b, true));
                self.cubic(a, b, to);
            }
            b'S' => {
                let (b, to) = (self.words.point()?, self.words.point()?);
                let (b, to) = (add(from, b), add(from, to));
                let a = self.mirrored(true);
                control = Some((b, true));
                self.cubic(a, b, to);
            }
            b'Q' => {
                let (a, to) = (self.words.point()?, self.words.point()?);
                let (a, to) = (add(from, a), add(from, to));
                control = Some((a, false));
                self.quadratic(a, to);
            }
            b'T' => {
                let to = add(from, self.words.point()?);
                let a = self.mirrored(false);
                control = Some((a, false));
                self.quadratic(a, to);
            }
            b'A' => {
                let radii = [self.words.number()?.abs(), self.words.number()?.abs()];
                let turn = self.words.number()?;
                let (large, sweep) = (self.words.flag()?, self.words.flag()?);
                let to = add(from, self.words.point()?);
                self.arc(radii, turn, large, sweep, to);
            }
            b'Z' => {
                self.closed = true;
                self.at = self.start;
            }
            other => return Err(format!("there is no command `{}`", (other as char).escape_default())),
        }
        if !(self.at[0].is_finite() && self.at[1].is_finite()) {
            return Err("a number is too large".to_owned());
        }
        self.control = control;
        Ok(())
    }

    fn put(&mut self, at: P) {
        if self.corners.len() <= MOST_POINTS {
            self.corners.push(Corner { at: at.map(Length), ..Corner::default() });
        }
    }

    fn line(&mut self, to: P) {
        if to != self.at {
            self.put(to);
        }
        self.at = to;
    }

    /// The control point opposite to the last one, if the last command had one of this kind.
    fn mirrored(&self, cubic: bool) -> P {
        match self.control {
            Some((point, kind)) if kind == cubic => [2.0 * self.at[0] - point[0], 2.0 * self.at[1] - point[1]],
            _ => self.at,
        }
    }

    fn quadratic(&mut self, a: P, to: P) {
        let third = |p: P, q: P| [p[0] + (q[0] - p[0]) * 2.0 / 3.0, p[1] + (q[1] - p[1]) * 2.0 / 3.0];
        let (first, second) = (third(self.at, a), third(to, a));
        self.cubic(first, second, to);
    }

    /// Chords of a cubic. One of n is at most max|B"| / 8n² from the curve, and |B"| at most 6 times the larger second
    /// difference of the control points.
    fn cubic(&mut self, a: P, b: P, to: P) {
        let from = self.at;
        let bend = |p: P, q: P, r: P| libm::hypot(p[0] - 2.0 * q[0] + r[0], p[1] - 2.0 * q[1] + r[1]);
        let most = bend(from, a, b).max(bend(a, b, to));
        let pieces = (0.75 * most / self.flatness).sqrt().ceil().clamp(1.0, 1000.0);
        for k in 1..=pieces as usize {
            let t = k as f64 / pieces;
            let s = 1.0 - t;
            let mix =
                |i: usize| s * s * s * from[i] + 3.0 * s * s * t * a[i] + 3.0 * s * t * t * b[i] + t * t * t * to[i];
            let next = if k == pieces as usize { to } else { [mix(0), mix(1)] };
            self.line(next);
        }
    }

    /// An arc by its ends (SVG 2, appendix B.2.4): a true one if it is a circle's, else chords.
    fn arc(&mut self, radii: [f64; 2], turn: f64, large: bool, sweep: bool, to: P) {
        let from = self.at;
        let [mut rx, mut ry] = radii;
        if from == to {
            return;
        }
        if rx == 0.0 || ry == 0.0 {
            return self.line(to);
        }
        if rx == ry {
            let half = 0.5 * libm::hypot(to[0] - from[0], to[1] - from[1]);
            // A radius too small for the way is made just large enough.
            let radius = rx.max(half);
            if let Some(corner) = self.corners.last_mut() {
                corner.arc = Some(Length(if sweep { radius } else { -radius }));
                corner.large = large.then_some(true);
            }
            return self.line(to);
        }
        let (sin, cos) = (libm::sin(turn * PI / 180.0), libm::cos(turn * PI / 180.0));
        let middle = [0.5 * (from[0] - to[0]), 0.5 * (from[1] - to[1])];
        let (x, y) = (cos * middle[0] + sin * middle[1], -sin * middle[0] + cos * middle[1]);
        let over = (x / rx) * (x / rx) + (y / ry) * (y / ry);
        if over > 1.0 {
            rx *= over.sqrt();
            ry *= over.sqrt();
        }
        let (rx2, ry2) = (rx * rx, ry * ry);
        let left = ((rx2 * ry2 - rx2 * y * y - ry2 * x * x) / (rx2 * y * y + ry2 * x * x)).max(0.0).sqrt();
        let left = if large == sweep { -left } else { left };
        let (cx, cy) = (left * rx * y / ry, -left * ry * x / rx);
        let centre = [cos * cx - sin * cy + 0.5 * (from[0] + to[0]), sin * cx + cos * cy + 0.5 * (from[1] + to[1])];
        let angle = |px: f64, py: f64| libm::atan2(py / ry, px / rx);
        let begin = angle(x - cx, y - cy);
        let mut span = angle(-x - cx, -y - cy) - begin;
        if sweep && span < 0.0 {
            span += TAU;
        } else if !sweep && span > 0.0 {
            span -= TAU;
        }
        // The sagitta of a chord of n pieces on the larger radius: r (1 - cos(span / 2n)), about r span²/8n².
        let pieces = (span.abs() * (rx.max(ry) / (8.0 * self.flatness)).sqrt()).ceil().clamp(1.0, 1000.0);
        for k in 1..=pieces as usize {
            let t = begin + span * k as f64 / pieces;
            let (px, py) = (rx * libm::cos(t), ry * libm::sin(t));
            let next = [centre[0] + cos * px - sin * py, centre[1] + sin * px + cos * py];
            self.line(if k == pieces as usize { to } else { next });
        }
    }
}

fn add(a: P, b: P) -> P {
    [a[0] + b[0], a[1] + b[1]]
}

/// The words of a path.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn space(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_whitespace() || *c == b',') {
            self.at += 1;
        }
    }

    fn ended(&mut self) -> bool {
        self.space();
        self.at >= self.text.len()
    }

    /// The letter that stands next, if one does.
    fn command(&mut self) -> Option<u8> {
        self.space();
        let letter = *self.text.get(self.at)?;
        letter.is_ascii_alphabetic().then(|| {
            self.at += 1;
            letter
        })
    }

    fn number(&mut self) -> Result<f64, String> {
        self.space();
        let start = self.at;
        let peek = |at: usize| self.text.get(at).copied().unwrap_or(0);
        let mut at = start;
        at += usize::from(matches!(peek(at), b'+' | b'-'));
        let digits = |mut at: usize| {
            while peek(at).is_ascii_digit() {
                at += 1;
            }
            at
        };
        at = digits(at);
        if peek(at) == b'.' {
            at = digits(at + 1);
        }
        if matches!(peek(at), b'e' | b'E') {
            let exponent = at + 1 + usize::from(matches!(peek(at + 1), b'+' | b'-'));
            let end = digits(exponent);
            at = if end > exponent { end } else { at };
        }
        let word = core::str::from_utf8(&self.text[start..at]).unwrap_or_default();
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        let place = start + 1;
        let number = number.ok_or_else(|| format!("a number is missing at its character {place}"))?;
        self.at = at;
        Ok(number)
    }

    fn point(&mut self) -> Result<P, String> {
        Ok([self.number()?, self.number()?])
    }

    /// 0 or 1; no space is needed after it.
    fn flag(&mut self) -> Result<bool, String> {
        self.space();
        let flag = match self.text.get(self.at) {
            Some(b'0') => false,
            Some(b'1') => true,
            _ => return Err(format!("a flag, 0 or 1, is missing at its character {}", self.at + 1)),
        };
        self.at += 1;
        Ok(flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(path: &str) -> Vec<P> {
        corners(path, 0.02).unwrap().iter().map(|corner| corner.at.map(|l| l.0)).collect()
    }

    #[test]
    fn lines_relative_and_not() {
        let square = [[1.0, 2.0], [4.0, 2.0], [4.0, 6.0], [1.0, 6.0]];
        for path in
            ["M1 2L4 2L4 6L1 6Z", "M 1,2 H4V6 H1 z", "m1 2 3 0 0 4-3 0z", "M1 2 4 2 4 6 1 6 1 2", "m1,2h3v4h-3v-4z"]
        {
            assert_eq!(points(path), square, "{path}");
        }
        assert_eq!(points("M.5.5L-.5-.5L1e1 0"), [[0.5, 0.5], [-0.5, -0.5], [10.0, 0.0]]);
    }

    #[test]
    fn circular_arcs_stay_true() {
        let corners = corners("M0 0A5 5 0 0110 0a5 5 0 1 0-10 0", 0.02).unwrap();
        assert_eq!(corners.len(), 2);
        assert_eq!((corners[0].arc, corners[0].large), (Some(Length(5.0)), None));
        assert_eq!((corners[1].arc, corners[1].large), (Some(Length(-5.0)), Some(true)));
    }

    /// Every point of the drawn curve is on the true one, and the chords are near it.
    #[test]
    fn curves_are_drawn_closely() {
        let drawn = points("M0 0 C0 50 100 50 100 0");
        assert!(drawn.len() > 20);
        for pair in drawn.windows(2) {
            let middle = [0.5 * (pair[0][0] + pair[1][0]), 0.5 * (pair[0][1] + pair[1][1])];
            // On this curve x = 300 t² - 200 t³ and y = 150 t (1 - t).
            let away = |k: i32| {
                let t = f64::from(k) * 1e-4;
                libm::hypot(300.0 * t * t - 200.0 * t * t * t - middle[0], 150.0 * t * (1.0 - t) - middle[1])
            };
            let nearest = (0..=10_000).map(away).fold(f64::INFINITY, f64::min);
            assert!(nearest < 0.021, "{middle:?} is {nearest} away");
        }
        for [x, y] in points("M-20 0 A20 10 0 0 1 20 0 A20 10 0 0 1 -20 0") {
            assert!(((x / 20.0) * (x / 20.0) + (y / 10.0) * (y / 10.0) - 1.0).abs() < 1e-9, "{x} {y}");
        }
        assert_eq!(points("M0 0Q10 10 20 0T40 0").last(), Some(&[40.0, 0.0]));
    }

    #[test]
    fn faults_are_named() {
        let fault = |path: &str| corners(path, 0.02).unwrap_err();
        assert_eq!(fault(""), "it must begin with M and a point");
        assert_eq!(fault("L 1 2"), "it must begin with M and a point");
        assert_eq!(fault("M 1 2"), "it has fewer than two points");
        assert_eq!(fault("M 1 2 L 3"), "a number is missing at its character 10");
        assert_eq!(fault("M0 0L1 1M3 3L4 4"), "it has a second M; an outline is one piece");
        assert_eq!(fault("M0 0L1 1Z L4 4"), "it goes on after Z; an outline is one closed line");
        assert_eq!(fault("M0 0A1 1 0 2 0 4 4"), "a flag, 0 or 1, is missing at its character 12");
        assert_eq!(fault("M0 0 X 4 4"), "there is no command `X`");
        assert_eq!(fault("M0 0 l1e308 1e308 1e308 1"), "a number is too large");
    }
}
