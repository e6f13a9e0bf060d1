//! Parts that lean, and play: a flipper on a slope, a gate on a ramp, a bumper on its side, a spinner at 30°, and a rotor
//! that is driven about a leaning axis. Writes the picture from above, the outlines from the front, the side
//! and a slant, and the first and the last of them as one:
//!
//! `cargo run -p carom-draw --example placement -- FOLDER`

use carom::pinball::part::{Bumper, Flipper, Gate, Spinner, Wall};
use carom::pinball::{Command, Group, GroupId, Input, Machine, OutlinePoint, Playfield};
use carom::space::{Ease, Key, Track, Transform, Turns};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, radians};
use carom::{Ball, DVec2, DVec3};
use carom_draw::{Frame, Options, Picture, View, trails_of};
use std::error::Error;
use std::io::Cursor;

/// m: width and length.
const SIZE: DVec2 = DVec2::new(0.75, 0.5);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    let mut machine = machine()?;
    let flipper = machine.part("flipper").ok_or("no flipper")?;
    let mut frames = Vec::new();
    for tick in 0..700 {
        match tick {
            330 => machine.send(Command::now(Input::Coil { part: flipper, on: true }))?,
            450 => machine.send(Command::now(Input::Coil { part: flipper, on: false }))?,
            _ => {}
        }
        if tick % 4 == 0 {
            frames.push(Frame::of(&machine));
        }
        for event in machine.tick() {
            println!("{tick} {event:?}");
        }
    }
    let mut sheets = Vec::new();
    for (name, view) in View::ALL {
        let options = Options { size: 800, view, ..Options::default() };
        let picture = Picture::of(&machine).with_options(options).with_trails(trails_of(&frames));
        let png = picture.png()?;
        std::fs::write(format!("{folder}/placement-{name}.png"), &png)?;
        if matches!(view, View::Above | View::Oblique) {
            sheets.push(png);
        }
    }
    std::fs::write(format!("{folder}/placement.png"), stacked(&sheets)?)?;
    Ok(())
}

/// Pictures of one width, each below the other.
fn stacked(sheets: &[Vec<u8>]) -> Result<Vec<u8>, Box<dyn Error>> {
    let (mut width, mut height, mut rows) = (0, 0, Vec::new());
    for sheet in sheets {
        let mut reader = png::Decoder::new(Cursor::new(sheet)).read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size().ok_or("too large")?];
        let info = reader.next_frame(&mut pixels)?;
        (width, height) = (info.width, height + info.height);
        rows.append(&mut pixels);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rows)?;
    writer.finish()?;
    Ok(bytes)
}

fn machine() -> Result<Machine, carom::Error> {
    let mut machine = Machine::new(&Playfield::sized(SIZE.x, SIZE.y))?;
    // A slope that falls towards the player, with a flipper at its foot.
    let slope = deck(&mut machine, "slope", DVec3::new(0.12, 0.42, 0.01), -15.0, (0.09, 0.3))?;
    let bat = Flipper {
        centre: DVec2::new(-0.05, -0.06),
        start_angle: radians(115.0),
        end_angle: radians(65.0),
        ..Flipper::default()
    };
    machine.add_to(Some(slope), &Transform::IDENTITY, "flipper", bat)?;
    ball(&mut machine, Some(slope), DVec3::new(0.0, -0.25, PINBALL_RADIUS), DVec3::ZERO)?;
    // A ramp that a ball goes up, through a gate.
    let ramp = deck(&mut machine, "ramp", DVec3::new(0.3, 0.42, 0.0), -20.0, (0.045, 0.3))?;
    let gate = Gate { centre: DVec2::new(0.0, -0.15), rotation: 0.0, length: 0.08, ..Gate::default() };
    machine.add_to(Some(ramp), &Transform::IDENTITY, "gate", gate)?;
    ball(&mut machine, Some(ramp), DVec3::new(0.0, -0.04, PINBALL_RADIUS), DVec3::new(0.0, -2.0, 0.0))?;
    // A bumper whose axis lies flat: a ball rolls against its round.
    let side = Transform::rotation(DVec3::Y, radians(90.0))?;
    let side = side.then(&Transform::translation(DVec3::new(0.4, 0.12, 0.03)));
    let bumper = Bumper { centre: DVec2::ZERO, radius: 0.03, height: 0.06, ..Bumper::default() };
    machine.add_to(None, &side, "bumper", bumper)?;
    ball(&mut machine, None, DVec3::new(0.43, 0.3, PINBALL_RADIUS), DVec3::new(0.0, -1.5, 0.0))?;
    // A spinner that leans by 30°.
    let lean = Transform::rotation(DVec3::X, radians(30.0))?;
    let lean = lean.then(&Transform::translation(DVec3::new(0.53, 0.25, 0.0)));
    machine.add_to(None, &lean, "spinner", Spinner::default())?;
    ball(&mut machine, None, DVec3::new(0.53, 0.42, PINBALL_RADIUS), DVec3::new(0.0, -1.5, 0.0))?;
    // A rotor on a slanted shaft, driven steadily: two arms that bat a ball away.
    let shaft = Transform::rotation(DVec3::X, radians(-20.0))?;
    let transform = shaft.then(&Transform::translation(DVec3::new(0.66, 0.2, 0.02)));
    let key = |time: f64, angle: f64| Key { time, shift: DVec3::ZERO, angle, ease: Ease::Steady };
    let track = Track::new(DVec3::Z, vec![key(0.0, 0.0), key(0.5, core::f64::consts::TAU)], Turns::Again)?;
    let rotor =
        Group { name: "rotor".to_owned(), transform, driven: true, track: Some(track), runs: true, ..Group::default() };
    let rotor = machine.add_group(rotor)?;
    let arm = [[-0.07, -0.008], [0.07, -0.008], [0.07, 0.008], [-0.07, 0.008]].map(|p| OutlinePoint::new(p[0], p[1]));
    let arm = Wall { outline: arm.to_vec(), bottom: 0.0, top: 0.025, ..Wall::default() };
    machine.add_to(Some(rotor), &Transform::IDENTITY, "arms", arm)?;
    let hub = Bumper { centre: DVec2::ZERO, radius: 0.018, height: 0.035, fires: false, ..Bumper::default() };
    machine.add_to(Some(rotor), &Transform::IDENTITY, "hub", hub)?;
    ball(&mut machine, None, DVec3::new(0.69, 0.4, PINBALL_RADIUS), DVec3::new(0.0, -0.9, 0.0))?;
    Ok(machine)
}

/// A leaning group whose floor rises away from the player, with sides: half as wide and as long as said.
fn deck(
    machine: &mut Machine,
    name: &str,
    foot: DVec3,
    degrees: f64,
    (half, length): (f64, f64),
) -> Result<GroupId, carom::Error> {
    let transform = Transform::rotation(DVec3::X, radians(degrees))?.then(&Transform::translation(foot));
    let group = machine.add_group(Group { name: name.to_owned(), transform, ..Group::default() })?;
    let block = |x: f64, right: f64, bottom: f64, top: f64| Wall {
        outline: [[x, -length], [right, -length], [right, 0.0], [x, 0.0]]
            .map(|p| OutlinePoint::new(p[0], p[1]))
            .to_vec(),
        bottom,
        top,
        ..Wall::default()
    };
    let here = Transform::IDENTITY;
    machine.add_to(Some(group), &here, &format!("{name} floor"), block(-half, half, -0.004, 0.0))?;
    machine.add_to(Some(group), &here, &format!("{name} left"), block(-half - 0.006, -half, -0.004, 0.02))?;
    machine.add_to(Some(group), &here, &format!("{name} right"), block(half, half + 0.006, -0.004, 0.02))?;
    Ok(group)
}

fn ball(machine: &mut Machine, group: Option<GroupId>, at: DVec3, velocity: DVec3) -> Result<(), carom::Error> {
    let lies = group.and_then(|id| machine.groups().nth(id.index())).map_or(Transform::IDENTITY, |(_, g)| g.transform);
    let ball = Ball::new(lies.place(at), PINBALL_RADIUS, PINBALL_MASS)?;
    machine.add_ball(ball.with_velocity(lies.vector(velocity)))?;
    Ok(())
}
