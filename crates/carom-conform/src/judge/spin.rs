//! Visual Pinball kills the spin of a ball that spins but hardly moves, by a rule of thumb on its last 90 ms. Ours keeps it until
//! friction has taken it. Up to that moment runs must agree.

use super::{Context, Finding, compare};
use crate::case::{Case, Fault, Field};
use crate::record::Record;
use crate::tolerance::{FLOAT, JUMP, TICK};

/// When the recorded spin is first killed: it falls by more than friction on the playfield can take, and no impact is near.
pub(crate) fn killed_at(case: &Case) -> Result<Option<f64>, Fault> {
    let params = case.params();
    let Some(least) = takes(&params)? else { return Ok(None) };
    let radius = params.number_or("ball_radius", 25.0)?;
    let track = case.record.track(0);
    let killed = track.windows(2).find(|pair| {
        let [(from, before), (to, after)] = pair else { return false };
        let (rolls, time) = ((after.place.z - radius).abs() <= FLOAT, TICK * (to - from));
        let gently = (after.velocity - before.velocity).truncate().length() < JUMP + 2.0 * least * radius * time;
        let lost = before.spin.length() - after.spin.length();
        rolls && gently && lost > 2.0 * least * time + 0.01
    });
    Ok(killed.map(|pair| pair[0].0))
}

/// The spin that friction takes from a rolling ball in a unit of time: 5/2 of the deceleration, by the radius.
fn takes(params: &Field<'_>) -> Result<Option<f64>, Fault> {
    let (Some(gravity), Some(friction)) = (params.find("gravity"), params.find("playfield_friction")) else {
        return Ok(None);
    };
    let radius = params.number_or("ball_radius", 25.0)?;
    Ok(Some(2.5 * gravity.number()? * friction.number()? / radius))
}

/// The law: as recorded until then.
pub(crate) fn until_spin_is_killed(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let Some(end) = killed_at(case)? else { return Ok(Finding::default()) };
    let cut = |record: &Record| {
        let mut record = record.clone();
        record.rows.retain(|row| row.ms <= end);
        record.events.retain(|told| told.ms <= end);
        record
    };
    let mut until = case.clone();
    until.record = cut(&case.record);
    compare(&until, &cut(ours), &Context::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A ball that slows down while it spins; at 40 ms half of its spin is gone.
    fn case(kills: bool) -> Case {
        let row = |k: i32| {
            let spin = if kills && k > 8 { 0.25 } else { 0.5 };
            json!([k * 5, 0, f64::from(k), 25, 0, 1.0 - 0.08 * f64::from(k), 0.175, -spin, 0, 0])
        };
        let columns = ["t_ms", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];
        let params = json!({"gravity": 1.763, "slope_deg": 6, "playfield_friction": 0.075, "ball_radius": 25});
        let samples: Vec<_> = (0..20).map(row).collect();
        let value = json!({"name": "n", "params": params, "columns": columns, "samples": samples, "events": []});
        Case::read("gate", "test.json", &value, 0).expect("readable")
    }

    #[test]
    fn killing_is_seen() {
        assert_eq!(killed_at(&case(true)).expect("readable"), Some(40.0), "half of the spin in 5 ms");
        assert_eq!(killed_at(&case(false)).expect("readable"), None, "nothing");
    }

    #[test]
    fn before_it_the_record_counts() {
        let case = case(true);
        let mut ours = case.record.clone();
        ours.rows[15].balls[0].place.x = 50.0;
        assert!(until_spin_is_killed(&case, &ours).expect("readable").is_fine(), "after it anything goes");
        ours.rows[5].balls[0].place.x = 50.0;
        assert!(!until_spin_is_killed(&case, &ours).expect("readable").is_fine(), "before it nothing");
    }
}
