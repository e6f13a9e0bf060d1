//! A table with one of everything that rules speak of, and a board on which acts are entered as a game does it.

use carom::BallId;
use carom::pinball::{Command, Event, GroupId, Happening, Input, Machine, PartId};
use carom_rules::{Act, Board, Lit, Mode, Occurrence, PlayerState, Rules};
use carom_tables::Table;

pub(crate) const HEAD: &str = r#"
carom = 2
physics = "2026.1"
units = "mm"
[[flipper]]
name = "flipper"
at = [160, 930]
[[bumper]]
name = "bumper_1"
at = [100, 300]
[[bumper]]
name = "bumper_2"
at = [200, 300]
[[wall]]
name = "sling"
outline = [{ at = [300, 500], slingshot = true }, [320, 560], [290, 560]]
[[spinner]]
name = "spinner"
at = [400, 400]
[[kicker]]
name = "hole"
at = [300, 200]
[[trigger]]
name = "lane_1"
at = [100, 100]
radius = 10
[[trigger]]
name = "lane_2"
at = [150, 100]
radius = 10
[[trigger]]
name = "lane_3"
at = [200, 100]
radius = 10
[[target]]
name = "drop_1"
at = [100, 600]
[[target]]
name = "drop_2"
at = [150, 600]
[[target]]
name = "stand"
kind = "round"
at = [250, 600]
[[trough]]
name = "trough"
drain = [250, 1000]
exit = [480, 900]
balls = 4
[[lamp]]
name = "lane_1"
at = [100, 80]
[[lamp]]
name = "lane_2"
at = [150, 80]
[[lamp]]
name = "lane_3"
at = [200, 80]
[[lamp]]
name = "arrow"
at = [250, 500]
[[lamp]]
name = "shows"
at = [250, 550]
lit = "n >= 2"
blink = "mode hunt"
[[counter]]
name = "n"
[[counter]]
name = "jackpot"
start = 1000
most = 2500
[[counter]]
name = "hits"
each = "ball"
[[mode]]
name = "hunt"
title = "The Hunt"
seconds = 20
hint = "Shoot"
[[group]]
name = "cabin"
parent = "tower"
driven = true
axis = [1, 0, 0]
[[group]]
name = "tower"
shift = [300, 700, 0]
[[group]]
name = "lift"
shift = [400, 700, 0]
path = [{ time = 0 }, { time = 1, shift = [0, 0, 40] }]
"#;

/// Rules at work on a board of their own.
pub(crate) struct Bench {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) machine: Machine,
}

impl Bench {
    /// The table with these rules.
    pub(crate) fn new(rules: &str) -> Self {
        let text = format!("{HEAD}{rules}");
        let (table, machine) = Table::load(&text).unwrap_or_else(|faults| panic!("{faults}"));
        let rules = Rules::compile(&table, &machine).unwrap();
        let mut board = Board { lamps: rules.lamps(), counters: rules.counters(), ..Board::default() };
        board.status.players = vec![PlayerState { ball: 1, ..PlayerState::default() }];
        (board.status.multiplier, board.status.bonus_multiplier, board.status.in_play) = (1, 1, 1);
        Self { rules, board, machine }
    }

    pub(crate) fn part(&self, name: &str) -> PartId {
        self.machine.part(name).unwrap_or_else(|| panic!("no part {name}"))
    }

    /// A ball hits a part.
    pub(crate) fn hit(&mut self, name: &str) -> Vec<Act> {
        let (part, ball) = (self.part(name), ball());
        let what = match name {
            "spinner" => Happening::Spin { part },
            "sling" => Happening::Slingshot { part, ball, speed: 1.0 },
            "trough" => Happening::Drained { part, ball, held: 4 },
            "flipper" => Happening::Collide { part, ball, speed: 1.0 },
            _ if name.starts_with("drop") => Happening::Dropped { part },
            _ => Happening::Hit { part, ball, speed: 1.0 },
        };
        self.told(what)
    }

    pub(crate) fn group(&self, name: &str) -> GroupId {
        self.machine.group(name).unwrap_or_else(|| panic!("no group {name}"))
    }

    /// The machine tells something.
    pub(crate) fn told(&mut self, what: Happening) -> Vec<Act> {
        self.hear(Occurrence::Machine(Event { time: 0.0, what }))
    }

    /// Something happens, and what follows from it. Gives all that is done.
    pub(crate) fn hear(&mut self, what: Occurrence) -> Vec<Act> {
        let (mut queue, mut done) = (vec![what], Vec::new());
        while !queue.is_empty() && done.len() < 1000 {
            let mut acts = Vec::new();
            self.rules.hear(&queue.remove(0), &self.board, &self.machine, &mut acts);
            for act in &acts {
                queue.extend(self.enter(act));
            }
            done.extend(acts);
        }
        done
    }

    /// A timer's time has come.
    pub(crate) fn runs_out(&mut self, name: &str) -> Vec<Act> {
        assert!(self.board.timers.remove(name).is_some(), "{name} does not run");
        self.hear(Occurrence::Timer(name.to_owned()))
    }

    pub(crate) fn lower(&mut self, name: &str) {
        let part = self.part(name);
        self.machine.send(Command::now(Input::Drop { part, down: true })).unwrap();
        (0..200).for_each(|_| drop(self.machine.tick().to_vec()));
        assert!(self.machine.pose(part).unwrap().active);
    }

    pub(crate) fn counter(&self, name: &str) -> i64 {
        self.board.counters[name]
    }

    fn enter(&mut self, act: &Act) -> Option<Occurrence> {
        let board = &mut self.board;
        match act {
            Act::Light(lamp, lit) => {
                assert_ne!(board.lamps[*lamp], *lit, "a lamp that is so already is left alone");
                board.lamps[*lamp] = *lit;
                Some(Occurrence::Lamp(*lamp))
            }
            Act::SetCounter(name, value) => {
                let before = board.counters.insert(name.clone(), *value).unwrap_or(0);
                (before != *value).then(|| Occurrence::Counter(name.clone(), *value))
            }
            Act::SetTimer(name, seconds) => {
                board.timers.insert(name.clone(), (seconds * 1000.0) as u64);
                None
            }
            Act::StopTimer(name) => {
                board.timers.remove(name);
                None
            }
            Act::BeginMode(name) => {
                board.status.modes.push(Mode { name: name.clone(), ..Mode::default() });
                Some(Occurrence::ModeBegins(name.clone()))
            }
            Act::EndMode(name) => {
                board.status.modes.retain(|mode| mode.name != *name);
                Some(Occurrence::ModeEnds(name.clone()))
            }
            Act::BonusMultiplier(times) => {
                board.status.bonus_multiplier = *times;
                None
            }
            Act::Multiplier(times) => {
                board.status.multiplier = *times;
                None
            }
            _ => None,
        }
    }
}

/// Some ball: rules do not care which.
pub(crate) fn ball() -> BallId {
    let mut machine = Machine::new(&carom::pinball::Playfield::sized(0.5, 1.0)).unwrap();
    let place = carom::DVec3::new(0.2, 0.2, carom::units::PINBALL_RADIUS);
    let ball = carom::Ball::new(place, carom::units::PINBALL_RADIUS, carom::units::PINBALL_MASS).unwrap();
    machine.add_ball(ball).unwrap()
}

/// How the first lamps are lit: `.` dark, `o` lit, `b` blinking, `f` blinking quickly.
pub(crate) fn lamps(bench: &Bench, count: usize) -> String {
    let letter = |lit: &Lit| match lit {
        Lit::Off => '.',
        Lit::On => 'o',
        Lit::Blink => 'b',
        Lit::Fast => 'f',
    };
    bench.board.lamps.iter().take(count).map(letter).collect()
}
