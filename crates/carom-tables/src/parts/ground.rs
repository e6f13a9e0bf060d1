//! What a table is besides its parts: the playfield, materials, balls, scripted inputs.

use crate::record::record;
use crate::value::{Amount, Angle, Length, Number, Place, Place3, Share, Size, choice};

record! {
    /// The playfield, its cabinet and its glass. Its back left corner is the origin unless `left` and `back` say otherwise.
    Playfield = "playfield" {
        /// From the left wall to the right.
        width: Size = "514.35",
        /// From the back wall to the front.
        length: Size = "1066.8",
        /// x of the left wall.
        left: Length = "0",
        /// y of the back wall.
        back: Length = "0",
        /// Height of the glass and of the cabinet's walls.
        glass: Size = "113.3475",
        /// Without, there are neither cabinet walls nor glass.
        cabinet: bool = "true",
        /// Without, there is no playfield, and something else must carry the balls.
        floor: bool = "true",
        /// How steep it is.
        slope: Angle = "6",
        /// Gravity in the room, m/s².
        gravity: Amount = "9.5157",
        /// From 0, easy, to 1, hard: flippers that have a least length become shorter, scatter grows.
        difficulty: Share = "0.2",
        /// The material of the playfield; the fields below change single numbers of it.
        material: String = "none",
        /// Part of the speed that comes back.
        elasticity: Amount = "0.25",
        /// How that falls with speed.
        falloff: Amount = "0",
        /// Friction of a sliding ball.
        friction: Amount = "0.075",
        /// Friction of a rolling ball; Visual Pinball has none.
        rolling_friction: Amount = "0",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
        /// Part of the speed that comes back when two balls meet.
        ball_elasticity: Share = "0.8",
        /// Friction between two balls.
        ball_friction: Amount = "0",
        /// Starts the random numbers of scatter and kicks.
        seed: u64 = "0",
    }
}

record! {
    /// A material by name: `[materials.NAME]`. Always known are "rubber", "post", "metal", "wire", "wood", "plastic" and
    /// "target"; a file may say something else of them.
    Material = "materials" {
        /// Part of the speed that comes back from an impact.
        elasticity: Amount = "0.3",
        /// How that falls with speed: elasticity / (1 + falloff · speed / 1 m/s).
        falloff: Amount = "0",
        /// Elasticity over speed instead of both: pairs [m/s, elasticity] by rising speed.
        curve: Vec<[Amount; 2]> = "none",
        /// Friction of a sliding ball.
        friction: Amount = "0.3",
        /// Friction of a rolling ball.
        rolling_friction: Amount = "0",
        /// How far a rebound may turn at random.
        scatter: Angle = "0",
    }
}

record! {
    /// A ball that is there when the game begins.
    Ball = "ball" {
        /// Where it is, seen from above.
        at: Place,
        /// The wall or ramp it lies on.
        on: String = "none",
        /// Height of what it lies on.
        low: Length = "0",
        /// m/s: along x, y and z.
        velocity: [Number; 3] = "[0, 0, 0]",
        /// rad/s: about x, y and z.
        spin: [Number; 3] = "[0, 0, 0]",
        /// Its radius.
        radius: Size = "13.49375",
        /// kg.
        mass: Amount = "0.08",
    }
}

choice! {
    /// What an input does.
    Action {
        /// A coil goes on: a flipper up, a kicker or trough ejects, a magnet runs, an auto plunger fires.
        On = "on",
        /// It goes off.
        Off = "off",
        /// On, and off again after `hold` seconds.
        Press = "press",
        /// Pulls a plunger back.
        Pull = "pull",
        /// Lets it go.
        Release = "release",
        /// A real plunger stands at `position`.
        Position = "position",
        /// Throws a ball out of a kicker, by `angle`, `speed` and `inclination`.
        Kick = "kick",
        /// Pushes the cabinet, by `angle` and `force`.
        Nudge = "nudge",
        /// Lets a part be there.
        Enable = "enable",
        /// Takes it away.
        Disable = "disable",
        /// Lowers a drop target.
        Drop = "drop",
        /// Raises it.
        Raise = "raise",
        /// Puts a ball in, `at` and with `velocity`.
        AddBall = "add_ball",
        /// Forgets tilt and warnings.
        ClearTilt = "clear_tilt",
        /// A driven group begins to run along its path.
        Run = "run",
        /// It stops where it is.
        Stop = "stop",
        /// It goes smoothly to `shift` and `angle` from its rest, in `seconds`.
        Go = "go",
        /// It goes on steadily with `velocity` and `spin`.
        Velocity = "velocity",
        /// It is at `shift` and `angle` from its rest at once; balls in its way are put beside it.
        Pose = "pose",
    }
}

record! {
    /// Something that happens at a given time, as if a player or a script did it. A file with nothing but inputs serves
    /// `carom simulate --inputs`.
    Input = "input" {
        /// s, on the table's clock.
        time: Amount,
        /// What happens.
        action: Action,
        /// The name of the part to which it happens.
        part: String = "none",
        /// The name of the driven group to which it happens.
        group: String = "none",
        /// s: how long `press` holds.
        hold: Amount = "0.1",
        /// Of `position`: 0 at rest, 1 fully back.
        position: Share = "0",
        /// Heading of `kick`, or of the push of `nudge`: 0 away from the player, clockwise. Of `go` and `pose`: how far the group
        /// is turned from its rest, about its axis.
        angle: Angle = "0",
        /// m/s: of `kick`.
        speed: Number = "1.0795",
        /// Of `kick`: how steeply upwards.
        inclination: Angle = "0",
        /// Of `nudge`: 2 is a firm push.
        force: Number = "2",
        /// Of `add_ball`: where.
        at: Place = "none",
        /// Of `add_ball`: height of what it lies on.
        low: Length = "0",
        /// m/s: of `add_ball`, and of `velocity`, there along the group's axes at rest.
        velocity: [Number; 3] = "[0, 0, 0]",
        /// Of `go` and `pose`: how far from its rest, along the group's axes there.
        shift: Place3 = "[0, 0, 0]",
        /// s: how long `go` takes.
        seconds: Amount = "1",
        /// rad/s: of `velocity`, about the group's axis; 6.28 is a turn a second.
        spin: Number = "0",
    }
}

impl Input {
    /// Does it say something that is for groups only?
    pub(crate) fn drives(&self) -> bool {
        self.action.drives()
            || self.group.is_some()
            || self.shift.is_some()
            || self.seconds.is_some()
            || self.spin.is_some()
    }
}

impl Action {
    /// Is it for groups?
    pub(crate) fn drives(self) -> bool {
        matches!(self, Self::Run | Self::Stop | Self::Go | Self::Velocity | Self::Pose)
    }
}
