//! A shape that stands in another space: the ball goes there for every question, and the answer comes back.
//!
//! Whatever leans is exact this way: a parabola seen from a turned, shifted and evenly scaled space is a parabola, moments
//! are the same, and only the normal has to be turned back.

use super::{Arc, Bat, Corner, Disc, Post, Rim, Touch, Wall};
use crate::broad::Aabb;
use crate::gap::{Meeting, Window};
use crate::path::Path;
use crate::space::{Seen, Similarity};
use glam::DVec3;

/// A shape that knows only upright, in a space of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    shape: Upright,
    lies: Similarity,
}

/// The shapes that cannot lean by themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "as in Shape")]
pub enum Upright {
    Wall(Wall),
    Post(Post),
    Arc(Arc),
    Corner(Corner),
    Disc(Disc),
    Rim(Rim),
    Bat(Bat),
}

/// The same call on whichever shape it is.
macro_rules! each {
    ($shape:expr, $s:ident => $call:expr) => {
        match $shape {
            Upright::Wall($s) => $call,
            Upright::Post($s) => $call,
            Upright::Arc($s) => $call,
            Upright::Corner($s) => $call,
            Upright::Disc($s) => $call,
            Upright::Rim($s) => $call,
            Upright::Bat($s) => $call,
        }
    };
}

impl Placed {
    /// A shape that lies so.
    pub fn new(shape: Upright, lies: Similarity) -> Self {
        Self { shape, lies }
    }

    /// The shape, in its own space.
    pub fn shape(&self) -> &Upright {
        &self.shape
    }

    /// How its space lies.
    pub fn lies(&self) -> &Similarity {
        &self.lies
    }

    pub(super) fn bounds(&self) -> Aabb {
        self.lies.bounds(&each!(&self.shape, s => s.bounds()))
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let p = self.lies.place_in(p);
        each!(&self.shape, s => s.touch(p)).map(|touch| touch.out_of(&self.lies))
    }

    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        let (path, radius) = (Seen::into(*path, &self.lies), self.lies.length_in(radius));
        each!(&self.shape, s => s.meets(&path, radius, window)).map(|meeting| meeting.out_of(&self.lies))
    }

    pub(super) fn runs_off(&self, path: &Path, window: Window) -> Option<f64> {
        let path = Seen::into(*path, &self.lies);
        match &self.shape {
            Upright::Wall(s) => s.runs_off(&path, window),
            Upright::Disc(s) => s.runs_off(&path, window),
            _ => None,
        }
    }

    pub(super) fn bends(&self, path: &Path, window: Window) -> Option<f64> {
        if let Upright::Bat(bat) = &self.shape { bat.bends(&Seen::into(*path, &self.lies), window) } else { None }
    }

    pub(super) fn rank(&self) -> u8 {
        match &self.shape {
            Upright::Wall(_) | Upright::Disc(_) => 0,
            Upright::Post(_) | Upright::Arc(_) | Upright::Bat(_) => 1,
            Upright::Corner(_) | Upright::Rim(_) => 2,
        }
    }
}

impl Seen for Touch {
    fn out_of(self, lies: &Similarity) -> Self {
        Self {
            normal: lies.direction_out(self.normal),
            distance: self.distance * lies.scale(),
            curvature: self.curvature / lies.scale(),
            axis: lies.direction_out(self.axis),
        }
    }

    fn into(self, lies: &Similarity) -> Self {
        Self {
            normal: lies.direction_in(self.normal),
            distance: lies.length_in(self.distance),
            curvature: self.curvature * lies.scale(),
            axis: lies.direction_in(self.axis),
        }
    }
}

impl Seen for Meeting {
    fn out_of(self, lies: &Similarity) -> Self {
        Self { normal: lies.direction_out(self.normal), ..self }
    }

    fn into(self, lies: &Similarity) -> Self {
        Self { normal: lies.direction_in(self.normal), ..self }
    }
}
