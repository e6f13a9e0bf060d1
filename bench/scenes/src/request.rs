//! A scene asked for in words on a command line: a name of the catalogue or a file, and options. Shared by the programs
//! that run scenes, so that the same words mean the same run to every engine.

use crate::catalogue::{self, Run};
use crate::text;

/// The options that [`set`] knows, for usage texts.
pub const OPTIONS: &str = "[--dt S] [--gravity M/S2] [--restitution E] [--kick]";

/// The scene of that name, or read from the file of that name.
pub fn find(scene: &str) -> Result<Run, String> {
    match catalogue::find(scene) {
        Some(run) => Ok(run),
        None => read(scene).map_err(|fault| format!("no scene of the catalogue has this name, and as a file: {fault}")),
    }
}

/// The scene in a file, with the options of [`Run::of_file`].
pub fn read(path: &str) -> Result<Run, String> {
    let text = std::fs::read_to_string(path).map_err(|fault| format!("{path}: {fault}"))?;
    let scene = text::parse(&text).map_err(|fault| format!("{path}: {fault}"))?;
    Ok(Run::of_file(path, scene))
}

/// Applies one option to `run`, taking its value from `words` if it needs one; `false` if the option is unknown here.
pub fn set<'a>(run: &mut Run, option: &str, words: &mut impl Iterator<Item = &'a String>) -> Result<bool, String> {
    let mut value = || number(option, words.next().map_or("", String::as_str));
    match option {
        "--dt" => run.dt = positive(option, value()?)?,
        "--gravity" => run.gravity = value()?,
        "--restitution" => run.restitution = value()?,
        "--kick" => run.kick = true,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Applies all of `options`; an unknown one is an error.
pub fn set_all(run: &mut Run, options: &[String]) -> Result<(), String> {
    let mut words = options.iter();
    while let Some(word) = words.next() {
        if !set(run, word, &mut words)? {
            return Err(format!("unknown option {word:?}"));
        }
    }
    Ok(())
}

/// The words that make another program run the same thing: [`find`] and [`set_all`] read them back.
pub fn words(source: &str, run: &Run) -> Vec<String> {
    let mut words = vec![source.to_owned()];
    for (option, value) in [("--dt", run.dt), ("--gravity", run.gravity), ("--restitution", run.restitution)] {
        words.extend([option.to_owned(), format!("{value:?}")]);
    }
    if run.kick {
        words.push("--kick".to_owned());
    }
    words
}

/// A finite number.
pub fn number(name: &str, word: &str) -> Result<f64, String> {
    let parsed = word.parse::<f64>().ok().filter(|value| value.is_finite());
    parsed.ok_or_else(|| format!("{name} needs a number, not {word:?}"))
}

/// A number above zero.
pub fn positive(name: &str, value: f64) -> Result<f64, String> {
    if value > 0.0 { Ok(value) } else { Err(format!("{name} must be positive, is {value}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_words_is_read_back() {
        let run = find("s1").unwrap();
        let written = words("s1", &run);
        let mut again = find(&written[0]).unwrap();
        (again.dt, again.kick) = (1.0, false);
        set_all(&mut again, &written[1..]).unwrap();
        assert_eq!((again.dt, again.gravity, again.restitution, again.kick), (0.001, run.gravity, 0.7, true));
    }

    #[test]
    fn faults_are_named() {
        assert!(find("s77").unwrap_err().contains("s77"));
        let mut run = find("s1").unwrap();
        let fault = |run: &mut Run, words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            set_all(run, &words).unwrap_err()
        };
        assert_eq!(fault(&mut run, &["--dt", "0"]), "--dt must be positive, is 0");
        assert_eq!(fault(&mut run, &["--gravity"]), "--gravity needs a number, not \"\"");
        assert_eq!(fault(&mut run, &["--speed", "1"]), "unknown option \"--speed\"");
    }
}
