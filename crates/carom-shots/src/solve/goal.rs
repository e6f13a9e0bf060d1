//! What is wanted, and by how much a shot misses it.

use crate::fault::{Fault, shown, suggestion};
use crate::{MOST_BALLS, Prepared};
use carom::DVec2;
use carom::billiards::rules::{Game, GameKind, InHand, Played};
use carom::billiards::{Ball, Phase, Shot, What};

/// What is wanted. All that is said must be met, and the struck ball must stay on the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal {
    /// Pot something.
    pub pot: Option<Pot>,
    /// Leave the struck ball near a point.
    pub leave: Option<Leave>,
    /// A legal shot after which the player goes on or has won, in this game as it stands. Where ball and pocket must be
    /// called, those that fall first are.
    pub score: Option<Game>,
}

/// Something to be potted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pot {
    /// Which ball; `None`: any but the struck one.
    pub ball: Option<usize>,
    /// Into which pocket; `None`: any.
    pub pocket: Option<usize>,
}

/// Where the struck ball shall end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leave {
    /// The point, m.
    pub at: DVec2,
    /// How far from it is near enough, m.
    pub within: f64,
}

impl Pot {
    /// By the names of the ball and the pocket.
    ///
    /// # Errors
    /// Names that are not there, with the nearest that is.
    pub fn named(prepared: &Prepared, ball: Option<&str>, pocket: Option<&str>) -> Result<Self, Fault> {
        let find = |what: &str, name: Option<&str>, names: &mut dyn Iterator<Item = &str>| {
            let Some(name) = name else { return Ok(None) };
            let names: Vec<&str> = names.take(MOST_BALLS).collect();
            let found = names.iter().position(|own| *own == name);
            if found.is_none() {
                let what = format!("there is no {what} `{}`{}", shown(name), suggestion(name, names));
                return Err(Fault { place: "pot".to_owned(), what });
            }
            Ok(found)
        };
        let number = find("ball", ball, &mut prepared.balls.iter().map(|ball| ball.name.as_str()))?;
        if let (Some(name), Ok((struck, _))) = (ball, super::struck(prepared))
            && number == Some(struck)
        {
            let what = format!("`{}` is the ball that is struck; name the one that it shall pot", shown(name));
            return Err(Fault { place: "pot".to_owned(), what });
        }
        Ok(Self {
            ball: number,
            pocket: find("pocket", pocket, &mut prepared.table.pockets.iter().map(|pocket| pocket.name.as_str()))?,
        })
    }
}

/// What it costs, m, if the struck ball is potted or flies off.
const OUT: f64 = 2.0;
/// What it costs, m, if a ball that should move is not touched.
const UNTOUCHED: f64 = 0.5;
/// What a cushion too few or too many costs, m.
const CUSHION: f64 = 0.3;
/// What a shot costs that is not allowed or does not keep the turn, m.
const ILLEGAL: f64 = 0.2;

impl Goal {
    /// A scoring shot in a game of this kind after its break, with the balls as they lie and nobody's groups decided: in
    /// snooker with reds on if there are any, else the lowest colour.
    pub fn score_in(kind: GameKind, prepared: &Prepared, struck: usize) -> Self {
        let there: Vec<Ball> = prepared.balls.iter().filter(|ball| !ball.state.phase.is_out()).cloned().collect();
        let mut at = Game::with_balls(kind, 1, i64::MAX, &there).standing().clone();
        at.shot_number = 1;
        let holds = &mut at.constraints;
        holds.in_hand = InHand::No;
        holds.movable.clear();
        holds.cueable = prepared.balls.get(struck).map(|ball| ball.name.clone()).into_iter().collect();
        holds.call_shot = kind == GameKind::EightBall;
        let is_there = |name: &str| there.iter().any(|ball| ball.name == name);
        holds.hittable.retain(|name| is_there(name));
        if holds.hittable.is_empty() {
            let last = match kind {
                GameKind::Snooker => ["yellow", "green", "brown", "blue", "pink", "black"].as_slice(),
                GameKind::EightBall => ["8"].as_slice(),
                _ => &[],
            };
            holds.hittable = last.iter().copied().find(|name| is_there(name)).map(str::to_owned).into_iter().collect();
        }
        Self { score: Some(Game::resume(kind, i64::MAX, at)), ..Self::default() }
    }

    /// Asks for nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// By how much a shot misses the goal: roughly metres; zero if it meets it.
    pub fn miss(&self, prepared: &Prepared, shot: &Shot, struck: usize) -> f64 {
        let mut miss = 0.0;
        let end = shot.state(struck);
        // Potting the struck ball is a mistake unless it is the aim.
        let may_fall = self.pot.is_some_and(|pot| pot.ball == Some(struck));
        if end.phase == Phase::Off || (end.phase == Phase::Potted && !may_fall) {
            miss += OUT;
        }
        if let Some(pot) = &self.pot {
            miss += pot_miss(prepared, shot, struck, *pot);
        }
        if let Some(leave) = &self.leave {
            let far = (end.position.truncate() - leave.at).length();
            miss += (far - leave.within).max(0.0);
        }
        if let Some(game) = &self.score {
            miss += score_miss(prepared, shot, struck, game);
        }
        // What is not finite is no shot at all.
        if miss.is_finite() { miss } else { 1e3 }
    }
}

/// The first ball but the struck one that fell, and its pocket.
pub(super) fn first_pot(shot: &Shot, struck: usize) -> Option<(usize, usize)> {
    shot.events().iter().find_map(|event| match event.what {
        What::Pot { ball, pocket } if ball != struck => Some((ball, pocket)),
        _ => None,
    })
}

fn pot_miss(prepared: &Prepared, shot: &Shot, struck: usize, pot: Pot) -> f64 {
    let balls = 0..prepared.balls.len();
    match pot.ball {
        Some(ball) => ball_miss(prepared, shot, struck, ball, pot.pocket),
        None => balls
            .filter(|ball| *ball != struck && !prepared.balls.get(*ball).is_none_or(|ball| ball.state.phase.is_out()))
            .map(|ball| ball_miss(prepared, shot, struck, ball, pot.pocket))
            .fold(f64::INFINITY, f64::min),
    }
}

/// By how much a ball missed a pocket (`None`: any).
fn ball_miss(prepared: &Prepared, shot: &Shot, struck: usize, ball: usize, wanted: Option<usize>) -> f64 {
    let fell = shot.events().iter().find_map(|event| match event.what {
        What::Pot { ball: own, pocket } if own == ball => Some(pocket),
        _ => None,
    });
    match (fell, wanted) {
        (Some(_), None) => return 0.0,
        (Some(pocket), Some(wanted)) if pocket == wanted => return 0.0,
        (Some(_), Some(_)) => return UNTOUCHED + ILLEGAL,
        (None, _) => {}
    }
    if ball != struck && !shot.events().iter().any(|event| event.what.involves(ball)) {
        let at = shot.state(ball).position.truncate();
        return UNTOUCHED + nearest(shot, struck, at);
    }
    let pockets = prepared.table.pockets.iter().enumerate();
    let near = pockets
        .filter(|(k, _)| wanted.is_none_or(|wanted| wanted == *k))
        .map(|(_, pocket)| nearest(shot, ball, pocket.centre) - pocket.radius)
        .fold(f64::INFINITY, f64::min);
    // It did not fall, however near it came.
    near.max(1e-3)
}

/// How near the centre of a ball came to a point.
fn nearest(shot: &Shot, ball: usize, point: DVec2) -> f64 {
    // Paths bend little within an eighth of a stretch: chords are near enough for a search.
    const PIECES: u32 = 8;
    let mut near = (shot.state(ball).position.truncate() - point).length();
    for leg in shot.legs(ball) {
        let end = if leg.end.is_finite() { leg.end } else { leg.start };
        let at = |k: u32| {
            let t = (end - leg.start) * f64::from(k) / f64::from(PIECES);
            (leg.state.position + leg.state.velocity * t + leg.acceleration * (0.5 * t * t)).truncate()
        };
        for k in 0..PIECES {
            near = near.min(to_segment(point, at(k), at(k + 1)));
        }
    }
    near
}

fn to_segment(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let part = if along.length_squared() > 0.0 { (point - from).dot(along) / along.length_squared() } else { 0.0 };
    (from + along * part.clamp(0.0, 1.0) - point).length()
}

fn score_miss(prepared: &Prepared, shot: &Shot, struck: usize, game: &Game) -> f64 {
    let player = game.player();
    let mut game = game.clone();
    if game.constraints().call_shot
        && let Some((ball, pocket)) = first_pot(shot, struck)
        && let (Some(ball), Some(pocket)) = (prepared.balls.get(ball), prepared.table.pockets.get(pocket))
    {
        game.call(Some(&ball.name), Some(&pocket.name));
    }
    let hittable = game.constraints().hittable.clone();
    let after: Vec<_> = (0..shot.ball_count()).map(|ball| shot.state(ball)).collect();
    let played = Played {
        table: &prepared.table,
        before: &prepared.balls,
        events: shot.events(),
        after: &after,
        cue_ball: struck,
    };
    let decision = game.judge(&played);
    let won = decision.game_over && decision.winner == Some(player);
    if decision.legal && (won || (!decision.game_over && !decision.turn_over)) {
        return 0.0;
    }
    ILLEGAL
        + match game.kind() {
            GameKind::ThreeCushion => cushions_miss(prepared, shot, struck, 3),
            GameKind::SumToThree => sum_miss(prepared, shot, struck),
            GameKind::Free => 0.0,
            GameKind::EightBall | GameKind::NineBall | GameKind::Snooker => prepared
                .balls
                .iter()
                .enumerate()
                .filter(|(k, ball)| {
                    let may_be_hit = hittable.is_empty() || hittable.contains(&ball.name);
                    *k != struck && may_be_hit && !ball.state.phase.is_out()
                })
                .map(|(ball, _)| ball_miss(prepared, shot, struck, ball, None))
                .fold(UNTOUCHED + OUT, f64::min),
        }
}

/// What is missing to both balls by way of some cushions.
fn cushions_miss(prepared: &Prepared, shot: &Shot, struck: usize, need: u32) -> f64 {
    let mut met = Vec::new();
    let mut cushions = 0;
    for event in shot.events() {
        match event.what {
            What::Balls { balls: [a, b] } if a == struck || b == struck => {
                let other = if a == struck { b } else { a };
                if !met.contains(&other) {
                    met.push(other);
                }
            }
            What::Rail { ball, .. } if ball == struck && met.len() < 2 => cushions += 1,
            _ => {}
        }
    }
    let untouched = (0..prepared.balls.len()).filter(|ball| *ball != struck && !met.contains(ball));
    let far: f64 = untouched.map(|ball| ILLEGAL + nearest(shot, struck, shot.state(ball).position.truncate())).sum();
    far + CUSHION * f64::from(need.saturating_sub(cushions))
}

/// What is missing to one hit and three cushions in all.
fn sum_miss(prepared: &Prepared, shot: &Shot, struck: usize) -> f64 {
    let events = shot.events();
    let cushions = events.iter().filter(|event| matches!(event.what, What::Rail { .. })).count();
    let is_hit = events.iter().any(|event| matches!(event.what, What::Balls { .. }));
    let others = (0..prepared.balls.len()).filter(|ball| *ball != struck);
    let far = others.map(|ball| nearest(shot, struck, shot.state(ball).position.truncate())).fold(OUT, f64::min);
    CUSHION * cushions.abs_diff(3) as f64 + if is_hit { 0.0 } else { far }
}
