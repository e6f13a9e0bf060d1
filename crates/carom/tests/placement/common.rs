//! What the tests of placement share: a game that can be played as it was said, and again somewhere else, turned, nested in
//! groups, and larger or smaller; and how the two are compared.

use carom::math::rng::Stream;
use carom::pinball::part::{Part, Solid, TriggerArea, Trough};
use carom::pinball::{Command, Event, Group, GroupId, Happening, Input, Machine, PartId, Playfield};
use carom::shape::{Plane, Sides, Wall};
use carom::space::{In, Place, Seen, Similarity, Transform, Velocity};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, radians};
use carom::{Ball, BallId, DVec2, DVec3, Material};

/// s: how long a game goes on.
pub(crate) const LENGTH: f64 = 10.0;

/// Ticks between two looks at the balls.
const LOOK: u64 = 20;

/// Something to do to a part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    Coil(bool),
    Pull,
    Release,
    Position(f64),
    /// Heading, speed, inclination.
    Kick(f64, f64, f64),
    Drop(bool),
}

/// A game: parts, balls and when they come, deeds, and what must have happened for it to mean anything.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) slope: f64,
    pub(crate) parts: Vec<(&'static str, Part)>,
    pub(crate) balls: Vec<(f64, Ball)>,
    pub(crate) deeds: Vec<(f64, &'static str, Deed)>,
    /// What is told of a part, and how often at least.
    pub(crate) wants: Vec<(&'static str, &'static str, usize)>,
}

/// What was seen of a game, in the space in which the scene was said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    pub(crate) events: Vec<Event>,
    /// All balls in play, every so many ticks.
    pub(crate) looks: Vec<Vec<(BallId, DVec3)>>,
    /// The names of the parts, for messages.
    pub(crate) names: Vec<&'static str>,
}

/// Where a scene is put up: how its space lies in the table, and by which chain of parents each part gets there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placing {
    pub(crate) whole: Similarity,
    pub(crate) seed: u64,
}

impl Scene {
    /// A sloped floor in a box of 0.5 m by 1 m, whose lowest end takes the balls out of play; beside it a lane in which one
    /// ball goes up and down for the whole of the game.
    pub(crate) fn court(name: &'static str) -> Self {
        let wood = Material::pinball(0.5, 0.0, 0.2, 0.0).unwrap();
        let floor = Material::pinball(0.25, 0.0, 0.3, 0.0).unwrap();
        let mut shapes = vec![(Plane::new(DVec3::Z * 0.2, DVec3::NEG_Z).unwrap().into(), wood.clone())];
        let corners = |x0: f64, x1: f64| [[x0, 0.0], [x1, 0.0], [x1, 1.0], [x0, 1.0]].map(DVec2::from);
        let lively = Material::pinball(0.9, 0.0, 0.0, 0.0).unwrap();
        for (corners, material) in [(corners(-0.25, 0.25), &wood), (corners(0.3, 0.36), &lively)] {
            for k in 0..4 {
                let wall = Wall::new(corners[k], corners[(k + 1) % 4]).unwrap().with_sides(Sides::Front);
                shapes.push((wall.with_height(0.0, 0.2).unwrap().into(), material.clone()));
            }
        }
        let strip = [[-0.25, 0.95], [0.25, 0.95], [0.25, 1.0], [-0.25, 1.0]].map(DVec2::from).to_vec();
        let drain = Trough { drain: TriggerArea::Outline(strip), balls: 0, capacity: 100, ..Trough::default() };
        let runner = rolling(DVec2::new(0.32, 0.3), DVec2::new(0.11, 0.0));
        Self {
            name,
            slope: radians(10.0),
            parts: vec![
                ("floor", Solid::of(Plane::floor(0.0).unwrap(), floor).into()),
                ("box", Solid { shapes, tells_from: Some(0.2) }.into()),
                ("drain", drain.into()),
            ],
            balls: vec![(0.0, runner)],
            deeds: Vec::new(),
            wants: vec![("box", "hit", 3)],
        }
    }

    pub(crate) fn with(mut self, name: &'static str, part: impl Into<Part>) -> Self {
        self.parts.push((name, part.into()));
        self
    }

    /// A ball that comes at a time.
    pub(crate) fn ball(mut self, time: f64, ball: Ball) -> Self {
        self.balls.push((time, ball));
        self
    }

    /// A ball that comes at a time and rolls.
    pub(crate) fn served_at(self, time: f64, place: DVec2, velocity: DVec2) -> Self {
        self.ball(time, rolling(place, velocity))
    }

    /// Balls that roll from these places, one every so many seconds, with this velocity.
    pub(crate) fn served(mut self, every: f64, places: &[[f64; 2]], velocity: [f64; 2]) -> Self {
        for (k, &place) in places.iter().enumerate() {
            self.balls.push((every * k as f64, rolling(DVec2::from(place), DVec2::from(velocity))));
        }
        self
    }

    pub(crate) fn deed(mut self, time: f64, part: &'static str, deed: Deed) -> Self {
        self.deeds.push((time, part, deed));
        self
    }

    pub(crate) fn wants(mut self, part: &'static str, what: &'static str, least: usize) -> Self {
        self.wants.push((part, what, least));
        self
    }

    /// Nothing is wanted of this part any more.
    pub(crate) fn without_wants(mut self, part: &str) -> Self {
        self.wants.retain(|want| want.0 != part);
        self
    }

    /// m/s²: what pulls the balls, in the space in which the scene is said.
    pub(crate) fn pull(&self) -> DVec3 {
        let playfield = Playfield::default();
        DVec3::new(0.0, libm::sin(self.slope), -libm::cos(self.slope)) * playfield.gravity
    }

    /// Plays it as it was said, each ball off its place by up to `jitter`.
    pub(crate) fn play(&self, jitter: f64) -> Game {
        self.game(&mut self.machine(), None, jitter)
    }

    /// Plays it somewhere else.
    pub(crate) fn play_at(&self, placing: &Placing) -> Game {
        let mut machine = self.machine_at(placing);
        self.game(&mut machine, Some(&placing.whole), 0.0)
    }

    /// A machine with nothing but the parts, each put up as it was said.
    pub(crate) fn plain_machine(&self) -> Machine {
        let mut machine = self.bare();
        for (name, part) in &self.parts {
            machine.add(name, part.clone()).unwrap();
        }
        machine
    }

    /// The same, all in one group that does nothing.
    pub(crate) fn machine(&self) -> Machine {
        let mut machine = self.bare();
        let parent = Some(add_group(&mut machine, None, Similarity::IDENTITY));
        for (name, part) in &self.parts {
            machine.add_to(parent, &Transform::IDENTITY, name, part.clone()).unwrap();
        }
        machine
    }

    /// The same, each part in three groups of its own, one in the other, which together put it where it belongs.
    pub(crate) fn machine_at(&self, placing: &Placing) -> Machine {
        let mut machine = self.bare();
        let mut stream = Stream::new(placing.seed, "parents");
        pull_by(&mut machine, placing.whole.turn() * self.pull() * placing.whole.scale());
        for (name, part) in &self.parts {
            let (own, inner, outer) = (anywhere(&mut stream), anywhere(&mut stream), anywhere(&mut stream));
            // Own, then middle, then inner, then outer: that is to be the whole.
            let middle = own.inverse().then(&placing.whole).then(&inner.then(&outer).inverse());
            let mut parent = None;
            for lies in [outer, inner, middle] {
                parent = Some(add_group(&mut machine, parent, lies));
            }
            machine
                .add_to(parent, &Transform::from(own), name, part.clone())
                .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        }
        machine
    }

    fn bare(&self) -> Machine {
        let playfield = Playfield { material: None, slope: self.slope, ..Playfield::default() };
        Machine::new(&playfield).unwrap()
    }

    pub(crate) fn game(&self, machine: &mut Machine, whole: Option<&Similarity>, jitter: f64) -> Game {
        let mut stream = Stream::new(7, "jitter");
        let mut game = Game { names: self.parts.iter().map(|part| part.0).collect(), ..Game::default() };
        for &(time, ball) in &self.balls {
            let mut ball = ball;
            ball.position += jitter * direction(&mut stream);
            let ball = whole.map_or(ball, |whole| ball.out_of(whole));
            if time > 0.0 {
                machine.send(Command::at(time, Input::AddBall(ball))).unwrap();
            } else {
                machine.add_ball(ball).unwrap();
            }
        }
        for &(time, part, deed) in &self.deeds {
            let part = machine.part(part).unwrap();
            machine.send(Command::at(time, input(part, deed))).unwrap();
        }
        for tick in 1..=(LENGTH * 1000.0) as u64 {
            game.events.extend_from_slice(machine.tick());
            if tick.is_multiple_of(LOOK) {
                let place = |id: BallId| {
                    let place = Place(machine.position(id));
                    (id, whole.map_or(place, |whole| Seen::into(place, whole)).0)
                };
                game.looks.push(machine.balls().map(place).collect());
            }
        }
        game
    }
}

fn input(part: PartId, deed: Deed) -> Input {
    match deed {
        Deed::Coil(on) => Input::Coil { part, on },
        Deed::Pull => Input::Pull { part, retract: false },
        Deed::Release => Input::Release { part },
        Deed::Position(position) => Input::PlungerPosition { part, position },
        // Said in the kicker's own space, as all its numbers are.
        Deed::Kick(angle, speed, inclination) => Input::Kick { part, angle, speed, inclination },
        Deed::Drop(down) => Input::Drop { part, down },
    }
}

impl Game {
    /// Is everything there that makes the game worth playing?
    pub(crate) fn check(&self, scene: &Scene) -> Result<(), String> {
        for &(part, what, least) in &scene.wants {
            let count = self.count(part, what);
            if count < least {
                let told: Vec<_> = self.events.iter().map(|event| self.say(event)).collect();
                return Err(format!("{part} {what} {count} times, not {least}: {}", told.join(", ")));
            }
        }
        match self.events.iter().find(|event| matches!(event.what, Happening::Lost { .. } | Happening::Overloaded)) {
            Some(odd) => Err(format!("{odd:?}")),
            None => Ok(()),
        }
    }

    pub(crate) fn count(&self, part: &str, what: &str) -> usize {
        self.events.iter().filter(|event| self.part(event) == part && kind(&event.what) == what).count()
    }

    fn part(&self, event: &Event) -> &'static str {
        event.what.part().map_or("", |part| self.names[part.index()])
    }

    fn say(&self, event: &Event) -> String {
        format!("{:.4} s {} {}", event.time, self.part(event), kind(&event.what))
    }

    /// Is another game the same: every event, its part, its ball, its moment (within `moments` seconds), and where all balls
    /// are at every look? Answers by how much a ball was off at most, in the end and ever.
    pub(crate) fn compare(&self, other: &Self, moments: f64) -> Result<(f64, f64), String> {
        for (k, (one, two)) in self.events.iter().zip(&other.events).enumerate() {
            let same = kind(&one.what) == kind(&two.what)
                && one.what.part() == two.what.part()
                && balls(&one.what) == balls(&two.what);
            if !same || (one.time - two.time).abs() > moments {
                return Err(format!(
                    "event {k}: {} at {:.12} and {} at {:.12}; off by {:e} before",
                    self.say(one),
                    one.time,
                    other.say(two),
                    two.time,
                    self.off(other, one.time.min(two.time)),
                ));
            }
        }
        if self.events.len() != other.events.len() {
            return Err(format!("{} and {} events", self.events.len(), other.events.len()));
        }
        let ever = self.off(other, f64::INFINITY);
        let end = match (self.looks.last(), other.looks.last()) {
            (Some(one), Some(two)) => apart(one, two),
            _ => f64::INFINITY,
        };
        Ok((end, ever))
    }

    /// m: by how much balls were off at most, up to a time.
    pub(crate) fn off(&self, other: &Self, until: f64) -> f64 {
        let looks = ((until * 1000.0) as usize / LOOK as usize).min(self.looks.len()).min(other.looks.len());
        (0..looks).map(|k| apart(&self.looks[k], &other.looks[k])).fold(0.0, f64::max)
    }
}

fn apart(one: &[(BallId, DVec3)], two: &[(BallId, DVec3)]) -> f64 {
    if one.len() != two.len() {
        return f64::INFINITY;
    }
    let off = |((a, p), (b, q)): (&(BallId, DVec3), &(BallId, DVec3))| {
        if a == b { (*p - *q).length() } else { f64::INFINITY }
    };
    one.iter().zip(two).map(off).fold(0.0, f64::max)
}

/// What kind of event it is, in a word.
pub(crate) fn kind(what: &Happening) -> &'static str {
    match what {
        Happening::Hit { .. } => "hit",
        Happening::Unhit { .. } => "unhit",
        Happening::Collide { .. } => "collide",
        Happening::Slingshot { .. } => "slingshot",
        Happening::EndOfStroke { .. } => "end",
        Happening::StartOfStroke { .. } => "start",
        Happening::Spin { .. } => "spin",
        Happening::BallsMeet { .. } => "meet",
        Happening::Dropped { .. } => "dropped",
        Happening::Raised { .. } => "raised",
        Happening::Drained { .. } => "drained",
        Happening::Ejected { .. } => "ejected",
        Happening::Stuck { .. } => "stuck",
        Happening::Lost { .. } => "lost",
        _ => "other",
    }
}

/// The balls it happened to.
fn balls(what: &Happening) -> (Option<BallId>, Option<BallId>) {
    match *what {
        Happening::Hit { ball, .. }
        | Happening::Unhit { ball, .. }
        | Happening::Collide { ball, .. }
        | Happening::Slingshot { ball, .. }
        | Happening::Drained { ball, .. }
        | Happening::Ejected { ball, .. }
        | Happening::Stuck { ball }
        | Happening::Lost { ball } => (Some(ball), None),
        Happening::BallsMeet { one, other, .. } => (Some(one), Some(other)),
        _ => (None, None),
    }
}

/// Sets what pulls the balls: a table that lies as its room does feels what pulls there.
pub(crate) fn pull_by(machine: &mut Machine, pull: DVec3) {
    machine.set_gravity_in_room(In::new(Velocity(pull))).unwrap();
}

fn add_group(machine: &mut Machine, parent: Option<GroupId>, lies: Similarity) -> GroupId {
    machine.add_group(Group { parent, transform: lies.into(), ..Group::default() }).unwrap()
}

/// A unit vector, all directions alike.
pub(crate) fn direction(stream: &mut Stream) -> DVec3 {
    loop {
        let v = DVec3::new(stream.between(-1.0, 1.0), stream.between(-1.0, 1.0), stream.between(-1.0, 1.0));
        if (0.01..1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// Turned about any axis by any angle, and shifted by up to a metre.
pub(crate) fn anywhere(stream: &mut Stream) -> Similarity {
    let turn = Transform::rotation(direction(stream), stream.between(-3.1, 3.1)).unwrap();
    let shift = direction(stream) * stream.unit();
    turn.then(&Transform::translation(shift)).similarity().unwrap()
}

/// A standard ball on the floor.
pub(crate) fn ball_at(place: DVec2) -> Ball {
    Ball::new(place.extend(PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS).unwrap()
}

/// A standard ball that rolls over the floor.
pub(crate) fn rolling(place: DVec2, velocity: DVec2) -> Ball {
    let spin = DVec3::new(-velocity.y, velocity.x, 0.0) / PINBALL_RADIUS;
    ball_at(place).with_velocity(velocity.extend(0.0)).with_spin(spin)
}
