//! Pictures of pinball machines and of what balls did on them, drawn from their geometry: straight from above, to scale,
//! every part at its pose; or, for looking whether things are where they should be, as outlines from the front, the side or a
//! slant ([`View`]). As SVG text, as PNG, and moving as GIF or APNG. No file is read or written here.
//!
//! ```
//! use carom::pinball::{Machine, Playfield, part::Bumper};
//! use carom::DVec2;
//! use carom_draw::{Options, Picture};
//!
//! let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! machine.add("left bumper", Bumper { centre: DVec2::new(0.2, 0.3), ..Bumper::default() })?;
//! let picture = Picture::of(&machine).with_options(Options { size: 400, ..Options::default() });
//! assert!(picture.svg().starts_with("<svg"));
//! let png: Vec<u8> = picture.png()?;
//! # assert!(png.len() > 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A picture is a list of simple marks in metres ([`scene`]); the parts make them, one file per group of parts, and two back
//! ends draw them. The same machine gives the same bytes every time, on every computer.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod animation;
mod ball;
pub mod billiards;
mod body;
mod colour;
mod error;
mod font;
mod form;
mod gif;
mod lay;
mod options;
mod outline;
mod parts;
mod pen;
mod picture;
mod pixels;
mod places;
mod png;
pub mod scene;
mod sheet;
mod svg;
mod table;
mod trail;
mod view;
mod wire;

pub use animation::{Animation, AnimationOptions, Frame, MOST_FRAMES, MOST_PIXELS, animate};
pub use colour::Colour;
pub use error::Error;
pub use options::{LARGEST_SIZE, Options, SMALLEST_SIZE, Show};
pub use picture::Picture;
pub use trail::{Trail, trails_of};
pub use view::View;
