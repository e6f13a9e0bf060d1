//! What was asked for on the command line.

use std::path::PathBuf;

use scenes::catalogue::{self, Run};
use scenes::request;

use crate::all;
use crate::machine::{self, TABLES, Table};
use crate::shots;

/// A scene to measure and the words that name it: a catalogue name or a path.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) source: String,
    pub(crate) run: Run,
}

/// The options of `carom-bench all`.
#[derive(Debug)]
pub(crate) struct All {
    /// Names of parts or of rows; all if there are none.
    pub(crate) only: Vec<String>,
    /// Fewer runs of each: rougher figures, sooner.
    pub(crate) quick: bool,
    pub(crate) peers: bool,
    pub(crate) json: bool,
    /// Whether to write the result into `bench/record`.
    pub(crate) keep: bool,
}

/// The options of `carom-bench plots`.
#[derive(Debug)]
pub(crate) struct Plots {
    /// The record; the newest if it is not said.
    pub(crate) from: Option<PathBuf>,
    /// Where the pictures go; to those of the documentation if it is not said.
    pub(crate) folder: Option<PathBuf>,
    /// The page whose tables are written; that of the documentation, if the pictures go there.
    pub(crate) page: Option<PathBuf>,
}

/// The options of `carom-bench growth`.
#[derive(Debug)]
pub(crate) struct Growth {
    /// Shorter and fewer runs.
    pub(crate) quick: bool,
    /// Only against the number of colliders, without the gas.
    pub(crate) colliders: bool,
    pub(crate) json: bool,
}

/// The options of `carom-bench scenes`.
#[derive(Debug)]
pub(crate) struct Speed {
    pub(crate) entries: Vec<Entry>,
    /// Best of this many runs, or more if they are over in no time.
    pub(crate) repeat: u32,
    pub(crate) callgrind: bool,
    pub(crate) peers: bool,
    pub(crate) json: bool,
}

/// The options of `carom-bench machine`.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) tables: Vec<Table>,
    /// Seconds on the table's clock.
    pub(crate) seconds: f64,
    /// Best of this many runs, or more if they are over in no time.
    pub(crate) repeat: u32,
    /// Whether to count instructions; unsaid, wherever there is a valgrind.
    pub(crate) callgrind: Option<bool>,
    pub(crate) json: bool,
}

/// The options of `carom-bench shots`.
#[derive(Debug)]
pub(crate) struct Shots {
    pub(crate) cases: Vec<&'static str>,
    /// This many runs, or more if they are over in no time.
    pub(crate) repeat: u32,
    /// Whether to count instructions; unsaid, wherever there is a valgrind.
    pub(crate) callgrind: Option<bool>,
    /// Whether to measure pooltool as well.
    pub(crate) peers: bool,
    pub(crate) json: bool,
}

pub(crate) fn usage() -> String {
    format!(
        "usage: carom-bench all [--only NAME]... [--quick] [--no-peers] [--keep] [--json]\n\
         \x20      carom-bench scenes [--only NAME]... {OPTIONS}\n\
         \x20                         [--file PATH {OPTIONS}]...\n\
         \x20                         [--seconds S | --steps N] [--repeat N] [--callgrind] [--no-peers] [--json]\n\
         \x20      carom-bench machine [--only NAME]... [--seconds S] [--repeat N] [--callgrind | --no-callgrind] [--json]\n\
         \x20      carom-bench shots [--only NAME]... [--repeat N] [--callgrind | --no-callgrind] [--peers] [--json]\n\
         \x20      carom-bench gas [--json]\n\
         \x20      carom-bench accuracy [--json]\n\
         \x20      carom-bench micro [--json]\n\
         \x20      carom-bench roots [--cases N] [--json]\n\
         \x20      carom-bench growth [--colliders] [--quick] [--json]\n\
         \x20      carom-bench plots [--from RECORD] [FOLDER] [--page FILE]\n\
         \x20      carom-bench batch [--json]\n\
         \x20      carom-bench count SCENE SECONDS {OPTIONS}\n\
         \x20      carom-bench export FOLDER\n\
         Options of a run before the first --file count for the named scenes, later ones for the file before them.\n\
         With --file and no --only, only the files are run. Names: {}\n\
         Names of pinball tables, for machine and count: {}\n\
         Names of billiard shots, for shots and count (so many times instead of seconds): {}\n\
         Gases, for count (so many collisions instead of seconds): gas2_COUNT of disks, gas3_COUNT of spheres",
        catalogue::names().join(" "),
        TABLES.map(|table| table.name).join(" "),
        shots::names().join(" "),
        OPTIONS = request::OPTIONS,
    )
}

/// The options of `carom-bench all`, from its words.
pub(crate) fn all(words: &[String]) -> Result<All, String> {
    let mut asked = All { only: Vec::new(), quick: false, peers: true, json: false, keep: false };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--only" => {
                let name = rest.next().ok_or_else(|| format!("{word} needs a value"))?;
                if !all::names().contains(&name.as_str()) {
                    return Err(format!("no part and no row is called {name:?}; there are {}", all::names().join(" ")));
                }
                asked.only.push(name.clone());
            }
            "--quick" => asked.quick = true,
            "--no-peers" => asked.peers = false,
            "--json" => asked.json = true,
            "--keep" => asked.keep = true,
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    Ok(asked)
}

/// The options of `carom-bench plots`, from its words.
pub(crate) fn plots(words: &[String]) -> Result<Plots, String> {
    let mut asked = Plots { from: None, folder: None, page: None };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().map(PathBuf::from).ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--from" => asked.from = Some(value()?),
            "--page" => asked.page = Some(value()?),
            _ if !word.starts_with('-') && asked.folder.is_none() => asked.folder = Some(word.into()),
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    Ok(asked)
}

/// The options of `carom-bench growth`, from its words.
pub(crate) fn growth(words: &[String]) -> Result<Growth, String> {
    let mut asked = Growth { quick: false, colliders: false, json: false };
    for word in words {
        match word.as_str() {
            "--quick" => asked.quick = true,
            "--colliders" => asked.colliders = true,
            "--json" => asked.json = true,
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    Ok(asked)
}

/// The options of `carom-bench scenes`, from its words.
pub(crate) fn speed(words: &[String]) -> Result<Speed, String> {
    let mut only: Vec<String> = Vec::new();
    let mut files: Vec<Entry> = Vec::new();
    let mut for_named: Vec<String> = Vec::new();
    let (mut seconds, mut steps) = (None, None);
    let mut asked = Speed { entries: Vec::new(), repeat: 5, callgrind: false, peers: true, json: false };

    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--only" => only.push(value()?),
            "--file" => {
                let source = value()?;
                files.push(Entry { run: request::read(&source)?, source });
            }
            "--seconds" => seconds = Some(request::positive(word, request::number(word, &value()?)?)?),
            "--steps" => {
                let count = value()?.parse::<u32>().ok().filter(|&count| count > 0);
                steps = Some(count.ok_or_else(|| "--steps needs a whole number above zero".to_owned())?);
            }
            "--repeat" => asked.repeat = value()?.parse().map_err(|_| "--repeat needs a whole number".to_owned())?,
            "--callgrind" => asked.callgrind = true,
            "--no-peers" => asked.peers = false,
            "--json" => asked.json = true,
            _ => match files.last_mut() {
                Some(file) => {
                    if !request::set(&mut file.run, word, &mut rest)? {
                        return Err(format!("unknown option {word:?}"));
                    }
                }
                None => {
                    for_named.push(word.clone());
                    if word != "--kick" {
                        for_named.extend(rest.next().cloned());
                    }
                }
            },
        }
    }

    let names = if only.is_empty() && files.is_empty() { catalogue::SPEED.map(str::to_owned).to_vec() } else { only };
    for source in names {
        let mut run = catalogue::find(&source).ok_or_else(|| format!("no scene is called {source:?}"))?;
        request::set_all(&mut run, &for_named)?;
        asked.entries.push(Entry { source, run });
    }
    asked.entries.extend(files);
    for entry in &mut asked.entries {
        // So many steps are as many times their length, whichever that is for this scene.
        let by_steps = steps.map(|count| f64::from(count) * entry.run.dt);
        entry.run.seconds = by_steps.or(seconds).unwrap_or(entry.run.seconds);
        if entry.run.ticks(entry.run.seconds) == 0 {
            return Err(format!("{}: {} s is less than one step", entry.source, entry.run.seconds));
        }
    }
    Ok(asked)
}

/// The options of `carom-bench machine`, from its words.
pub(crate) fn machine(words: &[String]) -> Result<Machine, String> {
    let mut asked = Machine { tables: Vec::new(), seconds: 10.0, repeat: 5, callgrind: None, json: false };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--only" => {
                let name = value()?;
                asked.tables.push(machine::find(&name).ok_or_else(|| format!("no table is called {name:?}"))?);
            }
            "--seconds" => {
                asked.seconds = request::number(word, &value()?)?;
                if asked.seconds < 0.001 {
                    return Err(format!("{} s is less than one tick", asked.seconds));
                }
            }
            "--repeat" => asked.repeat = value()?.parse().map_err(|_| "--repeat needs a whole number".to_owned())?,
            "--callgrind" => asked.callgrind = Some(true),
            "--no-callgrind" => asked.callgrind = Some(false),
            "--json" => asked.json = true,
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    if asked.tables.is_empty() {
        asked.tables = TABLES.to_vec();
    }
    Ok(asked)
}

/// The options of `carom-bench shots`, from its words.
pub(crate) fn shots(words: &[String]) -> Result<Shots, String> {
    let mut asked = Shots { cases: Vec::new(), repeat: 20, callgrind: None, peers: false, json: false };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--only" => {
                let name = value()?;
                let known = shots::names().into_iter().find(|known| *known == name);
                asked.cases.push(known.ok_or_else(|| format!("no shot is called {name:?}"))?);
            }
            "--repeat" => asked.repeat = value()?.parse().map_err(|_| "--repeat needs a whole number".to_owned())?,
            "--callgrind" => asked.callgrind = Some(true),
            "--no-callgrind" => asked.callgrind = Some(false),
            "--peers" => asked.peers = true,
            "--json" => asked.json = true,
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    if asked.cases.is_empty() {
        asked.cases = shots::names().to_vec();
    }
    Ok(asked)
}

/// Whether `--json` was said; nothing else may be.
pub(crate) fn roots(words: &[String]) -> Result<crate::roots::Request, String> {
    let mut asked = crate::roots::Request { cases: 10_000_000, json: false };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--cases" => {
                let count = rest.next().and_then(|value| value.parse().ok()).filter(|&count| count > 0);
                asked.cases = count.ok_or_else(|| "--cases needs a whole number above zero".to_owned())?;
            }
            "--json" => asked.json = true,
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    Ok(asked)
}

/// The options of a command that has only `--json`.
pub(crate) fn json_only(words: &[String]) -> Result<bool, String> {
    match words {
        [] => Ok(false),
        [word] if word == "--json" => Ok(true),
        [word, ..] => Err(format!("unknown option {word:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> Result<Speed, String> {
        speed(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn without_words_the_whole_table_is_run() {
        assert_eq!(ask("").unwrap().entries.len(), 7);
    }

    #[test]
    fn steps_are_counted_in_the_scenes_own_step() {
        let asked = ask("--only s1 --dt 0.01 --steps 250").unwrap();
        let run = &asked.entries[0].run;
        assert_eq!(run.ticks(run.seconds), 250);
        assert!(ask("--steps 0").is_err() && ask("--steps many").is_err());
    }

    #[test]
    fn options_go_to_the_named_scenes() {
        let asked = ask("--only s1 --dt 0.01 --seconds 2 --no-peers").unwrap();
        assert_eq!(asked.entries.len(), 1);
        assert_eq!((asked.entries[0].run.dt, asked.entries[0].run.seconds), (0.01, 2.0));
        assert!(!asked.peers && !asked.json);
    }

    #[test]
    fn a_machine_is_asked_for_in_the_same_way() {
        let ask = |text: &str| machine(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let asked = ask("").unwrap();
        assert_eq!((asked.tables.len(), asked.seconds, asked.callgrind), (7, 10.0, None));
        let asked = ask("--only mini_1 --only big_20 --seconds 2 --no-callgrind").unwrap();
        assert_eq!((asked.tables.len(), asked.seconds, asked.callgrind), (2, 2.0, Some(false)));
        assert_eq!(ask("--only s1").unwrap_err(), "no table is called \"s1\"");
        assert_eq!(ask("--seconds 0").unwrap_err(), "0 s is less than one tick");
        assert_eq!(ask("--peers").unwrap_err(), "unknown option \"--peers\"");
    }

    #[test]
    fn shots_are_asked_for_in_the_same_way() {
        let ask = |text: &str| shots(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let asked = ask("").unwrap();
        assert_eq!((asked.cases.len(), asked.peers, asked.callgrind), (6, false, None));
        assert_eq!(ask("--only random --peers").unwrap().cases, ["random"]);
        assert_eq!(ask("--only mini_1").unwrap_err(), "no shot is called \"mini_1\"");
    }

    #[test]
    fn everything_and_its_plots_are_asked_for_in_the_same_way() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let asked = all(&words("--only s1 --only gas --quick --no-peers --keep")).unwrap();
        assert_eq!((asked.only.len(), asked.quick, asked.peers, asked.json, asked.keep), (2, true, false, false, true));
        assert!(all(&words("--only s9")).unwrap_err().starts_with("no part and no row is called \"s9\""));
        assert_eq!(all(&words("--seconds 1")).unwrap_err(), "unknown option \"--seconds\"");
        assert!(growth(&words("--colliders --quick")).unwrap().colliders);
        let asked = plots(&words("--from a.json pictures")).unwrap();
        assert_eq!((asked.from, asked.folder), (Some(PathBuf::from("a.json")), Some(PathBuf::from("pictures"))));
        assert!(plots(&words("one two")).is_err() && plots(&words("--from")).is_err());
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(ask("--only s9").unwrap_err(), "no scene is called \"s9\"");
        assert_eq!(ask("--only s1 --fast 1").unwrap_err(), "unknown option \"--fast\"");
        assert_eq!(ask("--seconds").unwrap_err(), "--seconds needs a value");
        assert!(ask("--file nowhere.txt").unwrap_err().starts_with("nowhere.txt: "));
    }
}
