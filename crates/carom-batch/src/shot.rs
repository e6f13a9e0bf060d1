//! Billiard shots in batches.

use crate::playable::{Pen, Playable};
use carom::billiards::{Phase, Shot, Snapshot};

/// What of a shot goes into a row.
#[derive(Clone, Copy, Debug)]
pub struct ShotSight {
    balls: usize,
}

impl Playable for Shot {
    type Snapshot = Snapshot;
    /// A shot knows all that has happened in it.
    type Counts = ();
    type Sight = ShotSight;

    fn snapshot(&self) -> Snapshot {
        Shot::snapshot(self)
    }

    fn exchange(&mut self, snapshot: &mut Snapshot) -> Result<(), carom::Error> {
        Shot::exchange(self, snapshot)
    }

    fn fits(&self, snapshot: &Snapshot) -> bool {
        Shot::fits(self, snapshot)
    }

    fn advance(&mut self, dt: f64) -> Result<(), carom::Error> {
        Shot::advance(self, dt).map(drop)
    }

    fn count(&self, (): &mut ()) {}

    fn hash(&self) -> u64 {
        Shot::hash(self)
    }

    fn sight(&self, balls: Option<usize>) -> ShotSight {
        ShotSight { balls: balls.unwrap_or(usize::MAX).min(self.ball_count()) }
    }

    fn columns(&self, sight: &ShotSight) -> Vec<String> {
        let mut columns = ["time", "events", "moving", "potted", "off"].map(str::to_owned).to_vec();
        for ball in 0..sight.balls {
            let of_ball = ["phase", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];
            columns.extend(of_ball.map(|what| format!("ball {ball} {what}")));
        }
        columns
    }

    fn observe(&self, sight: &ShotSight, (): &(), row: &mut [f32]) {
        let now = self.clock();
        let mut pen = Pen::new(row);
        let (mut moving, mut potted, mut off) = (0, 0, 0);
        for ball in 0..self.ball_count() {
            match self.state_at(ball, now).phase {
                Phase::Stationary => {}
                Phase::Potted => potted += 1,
                Phase::Off => off += 1,
                _ => moving += 1,
            }
        }
        pen.write([now, self.events().len() as f64, f64::from(moving), f64::from(potted), f64::from(off)]);
        for ball in 0..sight.balls {
            let state = self.state_at(ball, now);
            let vectors = [state.position, state.velocity, state.spin];
            pen.write([f64::from(state.phase as u8)]);
            pen.write(vectors.into_iter().flat_map(|vector| vector.to_array()));
        }
    }
}
