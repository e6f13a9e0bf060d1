//! A table that runs: its machine, who plays it, and the balls that are dropped in.

use crate::args::GameOptions;
use crate::failure::Failure;
use crate::output;
use crate::tables::Loaded;
use carom::math::rng::Stream;
use carom::pinball::{Autopilot, Border, Machine, Playfield, TICK};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec2, DVec3};
use carom_tables::parse_inputs;

/// The seed of the player and of dropped balls, unless one is given.
const SEED: u64 = 1;
/// The autopilot keeps no more balls in play.
const MOST_PILOTED: u16 = 64;
/// Ticks between two dropped balls.
const DROP_EVERY: u64 = 500;
/// Ticks between two tries when there was no room.
const TRY_AGAIN: u64 = 50;
/// Places tried at once.
const PLACES: usize = 40;

/// A table that runs.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) machine: Machine,
    pilot: Option<Autopilot>,
    drops: Drops,
    ticks: u64,
}

impl Game {
    /// Makes a table ready to run.
    pub(crate) fn new(loaded: Loaded, options: &GameOptions) -> Result<Self, Failure> {
        if let Some(balls) = options.balls.filter(|balls| options.autopilot && *balls > MOST_PILOTED) {
            let message = format_args!("the autopilot keeps at most {MOST_PILOTED} balls in play, not {balls}");
            return Err(Failure::usage(message));
        }
        let Loaded { name, mut table, mut machine } = loaded;
        if let Some(seed) = options.seed {
            table.playfield.seed = Some(seed);
            machine = table.machine().map_err(|faults| Failure::unbuildable(&name, &faults))?;
        }
        if let Some(path) = &options.inputs {
            let file = path.display().to_string();
            let inputs = parse_inputs(&output::read(path)?, &table)
                .map_err(|faults| Failure::Faults { file: file.clone(), faults })?;
            table.send(&inputs, &mut machine).map_err(|faults| Failure::unbuildable(&file, &faults))?;
        }
        let seed = options.seed.unwrap_or(SEED);
        let wanted = options.balls.map(usize::from);
        let pilot = options.autopilot.then(|| Autopilot::new(&machine, seed).with_balls(wanted.unwrap_or(1)));
        let left = if options.autopilot { 0 } else { wanted.unwrap_or(0) };
        let drops = Drops { left, dropped: 0, next: 0, luck: Stream::new(seed, "dropped balls") };
        Ok(Self { machine, pilot, drops, ticks: 0 })
    }

    /// Runs one tick; what happened is in the machine's events.
    pub(crate) fn tick(&mut self) {
        if let Some(pilot) = &mut self.pilot {
            pilot.play(&mut self.machine);
        }
        if self.drops.left > 0 && self.ticks >= self.drops.next {
            self.drops.drop_one(&mut self.machine, self.ticks);
        }
        self.machine.tick();
        self.ticks += 1;
    }

    /// What the autopilot did, if there is one.
    pub(crate) fn tally(&self) -> Option<carom::pinball::Tally> {
        self.pilot.as_ref().map(Autopilot::tally)
    }

    /// How many balls were dropped in, and for how many there was no room yet.
    pub(crate) fn dropped(&self) -> (usize, usize) {
        (self.drops.dropped, self.drops.left)
    }
}

/// How many ticks a time has: at least one.
pub(crate) fn ticks_in(seconds: f64) -> u64 {
    (seconds / TICK).round().max(1.0) as u64
}

/// Balls that are dropped in, one after the other.
#[derive(Debug)]
struct Drops {
    left: usize,
    dropped: usize,
    /// The tick of the next.
    next: u64,
    luck: Stream,
}

impl Drops {
    fn drop_one(&mut self, machine: &mut Machine, now: u64) {
        let place = (0..PLACES).find_map(|_| open_place(machine, &mut self.luck));
        let ball = place.and_then(|place| Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).ok());
        let added = ball.is_some_and(|ball| machine.add_ball(ball).is_ok());
        self.next = now + if added { DROP_EVERY } else { TRY_AGAIN };
        if added {
            (self.left, self.dropped) = (self.left - 1, self.dropped + 1);
        }
    }
}

/// A place by chance in the upper two thirds of the table, where a ball that comes down from the glass lands on the playfield.
fn open_place(machine: &Machine, luck: &mut Stream) -> Option<DVec3> {
    // Without a cabinet, where one would be.
    let Border { min, max, glass } = machine.playfield().border.or(Playfield::sized(0.5, 1.0).border)?;
    let (low, high) = (min + PINBALL_RADIUS, max - PINBALL_RADIUS);
    let part = DVec2::new(luck.between(0.0, 1.0), luck.between(0.05, 0.65));
    let at = low + (high - low) * part;
    let (from, to) = (at.extend(glass - 1.1 * PINBALL_RADIUS), at.extend(PINBALL_RADIUS));
    if from.z <= to.z || !machine.is_free(from, PINBALL_RADIUS) {
        return None;
    }
    let lands = from.lerp(to, machine.clear_way(from, to, PINBALL_RADIUS)) + DVec3::Z * 1e-4;
    // Two millimetres of grace: a ball may land on the head of a wire or a low edge, not on a plastic or a block.
    (lands.z < to.z + 2e-3 && machine.is_free(lands, PINBALL_RADIUS)).then_some(lands)
}
