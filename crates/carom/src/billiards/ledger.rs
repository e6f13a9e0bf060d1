//! What became of the energy of a shot: every joule has its place.

/// What became of the energy of a shot, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Brought in: by the strike, or by balls that moved at the start.
    pub given: f64,
    /// Work of sliding friction on the cloth.
    pub sliding: f64,
    /// Work of rolling resistance.
    pub rolling: f64,
    /// Work of friction against spinning.
    pub spinning: f64,
    /// Lost between balls.
    pub balls: f64,
    /// Lost at rails and jaws.
    pub cushions: f64,
    /// Lost in landings, and taken by the cloth from balls pressed into it.
    pub cloth: f64,
    /// Lost at pockets, and carried away by potted balls and balls off the table.
    pub pockets: f64,
    /// Still in the balls.
    pub left: f64,
}

impl Ledger {
    /// `given` less everything else: nothing but rounding.
    pub fn balance(&self) -> f64 {
        self.given
            - (self.sliding
                + self.rolling
                + self.spinning
                + self.balls
                + self.cushions
                + self.cloth
                + self.pockets
                + self.left)
    }
}
