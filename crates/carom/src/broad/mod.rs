//! Who could meet whom: boxes, a tree of things that stay, a grid of balls that move, and the slow way that both are
//! checked against.

mod aabb;
mod balls;
mod brute;
mod chord;
mod kd_tree;
mod outline;
mod sweep;
mod tiles;

pub use aabb::Aabb;
pub(crate) use balls::BallGrid;
pub use brute::Brute;
pub use kd_tree::KdTree;
pub use sweep::Way;
