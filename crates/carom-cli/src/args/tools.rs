//! What can be said to commands that run nothing.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = IMPORT)]
pub(crate) struct ImportOptions {
    /// The Visual Pinball table: a .vpx file, or a folder that vpxtool made of one
    #[arg(value_name = "FILE.vpx")]
    pub(crate) input: PathBuf,
    /// Where to put the table file; `-` for standard output
    #[arg(short, long, value_name = "TABLE.toml")]
    pub(crate) output: PathBuf,
    /// Writes what was taken, approximated and left out, and why, part by part; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// The report as JSON: in the file of --report, else on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

const IMPORT: &str = "Examples:
  carom import my-table.vpx -o my-table.toml
  carom import my-table.vpx -o my-table.toml --report -
  carom import my-table.vpx -o my-table.toml --json > report.json

The table's rules, lamps, pictures and sounds are not read: Carom is its physics.";

#[derive(Debug, Args)]
#[command(after_help = LIST)]
pub(crate) struct ListOptions {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const LIST: &str = "Examples:
  carom list
  carom list --json";

#[derive(Debug, Args)]
#[command(after_help = SCHEMA)]
pub(crate) struct SchemaOptions {
    /// Where to put it; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
}

const SCHEMA: &str = "Examples:
  carom schema -o carom-table.schema.json

Editors with a TOML language server use it from a table file whose first line is
  #:schema ./carom-table.schema.json";

#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct CompletionsOptions {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

const COMPLETIONS: &str = "Examples:
  carom completions bash > ~/.local/share/bash-completion/completions/carom
  carom completions zsh > ~/.zfunc/_carom
  carom completions fish > ~/.config/fish/completions/carom.fish
  carom completions powershell >> $PROFILE";

#[derive(Debug, Args)]
#[command(after_help = MAN)]
pub(crate) struct ManOptions {
    /// Writes a page for every command into this folder, instead of the main one to standard output
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

const MAN: &str = "Examples:
  carom man | man -l -
  carom man -o ~/.local/share/man/man1";
