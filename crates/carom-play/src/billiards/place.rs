//! Where a ball may lie: put there by a player, or by the referee.

use super::room::{Position, Room};
use carom::DVec2;
use carom::billiards::rules::{Decision, GameKind, InHand};
use carom::billiards::{Ball, BallState, Models, Phase, Shot, Table};
use carom::tolerance::BILLIARD_OVERLAP;

/// Where a cue ball comes back that nobody has put anywhere, as a part of the length.
const HEAD_SPOT: f64 = 0.25;
/// A referee who finds a spot taken looks around it in steps of this part of the radius.
const SEARCH_STEP: f64 = 0.25;
const SEARCH_RINGS: u32 = 400;
const SEARCH_DIRECTIONS: u32 = 24;

/// The position with a ball somewhere else, if the rules and the table allow it.
pub(super) fn placed(room: &Room, ball: usize, at: [f64; 2]) -> Result<Position, String> {
    let (table, at) = (&room.table, DVec2::from(at));
    let mut next = room.position.clone();
    let constraints = next.game.constraints();
    let Some(moved) = next.balls.get_mut(ball) else { return Err("there is no such ball".to_owned()) };
    if next.game.over().is_some() {
        return Err("the game is over".to_owned());
    }
    let free = next.game.kind() == GameKind::Free;
    if !free && (constraints.in_hand == InHand::No || !constraints.movable.contains(&moved.name)) {
        return Err("this ball is not in hand".to_owned());
    }
    if !inside(table, at, moved.spec.radius) {
        return Err("the ball must lie on the cloth".to_owned());
    }
    if !free {
        in_zone(constraints.in_hand, table, at)?;
    }
    moved.state = BallState::at_rest(at.x, at.y, &moved.spec);
    if let Some(other) = overlapping(&next.balls, ball, at) {
        return Err(format!("the ball would overlap {}", other.name));
    }
    sound(table, &room.models, &next.balls)?;
    Ok(next)
}

/// What the engine thinks of balls at rest.
pub(super) fn sound(table: &Table, models: &Models, balls: &[Ball]) -> Result<(), String> {
    Shot::new(table, models, balls, None).map(drop).map_err(|fault| fault.to_string())
}

/// Puts back what the referee wants on the table, and the ball that was struck if it will be needed. A spot that is taken
/// is replaced by the nearest free place; the decision then says that one.
pub(super) fn respot(table: &Table, next: &mut Position, decision: &mut Decision, cue_ball: usize) {
    let needed = |ball: &Ball| {
        let cueable = &next.game.constraints().cueable;
        ball.state.phase.is_out() && next.game.over().is_none() && cueable.contains(&ball.name)
    };
    let spotted = decision.respotted.iter().any(|(ball, _)| *ball == cue_ball);
    if !spotted && next.balls.get(cue_ball).is_some_and(needed) {
        decision.respotted.push((cue_ball, DVec2::new(table.width / 2.0, table.length * HEAD_SPOT)));
    }
    // All of them leave the table before the first is put back: none is in the way of another's spot.
    for (ball, _) in &decision.respotted {
        if let Some(ball) = next.balls.get_mut(*ball) {
            ball.state.phase = Phase::Potted;
        }
    }
    for (ball, spot) in &mut decision.respotted {
        *spot = free_place(table, &next.balls, *ball, *spot);
        if let Some(ball) = next.balls.get_mut(*ball) {
            ball.state = BallState::at_rest(spot.x, spot.y, &ball.spec);
        }
    }
}

/// The spot, or the nearest free place around it; the spot itself if there is none.
fn free_place(table: &Table, balls: &[Ball], ball: usize, spot: DVec2) -> DVec2 {
    let Some(radius) = balls.get(ball).map(|ball| ball.spec.radius) else { return spot };
    let rings = (1..=SEARCH_RINGS).flat_map(|ring| {
        (0..SEARCH_DIRECTIONS).map(move |k| {
            // Towards the foot of the table first, where snooker's rules look first, too.
            let turn = f64::from(k.div_ceil(2)) * if k % 2 == 0 { 1.0 } else { -1.0 };
            let angle = core::f64::consts::TAU * turn / f64::from(SEARCH_DIRECTIONS);
            let away = f64::from(ring) * SEARCH_STEP * radius;
            spot + DVec2::new(libm::sin(angle), libm::cos(angle)) * away
        })
    });
    let free = |at: &DVec2| inside(table, *at, radius) && overlapping(balls, ball, *at).is_none();
    core::iter::once(spot).chain(rings).find(free).unwrap_or(spot)
}

/// On the cloth, clear of the cushions and not over a pocket.
fn inside(table: &Table, at: DVec2, radius: f64) -> bool {
    let clear = |at: f64, length: f64| (radius..=length - radius).contains(&at);
    let over = table.pockets.iter().any(|pocket| pocket.centre.distance(at) <= pocket.radius);
    clear(at.x, table.width) && clear(at.y, table.length) && !over
}

fn in_zone(zone: InHand, table: &Table, at: DVec2) -> Result<(), String> {
    if zone.allows(table, at) {
        return Ok(());
    }
    Err(match zone {
        InHand::No => "this ball is not in hand",
        InHand::Anywhere => "the ball must lie on the cloth",
        InHand::BehindLine => "the ball must lie behind the head string",
        InHand::Semicircle => "the ball must lie in the D",
    }
    .to_owned())
}

/// A ball on the table that one at this place would cut into.
fn overlapping(balls: &[Ball], ball: usize, at: DVec2) -> Option<&Ball> {
    let radius = balls.get(ball)?.spec.radius;
    balls.iter().enumerate().find_map(|(number, other)| {
        let (here, lies) = (other.state.position, number != ball && !other.state.phase.is_out());
        // Balls of different sizes touch off their equators: what counts is the distance of the centres in space.
        let rise = here.z - radius;
        let apart = libm::sqrt((at - here.truncate()).length_squared() + rise * rise);
        (lies && apart < radius + other.spec.radius - BILLIARD_OVERLAP).then_some(other)
    })
}
