//! Reading a trace again, for a picture.

use crate::failure::Failure;
use crate::output;
use crate::tables::has_ending;
use carom::DVec3;
use carom::pinball::{Machine, PartId, Pose};
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
    // Only what changes is told: a frame has the poses of all before it.
    let mut poses: BTreeMap<PartId, Pose> = BTreeMap::new();
    for (k, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let add = |frames: &mut Vec<Frame>, poses: &mut BTreeMap<PartId, Pose>| -> Result<(), String> {
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
                poses.insert(part, pose);
                let frame = frame_at(frames, time)?;
                frame.poses = poses.iter().map(|(&part, &pose)| (part, pose)).collect();
                return Ok(());
            }
            let ball =
                row.get("ball").and_then(Value::as_u64).ok_or("this row has neither a ball nor a pose nor an event")?;
            let at = |k: usize| row.get("position").and_then(|at| at.get(k)).and_then(Value::as_f64);
            let (Some(x), Some(y), Some(z)) = (at(0), at(1), at(2)) else {
                return Err("this row has no position [x, y, z]".to_owned());
            };
            let frame = frame_at(frames, time)?;
            if frame.balls.is_empty() && frame.poses.is_empty() {
                frame.poses = poses.iter().map(|(&part, &pose)| (part, pose)).collect();
            }
            frame.balls.push((ball as usize, DVec3::new(x, y, z)));
            Ok(())
        };
        add(&mut frames, &mut poses).map_err(|fault| (k + 1, fault))?;
    }
    Ok(frames)
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
