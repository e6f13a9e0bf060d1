//! The three spaces, and the one place where a thing of one is seen from another.
//!
//! * the [`Room`]: metres, any orientation; the table may stand, lean or hang in it;
//! * the [`Table`]: x to the right, y towards the player, z up from the playfield. [`World`](crate::World) and
//!   [`Machine`](crate::pinball::Machine) calculate here;
//! * [`Local`]: a part's own, about its origin.
//!
//! What is said of one space cannot be given where another is meant: [`In<Local, Path>`](In) is another type than
//! [`In<Table, Path>`](In), and only a [`Frame`] turns one into the other. All of that arithmetic is [`Similarity`]'s, and,
//! where a space moves, [`Moving`]'s.
//!
//! ```
//! use carom::space::{Frame, In, Local, Place, Room, Similarity, Table, Transform};
//! use carom::DVec3;
//! // A part 0.2 m to the right on a table that stands 0.9 m high.
//! let part = Transform::translation(DVec3::new(0.2, 0.0, 0.0)).similarity().unwrap();
//! let legs = Transform::translation(DVec3::new(0.0, 0.0, 0.9)).similarity().unwrap();
//! let (part, table) = (Frame::<Local, Table>::new(part), Frame::<Table, Room>::new(legs));
//! let corner: In<Local, Place> = In::new(Place(DVec3::X * 0.01));
//! let seen = part.then(&table).out(corner);
//! assert!((seen.get().0 - DVec3::new(0.21, 0.0, 0.9)).length() < 1e-15);
//! ```
//!
//! ```compile_fail
//! # use carom::space::{Frame, In, Local, Place, Room, Similarity, Table};
//! # use carom::DVec3;
//! let part = Frame::<Local, Table>::new(Similarity::IDENTITY);
//! let ball: In<Room, Place> = In::new(Place(DVec3::X));
//! let wrong = part.enter(ball); // A place in the room is none on the table.
//! ```

mod frame;
mod moving;
mod similarity;
mod track;
mod transform;

pub use frame::{Frame, In, Local, Room, Table};
pub use moving::{Moving, Stretch};
pub use similarity::{Direction, Place, Seen, Similarity, Spin, Velocity};
pub(crate) use track::{Cursor, posed};
pub use track::{Ease, Key, Track, Turns};
pub use transform::Transform;
