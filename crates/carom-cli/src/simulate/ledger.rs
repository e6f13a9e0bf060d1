//! The energy ledger of a run, for people and for programs.

use carom::Ledger;
use serde::Serialize;

/// A ledger closes if no more than this part of what was turned over is left.
const CLOSES: f64 = 1e-9;

/// The ledger. J; what balls lost is positive under `lost`. Names and units are part of the command's contract.
#[derive(Debug, Serialize)]
pub(super) struct LedgerReport {
    at_the_start: f64,
    put_in: f64,
    taken_out: f64,
    gained: Gains,
    lost: Losses,
    /// What the engine corrected; positive where balls gained.
    put_right: Corrections,
    now: f64,
    /// What is left between the entries and what is in the balls, and all entries added up without their signs.
    residual: f64,
    turned_over: f64,
    /// The residual as a part of what was turned over.
    closes_to: f64,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct Gains {
    /// A pushed cabinet's included; that alone is `nudges`.
    gravity: f64,
    nudges: f64,
    forces: f64,
    moving_surfaces: f64,
    parts: f64,
}

#[derive(Debug, Serialize)]
struct Losses {
    /// Of them `restitution` along the normal, the rest by friction.
    impacts: f64,
    restitution: f64,
    friction: f64,
    rolling: f64,
}

#[derive(Debug, Serialize)]
struct Corrections {
    overlaps: f64,
    drift: f64,
    stilled: f64,
    ticks: f64,
}

impl LedgerReport {
    pub(super) fn of(ledger: &Ledger) -> Self {
        let residual = ledger.residual();
        let closes_to = if ledger.turned_over > 0.0 { (residual / ledger.turned_over).abs() } else { residual.abs() };
        Self {
            at_the_start: ledger.start,
            put_in: ledger.put_in,
            taken_out: ledger.taken_out,
            gained: Gains {
                gravity: ledger.gravity,
                nudges: ledger.nudges,
                forces: ledger.pushed,
                moving_surfaces: ledger.driven,
                parts: ledger.parts,
            },
            lost: Losses {
                impacts: ledger.impacts,
                restitution: ledger.restitution,
                friction: ledger.friction,
                rolling: ledger.rolling,
            },
            put_right: Corrections {
                overlaps: ledger.overlaps,
                drift: ledger.drift,
                stilled: ledger.stilled,
                ticks: ledger.ahead,
            },
            now: ledger.now,
            residual,
            turned_over: ledger.turned_over,
            closes_to,
            text: ledger.to_string(),
        }
    }

    /// Lines of a report.
    pub(super) fn text(&self) -> String {
        let lines: Vec<String> = self.text.lines().map(|line| format!("            {line}")).collect();
        let head = format!("  ledger    closes to {:.0e} of what was turned over", self.closes_to);
        format!("{head}\n{}", lines.join("\n"))
    }

    /// What is wrong with it, if it does not close. What is not a number does not, either.
    pub(super) fn fault(&self) -> Option<String> {
        let closes = self.closes_to <= CLOSES;
        (!closes).then(|| format!("the energy ledger does not close: {:.3e} J are left over", self.residual))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_closes_by_what_was_turned_over() {
        let mut ledger = Ledger::default();
        (ledger.gravity, ledger.impacts, ledger.turned_over) = (2.0, 1.0, 3.0);
        ledger.now = 1.0;
        let good = LedgerReport::of(&ledger);
        assert_eq!((good.residual, good.fault()), (0.0, None));
        assert!(good.text().starts_with("  ledger    closes to 0e0 of what"), "{}", good.text());
        ledger.now = 1.5;
        let bad = LedgerReport::of(&ledger);
        assert_eq!(bad.fault().as_deref(), Some("the energy ledger does not close: 5.000e-1 J are left over"));
        ledger.now = f64::NAN;
        assert!(LedgerReport::of(&ledger).fault().is_some(), "what is not a number does not close");
    }
}
