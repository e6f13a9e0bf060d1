//! `carom list`, `schema`, `completions` and `man`: commands that run nothing.

use crate::args::{Arguments, CompletionsOptions, ManOptions, SchemaOptions};
use crate::failure::Failure;
use crate::output;
use crate::scene::built_in::{DEMOS, Demo};
use carom::billiards::Table;
use carom::billiards::rules::GameKind;
use carom_tables::built_in;
use clap::CommandFactory as _;
use clap_mangen::Man;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// What `carom list --json` says.
#[derive(Serialize)]
struct Everything {
    tables: Vec<ListedTable>,
    scenes: Vec<ListedScene>,
    billiards: Billiards,
}

/// What `carom shot`, `rack` and `solve` know.
#[derive(Serialize)]
struct Billiards {
    tables: Vec<Named>,
    games: Vec<Named>,
    ball_ball_laws: Vec<Named>,
    ball_friction_laws: Vec<Named>,
    cushion_laws: Vec<Named>,
    landing_laws: Vec<Named>,
    pocket_laws: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    about: String,
}

#[derive(Serialize)]
struct ListedTable {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct ListedScene {
    name: &'static str,
    about: &'static str,
    seconds: f64,
    balls: usize,
    most_balls: usize,
}

/// Says which tables, scenes, games and laws there are.
pub(crate) fn list(json: bool) -> Result<(), Failure> {
    let tables: Vec<ListedTable> =
        built_in::ALL.iter().map(|table| ListedTable { name: table.name, about: table.about }).collect();
    let scene = |demo: &Demo| ListedScene {
        name: demo.name,
        about: demo.about,
        seconds: demo.seconds,
        balls: demo.balls,
        most_balls: demo.most,
    };
    let all = Everything { tables, scenes: DEMOS.iter().map(scene).collect(), billiards: billiards() };
    if json {
        return output::print(&(serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"));
    }
    let names = all.tables.iter().map(|table| table.name).chain(all.scenes.iter().map(|scene| scene.name));
    let sections = all.billiards.sections();
    let names = names.chain(sections.iter().flat_map(|(_, list)| list.iter().map(|named| named.name)));
    let width = names.map(str::len).max().unwrap_or_default();
    let mut text = String::from("Tables, for `carom simulate`, `carom draw` and `carom check`:\n");
    text.extend(all.tables.iter().map(|table| format!("  {:width$}  {}\n", table.name, table.about)));
    text += "Scenes, for `carom demo`:\n";
    text.extend(all.scenes.iter().map(|scene| format!("  {:width$}  {}\n", scene.name, scene.about)));
    for (title, list) in sections {
        text += &format!("{title}:\n");
        text.extend(list.iter().map(|named| format!("  {:width$}  {}\n", named.name, named.about)));
    }
    output::print(&text)
}

impl Billiards {
    /// What stands in each part of the list.
    fn sections(&self) -> [(&'static str, &[Named]); 7] {
        [
            ("Billiard tables, for `carom shot` and `carom rack`", &self.tables),
            ("Games, for `carom rack` and `carom solve --score`", &self.games),
            ("Laws of ball against ball, for the `pair` of a shot's file", &self.ball_ball_laws),
            ("Laws of friction between balls, for its `friction`", &self.ball_friction_laws),
            ("Laws of ball against cushion, for `rail` and `jaw`", &self.cushion_laws),
            ("Laws of balls that land on the cloth, for `landing`", &self.landing_laws),
            ("Laws of balls at pockets, for `pocket`", &self.pocket_laws),
        ]
    }
}

fn billiards() -> Billiards {
    let laws = |laws: &[(&'static str, &'static str)]| -> Vec<Named> {
        laws.iter().map(|(name, about)| Named { name, about: (*about).to_owned() }).collect()
    };
    let table = |name: &'static str| {
        let about = Table::named(name).map_or_else(String::new, |table| {
            let pockets = if table.pockets.is_empty() { "without pockets" } else { "with six pockets" };
            format!("{:.3} by {:.3} m, {pockets}", table.length, table.width)
        });
        Named { name, about }
    };
    let game = |game: GameKind| {
        let about = match game {
            GameKind::EightBall => "solids or stripes, then the eight; balls and pockets are called",
            GameKind::NineBall => "the lowest ball first; the nine wins",
            GameKind::Snooker => "reds and colours in turn, then the colours in their order",
            GameKind::ThreeCushion => "both other balls, and three cushions before the second",
            GameKind::SumToThree => "the other ball, and three cushions in all",
            GameKind::Free => "no rules",
        };
        Named { name: game.name(), about: about.to_owned() }
    };
    Billiards {
        tables: Table::NAMES.into_iter().map(table).collect(),
        games: GameKind::ALL.into_iter().map(game).collect(),
        ball_ball_laws: laws(carom_shots::pair_laws()),
        ball_friction_laws: laws(carom_shots::ball_friction_laws()),
        cushion_laws: laws(carom_shots::cushion_laws()),
        landing_laws: laws(carom_shots::landing_laws()),
        pocket_laws: laws(carom_shots::pocket_laws()),
    }
}

/// Prints the JSON Schema of table files.
pub(crate) fn schema(options: &SchemaOptions) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&carom_tables::schema()).unwrap_or_default() + "\n";
    output::write(&options.output, text)
}

/// Prints the completions for a shell.
pub(crate) fn completions(options: &CompletionsOptions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "carom", &mut script);
    output::write(Path::new("-"), script)
}

/// Prints the manual page, or writes one for every command.
pub(crate) fn man(options: &ManOptions) -> Result<(), Failure> {
    let mut command = Arguments::command();
    // Names as `carom-simulate` and usages as `carom simulate` come from here.
    command.build();
    let Some(folder) = &options.output else { return output::write(Path::new("-"), page(command)?) };
    fs::create_dir_all(folder).map_err(|fault| Failure::file("write", folder, &fault))?;
    let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
    for command in commands {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        output::write(&folder.join(format!("{name}.1")), page(command.clone())?)?;
    }
    output::write(&folder.join("carom.1"), page(command)?)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(Failure::problem)?;
    Ok(page)
}
