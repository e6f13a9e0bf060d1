//! Between metres on the table and pixels on a screen, both ways.
//!
//! The world never hears of pixels. A ball that moves a nanometre in a frame stays on its pixel for a long time, but its
//! place in the world goes on: only what is *shown* is rounded, and only at the very end. (An engine that keeps places in
//! pixels loses slow balls: they stop between two of them.)

use crate::error::{Error, flat_in_range, in_range};
use crate::tolerance::{LEAST_RADIUS, MOST_LENGTH};
use glam::DVec2;

/// Pixels: the widest screen. Beyond it a sub-pixel place would keep fewer than nine digits after the point.
const MOST_PIXELS: f64 = 1e6;

/// A part of the table, seen from above, on a screen.
///
/// Table: metres, x to the right, y up (away from the player). Screen: pixels, x to the right, y down, the origin at the
/// top left corner, so that pixel (0, 0) covers the places from 0 to 1. The scale is the same both ways: circles stay round.
///
/// ```
/// use carom::{DVec2, View};
///
/// // A pinball table of 0.5 m by 1 m on a screen of 800 by 600, with 50 pixels free all round.
/// let view = View::fit(DVec2::ZERO, DVec2::new(0.5, 1.0), DVec2::new(800.0, 600.0), 50.0)?;
/// assert_eq!(view.scale(), 500.0); // The height decides: 500 pixels for 1 m.
/// assert_eq!(view.to_pixels(DVec2::new(0.25, 0.5)), DVec2::new(400.0, 300.0));
/// assert_eq!(view.to_pixels(DVec2::new(0.0, 1.0)), DVec2::new(275.0, 50.0)); // Far left: up.
/// assert_eq!(view.to_table(DVec2::new(275.0, 50.0)), DVec2::new(0.0, 1.0)); // What did the mouse hit?
/// assert_eq!(view.pixel_of(DVec2::new(0.25, 0.4999)), Some((400, 300)));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// m: the place in the middle of the screen.
    middle: DVec2,
    /// Pixels: width and height.
    screen: DVec2,
    /// Pixels per metre.
    scale: f64,
}

impl View {
    /// Shows the area from `low` to `high` (m) as large as it fits on a `screen` (width and height in pixels, whole or
    /// not) with `margin` pixels free all round, in the middle.
    ///
    /// # Errors
    /// When a number is not finite, the area is empty or smaller than the smallest ball, or the margins leave no screen.
    pub fn fit(low: DVec2, high: DVec2, screen: DVec2, margin: f64) -> Result<Self, Error> {
        flat_in_range("low corner of the area", low, MOST_LENGTH)?;
        flat_in_range("high corner of the area", high, MOST_LENGTH)?;
        let extent = high - low;
        if extent.min_element() <= 0.0 {
            return Err(Error::degenerate(
                "the area to show",
                "is empty; its high corner must be right of and above its low one",
            ));
        }
        in_range("width of the area", extent.x, LEAST_RADIUS, 2.0 * MOST_LENGTH)?;
        in_range("height of the area", extent.y, LEAST_RADIUS, 2.0 * MOST_LENGTH)?;
        in_range("width of the screen in pixels", screen.x, 1.0, MOST_PIXELS)?;
        in_range("height of the screen in pixels", screen.y, 1.0, MOST_PIXELS)?;
        in_range("margin in pixels", margin, 0.0, MOST_PIXELS)?;
        let free = screen - DVec2::splat(2.0 * margin);
        if free.min_element() <= 0.0 {
            return Err(Error::degenerate("the screen", "is all margin; make it larger or the margin smaller"));
        }
        Ok(Self { middle: low + 0.5 * extent, screen, scale: (free / extent).min_element() })
    }

    /// Pixels per metre.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Pixels: width and height of the screen.
    pub fn screen(&self) -> DVec2 {
        self.screen
    }

    /// Where a place on the table is on the screen, to a part of a pixel. Right also outside the screen; not a number for
    /// a ball that is nowhere.
    pub fn to_pixels(&self, place: DVec2) -> DVec2 {
        let (right, up) = ((place - self.middle) * self.scale).into();
        DVec2::new(0.5 * self.screen.x + right, 0.5 * self.screen.y - up)
    }

    /// Which place on the table is at a point of the screen: the way back of [`to_pixels`](Self::to_pixels).
    pub fn to_table(&self, pixels: DVec2) -> DVec2 {
        let (right, up) = (pixels.x - 0.5 * self.screen.x, 0.5 * self.screen.y - pixels.y);
        self.middle + DVec2::new(right, up) / self.scale
    }

    /// Which pixel shows a place, on the screen or beside it; `None` for a ball that is nowhere.
    pub fn pixel_of(&self, place: DVec2) -> Option<(i64, i64)> {
        let at = self.to_pixels(place);
        at.is_finite().then(|| (at.x.floor() as i64, at.y.floor() as i64))
    }

    /// How many pixels long a length (m) is.
    pub fn length_in_pixels(&self, metres: f64) -> f64 {
        metres * self.scale
    }

    /// How long (m) a length in pixels is.
    pub fn length_in_metres(&self, pixels: f64) -> f64 {
        pixels / self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ball, BallId, Collider, Gravity, Material, World, shape::Plane};
    use glam::DVec3;
    use proptest::prelude::*;

    const FRAME: f64 = 1.0 / 60.0;

    fn vector(range: core::ops::Range<f64>) -> impl Strategy<Value = DVec2> {
        proptest::array::uniform2(range).prop_map(DVec2::from)
    }

    proptest! {
        #[test]
        fn there_and_back(low in vector(-100.0..100.0), extent in vector(1e-3..100.0), screen in vector(2.0..5000.0),
                          margin in 0.0..0.9_f64, at in vector(-0.5..1.5)) {
            let view = View::fit(low, low + extent, screen, margin).unwrap();
            let place = low + at * extent;
            // One rounding per operation, each of the size of the place or of what the screen shows.
            let shown = view.length_in_metres(screen.max_element());
            let bound = 8.0 * f64::EPSILON * (low.abs().max_element() + 2.0 * extent.max_element() + shown);
            let back = view.to_table(view.to_pixels(place));
            prop_assert!((back - place).abs().max_element() <= bound, "{place} came back as {back}");
        }

        #[test]
        fn the_whole_area_is_inside_the_margin(low in vector(-10.0..10.0), extent in vector(0.1..10.0),
                                               screen in vector(100.0..2000.0), margin in 0.0..40.0_f64) {
            let view = View::fit(low, low + extent, screen, margin).unwrap();
            let (a, b) = (view.to_pixels(low), view.to_pixels(low + extent));
            let (left_top, right_bottom) = (a.min(b), a.max(b));
            prop_assert!(left_top.min_element() >= margin - 1e-9, "{left_top}");
            prop_assert!((screen - right_bottom).min_element() >= margin - 1e-9, "{right_bottom}");
            let slack = (left_top - DVec2::splat(margin)).min_element();
            prop_assert!(slack < 1e-9, "it is as large as it fits: {slack}");
        }

        #[test]
        fn order_is_kept(a in vector(-2.0..2.0), b in vector(-2.0..2.0)) {
            let view = View::fit(DVec2::ZERO, DVec2::new(1.27, 2.54), DVec2::new(640.0, 480.0), 20.0).unwrap();
            let (p, q) = (view.to_pixels(a), view.to_pixels(b));
            prop_assert!(a.x > b.x || p.x <= q.x, "right stays right");
            prop_assert!(a.y > b.y || p.y >= q.y, "up stays up");
            prop_assert!(a.x > b.x || view.pixel_of(a).unwrap().0 <= view.pixel_of(b).unwrap().0, "in whole pixels too");
        }
    }

    /// A world with one ball that creeps along x by a nanometre a frame, and a view in which a pixel is a millimetre.
    fn creeping() -> (World, BallId, View) {
        let mut world = World::new(Gravity::none()).unwrap();
        let ball = Ball::new(DVec3::new(0.0002, 0.0002, 0.0), 0.01, 0.1).unwrap();
        let ball = world.add_ball(ball.with_velocity(DVec3::new(1e-9 / FRAME, 0.0, 0.0))).unwrap();
        (world, ball, View::fit(DVec2::ZERO, DVec2::ONE, DVec2::splat(1000.0), 0.0).unwrap())
    }

    #[test]
    fn a_slow_ball_is_not_lost() {
        let (mut world, ball, view) = creeping();
        let start = world.position(ball).truncate();
        let pixel = view.pixel_of(start);
        let mut shown = view.to_pixels(start).x;
        for _ in 0..100_000 {
            world.advance(FRAME).unwrap();
            let place = world.position(ball).truncate();
            assert_eq!(view.pixel_of(place), pixel, "the picture stands still");
            assert!(view.to_pixels(place).x > shown, "but it moves within its pixel, at every frame");
            shown = view.to_pixels(place).x;
        }
        let way = world.position(ball).x - start.x;
        assert!((way - 1e-4).abs() < 1e-15, "after 100,000 frames it is a tenth of a millimetre farther: {way}");
    }

    #[test]
    fn a_slow_ball_arrives() {
        let (mut world, ball, view) = creeping();
        let start = world.position(ball).truncate();
        // A wall a micrometre before the ball: a thousand frames and a thousandth of a pixel away. (So slow an impact is
        // no event, but it is an impact.)
        let wall = start.extend(0.0) + DVec3::new(0.01 + 1e-6, 0.0, 0.0);
        world.add_collider(Collider::new(Plane::new(wall, -DVec3::X).unwrap(), Material::default())).unwrap();
        for frame in 1..=2000 {
            world.advance(FRAME).unwrap();
            let place = world.position(ball).truncate();
            assert_eq!(view.pixel_of(place), view.pixel_of(start), "the picture stands still");
            let way = 1e-9 * f64::from(if frame <= 1000 { frame } else { 2000 - frame });
            assert!((place.x - start.x - way).abs() < 1e-14, "there and back: frame {frame}, {}", place.x - start.x);
        }
        assert!(world.velocity(ball).x < 0.0, "it was at the wall and comes back");
    }

    #[test]
    fn faults_are_named() {
        let (one, screen) = (DVec2::ONE, DVec2::new(640.0, 480.0));
        let message = |low, high, screen, margin| View::fit(low, high, screen, margin).unwrap_err().to_string();
        assert_eq!(message(DVec2::NAN, one, screen, 0.0), "low corner of the area is NaN; it must be a finite number");
        assert!(message(one, one, screen, 0.0).starts_with("the area to show is empty"));
        assert!(message(one, DVec2::new(2.0, 0.0), screen, 0.0).starts_with("the area to show is empty"));
        assert!(message(DVec2::ZERO, DVec2::splat(1e-9), screen, 0.0).starts_with("width of the area is 0.000000001;"));
        assert!(
            message(DVec2::ZERO, one, DVec2::new(640.0, 0.0), 0.0).starts_with("height of the screen in pixels is 0;")
        );
        assert!(message(DVec2::ZERO, one, DVec2::new(f64::INFINITY, 1.0), 0.0).contains("finite"));
        assert_eq!(message(DVec2::ZERO, one, screen, -1.0), "margin in pixels is -1; it must be from 0 to 1000000");
        assert!(message(DVec2::ZERO, one, screen, 240.0).starts_with("the screen is all margin"));
        let view = View::fit(DVec2::ZERO, one, screen, 0.0).unwrap();
        assert_eq!(view.pixel_of(DVec2::NAN), None, "nowhere is on no pixel");
    }
}
