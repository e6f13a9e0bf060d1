//! How a case ended.

/// The reference's departures from the laws it names, its housekeeping and its limits. A case in which one can show is
/// listed with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quirk {
    pub(crate) name: &'static str,
    /// What the reference does, and what holds instead.
    pub(crate) reason: &'static str,
}

/// Between balls that go on together.
pub(crate) const CHATTER: Quirk = Quirk {
    name: "anti-chatter",
    reason: "after an impact between balls that go on together the reference moves a tenth of one's speed to the other \
             (guide 6.6); energy is not kept. Carom keeps to the law of impact; compared with the quirk switched on",
};
/// Mathavan 2010 as the reference integrates it.
pub(crate) const COARSE_MATHAVAN: Quirk = Quirk {
    name: "coarse Mathavan 2010",
    reason: "the reference integrates in coarse steps and without the paper's rule of no friction where nothing slips \
             (guide 7.6). Carom's converged answer is held to 1 % of the speed, from every recorded state before a hit; where \
             it is farther off, the reference's step repeats the record and small steps come to Carom's answer",
};
/// Friction between balls.
pub(crate) const SEPARATION: Quirk = Quirk {
    name: "friction by separation",
    reason: "the reference limits friction between balls by the speed at which they part (guide 6.3), Coulomb's law by the \
             impulse between them: 2.6 % more at restitution 0.95. Compared with the quirk switched on",
};
/// Mathavan 2014 as the reference integrates it.
pub(crate) const ROUGH_PAIR: Quirk = Quirk {
    name: "rough Mathavan 2014",
    reason: "the reference's integral ends on a whole step, and lets the cloth rub against the motion of a ball's highest \
             point (guide 6.4). Compared with the quirk switched on",
};
/// Cushions.
pub(crate) const UPRIGHT: Quirk = Quirk {
    name: "upright cushions",
    reason: "the reference lets a ball meet a cushion at the level distance of its radius though the nose is higher than its \
             centre, and tilts by the centre of a jaw (guide 7.1, 7.3). Compared with the quirk switched on",
};
/// Balls in the air.
pub(crate) const FLIES_THROUGH: Quirk = Quirk {
    name: "flies through cushions",
    reason: "the reference's balls in the air see no cushions and land outside the table (guide 9). Carom's do hit them; \
             compared with the quirk switched on",
};
/// Landing.
pub(crate) const LANDING_SPIN: Quirk = Quirk {
    name: "landing takes side spin",
    reason: "a ball that lands and grips keeps 2/7 of its side spin in the reference, though no torque acts about the \
             vertical (guide 9). Compared with the quirk switched on",
};
/// A ball pressed through a law's own shortcut.
pub(crate) const SHORTCUT: Quirk = Quirk {
    name: "Stronge shortcut",
    reason: "within 1e-5 of the border between two kinds of impact the reference takes the border's own answer (guide \
             7.8). Carom solves for it",
};
/// A ball put back where another lies.
pub(crate) const OCCUPIED_SPOT: Quirk = Quirk {
    name: "occupied spot",
    reason: "the reference puts a ball back on its spot even where another ball lies (guide 13). Carom finds the place that \
             the rules of the game name instead",
};
/// Nothing can be compared.
pub(crate) const TIE: Quirk = Quirk {
    name: "tie",
    reason: "the first event already depends on the order of simultaneous impacts; there is nothing to compare",
};
/// Coefficients that are no input of an engine.
pub(crate) const NEAR_DOUBLE: Quirk = Quirk {
    name: "near-double root",
    reason: "two roots lie so close that rounding of the coefficients moves them by more than 1e-9; the polynomial at our \
             root is zero to rounding",
};

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// As recorded, within the tolerance, as far as the record can be compared.
    Passed,
    /// The record shows a quirk and not a law; what the law says was found.
    Excepted(Quirk),
    /// Not as recorded.
    Missed,
}

/// A case and how it ended.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) case: String,
    pub(crate) outcome: Outcome,
    /// The greatest error as a share of what is allowed.
    pub(crate) worst: f64,
    /// What was compared, or what is wrong.
    pub(crate) words: String,
    /// Quirks that show in the record.
    pub(crate) quirks: Vec<Quirk>,
    /// Of a shot: how many leading events are the same, and of how many.
    pub(crate) same: Option<(usize, usize)>,
    /// Of a shot: whether it is as recorded on the strict line.
    pub(crate) strict: bool,
    /// Of a shot: whether it is within what is asked with Carom's own contacts, too.
    pub(crate) own_asked: bool,
    /// Of a shot: what is different with Carom's own contacts, beyond what the spacer explains.
    pub(crate) own: Option<String>,
}

/// Errors of one case, measured one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measures {
    worst: f64,
    what: String,
    complaint: Option<String>,
}

impl Measures {
    /// An error against what is allowed. What is not a number is infinitely wrong.
    pub(crate) fn take(&mut self, error: f64, allowed: f64, what: impl FnOnce() -> String) {
        let share = if error.is_nan() { f64::INFINITY } else { error / allowed };
        if share > self.worst || self.what.is_empty() {
            self.worst = share.max(self.worst);
            self.what = format!("{} off by {error:.2e} of {allowed:.2e}", what());
        }
    }

    /// Something that is wrong without a number; the first is kept.
    pub(crate) fn complain(&mut self, what: String) {
        self.complaint.get_or_insert(what);
    }

    pub(crate) fn is_fine(&self) -> bool {
        self.complaint.is_none() && self.worst <= 1.0
    }

    pub(crate) fn worst(&self) -> f64 {
        if self.complaint.is_some() { f64::INFINITY } else { self.worst }
    }

    /// The first complaint, or the worst error.
    pub(crate) fn words(&self) -> String {
        self.complaint.clone().unwrap_or_else(|| self.what.clone())
    }

    /// The verdict on a case that must be as recorded.
    pub(crate) fn verdict(self, case: String, quirks: Vec<Quirk>) -> Verdict {
        let outcome = if self.is_fine() { Outcome::Passed } else { Outcome::Missed };
        Verdict {
            case,
            outcome,
            worst: self.worst(),
            words: self.words(),
            quirks,
            same: None,
            strict: true,
            own_asked: true,
            own: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_error_decides() {
        let mut measures = Measures::default();
        measures.take(1e-7, 1e-6, || "place".to_owned());
        measures.take(5e-7, 1e-6, || "velocity".to_owned());
        assert!(measures.is_fine() && measures.words().starts_with("velocity"), "{}", measures.words());
        measures.take(f64::NAN, 1e-6, || "spin".to_owned());
        assert!(!measures.is_fine(), "what is no number is wrong");
        let mut other = Measures::default();
        other.complain("no such event".to_owned());
        assert_eq!(other.clone().verdict("x".to_owned(), Vec::new()).outcome, Outcome::Missed, "a complaint");
        assert_eq!(other.words(), "no such event");
    }
}
