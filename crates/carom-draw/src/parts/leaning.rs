//! Tests: where the marks of parts that are placed lie.

use super::{placed, upright};
use crate::colour::{Colour, palette};
use crate::form::heading;
use crate::lay::Lay;
use crate::pen::Pen;
use crate::scene::{Form, Layer, Mark, Paint, Scene};
use carom::pinball::part::{Bumper, Flipper, Gate, Part, Solid, Trigger, TriggerArea, Wall};
use carom::pinball::{OutlinePoint, Pose};
use carom::shape::{Placed, Post, Sides, Upright};
use carom::space::Transform;
use carom::{DVec2, DVec3, Material, shape};
use core::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};

const HAIR: f64 = 1e-3;

/// The marks of a part that lies so, in the order in which they are drawn.
fn marks(part: impl Into<Part>, pose: Pose, lies: &Transform) -> Vec<Mark> {
    let mut pen = Pen::new(HAIR, 0.5);
    let part = part.into();
    placed(Lay::new(*lies, None), &mut pen, |pen| upright(&part, 0.5, &pose, pen));
    assert!(pen.lay.is_none() && pen.hair == HAIR && pen.field_area == 0.5, "the pen is as it was");
    Scene::sorted(pen.marks).marks
}

fn bounds<'m>(marks: impl IntoIterator<Item = &'m Mark>) -> (DVec2, DVec2) {
    let boxes = marks.into_iter().filter(|mark| mark.layer != Layer::Shade).filter_map(|mark| mark.form.bounds());
    boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap()
}

fn is_near(a: DVec2, b: DVec2, slack: f64) -> bool {
    (a - b).abs().max_element() <= slack
}

fn turned(axis: DVec3, angle: f64) -> Transform {
    Transform::rotation(axis, angle).unwrap()
}

fn shifted(x: f64, y: f64, z: f64) -> Transform {
    Transform::translation(DVec3::new(x, y, z))
}

fn bumper() -> Bumper {
    Bumper { centre: DVec2::new(0.1, 0.0), radius: 0.02, low: 0.0, height: 0.03, ..Bumper::default() }
}

#[test]
fn what_is_placed_upright_is_the_same_form_elsewhere() {
    let half = Transform::scaling(DVec3::splat(2.0)).unwrap();
    let lies = half.then(&turned(DVec3::Z, FRAC_PI_2)).then(&shifted(0.3, 0.5, 0.0));
    let there = marks(bumper(), Pose::default(), &lies);
    // The centre, 0.1 to the right, is 0.2 nearer to the player.
    let body = there.iter().find(|mark| mark.layer == Layer::Low).unwrap();
    let Form::Circle { centre, radius } = body.form else { panic!("{:?}", body.form) };
    assert!(is_near(centre, DVec2::new(0.3, 0.7), 1e-12) && (radius - 0.04).abs() < 1e-12, "{centre} {radius}");
    assert!((body.line.unwrap().width - HAIR).abs() < 1e-15, "thin lines stay thin");
    let ring = there.iter().filter_map(|mark| mark.line).find(|line| line.colour == palette::METAL).unwrap();
    assert!((ring.width - 0.1 * 0.04).abs() < 1e-12, "the ring is twice as thick: {}", ring.width);
    // The shadow falls where all shadows fall, however the part is turned.
    let shade = there.iter().find(|mark| mark.layer == Layer::Shade).unwrap();
    let Form::Circle { centre: shade, .. } = shade.form else { panic!("a circle") };
    assert!(is_near(shade - centre, DVec2::new(0.16, 0.26) * 0.05, 1e-12), "{}", shade - centre);
}

#[test]
fn what_is_lifted_is_drawn_above_the_balls() {
    let wall = |bottom: f64, top: f64| {
        let outline = [[0.0, 0.0], [0.1, 0.0], [0.1, 0.1]].map(|p| OutlinePoint::new(p[0], p[1]));
        Wall { outline: outline.to_vec(), bottom, top, ..Wall::default() }
    };
    let lifted = marks(wall(0.0, 0.02), Pose::default(), &shifted(0.2, 0.0, 0.1));
    let mut pen = Pen::new(HAIR, 0.5);
    upright(&wall(0.1, 0.12).into(), 0.5, &Pose::default(), &mut pen);
    // As the same wall that was said to be there: translucent.
    let styles = |marks: &[Mark]| marks.iter().map(|m| (m.layer, m.fill, m.line)).collect::<Vec<_>>();
    assert_eq!(styles(&lifted), styles(&Scene::sorted(pen.marks).marks));
    let area = TriggerArea::Round { centre: DVec2::ZERO, radius: 0.01 };
    let star = marks(Trigger { area, ..Trigger::default() }, Pose::default(), &shifted(0.0, 0.0, 0.1));
    assert!(star.iter().all(|mark| mark.layer == Layer::High));
}

/// A bumper on its side, its foot at the back wall: from above a rectangle as wide as it is round and as long as it is high,
/// its foot's border and its cap's edge-on.
#[test]
fn a_bumper_on_its_side_is_a_rectangle() {
    // z goes to y: what was up points to the player.
    let lies = turned(DVec3::X, -FRAC_PI_2).then(&shifted(0.0, 0.4, 0.05));
    let there = marks(bumper(), Pose::default(), &lies);
    let (low, high) = bounds(&there);
    assert!(is_near(low, DVec2::new(0.08, 0.4), 1e-4) && is_near(high, DVec2::new(0.12, 0.43), 1e-4), "{low} {high}");
    let colours = |range: core::ops::Range<f64>| {
        let is_in = |mark: &&Mark| {
            let (low, high) = mark.form.bounds().unwrap();
            let y = 0.5 * (low.y + high.y);
            range.contains(&y) && high.y - low.y > 1e-3 && mark.layer != Layer::Shade
        };
        let hue = |mark: &Mark| match mark.fill {
            Some(Paint::Flat(Colour { r, g, .. })) => Some(f64::from(g) / f64::from(r)),
            _ => None,
        };
        there.iter().filter(is_in).filter_map(hue).collect::<Vec<f64>>()
    };
    let (skirt, cap) = (colours(0.4..0.41), colours(0.422..0.43));
    assert!(skirt.len() > 20 && skirt.iter().all(|hue| *hue > 0.8), "{skirt:?}");
    assert!(cap.len() > 20 && cap.iter().all(|hue| *hue < 0.3), "{cap:?}");
}

/// Leaning by 30° about x, a foot that was 0.02 up is 0.02 sin 30° nearer to the player than the sole.
#[test]
fn a_leaning_flipper_shows_its_side() {
    let flipper = Flipper { centre: DVec2::ZERO, low: 0.0, height: 0.02, ..Flipper::default() };
    let (length, end_radius, base) = (flipper.length_at(0.5), flipper.end_radius, flipper.base_radius);
    let pose = Pose { angle: FRAC_PI_2, ..Pose::default() };
    assert!(is_near(heading(pose.angle), DVec2::X, 1e-12));
    let there = marks(flipper, pose, &turned(DVec3::X, -FRAC_PI_6));
    let (low, high) = bounds(&there);
    let (cos, sin) = (libm::cos(FRAC_PI_6), libm::sin(FRAC_PI_6));
    let expected = (DVec2::new(-base, -base * cos), DVec2::new(length + end_radius, base * cos + 0.02 * sin));
    assert!(is_near(low, expected.0, 2e-5) && is_near(high, expected.1, 2e-5), "{low} {high}, not {expected:?}");
    // The top, which is drawn last, is the bat at its upper height, flattened.
    // Only the shaft is drawn after it.
    let body = there.iter().rev().filter(|mark| mark.fill.is_some()).nth(1).unwrap();
    let (low, high) = body.form.bounds().unwrap();
    let band = 0.3 * end_radius;
    assert!((high.y - ((base - band) * cos + 0.02 * sin)).abs() < 2e-5 && low.x > -base, "{low} {high}");
    let top = there.iter().position(|mark| core::ptr::eq(mark, body)).unwrap();
    let side = there.iter().rposition(|mark| mark.z < body.z).unwrap();
    assert!(side < top, "sides lie below the top");
}

#[test]
fn of_what_is_turned_over_the_sole_is_seen() {
    let over = marks(bumper(), Pose::default(), &turned(DVec3::X, PI - 0.2).then(&shifted(0.0, 0.0, 0.05)));
    let last = over.last().unwrap();
    let Some(Paint::Flat(colour)) = last.fill else { panic!("{last:?}") };
    assert!(f64::from(colour.g) / f64::from(colour.r) > 0.8, "the skirt's colour, not the cap's: {colour:?}");
    let (low, high) = last.form.bounds().unwrap();
    assert!((high.x - low.x - 0.04).abs() < 1e-4, "{low} {high}");
}

/// A gate hangs: leaning, its plate is seen from above though it is closed.
#[test]
fn the_plate_of_a_leaning_gate_is_seen() {
    let gate = Gate { centre: DVec2::ZERO, rotation: 0.0, length: 0.05, height: 0.03, ..Gate::default() };
    let plate = |lies: &Transform| {
        let there = marks(gate.clone(), Pose::default(), lies);
        let fill = Some(Paint::Flat(palette::METAL.opaque(0.55)));
        bounds(there.iter().filter(|mark| mark.fill == fill))
    };
    let (low, high) = plate(&shifted(0.0, 0.0, 0.0));
    assert!(high.y - low.y < 1e-9, "upright it is a line");
    let (low, high) = plate(&turned(DVec3::X, FRAC_PI_6));
    assert!((high.y - low.y - 0.8 * 0.03 * 0.5).abs() < 1e-9 && is_near(high - low, DVec2::new(0.045, 0.012), 1e-9));
}

#[test]
fn a_shape_in_a_space_of_its_own_is_drawn_where_it_lies() {
    let material = Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap();
    let post = Post::new(DVec2::ZERO, 0.005).unwrap().with_height(0.0, 0.04).unwrap();
    let lies = turned(DVec3::Y, FRAC_PI_2).then(&shifted(0.1, 0.2, 0.01)).similarity().unwrap();
    let solid: Part = Solid::of(Placed::new(Upright::Post(post), lies), material.clone()).into();
    let mut pen = Pen::new(HAIR, 0.5);
    upright(&solid, 0.5, &Pose::default(), &mut pen);
    let (low, high) = bounds(&pen.marks);
    assert!(is_near(low, DVec2::new(0.1, 0.195), 1e-4) && is_near(high, DVec2::new(0.14, 0.205), 1e-4), "{low} {high}");
    assert!(pen.lay.is_none());
    // A wall that leans is as broad as it leans far.
    let wall = shape::Wall::new(DVec2::ZERO, DVec2::X * 0.1).unwrap().with_sides(Sides::Both);
    let wall = Solid::of(wall.with_height(0.0, 0.04).unwrap(), material);
    let (low, high) = bounds(&marks(wall, Pose::default(), &turned(DVec3::X, -FRAC_PI_6)));
    assert!(is_near(low, DVec2::ZERO, 1e-9) && is_near(high, DVec2::new(0.1, 0.02), 1e-9), "{low} {high}");
}

/// By the mean height of all its marks a post at the lower end of a slope was drawn before the slope, and so was hidden.
#[test]
fn what_stands_on_a_slope_is_drawn_after_it() {
    let slope = turned(DVec3::X, -FRAC_PI_6);
    let floor = crate::lay::Floor::of(&slope);
    assert!(floor.is_some() && crate::lay::Floor::of(&shifted(0.0, 0.0, 1.0)).is_none());
    let order = |part: Part| {
        let mut pen = Pen::new(HAIR, 10.0);
        placed(Lay::new(slope, floor), &mut pen, |pen| upright(&part, 0.5, &Pose::default(), pen));
        pen.marks.iter().filter(|mark| mark.layer != Layer::Shade).map(|mark| mark.z).fold(f64::NEG_INFINITY, f64::max)
    };
    let outline = [[0.0, -0.2], [0.1, -0.2], [0.1, 0.2], [0.0, 0.2]].map(|p| OutlinePoint::new(p[0], p[1]));
    let deck = order(Wall { outline: outline.to_vec(), bottom: -0.01, top: 0.0, ..Wall::default() }.into());
    for y in [-0.15, 0.0, 0.15] {
        let post = order(Bumper { centre: DVec2::new(0.05, y), ..bumper() }.into());
        assert!(post > deck, "{y}: {post} over {deck}");
    }
}
