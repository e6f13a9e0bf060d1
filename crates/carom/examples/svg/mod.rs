//! Drawing for the examples: a small SVG writer over the engine's [`View`], and trails recorded from impact to impact.
//! Not an example itself.
#![allow(dead_code, unreachable_pub, reason = "shared by all examples; each uses a part of it")]

use carom::shape::Shape;
use carom::{BallId, DVec2, DVec3, Error, Event, View, What, World};
use std::fmt::Write as _;

/// The colours of all pictures.
pub mod colour {
    pub const NIGHT: &str = "#0e131f";
    pub const FIELD: &str = "#151c2c";
    pub const SOLID: &str = "#26324a";
    pub const EDGE: &str = "#6d7f9e";
    pub const TEXT: &str = "#d5deee";
    pub const QUIET: &str = "#8b9ab6";
    pub const BALL: &str = "#f3f6fb";
    pub const ACCENT: &str = "#ffb454";
    /// From the first moment of a trail to its last.
    const TIME: [[f64; 3]; 4] = [[74.0, 108.0, 247.0], [46.0, 196.0, 214.0], [247.0, 214.0, 92.0], [255.0, 98.0, 88.0]];

    /// The colour at `part` of the time, from 0 to 1.
    pub fn of_time(part: f64) -> String {
        let place = part.clamp(0.0, 1.0) * (TIME.len() - 1) as f64;
        let k = (place as usize).min(TIME.len() - 2);
        let mix = |c: usize| (TIME[k][c] + (TIME[k + 1][c] - TIME[k][c]) * (place - k as f64)) as u8;
        format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
    }
}

/// A picture: places in metres, widths of lines and letters in pixels.
pub struct Picture {
    view: View,
    body: String,
}

impl Picture {
    /// A picture of the area from `low` to `high`, `width` by `height` pixels, with `margin` pixels round it.
    pub fn new(title: &str, low: DVec2, high: DVec2, [width, height]: [f64; 2], margin: f64) -> Result<Self, Error> {
        let view = View::fit(low, high, DVec2::new(width, height), margin)?;
        let mut body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"14\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n<title>{title}</title>\n"
        );
        _ = writeln!(body, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", colour::NIGHT);
        Ok(Self { view, body })
    }

    /// The way between table and picture.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The rest of the text, where the methods below do not reach.
    pub fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub fn line(&mut self, a: DVec2, b: DVec2, style: &str) {
        let (a, b) = (self.view.to_pixels(a), self.view.to_pixels(b));
        _ = writeln!(
            self.body,
            "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" {style}/>",
            a.x, a.y, b.x, b.y
        );
    }

    pub fn circle(&mut self, centre: DVec2, radius: f64, style: &str) {
        let (at, radius) = (self.view.to_pixels(centre), self.view.length_in_pixels(radius));
        _ = writeln!(self.body, "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" {style}/>", at.x, at.y);
    }

    /// A mark of `pixels` radius, the same at every scale.
    pub fn dot(&mut self, centre: DVec2, pixels: f64, style: &str) {
        self.circle(centre, self.view.length_in_metres(pixels), style);
    }

    /// A polygon, or (with `fill="none"`) a line through places; points that lie on the way between their neighbours are
    /// left out.
    pub fn path(&mut self, places: &[DVec2], closed: bool, style: &str) {
        let points = thinned(places.iter().map(|&place| self.view.to_pixels(place)));
        let name = if closed { "polygon" } else { "polyline" };
        let points: Vec<String> = points.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect();
        _ = writeln!(self.body, "<{name} points=\"{}\" {style}/>", points.join(" "));
    }

    /// An arrow from a place along `pixels` on the table's axes.
    pub fn arrow(&mut self, from: DVec2, pixels: DVec2, paint: &str) {
        let to = from + pixels / self.view.scale();
        self.line(from, to, &format!("stroke=\"{paint}\" stroke-width=\"2\""));
        let back = pixels.normalize_or_zero() * 9.0 / self.view.scale();
        let side = back.perp() * 0.45;
        self.path(&[to, to - back + side, to - back - side], true, &format!("fill=\"{paint}\""));
    }

    /// Text `offset` pixels (right, up) from a place. `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, at: DVec2, offset: [f64; 2], anchor: &str, style: &str, text: &str) {
        let at = self.view.to_pixels(at);
        let (x, y) = (at.x + offset[0], at.y - offset[1]);
        _ = writeln!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {style}>{text}</text>");
    }

    /// Text at a point of the picture, in pixels from the top left.
    pub fn caption(&mut self, [x, y]: [f64; 2], anchor: &str, style: &str, text: &str) {
        let at = self.view.to_table(DVec2::new(x, y));
        self.text(at, [0.0, 0.0], anchor, style, text);
    }

    /// Everything in a world that stands still, seen from above. (Corners are the ends of walls, and not drawn.)
    pub fn things(&mut self, world: &World) {
        let edge = format!("stroke=\"{}\" stroke-width=\"2.5\"", colour::EDGE);
        for (_, collider) in world.colliders() {
            match collider.shape() {
                Shape::Wall(wall) => self.line(wall.a(), wall.b(), &edge),
                Shape::Post(post) => {
                    let style = format!("fill=\"{}\" {edge}", colour::SOLID);
                    // Inside the outline, so that the line's outer side is the surface.
                    self.circle(post.centre(), post.radius() - self.view.length_in_metres(1.25), &style);
                }
                _ => {}
            }
        }
    }

    /// The ground a ball of `radius` has passed over, faintly, under its trail.
    pub fn swept(&mut self, trail: &[(f64, DVec3)], seconds: f64, radius: f64) {
        // One group, so that crossings do not grow brighter.
        self.raw("<g opacity=\"0.13\">");
        self.trail(trail, seconds, self.view.length_in_pixels(2.0 * radius));
        self.raw("</g>");
    }

    /// A trail whose colour tells the time.
    pub fn trail(&mut self, trail: &[(f64, DVec3)], seconds: f64, width: f64) {
        const PIECES: usize = 96;
        let piece = |time: f64| ((time / seconds * PIECES as f64) as usize).min(PIECES - 1);
        let mut from = 0;
        while from + 1 < trail.len() {
            let k = piece(trail[from].0);
            let more = trail[from + 1..].iter().take_while(|point| piece(point.0) == k).count();
            let to = (from + more + 1).min(trail.len() - 1);
            let places: Vec<DVec2> = trail[from..=to].iter().map(|point| point.1.truncate()).collect();
            let paint = colour::of_time((k as f64 + 0.5) / PIECES as f64);
            self.path(&places, false, &format!("fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width:.2}\""));
            from = to;
        }
    }

    /// A bar that says which colour is which moment, `width` pixels long from `[x, y]`.
    pub fn time_bar(&mut self, [x, y]: [f64; 2], width: f64, seconds: f64) {
        const STOPS: usize = 12;
        self.raw("<defs><linearGradient id=\"time\">");
        for k in 0..=STOPS {
            let part = k as f64 / STOPS as f64;
            self.raw(&format!("<stop offset=\"{part:.3}\" stop-color=\"{}\"/>", colour::of_time(part)));
        }
        self.raw("</linearGradient></defs>");
        self.raw(&format!(
            "<rect x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"6\" rx=\"3\" fill=\"url(#time)\"/>",
            y - 9.0
        ));
        let quiet = format!("fill=\"{}\"", colour::QUIET);
        self.caption([x - 10.0, y], "end", &quiet, "0 s");
        self.caption([x + width + 10.0, y], "start", &quiet, &format!("{seconds} s"));
    }

    /// Prints the picture.
    pub fn print(mut self) {
        self.body.push_str("</svg>\n");
        use std::io::Write as _;
        // A reader that goes away early (`| head`) is no fault of the picture.
        _ = std::io::stdout().write_all(self.body.as_bytes());
    }
}

/// What happened while a world ran.
pub struct Recording {
    /// For every ball, by its index: when it was where.
    pub trails: Vec<Vec<(f64, DVec3)>>,
    pub events: Vec<Event>,
}

/// Runs the world for `seconds`, and records where each ball is: at every impact, exactly, and every `step` between.
pub fn record(world: &mut World, seconds: f64, step: f64) -> Result<Recording, Error> {
    let balls: Vec<BallId> = world.balls().collect();
    let radius = |world: &World, id| world.ball(id).map_or(0.0, |ball| ball.radius);
    let (start, frames) = (world.time(), (seconds / step).ceil() as u32);
    let mut trails: Vec<_> = balls.iter().map(|&id| vec![(start, world.position(id))]).collect();
    let mut events = vec![];
    for frame in 1..=frames {
        let end = start + seconds * f64::from(frame) / f64::from(frames);
        world.advance((end - world.time()).max(0.0))?;
        for event in world.events() {
            let (hit, other) = match event.what {
                What::Impact { hit, .. } => (hit, None),
                What::BallImpact { hit, other } => (hit, Some(other)),
                _ => continue,
            };
            trails[event.ball.index()].push((event.time, hit.point + hit.normal * radius(world, event.ball)));
            if let Some(other) = other {
                trails[other.index()].push((event.time, hit.point - hit.normal * radius(world, other)));
            }
        }
        events.extend_from_slice(world.events());
        for (trail, &id) in trails.iter_mut().zip(&balls) {
            trail.push((world.time(), world.position(id)));
        }
    }
    Ok(Recording { trails, events })
}

/// Leaves out points that are nearer than a twentieth of a pixel to the line between their neighbours.
fn thinned(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = vec![];
    for point in points {
        if let [.., a, b] = kept[..] {
            let along = (point - a).normalize_or_zero();
            let ahead = (b - a).dot(along) >= 0.0 && (point - b).dot(along) >= 0.0;
            if ahead && (b - a).perp_dot(along).abs() < 0.05 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}
