//! A part of a shape, and the rule: the first moment at which the gap to it is shut and closing, in 256 bits.

use super::big::{Big, Vector, cross, dot, length, minus, times, unit, vector};
use super::poly::{Fall, Poly};
use carom::{DVec3, Path};

/// A path seen from a fixed place: one polynomial for each coordinate.
#[derive(Clone, Debug)]
pub(crate) struct Trace([Poly; 3]);

impl Trace {
    pub(crate) fn new(path: &Path, origin: &Vector) -> Self {
        let start = minus(&vector(path.p), origin);
        let term = |k: usize| Poly(vec![start[k].clone(), Big::new(path.v[k]), Big::new(path.a[k]).half()]);
        Self([term(0), term(1), term(2)])
    }

    fn along(&self, n: &Vector) -> Poly {
        let [x, y, z] = &self.0;
        x.scaled(&n[0]).plus(&y.scaled(&n[1])).plus(&z.scaled(&n[2]))
    }

    fn square(&self, axes: &[usize]) -> Poly {
        axes.iter().map(|&k| self.0[k].times(&self.0[k])).fold(Poly(vec![]), |sum, term| sum.plus(&term))
    }

    pub(crate) fn at(&self, t: &Big) -> Vector {
        core::array::from_fn(|k| self.0[k].value(t))
    }
}

/// What a round part is round about.
#[derive(Clone, Debug)]
pub(crate) enum Axis {
    Point,
    Upright,
    Along(Vector),
}

impl Axis {
    /// From the axis to a place.
    pub(crate) fn arm(&self, offset: &Vector) -> Vector {
        match self {
            Self::Point => offset.clone(),
            Self::Upright => [offset[0].clone(), offset[1].clone(), Big::new(0.0)],
            Self::Along(e) => minus(offset, &times(e, &(&dot(offset, e) / &dot(e, e)))),
        }
    }
}

/// The kinds of surface.
#[derive(Clone, Debug)]
pub(crate) enum Surface {
    /// A plane with this normal, of any length.
    Sheet { normal: Vector },
    /// A sphere or cylinder; hollow: the ball is inside.
    Round { axis: Axis, radius: f64, hollow: bool },
    /// A circle lying flat.
    Rim { radius: f64 },
}

/// How far inside the part a moment is: metres, negative outside. Offset from the origin; true where the gap crosses zero.
pub(crate) type Place = Box<dyn Fn(&Vector, bool) -> f64>;

/// A part of a shape.
pub(crate) struct Part {
    pub(crate) origin: Vector,
    pub(crate) surface: Surface,
    pub(crate) place: Place,
}

/// A moment at which the rule may be fulfilled.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) time: Big,
    /// `None` where centres coincide.
    pub(crate) normal: Option<DVec3>,
    /// m: how far the ball's centre is from what the normal is measured from.
    pub(crate) arm: f64,
    pub(crate) crossing: bool,
    /// m: how far inside the part the place is.
    pub(crate) inside: f64,
    /// The gap does not fall below zero: it touches zero, to 2^-110 of the window.
    pub(crate) touch: bool,
}

/// A ball's flight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight<'a> {
    pub(crate) path: &'a Path,
    pub(crate) radius: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// m: how large the path is.
    pub(crate) size: f64,
    /// m: how near to a part's border the engine may take a place to be on either side of it.
    pub(crate) seam: f64,
    /// Added to the gap polynomial, as a part of its largest term.
    pub(crate) nudge: f64,
}

impl Part {
    /// The moments at which the gap is shut and closing and the place is on the part, in order, up to the first that is
    /// beyond doubt. Before it there may be some that are within `flight.seam` of the part's border, or touches.
    pub(crate) fn answers(&self, flight: &Flight) -> Vec<Answer> {
        let trace = Trace::new(flight.path, &self.origin);
        let (from, to) = (Big::new(flight.from), Big::new(flight.to));
        let gap = Gap::new(self, &trace, flight);
        let mut answers = vec![];
        // Moments at which the gap was shut already can only come first if it is shut at the start, or if a crossing
        // was not on the part.
        let mut all = gap.falls(&from, &to);
        let open = gap.is_open(&from);
        if open && all.first().is_none_or(|first| self.offer(&trace, first, flight.seam, &mut answers)) {
            return answers;
        }
        answers.clear();
        if !open && gap.falls_after(&from, &(&(&to - &from) * &Big::new(1e-20))) {
            all.push(Closing { at: from.clone(), crossing: false, touch: false });
        }
        all.extend(gap.turns(&from, &to));
        all.sort_by(|a, b| a.at.partial_cmp(&b.at).expect("a time is a number"));
        for closing in all {
            if self.offer(&trace, &closing, flight.seam, &mut answers) {
                break;
            }
        }
        answers
    }

    /// m²: how much the gap's square changes between two times (for a plane m, times the length of its normal).
    pub(crate) fn change(&self, flight: &Flight, from: &Big, to: &Big) -> f64 {
        let gap = Gap::new(self, &Trace::new(flight.path, &self.origin), flight);
        (&gap.value(to) - &gap.value(from)).get()
    }

    /// Takes a moment if its place is on the part; true if that is beyond doubt.
    fn offer(&self, trace: &Trace, closing: &Closing, seam: f64, answers: &mut Vec<Answer>) -> bool {
        let offset = trace.at(&closing.at);
        let inside = (self.place)(&offset, closing.crossing);
        if inside >= -seam {
            answers.push(self.answer(&offset, closing, inside));
        }
        inside > seam && !closing.touch
    }

    fn answer(&self, offset: &Vector, closing: &Closing, inside: f64) -> Answer {
        let (arm, inwards, flat) = match &self.surface {
            Surface::Sheet { normal } => (normal.clone(), false, true),
            Surface::Round { axis, hollow, .. } => (axis.arm(offset), *hollow, false),
            Surface::Rim { radius } => (rim_arm(offset, *radius), false, false),
        };
        let away = if inwards { arm.clone().map(|x| -&x) } else { arm.clone() };
        let mut arm = if flat { (&dot(offset, &arm) / &length(&arm)).get().abs() } else { length(&arm).get() };
        if let Surface::Rim { .. } = self.surface {
            // Which point of a rim is the nearest is told by the place beside the axis.
            arm = arm.min(length(&Axis::Upright.arm(offset)).get());
        }
        let Closing { at, crossing, touch } = closing.clone();
        Answer { time: at, normal: unit(&away), arm, crossing, inside, touch }
    }
}

/// From the nearest point of a rim; on the axis all are near, and none is taken.
fn rim_arm(offset: &Vector, radius: f64) -> Vector {
    let rho = length(&Axis::Upright.arm(offset));
    if rho.is_zero() {
        return [Big::new(0.0), Big::new(0.0), Big::new(0.0)];
    }
    let part = &(&rho - &Big::new(radius)) / &rho;
    [&offset[0] * &part, &offset[1] * &part, offset[2].clone()]
}

/// A moment that the rule offers.
#[derive(Clone, Debug)]
struct Closing {
    at: Big,
    crossing: bool,
    touch: bool,
}

/// The gap along a path.
enum Gap {
    Plain(Poly),
    Rim(Rim),
}

impl Gap {
    fn new(part: &Part, trace: &Trace, flight: &Flight) -> Self {
        let r = Big::new(flight.radius);
        let size = Big::new(flight.size);
        let extra = &(&size * &size) * &Big::new(flight.nudge);
        match &part.surface {
            Surface::Sheet { normal } => {
                let shut = &(&Big::new(flight.nudge * flight.size) - &r) * &length(normal);
                Self::Plain(trace.along(normal).plus_constant(&shut))
            }
            Surface::Round { axis, radius, hollow } => {
                let big = Big::new(*radius);
                let reach = if *hollow { &big - &r } else { &big + &r };
                let mut shut = &extra - &(&reach * &reach);
                let square = match axis {
                    Axis::Point => trace.square(&[0, 1, 2]),
                    Axis::Upright => trace.square(&[0, 1]),
                    Axis::Along(e) => {
                        shut = &shut * &dot(e, e);
                        let side =
                            |k: usize| cross(e, &core::array::from_fn(|j| Big::new(f64::from(u8::from(j == k)))));
                        let across = Trace([trace.along(&side(0)), trace.along(&side(1)), trace.along(&side(2))]);
                        across.square(&[0, 1, 2])
                    }
                };
                let gap = square.plus_constant(&shut);
                // A ball too large for a hollow is none of its business.
                match hollow {
                    true if !reach.is_positive() => Self::Plain(Poly(vec![])),
                    true => Self::Plain(gap.negated()),
                    false => Self::Plain(gap),
                }
            }
            Surface::Rim { radius } => {
                let big = Big::new(*radius);
                let flat = trace.square(&[0, 1]);
                let shut = &(&(&big * &big) - &(&r * &r)) + &extra;
                let sum = trace.square(&[0, 1, 2]).plus_constant(&shut);
                // On the axis the gap is a plain one.
                if flat.is_nothing() { Self::Plain(sum) } else { Self::Rim(Rim { sum, flat, radius: big }) }
            }
        }
    }

    fn value(&self, t: &Big) -> Big {
        match self {
            Self::Plain(p) => p.value(t),
            Self::Rim(rim) => rim.value(t),
        }
    }

    fn is_open(&self, t: &Big) -> bool {
        self.value(t).is_positive()
    }

    /// Does it fall just after `t`? `soon` is a very short time.
    fn falls_after(&self, t: &Big, soon: &Big) -> bool {
        match self {
            Self::Plain(p) => p.falls_after(t),
            Self::Rim(rim) => match rim.slope(t) {
                slope if slope.is_zero() => (&rim.value(&(t + soon)) - &rim.value(t)).is_negative(),
                slope => slope.is_negative(),
            },
        }
    }

    /// Where it falls through zero.
    fn falls(&self, from: &Big, to: &Big) -> Vec<Closing> {
        let falls = match self {
            Self::Plain(p) => p.falls(from, to),
            // Where the product of the gaps to the near and the far side falls, and it is the near one that does.
            Self::Rim(rim) => {
                let falls = rim.product().falls(from, to);
                falls.into_iter().filter(|fall| rim.sum.value(fall.at()).is_positive()).collect()
            }
        };
        let touch = |fall: &Fall| matches!(fall, Fall::Touches(_));
        falls.iter().map(|fall| Closing { at: fall.at().clone(), crossing: true, touch: touch(fall) }).collect()
    }

    /// Where it is shut, and turns from opening to closing.
    fn turns(&self, from: &Big, to: &Big) -> Vec<Closing> {
        let turns: Vec<Fall> = match self {
            Self::Plain(p) => p.derivative().falls(from, to),
            Self::Rim(rim) => rim.turns(from, to),
        };
        // At the window's very end there is no time left to close.
        let last = to - &(&(to - from) * &Big::new(1e-25));
        let turns = turns.into_iter().filter(|turn| matches!(turn, Fall::Through(_)) && *turn.at() < last);
        let wanted = turns.filter(|turn| !self.is_open(turn.at()));
        wanted.map(|turn| Closing { at: turn.at().clone(), crossing: false, touch: false }).collect()
    }
}

/// The gap to a circle's near side: `(ρ - R)² + z² - r²`. It is not a polynomial, for `ρ` is a root; `sum` is its
/// polynomial part `ρ² + z² + R² - r²`, `flat` is `ρ²`, and the gap is `sum - 2 R ρ`.
struct Rim {
    sum: Poly,
    flat: Poly,
    radius: Big,
}

impl Rim {
    fn value(&self, t: &Big) -> Big {
        let twice = &self.radius + &self.radius;
        &self.sum.value(t) - &(&twice * &self.flat.value(t).sqrt())
    }

    /// Of the sign of its derivative: `sum' ρ - R (ρ²)'`.
    fn slope(&self, t: &Big) -> Big {
        let rho = self.flat.value(t).sqrt();
        &(&self.sum.derivative().value(t) * &rho) - &(&self.radius * &self.flat.derivative().value(t))
    }

    /// `sum² - 4 R² ρ²`: the gap times that to the far side.
    fn product(&self) -> Poly {
        let twice = &self.radius + &self.radius;
        self.sum.times(&self.sum).plus(&self.flat.scaled(&(&twice * &twice)).negated())
    }

    /// The roots of its derivative, squared to a polynomial of degree ten, at which it turns downwards.
    fn turns(&self, from: &Big, to: &Big) -> Vec<Fall> {
        let (sum, flat) = (self.sum.derivative(), self.flat.derivative());
        let right = flat.times(&flat).scaled(&(&self.radius * &self.radius)).negated();
        let squared = sum.times(&sum).times(&self.flat).plus(&right);
        // Where a coordinate turns by itself the squared polynomial only touches zero; its kin have the root too.
        let all = [&squared, &squared.negated(), &sum, &sum.negated(), &flat, &flat.negated()];
        let mut turns: Vec<Fall> = all.iter().flat_map(|p| p.falls(from, to)).collect();
        let aside = &(to - from) * &Big::new(1e-25);
        turns.retain(|turn| {
            let (before, after) = (turn.at() - &aside, turn.at() + &aside);
            self.slope(&before).is_positive() && self.slope(&after).is_negative()
        });
        turns.into_iter().map(|turn| Fall::Through(turn.at().clone())).collect()
    }
}
