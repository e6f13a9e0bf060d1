//! From a table to a machine. Every part that is wrong is told of, not only the first.

mod devices;
mod ground;
mod groups;
mod inputs;
mod shapes;
mod solids;

use crate::parts::{Ball, Input, Material as MaterialEntry, Placed, Placement};
use crate::read::Guesses;
use crate::record::Record;
use crate::table::{Table, for_each_part};
use carom::pinball::{Command, Input as Order, Machine, PartId, part};
pub(crate) use groups::is_driven;
pub(crate) use inputs::COILS;
use std::collections::{BTreeMap, BTreeSet};

/// Why a machine cannot be built of a table: which entry, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFault {
    /// The entry's kind, by its name in a file.
    pub kind: &'static str,
    /// Its number among those of its kind.
    pub index: usize,
    /// The field that is wrong, if it is one.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
}

impl core::fmt::Display for BuildFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {}: {}", self.kind, self.index + 1, self.message)
    }
}

/// What is wrong with one entry, before it is known which one it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    field: String,
    message: String,
    help: String,
}

impl Problem {
    pub(crate) fn new(field: &str, message: impl core::fmt::Display, help: impl core::fmt::Display) -> Self {
        Self { field: field.to_owned(), message: message.to_string(), help: help.to_string() }
    }

    pub(crate) fn in_field(self, field: &str) -> Self {
        Self { field: field.to_owned(), ..self }
    }

    pub(crate) fn of(self, kind: &'static str, index: usize) -> BuildFault {
        let Self { field, message, help } = self;
        BuildFault { kind, index, field, message, help }
    }
}

impl From<carom::Error> for Problem {
    fn from(error: carom::Error) -> Self {
        // The engine counts in SI, whatever the file does.
        let help = match error.kind() {
            carom::ErrorKind::Degenerate { .. } => "look at its sizes; lengths are in the file's `units`",
            carom::ErrorKind::TooFew { .. } => "add what is missing",
            carom::ErrorKind::OutOfRange { most, .. } if *most <= 1.0 => "write a number from that range",
            carom::ErrorKind::NotFinite { .. } | carom::ErrorKind::OutOfRange { .. } => {
                "this counts in metres, seconds, kilograms and radians; the file has lengths in its `units`, angles in degrees"
            }
            _ => "",
        };
        Self::new("", plain_numbers(&error.to_string()), help)
    }
}

/// A message with its very long numbers cut: 1e300 has three hundred zeros when it is written out.
fn plain_numbers(message: &str) -> String {
    let words = message.split(' ').map(|word| {
        let bare = word.trim_end_matches([';', ',', '.', ':']);
        match bare.parse::<f64>() {
            Ok(number) if bare.len() > 22 => format!("{number:e}{}", &word[bare.len()..]),
            Ok(number) if bare.len() > 9 => {
                let short = crate::value::written(libm::round(number * 1e6) / 1e6);
                if short == "0" { word.to_owned() } else { format!("{short}{}", &word[bare.len()..]) }
            }
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What every part of a file offers to the builder.
pub(crate) trait Buildable: Record + Placed {
    /// Its name, if the file gives one.
    fn name(&self) -> Option<&str>;
    /// Is it there when the game begins?
    fn is_enabled(&self) -> bool;
    /// The material it names and the surface it stands on: looked up before anything is built.
    fn refers(&self) -> Refers<'_>;
    /// The engine's part.
    fn part(&self, ground: &Ground<'_>) -> Result<part::Part, Problem>;
}

/// What a part says of itself, by those of the fields `enabled`, `material` and `on` that it has.
macro_rules! says {
    ($($field:ident),*) => {
        fn name(&self) -> Option<&str> {
            self.name.as_deref()
        }

        fn is_enabled(&self) -> bool {
            true $(&& says!(@enabled $field, self))*
        }

        fn refers(&self) -> Refers<'_> {
            #[allow(unused_mut, reason = "some parts mention nothing")]
            let mut refers = Refers::default();
            $(says!(@refers $field, self, refers);)*
            refers
        }
    };
    (@enabled enabled, $self:ident) => { $self.enabled.unwrap_or(true) };
    (@enabled $other:ident, $self:ident) => { true };
    (@refers enabled, $self:ident, $refers:ident) => {};
    (@refers $field:ident, $self:ident, $refers:ident) => { $refers.$field = $self.$field.as_deref() };
}
use says;

/// The names that an entry mentions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Refers<'a> {
    pub(crate) material: Option<&'a str>,
    pub(crate) on: Option<&'a str>,
}

/// What parts stand on: units, materials, surfaces.
pub(crate) struct Ground<'a> {
    table: &'a Table,
    surfaces: BTreeMap<String, Surface>,
}

/// Something on which parts can stand.
enum Surface {
    /// m: the top of a wall.
    Wall(f64),
    Ramp(Box<part::Ramp>),
}

macro_rules! define_build {
    ($($field:ident: $type:ident,)*) => {
        /// Every part: its kind, its number among its kind, and the name it goes by.
        pub(crate) fn named(table: &Table) -> Vec<(&'static str, usize, String)> {
            let mut names = Vec::new();
            $(
                for (index, part) in table.$field.iter().enumerate() {
                    let kind = <crate::parts::$type as Record>::KEY;
                    names.push((kind, index, name_of(part, index)));
                }
            )*
            names
        }

        /// What the parts mention.
        fn mentioned(table: &Table) -> Vec<(&'static str, usize, Refers<'_>)> {
            let mut all = Vec::new();
            $(
                let kind = <crate::parts::$type as Record>::KEY;
                all.extend(table.$field.iter().enumerate().map(|(index, part)| (kind, index, part.refers())));
            )*
            all
        }

        /// How the parts lie, in the order of [`named`].
        fn places(table: &Table) -> Vec<(&'static str, usize, Placement<'_>)> {
            let mut all = Vec::new();
            $(
                let kind = <crate::parts::$type as Record>::KEY;
                all.extend(table.$field.iter().enumerate().map(|(index, part)| (kind, index, part.placement())));
            )*
            all
        }

        /// Adds all groups, and then all parts. One whose group could not be added is tried in the table itself, for what is
        /// wrong with it alone.
        fn add_parts(table: &Table, machine: &mut Machine, names: &[(&'static str, usize, String)]) -> Vec<BuildFault> {
            let ground = Ground::of(table);
            let (groups, mut faults) = groups::add(table, machine);
            let mut names = names.iter();
            $(
                for (index, entry) in table.$field.iter().enumerate() {
                    let kind = <crate::parts::$type as Record>::KEY;
                    let name = names.next().map_or("", |(_, _, name)| name.as_str());
                    let placement = entry.placement();
                    let group = placement.parent.and_then(|name| groups.get(name)).copied();
                    let added = entry.part(&ground).and_then(|part| {
                        Ok(machine.add_to(group, &ground.transform(&placement)?, name, part)?)
                    });
                    let done = added.and_then(|id| if entry.is_enabled() { Ok(()) } else { Ok(machine.send(off(id))?) });
                    faults.extend(done.err().map(|problem| problem.of(kind, index)));
                }
            )*
            faults
        }

        impl Table {
            /// Takes parts out, by their kind's name in a file and their number among that kind.
            pub fn remove_parts(&mut self, parts: &[(&str, usize)]) {
                let parts: BTreeSet<(&str, usize)> = parts.iter().copied().collect();
                $(
                    let mut index = 0;
                    self.$field.retain(|_| {
                        index += 1;
                        !parts.contains(&(<crate::parts::$type as Record>::KEY, index - 1))
                    });
                )*
            }
        }
    };
}
for_each_part!(define_build);

/// The name a part goes by: its own, or its kind and number.
fn name_of<B: Buildable>(part: &B, index: usize) -> String {
    part.name().map_or_else(|| format!("{} {}", B::KEY, index + 1), str::to_owned)
}

/// The command that takes a part away at once.
fn off(part: PartId) -> Command {
    Command::at(0.0, Order::Enable { part, on: false })
}

impl Table {
    /// Builds the machine of the table: its parts, its balls, its inputs to come.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn machine(&self) -> Result<Machine, Vec<BuildFault>> {
        match build(self, &[]) {
            (Some(machine), faults) if faults.is_empty() => Ok(machine),
            (_, faults) => Err(faults),
        }
    }

    /// Sends inputs, such as those of a file of their own, to the table's machine.
    ///
    /// # Errors
    /// Those that are wrong.
    pub fn send(&self, inputs: &[Input], machine: &mut Machine) -> Result<(), Vec<BuildFault>> {
        let faults = inputs::send(self, inputs, machine);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

/// Builds as much of a machine as can be built, and says everything that is wrong. `more` are names of parts that could not
/// be read.
pub(crate) fn build(table: &Table, more: &[String]) -> (Option<Machine>, Vec<BuildFault>) {
    let mut faults = check(table, more);
    let playfield = ground::playfield(table).and_then(|playfield| Ok(Machine::new(&playfield)?));
    let mut machine = match playfield {
        Ok(machine) => machine,
        Err(problem) => {
            faults.push(problem.of("playfield", 0));
            return (None, faults);
        }
    };
    let mut found = add_parts(table, &mut machine, &named(table));
    let ground = Ground::of(table);
    for (index, ball) in table.balls.iter().enumerate() {
        let added = ground.ball(ball).and_then(|ball| Ok(machine.add_ball(ball)?));
        found.extend(added.err().map(|problem| problem.of(Ball::KEY, index)));
    }
    // Inputs that name parts which are not there are told of already, and what follows from a fault is none of its own.
    if faults.is_empty() && found.is_empty() {
        found.extend(inputs::send(table, &table.inputs, &mut machine));
    }
    let told: BTreeSet<(&str, usize)> = faults.iter().map(|fault| (fault.kind, fault.index)).collect();
    found.retain(|fault| !told.contains(&(fault.kind, fault.index)));
    faults.extend(found);
    (Some(machine), faults)
}

/// What can be seen to be wrong without building anything: names and what they refer to. `more` are names of parts that
/// could not be read.
pub(crate) fn check(table: &Table, more: &[String]) -> Vec<BuildFault> {
    let mut faults = Vec::new();
    let names = named(table);
    let mut seen: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for (kind, index, name) in &names {
        if name.trim().is_empty() {
            let problem = Problem::new("name", "this name is empty", "give it a name, or leave the line out");
            faults.push(problem.of(kind, *index));
        } else if let Some((other, number)) = seen.insert(name, (kind, index + 1)) {
            let message = format_args!("the name \"{}\" is taken: {other} {number} has it", name.escape_debug());
            faults.push(Problem::new("name", message, "give each part a name of its own").of(kind, *index));
        }
    }
    let more: BTreeSet<&str> = more.iter().map(String::as_str).collect();
    let is_part = |name: &str| seen.contains_key(name) || more.contains(name);
    let surfaces: Vec<&str> =
        names.iter().filter(|(kind, ..)| matches!(*kind, "wall" | "ramp")).map(|(.., name)| name.as_str()).collect();
    let materials: Vec<&str> =
        table.materials.keys().map(String::as_str).chain(ground::KNOWN.map(|(name, ..)| name)).collect();
    let is_surface: BTreeSet<&str> = surfaces.iter().copied().collect();
    let is_material: BTreeSet<&str> = materials.iter().copied().collect();
    let mut guesses = Guesses::default();

    let places = places(table);
    faults.extend(groups::check(table, &places, &names, &more, &mut guesses));
    let lying = places.iter().zip(&names).filter(|(_, (.., name))| is_surface.contains(name.as_str()));
    // Of two of one name the first counts.
    let under: BTreeMap<&str, Placement<'_>> =
        lying.rev().map(|((.., placement), (.., name))| (name.as_str(), *placement)).collect();

    let placed = mentioned(table).into_iter().zip(&places);
    let mut refers: Vec<_> = placed.map(|((kind, index, refers), (.., place))| (kind, index, refers, *place)).collect();
    let on_table = Placement::default();
    refers.push(("playfield", 0, Refers { material: table.playfield.material.as_deref(), on: None }, on_table));
    for (index, ball) in table.balls.iter().enumerate() {
        refers.push((Ball::KEY, index, Refers { material: None, on: ball.on.as_deref() }, on_table));
    }
    for (kind, index, Refers { material, on }, placement) in refers {
        let unlike = on.and_then(|on| groups::check_on(table, on, &placement, &under, kind == Ball::KEY));
        faults.extend(unlike.map(|problem| problem.of(kind, index)));
        if let Some(name) = material.filter(|name| !is_material.contains(name)) {
            let message = format_args!("there is no material \"{}\"", name.escape_debug());
            let help = format!(
                "{} Materials are given as [{}.NAME]",
                guesses.did_you_mean(name, &materials),
                MaterialEntry::KEY
            );
            faults.push(Problem::new("material", message, help).of(kind, index));
        }
        if let Some(name) = on.filter(|name| !is_surface.contains(name)) {
            let known = is_part(name) && !more.contains(name);
            let message = if known {
                format!("\"{}\" is neither a wall nor a ramp: nothing can stand on it", name.escape_debug())
            } else if is_part(name) {
                continue;
            } else {
                format!("there is no wall or ramp \"{}\"", name.escape_debug())
            };
            faults.push(Problem::new("on", message, guesses.did_you_mean(name, &surfaces)).of(kind, index));
        }
    }
    faults.extend(inputs::check(table, &names, &more, &mut guesses));
    faults.extend(crate::rules::plan(table, &more, &mut guesses).1);
    faults
}
