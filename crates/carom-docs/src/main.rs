//! Draws the figures of `docs/physics` again: `cargo xtask figures`.

use carom_docs::figure::ALL;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/physics/figures");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("cannot make docs/physics/figures: {error}");
        return ExitCode::FAILURE;
    }
    for (name, draw) in ALL {
        let written = draw().map_err(|error| error.to_string());
        let file = folder.join(format!("{name}.svg"));
        if let Err(error) = written.and_then(|svg| std::fs::write(file, svg).map_err(|error| error.to_string())) {
            eprintln!("{name}: {error}");
            return ExitCode::FAILURE;
        }
        println!("docs/physics/figures/{name}.svg");
    }
    ExitCode::SUCCESS
}
