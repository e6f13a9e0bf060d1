//! `carom list`, `schema`, `completions` and `man`: commands that run nothing.

use crate::args::{Arguments, CompletionsOptions, ManOptions, SchemaOptions};
use crate::failure::Failure;
use crate::output;
use crate::scene::built_in::{DEMOS, Demo};
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

/// Says which tables and scenes there are.
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
    let all = Everything { tables, scenes: DEMOS.iter().map(scene).collect() };
    if json {
        return output::print(&(serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"));
    }
    let names = all.tables.iter().map(|table| table.name).chain(all.scenes.iter().map(|scene| scene.name));
    let width = names.map(str::len).max().unwrap_or_default();
    let mut text = String::from("Tables, for `carom simulate`, `carom draw` and `carom check`:\n");
    text.extend(all.tables.iter().map(|table| format!("  {:width$}  {}\n", table.name, table.about)));
    text += "Scenes, for `carom demo`:\n";
    text.extend(all.scenes.iter().map(|scene| format!("  {:width$}  {}\n", scene.name, scene.about)));
    output::print(&text)
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
