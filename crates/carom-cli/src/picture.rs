//! A scene and what happened in it, as an SVG picture: dark ground, things in grey, trails in colour.

use crate::run::Run;
use crate::scene::Scene;
use carom::shape::Shape;
use carom::{DVec2, View, World};
use std::fmt::Write as _;

const NIGHT: &str = "#0e131f";
const FIELD: &str = "#151c2c";
const SOLID: &str = "#26324a";
const EDGE: &str = "#6d7f9e";
const TEXT: &str = "#d5deee";
const BALL: &str = "#f3f6fb";
/// From first to last: of the moments of one ball, or of many balls.
const RAINBOW: [[f64; 3]; 4] = [[74.0, 108.0, 247.0], [46.0, 196.0, 214.0], [247.0, 214.0, 92.0], [255.0, 98.0, 88.0]];

/// Pixels: the longer side, round the field, and for the caption.
const SIZE: f64 = 960.0;
const MARGIN: f64 = 28.0;
const FOOT: f64 = 28.0;
/// How many shades the trail of a single ball has.
const SHADES: usize = 96;

/// The picture of a run of `seconds`.
pub(crate) fn draw(scene: &Scene, run: &Run, seconds: f64) -> Result<String, carom::Error> {
    let extent = scene.high - scene.low;
    let scale = (SIZE - 2.0 * MARGIN) / extent.max_element();
    // Never so narrow that the caption does not fit.
    let field = (extent * scale + DVec2::splat(2.0 * MARGIN)).max(DVec2::new(620.0, 120.0)).round();
    let view = View::fit(scene.low, scene.high, field, MARGIN)?;
    let (width, height) = (field.x, field.y + FOOT);
    let name = escaped(&scene.name);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"14\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<title>Carom: {name}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{NIGHT}\"/>\n"
    );
    let (corner, far) = (view.to_pixels(DVec2::new(scene.low.x, scene.high.y)), extent * view.scale());
    svg += &format!(
        "<clipPath id=\"field\"><rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\"/></clipPath>\n",
        corner.x - 2.0,
        corner.y - 2.0,
        far.x + 4.0,
        far.y + 4.0
    );
    svg += &format!("<g clip-path=\"url(#field)\"><rect width=\"{width}\" height=\"{height}\" fill=\"{FIELD}\"/>\n");
    trails(&mut svg, &view, run, &scene.world, seconds);
    things(&mut svg, &view, &scene.world);
    balls(&mut svg, &view, &scene.world);
    svg += "</g>\n";
    let (balls, impacts) = (run.balls, run.impacts + run.ball_impacts);
    let plural = if balls == 1 { "" } else { "s" };
    svg += &format!(
        "<text x=\"{MARGIN}\" y=\"{}\" fill=\"{TEXT}\">{name}: {balls} ball{plural}, {seconds} s, {impacts} impacts</text>\n</svg>\n",
        field.y + 4.0
    );
    Ok(svg)
}

/// One ball: its colour tells the time, over the ground it has passed. Many: each has its own, the fainter the more.
fn trails(svg: &mut String, view: &View, run: &Run, world: &World, seconds: f64) {
    if let [trail] = &run.trails[..] {
        let ball = world.balls().next().and_then(|id| world.ball(id));
        // One group, so that crossings do not grow brighter.
        *svg += "<g opacity=\"0.13\">\n";
        in_time(svg, view, trail, seconds, view.length_in_pixels(2.0 * ball.map_or(0.0, |ball| ball.radius)));
        *svg += "</g>\n";
        return in_time(svg, view, trail, seconds, 1.7);
    }
    let opacity = (12.0 / run.trails.len() as f64).clamp(0.25, 0.9);
    for (k, trail) in run.trails.iter().enumerate() {
        let paint = format!("stroke=\"{}\" stroke-opacity=\"{opacity:.2}\"", colour(part(k, run.trails.len())));
        line(svg, view, trail, &paint, 1.7);
    }
}

/// A trail in pieces, each in the colour of its time.
fn in_time(svg: &mut String, view: &View, trail: &[(f64, DVec2)], seconds: f64, width: f64) {
    let shade = |time: f64| ((time / seconds * SHADES as f64) as usize).min(SHADES - 1);
    let mut from = 0;
    while from + 1 < trail.len() {
        let now = shade(trail[from].0);
        let to = (from + 1..trail.len() - 1).find(|&k| shade(trail[k].0) != now).unwrap_or(trail.len() - 1);
        let paint = format!("stroke=\"{}\"", colour((now as f64 + 0.5) / SHADES as f64));
        line(svg, view, &trail[from..=to], &paint, width);
        from = to;
    }
}

fn line(svg: &mut String, view: &View, trail: &[(f64, DVec2)], paint: &str, width: f64) {
    let mut kept: Vec<DVec2> = vec![];
    // A ball that has left the game is nowhere.
    for point in trail.iter().map(|&(_, place)| view.to_pixels(place)).filter(|point| point.is_finite()) {
        // A point that lies on the way between its neighbours, to a twentieth of a pixel, says nothing.
        if let [.., a, b] = kept[..] {
            let along = (point - a).normalize_or_zero();
            let ahead = (b - a).dot(along) >= 0.0 && (point - b).dot(along) >= 0.0;
            if ahead && (b - a).perp_dot(along).abs() < 0.05 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    let points: Vec<String> = kept.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect();
    // Writing to a string cannot fail, here and below.
    _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" {paint} stroke-width=\"{width:.2}\"/>", points.join(" "));
}

/// What stands still. Corners are the ends of walls, and need no mark of their own.
fn things(svg: &mut String, view: &View, world: &World) {
    let edge = format!("stroke=\"{EDGE}\" stroke-width=\"2.5\"");
    for (_, collider) in world.colliders() {
        match collider.shape() {
            Shape::Wall(wall) => segment(svg, view, wall.a(), wall.b(), &edge),
            Shape::Post(post) => {
                let radius = (view.length_in_pixels(post.radius()) - 1.25).max(1.0);
                circle(svg, view, post.centre(), radius, &format!("fill=\"{SOLID}\" {edge}"));
            }
            Shape::Plane(plane) => {
                let along = plane.normal().truncate().perp() * view.length_in_metres(2.0 * SIZE);
                let point = plane.point().truncate();
                segment(svg, view, point - along, point + along, &edge);
            }
            _ => {}
        }
    }
}

fn balls(svg: &mut String, view: &View, world: &World) {
    let count = world.balls().count();
    for (k, id) in world.balls().enumerate() {
        let Some(ball) = world.ball(id) else { continue };
        let fill = if count == 1 { BALL.to_owned() } else { colour(part(k, count)) };
        let radius = view.length_in_pixels(ball.radius).max(1.5);
        circle(svg, view, ball.position.truncate(), radius, &format!("fill=\"{fill}\" stroke=\"{NIGHT}\""));
    }
}

fn segment(svg: &mut String, view: &View, a: DVec2, b: DVec2, style: &str) {
    let (a, b) = (view.to_pixels(a), view.to_pixels(b));
    _ = writeln!(svg, "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" {style}/>", a.x, a.y, b.x, b.y);
}

fn circle(svg: &mut String, view: &View, centre: DVec2, pixels: f64, style: &str) {
    let at = view.to_pixels(centre);
    _ = writeln!(svg, "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{pixels:.2}\" {style}/>", at.x, at.y);
}

/// Where the `k`-th of `count` is between 0 and 1.
fn part(k: usize, count: usize) -> f64 {
    k as f64 / (count.max(2) - 1) as f64
}

/// The colour at a part of the rainbow, from 0 to 1.
fn colour(part: f64) -> String {
    let place = part.clamp(0.0, 1.0) * (RAINBOW.len() - 1) as f64;
    let k = (place as usize).min(RAINBOW.len() - 2);
    let mix = |c: usize| (RAINBOW[k][c] + (RAINBOW[k + 1][c] - RAINBOW[k][c]) * (place - k as f64)) as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// A file name may hold anything.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
