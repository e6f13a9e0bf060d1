//! The marks on the rails by which players aim.

use super::Table;
use crate::DVec2;

/// From the nose to the middle of a diamond, m: 3 11/16 inches (rules of the World Pool-Billiard Association,
/// equipment specifications, 8).
const SIGHT: f64 = 0.093_662_5;

impl Table {
    /// Centres of the diamonds, for pictures: the long sides in eighths, the short ones in quarters, none where a pocket
    /// is. A snooker table has none.
    pub fn diamonds(&self) -> Vec<DVec2> {
        if self.name == "snooker" {
            return Vec::new();
        }
        let long = (1..8).flat_map(|k| {
            let y = self.length * f64::from(k) / 8.0;
            [DVec2::new(-SIGHT, y), DVec2::new(self.width + SIGHT, y)]
        });
        let short = (1..4).flat_map(|k| {
            let x = self.width * f64::from(k) / 4.0;
            [DVec2::new(x, -SIGHT), DVec2::new(x, self.length + SIGHT)]
        });
        let clear = |point: &DVec2| self.pockets.iter().all(|pocket| point.distance(pocket.centre) > pocket.radius);
        long.chain(short).filter(clear).collect()
    }
}
