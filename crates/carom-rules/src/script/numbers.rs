//! Functions of numbers for scripts: those of libm, which give the same bits on every machine.

use super::desk::Said;
use rhai::{Dynamic, Engine};

/// The names of these functions, for the guide.
pub(super) const NAMES: &[&str] = &[
    "sqrt",
    "floor",
    "ceiling",
    "round",
    "to_int",
    "to_float",
    "parse_int",
    "parse_float",
    "pow",
    "sin",
    "cos",
    "tan",
    "atan",
    "exp",
    "ln",
    "PI",
];

/// A number, whole or real.
pub(super) fn real(value: &Dynamic) -> Result<f64, String> {
    let number = value.as_float().ok().or_else(|| value.as_int().ok().map(|whole| whole as f64));
    number.filter(|number| number.is_finite()).ok_or_else(|| format!("a number is needed, not {}", shown(value)))
}

/// A whole number. A real one that is whole counts as one.
pub(super) fn whole(value: &Dynamic) -> Result<i64, String> {
    if let Ok(number) = value.as_int() {
        return Ok(number);
    }
    match value.as_float() {
        Ok(number) if number == libm::trunc(number) && number.abs() < 1e15 => Ok(number as i64),
        _ => Err(format!("a whole number is needed, not {}", shown(value))),
    }
}

/// A value in a message.
fn shown(value: &Dynamic) -> String {
    match value.as_float() {
        Ok(number) => format!("{number}"),
        Err(_) => format!("a value of the kind {}", value.type_name()),
    }
}

/// A function of one number.
type OfOne = fn(f64) -> f64;

pub(super) fn register(engine: &mut Engine) {
    let functions: [(&str, OfOne); 9] = [
        ("sqrt", f64::sqrt),
        ("floor", libm::floor),
        ("ceiling", libm::ceil),
        ("round", libm::round),
        ("sin", libm::sin),
        ("cos", libm::cos),
        ("tan", libm::tan),
        ("exp", libm::exp),
        ("ln", libm::log),
    ];
    for (name, function) in functions {
        engine.register_fn(name, move |x: Dynamic| -> Said<f64> { Ok(function(real(&x)?)) });
    }
    engine.register_fn("atan", |y: Dynamic, x: Dynamic| -> Said<f64> { Ok(libm::atan2(real(&y)?, real(&x)?)) });
    engine.register_fn("PI", || core::f64::consts::PI);
    engine.register_fn("pow", |base: i64, power: i64| -> Said<i64> {
        let power = u32::try_from(power).map_err(|_| "a whole number has powers of 0 and more")?;
        base.checked_pow(power).ok_or_else(|| "the power is too large".into())
    });
    let pow = |base: Dynamic, power: Dynamic| -> Said<f64> { Ok(libm::pow(real(&base)?, real(&power)?)) };
    engine.register_fn("pow", pow);
    engine.register_fn("to_float", |x: Dynamic| -> Said<f64> { Ok(real(&x)?) });
    engine.register_fn("to_int", |x: Dynamic| -> Said<i64> {
        let number = libm::trunc(real(&x)?);
        if number.abs() < 9.2e18 { Ok(number as i64) } else { Err("the number is too large".into()) }
    });
    engine.register_fn("parse_int", |text: &str| -> Said<i64> {
        text.trim().parse().map_err(|_| "this text is not a whole number".into())
    });
    engine.register_fn("parse_float", |text: &str| -> Said<f64> {
        text.trim().parse().map_err(|_| "this text is not a number".into())
    });
}
