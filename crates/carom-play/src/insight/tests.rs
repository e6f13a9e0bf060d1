//! The watcher changes nothing, and what it tells is so.

use super::*;
use carom::pinball::{Autopilot, Playfield};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec2};
use carom_tables::{Table, built_in};

fn kingfisher() -> Machine {
    let table = Table::parse(built_in::find("kingfisher").unwrap().text).unwrap();
    table.machine().unwrap()
}

/// A watcher that looks ahead as far as it can, however slow the machine is on which the test runs.
fn patient(machine: &Machine) -> Insight {
    let mut insight = Insight::new(machine);
    insight.foresight.patience = core::time::Duration::MAX;
    insight
}

fn ball(x: f64, y: f64, z: f64) -> Ball {
    Ball::new(DVec3::new(x, y, z), PINBALL_RADIUS, PINBALL_MASS).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_machine_that_is_watched_runs_as_one_that_is_not() {
    let (mut watched, mut alone) = (kingfisher(), kingfisher());
    let mut players = [Autopilot::new(&watched, 5), Autopilot::new(&alone, 5)];
    watched.keep_ledger(true);
    let mut insight = patient(&watched);
    let (mut foreseen, mut touching, mut cells, mut events) = (0, 0, 0, 0);
    for tick in 0..20_000 {
        players[0].play(&mut watched);
        watched.tick();
        insight.tick(&watched);
        players[1].play(&mut alone);
        alone.tick();
        if tick % 50 == 0 {
            let message = insight.message(&watched);
            events += message["events"].as_array().unwrap().len();
            for ball in message["balls"].as_array().unwrap() {
                foreseen += usize::from(ball["next"].is_object());
                touching += ball["touching"].as_array().unwrap().len();
                cells += ball["looked"]["cells"].as_array().unwrap().len();
            }
            assert_eq!(watched.hash(), alone.hash(), "at tick {tick}");
        }
    }
    assert_eq!(watched.hash(), alone.hash());
    assert!(foreseen > 50 && touching > 50 && cells > 100 && events > 50, "{foreseen} {touching} {cells} {events}");
}

#[test]
fn what_is_foreseen_happens_to_the_microsecond() {
    let mut machine = kingfisher();
    let mut player = Autopilot::new(&machine, 9);
    let mut insight = patient(&machine);
    let mut borne_out = 0;
    for _ in 0..60 {
        for _ in 0..150 {
            player.play(&mut machine);
            machine.tick();
        }
        let message = insight.message(&machine);
        let Some(ball) = message["balls"].as_array().unwrap().iter().find(|ball| ball["next"].is_object()) else {
            continue;
        };
        let (id, next) = (number(&ball["id"]) as usize, &ball["next"]);
        let due = machine.time() + number(&next["after"]);
        // Nobody plays meanwhile.
        let met = 'run: loop {
            machine.tick();
            for event in machine.raw_events() {
                let What::Impact { hit, collider } = event.what else { continue };
                if event.ball.index() == id && hit.speed >= 0.05 {
                    break 'run Some((event.time, hit, machine.owner(collider)));
                }
            }
            if machine.time() > due + 0.01 {
                break None;
            }
        };
        if next["kind"] == "ball" {
            continue;
        }
        let (time, hit, owner) = met.unwrap_or_else(|| panic!("nothing was met, though {next}"));
        assert!((time - due).abs() < 2e-6, "foreseen for {due}, met at {time}");
        assert_eq!(next["speed"], fine(hit.speed));
        assert_eq!(next["part"], json!(owner.map(PartId::index)));
        borne_out += 1;
    }
    assert!(borne_out > 10, "{borne_out}");
}

#[test]
fn the_ledger_balances_and_names_what_a_bounce_costs() {
    let mut machine = Machine::new(&Playfield { slope: 0.0, ..Playfield::sized(0.5, 1.0) }).unwrap();
    machine.keep_ledger(true);
    machine.add_ball(ball(0.25, 0.5, 0.09)).unwrap();
    let mut insight = Insight::new(&machine);
    for _ in 0..400 {
        machine.tick();
        insight.tick(&machine);
    }
    let energy = insight.message(&machine)["energy"].take();
    let floor = &energy["impacts"][0];
    assert_eq!(floor["kind"], "playfield");
    let book = &energy["ledger"];
    let amount = |name: &str| {
        let place = energy["entries"].as_array().unwrap().iter().position(|entry| entry == name).unwrap();
        number(&book["amounts"][place])
    };
    let lost = amount("restitution") + amount("friction in impacts");
    assert!(lost < -0.5 * amount("gravity") && amount("gravity") > 0.0, "{energy}");
    assert!((lost + number(&floor["lost"]) - number(&floor["given"])).abs() < 1e-4 * lost.abs(), "{energy}");
    let sum: f64 = book["amounts"].as_array().unwrap().iter().map(number).sum();
    let balance = number(&book["start"]) + sum - number(&book["now"]);
    assert!(balance.abs() < 1e-8 && number(&book["residual"]).abs() < 1e-12, "{energy}");
    let history = energy["history"].as_array().unwrap();
    assert_eq!(history.len(), 40, "a point for every ten ticks");
    let last = history.last().unwrap().as_array().unwrap();
    assert_eq!(last[4..], book["amounts"].as_array().unwrap()[..], "the last point of every curve");
}

#[test]
fn events_carry_names_and_many_are_counted_not_told() {
    let mut machine = Machine::new(&Playfield::sized(0.5, 1.0)).unwrap();
    let bumper = carom::pinball::part::Bumper { centre: DVec2::new(0.25, 0.5), ..Default::default() };
    machine.add("Ulla", bumper).unwrap();
    machine.add_ball(ball(0.25, 0.4, PINBALL_RADIUS).with_velocity(DVec3::new(0.0, 1.0, 0.0))).unwrap();
    let mut insight = Insight::new(&machine);
    for _ in 0..200 {
        machine.tick();
        insight.tick(&machine);
    }
    let message = insight.message(&machine);
    let events = message["events"].as_array().unwrap();
    let named = |what: &str| events.iter().any(|event| event["what"] == what && event["name"] == "Ulla");
    assert!(named("hit") && named("impact"), "{events:?}");
    for _ in 0..300 {
        insight.tick(&machine); // The same tick over and over.
    }
    assert!(insight.message(&machine)["events"].as_array().unwrap().len() <= MOST_EVENTS);
}

#[test]
fn the_sketch_shows_every_solid_part_once() {
    let machine = kingfisher();
    let sketch = colliders(&machine);
    let groups = sketch["groups"].as_array().unwrap();
    let mut strokes = 0;
    for group in groups {
        let (lines, circles) = (group["lines"].as_array().unwrap(), group["circles"].as_array().unwrap());
        strokes += lines.len() + circles.len();
        let numbers = lines.iter().chain(circles).flat_map(|stroke| stroke.as_array().unwrap());
        assert!(numbers.clone().all(Value::is_number), "{group}");
    }
    assert!(strokes > 500 && strokes <= 20_000, "{strokes}");
    assert_eq!(groups.iter().filter(|group| group["kind"] == "cabinet").count(), 1);
    let flippers: Vec<_> = groups.iter().filter(|group| group["moves"] == "turn").collect();
    assert!(flippers.len() >= 2 && flippers.iter().all(|group| group["pivot"].is_array()), "{flippers:?}");
    let solid: std::collections::BTreeSet<_> = machine.colliders().filter_map(|(_, _, part)| part).collect();
    assert_eq!(groups.iter().filter(|group| group["part"].is_number()).count(), solid.len());
    assert!(!sketch["zones"].as_array().unwrap().is_empty());
}

/// Two driven groups with the same part each are two sets of lines, though the numbers are the same.
#[test]
fn colliders_are_told_in_the_space_in_which_they_move() {
    use carom::pinball::{Group, part::Flipper};
    use carom::space::Transform;
    let mut machine = Machine::new(&Playfield { border: None, ..Playfield::sized(0.5, 1.0) }).unwrap();
    let post = carom::shape::Wall::new(DVec2::ZERO, DVec2::X * 0.1).unwrap();
    for (name, x) in [("left", 0.1), ("right", 0.3)] {
        let transform = Transform::translation(DVec3::new(x, 0.5, 0.0));
        let group = Group { name: name.to_owned(), transform, driven: true, ..Group::default() };
        let group = machine.add_group(group).unwrap();
        let shapes = vec![(carom::shape::Shape::Wall(post), carom::Material::default())];
        let solid = carom::pinball::part::Solid { shapes, tells_from: None };
        machine.add_to(Some(group), &Transform::IDENTITY, name, solid).unwrap();
    }
    let turned = Transform::rotation(DVec3::Z, 0.5).unwrap().then(&Transform::translation(DVec3::new(0.2, 0.8, 0.0)));
    machine.add_to(None, &turned, "flipper", Flipper::default()).unwrap();
    let sketch = colliders(&machine);
    let group =
        |name: &str| sketch["groups"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone();
    assert_eq!((&group("left")["driven"], &group("right")["driven"]), (&json!(0), &json!(1)));
    assert_eq!(group("left")["lines"], group("right")["lines"]);
    assert!(group("left")["lines"].as_array().unwrap().len() == 4, "{sketch}");
    let bat = group("flipper");
    assert_eq!((&bat["pivot"], &bat["moves"]), (&json!([0.0, 0.0]), &json!("turn")), "in its own space");
    assert_eq!((&bat["place"][3], &bat["place"][7]), (&json!(0.2), &json!(0.8)));
}

#[test]
fn what_lies_flat_side_by_side_is_drawn_without_its_seams() {
    let mut machine = Machine::new(&Playfield { border: None, ..Playfield::sized(0.5, 1.0) }).unwrap();
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let face = |a, b, c| carom::shape::Shape::from(carom::shape::Triangle::new(a, b, c).unwrap());
    let (a, b, c, d) = (at(0.0, 0.0, 0.1), at(0.1, 0.0, 0.1), at(0.1, 0.1, 0.1), at(0.0, 0.1, 0.1));
    // A square lid of two triangles, and a third that leans against its edge.
    let shapes = [face(a, b, c), face(a, c, d), face(a, b, at(0.05, 0.0, 0.2))];
    let shapes = shapes.map(|shape| (shape, carom::Material::default())).to_vec();
    machine.add("lid", carom::pinball::part::Solid { shapes, tells_from: None }).unwrap();
    let sketch = colliders(&machine);
    let lines =
        sketch["groups"].as_array().unwrap().iter().find(|group| group["name"] == "lid").unwrap()["lines"].clone();
    assert_eq!(lines.as_array().unwrap().len(), 6, "four sides and two leaning edges, no diagonal: {lines}");
}
