//! Traces: where every ball was and how every moving part stood, row by row, written while a table runs and read again for
//! pictures.

mod read;

pub(crate) use read::read;

use crate::failure::Failure;
use crate::output::Stream;
use crate::tables::has_ending;
use crate::told::told;
use carom::pinball::{Machine, PartId, Pose};
use carom::space::Similarity;
use serde::Serialize;
use std::path::Path;

/// The columns of a CSV trace: s, number, m, m/s, rad/s.
const COLUMNS: &str = "time,ball,x,y,z,vx,vy,vz,wx,wy,wz\n";

/// What is written while a table runs: rows of balls, lines of events, or both in one file.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    trace: Option<Stream>,
    is_csv: bool,
    /// Events, if they have a file of their own.
    events: Option<Stream>,
    /// Do events go between the rows of the trace?
    is_shared: bool,
    /// How parts stood, and driven groups lay, when they were told of last.
    poses: Vec<Option<Pose>>,
    groups: Vec<Option<Similarity>>,
}

/// A ball, as a line of JSON.
#[derive(Serialize)]
struct BallRow {
    time: f64,
    ball: usize,
    position: [f64; 3],
    velocity: [f64; 3],
    spin: [f64; 3],
}

/// How a part stands, as a line of JSON.
#[derive(Serialize)]
struct PoseRow<'a> {
    time: f64,
    part: &'a str,
    pose: PoseNumbers,
}

/// How a driven group lies, as a line of JSON: where its origin is, and the unit quaternion by which it is turned.
#[derive(Serialize)]
struct GroupRow<'a> {
    time: f64,
    group: &'a str,
    position: [f64; 3],
    turn: [f64; 4],
}

#[derive(Serialize)]
struct PoseNumbers {
    angle: f64,
    place: f64,
    active: bool,
}

impl Writer {
    /// Begins the files. One name for both makes one file of JSON Lines.
    pub(crate) fn new(trace: Option<&Path>, events: Option<&Path>) -> Result<Self, Failure> {
        let is_csv = trace.is_some_and(|path| has_ending(path, "csv"));
        if let Some(path) = events.filter(|path| has_ending(path, "csv")) {
            let path = path.display();
            return Err(Failure::usage(format_args!("events are written as JSON Lines: {path} cannot be CSV")));
        }
        let is_shared = trace.is_some() && trace == events;
        let mut writer = Self {
            trace: trace.map(Stream::to).transpose()?,
            is_csv,
            events: events.filter(|_| !is_shared).map(Stream::to).transpose()?,
            is_shared,
            poses: vec![],
            groups: vec![],
        };
        if let Some(stream) = writer.trace.as_mut().filter(|_| is_csv) {
            stream.put(COLUMNS.as_bytes())?;
        }
        Ok(writer)
    }

    /// Writes the events of the last tick.
    pub(crate) fn events(&mut self, machine: &Machine) -> Result<(), Failure> {
        let stream = if self.is_shared { self.trace.as_mut() } else { self.events.as_mut() };
        let Some(stream) = stream else { return Ok(()) };
        machine.events().iter().try_for_each(|event| put_line(stream, &told(machine, event)))
    }

    /// Writes a row for every ball as it is now, and for every part that stands otherwise than before.
    pub(crate) fn rows(&mut self, machine: &Machine) -> Result<(), Failure> {
        let Some(stream) = &mut self.trace else { return Ok(()) };
        let time = machine.time();
        for id in machine.balls() {
            let Some(ball) = machine.ball(id) else { continue };
            let [p, v, w] = [ball.position, ball.velocity, ball.spin].map(|vector| vector.to_array());
            if self.is_csv {
                // Numbers are the shortest that read back to the same bits.
                let numbers = [p, v, w].concat().iter().map(|x| format!(",{x:?}")).collect::<String>();
                stream.put(format!("{time:?},{}{numbers}\n", id.index()).as_bytes())?;
            } else {
                put_line(stream, &BallRow { time, ball: id.index(), position: p, velocity: v, spin: w })?;
            }
        }
        if self.is_csv {
            return Ok(());
        }
        self.pose_rows(machine)?;
        self.group_rows(machine)
    }

    fn pose_rows(&mut self, machine: &Machine) -> Result<(), Failure> {
        let Some(stream) = &mut self.trace else { return Ok(()) };
        let parts: Vec<(PartId, &str)> = machine.parts().map(|(id, name, _)| (id, name)).collect();
        // The first row says nothing of parts that stand as they do in the table.
        let is_first = self.poses.is_empty();
        self.poses.resize(parts.len(), None);
        for ((id, name), before) in parts.into_iter().zip(&mut self.poses) {
            let Some(pose) = machine.pose(id) else { continue };
            // Its speed and torque say nothing of where it stands.
            let now = Pose { angle: pose.angle, place: pose.place, active: pose.active, ..Pose::default() };
            if *before != Some(now) && !is_first {
                let pose = PoseNumbers { angle: now.angle, place: now.place, active: now.active };
                put_line(stream, &PoseRow { time: machine.time(), part: name, pose })?;
            }
            *before = Some(now);
        }
        Ok(())
    }

    /// Driven groups that lie otherwise than before.
    fn group_rows(&mut self, machine: &Machine) -> Result<(), Failure> {
        let Some(stream) = &mut self.trace else { return Ok(()) };
        self.groups.resize(machine.groups().count(), None);
        for ((id, group), before) in machine.groups().zip(&mut self.groups) {
            let Some(moving) = machine.moving(id) else { continue };
            if *before != Some(moving.lies) {
                let (position, turn) = (moving.lies.origin().to_array(), moving.lies.turn().to_array());
                put_line(stream, &GroupRow { time: machine.time(), group: &group.name, position, turn })?;
            }
            *before = Some(moving.lies);
        }
        Ok(())
    }

    /// Everything is written: the files take their places.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        [self.trace, self.events].into_iter().flatten().try_for_each(Stream::finish)
    }
}

fn put_line(stream: &mut Stream, row: &impl Serialize) -> Result<(), Failure> {
    // Plain numbers and strings: nothing in it can fail to be written. What is not finite becomes null.
    let mut line = serde_json::to_vec(row).unwrap_or_default();
    line.push(b'\n');
    stream.put(&line)
}
