//! The text format of scenes, one thing per line, SI units.
//!
//! ```text
//! S x1 y1 x2 y2      a wall, hit from both sides
//! C x y r            a disk that stands still
//! R cx cy hx hy      a box that stands still: centre and half sizes
//! B x y vx vy r      a ball
//! # a comment; empty lines are allowed as well
//! ```

use core::fmt::{self, Write as _};

use crate::{Ball, Disk, Scene, Segment, Slab};

/// What is wrong with a scene file, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseError {
    /// The first line is line 1.
    pub line: usize,
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The first word is none of `S`, `C`, `R`, `B`.
    UnknownKind(String),
    /// A line of this kind takes another number of numbers.
    Count { kind: char, expected: usize, found: usize },
    /// The word in this column (the first number is column 1) is not a finite number.
    NotANumber { column: usize, word: String },
    /// A size that must be positive is not.
    NotPositive { name: &'static str, value: f64 },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            Problem::UnknownKind(word) => write!(f, "unknown kind {word:?}; expected S, C, R or B"),
            Problem::Count { kind, expected, found } => {
                write!(f, "{kind} takes {expected} numbers, found {found}")
            }
            Problem::NotANumber { column, word } => write!(f, "number {column} is {word:?}, not a finite number"),
            Problem::NotPositive { name, value } => write!(f, "{name} must be positive, is {value}"),
        }
    }
}

impl std::error::Error for ParseError {}

/// Reads a scene; the first line that cannot be understood ends the reading.
pub fn parse(text: &str) -> Result<Scene, ParseError> {
    let mut scene = Scene::default();
    for (index, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default();
        let mut words = content.split_whitespace();
        if let Some(kind) = words.next() {
            let words: Vec<&str> = words.collect();
            add(&mut scene, kind, &words).map_err(|problem| ParseError { line: index + 1, problem })?;
        }
    }
    Ok(scene)
}

/// Writes a scene so that [`parse`] gives back the same bits.
pub fn write(scene: &Scene) -> String {
    let mut text = String::new();
    let mut line = |kind: char, numbers: &[f64]| {
        text.push(kind);
        for number in numbers {
            // Rust prints the shortest text that reads back to the same number. Writing to a String cannot fail.
            _ = write!(text, " {number:?}");
        }
        text.push('\n');
    };
    for s in &scene.segments {
        line('S', &[s.a[0], s.a[1], s.b[0], s.b[1]]);
    }
    for d in &scene.disks {
        line('C', &[d.centre[0], d.centre[1], d.radius]);
    }
    for s in &scene.slabs {
        line('R', &[s.centre[0], s.centre[1], s.half[0], s.half[1]]);
    }
    for b in &scene.balls {
        line('B', &[b.position[0], b.position[1], b.velocity[0], b.velocity[1], b.radius]);
    }
    text
}

fn add(scene: &mut Scene, kind: &str, words: &[&str]) -> Result<(), Problem> {
    match kind {
        "S" => {
            let [x1, y1, x2, y2] = numbers('S', words)?;
            scene.segments.push(Segment::new(x1, y1, x2, y2));
        }
        "C" => {
            let [x, y, radius] = numbers('C', words)?;
            scene.disks.push(Disk { centre: [x, y], radius: positive("the radius of a disk", radius)? });
        }
        "R" => {
            let [cx, cy, hx, hy] = numbers('R', words)?;
            let half = [positive("the half width of a box", hx)?, positive("the half height of a box", hy)?];
            scene.slabs.push(Slab { centre: [cx, cy], half });
        }
        "B" => {
            let [x, y, vx, vy, radius] = numbers('B', words)?;
            let radius = positive("the radius of a ball", radius)?;
            scene.balls.push(Ball { position: [x, y], velocity: [vx, vy], radius });
        }
        other => return Err(Problem::UnknownKind(other.to_owned())),
    }
    Ok(())
}

fn numbers<const N: usize>(kind: char, words: &[&str]) -> Result<[f64; N], Problem> {
    if words.len() != N {
        return Err(Problem::Count { kind, expected: N, found: words.len() });
    }
    let mut out = [0.0; N];
    for (column, word) in words.iter().enumerate() {
        out[column] = match word.parse::<f64>() {
            Ok(number) if number.is_finite() => number,
            _ => return Err(Problem::NotANumber { column: column + 1, word: (*word).to_owned() }),
        };
    }
    Ok(out)
}

fn positive(name: &'static str, value: f64) -> Result<f64, Problem> {
    if value > 0.0 { Ok(value) } else { Err(Problem::NotPositive { name, value }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_kind_comments_and_empty_lines() {
        let scene = parse("# head\n\nS 0 0 1 0 # floor\nC 1 2 0.5\nR 0 1 2 3\n  B 1 2 3e0 -4 .5\n").unwrap();
        assert_eq!(scene.segments, [Segment::new(0.0, 0.0, 1.0, 0.0)]);
        assert_eq!(scene.disks, [Disk { centre: [1.0, 2.0], radius: 0.5 }]);
        assert_eq!(scene.slabs, [Slab { centre: [0.0, 1.0], half: [2.0, 3.0] }]);
        assert_eq!(scene.balls, [Ball { position: [1.0, 2.0], velocity: [3.0, -4.0], radius: 0.5 }]);
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_bits() {
        let scene = crate::pinball::many_balls(20);
        assert_eq!(parse(&write(&scene)).unwrap(), scene);
    }

    #[test]
    fn errors_name_the_line_and_the_fault() {
        let fault = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(fault("\nX 1 2"), "line 2: unknown kind \"X\"; expected S, C, R or B");
        assert_eq!(fault("S 0 0 1"), "line 1: S takes 4 numbers, found 3");
        assert_eq!(fault("C 0 zero 1"), "line 1: number 2 is \"zero\", not a finite number");
        assert_eq!(fault("C 0 NaN 1"), "line 1: number 2 is \"NaN\", not a finite number");
        assert_eq!(fault("B 0 0 0 0 -1"), "line 1: the radius of a ball must be positive, is -1");
    }
}
