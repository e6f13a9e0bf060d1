//! `carom play`: tables in the browser.

use crate::args::{PlayOptions, ServeOptions};
use crate::failure::Failure;
use crate::output;
use crate::tables::{self, Loaded};
use carom_play::{Console, Limits, Offer, Scores, Server, ServerOptions};
use carom_rules::{Game, GameOptions};
use carom_tables::{Table, built_in};
use std::env;
use std::path::Path;
use std::thread;

pub(crate) fn run(PlayOptions { tables: words, serve }: &PlayOptions) -> Result<(), Failure> {
    let mut offers = Vec::new();
    for word in words {
        let loaded = tables::load(word)?;
        Game::new(&loaded.table, GameOptions::default())
            .map_err(|faults| Failure::unbuildable(&loaded.name, &faults))?;
        offers.push(offer(loaded));
    }
    for table in built_in::ALL {
        if offers.iter().any(|offer| offer.name == table.name) {
            continue;
        }
        let parsed =
            Table::parse(table.text).map_err(|faults| Failure::Faults { file: table.name.to_owned(), faults })?;
        offers.push(Offer::new(table.name, parsed.name.as_deref().unwrap_or(table.name), parsed.clone()));
    }
    let server = ServerOptions {
        port: serve.port,
        tables: offers,
        scores: serve.scores.clone().or_else(Scores::usual_place),
        recordings: serve.recordings.clone(),
        page: serve.page.clone(),
        limits: Limits { sessions: serve.players.unwrap_or(Limits::default().sessions), ..Limits::default() },
        console: Console::new(|words| output::say(format_args!("note: {words}"))),
    };
    carom_play::serve_until_interrupted(server, |server| announce(server, serve))
}

/// A table under the name of its file.
fn offer(Loaded { name, table, .. }: Loaded) -> Offer {
    let stem = Path::new(&name).file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
    let title = table.name.clone().unwrap_or_else(|| stem.clone());
    Offer::new(&stem, &title, table)
}

/// Says where the page is, and shows it.
fn announce(server: &Server, options: &ServeOptions) -> Result<(), Failure> {
    for trouble in server.trouble() {
        output::say(format_args!("note: {trouble}"));
    }
    let address = format!("http://{}/", server.address());
    output::print(&format!("carom plays at {address}\n"))?;
    if !options.no_open && has_browser() {
        // It may take a moment to say that there is no browser, and nobody needs to know.
        thread::spawn(move || _ = open::that_detached(address));
    }
    Ok(())
}

/// Without a screen a browser would open in the terminal, if at all.
fn has_browser() -> bool {
    let said = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(said);
    screen && !said("CI")
}
