//! Pictures of machines whose parts are placed by transforms, and whose groups lean.

#[path = "machine/every_part.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod every_part;

use carom::pinball::part::{Bumper, Flipper, Wall};
use carom::pinball::{Command, Drive, Group, Input, Machine, OutlinePoint, PartId, Playfield};
use carom::space::Transform;
use carom::units::radians;
use carom::{DVec2, DVec3};
use carom_draw::scene::{Layer, Mark};
use carom_draw::{AnimationOptions, Frame, Options, Picture, View, animate};

fn empty() -> Machine {
    Machine::new(&Playfield::sized(every_part::SIZE.x, every_part::SIZE.y)).unwrap()
}

fn shift(x: f64, y: f64, z: f64) -> Transform {
    Transform::translation(DVec3::new(x, y, z))
}

fn turn(axis: DVec3, degrees: f64) -> Transform {
    Transform::rotation(axis, radians(degrees)).unwrap()
}

/// The box of what a part leaves on a picture, without its shadow.
fn reach(picture: &Picture<'_>, part: PartId) -> (DVec2, DVec2) {
    let of_part = |mark: &&Mark| mark.part == Some(part.index()) && mark.layer != Layer::Shade;
    let scene = picture.scene();
    let boxes = scene.marks.iter().filter(of_part).filter_map(|mark| mark.form.bounds());
    boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap()
}

fn assert_reach(found: (DVec2, DVec2), low: [f64; 2], high: [f64; 2], slack: f64) {
    let off = (found.0 - DVec2::from(low)).abs().max((found.1 - DVec2::from(high)).abs()).max_element();
    assert!(off < slack, "{found:?}, not {low:?} to {high:?}");
}

/// In a group that does nothing, and in groups that undo each other, every part looks as if there were none.
#[test]
fn groups_that_do_nothing_change_nothing() {
    let plain = every_part::machine().unwrap();
    let mut grouped = empty();
    let group = grouped.add_group(Group { name: "nothing".to_owned(), ..Group::default() }).unwrap();
    let (mut there, back) = (empty(), shift(-0.25, -0.5, 0.0));
    let outer = Group { name: "away".to_owned(), transform: shift(0.25, 0.5, 0.0), ..Group::default() };
    let outer = there.add_group(outer).unwrap();
    for (name, part) in every_part::parts().unwrap() {
        grouped.add_to(Some(group), &Transform::IDENTITY, name, part.clone()).unwrap();
        there.add_to(Some(outer), &back, name, part).unwrap();
    }
    for id in plain.balls() {
        let ball = plain.ball(id).unwrap();
        grouped.add_ball(ball).unwrap();
        there.add_ball(ball).unwrap();
    }
    assert_eq!(Picture::of(&grouped).svg(), Picture::of(&plain).svg());
    assert_eq!(Picture::of(&there).svg(), Picture::of(&plain).svg());
}

/// Every kind of part, turned about and set down elsewhere: each mark is where the turn takes it.
#[test]
fn a_turned_table_is_a_turned_picture() {
    let size = every_part::SIZE;
    let over = turn(DVec3::Z, 180.0).then(&shift(size.x, size.y, 0.0));
    let (mut plain, mut turned) = (empty(), empty());
    let mut kinds = 0;
    for (name, part) in every_part::parts().unwrap() {
        let id = plain.add(name, part.clone()).unwrap();
        assert_eq!(turned.add_to(None, &over, name, part).unwrap(), id);
        let (low, high) = reach(&Picture::of(&plain), id);
        let expected = ((size - high).to_array(), (size - low).to_array());
        // A circle's box is its own; one that is drawn with corners, as an arc is, may differ by its bow.
        assert_reach(reach(&Picture::of(&turned), id), expected.0, expected.1, 1e-9);
        kinds += 1;
    }
    assert!(kinds > 30);
}

#[test]
fn leaning_parts_reach_as_far_as_they_lean() {
    let mut machine = empty();
    let side = turn(DVec3::Y, 90.0).then(&shift(0.1, 0.2, 0.04));
    let bumper = Bumper { centre: DVec2::ZERO, radius: 0.03, low: 0.0, height: 0.05, ..Bumper::default() };
    let bumper = machine.add_to(None, &side, "bumper", bumper).unwrap();
    // On its side: as long as it was high, as wide as it is round.
    assert_reach(reach(&Picture::of(&machine), bumper), [0.1, 0.17], [0.15, 0.23], 1e-4);
    let front = Options { view: View::Front, ..Options::default() };
    let seen = Picture::of(&machine).with_options(front);
    assert_reach(reach(&seen, bumper), [0.1, -0.07], [0.15, -0.01], 1e-3);
    let right = Options { view: View::Side, ..Options::default() };
    let seen = Picture::of(&machine).with_options(right);
    assert_reach(reach(&seen, bumper), [-0.23, -0.07], [-0.17, -0.01], 1e-3);

    // A flipper in a group that leans by 30°, in a group that turns it about: its tip, away from the player, is the higher.
    let leaning = Group { name: "leaning".to_owned(), transform: turn(DVec3::X, 30.0), ..Group::default() };
    let placed = turn(DVec3::Z, 90.0).then(&shift(0.3, 0.6, 0.05));
    let outer = machine.add_group(Group { name: "outer".to_owned(), transform: placed, ..Group::default() }).unwrap();
    let group = machine.add_group(Group { parent: Some(outer), ..leaning }).unwrap();
    let bat = Flipper { centre: DVec2::ZERO, start_angle: radians(180.0), height: 0.02, ..Flipper::default() };
    let (base, end) = (bat.base_radius, bat.end_radius);
    let length = bat.length_at(machine.playfield().difficulty);
    let flipper = machine.add_to(Some(group), &Transform::IDENTITY, "flipper", bat).unwrap();
    // Within, it points along y. Leaning takes y to (cos, sin) of 30° and z to (−sin, cos); the turn takes y to −x.
    let (cos, sin) = (libm::cos(radians(30.0)), libm::sin(radians(30.0)));
    let (low, high) = ([0.3 - (length + end) * cos, 0.6 - base], [0.3 + base * cos + 0.02 * sin, 0.6 + base]);
    assert_reach(reach(&Picture::of(&machine), flipper), low, high, 1e-4);
    // From the front its tip and its sole are seen; the hub, which balls meet too, is higher than the bat.
    let (tip, foot) = (0.05 + (length + end) * sin + 0.02 * cos, 0.05 - base * sin);
    let seen = reach(&Picture::of(&machine).with_options(front), flipper);
    assert!((seen.0.x - low[0]).abs() < 1e-4 && (seen.1.y + foot).abs() < 1e-4, "{seen:?}");
    assert!((0.0..0.01).contains(&(-tip - seen.0.y)), "{seen:?}: the tip is at {tip}");
}

/// A wall on a carriage that goes to the right: each frame shows it where it was then, from above and from the side.
#[test]
fn moving_groups_are_drawn_where_they_are() {
    let mut machine = empty();
    let rest = Group { name: "carriage".to_owned(), transform: shift(0.1, 0.5, 0.0), driven: true, ..Group::default() };
    let carriage = machine.add_group(rest).unwrap();
    let outline = [[0.0, 0.0], [0.05, 0.0], [0.05, 0.02], [0.0, 0.02]].map(|p| OutlinePoint::new(p[0], p[1])).to_vec();
    let wall = Wall { outline, bottom: 0.0, top: 0.03, ..Wall::default() };
    let wall = machine.add_to(Some(carriage), &Transform::IDENTITY, "wall", wall).unwrap();
    assert_reach(reach(&Picture::of(&machine), wall), [0.1, 0.5], [0.15, 0.52], 1e-9);
    let drive = Drive::Velocity { velocity: DVec3::new(0.5, 0.0, 0.2), spin: 0.0 };
    machine.send(Command::now(Input::Drive { group: carriage, drive })).unwrap();
    let mut frames = Vec::new();
    for _ in 0..4 {
        frames.push(Frame::of(&machine));
        for _ in 0..100 {
            machine.tick();
        }
    }
    let now = machine.transform(wall).origin();
    assert!((now - DVec3::new(0.3, 0.5, 0.08)).length() < 2e-3, "{now}");
    let (low, high) = ([now.x, 0.5], [now.x + 0.05, 0.52]);
    assert_reach(reach(&Picture::of(&machine), wall), low, high, 1e-9);
    let side = Options { view: View::Front, ..Options::default() };
    let seen = reach(&Picture::of(&machine).with_options(side), wall);
    // Its corners are marked by crosses of a millimetre.
    assert_reach(seen, [now.x, -now.z - 0.03], [now.x + 0.05, -now.z], 1.1e-3);
    for view in [View::Above, View::Front] {
        let picture = Options { size: 300, view, ..Options::default() };
        let options = AnimationOptions { picture, ..AnimationOptions::default() };
        let bytes = |frame: &Frame| animate(&machine, std::slice::from_ref(frame), options).unwrap().apng().unwrap();
        let pictures: Vec<Vec<u8>> = frames.iter().map(|frame| bytes(&Frame { time: 0.0, ..frame.clone() })).collect();
        for (k, picture) in pictures.iter().enumerate() {
            assert!(!pictures[..k].contains(picture), "{view:?}: frame {k} shows another place");
        }
    }
}

/// From the side every outline lies between the heights at which its part stands.
#[test]
fn every_part_has_an_outline() {
    let machine = every_part::machine().unwrap();
    for view in [View::Front, View::Side, View::Oblique] {
        let picture = Picture::of(&machine).with_options(Options { view, labels: true, ..Options::default() });
        for (id, name, _) in machine.parts() {
            let (low, high) = reach(&picture, id);
            assert!(view == View::Oblique || (low.y > -0.13 && high.y < 0.02), "{name}: {low} {high}");
        }
        let (width, height) = picture.size();
        assert!(width.max(height) == 1200 && picture.png().unwrap().len() > 5000);
        assert!(picture.svg().contains("low bumper"));
    }
}

/// A block that leans, one that was mirrored, and one that was squeezed: none is drawn inside out.
#[test]
fn blocks_may_be_mirrored_and_squeezed() {
    let outline = [[0.0, 0.0], [0.1, 0.0], [0.1, 0.05], [0.0, 0.05]].map(|p| OutlinePoint::new(p[0], p[1])).to_vec();
    let wall = Wall { outline, bottom: 0.0, top: 0.03, ..Wall::default() };
    let mut machine = empty();
    let scaled = |x: f64, y: f64, z: f64| Transform::scaling(DVec3::new(x, y, z)).unwrap();
    let mirrored =
        machine.add_to(None, &scaled(-1.0, 1.0, 1.0).then(&shift(0.2, 0.1, 0.0)), "a", wall.clone()).unwrap();
    assert_reach(reach(&Picture::of(&machine), mirrored), [0.1, 0.1], [0.2, 0.15], 1e-9);
    let flat = scaled(2.0, 0.5, 1.0).then(&turn(DVec3::X, -90.0)).then(&shift(0.2, 0.4, 0.05));
    let squeezed = machine.add_to(None, &flat, "b", wall).unwrap();
    assert_reach(reach(&Picture::of(&machine), squeezed), [0.2, 0.4], [0.4, 0.43], 1e-9);
}

/// The largest, the smallest, the flattest and the farthest placements that are allowed: a picture all the same.
#[test]
fn strange_placements_are_drawn_without_fuss() {
    let scaled = |x: f64, y: f64, z: f64| Transform::scaling(DVec3::new(x, y, z)).unwrap();
    let strange = [
        scaled(1e5, 1e5, 1e5),
        scaled(1e-5, 1e-5, 1e-5).then(&turn(DVec3::ONE, 50.0)),
        scaled(1e3, 1e-3, 1.0).then(&turn(DVec3::Y, 89.999)),
        scaled(1.0, 1.0, -1.0),
        shift(9e5, -9e5, 9e5).then(&turn(DVec3::X, 180.0)),
    ];
    let mut drawn = 0;
    for transform in strange {
        for (name, part) in every_part::parts().unwrap() {
            let mut machine = empty();
            // Not every part can be deformed, and not every number can grow so large.
            if machine.add_to(None, &transform, name, part).is_err() {
                continue;
            }
            for (_, view) in View::ALL {
                let picture = Picture::of(&machine).with_options(Options { size: 60, view, ..Options::default() });
                assert!(picture.svg().starts_with("<svg") && !picture.svg().contains("NaN"), "{name}");
                picture.png().unwrap();
            }
            drawn += 1;
        }
    }
    assert!(drawn > 60, "{drawn}");
}
