//! The rules of Kingfisher, played by hand: events are told to the game's rules as if balls had made them.

use crate::common::ball;
use carom::pinball::{Event, Happening};
use carom_rules::{Act, Board, Lit, Mode, Occurrence, PlayerState, Rules};
use carom_tables::{Table, built_in};

/// Kingfisher with a board of its own.
struct River {
    table: Table,
    machine: carom::pinball::Machine,
    rules: Rules,
    board: Board,
    score: i64,
    acts: Vec<Act>,
}

impl River {
    fn new() -> Self {
        let (table, machine) = Table::load(built_in::find("kingfisher").unwrap().text).unwrap();
        let rules = Rules::compile(&table, &machine).unwrap();
        let mut board = Board { lamps: rules.lamps(), counters: rules.counters(), ..Board::default() };
        board.status.players = vec![PlayerState { ball: 1, ..PlayerState::default() }];
        (board.status.multiplier, board.status.bonus_multiplier, board.status.in_play) = (1, 1, 1);
        let mut river = Self { table, machine, rules, board, score: 0, acts: Vec::new() };
        river.hear(Occurrence::BallBegins);
        river
    }

    fn hear(&mut self, what: Occurrence) {
        let mut queue = vec![what];
        while !queue.is_empty() {
            let mut acts = Vec::new();
            self.rules.hear(&queue.remove(0), &self.board, &self.machine, &mut acts);
            for act in acts {
                let board = &mut self.board;
                match act.clone() {
                    Act::Score(points) => self.score += points,
                    Act::Light(lamp, lit) => {
                        board.lamps[lamp] = lit;
                        queue.push(Occurrence::Lamp(lamp));
                    }
                    Act::SetCounter(name, value) => {
                        let before = board.counters.insert(name.clone(), value);
                        let changed = before != Some(value);
                        queue.extend(changed.then_some(Occurrence::Counter(name, value)));
                    }
                    Act::SetTimer(name, _) => drop(board.timers.insert(name, 1)),
                    Act::StopTimer(name) => drop(board.timers.remove(&name)),
                    Act::BonusMultiplier(times) => board.status.bonus_multiplier = times,
                    Act::BeginMode(name) => board.status.modes.push(Mode { name, ..Mode::default() }),
                    Act::EndMode(name) => board.status.modes.retain(|mode| mode.name != name),
                    Act::Lock(part) => {
                        board.status.locked += 1;
                        queue.push(Occurrence::Locked(part, board.status.locked));
                    }
                    Act::Multiball(balls) => (board.status.in_play, board.status.locked) = (balls, 0),
                    _ => {}
                }
                self.acts.push(act);
            }
        }
    }

    /// A ball hits something. Gives the points for it.
    fn hit(&mut self, name: &str) -> i64 {
        let before = self.score;
        let (part, ball) = (self.machine.part(name).unwrap(), ball());
        let what = if name.starts_with("drop") {
            Happening::Dropped { part }
        } else if name == "spinner" {
            Happening::Spin { part }
        } else {
            Happening::Hit { part, ball, speed: 1.0 }
        };
        self.hear(Occurrence::Machine(Event { time: 0.0, what }));
        self.score - before
    }

    fn runs_out(&mut self, timer: &str) {
        assert!(self.board.timers.remove(timer).is_some(), "{timer}");
        self.hear(Occurrence::Timer(timer.to_owned()));
    }

    fn lit(&self, name: &str) -> Lit {
        let lamp = self.table.lamps.iter().position(|lamp| lamp.name.as_deref() == Some(name));
        self.board.lamps[lamp.unwrap_or_else(|| panic!("no lamp {name}"))]
    }

    fn runs(&self, mode: &str) -> bool {
        self.board.status.modes.iter().any(|one| one.name == mode)
    }

    fn plunge(&mut self) {
        let part = self.machine.part("shooter_lane").unwrap();
        let what = Happening::Unhit { part, ball: ball() };
        self.hear(Occurrence::Machine(Event { time: 0.0, what }));
    }
}

#[test]
fn the_blinking_lane_is_a_skill_shot() {
    let mut river = River::new();
    assert_eq!(river.lit("lane_2"), Lit::Blink);
    river.hear(Occurrence::Button(carom_rules::Button::Right, true));
    assert_eq!(river.lit("lane_3"), Lit::Blink);
    river.plunge();
    assert_eq!(river.hit("lane_3"), 15_500);
    assert_eq!((river.lit("lane_3"), river.lit("lane_2")), (Lit::On, Lit::Off));
    assert_eq!(river.hit("lane_3"), 500, "once");
    let mut late = River::new();
    late.plunge();
    assert_eq!(late.hit("lane_1"), 500);
    assert_eq!((late.lit("lane_1"), late.lit("lane_2")), (Lit::On, Lit::Off), "the blinking one goes out");
}

#[test]
fn three_lanes_raise_the_bonus_multiplier_to_five() {
    let mut river = River::new();
    river.plunge();
    river.runs_out("skill");
    for times in [2, 3, 4, 5, 5] {
        let points = ["lane_1", "lane_2", "lane_3"].map(|lane| river.hit(lane));
        assert_eq!(river.board.status.bonus_multiplier, times);
        assert!(points[2] > 5_000, "{points:?}");
        assert_eq!(["lane_1", "lane_2", "lane_3"].map(|lane| river.lit(lane)), [Lit::Off; 3]);
    }
}

#[test]
fn two_eggs_hatch_at_the_ramp_and_three_jackpots_light_the_super() {
    let mut river = River::new();
    for eggs in [1, 2] {
        for reed in ["stand_1", "stand_2", "stand_3"] {
            river.hit(reed);
        }
        assert_eq!(river.lit("lock"), Lit::On);
        assert_eq!(river.hit("saucer"), 6_000);
        assert_eq!((river.board.status.locked, river.lit("lock")), (eggs, Lit::Off));
    }
    let kick = Act::Kick(river.machine.part("saucer").unwrap());
    assert!(!river.board.timers.keys().any(|name| name.starts_with('~')), "a locked ball is not thrown out");
    river.hit("ramp_made");
    assert!(river.acts.contains(&Act::Multiball(3)) && river.runs("fledglings"));
    assert_eq!(river.board.counters["jackpot"], 25_000);
    let jackpots = [25_000, 30_000, 35_000].map(|jackpot| {
        river.board.timers.clear();
        river.hit("ramp_made") - 2_500 - jackpot
    });
    assert_eq!(jackpots, [0; 3]);
    assert_eq!(river.lit("super"), Lit::On);
    assert_eq!(river.hit("saucer"), 1_000 + 3 * 40_000);
    assert_eq!(river.lit("super"), Lit::Off);
    let later: Vec<String> = river.board.timers.keys().filter(|name| name.starts_with('~')).cloned().collect();
    later.iter().for_each(|name| river.runs_out(name));
    assert!(river.acts.contains(&kick));
    river.board.status.in_play = 1;
    river.hear(Occurrence::MultiballEnds);
    assert!(!river.runs("fledglings"));
}

#[test]
fn the_dive_is_a_mode_of_five_fish() {
    let mut river = River::new();
    for _ in 0..3 {
        river.hit("ramp_made");
    }
    assert_eq!(river.lit("dive"), Lit::On);
    river.hit("saucer");
    assert!(river.runs("dive"));
    let info = river.rules.mode("dive").unwrap();
    assert_eq!((info.title.as_str(), info.seconds), ("The Dive", Some(30.0)));
    let mut fish = Vec::new();
    for _ in 0..5 {
        river.board.timers.clear();
        fish.push(river.hit("left_orbit"));
        // The ball comes down the right orbit: the same shot.
        assert_eq!(river.hit("right_orbit"), 0);
    }
    assert_eq!(fish, [11_500, 14_000, 16_500, 19_000, 21_500 + 75_000]);
    assert!(!river.runs("dive"));
    assert_eq!(river.hit("left_outlane"), 52_500, "the full catch has lit the special");
    assert!(river.acts.contains(&Act::SaveBall(8.0)));
}

#[test]
fn bumpers_and_spinner_are_worth_more_and_more() {
    let mut river = River::new();
    let points: Vec<i64> = (0..51).map(|_| river.hit("bumper_2")).collect();
    assert_eq!((points[0], points[19], points[20], points[50]), (100, 100, 500, 1_000));
    assert_eq!(river.hit("spinner"), 100);
    river.board.counters.insert("spinner_value".to_owned(), 2_400);
    assert_eq!(river.hit("spinner"), 2_400);
}

#[test]
fn ramps_in_a_row_are_combos_and_six_light_the_extra_ball() {
    let mut river = River::new();
    let points: Vec<i64> = (0..6).map(|_| river.hit("ramp_made")).collect();
    assert_eq!(points, [2_500, 7_500, 12_500, 17_500, 22_500, 27_500]);
    assert_eq!(river.lit("extra_ball"), Lit::On);
    river.hit("left_orbit");
    assert!(river.acts.contains(&Act::ExtraBall));
    assert_eq!(river.lit("extra_ball"), Lit::Off);
}

#[test]
fn a_game_of_the_autopilot_scores_and_is_the_same_again() {
    let table = Table::parse(built_in::find("kingfisher").unwrap().text).unwrap();
    let play = || {
        let options = carom_rules::GameOptions { seed: 3, autopilot: true };
        let mut game = carom_rules::Game::new(&table, options).unwrap();
        (0..30_000).for_each(|_| game.tick());
        (game.status().players[0].score, game.hash())
    };
    let (score, hash) = play();
    assert!(score > 1_000, "{score}");
    assert_eq!(play(), (score, hash));
}
