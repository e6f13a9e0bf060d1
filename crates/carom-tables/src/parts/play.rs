//! What belongs to the game rather than to the machine: lamps, counters, modes, rules.

use crate::record::record;
use crate::several::Several;
use crate::value::{Amount, Angle, Number, Place, Place3, Size, Words, Worth, choice};

choice! {
    /// How a lamp looks.
    LampShape {
        /// A disk.
        Round = "round",
        /// An arrow along its heading.
        Arrow = "arrow",
        /// A square.
        Square = "square",
        /// A bar across its heading.
        Bar = "bar",
    }
}

record! {
    /// A lamp in the playfield. It does nothing to balls. Rules light it, or it shows by itself whether something is so.
    Lamp = "lamp" {
        /// Its name.
        name: String = "none",
        /// Its middle.
        at: Place,
        /// Half of its width.
        radius: Size = "8",
        /// Its colour when lit, as on a page: "#ffd36e".
        colour: String = "\"#ffd36e\"",
        /// How it looks.
        shape: LampShape = "\"round\"",
        /// Where it points: 0 away from the player, clockwise.
        heading: Angle = "0",
        /// A few letters on it.
        text: String = "none",
        /// It is lit by itself while these conditions hold; then rules cannot light it.
        lit: Words = "none",
        /// It blinks by itself while these hold, lit or not.
        blink: Words = "none",
    }
}

record! {
    /// How the game is played. Everything has a default.
    Game = "game" {
        /// Balls of a game.
        balls: u64 = "3",
        /// Most players.
        players: u64 = "4",
        /// s: a ball that drains so soon after it was shot comes back.
        ball_save: Amount = "8",
        /// Touches of the plumb bob in a ball before it tilts.
        tilt_warnings: u64 = "2",
        /// Most extra balls that a player can have waiting.
        extra_balls: u64 = "3",
        /// Points with which the bonus of every ball begins.
        bonus: u64 = "0",
        /// The table's colour on the page, as "#2ec4b6".
        accent: String = "\"#ffd36e\"",
        /// What to shoot, when no rule says anything else.
        hint: String = "none",
        /// Does a table without rules and script get rules and lamps from its parts?
        default_rules: bool = "true",
        /// A script in Rhai, for what rules cannot say.
        script: String = "none",
    }
}

choice! {
    /// For how long something counts.
    Each {
        /// The player's whole game.
        Game = "game",
        /// One ball.
        Ball = "ball",
    }
}

record! {
    /// A number that rules count with. Every player has their own.
    Counter = "counter" {
        /// Its name: letters, digits and `_`.
        name: String,
        /// Where it begins.
        start: i64 = "0",
        /// Where it ends: it never gets larger.
        most: i64 = "none",
        /// When it begins again: with every ball, or with the game only.
        each: Each = "\"game\"",
    }
}

record! {
    /// A mode: something that runs for a while and changes what rules do.
    Mode = "mode" {
        /// Its name.
        name: String,
        /// What the display calls it.
        title: String = "none",
        /// s: it ends by itself after so long.
        seconds: Amount = "none",
        /// What to shoot while it runs.
        hint: String = "none",
        /// When it ends at the latest: with the ball, or with the game.
        until: Each = "\"ball\"",
    }
}

choice! {
    /// Sounds of the page.
    Sound {
        /// Two small bells.
        Chime = "chime",
        /// One bell.
        Bell = "bell",
        /// The knocker.
        Knock = "knock",
        /// A relay.
        Click = "click",
        /// Bells upwards.
        Rise = "rise",
        /// Bells downwards.
        Fall = "fall",
        /// Trumpets.
        Fanfare = "fanfare",
        /// A buzzer that urges.
        Hurry = "hurry",
        /// As when a mode begins.
        Mode = "mode",
        /// As for a jackpot.
        Jackpot = "jackpot",
        /// As for a multiball.
        Multiball = "multiball",
        /// As for a locked ball.
        Lock = "lock",
        /// As for an extra ball.
        ExtraBall = "extra_ball",
        /// As for a ball that comes back.
        Saved = "saved",
        /// As for the bonus.
        Bonus = "bonus",
        /// As for a warning of the plumb bob.
        Warning = "warning",
    }
}

choice! {
    /// Big moments, for which the page has lights.
    BigMoment {
        /// A jackpot.
        Jackpot = "jackpot",
        /// A jackpot of jackpots.
        SuperJackpot = "super_jackpot",
        /// More than one ball comes into play.
        Multiball = "multiball",
        /// Something new begins.
        Mode = "mode",
        /// A ball is locked.
        Lock = "lock",
        /// An extra ball.
        ExtraBall = "extra_ball",
        /// A skill shot.
        SkillShot = "skill_shot",
        /// A special.
        Special = "special",
        /// A bonus.
        Bonus = "bonus",
    }
}

record! {
    /// Where driven groups go, smoothly.
    Go = "go" {
        /// The group; several names, or `*`, stand for several.
        group: Words,
        /// How far from its rest, along its axes there.
        shift: Place3 = "[0, 0, 0]",
        /// How far it is turned from its rest, about its axis; whole turns count.
        angle: Angle = "0",
        /// s: how long that takes.
        seconds: Amount = "1",
    }
}

record! {
    /// Where driven groups are put at once. Balls in their way are put beside them.
    Pose = "pose" {
        /// The group; several names, or `*`, stand for several.
        group: Words,
        /// How far from its rest, along its axes there.
        shift: Place3 = "[0, 0, 0]",
        /// How far it is turned from its rest, about its axis.
        angle: Angle = "0",
    }
}

record! {
    /// How driven groups go on, steadily, until something else is said.
    Pace = "velocity" {
        /// The group; several names, or `*`, stand for several.
        group: Words,
        /// m/s: along the axes of its rest.
        velocity: [Number; 3] = "[0, 0, 0]",
        /// rad/s: about its axis; 6.28 is a turn a second.
        spin: Number = "0",
    }
}

record! {
    /// When something happens, something is done. All rules for it look at the game as it is at that moment, and then act in the
    /// order of the file.
    Rule = "rule" {
        /// What it is for; only people read it.
        about: String = "none",
        /// What happens: one of these.
        on: Words,
        /// Conditions: all of these must hold.
        when: Words = "none",
        /// It acts only once in a ball, or in a game.
        once: Each = "none",
        /// s: it acts so long after it happened, whatever holds then.
        after: Amount = "none",
        /// Points, times the multiplier.
        score: Worth = "none",
        /// Points for the bonus at the end of the ball.
        bonus: Worth = "none",
        /// From now on points count so many times, until the ball ends.
        multiplier: Worth = "none",
        /// The bonus counts so many times.
        bonus_multiplier: Worth = "none",
        /// Counters that go up by one.
        count: Words = "none",
        /// Counters that change: "locks = 0", "jackpot + 5000".
        set: Words = "none",
        /// Lamps that go on.
        light: Words = "none",
        /// Lamps that go off.
        unlight: Words = "none",
        /// Lamps that go on if they are off, and off if they are on.
        toggle: Words = "none",
        /// Lamps that blink.
        blink: Words = "none",
        /// Lamps that blink quickly.
        hurry: Words = "none",
        /// The first of these lamps that is dark goes on.
        light_next: Words = "none",
        /// What is lit of these lamps moves on by one to the left, the first to the last.
        shift_left: Words = "none",
        /// What is lit of these lamps moves on by one to the right, the last to the first.
        shift_right: Words = "none",
        /// A line for the display; `{jackpot}` stands for a counter.
        say: String = "none",
        /// What to shoot next.
        hint: String = "none",
        /// A sound.
        sound: Sound = "none",
        /// A big moment.
        moment: BigMoment = "none",
        /// Kickers that throw their balls out.
        kick: Words = "none",
        /// Coils that go on and a moment later off.
        pulse: Words = "none",
        /// Coils that go on.
        coil_on: Words = "none",
        /// Coils that go off.
        coil_off: Words = "none",
        /// Drop targets that go up.
        raise: Words = "none",
        /// Drop targets that go down.
        lower: Words = "none",
        /// Parts that are there again.
        enable: Words = "none",
        /// Parts that are taken away.
        disable: Words = "none",
        /// Driven groups that follow their paths from the beginning.
        run: Words = "none",
        /// Driven groups that stop where they are.
        stop: Words = "none",
        /// Driven groups that go somewhere: { group = "lift", shift = [0, 0, 40], seconds = 0.5 }.
        go: Several<Go> = "none",
        /// Driven groups that are put somewhere at once: { group = "lift", shift = [0, 0, 40] }.
        pose: Several<Pose> = "none",
        /// Driven groups that go on steadily: { group = "wheel", spin = 6.28 }.
        velocity: Several<Pace> = "none",
        /// Timers that start, each with its seconds: "hurry 20".
        start_timer: Words = "none",
        /// Timers that stop.
        stop_timer: Words = "none",
        /// Modes that begin.
        begin_mode: Words = "none",
        /// Modes that end.
        end_mode: Words = "none",
        /// s: balls that drain within so long come back.
        save: Amount = "none",
        /// Has the player a ball more?
        extra_ball: bool = "false",
        /// The kicker that keeps its ball, while another is served.
        lock: String = "none",
        /// So many balls are to be in play: locked ones are let go, others are served.
        multiball: Worth = "none",
        /// Is the ball over? The flippers die until it has drained.
        end_ball: bool = "false",
    }
}
