//! Where on the playfield a ball can be: all places that are one piece with where the game is played.
//!
//! A table has room where no ball ever comes: behind an arch, inside a hollow block. A ball that was dropped there would be
//! caught, and nobody would want to know.

use super::arena::{Arena, direction};
use carom::math::rng::Stream;
use carom::pinball::part::Part;
use carom::pinball::{Command, Input, Machine};
use carom::units::PINBALL_RADIUS;
use carom::{DVec2, DVec3};

/// m: between two places that are looked at: less than a ball's radius, so that no wall lies between neighbours unseen.
const STEP: f64 = 6e-3;
/// Most places along a side: larger tables are looked at more coarsely.
const MOST: usize = 400;
/// How much of its radius a ball needs free: playfields that are not quite even count as free.
const SLIM: f64 = 0.95;
/// m: how far round a place where the game is played is looked for room.
const NEAR: f64 = 0.05;

/// The open places of a playfield.
#[derive(Clone, Debug, Default)]
pub(super) struct Floor {
    /// m: centres of balls that lie there.
    pub(super) open: Vec<DVec3>,
    /// m: how far apart they are.
    step: f64,
}

impl Floor {
    pub(super) fn of(arena: &Arena) -> Self {
        let machine = without_doors(arena);
        let (min, max) = arena.area;
        let size = max - min;
        let step = STEP.max(size.max_element() / MOST as f64);
        let (columns, rows) = ((size.x / step) as usize + 1, (size.y / step) as usize + 1);
        let at = |cell: usize| {
            let (column, row) = (cell % columns, cell / columns);
            (min + DVec2::new(column as f64, row as f64) * step).extend(PINBALL_RADIUS)
        };
        let free: Vec<bool> =
            (0..columns * rows).map(|cell| machine.is_free(at(cell), PINBALL_RADIUS * SLIM)).collect();
        let near = |seed: DVec2| {
            let distance = |cell: usize| (at(cell).truncate() - seed).length();
            let cells = (0..columns * rows).filter(|&cell| free.get(cell) == Some(&true) && distance(cell) < NEAR);
            cells.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        };
        let mut waiting: Vec<usize> = seeds(arena).into_iter().filter_map(near).collect();
        let mut found = vec![false; columns * rows];
        while let Some(cell) = waiting.pop() {
            if free.get(cell) != Some(&true) || found.get(cell) != Some(&false) {
                continue;
            }
            if let Some(found) = found.get_mut(cell) {
                *found = true;
            }
            let (column, row) = (cell % columns, cell / columns);
            waiting.extend((column > 0).then(|| cell - 1));
            waiting.extend((column + 1 < columns).then_some(cell + 1));
            waiting.extend((row > 0).then(|| cell - columns));
            waiting.extend((row + 1 < rows).then_some(cell + columns));
        }
        let open = |cell: &usize| found.get(*cell) == Some(&true) && !arena.is_out(at(*cell));
        Self { open: (0..columns * rows).filter(open).map(at).collect(), step }
    }

    /// A place at random where a ball has room in `machine`.
    pub(super) fn draw(&self, machine: &Machine, luck: &mut Stream) -> Option<DVec3> {
        for _ in 0..50 {
            let cell = self.open.get((luck.unit() * self.open.len() as f64) as usize)?;
            let half = 0.5 * self.step;
            let off = DVec3::new(luck.between(-half, half), luck.between(-half, half), 1e-4);
            if machine.is_free(*cell + off, PINBALL_RADIUS) {
                return Some(*cell + off);
            }
        }
        None
    }
}

/// The machine without what opens by itself or by rule: gates, spinners, targets, parts that can be taken away.
fn without_doors(arena: &Arena) -> Machine {
    let mut open = arena.bare.clone();
    for (part, _, data) in arena.bare.parts() {
        let is_door = match data {
            Part::Gate(_) | Part::Spinner(_) | Part::Target(_) => true,
            _ => arena.parts.get(part.index()).is_some_and(|who| who.is_door),
        };
        if is_door {
            // The part is there, so it can be taken away.
            open.send(Command::now(Input::Enable { part, on: false })).unwrap_or_default();
        }
    }
    open.tick();
    open
}

/// Where the game is played: on the flippers, before the plungers, where balls come from. On a table with nothing of that,
/// everywhere that something happens.
fn seeds(arena: &Arena) -> Vec<DVec2> {
    let (mut seeds, mut second_best) = (Vec::new(), Vec::new());
    let up = if arena.bare.playfield().slope < 0.0 { 1.0 } else { -1.0 };
    for (id, _, part) in arena.bare.parts() {
        let home = arena.home(id.index());
        let on_table = |at: DVec2| home.place(at.extend(0.0)).truncate();
        match part {
            Part::Flipper(flipper) => {
                let middle = on_table(flipper.centre + direction(flipper.start_angle) * (0.6 * flipper.length));
                seeds.push(middle + DVec2::new(0.0, up * (flipper.base_radius + 1.2 * PINBALL_RADIUS)));
            }
            Part::Plunger(rod) => {
                let tip = rod.y - (1.0 - rod.park) * rod.stroke;
                seeds.push(on_table(DVec2::new(rod.x, tip - 1.2 * PINBALL_RADIUS)));
            }
            Part::Trough(trough) => seeds.push(home.place(trough.exit).truncate()),
            other => second_best.extend(super::arena::place_of(&arena.bare, id, other).map(DVec3::truncate)),
        }
    }
    seeds.extend(arena.balls.iter().map(|ball| ball.position.truncate()));
    if seeds.is_empty() { second_best } else { seeds }
}

#[cfg(test)]
mod tests {
    use super::super::testing::arena;
    use super::*;

    #[test]
    fn rooms_without_a_door_are_not_part_of_the_floor() {
        // Walls cut a room off on the right; another has a gate in its wall on the left.
        let floor = arena(
            "[[ball]]\nat = [250, 500]\n\
             [[wall]]\noutline = [[400, 0], [410, 0], [410, 1067], [400, 1067]]\n\
             [[wall]]\noutline = [[100, 0], [110, 0], [110, 470], [100, 470]]\n\
             [[wall]]\noutline = [[100, 530], [110, 530], [110, 1067], [100, 1067]]\n\
             [[gate]]\nat = [105, 500]\ntwo_way = false\nlength = 50\n",
        )
        .floor;
        let has = |x: f64| floor.open.iter().any(|at| (at.x - x).abs() < 0.01 && (at.y - 0.2).abs() < 0.05);
        assert!(has(0.25), "where the ball is");
        assert!(has(0.05), "behind the gate");
        assert!(!has(0.45), "behind the wall");
    }

    #[test]
    fn the_inside_of_a_block_is_not_part_of_the_floor() {
        let floor =
            arena("[[ball]]\nat = [50, 500]\n[[wall]]\noutline = [[150, 300], [350, 300], [350, 600], [150, 600]]\n")
                .floor;
        let inside = |at: &&DVec3| at.x > 0.15 && at.x < 0.35 && at.y > 0.3 && at.y < 0.6;
        assert!(!floor.open.is_empty());
        assert_eq!(floor.open.iter().filter(inside).count(), 0);
    }
}
