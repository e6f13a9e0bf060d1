//! Pinball machines in batches.

use crate::playable::{Pen, Playable};
use carom::pinball::part::Part;
use carom::pinball::{GroupId, Happening, Machine, PartId, Snapshot};

/// What has happened in a machine since its batch began, or since the snapshot that it went back to: the makings of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Balls that hit a part or came onto it: bumpers, targets, rollovers, holes.
    pub hits: u32,
    /// Balls that hit a flipper's bat.
    pub flipper_hits: u32,
    /// Slingshots fired.
    pub slingshots: u32,
    /// Turns of spinners.
    pub spins: u32,
    /// Drop targets that went down.
    pub drops: u32,
    /// Balls put into play by a trough or thrown out of a hole.
    pub ejected: u32,
    /// Balls that went into a trough.
    pub drained: u32,
    /// Balls that left the cabinet.
    pub lost: u32,
}

impl Counts {
    const NAMES: [&'static str; 8] =
        ["hits", "flipper_hits", "slingshots", "spins", "drops", "ejected", "drained", "lost"];

    fn numbers(&self) -> [f64; 8] {
        [self.hits, self.flipper_hits, self.slingshots, self.spins, self.drops, self.ejected, self.drained, self.lost]
            .map(f64::from)
    }
}

/// Room for so many balls in a row, unless told otherwise: few tables play more at once.
const USUAL_BALLS: usize = 4;

/// What of a machine goes into a row.
#[derive(Clone, Debug)]
pub struct MachineSight {
    balls: usize,
    parts: Vec<PartId>,
    groups: Vec<GroupId>,
}

/// A part that can stand in more than one way.
fn has_pose(part: &Part) -> bool {
    matches!(
        part,
        Part::Flipper(_)
            | Part::Plunger(_)
            | Part::Gate(_)
            | Part::Spinner(_)
            | Part::Kicker(_)
            | Part::Target(_)
            | Part::Magnet(_)
            | Part::Turntable(_)
            | Part::Trough(_)
    )
}

impl Playable for Machine {
    type Snapshot = Snapshot;
    type Counts = Counts;
    type Sight = MachineSight;

    fn snapshot(&self) -> Snapshot {
        Machine::snapshot(self)
    }

    fn exchange(&mut self, snapshot: &mut Snapshot) -> Result<(), carom::Error> {
        Machine::exchange(self, snapshot)
    }

    fn fits(&self, snapshot: &Snapshot) -> bool {
        Machine::fits(self, snapshot)
    }

    fn advance(&mut self, dt: f64) -> Result<(), carom::Error> {
        Machine::advance(self, dt).map(drop)
    }

    fn count(&self, counts: &mut Counts) {
        for event in self.events() {
            let of = match event.what {
                Happening::Hit { .. } => &mut counts.hits,
                Happening::Collide { .. } => &mut counts.flipper_hits,
                Happening::Slingshot { .. } => &mut counts.slingshots,
                Happening::Spin { .. } => &mut counts.spins,
                Happening::Dropped { .. } => &mut counts.drops,
                Happening::Ejected { .. } => &mut counts.ejected,
                Happening::Drained { .. } => &mut counts.drained,
                Happening::Lost { .. } => &mut counts.lost,
                _ => continue,
            };
            *of = of.saturating_add(1);
        }
    }

    fn hash(&self) -> u64 {
        Machine::hash(self)
    }

    fn sight(&self, balls: Option<usize>) -> MachineSight {
        let balls = balls.unwrap_or(USUAL_BALLS);
        let parts = self.parts().filter(|(_, _, part)| has_pose(part)).map(|(id, _, _)| id).collect();
        let groups = self.groups().filter(|(_, group)| group.driven).map(|(id, _)| id).collect();
        MachineSight { balls, parts, groups }
    }

    fn columns(&self, sight: &MachineSight) -> Vec<String> {
        let mut columns = vec!["time".to_owned(), "balls".to_owned(), "tilted".to_owned()];
        columns.extend(Counts::NAMES.map(str::to_owned));
        for ball in 0..sight.balls {
            let of_ball = ["here", "x", "y", "z", "vx", "vy", "vz"];
            columns.extend(of_ball.map(|what| format!("ball {ball} {what}")));
        }
        for &part in &sight.parts {
            let name = self.name(part).unwrap_or_default();
            columns.extend(["angle", "speed", "place", "active"].map(|what| format!("{name} {what}")));
        }
        let named = self.groups().filter(|(id, _)| sight.groups.contains(id));
        for (_, group) in named {
            let of_group = ["x", "y", "z", "qx", "qy", "qz", "qw"];
            columns.extend(of_group.map(|what| format!("{} {what}", group.name)));
        }
        columns
    }

    fn observe(&self, sight: &MachineSight, counts: &Counts, row: &mut [f32]) {
        let mut pen = Pen::new(row);
        pen.write([self.time(), self.balls().count() as f64, f64::from(self.is_tilted())]);
        pen.write(counts.numbers());
        let mut balls = self.balls();
        for _ in 0..sight.balls {
            pen.write(balls.next().map_or([0.0; 7], |ball| {
                let (p, v) = self.place_and_velocity(ball);
                [1.0, p.x, p.y, p.z, v.x, v.y, v.z]
            }));
        }
        for &part in &sight.parts {
            let pose = self.pose(part).unwrap_or_default();
            pen.write([pose.angle, pose.speed, pose.place, f64::from(pose.active)]);
        }
        for &group in &sight.groups {
            let lies = self.moving(group).map(|moving| (moving.lies.origin(), moving.lies.turn()));
            let (place, turn) = lies.unwrap_or_default();
            pen.write(place.to_array().into_iter().chain(turn.to_array()));
        }
    }
}
