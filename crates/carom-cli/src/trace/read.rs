//! Reading a trace again, for a picture.

use crate::failure::Failure;
use crate::output;
use crate::tables::has_ending;
use carom::pinball::{GroupId, Machine, PartId, Pose};
use carom::space::{Similarity, Transform};
use carom::{DMat3, DQuat, DVec3};
use carom_draw::Frame;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The moments of a trace: JSON Lines, or CSV by its name. Parts are found in the machine by their names.
pub(crate) fn read(path: &Path, machine: &Machine) -> Result<Vec<Frame>, Failure> {
    let text = output::read(path)?;
    let frames = if has_ending(path, "csv") { from_csv(&text) } else { from_lines(&text, machine) };
    let name = path.display();
    let frames = frames.map_err(|(line, fault)| Failure::problem(format_args!("{name}:{line}: {fault}")))?;
    if frames.is_empty() {
        return Err(Failure::problem(format_args!("{name}: there is no ball in it")));
    }
    Ok(frames)
}

/// A fault, with its line.
type Fault = (usize, String);

/// The frame of a moment: the last, or a new one.
fn frame_at(frames: &mut Vec<Frame>, time: f64) -> Result<&mut Frame, String> {
    if !time.is_finite() {
        return Err(format!("{time} is no time"));
    }
    let last = frames.last().map(|frame| frame.time);
    if last.is_some_and(|last| time < last) {
        return Err(format!("the time goes back, to {time} s"));
    }
    if last != Some(time) {
        frames.push(Frame { time, ..Frame::default() });
    }
    frames.last_mut().ok_or_else(String::new)
}

fn from_csv(text: &str) -> Result<Vec<Frame>, Fault> {
    let mut lines = text.lines().enumerate();
    let head: Vec<&str> = lines.next().map(|(_, line)| line.split(',').map(str::trim).collect()).unwrap_or_default();
    let column = |name: &str| head.iter().position(|column| *column == name);
    let (Some(time), Some(ball), Some(x), Some(y)) = (column("time"), column("ball"), column("x"), column("y")) else {
        return Err((1, "the first line of a trace names its columns: time, ball, x, y and perhaps more".to_owned()));
    };
    let z = column("z");
    let mut frames = Vec::new();
    for (k, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        let number = |column: usize| {
            let word = words.get(column).copied().unwrap_or_default();
            word.parse::<f64>().map_err(|_| (k + 1, format!("'{word}' is not a number")))
        };
        let place = DVec3::new(number(x)?, number(y)?, z.map_or(Ok(0.0), number)?);
        let word = words.get(ball).copied().unwrap_or_default();
        let ball: usize = word.parse().map_err(|_| (k + 1, format!("'{word}' is not the number of a ball")))?;
        frame_at(&mut frames, number(time)?).map_err(|fault| (k + 1, fault))?.balls.push((ball, place));
    }
    Ok(frames)
}

fn from_lines(text: &str, machine: &Machine) -> Result<Vec<Frame>, Fault> {
    let mut frames = Vec::new();
    // Only what changes is told: a frame has what was told before it.
    let mut known = Known::default();
    for (k, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let add = |frames: &mut Vec<Frame>, known: &mut Known| -> Result<(), String> {
            let row: Value = serde_json::from_str(line).map_err(|fault| format!("this is not JSON: {fault}"))?;
            // Events have their true times, between the rows.
            if row.get("event").is_some() {
                return Ok(());
            }
            let time = row.get("time").and_then(Value::as_f64).ok_or("this row has no time")?;
            if let Some(pose) = row.get("pose") {
                let name = row.get("part").and_then(Value::as_str).unwrap_or_default();
                let part = machine.part(name).ok_or_else(|| format!("the table has no part '{name}'"))?;
                let number = |name: &str| pose.get(name).and_then(Value::as_f64).unwrap_or_default();
                let active = pose.get("active").and_then(Value::as_bool).unwrap_or_default();
                let pose = Pose { angle: number("angle"), place: number("place"), active, ..Pose::default() };
                known.poses.insert(part, pose);
                known.enter(frame_at(frames, time)?);
                return Ok(());
            }
            if let Some(name) = row.get("group") {
                let name = name.as_str().unwrap_or_default();
                let group = machine.group(name).ok_or_else(|| format!("the table has no group '{name}'"))?;
                known.groups.insert(group, lies(&row, machine, group).ok_or("this row does not say how it lies")?);
                known.enter(frame_at(frames, time)?);
                return Ok(());
            }
            let ball =
                row.get("ball").and_then(Value::as_u64).ok_or("this row has neither a ball nor a pose nor an event")?;
            let place = numbers(&row, "position").ok_or("this row has no position [x, y, z]")?;
            let frame = frame_at(frames, time)?;
            if frame.balls.is_empty() {
                known.enter(frame);
            }
            frame.balls.push((ball as usize, DVec3::from_array(place)));
            Ok(())
        };
        add(&mut frames, &mut known).map_err(|fault| (k + 1, fault))?;
    }
    Ok(frames)
}

/// How parts stand and driven groups lie, as far as it was told.
#[derive(Default)]
struct Known {
    poses: BTreeMap<PartId, Pose>,
    groups: BTreeMap<GroupId, Similarity>,
}

impl Known {
    fn enter(&self, frame: &mut Frame) {
        frame.poses = self.poses.iter().map(|(&part, &pose)| (part, pose)).collect();
        frame.groups = self.groups.iter().map(|(&group, &lies)| (group, lies)).collect();
    }
}

/// So many numbers of a row.
fn numbers<const N: usize>(row: &Value, name: &str) -> Option<[f64; N]> {
    let list = row.get(name)?.as_array()?;
    let read: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
    read.try_into().ok()
}

/// How a driven group lies: its own size never changes.
fn lies(row: &Value, machine: &Machine, group: GroupId) -> Option<Similarity> {
    let (origin, turn) = (DVec3::from_array(numbers(row, "position")?), DQuat::from_array(numbers(row, "turn")?));
    let turn = Some(turn.normalize()).filter(|turn| turn.is_finite())?;
    let matrix = DMat3::from_quat(turn) * machine.moving(group)?.lies.scale();
    Transform::matrix(matrix, origin).ok()?.similarity()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_moment_make_one_frame() {
        let csv = "time,ball,x,y,vx,vy\n0.0,0,1,2,0,0\n0.0,1,3,4,0,0\n0.5,0,1.5,2,0,0\n";
        let frames = from_csv(csv).unwrap();
        let seen: Vec<(f64, usize)> = frames.iter().map(|frame| (frame.time, frame.balls.len())).collect();
        assert_eq!(seen, [(0.0, 2), (0.5, 1)]);
        assert_eq!(frames[0].balls[1], (1, DVec3::new(3.0, 4.0, 0.0)));
    }

    #[test]
    fn driven_groups_lie_as_they_were_told_last() {
        let mut machine = Machine::new(&carom::pinball::Playfield::sized(0.5, 1.0)).unwrap();
        let transform = Transform::scaling(DVec3::splat(2.0)).unwrap();
        let lift = carom::pinball::Group { name: "lift".to_owned(), transform, driven: true, ..Default::default() };
        let id = machine.add_group(lift).unwrap();
        let ball = |time: f64| format!("{{\"time\":{time},\"ball\":0,\"position\":[0.1,0.2,0.0135]}}\n");
        let group = "{\"time\":0.01,\"group\":\"lift\",\"position\":[0.0,0.0,0.05],\"turn\":[0.0,0.0,0.6,0.8]}\n";
        let text = format!("{}{}{group}{}", ball(0.0), ball(0.01), ball(0.02));
        let frames = from_lines(&text, &machine).unwrap();
        assert_eq!(frames.iter().map(|frame| frame.groups.len()).collect::<Vec<_>>(), [0, 1, 1]);
        let (group, lies) = frames[2].groups[0];
        assert_eq!((group, lies.origin()), (id, DVec3::Z * 0.05));
        assert!((lies.scale() - 2.0).abs() < 1e-15, "as large as it is in the table");
        assert!((lies.turn().z - 0.6).abs() < 1e-12 && (lies.turn().w - 0.8).abs() < 1e-12, "{lies:?}");
        let fault = |text: &str| from_lines(text, &machine).unwrap_err().1;
        assert_eq!(fault("{\"time\":0,\"group\":\"lfit\"}"), "the table has no group 'lfit'");
        let nothing = "{\"time\":0,\"group\":\"lift\",\"position\":[0,0,0],\"turn\":[0,0,0,0]}";
        assert_eq!(fault(nothing), "this row does not say how it lies");
    }

    #[test]
    fn faults_name_the_line() {
        assert_eq!(from_csv("time,ball,x,y\n0,0,1,two\n"), Err((2, "'two' is not a number".to_owned())));
        assert_eq!(from_csv("time,ball,x,y\n1,0,1,2\n0,0,1,2\n"), Err((3, "the time goes back, to 0 s".to_owned())));
        assert_eq!(from_csv("time,ball,x,y\n1,-1,1,2\n").unwrap_err().1, "'-1' is not the number of a ball");
        assert_eq!(from_csv("a,b\n").unwrap_err().0, 1);
        let machine = Machine::new(&carom::pinball::Playfield::sized(0.5, 1.0)).unwrap();
        let fault = |text: &str| from_lines(text, &machine).unwrap_err();
        assert!(fault("{\"time\":0,\"event\":\"tilt\"}\n\nnonsense\n").1.starts_with("this is not JSON"));
        assert_eq!(fault("{\"time\":0}").1, "this row has neither a ball nor a pose nor an event");
        assert_eq!(fault("{\"time\":0,\"part\":\"left\",\"pose\":{}}").1, "the table has no part 'left'");
        assert_eq!(fault("{\"time\":1e999}").0, 1);
    }
}
