//! Turns of games that the reference engine has judged, copied with its decisions.
//!
//! `before`: shots, turns, score, who has the solids, in hand, movable, cueable, hittable, call needed, ball and pocket
//! called, ball struck. `ball`: name, place before, place after. `said`: legal, turn over, game over, winner, score, next
//! player. `next`: what then holds.

use carom::DVec2;
use carom::billiards::rules::{Constraints, Game, GameKind, InHand, Played, Standing};
use carom::billiards::{Ball, BallState, Event, Phase, Table, What};

#[test]
fn recorded_turns_are_decided_as_they_were() {
    let turns: Vec<Turn> = include_str!("turns.txt").split("turn ").skip(1).map(Turn::read).collect();
    let mut kinds: Vec<GameKind> = turns.iter().map(|turn| turn.kind).collect();
    kinds.dedup();
    assert_eq!(kinds.len(), 5, "turns of five games");
    for turn in &turns {
        turn.judge();
    }
}

struct Turn {
    name: String,
    kind: GameKind,
    table: Table,
    standing: Standing,
    cue_ball: usize,
    balls: Vec<Ball>,
    after: Vec<BallState>,
    events: Vec<Event>,
    expected: Vec<Vec<String>>,
}

impl Turn {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let kind = GameKind::from_name(head[0]).unwrap();
        let table = match kind {
            GameKind::EightBall | GameKind::NineBall => Table::named("pool-7").unwrap(),
            _ => kind.table(),
        };
        let before = lines.next().unwrap();
        let standing = Standing {
            shot_number: before[1].parse().unwrap(),
            turn_number: before[2].parse().unwrap(),
            score: before[3].split(',').map(|points| points.parse().unwrap()).collect(),
            solids: before[4].parse().ok(),
            constraints: Constraints {
                in_hand: in_hand(before[5]),
                movable: list(before[6]),
                cueable: list(before[7]),
                hittable: list(before[8]),
                call_shot: before[9] == "true",
                ball_call: name(before[10]),
                pocket_call: name(before[11]),
            },
        };
        let mut turn = Self {
            name: head.join(" "),
            kind,
            table,
            standing,
            cue_ball: 0,
            balls: Vec::new(),
            after: Vec::new(),
            events: Vec::new(),
            expected: Vec::new(),
        };
        for line in lines {
            turn.line(&line);
        }
        turn.cue_ball = turn.ball(before[12]);
        turn
    }

    fn line(&mut self, line: &[&str]) {
        let number = |text: &str| text.parse::<f64>().unwrap();
        match line[0] {
            "ball" => {
                let state = |x: &str, y: &str| match (x, y) {
                    ("-", "-") => BallState { phase: Phase::Potted, ..BallState::default() },
                    _ => BallState::at_rest(number(x), number(y), &self.kind.ball_spec()),
                };
                let (before, after) = (state(line[2], line[3]), state(line[4], line[5]));
                self.balls.push(Ball { name: line[1].to_owned(), spec: self.kind.ball_spec(), state: before });
                self.after.push(after);
            }
            "balls" | "rail" | "jaw" | "pot" => {
                let ball = self.ball(line[2]);
                let what = match line[0] {
                    "balls" => {
                        let other = self.ball(line[3]);
                        What::Balls { balls: [ball.min(other), ball.max(other)] }
                    }
                    "rail" => What::Rail {
                        ball,
                        rail: self.table.rails.iter().position(|rail| rail.name == line[3]).unwrap(),
                    },
                    "jaw" => {
                        What::Jaw { ball, jaw: self.table.jaws.iter().position(|jaw| jaw.name == line[3]).unwrap() }
                    }
                    _ => What::Pot { ball, pocket: self.table.pocket(line[3]).unwrap() },
                };
                self.events.push(Event { time: number(line[1]), what, lost: 0.0 });
            }
            _ => self.expected.push(line.iter().map(|&word| word.to_owned()).collect()),
        }
    }

    fn ball(&self, name: &str) -> usize {
        self.balls.iter().position(|ball| ball.name == name).unwrap_or_else(|| panic!("{}: no ball {name}", self.name))
    }

    fn judge(&self) {
        let mut game = Game::resume(self.kind, 10, self.standing.clone());
        let decision = game.judge(&Played {
            table: &self.table,
            before: &self.balls,
            events: &self.events,
            after: &self.after,
            cue_ball: self.cue_ball,
        });
        let (mut respotted, mut next) = (Vec::new(), None);
        for line in &self.expected {
            match line[0].as_str() {
                "said" => {
                    let winner = decision.winner.map_or("-".to_owned(), |winner| winner.to_string());
                    let score: Vec<String> = decision.score.iter().map(i64::to_string).collect();
                    let said = [
                        "said".to_owned(),
                        decision.legal.to_string(),
                        decision.turn_over.to_string(),
                        decision.game_over.to_string(),
                        winner,
                        score.join(","),
                        game.player().to_string(),
                    ];
                    assert_eq!(said.as_slice(), line.as_slice(), "{}: {}", self.name, decision.reason);
                    assert_eq!(decision.legal, decision.reason.is_empty(), "{}", self.name);
                }
                "respot" => {
                    respotted
                        .push((self.ball(&line[1]), DVec2::new(line[2].parse().unwrap(), line[3].parse().unwrap())));
                }
                _ => next = Some(line),
            }
        }
        assert_eq!(decision.respotted.len(), respotted.len(), "{}: {:?}", self.name, decision.respotted);
        for (ball, place) in respotted {
            let found = decision.respotted.iter().find(|&&(found, _)| found == ball);
            assert!(found.is_some_and(|&(_, at)| at.distance(place) < 1e-9), "{}: {found:?}", self.name);
        }
        assert_eq!(next.is_none(), game.over().is_some(), "{}", self.name);
        if let Some(line) = next {
            let holds = game.constraints();
            assert_eq!(holds.in_hand, in_hand(&line[1]), "{}", self.name);
            assert_eq!(sorted(&holds.movable), sorted(&list(&line[2])), "{}", self.name);
            assert_eq!(sorted(&holds.cueable), sorted(&list(&line[3])), "{}", self.name);
            assert_eq!(sorted(&holds.hittable), sorted(&list(&line[4])), "{}", self.name);
            assert_eq!(holds.call_shot, line[5] == "true", "{}", self.name);
        }
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|name| *name != "-").map(str::to_owned).collect()
}

fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort();
    names
}

fn name(text: &str) -> Option<String> {
    (text != "-").then(|| text.to_owned())
}

fn in_hand(text: &str) -> InHand {
    match text {
        "anywhere" => InHand::Anywhere,
        "behind-line" => InHand::BehindLine,
        "semicircle" => InHand::Semicircle,
        _ => InHand::No,
    }
}
