//! Recorded games, turn by turn: the referee is given the recorded events and must decide as recorded.

use super::common::{Common, read_state};
use super::record::{Names, read_what};
use super::tolerance::SPOT;
use super::verdict::{Measures, OCCUPIED_SPOT, Outcome, Verdict};
use crate::case::{Fault, Field};
use carom::DVec2;
use carom::billiards::rules::{Constraints, Game, GameKind, InHand, Played};
use carom::billiards::{Ball, BallState, Event, Table};
use serde_json::Value;

/// The decisions of one game.
#[derive(Clone, Debug)]
pub(crate) struct GameFamily {
    pub(crate) family: String,
    pub(crate) verdicts: Vec<Verdict>,
}

/// Which of our games is meant, and the names of its table and balls among the common things.
fn kind(field: &Field<'_>) -> Result<(GameKind, &'static str, &'static str), Fault> {
    let name = field.text()?;
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    match letters.as_str() {
        "eightball" | "8ball" => Ok((GameKind::EightBall, "seven_foot", "pool")),
        "nineball" | "9ball" => Ok((GameKind::NineBall, "seven_foot", "pool")),
        "snooker" => Ok((GameKind::Snooker, "snooker", "snooker")),
        "threecushion" => Ok((GameKind::ThreeCushion, "billiard", "billiard")),
        "sumtothree" => Ok((GameKind::SumToThree, "billiard", "billiard")),
        "sandbox" => Ok((GameKind::Free, "seven_foot", "pool")),
        _ => Err(Fault::new(field.at(), format_args!("`{name}` is no game known here"))),
    }
}

/// Plays a recorded game through the referee.
pub(crate) fn judge(value: &Value, file: &str, number: usize, common: &Common) -> Result<GameFamily, Fault> {
    let game = Field::new(value, format!("{file} game {number}"));
    let name_field = game.get("game")?;
    let (kind, table, balls) = kind(&name_field)?;
    let id = game.some("id").map_or(Ok(name_field.text()?), |id| id.text())?;
    let game = Field::new(value, format!("{file} {id}"));
    let missing = |name: &str| Fault::new(game.at(), format_args!("`{name}` is not among the common things"));
    let table = common.table_named(table).ok_or_else(|| missing(table))?;
    let spec = common.ball_named(balls).ok_or_else(|| missing(balls))?.spec;
    let turns = game.get("turns")?.list()?;
    let (players, target) = players_and_target(&turns)?;
    let mut referee = Game::new(kind, players, target);
    let mut verdicts = Vec::new();
    for (number, turn) in turns.iter().enumerate() {
        let mut balls = Vec::new();
        for (name, state) in turn.get("before")?.get("balls")?.entries()? {
            balls.push(Ball { name: name.to_owned(), spec, state: read_state(&state)? });
        }
        let (measures, occupied) = judge_turn(turn, &mut referee, table, &balls)?;
        let mut verdict = measures.verdict(format!("{id}[{number}]"), Vec::new());
        if occupied && verdict.outcome == Outcome::Passed {
            verdict.outcome = Outcome::Excepted(OCCUPIED_SPOT);
        }
        verdicts.push(verdict);
    }
    Ok(GameFamily { family: format!("game/{}", kind.name()), verdicts })
}

/// How many players there are, by the names that turn up (`P1`, `P2` ...), and the score that wins the carom games: the
/// winner's, if the record has one; else the usual 10, or more than anybody has.
fn players_and_target(turns: &[Field<'_>]) -> Result<(usize, i64), Fault> {
    let (mut players, mut target, mut most) = (1, 10, 0);
    for turn in turns {
        let decision = turn.get("decision")?;
        for name in [turn.get("before")?.some("active_player"), decision.some("next_player")].into_iter().flatten() {
            players = players.max(player(&name)? + 1);
        }
        let score = decision.get("score")?;
        for (_, points) in score.entries()? {
            most = most.max(points.number()? as i64);
        }
        if let (true, Some(winner)) = (decision.flag("game_over")?, decision.some("winner")) {
            target = score.some(winner.text()?).map_or(Ok(10.0), |points| points.number())? as i64;
            return Ok((players, target));
        }
    }
    if most >= target {
        target = most + 1;
    }
    Ok((players, target))
}

/// `P1` is player 0.
fn player(field: &Field<'_>) -> Result<usize, Fault> {
    let name = field.text()?;
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let number = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let number = number.filter(|number| *number < 100);
    number.ok_or_else(|| Fault::new(field.at(), format_args!("`{name}` is no player known here")))
}

/// One decision. `true` if a ball was put back elsewhere than recorded, because its spot is occupied.
fn judge_turn(turn: &Field<'_>, referee: &mut Game, table: &Table, balls: &[Ball]) -> Result<(Measures, bool), Fault> {
    let mut measures = Measures::default();
    measures.take(0.0, 1.0, || "decided as recorded, nothing".to_owned());
    let before = turn.get("before")?;
    let names = Names { table, balls };
    if let Some(active) = before.some("active_player") {
        same(&mut measures, "player before", &player(&active)?, &referee.player());
    }
    let asked = before.get("constraints")?;
    let call = |name: &str| -> Result<Option<String>, Fault> {
        asked.some(name).map(|call| call.text().map(str::to_owned)).transpose()
    };
    referee.call(call("ball_call")?.as_deref(), call("pocket_call")?.as_deref());
    same_constraints(&mut measures, "before", &asked, referee.constraints())?;
    for (name, ours) in [("shot_number", referee.shot_number()), ("turn_number", referee.turn_number())] {
        if let Some(theirs) = before.some(name) {
            same(&mut measures, name, &theirs.count()?, &(ours as usize));
        }
    }
    let mut events = Vec::new();
    for event in turn.get("events")?.list()? {
        events.push(Event { time: event.num("t")?, what: read_what(&event, &names)?, lost: 0.0 });
    }
    let end = turn.get("end")?;
    let mut after: Vec<BallState> = Vec::new();
    for ball in balls {
        after.push(read_state(&end.get(&ball.name)?)?);
    }
    let struck = before.get("cue")?.get("ball")?;
    let cue_ball = names.ball(&struck)?;
    let decision = referee.judge(&Played { table, before: balls, events: &events, after: &after, cue_ball });
    let theirs = turn.get("decision")?;
    same(&mut measures, "legal", &theirs.get("legal")?.bool()?, &decision.legal);
    let has_reason = !theirs.get("reason")?.text()?.is_empty();
    same(&mut measures, "a reason", &has_reason, &!decision.reason.is_empty());
    same(&mut measures, "turn over", &theirs.get("turn_over")?.bool()?, &decision.turn_over);
    same(&mut measures, "game over", &theirs.get("game_over")?.bool()?, &decision.game_over);
    let winner = theirs.some("winner").map(|winner| player(&winner)).transpose()?;
    same(&mut measures, "winner", &winner, &decision.winner);
    let mut score = vec![0; decision.score.len()];
    for (name, points) in theirs.get("score")?.entries()? {
        let digits: usize = name.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
        match digits.checked_sub(1).and_then(|number| score.get_mut(number)) {
            Some(place) => *place = points.number()? as i64,
            None => measures.complain(format!("the record gives points to {name}")),
        }
    }
    same(&mut measures, "score", &score, &decision.score);
    if !decision.game_over {
        if let Some(next) = theirs.some("next_constraints") {
            same_constraints(&mut measures, "next", &next, referee.constraints())?;
        }
        if let Some(next) = theirs.some("next_player") {
            same(&mut measures, "next player", &player(&next)?, &referee.player());
        }
    }
    let occupied = same_spots(&mut measures, turn, balls, &after, &decision.respotted)?;
    Ok((measures, occupied))
}

fn same<T: PartialEq + core::fmt::Debug>(measures: &mut Measures, what: &str, theirs: &T, ours: &T) {
    if theirs != ours {
        measures.complain(format!("{what}: {theirs:?} in the record, {ours:?} here"));
    }
}

fn same_constraints(measures: &mut Measures, when: &str, theirs: &Field<'_>, ours: &Constraints) -> Result<(), Fault> {
    let hand = theirs.get("ball_in_hand")?;
    let in_hand = match hand.text()? {
        "none" => InHand::No,
        "anywhere" => InHand::Anywhere,
        "behind_line" => InHand::BehindLine,
        "semicircle" => InHand::Semicircle,
        other => return Err(Fault::new(hand.at(), format_args!("`{other}` is no ball in hand known here"))),
    };
    same(measures, &format!("ball in hand {when}"), &in_hand, &ours.in_hand);
    let lists = [("movable", &ours.movable), ("cueable", &ours.cueable), ("hittable", &ours.hittable)];
    for (name, list) in lists {
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let theirs = theirs.some(name).map_or(Ok(Vec::new()), |names| names.texts())?;
        same(measures, &format!("{name} {when}"), &sorted(theirs), &sorted(list.clone()));
    }
    same(measures, &format!("call {when}"), &theirs.get("call_shot")?.bool()?, &ours.call_shot);
    Ok(())
}

/// Balls that were put back, and where. `true` if ours lies elsewhere because the recorded spot is occupied.
fn same_spots(
    measures: &mut Measures,
    turn: &Field<'_>,
    balls: &[Ball],
    after: &[BallState],
    ours: &[(usize, DVec2)],
) -> Result<bool, Fault> {
    let mut theirs = Vec::new();
    for (name, state) in turn.some("respotted").map_or(Ok(Vec::new()), |spots| spots.entries())? {
        theirs.push((name.to_owned(), read_state(&state)?.position.truncate()));
    }
    let name = |number: usize| balls.get(number).map_or("?", |ball| ball.name.as_str());
    let mut names: Vec<&str> = ours.iter().map(|(ball, _)| name(*ball)).collect();
    names.sort_unstable();
    let mut recorded: Vec<&str> = theirs.iter().map(|(ball, _)| ball.as_str()).collect();
    recorded.sort_unstable();
    same(measures, "respotted", &recorded, &names);
    let mut occupied = false;
    for (ball, place) in &theirs {
        // Other balls where the shot left them, or where they were put back themselves.
        let others = balls.iter().zip(after).filter(|(other, _)| other.name != *ball);
        let place_of = |other: &Ball, state: &BallState| {
            let moved = theirs.iter().find(|(name, _)| *name == other.name).map(|(_, place)| *place);
            moved.or_else(|| (!state.phase.is_out()).then(|| state.position.truncate()))
        };
        let taken = others
            .filter_map(|(other, state)| place_of(other, state).map(|there| (there, other.spec.radius)))
            .any(|(there, radius)| (there - *place).length() < 2.0 * radius);
        for (_, our_place) in ours.iter().filter(|(number, _)| name(*number) == ball) {
            let off = (*place - *our_place).length();
            if taken && off > SPOT {
                occupied = true;
            } else {
                measures.take(off, SPOT, || format!("spot of {ball}"));
            }
        }
    }
    Ok(occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn players_and_the_winning_score_come_from_the_record() {
        let turn = |score: i64, over: bool| {
            json!({"before": {"active_player": "P1"}, "decision": {
                "next_player": "P3", "score": {"P2": score}, "game_over": over, "winner": if over { json!("P2") } else { json!(null) }}})
        };
        let found = |turns: &[Value]| {
            let turns: Vec<Field<'_>> = turns.iter().map(|turn| Field::new(turn, "t")).collect();
            players_and_target(&turns).expect("readable")
        };
        assert_eq!(found(&[turn(4, false)]), (3, 10), "usual");
        assert_eq!(found(&[turn(14, false)]), (3, 15), "more than ten and still going on");
        assert_eq!(found(&[turn(4, false), turn(5, true)]), (3, 5), "won with five");
        let strange = json!("nobody");
        assert!(player(&Field::new(&strange, "p")).is_err(), "no number, no player");
    }
}
