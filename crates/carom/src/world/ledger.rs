//! The energy ledger: where the balls' energy comes from and what becomes of it, every joule under its name.
//!
//! Entries are made from the laws that act: forces along paths, impulses at points of contact, slips (`book`). What the balls
//! have is read off their velocities and spins. Both must come to the same; [`Ledger::residual`] is what is left between them.

use super::World;
use super::body::Body;
use super::book::Book;
use core::fmt;

/// What became of the balls' energy of motion and spin since the ledger was begun, J.
///
/// Gains are positive under "gains", losses positive under "losses"; what was put right may be either, and is positive where
/// the balls gained. Energy of height is not in the balls: gravity's work is an entry.
///
/// ```
/// use carom::{Ball, Collider, DVec3, Gravity, Material, World, shape::Plane};
///
/// let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
/// world.add_collider(Collider::new(Plane::floor(0.0)?, Material::new(0.5, 0.2)?))?;
/// world.keep_ledger(true);
/// world.add_ball(Ball::new(DVec3::new(0.0, 0.0, 0.5), 0.0135, 0.08)?)?;
/// world.advance(10.0)?;
///
/// let ledger = world.ledger().unwrap();
/// let fell = 0.08 * 9.81 * (0.5 - 0.0135);
/// assert!((ledger.gravity - fell).abs() < 1e-12 && (ledger.impacts - fell).abs() < 1e-9, "{ledger}");
/// assert!(ledger.residual().abs() < 1e-12);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Ledger {
    /// In the balls that were there when it was begun.
    pub start: f64,
    /// Brought in by balls that were put into play since.
    pub put_in: f64,
    /// Carried away by balls that were taken out of play.
    pub taken_out: f64,
    /// Gain: work of gravity, a pushed cabinet's included.
    pub gravity: f64,
    /// Of gravity's work, that of a pushed cabinet: what nudges did. A plain world knows of none.
    pub nudges: f64,
    /// Gain: work of forces and torques set with [`World::set_force`].
    pub pushed: f64,
    /// Gain: work of surfaces that move: belts, driven things, bats and tips. It may be negative.
    pub driven: f64,
    /// Gain: what parts and hands did to velocities: coils, springs, kicks, magnets, plates, [`World::set_velocity`] and the
    /// like. It may be negative.
    pub parts: f64,
    /// Loss: in impacts, by restitution and friction, as seen from the surface.
    pub impacts: f64,
    /// Of what was lost in impacts, what restitution took: along the normal. The rest went to friction, or with scatter.
    pub restitution: f64,
    /// Loss: of sliding friction while carried, as seen from the surface.
    pub friction: f64,
    /// Loss: of rolling friction.
    pub rolling: f64,
    /// Put right: balls moved out of what they overlapped, or put elsewhere. The height that they gained.
    pub overlaps: f64,
    /// Put right: what the pieces of a motion without a closed form drift apart by, taken out at the end of each: the work of
    /// forces that should do none, gaps closed, speeds into a surface.
    pub drift: f64,
    /// Put right: the last of a motion that counts as rest.
    pub stilled: f64,
    /// Put right: impacts that see gravity as ticks have it, a part of a tick ahead.
    pub ahead: f64,
    /// In the balls now.
    pub now: f64,
    /// The sum of the sizes of all single entries: the measure for the residual.
    pub turned_over: f64,
    /// The least single loss in an impact; nothing, but for rounding, if the laws hold.
    pub least_impact: f64,
    /// The least single loss to friction while carried; nothing, but for rounding, if the laws hold.
    pub least_friction: f64,
}

impl Ledger {
    /// What the entries add up to: what should be in the balls now.
    pub fn entries(&self) -> f64 {
        let gains = self.start + self.put_in + self.gravity + self.pushed + self.driven + self.parts;
        let losses = self.taken_out + self.impacts + self.friction + self.rolling;
        gains - losses + self.put_right()
    }

    /// All that was put right, added up.
    pub fn put_right(&self) -> f64 {
        self.overlaps + self.drift + self.stilled + self.ahead
    }

    /// What is in the balls less what the entries say: nothing but rounding.
    pub fn residual(&self) -> f64 {
        self.now - self.entries()
    }

    /// The amounts by name, in the order of the table.
    pub fn lines(&self) -> [(&'static str, f64); 20] {
        [
            ("at the start", self.start),
            ("balls put in", self.put_in),
            ("balls taken out", -self.taken_out),
            ("gravity", self.gravity),
            ("  of it nudges", self.nudges),
            ("outside forces", self.pushed),
            ("moving surfaces", self.driven),
            ("parts and hands", self.parts),
            ("lost in impacts", -self.impacts),
            ("  by restitution", -self.restitution),
            ("  by friction", self.restitution - self.impacts),
            ("lost to friction", -self.friction),
            ("lost to rolling", -self.rolling),
            ("put right: overlaps", self.overlaps),
            ("put right: drift", self.drift),
            ("put right: stilled", self.stilled),
            ("put right: ticks", self.ahead),
            ("in the balls now", self.now),
            ("residual", self.residual()),
            ("turned over", self.turned_over),
        ]
    }

    /// Adds what the book of one ball says at the world's moment.
    fn add(&mut self, book: &Book, energy: f64) {
        book.add_to(self);
        self.now += energy;
    }
}

impl fmt::Display for Ledger {
    /// A small table, one line for each entry, in joules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, (name, amount)) in self.lines().into_iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            if name == "residual" {
                write!(f, "{name:<20} {amount:>16.3e} J")?;
            } else {
                write!(f, "{name:<20} {:>16.9} J", amount + 0.0)?; // Not minus nothing.
            }
        }
        Ok(())
    }
}

impl World {
    /// Keeps an energy ledger from now on, or no longer. One that is kept already goes on. It never changes how balls move.
    ///
    /// A ball that is on its way is counted from the next change of its path on: what pressed it before was not written down.
    pub fn keep_ledger(&mut self, keep: bool) {
        self.state.keeps_ledger = keep;
        for body in &mut self.state.bodies {
            if !keep {
                body.book = None;
            } else if body.book.is_none() {
                body.book = Some(Box::default());
            }
        }
    }

    /// The ledger as it is now, if one is kept.
    pub fn ledger(&self) -> Option<Ledger> {
        self.state.keeps_ledger.then(|| {
            let mut ledger = Ledger::default();
            for body in &self.state.bodies {
                self.count(&mut ledger, body);
            }
            ledger
        })
    }

    fn count(&self, ledger: &mut Ledger, body: &Body) {
        let Some(book) = &body.book else { return };
        if body.in_play {
            let time = self.state.time - body.start;
            let mut book = book.clone();
            book.reach(body, time);
            ledger.add(&book, super::book::energy(&body.after(time)));
        } else {
            ledger.add(book, 0.0);
        }
    }
}
