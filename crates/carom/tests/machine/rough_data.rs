//! Parts as real tables have them: meshes made to be seen, rubbers and ramps drawn by an unsteady hand; and data that is wrong,
//! of which the fault has a name.

use crate::common::{at, run};
use carom::math::rng::Stream;
use carom::pinball::part::{
    Bumper, Flipper, Gate, Kicker, Magnet, Mesh, Part, Plunger, Ramp, RampKind, Rubber, Spinner, Target, Trigger,
    TriggerArea, Trough, Turntable, Wall,
};
use carom::pinball::{Machine, OutlinePoint, Playfield, RampPoint};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec2, DVec3};

/// A flat floor of triangles at random: a grid whose points are shaken and whose squares are cut either way, some with ever
/// smaller triangles in them. As in files made to be seen, every triangle has points of its own, and some have no area.
fn floor_of_triangles(seed: u64, twice: bool) -> Mesh {
    let mut dice = Stream::new(seed, "floor");
    let (columns, rows) = (12, 24);
    let mut grid = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let inner = row > 0 && row < rows && column > 0 && column < columns;
            let shake = if inner { 0.0225 } else { 0.0 };
            let shaken = DVec2::new(dice.between(-shake, shake), dice.between(-shake, shake));
            grid.push((DVec2::new(column as f64, row as f64) * 0.05 + shaken).as_vec2().as_dvec2().extend(0.0));
        }
    }
    let mut faces: Vec<[DVec3; 3]> = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let id = |x: usize, y: usize| grid[(row + y) * (columns + 1) + column + x];
            let [a, b, c, d] = [id(0, 0), id(1, 0), id(1, 1), id(0, 1)];
            // A square that is not convex after the shaking has one diagonal only.
            let turn = |p: DVec3, q: DVec3, r: DVec3| (q - p).truncate().perp_dot((r - p).truncate()) > 1e-6;
            let one = turn(a, b, c) && turn(a, c, d);
            let other = turn(a, b, d) && turn(b, c, d);
            let cut =
                if one && (dice.unit() < 0.5 || !other) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            faces.extend(cut);
        }
    }
    for _ in 0..40 {
        // Cut round an inner point, again and again, to triangles of some hundredths of a millimetre.
        let mut k = (dice.unit() * faces.len() as f64) as usize;
        for _ in 0..(dice.unit() * 8.0) as usize {
            let [a, b, c] = faces[k];
            let middle = ((a + b + c) / 3.0).as_vec3().as_dvec3();
            faces[k] = [a, b, middle];
            faces.push([b, c, middle]);
            k = faces.len();
            faces.push([c, a, middle]);
        }
    }
    faces.extend([[grid[0], grid[1], grid[0]], [grid[3]; 3]]);
    if twice {
        let backs: Vec<_> = faces.iter().map(|&[a, b, c]| [c, b, a]).collect();
        faces.extend(backs);
    }
    Mesh {
        triangles: (0..faces.len()).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
        points: faces.into_iter().flatten().collect(),
        scale: DVec3::ONE,
        ..Mesh::default()
    }
}

/// `playfield_mesh`: a ball that rolls down a playfield of triangles goes as on a plane.
#[test]
fn a_floor_of_random_triangles_is_as_smooth_as_a_plane() {
    for seed in 0..6 {
        let mesh = floor_of_triangles(seed, seed % 2 == 1);
        let plane = Playfield { material: Some(mesh.material.clone()), ..Playfield::default() };
        let bare = Playfield { material: None, ..Playfield::default() };
        let (mut on_plane, mut on_mesh) = (Machine::new(&plane).unwrap(), Machine::new(&bare).unwrap());
        on_mesh.add("floor", mesh).unwrap();
        let place = DVec3::new(0.3, 0.1, PINBALL_RADIUS);
        let velocity = DVec3::new(0.1 - 0.04 * seed as f64, 0.2, 0.0);
        let ball = Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(velocity);
        let (one, two) = (on_plane.add_ball(ball).unwrap(), on_mesh.add_ball(ball).unwrap());
        for tick in 0..900 {
            on_plane.tick();
            on_mesh.tick();
            let apart = on_plane.position(one).distance(on_mesh.position(two));
            assert!(apart < 2e-6, "seed {seed}, tick {tick}: {apart} m apart at {}", on_plane.position(one));
        }
        assert!(on_plane.position(one).y > 0.5, "it has gone over many triangles");
    }
}

/// Whatever is drawn, the part is refused with a reason or stands, and a ball that is thrown at it stays a ball.
#[test]
fn rubbers_and_ramps_drawn_by_an_unsteady_hand_are_taken() {
    let spots =
        [at(100.0, 100.0), at(200.0, 100.0), at(200.0, 100.0), at(150.0, 30.0), at(150.0, 160.0), at(100.0, 100.0)];
    let point = |p: &DVec2| OutlinePoint { at: *p, smooth: true, ..OutlinePoint::default() };
    let scribble: Vec<OutlinePoint> = spots.iter().map(point).collect();
    let axis = |points: &[[f64; 3]]| -> Vec<RampPoint> {
        points.iter().map(|&[x, y, z]| RampPoint { smooth: true, ..RampPoint::new(x, y, z) }).collect()
    };
    let hairpin = axis(&[[0.1, 0.1, 0.0], [0.1, 0.02, 0.0], [0.1, 0.1, 0.05], [0.1, 0.02, 0.05]]);
    let steps = axis(&[[0.05, 0.1, 0.0], [0.1, 0.1, 0.0], [0.1, 0.1, 0.03], [0.1, 0.1, 0.03], [0.1, 0.05, 0.2]]);
    let parts: Vec<(&str, Part)> = vec![
        ("scribble", Rubber { outline: scribble.clone(), ..Rubber::default() }.into()),
        ("thread", Rubber { outline: scribble, thickness: 0.0, ..Rubber::default() }.into()),
        ("hairpin", Ramp { points: hairpin.clone(), ..Ramp::default() }.into()),
        ("wires", Ramp { points: hairpin, kind: RampKind::TwoWire, ..Ramp::default() }.into()),
        ("steps", Ramp { points: steps.clone(), ..Ramp::default() }.into()),
        ("no floor", Ramp { points: steps.clone(), width_bottom: 0.0, width_top: 0.0, ..Ramp::default() }.into()),
        ("no walls", Ramp { points: steps, left_wall: 0.0, right_wall: 0.0, ..Ramp::default() }.into()),
    ];
    for (name, part) in parts {
        let mut machine = Machine::new(&Playfield::sized(0.3, 0.3)).unwrap();
        machine.add(name, part).unwrap_or_else(|error| panic!("{error}"));
        for k in 0..12 {
            let place = DVec3::new(0.03 + 0.02 * f64::from(k), 0.25, PINBALL_RADIUS);
            let velocity = DVec3::new(0.1 * f64::from(k - 6), -1.5, 0.1 * f64::from(k));
            let ball = Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(velocity);
            let ball = machine.add_ball(ball).unwrap();
            run(&mut machine, 150);
            let now = machine.ball(ball).unwrap_or_else(|| panic!("{name}: ball {k} is out of play"));
            assert!(now.position.is_finite() && now.velocity.length() < 20.0, "{name} {k}: {now:?}");
            machine.remove_ball(ball).unwrap();
        }
    }
    let nothing = [
        ("dot", Part::from(Rubber { outline: vec![OutlinePoint::default(); 4], ..Rubber::default() })),
        ("one point", Ramp { points: axis(&[[0.1, 0.1, 0.0]]), ..Ramp::default() }.into()),
        ("upright", Ramp { points: axis(&[[0.1, 0.1, 0.0], [0.1, 0.1, 0.1]]), ..Ramp::default() }.into()),
    ];
    for (name, part) in nothing {
        let error = Machine::new(&Playfield::default()).unwrap().add(name, part).unwrap_err().to_string();
        assert!(error.starts_with(&format!("part {name:?}: ")), "{error}");
    }
}

/// A part with one number that is none, or is absurd: the message names the part and the field.
#[test]
#[expect(
    clippy::field_reassign_with_default,
    reason = "one macro for all parts, of which some have defaults and some not"
)]
fn every_fault_names_its_field() {
    let outline =
        || -> Vec<OutlinePoint> { [[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]].map(|[x, y]| OutlinePoint::new(x, y)).to_vec() };
    let axis = || vec![RampPoint::new(0.0, 0.0, 0.0), RampPoint::new(0.1, 0.0, 0.0)];
    macro_rules! faults {
        ($($part:expr => { $($field:ident: $word:literal $bad:expr),* $(,)? })*) => {
            vec![$($({
                let mut part = $part;
                part.$field = $bad;
                (stringify!($field), $word, Part::from(part))
            }),*),*]
        };
    }
    let faults: Vec<(&str, &str, Part)> = faults! {
        Flipper::default() => {
            length: "length" f64::NAN, base_radius: "base radius" -0.01, end_radius: "end radius" 0.0,
            mass: "mass" 0.0, strength: "strength" -1.0, height: "height" f64::INFINITY, friction: "friction" -0.1,
            elasticity: "elasticity" 2.0, start_angle: "start angle" f64::NAN, least_length: "least length" Some(-1.0),
        }
        Gate::default() => {
            length: "length" 0.0, height: "height" 0.0, rotation: "rotation" f64::NAN, damping: "damping" -0.1,
            angle_max: "angle_max" -1.0, plate_mass: "plate_mass" f64::NAN, gravity_factor: "gravity_factor" -1.0,
        }
        Spinner::default() => {
            length: "length" 0.0, height: "height" f64::NAN, elasticity: "elasticity" 1.5, damping: "damping" 2.0,
            angle_min: "angle_min" f64::NEG_INFINITY,
        }
        Plunger::default() => { width: "width" 0.0, stroke: "stroke" -1.0, park: "park" 2.0, transfer: "transfer" f64::NAN }
        Bumper::default() => { radius: "radius" 0.0, height: "height" -1.0, force: "force" f64::NAN, threshold: "threshold" -1.0 }
        Kicker::default() => { radius: "radius" -1.0, hit_height: "hit height" 0.0, kick_speed: "kick speed" f64::NAN }
        Target::default() => { drop_speed: "drop speed" 0.0, raise_delay: "raise delay" -1.0, heading: "heading" f64::NAN }
        Magnet::default() => { radius: "radius" 0.0, strength: "strength" f64::NAN, damping: "damping" 1.5 }
        Turntable::default() => { radius: "radius" 0.0, drive: "drive" f64::NAN, spin_up: "spin_up" -1.0 }
        Trough::default() => { kick_speed: "kick speed" -1.0, capacity: "capacity" 0, balls: "balls" 99 }
        Trigger::default() => {
            hit_height: "hit height" -1.0, low: "low" f64::NAN,
            area: "radius" TriggerArea::Round { centre: DVec2::ZERO, radius: -1.0 },
        }
        Wall { outline: outline(), ..Wall::default() } => {
            top: "top" f64::NAN, bottom: "bottom" f64::INFINITY, threshold: "threshold" -1.0,
            slingshot_force: "slingshot force" f64::NAN, slingshot_threshold: "slingshot threshold" -1.0,
        }
        Rubber { outline: outline(), ..Rubber::default() } => {
            thickness: "thickness" -1.0, height: "height" f64::NAN, turn: "turn" DVec3::NAN, threshold: "threshold" f64::NAN,
        }
        Ramp { points: axis(), ..Ramp::default() } => {
            width_top: "width" -1.0, left_wall: "left wall" f64::NAN, wire_diameter: "wire diameter" -1.0, top: "top" f64::NAN,
        }
        Mesh::default() => { scale: "scale" DVec3::NAN, position: "position" DVec3::INFINITY, threshold: "threshold" -1.0 }
    };
    assert!(faults.len() > 50);
    for (field, word, part) in faults {
        let mut machine = Machine::new(&Playfield::default()).unwrap();
        let error = machine.add("it", part.clone()).err().unwrap_or_else(|| panic!("{field} of {part:?} is taken"));
        let error = error.to_string();
        assert!(error.starts_with("part \"it\": ") && error.contains(word), "{field}: {error}");
        assert_eq!(machine.parts().count(), 0, "nothing is left behind");
    }
}

/// A tip larger than the bat is long swallows the base.
#[test]
fn a_flipper_whose_tip_swallows_its_base_is_refused() {
    for end_radius in [0.05, 0.2, 0.9] {
        let mut machine = Machine::new(&Playfield::default()).unwrap();
        let flipper = Flipper { end_radius, length: 0.03, ..Flipper::default() };
        let error = machine.add("round", flipper).unwrap_err().to_string();
        assert_eq!(error, "part \"round\": a bat has one end within the other; use a post");
    }
}
