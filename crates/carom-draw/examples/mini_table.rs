//! Draws the tables of the reference runs with what their balls do: `cargo run -p carom-draw --example mini_table -- FOLDER`.

#[path = "../../carom/tests/machine/mini_table.rs"]
#[allow(dead_code, reason = "shared with the engine's tests, which use more of it")]
mod mini_table;

use carom_draw::{AnimationOptions, Frame, Options, Picture, animate, trails_of};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("say into which folder the pictures go")?);
    std::fs::create_dir_all(&folder)?;
    for (name, mut scene) in [("mini_table", mini_table::mini_table(3)?), ("big_table", mini_table::big_table(40)?)] {
        let (mut fine, mut coarse) = (Vec::new(), Vec::new());
        for k in 0..3000 {
            if k % 5 == 0 {
                fine.push(Frame::of(&scene.machine));
            }
            if k % 40 == 0 {
                coarse.push(Frame::of(&scene.machine));
            }
            scene.tick()?;
        }
        let options = Options { size: 1400, ..Options::default() };
        let picture = Picture::of(&scene.machine).with_options(options).with_trails(trails_of(&fine));
        std::fs::write(folder.join(format!("{name}.svg")), picture.svg())?;
        std::fs::write(folder.join(format!("{name}.png")), picture.png()?)?;
        let animation = animate(&scene.machine, &coarse, AnimationOptions::default())?;
        std::fs::write(folder.join(format!("{name}.gif")), animation.gif()?)?;
    }
    Ok(())
}
