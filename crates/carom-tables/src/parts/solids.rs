//! Things that stand still: walls, ramps, rubbers, posts, meshes, raw colliders.

use crate::outline::{Outline, Way};
use crate::record::record;
use crate::value::{Amount, Angle, Length, Number, Place3, Size, choice};

record! {
    /// A block over an outline. Edges of its outline can be slingshots.
    Wall = "wall" placed {
        /// Its name.
        name: String = "none",
        /// Its border seen from above.
        outline: Outline,
        /// Where it begins.
        bottom: Length = "0",
        /// Where it ends: things can stand there.
        top: Length = "26.9875",
        /// Has it an underside?
        bottom_solid: bool = "false",
        /// Can it be let down into the playfield?
        droppable: bool = "false",
        /// Its material; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.3",
        /// How that falls with speed.
        falloff: Amount = "0",
        /// Friction of a sliding ball.
        friction: Amount = "0.3",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Are hits on its sides told of?
        tells: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// m/s: most by which a slingshot drives a ball.
        slingshot_force: Number = "4.318",
        /// m/s: slowest hit that sets a slingshot off.
        slingshot_threshold: Amount = "0",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

choice! {
    /// What a ramp is built of.
    RampKind {
        /// A floor with two walls.
        Flat = "flat",
        /// One wire.
        OneWire = "one_wire",
        /// Two wires.
        TwoWire = "two_wire",
        /// Three wires, the third high on the left.
        ThreeWireLeft = "three_wire_left",
        /// Three wires, the third high on the right.
        ThreeWireRight = "three_wire_right",
        /// Four wires.
        FourWire = "four_wire",
    }
}

record! {
    /// A ramp. Left and right are those of someone who walks up from its first point.
    Ramp = "ramp" placed {
        /// Its name.
        name: String = "none",
        /// Its axis: points [x, y], or [x, y, z] with a height that is added there.
        path: Way,
        /// What it is built of.
        kind: RampKind = "\"flat\"",
        /// Height at its first point.
        bottom: Length = "0",
        /// Height at its last point.
        top: Length = "26.9875",
        /// Its width at the first point, if it is flat.
        width_bottom: Size = "40.48125",
        /// Its width at the last point, if it is flat.
        width_top: Size = "32.385",
        /// Height of its left wall, if it is flat; 0 for none.
        left_wall: Size = "33.4645",
        /// Height of its right wall, if it is flat; 0 for none.
        right_wall: Size = "33.4645",
        /// Width of a ramp of one wire.
        wire_diameter: Size = "4.318",
        /// Between the wires, if there are several.
        wire_distance: Size = "20.5105",
        /// Its material; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.3",
        /// Friction of a sliding ball.
        friction: Amount = "0.3",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Are hits told of?
        tells: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A rubber ring or band: a round tube about a line.
    Rubber = "rubber" shifted {
        /// Its name.
        name: String = "none",
        /// The line in its middle, seen from above.
        outline: Outline,
        /// Does the line end where it began?
        closed: bool = "true",
        /// Height of the line in its middle.
        height: Length = "13.49375",
        /// Across.
        thickness: Size = "4.318",
        /// Turned about the middle of its box by these angles about x, y and z; first z, then y, then x.
        turn: [Angle; 3] = "[0, 0, 0]",
        /// Its material; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.8",
        /// How that falls with speed.
        falloff: Amount = "0.3",
        /// Friction of a sliding ball.
        friction: Amount = "0.6",
        /// How far a rebound may turn at random.
        scatter: Angle = "5",
        /// Are hits told of?
        tells: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// An upright round post with a flat top.
    Post = "post" placed {
        /// Its name.
        name: String = "none",
        /// Its middle.
        at: crate::value::Place,
        /// Its radius.
        radius: Size = "5",
        /// The wall or ramp it stands on.
        on: String = "none",
        /// Height of what it stands on.
        low: Length = "0",
        /// Its own height.
        height: Size = "26.9875",
        /// Its material; the fields below change single numbers of it.
        material: String = "\"post\"",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.7",
        /// How that falls with speed.
        falloff: Amount = "0",
        /// Friction of a sliding ball.
        friction: Amount = "0.65",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Are hits told of?
        tells: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A mesh of triangles, hit from the front only. Its points are scaled, moved by `offset`, turned by `turn` and then by
    /// `object_turn`, and moved to `at`, in this order.
    Mesh = "mesh" shifted {
        /// Its name.
        name: String = "none",
        /// The corners of the triangles, in units of `scale`.
        points: Vec<[Number; 3]>,
        /// Three numbers of points each, the first point being 0; the front is where (b - a) × (c - a) points.
        triangles: Vec<[u64; 3]>,
        /// How long a unit of the points is, along x, y and z; negative mirrors.
        scale: Place3 = "[1, 1, 1]",
        /// Moved by this before turning.
        offset: Place3 = "[0, 0, 0]",
        /// Turned about x, y and z; first z, then y, then x.
        turn: [Angle; 3] = "[0, 0, 0]",
        /// The same once more.
        object_turn: [Angle; 3] = "[0, 0, 0]",
        /// Where the origin of the points comes to be.
        at: Place3 = "[0, 0, 0]",
        /// Its material; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.3",
        /// How that falls with speed.
        falloff: Amount = "0.5",
        /// Friction of a sliding ball.
        friction: Amount = "0.3",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Are hits told of?
        tells: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

choice! {
    /// The shapes of raw colliders, and what each needs.
    ColliderShape {
        /// An upright wall between two `points`.
        Wall = "wall",
        /// An upright cylinder: one point, `radius`.
        Post = "post",
        /// An upright wall over an arc: one point, `radius`, `start`, `sweep`, `facing`.
        Arc = "arc",
        /// An upright edge over one point.
        Corner = "corner",
        /// Everything below one point, against `normal`.
        Plane = "plane",
        /// A triangle of three `points`.
        Triangle = "triangle",
        /// A straight edge between two `points`.
        Edge = "edge",
        /// A point.
        Point = "point",
        /// A ball that does not move: one point, `radius`.
        Sphere = "sphere",
        /// A flat disc: one point, `radius`.
        Disc = "disc",
        /// A rod with round ends: two `points`, `radius`.
        Capsule = "capsule",
    }
}

choice! {
    /// From which side a collider is hit.
    Facing {
        /// From both sides; of an arc, from the hollow side.
        Both = "both",
        /// A wall on the side where the front is: on the left of the way from its first to its second point, as the player
        /// sees it mirrored; a triangle where (b - a) × (c - a) points.
        Front = "front",
        /// An arc from its hollow side.
        Inside = "inside",
        /// An arc from its round side.
        Outside = "outside",
    }
}

record! {
    /// A single shape, as the engine knows it.
    Collider = "collider" placed {
        /// Its name.
        name: String = "none",
        /// Which shape.
        shape: ColliderShape,
        /// Its points, [x, y, z]; upright shapes do not care for z.
        points: Vec<Place3>,
        /// Of what is round.
        radius: Size = "0",
        /// Of an arc: where it begins, from the x axis towards the player.
        start: Angle = "0",
        /// Of an arc: how far it goes on, towards the player from the x axis.
        sweep: Angle = "360",
        /// Of a plane: where it looks.
        normal: [Number; 3] = "[0, 0, 1]",
        /// From which side it is hit.
        facing: Facing = "\"both\"",
        /// Where an upright shape begins.
        bottom: Length = "0",
        /// Where an upright shape ends.
        top: Length = "26.9875",
        /// Its material; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.3",
        /// How that falls with speed.
        falloff: Amount = "0",
        /// Friction of a sliding ball.
        friction: Amount = "0.3",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Are hits told of?
        tells: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}
