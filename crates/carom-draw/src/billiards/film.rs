//! A shot as a moving picture: balls that turn as they roll.

use super::course::{Course, Whereabouts, place};
use super::look::Look;
use super::{ShotOptions, foot, is_out, put, sheet, still};
use crate::animation::{MOST_FRAMES, MOST_PIXELS};
use crate::error::{Error, in_range};
use crate::form::polyline;
use crate::pen::Pen;
use crate::pixels::Canvas;
use crate::scene::{Anchor, Layer, Line, Mark, Scene};
use crate::sheet::Sheet;
use crate::{gif, png};
use carom::billiards::{Ball, Strike, Table};
use carom::{DQuat, DVec2, DVec3};

/// How a shot is filmed.
///
/// | field | meaning | default |
/// |---|---|---|
/// | `picture` | what is shown, and how large | 800 pixels |
/// | `frames_per_second` | how fast frames are shown, 1 to 50; GIF knows nothing faster | 25 |
/// | `slow` | how many times slower than in life, 0.1 to 1000 | 1 |
/// | `tail` | s: how long a ball's way stays behind it | 0.6 |
/// | `hold` | s: how long the last frame stands | 1 |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmOptions {
    /// What is shown, and how large.
    pub picture: ShotOptions,
    /// How fast frames are shown.
    pub frames_per_second: u16,
    /// How many times slower than in life.
    pub slow: f64,
    /// s: how long a ball's way stays behind it.
    pub tail: f64,
    /// s: how long the last frame stands.
    pub hold: f64,
}

impl Default for FilmOptions {
    fn default() -> Self {
        let picture = ShotOptions { size: 800, ..ShotOptions::default() };
        Self { picture, frames_per_second: 25, slow: 1.0, tail: 0.6, hold: 1.0 }
    }
}

/// A moving picture of a shot, ready to be written.
#[derive(Clone, Debug)]
pub struct Film<'t> {
    balls: &'t [Ball],
    course: &'t Course,
    strike: Option<Strike>,
    options: FilmOptions,
    sheet: Sheet,
    /// s: of each frame the moment in the shot.
    times: Vec<f64>,
    /// Of each ball how far it has turned in each frame.
    turns: Vec<Vec<DQuat>>,
    /// What stands still.
    ground: Canvas,
}

impl<'t> Film<'t> {
    /// A film of what happened to `balls` on a table.
    ///
    /// # Errors
    /// When there would be too many frames, or a number of the options is out of range.
    pub fn of(
        table: &'t Table,
        balls: &'t [Ball],
        course: &'t Course,
        strike: Option<Strike>,
        options: FilmOptions,
    ) -> Result<Self, Error> {
        options.picture.check()?;
        in_range("frames per second", options.frames_per_second.into(), 1.0, 50.0)?;
        in_range("times slower than in life", options.slow, 0.1, 1000.0)?;
        in_range("tail of a ball in seconds", options.tail, 0.0, 3600.0)?;
        in_range("seconds for which the last frame stands", options.hold, 0.0, 60.0)?;
        let speed = f64::from(options.frames_per_second);
        let count = Self::frames_for(course.end(), &options);
        in_range("frames of an animation", count, 1.0, MOST_FRAMES as f64)?;
        let sheet = sheet(table, &options.picture);
        let pixels = f64::from(sheet.width) * f64::from(sheet.height) * count;
        in_range("pixels of all frames", pixels, 1.0, MOST_PIXELS as f64)?;
        let time = |k: usize| (k as f64 / (speed * options.slow)).min(course.end());
        let times: Vec<f64> = (0..count as usize).map(time).collect();
        let turns = (0..balls.len()).map(|ball| course.turns(ball, &times)).collect();
        let mut ground = Canvas::new(&sheet)?;
        ground.draw(&Scene::sorted(still(table, &options.picture, true, &sheet)).marks);
        Ok(Self { balls, course, strike, options, sheet, times, turns, ground })
    }

    /// How many frames a shot of so many seconds takes.
    pub fn frames_for(seconds: f64, options: &FilmOptions) -> f64 {
        let speed = f64::from(options.frames_per_second);
        libm::ceil(seconds * options.slow * speed) + 1.0 + libm::round(options.hold * speed)
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.sheet.width, self.sheet.height)
    }

    /// As an animated GIF of 255 colours.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn gif(&self) -> Result<Vec<u8>, Error> {
        // A few frames, spread over the shot, are enough to know the colours.
        let mut tally = gif::Tally::new();
        for k in (0..self.times.len()).step_by(self.times.len().div_ceil(8).max(1)) {
            tally.add(&self.frame(k)?);
        }
        let size = (self.sheet.width as u16, self.sheet.height as u16);
        let speed = f64::from(self.options.frames_per_second);
        gif::write_frames(size, self.times.len(), speed, &tally.palette(), |k| self.frame(k))
    }

    /// As an animated PNG, in all its colours.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn apng(&self) -> Result<Vec<u8>, Error> {
        let (width, height) = self.size();
        let (count, speed) = (self.times.len() as u32, self.options.frames_per_second);
        png::write_frames(width, height, count, speed, |k| self.frame(k))
    }

    /// The pixels of a frame.
    fn frame(&self, k: usize) -> Result<Vec<u8>, Error> {
        let mut canvas = self.ground.clone();
        canvas.draw(&Scene::sorted(self.moving(k)).marks);
        Ok(canvas.into_rgb())
    }

    fn moving(&self, k: usize) -> Vec<Mark> {
        let view = self.options.picture.view();
        let mut pen = Pen::new(self.sheet.hair, self.sheet.field_area());
        let time = self.times.get(k).copied().unwrap_or_default();
        for (n, ball) in self.balls.iter().enumerate() {
            if is_out(self.course, n, time) || ball.state.phase.is_out() {
                continue;
            }
            let look = Look::of(&ball.name, n);
            let at = self.place(n, time);
            if self.options.picture.trails {
                self.tail(n, look, time, &mut pen);
            }
            let turned = self.turns.get(n).and_then(|turns| turns.get(k)).copied().unwrap_or_default();
            put(ball, look, at, turned, view, &mut pen);
        }
        if self.options.picture.legend {
            let hair = pen.hair;
            let at = DVec2::new(self.sheet.max.x - 30.0 * hair, self.sheet.max.y - 16.0 * hair);
            foot::text(&format!("{time:.2} s"), at, 12.0 * hair, Anchor::End, &mut pen);
            if let Some(strike) = &self.strike {
                foot::strike(strike, &self.sheet, &mut pen);
            }
        }
        pen.marks
    }

    fn place(&self, ball: usize, time: f64) -> DVec3 {
        match self.course.whereabouts(ball, time) {
            Some(Whereabouts::Seen(at, _)) => at,
            _ => self.balls.get(ball).map(|ball| ball.state.position).unwrap_or_default(),
        }
    }

    /// Where a ball came from in the last moments: brightest at the ball. Pieces end where legs do, so corners stay sharp.
    fn tail(&self, ball: usize, look: Look, time: f64, pen: &mut Pen) {
        const PIECES: f64 = 24.0;
        let view = self.options.picture.view();
        let tail = self.options.tail.max(1e-9);
        for (leg, end) in self.course.moving(ball) {
            let (from, to) = (leg.start.max(time - tail), end.min(time));
            if to <= from {
                continue;
            }
            let pieces = ((to - from) / tail * PIECES).ceil().clamp(1.0, PIECES) as u32;
            let moment = |k: u32| from + (to - from) * f64::from(k) / f64::from(pieces);
            for k in 0..pieces {
                let strength = 1.0 - (time - moment(k + 1)) / tail;
                let colour = look.trail().opaque(0.1 + 0.6 * strength);
                let line = Line::new(colour, (1.2 + 2.6 * strength) * pen.hair).cut();
                let ends = [k, k + 1].map(|k| view.place(place(leg, moment(k)).truncate()));
                pen.line(Layer::Ball, -2.0, polyline(ends), line);
            }
        }
    }
}
