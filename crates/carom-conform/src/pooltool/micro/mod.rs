//! Single steps: one impact, one strike, one landing, one stretch of motion, one moment of contact, one polynomial.
//!
//! The error of a step is relative: of velocities and of spins times radius to the greatest of them before and after; of
//! places to a metre or their own size, whichever is greater; of times to themselves, or to a millisecond if they are less.

mod impact;
mod motion;
mod roots;
mod search;

use super::common::Common;
use super::verdict::Verdict;
use crate::case::{Fault, Field};
use serde_json::Value;

/// The verdicts on one group of single steps.
#[derive(Clone, Debug)]
pub(crate) struct MicroFamily {
    pub(crate) family: String,
    pub(crate) verdicts: Vec<Verdict>,
}

/// Every group of a file of single steps, and what is wrong with the data.
pub(crate) fn judge(value: &Value, file: &str, common: &Common) -> (Vec<MicroFamily>, Vec<Fault>) {
    let (mut families, mut faults) = (Vec::new(), Vec::new());
    let groups = match Field::new(value, file).entries() {
        Ok(groups) => groups,
        Err(fault) => return (families, vec![fault]),
    };
    for (name, group) in groups {
        let cases = match group.get("cases").and_then(|cases| cases.list()) {
            Ok(cases) => cases,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let mut verdicts = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            match judge_case(name, &group, case, number, common) {
                Ok(verdict) => verdicts.push(verdict),
                Err(fault) => faults.push(fault),
            }
        }
        families.push(MicroFamily { family: format!("micro/{name}"), verdicts });
    }
    (families, faults)
}

/// One step. What kind it is stands before the slash of its group's name.
fn judge_case(
    group: &str,
    field: &Field<'_>,
    case: &Field<'_>,
    number: usize,
    common: &Common,
) -> Result<Verdict, Fault> {
    let name = format!("{group}[{number}]");
    match group.split('/').next().unwrap_or(group) {
        "ball_ball" => impact::pair(name, &field.get("model")?, case, common),
        "cushion" => impact::cushion(name, &field.get("model")?, case, common),
        "stick_ball" => impact::strike(name, case, common),
        "ball_table" => impact::landing(name, case, common),
        "evolve" => motion::evolve(name, case, common),
        "detect" => search::detect(name, case, common),
        "quartic" => roots::quartic(name, case),
        other => Err(Fault::new(field.at(), format_args!("`{other}` is no kind of step known here"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::common::tests::small;
    use super::*;
    use serde_json::json;

    #[test]
    fn damage_is_told_and_the_rest_goes_on() {
        let common = Common::read(&small(), "common.json").expect("readable");
        let value = json!({
            "quartic": {"cases": [{"coeffs": [1.0, 0.0, 0.0, 0.0, -1.0], "smallest": 1.0}, {"coeffs": [1.0]}]},
            "cushion/rubber": {"model": {"model": "rubber"}, "cases": [{}]},
            "dance": {"cases": [{}]},
            "nothing": {},
        });
        let (families, faults) = judge(&value, "micro.json", &common);
        let quartic = families.iter().find(|family| family.family == "micro/quartic").expect("there");
        assert_eq!(quartic.verdicts.len(), 1, "the readable one");
        let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("quartic.cases[1]")), "{faults:?}");
    }
}
