//! The table on the screen and as JSON.

use super::{Outcome, STEPS_APART, Spread};
use crate::json::Json;

pub(super) fn print(outcomes: &[Outcome], spreads: &[Spread]) {
    crate::say(&format!(
        "{:<18}{:<8}{:<9}{:>11}{:>9}   {:<5}{}",
        "case", "dt", "what", "error", "limit", "", "peers, recorded elsewhere: best .. worst (P: passed through)"
    ));
    for outcome in outcomes {
        // One line per number; case, steps and peers stand on the first only.
        for (k, measure) in outcome.measures.iter().enumerate() {
            let first = k == 0;
            let limit = measure.limit.map_or("-".to_owned(), |limit| format!("{limit:.0e}"));
            let verdict = match measure.limit {
                None => "",
                Some(_) if outcome.through => "P!",
                Some(_) if measure.holds() => "ok",
                Some(_) => "FAIL",
            };
            let line = format!(
                "{:<18}{:<8}{:<9}{:>11.1e}{:>9}   {:<5}{}",
                if first { outcome.case.as_str() } else { "" },
                if first { outcome.steps.name() } else { "" },
                measure.what,
                measure.value,
                limit,
                verdict,
                if first { outcome.peers.as_str() } else { "" }
            );
            crate::say(line.trim_end());
        }
    }
    crate::say(&format!(
        "\nThe same answer at 1/60, 1/1000 and uneven steps? Largest difference at the end, limit {STEPS_APART:.0e}:"
    ));
    for spread in spreads {
        crate::say(&format!(
            "{:<18}position {:>9.1e} m   velocity {:>9.1e}   {}",
            spread.case,
            spread.position,
            spread.velocity,
            if spread.holds() { "ok" } else { "FAIL" }
        ));
    }
    let judged = outcomes.iter().flat_map(|outcome| &outcome.measures).filter(|m| m.limit.is_some()).count();
    let over = outcomes.iter().flat_map(|outcome| &outcome.measures).filter(|m| !m.holds()).count();
    let through = outcomes.iter().filter(|outcome| outcome.through).count();
    let apart = spreads.iter().filter(|spread| !spread.holds()).count();
    crate::say(&format!(
        "\n{judged} numbers judged: {over} over their limit; {through} balls passed through; {apart} of {} cases depend \
         on the step",
        spreads.len()
    ));
}

pub(super) fn as_json(outcomes: &[Outcome], spreads: &[Spread]) -> Json {
    let outcome = |outcome: &Outcome| {
        let measures = outcome.measures.iter().map(|measure| {
            Json::Object(vec![
                ("what", measure.what.into()),
                ("error", measure.value.into()),
                ("limit", measure.limit.into()),
                ("holds", measure.holds().into()),
            ])
        });
        Json::Object(vec![
            ("case", outcome.case.as_str().into()),
            ("dt", outcome.steps.name().into()),
            ("through", outcome.through.into()),
            ("measures", Json::List(measures.collect())),
            ("peers", outcome.peers.as_str().into()),
        ])
    };
    let spread = |spread: &Spread| {
        Json::Object(vec![
            ("case", spread.case.as_str().into()),
            ("position", spread.position.into()),
            ("velocity", spread.velocity.into()),
            ("holds", spread.holds().into()),
        ])
    };
    Json::Object(vec![
        ("cases", Json::List(outcomes.iter().map(outcome).collect())),
        ("between_steps", Json::List(spreads.iter().map(spread).collect())),
    ])
}
