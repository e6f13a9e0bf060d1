//! Pictures that move: frames of a run, as GIF or APNG. What stands still is drawn once.

use crate::error::{Error, in_range};
use crate::options::Options;
use crate::pen::Pen;
use crate::picture::{one, sheet_of, still};
use crate::pixels::Canvas;
use crate::places::Places;
use crate::scene::{Anchor, Form, Layer, Line, Mark, Scene};
use crate::sheet::Sheet;
use crate::view::View;
use crate::{ball, colour, form, gif, parts, png, wire};
use carom::pinball::part::Part;
use carom::pinball::{GroupId, Machine, PartId, Pose};
use carom::space::Similarity;
use carom::units::PINBALL_RADIUS;
use carom::{DVec2, DVec3};
use std::collections::BTreeMap;

/// Most frames of an animation: a minute at thirty a second.
pub const MOST_FRAMES: usize = 1800;
/// Most pixels of all frames together, so that an answer comes within minutes: 1800 frames of 800 by 1500.
pub const MOST_PIXELS: u64 = 2_200_000_000;

/// A moment of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// s: on the table's clock.
    pub time: f64,
    /// The balls in play: number and place (m).
    pub balls: Vec<(usize, DVec3)>,
    /// How parts stand. Those that are not named stand as in the machine.
    pub poses: Vec<(PartId, Pose)>,
    /// How driven groups lie. Those that are not named lie as in the machine.
    pub groups: Vec<(GroupId, Similarity)>,
}

impl Frame {
    /// The moment at which a machine is now: its balls, and all parts that can move.
    pub fn of(machine: &Machine) -> Self {
        let moving = machine.parts().filter(|(_, _, part)| parts::moves(part));
        Self {
            time: machine.time(),
            balls: machine.balls().map(|id| (id.index(), machine.position(id))).collect(),
            poses: moving.filter_map(|(id, _, _)| Some((id, machine.pose(id)?))).collect(),
            groups: machine.groups().filter_map(|(id, _)| Some((id, machine.moving(id)?.lies))).collect(),
        }
    }
}

/// How an animation is drawn.
///
/// | field | meaning | default |
/// |---|---|---|
/// | `picture` | what is shown, and how large | 600 pixels |
/// | `frames_per_second` | how fast frames are shown, 1 to 50; GIF knows nothing faster | 25 |
/// | `tail` | s: how long a ball's way stays behind it | 0.25 |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationOptions {
    /// What is shown, and how large.
    pub picture: Options,
    /// How fast frames are shown.
    pub frames_per_second: u16,
    /// s: how long a ball's way stays behind it.
    pub tail: f64,
}

impl Default for AnimationOptions {
    fn default() -> Self {
        Self { picture: Options { size: 600, ..Options::default() }, frames_per_second: 25, tail: 0.25 }
    }
}

/// A picture that moves, ready to be written.
#[derive(Clone, Debug)]
pub struct Animation<'m> {
    machine: &'m Machine,
    frames: &'m [Frame],
    options: AnimationOptions,
    sheet: Sheet,
    /// What stands still, below and above the balls.
    low: Canvas,
    high: Canvas,
    /// m: the radii of balls that are known.
    radii: BTreeMap<usize, f64>,
}

/// Makes an animation of a machine from moments of a run.
///
/// # Errors
/// When there are no frames or too many, or a number of the options is out of range.
pub fn animate<'m>(
    machine: &'m Machine,
    frames: &'m [Frame],
    options: AnimationOptions,
) -> Result<Animation<'m>, Error> {
    options.picture.check()?;
    in_range("frames of an animation", frames.len() as f64, 1.0, MOST_FRAMES as f64)?;
    in_range("frames per second", options.frames_per_second.into(), 1.0, 50.0)?;
    in_range("tail of a ball in seconds", options.tail, 0.0, 3600.0)?;
    let sheet = sheet_of(machine, &options.picture);
    let pixels = u64::from(sheet.width) * u64::from(sheet.height) * frames.len() as u64;
    in_range("pixels of all frames", pixels as f64, 1.0, MOST_PIXELS as f64)?;
    let places = Places::now(machine);
    let scene = Scene::sorted(still(&places, &sheet, &options.picture, |id, part| !moves(&places, id, part)));
    let cut = scene.marks.partition_point(|mark| mark.layer < Layer::High);
    let (mut low, mut high) = (Canvas::new(&sheet)?, Canvas::new(&sheet)?);
    low.draw(&scene.marks[..cut]);
    high.draw(&scene.marks[cut..]);
    let known = machine.balls().filter_map(|id| Some((id.index(), machine.ball(id)?.radius)));
    Ok(Animation { machine, frames, options, sheet, low, high, radii: known.collect() })
}

/// Can a part look different from one moment to the next, by itself or with its group?
fn moves(places: &Places<'_>, id: PartId, part: &Part) -> bool {
    parts::moves(part) || places.driven(id).is_some()
}

impl Animation<'_> {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.sheet.width, self.sheet.height)
    }

    /// As an animated GIF of 255 colours.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn gif(&self) -> Result<Vec<u8>, Error> {
        // A few frames, spread over the run, are enough to know the colours.
        let mut tally = gif::Tally::new();
        let step = self.frames.len().div_ceil(8).max(1);
        for k in (0..self.frames.len()).step_by(step) {
            tally.add(&self.frame(k)?);
        }
        let size = (self.sheet.width as u16, self.sheet.height as u16);
        let speed = f64::from(self.options.frames_per_second);
        gif::write_frames(size, self.frames.len(), speed, &tally.palette(), |k| self.frame(k))
    }

    /// As an animated PNG, in all its colours.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn apng(&self) -> Result<Vec<u8>, Error> {
        let (width, height) = self.size();
        let (count, speed) = (self.frames.len() as u32, self.options.frames_per_second);
        png::write_frames(width, height, count, speed, |k| self.frame(k))
    }

    /// The pixels of a frame.
    fn frame(&self, k: usize) -> Result<Vec<u8>, Error> {
        let scene = Scene::sorted(self.moving(k));
        let cut = scene.marks.partition_point(|mark| mark.layer < Layer::High);
        let mut canvas = self.low.clone();
        canvas.draw(&scene.marks[..cut]);
        canvas.lay(&self.high);
        canvas.draw(&scene.marks[cut..]);
        Ok(canvas.into_rgb())
    }

    fn moving(&self, k: usize) -> Vec<Mark> {
        let mut pen = Pen::new(self.sheet.hair, self.sheet.field_area());
        let Some(frame) = self.frames.get(k) else { return pen.marks };
        let poses: BTreeMap<PartId, Pose> = frame.poses.iter().copied().collect();
        let places = Places::at(self.machine, frame);
        let pose = |id: PartId| poses.get(&id).copied().or_else(|| self.machine.pose(id)).unwrap_or_default();
        let options = &self.options.picture;
        if options.view == View::Above {
            for (id, _, _) in self.machine.parts().filter(|(id, _, part)| moves(&places, *id, part)) {
                one(&places, id, &pose(id), options, &mut pen);
            }
        } else {
            let which = |id: PartId| self.machine.data(id).is_some_and(|part| moves(&places, id, part));
            let wires = wire::wires(&places, options, which, pose);
            wire::marks(&places, &wires, &Options { labels: false, ..*options }, &mut pen);
        }
        self.tails(k, &mut pen);
        if self.options.picture.show.balls {
            for &(number, place) in &frame.balls {
                let radius = self.radii.get(&number).copied().unwrap_or(PINBALL_RADIUS);
                ball::draw_seen(place, radius, options.view, &mut pen);
            }
        }
        if self.options.picture.show.legend {
            let at = DVec2::new(self.sheet.max.x - 30.0 * pen.hair, self.sheet.max.y - 16.0 * pen.hair);
            let words = format!("{:.2} s", frame.time);
            let form = Form::Text { at, height: 12.0 * pen.hair, anchor: Anchor::End, words };
            pen.fill(Layer::Top, 0.0, form, colour::palette::INK);
        }
        pen.marks
    }

    /// Where each ball came from in the last moments: brightest at the ball.
    fn tails(&self, k: usize, pen: &mut Pen) {
        let Some(frame) = self.frames.get(k) else { return };
        let view = self.options.picture.view;
        for &(number, place) in &frame.balls {
            let mut here = place;
            for earlier in self.frames.iter().take(k).rev() {
                let age = frame.time - earlier.time;
                let known = earlier.balls.iter().find(|ball| ball.0 == number);
                let Some(&(_, from)) = known.filter(|_| age >= 0.0 && age <= self.options.tail) else { break };
                // A ball that was put somewhere else has no tail to there.
                let jump = (here - from).length() > 0.25 * (self.sheet.max - self.sheet.min).max_element();
                if jump || !from.is_finite() || !here.is_finite() {
                    break;
                }
                let part = 1.0 - age / self.options.tail.max(1e-9);
                let line =
                    Line::new(colour::of_time(part).opaque(0.15 + 0.6 * part), (1.0 + 4.0 * part) * pen.hair).cut();
                pen.line(Layer::Ball, -1.0, form::polyline([here, from].map(|p| view.seen(p).truncate())), line);
                here = from;
            }
        }
    }
}
