//! Parts that do something: flippers, plungers, gates, spinners, bumpers, kickers, triggers, targets and toys.

use crate::outline::Outline;
use crate::record::record;
use crate::value::{Amount, Angle, Length, Number, Place, Share, Size, choice};

choice! {
    /// On which side of the table something is.
    Side {
        /// The left.
        Left = "left",
        /// The right.
        Right = "right",
    }
}

record! {
    /// A bat on a shaft.
    Flipper = "flipper" placed {
        /// Its name.
        name: String = "none",
        /// Its shaft.
        at: Place,
        /// Which button moves it; a right one has the angles of a left one mirrored, unless they are said.
        side: Side = "\"left\"",
        /// Heading at rest: 0 points away from the player, clockwise.
        start_angle: Angle = "121",
        /// Heading when up.
        end_angle: Angle = "70",
        /// From the shaft to the middle of the tip.
        length: Size = "70.1675",
        /// That length on the hardest table, if it depends on the difficulty.
        least_length: Size = "none",
        /// Radius round the shaft, rubber included.
        base_radius: Size = "11.604625",
        /// Radius round the tip.
        end_radius: Size = "7.01675",
        /// The wall or ramp it stands on.
        on: String = "none",
        /// Height of what it stands on.
        low: Length = "0",
        /// Of the bat.
        height: Size = "26.9875",
        /// kg.
        mass: Amount = "0.08",
        /// N m: torque of the coil.
        strength: Number = "0.51274091",
        /// Torque of the spring, as a part of the strength.
        return_ratio: Amount = "0.058",
        /// s: how long the torque takes to rise.
        ramp_up: Amount = "0.03",
        /// Part of the torque that is left at the end of the stroke.
        eos_torque: Amount = "0.75",
        /// Where that begins, before the end of the stroke.
        eos_angle: Angle = "6",
        /// Part of the speed that comes back from its rubber.
        elasticity: Amount = "0.8",
        /// How that falls with speed.
        falloff: Amount = "0.43",
        /// Elasticity over speed instead of both: pairs [m/s, elasticity] by rising speed.
        curve: Vec<[Amount; 2]> = "none",
        /// Friction of its rubber.
        friction: Amount = "0.6",
        /// Part of its speed that the bat keeps at a stop.
        stop_elasticity: Share = "0.3",
        /// s: a ball that meets the bat just as it comes up is held: how long that counts.
        live_catch: Amount = "0",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// The rod that shoots the ball.
    Plunger = "plunger" placed {
        /// Its name.
        name: String = "none",
        /// The middle of its tip, fully back.
        at: Place,
        /// Half of the tip's width.
        width: Size = "13.49375",
        /// From the tip, fully back, to its base.
        height: Size = "10.795",
        /// From fully back to fully forward.
        stroke: Size = "43.18",
        /// The wall or ramp it lies on.
        on: String = "none",
        /// Height of what it lies on.
        low: Length = "0",
        /// m/s: a pull gains a thirtieth of this each millisecond.
        pull_speed: Amount = "0.269875",
        /// How hard it shoots: 80 sends a ball 0.4 m up a usual slope, 200 up a whole table. (A shot does this over 3.9
        /// strokes a second, if pulled a whole stroke behind its park.)
        release_speed: Amount = "80",
        /// Where it rests, from 0, fully forward, to 1, fully back.
        park: Share = "0.16666666666666666",
        /// Does a coil drive it? Then every shot is a full one.
        auto: bool = "false",
        /// Does it follow a real one with a sensor?
        mechanical: bool = "false",
        /// How quickly it follows.
        mech_strength: Amount = "85",
        /// Part of its speed that a ball feels.
        transfer: Amount = "1",
        /// m/s: largest random change of a ball's speed along y, on the hardest table.
        scatter_speed: Amount = "0",
    }
}

record! {
    /// A hinged plate that lets a ball through, one way or both.
    Gate = "gate" placed {
        /// Its name.
        name: String = "none",
        /// The middle of its axle.
        at: Place,
        /// Of the plate.
        length: Size = "53.975",
        /// Of the axle, clockwise from the x axis.
        rotation: Angle = "-90",
        /// The wall or ramp it stands on.
        on: String = "none",
        /// Height of what it stands on.
        low: Length = "0",
        /// Of the axle.
        height: Size = "26.9875",
        /// Do balls pass both ways? Else only towards (sin, −cos) of the rotation: to the left at −90, away from the player at 0.
        two_way: bool = "true",
        /// The plate's angle when closed.
        angle_min: Angle = "0",
        /// The plate's angle when wide open.
        angle_max: Angle = "90",
        /// The material of the wall in a one-way gate; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back from it.
        elasticity: Amount = "0.3",
        /// Friction of that wall.
        friction: Amount = "0.02",
        /// Part of the plate's speed left after 10 ms.
        damping: Share = "0.985",
        /// How gravity pulls the plate, in 100 rad/s².
        gravity_factor: Number = "0.25",
        /// Do posts stand at the axle's ends?
        bracket: bool = "true",
        /// kg: 0 if the ball is not slowed; else ball and plate share their momentum.
        plate_mass: Amount = "0",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A plate that turns over when a ball passes under it.
    Spinner = "spinner" placed {
        /// Its name.
        name: String = "none",
        /// The middle of its axle.
        at: Place,
        /// Of the plate.
        length: Size = "43.18",
        /// Of the axle, clockwise from the x axis.
        rotation: Angle = "0",
        /// The wall or ramp it stands on.
        on: String = "none",
        /// Height of what it stands on.
        low: Length = "0",
        /// Of the axle.
        height: Size = "32.385",
        /// Where it stops turning backwards; the same as `angle_max`: nowhere.
        angle_min: Angle = "0",
        /// Where it stops turning forwards.
        angle_max: Angle = "0",
        /// Part of its speed that it keeps at a stop.
        elasticity: Share = "0.3",
        /// Part of its speed left after 10 ms.
        damping: Share = "0.9879",
        /// Do posts stand at the axle's ends?
        bracket: bool = "true",
        /// kg: 0 if the ball is not slowed; else ball and plate share their momentum.
        plate_mass: Amount = "0",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A post that throws the ball back.
    Bumper = "bumper" placed {
        /// Its name.
        name: String = "none",
        /// Its middle.
        at: Place,
        /// Of its body.
        radius: Size = "24.28875",
        /// The wall or ramp it stands on.
        on: String = "none",
        /// Height of what it stands on.
        low: Length = "0",
        /// Of its body.
        height: Size = "48.5775",
        /// m/s: speed that it adds.
        force: Number = "0.809625",
        /// m/s: slowest hit that sets it off.
        threshold: Amount = "0.053975",
        /// The material of its body; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back before the kick.
        elasticity: Amount = "0.3",
        /// Friction of its body.
        friction: Amount = "0.3",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Without, it is just a post.
        fires: bool = "true",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A hole that catches the ball and throws it out again.
    Kicker = "kicker" placed {
        /// Its name.
        name: String = "none",
        /// The middle of the hole.
        at: Place,
        /// Of the hole.
        radius: Size = "13.49375",
        /// The wall or ramp it is in.
        on: String = "none",
        /// Height of what it is in.
        low: Length = "0",
        /// Does it catch everything over its inner part? Else it is a true hole into which a ball must fall.
        legacy: bool = "true",
        /// Does the ball drop out below instead of being held?
        fall_through: bool = "false",
        /// How low the ball must have sunk to be caught, as a part of its height on the playfield.
        hit_accuracy: Share = "0.5",
        /// Up to where it catches.
        hit_height: Size = "18.89125",
        /// Heading of the throw.
        kick_angle: Angle = "0",
        /// m/s: speed of the throw.
        kick_speed: Number = "1.0795",
        /// How steeply upwards.
        kick_inclination: Angle = "0",
        /// By how much the heading varies, at most.
        scatter: Angle = "0",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A rollover: it notices balls and does not touch them. Round if a `radius` is said, over an `outline` if one is
    /// said, else a square of 32.385 mm about `at`.
    Trigger = "trigger" placed {
        /// Its name.
        name: String = "none",
        /// Its middle.
        at: Place = "none",
        /// If it is round.
        radius: Size = "none",
        /// If it is neither round nor the usual square.
        outline: Outline = "none",
        /// The wall or ramp it lies on.
        on: String = "none",
        /// Height of what it lies on.
        low: Length = "0",
        /// Up to where it notices balls.
        hit_height: Size = "26.9875",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

choice! {
    /// The kinds of target.
    TargetKind {
        /// A drop target.
        DropSimple = "drop",
        /// A drop target with slanted borders.
        DropBeveled = "drop_beveled",
        /// A thin drop target.
        DropFlat = "drop_flat",
        /// A round standing target.
        Round = "round",
        /// A rectangular one.
        Rectangle = "rectangle",
        /// A thick rectangular one.
        FatRectangle = "fat_rectangle",
        /// A thick square one.
        FatSquare = "fat_square",
        /// A narrow one.
        Slim = "slim",
        /// A thick narrow one.
        FatSlim = "fat_slim",
    }
}

record! {
    /// A standing or a drop target. Before it is turned its front looks towards the player.
    Target = "target" placed {
        /// Its name.
        name: String = "none",
        /// The middle of its foot.
        at: Place,
        /// The shape of its plate, and whether it drops.
        kind: TargetKind = "\"drop\"",
        /// About half its width, its depth and half its height.
        size: [Size; 3] = "[17.272, 17.272, 17.272]",
        /// Turned by this, clockwise to the player: at 90 it looks to the left, at -90 to the right.
        heading: Angle = "0",
        /// The wall or ramp it stands on.
        on: String = "none",
        /// Height of what it stands on.
        low: Length = "0",
        /// Its material; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.35",
        /// How that falls with speed.
        falloff: Amount = "0.5",
        /// Friction of a sliding ball.
        friction: Amount = "0.2",
        /// How far a rebound may turn at random.
        scatter: Angle = "5",
        /// Are hits told of? A drop target that tells nothing does not drop by itself.
        tells: bool = "true",
        /// Does a drop target tell of hits on its sides and back, too?
        tells_all_round: bool = "false",
        /// m/s: slowest hit that is told of.
        threshold: Amount = "0.10795",
        /// m/s: at which it goes down and comes up.
        drop_speed: Amount = "0.269875",
        /// s: from the command to rise until it moves.
        raise_delay: Amount = "0.1",
        /// Is it down when the game begins?
        starts_down: bool = "false",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A magnet under the playfield, off until its coil is on.
    Magnet = "magnet" placed {
        /// Its name.
        name: String = "none",
        /// Its pole.
        at: Place,
        /// How far it reaches.
        radius: Size = "32.385",
        /// The wall or ramp under which it sits.
        on: String = "none",
        /// Height of the surface under which it sits.
        low: Length = "0",
        /// It draws balls whose centre is up to this over the surface.
        height: Size = "26.9875",
        /// m/s²: 2.76 times the greatest pull.
        strength: Number = "53.975",
        /// Part of a ball's speed left after 10 ms.
        damping: Share = "0.985",
        /// Within this it holds slow balls; 0: never.
        grab_radius: Size = "0",
        /// m/s: a ball slower than this is held.
        grab_speed: Amount = "0.5",
        /// Is it there when the game begins?
        enabled: bool = "true",
    }
}

record! {
    /// A turning disc in the playfield, still until its motor is on.
    Turntable = "turntable" placed {
        /// Its name.
        name: String = "none",
        /// Its middle.
        at: Place,
        /// Of the disc.
        radius: Size = "80.9625",
        /// The wall or ramp it is in.
        on: String = "none",
        /// Height of the disc.
        low: Length = "0",
        /// It carries balls whose centre is up to this over the disc.
        height: Size = "26.9875",
        /// 1/s²: acceleration at full speed, per metre of distance; positive is clockwise.
        drive: Number = "125",
        /// s: from rest to full speed.
        spin_up: Amount = "1",
        /// s: from full speed to rest.
        spin_down: Amount = "2.5",
    }
}

record! {
    /// The trough with its drain: takes balls, and puts them into play when its coil is on.
    Trough = "trough" placed {
        /// Its name.
        name: String = "none",
        /// The middle of the drain.
        drain: Place,
        /// Of the drain, if it is round.
        drain_radius: Size = "50",
        /// The drain, if it is not round.
        drain_outline: Outline = "none",
        /// Where it puts balls, seen from above.
        exit: Place,
        /// The wall or ramp on which it puts them.
        on: String = "none",
        /// Height of what it puts them on.
        low: Length = "0",
        /// Heading with which they come out.
        kick_angle: Angle = "0",
        /// m/s: speed with which they come out.
        kick_speed: Number = "0.53975",
        /// How many balls it holds at first.
        balls: u64 = "1",
        /// How many it can hold.
        capacity: u64 = "8",
    }
}
