//! A shot's file, read and written.

use crate::ball::Balls;
use crate::fault::{Fault, Faults};
use crate::record::{Field, Record};
use crate::table::{Fetch, parse, read_named, write_named};
use crate::tree::Tree;
use crate::{MOST_BALLS, ball, cue, models};
use carom::billiards::{Ball, BallSpec, BallState, CueSpec, EVENT_BUDGET, Models, Outcome, Phase, Shot, Strike, Table};
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

/// A shot ready to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    /// The table.
    pub table: Table,
    /// The laws.
    pub models: Models,
    /// The balls, as they lie or move.
    pub balls: Vec<Ball>,
    /// The strike, if there is one.
    pub strike: Option<Strike>,
    /// When to stop, s after the strike.
    pub time: f64,
    /// After how many events to stop.
    pub events: usize,
}

impl Prepared {
    /// A shot to the end, by Carom's own laws.
    pub fn new(table: Table, balls: Vec<Ball>, strike: Option<Strike>) -> Self {
        Self { table, models: Models::default(), balls, strike, time: f64::INFINITY, events: EVENT_BUDGET }
    }

    /// The shot at its beginning.
    ///
    /// # Errors
    /// What the engine refuses: balls that overlap or lie outside the table, a miscue, a strike while balls move.
    pub fn begin(&self) -> Result<Shot, carom::Error> {
        Shot::new(&self.table, &self.models, &self.balls, self.strike.as_ref())
    }

    /// The shot at its end, as far as its limits let it come.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn play(&self) -> Result<(Shot, Outcome), carom::Error> {
        let mut shot = self.begin()?;
        let outcome = shot.run_until(self.time, self.events);
        Ok((shot, outcome))
    }
}

/// A shot's file: the shot, and what its report shall have in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The shot.
    pub shot: Prepared,
    /// All balls every so many seconds.
    pub samples: Option<f64>,
    /// The motion of every ball, stretch by stretch.
    pub legs: bool,
}

/// Reads a shot (JSON, as described in `docs/shots.md`).
///
/// # Errors
/// Everything that is wrong with it; also a table by its file, which only [`read_with`] can have.
pub fn read(text: &str) -> Result<Prepared, Vec<Fault>> {
    read_with(text, &mut no_files).map(|request| request.shot)
}

/// The same, of JSON that was parsed already.
///
/// # Errors
/// As [`read`].
pub fn read_value(value: &Value) -> Result<Prepared, Vec<Fault>> {
    match Tree::deserialize(value) {
        Ok(tree) => read_tree(&tree, &mut no_files, true).map(|request| request.shot),
        Err(fault) => Err(vec![Fault { place: String::new(), what: fault.to_string() }]),
    }
}

/// Reads a shot with all it asks for. `table_file` brings the text of a table's file by the name in the shot, or says why
/// it cannot.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_with(
    text: &str,
    table_file: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Request, Vec<Fault>> {
    let mut faults = Faults::default();
    match parse(text, "", &mut faults) {
        Some(tree) => read_tree(&tree, table_file, true),
        None => Err(faults.or(()).err().unwrap_or_default()),
    }
}

/// The same shot as a file.
pub fn write(prepared: &Prepared) -> Value {
    let Prepared { table, models, balls, strike, time, events } = prepared;
    let (usual_ball, usual_cue) = usual(&table.name);
    let spec = balls.first().map_or(usual_ball, |ball| ball.spec);
    let mut record = Map::new();
    record.insert("table".to_owned(), write_named(table));
    if spec != usual_ball {
        record.insert("spec".to_owned(), ball::write_spec(&spec));
    }
    record.insert("balls".to_owned(), balls.iter().map(|ball| ball::write_ball(ball, &spec)).collect());
    if let Some(strike) = strike {
        record.insert("cue".to_owned(), cue::write_strike(strike, balls, &usual_cue));
    }
    if let Some(models) = models::write_models(models) {
        record.insert("models".to_owned(), models);
    }
    let mut limits = Map::new();
    if time.is_finite() {
        limits.insert("time".to_owned(), json!(time));
    }
    if *events != EVENT_BUDGET {
        limits.insert("events".to_owned(), json!(events));
    }
    if !limits.is_empty() {
        record.insert("limits".to_owned(), Value::Object(limits));
    }
    Value::Object(record)
}

/// A strike as it stands under `cue` in a shot's file.
pub fn write_strike(prepared: &Prepared, strike: &Strike) -> Value {
    cue::write_strike(strike, &prepared.balls, &usual(&prepared.table.name).1)
}

/// Reads a layout: the same file, but nothing needs to move in it. For searches.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_layout(
    text: &str,
    table_file: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Request, Vec<Fault>> {
    let mut faults = Faults::default();
    match parse(text, "", &mut faults) {
        Some(tree) => read_tree(&tree, table_file, false),
        None => Err(faults.or(()).err().unwrap_or_default()),
    }
}

fn no_files(_: &str) -> Result<String, String> {
    Err("no files are read here: put the table itself in its place".to_owned())
}

/// The balls and the cue that go with a table, unless a file says otherwise.
pub(crate) fn usual(table: &str) -> (BallSpec, CueSpec) {
    match table {
        "snooker" => (BallSpec::SNOOKER, CueSpec::SNOOKER),
        "carom" => (BallSpec::CAROM, CueSpec::CAROM),
        _ => (BallSpec::POOL, CueSpec::POOL),
    }
}

fn read_tree(tree: &Tree, fetch: &mut Fetch<'_>, must_move: bool) -> Result<Request, Vec<Fault>> {
    let mut faults = Faults::default();
    let request = Field::new("", tree).record(&mut faults).and_then(|record| read_record(record, fetch, &mut faults));
    if let Some(request) = request.as_ref().filter(|_| faults.is_empty()) {
        check_layout(&request.shot, must_move, &mut faults);
    }
    match request {
        Some(request) => faults.or(request),
        None => Err(faults.or(()).err().unwrap_or_default()),
    }
}

/// Notes what the engine refuses. It names one ball at a time: that one is taken away, and it is asked again.
fn check_layout(shot: &Prepared, must_move: bool, faults: &mut Faults) {
    const MOST: usize = 20;
    if shot.strike.is_none() && must_move && !shot.balls.iter().any(|ball| is_moving(&ball.state)) {
        faults.add("", "nothing moves: `cue` is missing, and no ball has a `velocity` or a `spin`");
    }
    if Table::named(&shot.table.name).as_ref() != Some(&shot.table) {
        // Nobody knows yet whether a table of one's own keeps its balls.
        let smallest = shot.balls.iter().map(|ball| ball.spec.radius).fold(f64::INFINITY, f64::min);
        if smallest.is_finite()
            && let Err(error) = shot.table.check_closed(smallest)
        {
            faults.add("table", error);
            return;
        }
    }
    let mut numbers: Vec<usize> = (0..shot.balls.len()).collect();
    let mut balls = shot.balls.clone();
    for _ in 0..MOST {
        let Err(error) = Shot::new(&shot.table, &shot.models, &balls, None) else { break };
        let Some(k) = balls.iter().position(|ball| ball.name == error.place()) else {
            faults.add("", error);
            return;
        };
        let what = error.to_string();
        let what = what.strip_prefix(&format!("{}: ", error.place())).unwrap_or(&what);
        faults.add(format!("balls[{}]", numbers.get(k).copied().unwrap_or(k)), what);
        balls.remove(k);
        numbers.remove(k);
    }
    if faults.is_empty()
        && let Err(error) = shot.begin()
    {
        faults.add("cue", error);
    }
}

fn is_moving(state: &BallState) -> bool {
    state.phase.moves() || state.phase == Phase::Spinning
}

fn read_record(mut record: Record<'_>, fetch: &mut Fetch<'_>, faults: &mut Faults) -> Option<Request> {
    if let Some(version) = record.take("carom")
        && version.tree != &Tree::Number(1.0)
    {
        faults.add(version.place, "this Carom reads version 1 of shots");
    }
    let table = record.need("table", "the name of a built-in table, or a table of your own", faults);
    let table = table.and_then(|table| read_named(&table, fetch, faults));
    let (spec, cue_spec) = usual(table.as_ref().map_or("", |table| table.name.as_str()));
    let spec = record.take("spec").map_or(spec, |field| ball::read_spec(&field, spec, faults));
    let balls = read_balls(&mut record, spec, faults);
    let cue = record.take("cue").filter(|cue| !cue.is_null());
    let strike = cue.and_then(|cue| cue::read_strike(&cue, &balls, cue_spec, faults));
    let models = record.take("models").map_or_else(Models::default, |field| models::read_models(&field, faults));
    let limits = record.take("limits").map_or((f64::INFINITY, EVENT_BUDGET), |field| read_limits(&field, faults));
    let samples = record.take("samples").filter(|field| !field.is_null());
    let samples = samples.and_then(|field| field.number((1e-6, 1e6), faults));
    let legs = record.flag("legs", false, faults);
    record.finish(faults);
    let balls = balls.list.into_iter().map(|(_, ball)| ball).collect();
    let shot = Prepared { table: table?, models, balls, strike, time: limits.0, events: limits.1 };
    Some(Request { shot, samples, legs })
}

fn read_balls(record: &mut Record<'_>, spec: BallSpec, faults: &mut Faults) -> Balls {
    let mut balls = Balls { list: Vec::new(), is_whole: false };
    let Some(field) = record.need("balls", "a list of balls", faults) else { return balls };
    let Some(items) = field.list(MOST_BALLS, faults) else { return balls };
    if items.is_empty() {
        faults.add(&field.place, "at least one ball is needed");
    }
    let one = |item: &Field<'_>| Some((item.place.clone(), ball::read_ball(item, spec, faults)?));
    balls.list = items.iter().filter_map(one).collect();
    balls.is_whole = balls.list.len() == items.len();
    ball::check_names(&balls.list, faults);
    balls
}

fn read_limits(field: &Field<'_>, faults: &mut Faults) -> (f64, usize) {
    let usual = (f64::INFINITY, EVENT_BUDGET);
    let Some(mut record) = field.record(faults) else { return usual };
    let time = record.take("time").filter(|time| !time.is_null());
    let time = time.and_then(|time| time.number((0.0, 1e9), faults)).unwrap_or(usual.0);
    let events = record.take("events").filter(|events| !events.is_null());
    let events = events.and_then(|events| events.count(1, 10_000_000, faults)).unwrap_or(usual.1);
    record.finish(faults);
    (time, events)
}
