//! Draws a machine with one of every kind of part: `cargo run -p carom-draw --example every_part -- FOLDER`.

#[path = "../tests/machine/every_part.rs"]
mod every_part;

use carom_draw::{AnimationOptions, Frame, Options, Picture, animate, trails_of};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("say into which folder the pictures go")?);
    std::fs::create_dir_all(&folder)?;
    let mut machine = every_part::machine()?;
    let options = Options { size: 1600, labels: true, ..Options::default() };
    std::fs::write(folder.join("every_part_labels.png"), Picture::of(&machine).with_options(options).png()?)?;
    let mut frames = Vec::new();
    for k in 0..75 {
        every_part::play(&mut machine, k)?;
        frames.push(Frame::of(&machine));
        machine.advance(0.04)?;
    }
    let options = Options { size: 1600, ..Options::default() };
    let picture = Picture::of(&machine).with_options(options);
    std::fs::write(folder.join("every_part.svg"), picture.svg())?;
    std::fs::write(folder.join("every_part.png"), picture.png()?)?;
    std::fs::write(folder.join("every_part_trails.png"), picture.with_trails(trails_of(&frames)).png()?)?;
    let animation = animate(&machine, &frames, AnimationOptions::default())?;
    std::fs::write(folder.join("every_part.gif"), animation.gif()?)?;
    std::fs::write(folder.join("every_part.apng"), animation.apng()?)?;
    Ok(())
}
