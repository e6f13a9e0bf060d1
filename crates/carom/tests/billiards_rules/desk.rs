//! A referee's desk: a game, its balls, and shots told in words.

use carom::DVec2;
use carom::billiards::rules::{Decision, Game, GameKind, Played};
use carom::billiards::{Ball, BallState, Event, Phase, Table, What};

pub(crate) struct Desk {
    pub(crate) table: Table,
    pub(crate) balls: Vec<Ball>,
    pub(crate) game: Game,
    pub(crate) cue_ball: String,
}

impl Desk {
    pub(crate) fn new(kind: GameKind) -> Self {
        Self::of(kind, 2)
    }

    pub(crate) fn of(kind: GameKind, players: usize) -> Self {
        let table = kind.table();
        let balls = kind.rack(&table, 1e-3, 1);
        let game = Game::with_balls(kind, players, 10, &balls);
        let cue_ball = balls[0].name.clone();
        Self { table, balls, game, cue_ball }
    }

    pub(crate) fn ball(&self, name: &str) -> usize {
        self.balls.iter().position(|ball| ball.name == name).unwrap_or_else(|| panic!("no ball {name}"))
    }

    pub(crate) fn at(&self, name: &str) -> DVec2 {
        self.balls[self.ball(name)].state.position.truncate()
    }

    pub(crate) fn put(&mut self, name: &str, at: DVec2) {
        let ball = self.ball(name);
        self.balls[ball].state = BallState::at_rest(at.x, at.y, &self.balls[ball].spec);
    }

    /// Takes balls off the table.
    pub(crate) fn remove(&mut self, names: &[&str]) {
        for name in names {
            let ball = self.ball(name);
            self.balls[ball].state.phase = Phase::Potted;
        }
    }

    /// Plays a shot: `cue 3` (they meet), `3 rail`, `3 jaw`, `3 pot lt`, `3 off`, one after the other, a second apart;
    /// with `=` before it, at the same moment as the one before. Then the balls lie as the referee leaves them.
    pub(crate) fn shot(&mut self, story: &[&str]) -> Decision {
        let mut time = 0.0;
        let mut events = Vec::new();
        for words in story {
            if !words.starts_with('=') {
                time += 1.0;
            }
            let words: Vec<&str> = words.trim_start_matches('=').split_whitespace().collect();
            let ball = self.ball(words[0]);
            let what = match words[1] {
                "rail" => What::Rail { ball, rail: 0 },
                "jaw" => What::Jaw { ball, jaw: 0 },
                "pot" => What::Pot { ball, pocket: self.table.pocket(words[2]).unwrap() },
                "off" => What::Off { ball },
                other => {
                    let other = self.ball(other);
                    What::Balls { balls: [ball.min(other), ball.max(other)] }
                }
            };
            events.push(Event { time, what, lost: 0.0 });
        }
        let mut after: Vec<BallState> = self.balls.iter().map(|ball| ball.state).collect();
        for event in &events {
            match event.what {
                What::Pot { ball, .. } => after[ball].phase = Phase::Potted,
                What::Off { ball } => after[ball].phase = Phase::Off,
                _ => {}
            }
        }
        let decision = self.game.judge(&Played {
            table: &self.table,
            before: &self.balls,
            events: &events,
            after: &after,
            cue_ball: self.ball(&self.cue_ball),
        });
        for (ball, state) in self.balls.iter_mut().zip(after) {
            ball.state = state;
        }
        for &(ball, at) in &decision.respotted {
            self.balls[ball].state = BallState::at_rest(at.x, at.y, &self.balls[ball].spec);
        }
        decision
    }

    /// The same with a call.
    pub(crate) fn called(&mut self, ball: &str, pocket: &str, story: &[&str]) -> Decision {
        self.game.call(Some(ball), Some(pocket));
        self.shot(story)
    }

    /// No two balls on the table overlap.
    pub(crate) fn assert_apart(&self) {
        for (i, a) in self.balls.iter().enumerate() {
            for b in self.balls.iter().take(i).filter(|b| !a.state.phase.is_out() && !b.state.phase.is_out()) {
                let gap = (a.state.position - b.state.position).length() - a.spec.radius - b.spec.radius;
                assert!(gap >= 0.0, "{} and {} overlap by {gap}", a.name, b.name);
            }
        }
    }
}
