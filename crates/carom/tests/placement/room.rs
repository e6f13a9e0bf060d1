//! A table that stands anywhere in the room, and is larger or smaller there than it was said.
//!
//! Worlds and machines calculate in the table's space, so the room sees the same game through its frame; only gravity, said in
//! the room, is turned and scaled once. Here scale is exact: no tolerance of the engine has anything to do with it.

use crate::common::{Scene, anywhere};
use crate::parts::all;
use carom::DVec3;
use carom::math::rng::Stream;
use carom::space::{Frame, In, Place, Room, Table, Transform, Velocity};

/// Plays a scene on a table that stands so in the room, with the room's gravity, and compares what the room sees.
fn plays_the_same(scene: &Scene, room: Frame<Table, Room>) {
    let mut machine = scene.machine();
    machine.set_room(room).unwrap();
    machine.set_gravity_in_room(room.out(In::new(Velocity(scene.pull())))).unwrap();
    let (game, other) = (scene.play(0.0), scene.game(&mut machine, None, 0.0));
    let off = game.compare(&other, 1e-9).unwrap_or_else(|told| panic!("{}: {told}\n{room:?}", scene.name));
    assert!(off.1 < 1e-9, "{}: off by {:e} m; {room:?}", scene.name, off.1);
    for id in machine.balls() {
        let place: In<Table, Place> = In::new(Place(machine.position(id)));
        let seen = machine.ball_in_room(id).unwrap().get().position;
        assert_eq!(room.out(place).get().0, seen, "{}", scene.name);
    }
}

#[test]
fn a_table_plays_the_same_wherever_it_stands_in_the_room() {
    let mut stream = Stream::new(3, "rooms");
    for scene in all() {
        plays_the_same(&scene, Frame::new(anywhere(&mut stream)));
    }
}

#[test]
fn a_table_plays_the_same_at_any_scale_in_the_room() {
    let mut stream = Stream::new(4, "rooms");
    for scene in all() {
        let scale = libm::exp(stream.between(-3.0, 3.0));
        let scaled = Transform::scaling(DVec3::splat(scale)).unwrap();
        let lies = scaled.then(&Transform::from(anywhere(&mut stream))).similarity().unwrap();
        plays_the_same(&scene, Frame::new(lies));
    }
}
