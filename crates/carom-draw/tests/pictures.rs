//! Pictures of whole machines: what must be where, and in which colour.

#[path = "machine/every_part.rs"]
mod every_part;
#[path = "../../carom/tests/machine/mini_table.rs"]
#[allow(dead_code, reason = "shared with the engine's tests, which use more of it")]
mod mini_table;

use carom::pinball::part::{Bumper, Flipper, Kicker, Part, Solid, Wall};
use carom::pinball::{Command, Input, Machine, OutlinePoint, Playfield};
use carom::{DVec2, DVec3, Material, shape};
use carom_draw::{AnimationOptions, Error, Frame, Options, Picture, Show, Trail, animate, trails_of};
use std::io::Cursor;

/// A decoded picture.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Pixels {
    fn of(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Self { width: info.width, height: info.height, rgb }
    }

    fn at(&self, place: DVec2) -> [u8; 3] {
        let (x, y) = (place.x as usize, place.y as usize);
        let k = 3 * (y * self.width as usize + x);
        [self.rgb[k], self.rgb[k + 1], self.rgb[k + 2]]
    }

    /// How many pixels differ from those of a picture of the same size, and the box they are in.
    fn differs(&self, other: &Self) -> (usize, DVec2, DVec2) {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let (mut count, mut low, mut high) = (0, DVec2::INFINITY, DVec2::NEG_INFINITY);
        for (k, (a, b)) in self.rgb.chunks(3).zip(other.rgb.chunks(3)).enumerate() {
            if a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 6) {
                let p = DVec2::new((k % self.width as usize) as f64, (k / self.width as usize) as f64);
                (count, low, high) = (count + 1, low.min(p), high.max(p));
            }
        }
        (count, low, high)
    }
}

fn far_apart(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>() > 60
}

fn empty() -> Machine {
    Machine::new(&Playfield::sized(every_part::SIZE.x, every_part::SIZE.y)).unwrap()
}

fn with(part: impl Into<Part>) -> Machine {
    let mut machine = empty();
    machine.add("part", part).unwrap();
    machine
}

/// Each part alone on an empty playfield: pixels change, all of them near the part, and none elsewhere.
#[test]
fn every_kind_of_part_leaves_its_mark_where_it_is() {
    let empty = empty();
    let options = Options { size: 500, ..Options::default() };
    let bare = Pixels::of(&Picture::of(&empty).with_options(options).png().unwrap());
    let mut kinds = std::collections::BTreeSet::new();
    for (name, part) in every_part::parts().unwrap() {
        kinds.insert(format!("{part:?}").split('(').next().unwrap().to_owned());
        let machine = with(part);
        let picture = Picture::of(&machine).with_options(options);
        let (count, low, high) = Pixels::of(&picture.png().unwrap()).differs(&bare);
        assert!(count > 15, "{name}: {count} pixels");
        let scene = picture.scene();
        let boxes = scene.marks.iter().filter(|mark| mark.part.is_some()).filter_map(|mark| mark.form.bounds());
        let (from, to) = boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap();
        let slack = DVec2::splat(4.0);
        assert!(low.cmpge(picture.pixel(from) - slack).all(), "{name}: {low}");
        assert!(high.cmple(picture.pixel(to) + slack).all(), "{name}: {high}");
    }
    assert_eq!(kinds.len(), 16, "{kinds:?}");
}

#[test]
fn round_things_are_where_their_centres_are() {
    let empty = empty();
    let bare = Pixels::of(&Picture::of(&empty).png().unwrap());
    let centre = DVec2::new(0.2, 0.4);
    let post = shape::Post::new(centre, 0.01).unwrap().with_height(0.0, 0.03).unwrap();
    let parts: [(&str, Part, f64); 3] = [
        ("bumper", Bumper { centre, ..Bumper::default() }.into(), Bumper::default().radius),
        ("kicker", Kicker { centre, ..Kicker::default() }.into(), Kicker::default().radius),
        ("post", Solid::of(post, Material::pinball(0.8, 0.3, 0.6, 0.0).unwrap()).into(), 0.01),
    ];
    for (name, part, radius) in parts {
        let machine = with(part);
        let picture = Picture::of(&machine);
        let pixels = Pixels::of(&picture.png().unwrap());
        let probe = |place: DVec2| (pixels.at(picture.pixel(place)), bare.at(picture.pixel(place)));
        let (here, before) = probe(centre + DVec2::new(0.1, -0.1) * radius);
        assert!(far_apart(here, before), "{name}: {here:?} in its middle");
        // On the side of the light there is no shadow.
        let (here, before) = probe(centre - DVec2::new(0.0, 1.25) * radius);
        assert!(!far_apart(here, before), "{name}: {here:?} outside");
    }
}

#[test]
fn pictures_are_to_scale() {
    let machine = with(Bumper { centre: DVec2::new(0.25, 0.5), radius: 0.05, ..Bumper::default() });
    let bare = empty();
    for size in [300, 1000] {
        let options = Options { size, ..Options::default() };
        let picture = Picture::of(&machine).with_options(options);
        let pixels = Pixels::of(&picture.png().unwrap());
        assert_eq!(pixels.width.max(pixels.height), size);
        assert_eq!((pixels.width, pixels.height), picture.size());
        let before = Pixels::of(&Picture::of(&bare).with_options(options).png().unwrap());
        let (_, low, _) = pixels.differs(&before);
        let edge = picture.pixel(DVec2::new(0.2, 0.45));
        assert!((low - edge).abs().max_element() < 2.5, "{low} for {edge}");
        let hundred = picture.pixel(DVec2::new(0.35, 0.5)) - picture.pixel(DVec2::new(0.25, 0.5));
        assert!((hundred.x - 0.1 * picture.scale()).abs() < 1e-9 && hundred.y == 0.0);
        // The playfield is 1.07 m of 1.07 (1 + 2 × 0.03 + 0.045) m.
        assert!((picture.scale() - f64::from(size) / (1.07 * 1.105)).abs() < 1e-6 * f64::from(size));
    }
}

/// The tip of a flipper is there, and after the coil has pulled it up it is elsewhere.
#[test]
fn a_flipper_is_drawn_at_its_pose() {
    let flipper = Flipper { centre: DVec2::new(0.15, 0.9), ..Flipper::default() };
    let tip = |angle: f64| flipper.centre + DVec2::new(libm::sin(angle), -libm::cos(angle)) * flipper.length;
    let (down, up) = (tip(flipper.start_angle), tip(flipper.end_angle));
    let mut machine = empty();
    let id = machine.add("flipper", flipper).unwrap();
    let bare = empty();
    let bare = Pixels::of(&Picture::of(&bare).png().unwrap());
    let covered = |machine: &Machine, place: DVec2| {
        let picture = Picture::of(machine);
        let at = picture.pixel(place);
        far_apart(Pixels::of(&picture.png().unwrap()).at(at), bare.at(at))
    };
    assert!(covered(&machine, down) && !covered(&machine, up));
    machine.send(Command::now(Input::Coil { part: id, on: true })).unwrap();
    machine.advance(0.2).unwrap();
    assert!(covered(&machine, up) && !covered(&machine, down));
}

/// What covers the whole table must not hide what is below it.
#[test]
fn a_cover_hides_nothing() {
    let centre = DVec2::new(0.25, 0.5);
    let outline = [[0.0, 0.0], [0.51, 0.0], [0.51, 1.07], [0.0, 1.07]].map(|p| OutlinePoint::new(p[0], p[1]));
    for (bottom, top) in [(0.0, 0.06), (0.05, 0.06), (-0.01, 0.0)] {
        let bumper = Bumper { centre, ..Bumper::default() };
        let mut machine = with(bumper);
        machine.add("cover", Wall { outline: outline.to_vec(), bottom, top, ..Wall::default() }).unwrap();
        let picture = Picture::of(&machine);
        let pixels = Pixels::of(&picture.png().unwrap());
        let [cap, field] = [centre, centre - DVec2::new(0.0, 0.1)].map(|p| pixels.at(picture.pixel(p)));
        assert!(far_apart(cap, field), "{cap:?} on {field:?} below a wall from {bottom} to {top}");
    }
}

#[test]
fn svg_is_well_formed_whatever_the_names() {
    let mut machine = empty();
    for name in ["a<b", "\"x\" & 'y'", "]]>", "<!--", "\u{0}\u{1}\u{b}", "ñ\u{1f3b1}\u{fffe}"] {
        machine.add(name, Bumper { centre: DVec2::new(0.2, 0.4), ..Bumper::default() }).unwrap();
    }
    let options = Options { labels: true, ..Options::default() };
    let text = Picture::of(&machine).with_options(options).svg();
    let document = roxmltree::Document::parse(&text).unwrap();
    let titles: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert!(titles.contains(&"a<b") && titles.contains(&"\"x\" & 'y'"), "{titles:?}");
    let labels = document.descendants().filter(|n| n.has_tag_name("text") && n.text() == Some("a<b")).count();
    assert_eq!(labels, 1);
    let plain = Picture::of(&machine).svg();
    let document = roxmltree::Document::parse(&plain).unwrap();
    let words: Vec<&str> = document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    assert_eq!(words, ["100 mm"]);
}

#[test]
fn names_of_neighbours_are_not_written_over_each_other() {
    // Three bumpers on one spot and one aside: four names, on lines of their own where they would meet.
    let mut machine = empty();
    for (name, x) in [("one", 0.2), ("two", 0.201), ("three", 0.199), ("aside", 0.4)] {
        machine.add(name, Bumper { centre: DVec2::new(x, 0.4), ..Bumper::default() }).unwrap();
    }
    let text = Picture::of(&machine).with_options(Options { labels: true, ..Options::default() }).svg();
    let document = roxmltree::Document::parse(&text).unwrap();
    let height = |name: &str| {
        let label = document.descendants().find(|n| n.has_tag_name("text") && n.text() == Some(name)).unwrap();
        label.attribute("y").unwrap().parse::<f64>().unwrap()
    };
    let [one, two, three, aside] = ["one", "two", "three", "aside"].map(height);
    assert!((one - two).abs() > 5.0 && (one - three).abs() > 5.0 && (two - three).abs() > 5.0, "{one} {two} {three}");
    assert_eq!(one, aside);
}

#[test]
fn both_back_ends_draw_every_part() {
    let machine = every_part::machine().unwrap();
    let text = Picture::of(&machine).svg();
    let document = roxmltree::Document::parse(&text).unwrap();
    let titles: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    for (_, name, _) in machine.parts() {
        assert!(titles.contains(&name), "{name}");
    }
    let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    for fill in document.descendants().filter_map(|n| n.attribute("fill")).filter(|fill| fill.starts_with("url")) {
        assert!(ids.iter().any(|id| fill == format!("url(#{id})")), "{fill}");
    }
    assert!(text.len() < 100_000, "{} bytes", text.len());
}

#[test]
fn the_same_machine_gives_the_same_bytes() {
    let (a, b) = (every_part::machine().unwrap(), every_part::machine().unwrap());
    assert_eq!(Picture::of(&a).svg(), Picture::of(&b).svg());
    assert_eq!(Picture::of(&a).png().unwrap(), Picture::of(&b).png().unwrap());
    let frames = [Frame::of(&a), Frame::of(&b)];
    let options = AnimationOptions::default();
    assert_eq!(animate(&a, &frames, options).unwrap().gif(), animate(&b, &frames, options).unwrap().gif());
}

#[test]
fn what_is_not_shown_is_not_there() {
    let machine = every_part::machine().unwrap();
    let parts = |show: Show| {
        let picture = Picture::of(&machine).with_options(Options { show, ..Options::default() });
        let marks = picture.scene().marks;
        let name = |k: usize| machine.parts().nth(k).unwrap().1.to_owned();
        let drawn: std::collections::BTreeSet<String> = marks.iter().filter_map(|m| m.part).map(name).collect();
        (drawn, marks.len())
    };
    let (all, most) = parts(Show::default());
    let (no_zones, _) = parts(Show { zones: false, ..Show::default() });
    let (no_above, _) = parts(Show { above: false, ..Show::default() });
    assert!(all.contains("magnet") && !no_zones.contains("magnet") && no_zones.contains("kicker"));
    assert!(all.contains("plastic") && !no_above.contains("plastic") && no_above.contains("apron"));
    assert!(parts(Show { balls: false, ..Show::default() }).1 < most);
    assert!(parts(Show { legend: false, ..Show::default() }).1 < most);
}

#[test]
fn trails_are_coloured_by_time_and_seen_below_ramps() {
    let machine = every_part::machine().unwrap();
    let points = (0..=100).map(|k| (0.01 * f64::from(k), DVec3::new(0.35, 0.6 - 0.004 * f64::from(k), 0.0135)));
    let trail = Trail { ball: 0, points: points.collect() };
    let picture = Picture::of(&machine).with_trails(vec![trail]);
    let pixels = Pixels::of(&picture.png().unwrap());
    // The flat ramp goes over x = 0.35 at y = 0.5; the trail is violet there and yellow at its end.
    let early = pixels.at(picture.pixel(DVec2::new(0.35, 0.56)));
    let late = pixels.at(picture.pixel(DVec2::new(0.35, 0.21)));
    assert!(early[2] > 200 && early[0] < 160, "{early:?}");
    assert!(late[0] > 230 && late[1] > 200 && late[2] < 160, "{late:?}");
    let text = picture.svg();
    assert!(text.contains(">0.00 s<") && text.contains(">1.00 s<"), "a legend");
    roxmltree::Document::parse(&text).unwrap();
}

#[test]
fn a_long_trail_makes_a_short_text() {
    let machine = empty();
    let round = |k: u32| {
        let angle = 0.001 * f64::from(k);
        DVec3::new(0.25 + 0.1 * libm::cos(angle), 0.5 + 0.1 * libm::sin(angle), 0.0135)
    };
    let trail = Trail { ball: 0, points: (0..200_000).map(|k| (1e-3 * f64::from(k), round(k))).collect() };
    let text = Picture::of(&machine).with_trails(vec![trail]).svg();
    assert!(text.len() < 200_000, "{} bytes", text.len());
}

/// 25,000 triangles in one toy, and a few hundred of them elsewhere.
#[test]
fn a_mesh_of_many_triangles_makes_a_small_picture() {
    let mut machine = empty();
    let dome = every_part::dome(DVec2::new(0.25, 0.5), 0.1, 80);
    assert!(dome.triangles.len() > 25_000);
    machine.add("dome", dome).unwrap();
    let picture = Picture::of(&machine);
    let text = picture.svg();
    assert!(text.len() < 60_000, "{} bytes", text.len());
    let pixels = Pixels::of(&picture.png().unwrap());
    let light = |x: f64, y: f64| {
        let at = pixels.at(picture.pixel(DVec2::new(x, y)));
        at.iter().map(|&c| u32::from(c)).sum::<u32>()
    };
    assert!(light(0.2, 0.43) > light(0.3, 0.57) + 60, "lit from the back left");
}

#[test]
fn strange_machines_are_drawn_without_fuss() {
    let nothing = Machine::new(&Playfield::default()).unwrap();
    let alone = {
        let mut machine = Machine::new(&Playfield::default()).unwrap();
        machine.add("far", Bumper { centre: DVec2::new(9e5, -9e5), radius: 1e-6, ..Bumper::default() }).unwrap();
        machine
    };
    let apart = {
        let mut machine = Machine::new(&Playfield::default()).unwrap();
        machine.add("a", Bumper { centre: DVec2::splat(-1e6), radius: 1e6, ..Bumper::default() }).unwrap();
        machine.add("b", Bumper { centre: DVec2::splat(1e6), ..Bumper::default() }).unwrap();
        machine
    };
    let outside = {
        let mut machine = Machine::new(&Playfield::sized(1e-3, 1e-3)).unwrap();
        for (name, part) in every_part::parts().unwrap() {
            machine.add(name, part).unwrap();
        }
        machine.add("huge", Bumper { radius: 1e6, ..Bumper::default() }).unwrap();
        let outline = [[-1e6, -1e6], [1e6, -1e6], [1e6, 1e6]].map(|p| OutlinePoint::new(p[0], p[1]));
        machine.add("vast", Wall { outline: outline.to_vec(), ..Wall::default() }).unwrap();
        machine
    };
    let huge = Machine::new(&Playfield::sized(1e6, 1e6)).unwrap();
    let thread = Machine::new(&Playfield::sized(1e-3, 1e6)).unwrap();
    let odd = Trail {
        ball: 7,
        points: vec![
            (f64::NAN, DVec3::ZERO),
            (0.0, DVec3::splat(f64::INFINITY)),
            (1.0, DVec3::splat(1e300)),
            (0.5, DVec3::ZERO),
            (0.5, DVec3::ONE),
        ],
    };
    for machine in [&nothing, &alone, &apart, &outside, &huge, &thread] {
        for size in [16, 500] {
            let options = Options { size, labels: true, ..Options::default() };
            let trails = vec![odd.clone(), Trail::default()];
            let picture = Picture::of(machine).with_options(options).with_trails(trails);
            roxmltree::Document::parse(&picture.svg()).unwrap();
            let pixels = Pixels::of(&picture.png().unwrap());
            assert_eq!(pixels.width.max(pixels.height), size);
        }
    }
}

#[test]
fn sizes_and_counts_out_of_range_are_refused() {
    let machine = empty();
    for size in [0, 15, 8193, u32::MAX] {
        let picture = Picture::of(&machine).with_options(Options { size, ..Options::default() });
        let refused = picture.png().unwrap_err();
        assert!(matches!(refused, Error::OutOfRange { .. }), "{refused}");
        roxmltree::Document::parse(&picture.svg()).unwrap();
    }
    let message =
        |frames: &[Frame], options: AnimationOptions| animate(&machine, frames, options).unwrap_err().to_string();
    let frame = Frame::of(&machine);
    assert_eq!(message(&[], AnimationOptions::default()), "frames of an animation: 0, but it must be from 1 to 1800");
    let many = vec![frame.clone(); 1801];
    assert!(message(&many, AnimationOptions::default()).starts_with("frames of an animation: 1801"));
    let large =
        AnimationOptions { picture: Options { size: 8192, ..Options::default() }, ..AnimationOptions::default() };
    assert!(message(&many[..1800], large).starts_with("pixels of all frames"));
    let fast = AnimationOptions { frames_per_second: 51, ..AnimationOptions::default() };
    assert_eq!(message(&[frame], fast), "frames per second: 51, but it must be from 1 to 50");
}

/// Two flippers that move and balls that roll, written and read back.
#[test]
fn animations_read_back_with_all_their_frames() {
    let mut scene = mini_table::mini_table(3).unwrap();
    let mut frames = Vec::new();
    for _ in 0..24 {
        frames.push(Frame::of(&scene.machine));
        for _ in 0..40 {
            scene.tick().unwrap();
        }
    }
    assert_eq!(trails_of(&frames).len(), 3);
    let picture = Options { size: 300, ..Options::default() };
    let options = AnimationOptions { picture, ..AnimationOptions::default() };
    let animation = animate(&scene.machine, &frames, options).unwrap();
    let (width, height) = animation.size();

    let gif = animation.gif().unwrap();
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(Cursor::new(&gif)).unwrap();
    assert_eq!((u32::from(decoder.width()), u32::from(decoder.height())), (width, height));
    let (mut count, mut hundredths, mut whole) = (0, 0, Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        if count == 0 {
            whole = frame.buffer.to_vec();
        }
        (count, hundredths) = (count + 1, hundredths + u32::from(frame.delay));
    }
    assert_eq!((count, hundredths), (24, 96), "24 frames at 25 a second");

    let apng = animation.apng().unwrap();
    let mut reader = png::Decoder::new(Cursor::new(&apng)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (width, height));
    assert_eq!(reader.info().animation_control.unwrap().num_frames, 24);
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut buffer).unwrap();
    // The palette of the GIF is close to the true colours.
    let off: u64 = whole.iter().zip(&buffer).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    assert!(off < 3 * whole.len() as u64, "{off} over {} bytes", whole.len());
    let mut last = buffer.clone();
    for k in 1..24 {
        let info = reader.next_frame(&mut buffer).unwrap_or_else(|error| panic!("frame {k}: {error}"));
        assert!(info.buffer_size() > 4, "frame {k} changes something");
        last.clone_from(&buffer);
    }
    assert!(gif.len() < 400_000 && apng.len() < 800_000, "{} and {} bytes", gif.len(), apng.len());
}

/// A pose in a frame counts, not the one of the machine.
#[test]
fn a_frame_shows_its_own_poses() {
    let flipper = Flipper { centre: DVec2::new(0.15, 0.9), ..Flipper::default() };
    let (end, machine) = (flipper.end_angle, with(flipper));
    let id = machine.part("part").unwrap();
    let mut frame = Frame::of(&machine);
    let first = |frame: &Frame| {
        let animation = animate(&machine, std::slice::from_ref(frame), AnimationOptions::default()).unwrap();
        animation.apng().unwrap()
    };
    let down = first(&frame);
    frame.poses = vec![(id, carom::pinball::Pose { angle: end, ..Default::default() })];
    assert_ne!(first(&frame), down);
}
