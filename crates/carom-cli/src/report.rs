//! What a run came to, for people and for programs.

use crate::run::Run;
use serde::Serialize;

/// The figures of a run. Names and units are part of the command's contract.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) scene: String,
    /// Simulated.
    pub(crate) seconds: f64,
    pub(crate) balls: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    pub(crate) events: usize,
    pub(crate) impacts: usize,
    pub(crate) ball_impacts: usize,
    pub(crate) overlaps: usize,
    pub(crate) quarantined: usize,
    /// J.
    pub(crate) energy_start: f64,
    pub(crate) energy_end: f64,
    pub(crate) energy_lost_in_impacts: f64,
    /// What of the energy at the start is neither there at the end nor accounted for, as a part of it.
    pub(crate) energy_drift: f64,
    /// s: how long the engine took on this machine, and how much faster than real time that is.
    pub(crate) wall_seconds: f64,
    pub(crate) speed_up: f64,
    /// Of the final state.
    pub(crate) hash: String,
    pub(crate) picture: Option<String>,
}

impl Report {
    pub(crate) fn new(scene: &str, seconds: f64, run: &Run, hash: u64) -> Self {
        let [start, end, lost] = run.energy;
        let wall_seconds = run.took.as_secs_f64();
        Self {
            scene: scene.to_owned(),
            seconds,
            balls: run.balls,
            seed: None,
            events: run.events,
            impacts: run.impacts,
            ball_impacts: run.ball_impacts,
            overlaps: run.overlaps,
            quarantined: run.quarantined,
            energy_start: start,
            energy_end: end,
            energy_lost_in_impacts: lost,
            energy_drift: if start == 0.0 { 0.0 } else { (end + lost - start) / start },
            wall_seconds,
            speed_up: seconds / wall_seconds.max(1e-9),
            hash: format!("{hash:016x}"),
            picture: None,
        }
    }

    pub(crate) fn json(&self) -> String {
        // Plain numbers and strings: nothing in it can fail to be written. What is not finite becomes null.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(crate) fn text(&self) -> String {
        let balls = if self.balls == 1 { "1 ball".to_owned() } else { format!("{} balls", self.balls) };
        let mut lines = vec![
            format!("{}: {} simulated seconds, {balls}", self.scene, self.seconds),
            format!("  events    {} ({} with things, {} of two balls)", self.events, self.impacts, self.ball_impacts),
            format!(
                "  took      {:.3} ms, {} times as fast as real time",
                self.wall_seconds * 1e3,
                rounded(self.speed_up)
            ),
        ];
        let mut energy = format!("  energy    {:.6} J at the start", self.energy_start);
        if self.energy_lost_in_impacts.abs() > 1e-12 * self.energy_start.abs() {
            energy += &format!(", {:.6} J lost in impacts", self.energy_lost_in_impacts);
        }
        lines.push(format!("{energy}, {:.6} J at the end: {}", self.energy_end, self.drift()));
        lines.push(format!("  state     {} (the same on every machine)", self.hash));
        if self.overlaps > 0 {
            lines.push(format!("  overlaps  {} found and repaired", self.overlaps));
        }
        if let Some(picture) = &self.picture {
            lines.push(format!("  picture   {picture}"));
        }
        lines.join("\n") + "\n"
    }

    fn drift(&self) -> String {
        match self.energy_drift.abs() {
            0.0 => "no drift".to_owned(),
            drift => format!("drift {drift:.0e}"),
        }
    }
}

/// Two digits are all that a time on a busy machine is good for.
pub(crate) fn rounded(x: f64) -> String {
    let digits = libm::floor(libm::log10(x.max(1e-9))) as i32;
    let unit = (0..(digits - 1).max(0)).fold(1.0, |unit, _| unit * 10.0);
    if digits < 1 { format!("{x:.1}") } else { format!("{:.0}", libm::round(x / unit) * unit) }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn two_digits() {
        assert_eq!([1234.0, 98.7, 9.87, 0.26].map(rounded), ["1200", "99", "9.9", "0.3"]);
    }
}
