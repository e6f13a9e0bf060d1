//! Asks both, compares, and counts.

use super::big::Big;
use super::cases::{Case, case};
use super::part::{Answer, Flight};
use super::scene::Kind;
use super::shapes::{Target, seam};
use carom::DVec3;
use carom::impact::{self, Impact};
use carom::shape::Shape;

/// The promise: the largest error of a time, as a part of the path's time scale, and of a normal.
const PROMISE: f64 = 1e-12;
/// The largest part of the cases that may be excused.
const MOST_EXCUSED: f64 = 0.01;

/// What came of all the cases of a kind.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    cases: u64,
    impacts: u64,
    misses: u64,
    worst_time: f64,
    worst_normal: f64,
    /// Wrong, but right for a face whose border is moved by some roundings: the neighbour takes over there.
    seam: u64,
    /// A ball that overlaps a thing turns back so slowly that the gap is the same, to 1e-28 of its terms, at the time found.
    flat: u64,
    /// Wrong, but right for a window that ends 1e-12 of the time scale earlier or later.
    end: u64,
    /// An exact touch, to 60 digits: no impact and an impact of no speed are both right.
    touch: u64,
    failures: u64,
    by_mix: std::collections::BTreeMap<String, u64>,
}

/// Runs all cases of a kind; panics with the first few that are wrong.
pub(crate) fn run(kind: Kind) {
    // A debug build is twenty times slower, and there to find overflows and false assertions.
    let cases = if cfg!(debug_assertions) { 3_000 } else { 100_000 };
    let mut tally = Tally::default();
    let mut wrong: Vec<String> = vec![];
    for number in 0..cases {
        if let Err(report) = judge(&case(kind, number), &mut tally) {
            tally.failures += 1;
            *tally.by_mix.entry(format!("{:?}", case(kind, number).mix)).or_default() += 1;
            if wrong.len() < 5 {
                wrong.push(format!("case {number} of {kind:?}: {report}"));
            }
        }
    }
    let Tally { impacts, misses, worst_time, worst_normal, seam, flat, end, touch, failures, .. } = tally;
    println!(
        "{kind:?}: {cases} cases, {impacts} impacts, {misses} without; worst time error {worst_time:.1e}, \
         worst normal error {worst_normal:.1e}; excused: seam {seam}, flat turn {flat}, window's end {end}, exact touch {touch}"
    );
    assert!(
        wrong.is_empty(),
        "{failures} of {cases} cases of {kind:?} are wrong ({:?}), among them\n{}",
        tally.by_mix,
        wrong.join("\n")
    );
    let excused = (seam + flat + end + touch) as f64 / cases as f64;
    assert!(excused < MOST_EXCUSED, "{kind:?}: {excused} of the cases had to be excused");
    assert!(impacts > cases / 5 && misses > cases / 20, "{kind:?}: the mix is one-sided: {tally:?}");
}

/// What the engine says.
fn engine(case: &Case) -> Option<Impact> {
    match &case.target {
        Target::Shape(shape) => impact::first(shape, &case.path, case.radius, case.window),
        Target::Ball { radius } => impact::first_between_balls(&case.path, case.radius, *radius, case.window),
    }
}

/// The path's size and time scale up to the time `t`, as the engine has them: `size = |offset| + speed t + radii` with
/// `speed = |v| + |a| t`, and the time scale is `size / speed`.
struct Measure {
    offset: f64,
    v: f64,
    a: f64,
    /// m: how far a place may be misjudged.
    seam: f64,
}

impl Measure {
    fn new(case: &Case, origin: DVec3, radius: f64) -> Self {
        let offset = (case.path.p - origin).length() + radius + case.radius;
        let mut measure = Self { offset, v: case.path.v.length(), a: case.path.a.length(), seam: 0.0 };
        measure.seam = seam(&case.target, measure.size(case.window.to), origin.length());
        measure
    }

    fn size(&self, t: f64) -> f64 {
        self.offset + (self.v + self.a * t) * t
    }

    fn time(&self, t: f64) -> f64 {
        self.size(t) / (self.v + self.a * t)
    }
}

fn flight<'a>(case: &'a Case, measure: &Measure, nudge: f64, end: f64) -> Flight<'a> {
    let (from, to) = (case.window.from, case.window.to + end);
    let size = measure.size(case.window.to);
    Flight { path: &case.path, radius: case.radius, from, to, size, seam: measure.seam, nudge }
}

/// What the reference says: moments in order, the last of them beyond doubt unless there is no such.
fn reference(case: &Case, nudge: f64, end: f64) -> Vec<Answer> {
    let (parts, origin, radius) = case.target.parts();
    let measure = Measure::new(case, origin, radius);
    let flight = flight(case, &measure, nudge, end);
    let seam = measure.seam;
    let mut answers: Vec<Answer> = parts.iter().flat_map(|part| part.answers(&flight)).collect();
    answers.sort_by(|a, b| a.time.partial_cmp(&b.time).expect("a time is a number"));
    if let Some(sure) = answers.iter().position(|answer| answer.inside > seam && !answer.touch) {
        answers.truncate(sure + 1);
    }
    answers
}

/// Asks both; fails with a report if the engine is wrong. Also for the fuzz target `impact`.
pub(crate) fn judge(case: &Case, tally: &mut Tally) -> Result<(), String> {
    tally.cases += 1;
    let found = engine(case);
    let (_, origin, radius) = case.target.parts();
    let measure = Measure::new(case, origin, radius);
    let answers = reference(case, 0.0, 0.0);
    let truth = answers.iter().find(|answer| answer.inside >= 0.0 && !answer.touch);
    let report = match (&found, truth) {
        (None, None) => {
            tally.misses += 1;
            return Ok(());
        }
        (Some(found), Some(truth)) => match compare(case, found, truth, &measure) {
            Ok((time, normal)) => {
                tally.impacts += 1;
                tally.worst_time = tally.worst_time.max(time);
                tally.worst_normal = tally.worst_normal.max(normal);
                return Ok(());
            }
            Err(report) => report,
        },
        (None, Some(_)) => "missed".to_owned(),
        (Some(_), None) => "false".to_owned(),
    };
    match excuse(case, found.as_ref(), &measure, &answers) {
        Some(Excuse::Touch) => tally.touch += 1,
        Some(Excuse::Seam) => tally.seam += 1,
        Some(Excuse::Flat) => tally.flat += 1,
        Some(Excuse::End) => tally.end += 1,
        None => {
            let truth = truth.map(|t| (t.time.get(), t.crossing, t.normal, t.inside));
            return Err(format!(
                "{report}\n{case:?}\nengine {found:?}\nreference (time, crossing, normal, inside) {truth:?}\n"
            ));
        }
    }
    Ok(())
}

/// The errors of time and normal, if they are within the promise.
fn compare(case: &Case, found: &Impact, truth: &Answer, measure: &Measure) -> Result<(f64, f64), String> {
    // The engine's own scale reaches to the window's end; up to the impact it may be shorter, and that is promised.
    let scale = measure.time(truth.time.get()).min(measure.time(case.window.to));
    let time = (&Big::new(found.time) - &truth.time).get().abs() / scale;
    if time > PROMISE {
        return Err(format!("the time is off by {time:e} of the time scale"));
    }
    if (found.normal.length() - 1.0).abs() > 1e-15 {
        return Err("the normal is not a unit vector".to_owned());
    }
    // Where a ball overlaps a round thing nearly to its middle, the normal is only as good as the place; at a seam it may
    // be the neighbour's.
    let size = measure.size(found.time);
    let mut allowed = if truth.crossing { PROMISE } else { PROMISE + 1e-15 * size / truth.arm };
    if truth.inside <= measure.seam {
        allowed += 4.0 * measure.seam / truth.arm;
    }
    let normal = truth.normal.map_or(0.0, |normal| (found.normal - normal).length());
    if truth.arm > measure.seam && normal > allowed {
        return Err(format!("the normal is off by {normal:e}"));
    }
    // At a seam the neighbour may have answered: right, but no measure of this part's error.
    let own = truth.inside > measure.seam;
    Ok((if own { time } else { 0.0 }, if own && truth.crossing { normal } else { 0.0 }))
}

enum Excuse {
    Touch,
    Seam,
    Flat,
    End,
}

/// Is the answer right for a question changed by less than the engine can see?
fn excuse(case: &Case, found: Option<&Impact>, measure: &Measure, answers: &[Answer]) -> Option<Excuse> {
    // A centre on the axis of a round thing, to the rounding of its place, neither opens nor closes the gap.
    let central = |answer: &Answer| !answer.crossing && answer.arm <= measure.seam;
    let on_rim = |found: &Impact| {
        let Target::Shape(Shape::Disc(disc)) = case.target else { return false };
        let offset = case.path.at(found.time) - disc.centre();
        libm::hypot(offset.truncate().length() - disc.radius(), offset.z) <= measure.seam
    };
    let right = |answers: &[Answer]| match found {
        Some(found) if on_rim(found) => true,
        None => answers.iter().all(|answer| answer.touch || answer.inside <= measure.seam || central(answer)),
        Some(found) => answers.iter().any(|answer| compare(case, found, answer, measure).is_ok()),
    };
    if right(answers) {
        let touch = answers.iter().any(|answer| answer.touch);
        return Some(if touch { Excuse::Touch } else { Excuse::Seam });
    }
    // An exact touch of a higher order, which the rounding of 256 bits may show as a crossing or as none.
    if [1e-60, -1e-60].iter().any(|&nudge| right(&reference(case, nudge, 0.0))) {
        return Some(Excuse::Touch);
    }
    if let Some(found) = found
        && answers.iter().any(|answer| !answer.crossing && is_flat(case, measure, &Big::new(found.time), &answer.time))
    {
        return Some(Excuse::Flat);
    }
    let end = PROMISE * measure.time(case.window.to);
    // What does not move at all has no time scale.
    if !end.is_finite() {
        return None;
    }
    [end, -end].iter().any(|&end| right(&reference(case, 0.0, end))).then_some(Excuse::End)
}

/// Is the gap to some part the same at two times, to less than double-double holds?
fn is_flat(case: &Case, measure: &Measure, found: &Big, truth: &Big) -> bool {
    let flight = flight(case, measure, 0.0, 0.0);
    let (parts, ..) = case.target.parts();
    parts.iter().any(|part| {
        let change = part.change(&flight, found, truth);
        change != 0.0 && change.abs() <= 1e-28 * flight.size * flight.size
    })
}
