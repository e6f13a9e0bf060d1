//! The proof of exactness: impact times and normals against a reference of 256 bits, 100,000 cases for each shape.
//!
//! `cargo test --release -p carom --test reference -- --nocapture` prints a line for each shape: cases, impacts, cases
//! without, the worst errors, what was excused. A debug build runs 3,000 cases each.
//!
//! * The reference (`part.rs`, `poly.rs`, `big.rs`) shares nothing with the engine but the rule: the first moment at which
//!   the gap is shut and closing. It takes the numbers that define a shape (`shapes.rs`), builds the gap in 256 bits, and
//!   isolates its roots by Descartes' rule of signs; the engine follows the chain of derivatives in 53, 106 and 212 bits.
//! * The cases (`cases.rs`, `scene.rs`) are random, and adversarial: grazes of 10^-1 to 10^-18 radii, touches to the ulp,
//!   rest, overlap, coincident centres, nearly and exactly triple roots, aims at borders, 1e-6 to 1000 m/s, 0.1 mm to
//!   10 m, windows from 1e-15 of the flight to a thousand times it.
//! * The judge (`runner.rs`) allows an error of 1e-12 of the path's time scale, and no missed or false impact, however
//!   thin. It excuses, and counts: places within 1e-14 of a border (the neighbour takes over), exact touches to 60 digits,
//!   impacts within 1e-12 of the window's end, and the moment at which an overlapping ball turns back where the gap is
//!   flat to 28 digits. Less than one case in a hundred may need an excuse.

#[path = "reference/big.rs"]
mod big;
#[path = "reference/cases.rs"]
mod cases;
#[path = "reference/dice.rs"]
mod dice;
#[path = "reference/part.rs"]
mod part;
#[path = "reference/poly.rs"]
mod poly;
#[path = "reference/runner.rs"]
mod runner;
#[path = "reference/scene.rs"]
mod scene;
#[path = "reference/shapes.rs"]
mod shapes;

use scene::Kind;

macro_rules! kinds {
    ($($test:ident: $kind:ident,)*) => {
        $(#[test]
        fn $test() {
            runner::run(Kind::$kind);
        })*
    };
}
kinds! {
    plane: Plane,
    wall_from_one_side: WallFront,
    wall_from_both_sides: WallBoth,
    post: Post,
    arc_inside: ArcInside,
    arc_outside: ArcOutside,
    corner: Corner,
    triangle: Triangle,
    edge: Edge,
    point: Point,
    sphere: Sphere,
    disc: Disc,
    capsule: Capsule,
    ball_against_ball: Ball,
}
