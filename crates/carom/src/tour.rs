//! A guided tour in twelve short programs. Each is compiled and run with the tests, so what it says is true.
//!
//! Lengths are metres, times seconds, masses kilograms, angles radians. Everything that can be wrong with an input is told by
//! an [`Error`](crate::Error); nothing panics, and nothing hangs.
//!
//! 1. [The first ball](#1-the-first-ball)
//! 2. [Events](#2-events)
//! 3. [Materials](#3-materials)
//! 4. [Friction and spin](#4-friction-and-spin)
//! 5. [A pinball machine](#5-a-pinball-machine)
//! 6. [Commands](#6-commands)
//! 7. [Snapshots and branching](#7-snapshots-and-branching)
//! 8. [Many worlds](#8-many-worlds)
//! 9. [A billiard shot](#9-a-billiard-shot)
//! 10. [Replays](#10-replays)
//! 11. [The energy ledger](#11-the-energy-ledger)
//! 12. [A gas](#12-a-gas)
//!
//! # 1. The first ball
//!
//! A [`World`](crate::World) has gravity, things that stand, and balls. It is advanced by any time: between two events every
//! ball moves on a parabola, exactly, so there is no step that could be too long.
//!
//! ```
//! use carom::{Ball, Collider, DVec3, Gravity, Material, World, shape::Plane};
//!
//! let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
//! world.add_collider(Collider::new(Plane::floor(0.0)?, Material::new(1.0, 0.0)?))?;
//! let ball = world.add_ball(Ball::new(DVec3::new(0.0, 0.0, 1.0), 0.0135, 0.08)?)?;
//!
//! // Perfectly elastic: after a minute of bouncing it has lost nothing.
//! let before = world.energy().unwrap();
//! for frame in 0..60 {
//!     world.advance(if frame % 2 == 0 { 0.3 } else { 1.7 })?;
//! }
//! assert!((world.energy().unwrap() / before - 1.0).abs() < 1e-12);
//! assert!(world.position(ball).z < 1.0 + 1e-9);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 2. Events
//!
//! What happened in a call is a list, in order of time, each event with its true moment. Between events the state at any
//! moment can be asked.
//!
//! ```
//! use carom::{Ball, Collider, DVec2, DVec3, Gravity, Material, What, World, shape::Post};
//!
//! let mut world = World::new(Gravity::none())?;
//! world.add_collider(Collider::new(Post::new(DVec2::new(1.0, 0.0), 0.25)?, Material::default()))?;
//! let ball = world.add_ball(Ball::new(DVec3::ZERO, 0.25, 0.1)?.with_velocity(DVec3::X))?;
//! world.advance(1.0)?;
//!
//! let event = &world.events()[0];
//! assert_eq!((event.time, event.ball), (0.5, ball)); // They touch when their centres are half a metre apart.
//! let What::Impact { hit, .. } = event.what else { panic!("{event:?}") };
//! assert_eq!((hit.point, hit.speed), (DVec3::new(0.75, 0.0, 0.0), 1.0));
//! assert_eq!(world.state_at(ball, 0.75)?.position.x, 0.25); // On its way back.
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 3. Materials
//!
//! A [`Material`](crate::Material) says how much of a blow comes back (constant, falling with speed, or by a curve), how it
//! grips, how rolling is slowed, and how far a bounce may go astray.
//!
//! ```
//! use carom::{Elasticity, Material};
//!
//! let steel = Material::new(0.9, 0.1)?;
//! let rubber = Material::new(0.8, 0.6)?.with_elasticity(Elasticity::falloff(0.8, 0.43))?.with_scatter(0.02)?;
//! let cloth = Material::new(0.5, 0.2)?.with_rolling_friction(0.01)?;
//! // Rubber is lively when touched and dull when struck.
//! assert!(rubber.elasticity().at(0.1) > 0.75 && rubber.elasticity().at(5.0) < 0.3);
//! assert_eq!(steel.elasticity().at(5.0), 0.9);
//! assert!(cloth.with_friction(-1.0).is_err());
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 4. Friction and spin
//!
//! A ball that slides on a floor is turned by friction until it rolls, at 5/7 of its speed; that moment is an event. Rolling
//! friction stops it in the end, and a ball at rest costs nothing.
//!
//! ```
//! use carom::{Ball, Collider, DVec3, Gravity, Material, Motion, Outcome, What, World, shape::Plane};
//!
//! let (radius, speed, friction) = (0.028575, 2.0, 0.2);
//! let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
//! let cloth = Material::new(0.5, friction)?.with_rolling_friction(0.01)?;
//! world.add_collider(Collider::new(Plane::floor(0.0)?, cloth))?;
//! let ball = Ball::new(DVec3::Z * radius, radius, 0.17)?.with_velocity(DVec3::X * speed);
//! let ball = world.add_ball(ball)?;
//!
//! world.advance(1.0)?;
//! let rolls = |what| what == What::Motion { from: Motion::Sliding, to: Motion::Rolling };
//! let began = world.events().iter().find(|event| rolls(event.what)).expect("it rolls within a second").time;
//! assert!((began - 2.0 * speed / (7.0 * friction * 9.81)).abs() < 1e-9);
//! assert!((world.state_at(ball, began)?.velocity.x - 5.0 / 7.0 * speed).abs() < 1e-9);
//! assert_eq!(world.advance(60.0)?.outcome, Outcome::AtRest);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 5. A pinball machine
//!
//! A [`Machine`](crate::pinball::Machine) is a world with a sloping playfield and parts, each a plain struct whose fields have
//! Visual Pinball's defaults. Parts act at ticks of a millisecond; balls move exactly between them.
//!
//! ```
//! use carom::pinball::{Command, Happening, Input, Machine, Playfield, part::{Bumper, Flipper}};
//! use carom::{Ball, DVec2, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
//!
//! let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! let flipper = machine.add("left flipper", Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() })?;
//! let bumper = machine.add("bumper", Bumper { centre: DVec2::new(0.42, 0.15), ..Bumper::default() })?;
//! let place = DVec3::new(0.19, 0.85, PINBALL_RADIUS);
//! let ball = machine.add_ball(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS)?)?;
//!
//! machine.send(Command::at(0.48, Input::Coil { part: flipper, on: true }))?;
//! let mut struck = false;
//! for _ in 0..60 {
//!     machine.advance(1.0 / 60.0)?; // any frame rate gives the same motion
//!     struck |= machine.events().iter().any(|event| matches!(event.what, Happening::Collide { .. }));
//! }
//! assert!(struck && machine.position(ball).y < 0.8, "shot up the table");
//! assert_eq!(machine.name(bumper), Some("bumper"));
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 6. Commands
//!
//! Commands carry the time at which they count, so an input between two frames counts at its own moment, and sending all of
//! them beforehand is the same as sending each when it is due.
//!
//! ```
//! use carom::pinball::{Command, Input, Machine, Playfield, part::Flipper};
//! use carom::DVec2;
//!
//! let mut one = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! let part = one.add("flipper", Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() })?;
//! let mut two = one.clone();
//!
//! one.send(Command::at(0.1234, Input::Coil { part, on: true }))?;
//! one.send(Command::at(0.2, Input::Nudge { angle: 1.3, force: 2.0 }))?;
//! one.advance(0.5)?;
//!
//! two.advance(0.123)?;
//! two.send(Command::at(0.1234, Input::Coil { part, on: true }))?;
//! two.advance(0.07)?;
//! two.send(Command::at(0.2, Input::Nudge { angle: 1.3, force: 2.0 }))?;
//! while two.time() < one.time() {
//!     two.tick();
//! }
//! assert_eq!(one.hash(), two.hash()); // to the last bit
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 7. Snapshots and branching
//!
//! A snapshot holds everything that changes, a few kilobytes, and going back to it takes less than a microsecond. So futures can be
//! tried: here, when to flip.
//!
//! ```
//! use carom::pinball::{Command, Input, Machine, Playfield, part::Flipper};
//! use carom::{Ball, DVec2, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
//!
//! let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! let part = machine.add("flipper", Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() })?;
//! let place = DVec3::new(0.19, 0.85, PINBALL_RADIUS);
//! let ball = machine.add_ball(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS)?)?;
//! machine.advance(0.35)?;
//!
//! let now = machine.snapshot();
//! let mut best = (f64::INFINITY, 0.0);
//! for k in 0..30 {
//!     machine.restore(&now)?;
//!     let at = machine.time() + 0.01 * f64::from(k);
//!     machine.send(Command::at(at, Input::Coil { part, on: true }))?;
//!     machine.advance(0.8)?;
//!     best = if machine.position(ball).y < best.0 { (machine.position(ball).y, at) } else { best };
//! }
//! assert!(best.0 < 0.6, "the best flip, at {:.2} s, sends it up to {:.2} m from the back", best.1, best.0);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 8. Many worlds
//!
//! A world is a value: clone it, send it to a thread, keep a thousand of it. One machine can take turns with many states
//! ([`exchange`](crate::pinball::Machine::exchange) copies next to nothing); the crate `carom-batch` does that on all threads,
//! with rows of observations, for those who train agents.
//!
//! ```
//! use carom::pinball::{Machine, Playfield, part::Bumper};
//! use carom::{Ball, DVec2, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
//!
//! let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! machine.add("bumper", Bumper { centre: DVec2::new(0.25, 0.7), ..Bumper::default() })?;
//! let place = DVec3::new(0.25, 0.3, PINBALL_RADIUS);
//! let ball = machine.add_ball(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS)?)?;
//!
//! // Sixteen states that differ in where the ball lies.
//! let mut states = vec![machine.snapshot(); 16];
//! for (k, state) in states.iter_mut().enumerate() {
//!     machine.exchange(state)?;
//!     let moved = Ball { position: place + DVec3::X * (1e-3 * k as f64), ..machine.ball(ball).unwrap() };
//!     machine.set_ball(ball, moved)?;
//!     machine.exchange(state)?;
//! }
//! // All of them a second on.
//! let mut ends = Vec::new();
//! for state in &mut states {
//!     machine.exchange(state)?;
//!     machine.advance(1.5)?;
//!     ends.push(machine.position(ball).x);
//!     machine.exchange(state)?;
//! }
//! assert!(ends[15] > ends[1] + 0.05, "the bumper has spread them: {ends:?}");
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 9. A billiard shot
//!
//! A [`Shot`](crate::billiards::Shot) has no clock: balls slide, roll, spin and fly in closed form from event to event, and
//! iterating it plays it. The laws of cue, balls, cushions, cloth and pockets are values.
//!
//! ```
//! use carom::billiards::{Ball, BallSpec, CueSpec, Models, Shot, Strike, Table, What};
//!
//! let table = Table::named("pool-9").expect("a built-in table");
//! let balls = [
//!     Ball::at_rest("cue", 0.635, 0.6, BallSpec::POOL),
//!     Ball::at_rest("1", 0.635, 1.5, BallSpec::POOL),
//! ];
//! // Straight up the table, a little below the centre: the cue ball comes back.
//! let strike = Strike { speed: 2.5, direction: core::f64::consts::FRAC_PI_2, height: -0.4, ..Strike::level(0, CueSpec::POOL) };
//! let mut shot = Shot::new(&table, &Models::default(), &balls, Some(&strike))?;
//! let met = shot.by_ref().find(|event| matches!(event.what, What::Balls { .. })).expect("they meet").time;
//! shot.run();
//! let (there, later) = (shot.state_at(0, met).position, shot.state_at(0, met + 1.0).position);
//! assert!(later.y < there.y - 0.1, "drawn back: {later}");
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 10. Replays
//!
//! The same input gives the same bits, in debug and release, on every machine. So a recording is a machine and its commands, and a
//! [`hash`](crate::pinball::Machine::hash) on the way says where two runs part. (`carom-rules` keeps games so, as files and
//! links.)
//!
//! ```
//! use carom::pinball::{Command, Input, Machine, Playfield, part::Flipper};
//! use carom::{Ball, DVec2, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
//!
//! fn play(flip_at: f64) -> Result<Vec<u64>, carom::Error> {
//!     let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//!     let part = machine.add("flipper", Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() })?;
//!     machine.add_ball(Ball::new(DVec3::new(0.19, 0.85, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS)?)?;
//!     machine.send(Command::at(flip_at, Input::Coil { part, on: true }))?;
//!     let mut hashes = Vec::new();
//!     for _ in 0..20 {
//!         machine.advance(0.05)?;
//!         hashes.push(machine.hash());
//!     }
//!     Ok(hashes)
//! }
//!
//! assert_eq!(play(0.48)?, play(0.48)?);
//! // One input a millisecond later: the first hash that differs says when.
//! let (one, other) = (play(0.48)?, play(0.481)?);
//! let parted = one.iter().zip(&other).position(|(a, b)| a != b).expect("they part");
//! assert!(parted <= 9, "by {:.2} s", 0.05 * (parted + 1) as f64);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 11. The energy ledger
//!
//! Every joule has its name: what gravity, belts and coils gave, what impacts, friction and rolling took, what was put right. The
//! entries are made from the laws that act, and must add up to what the balls have.
//!
//! ```
//! use carom::{Ball, Collider, DVec3, Gravity, Material, World, shape::Plane};
//!
//! let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
//! let floor = Material::new(0.7, 0.2)?.with_rolling_friction(0.02)?;
//! world.add_collider(Collider::new(Plane::floor(0.0)?, floor))?;
//! world.keep_ledger(true);
//! world.add_ball(Ball::new(DVec3::new(0.0, 0.0, 0.5), 0.0135, 0.08)?.with_velocity(DVec3::X * 2.0))?;
//! world.advance(60.0)?;
//!
//! let ledger = world.ledger().expect("it is kept");
//! let lost = ledger.impacts + ledger.friction + ledger.rolling;
//! assert!((ledger.put_in + ledger.gravity - lost).abs() < 1e-9, "all that came in is lost in the end:\n{ledger}");
//! assert!(ledger.residual().abs() < 1e-12 && ledger.rolling > 0.0);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # 12. A gas
//!
//! Hard disks and spheres by the thousand or million, event by event: the simplest matter, whose pressure theory knows.
//!
//! ```
//! use carom::gas::{Gas, Setup, theory};
//!
//! let mut gas = Gas::<2>::lattice(&Setup { count: 400, packing: 0.3, ..Setup::default() })?;
//! let energy = gas.energy();
//! gas.run(20_000);
//! gas.start_measuring();
//! gas.run(60_000);
//! let measured = gas.pressure().compressibility;
//! assert!((measured / theory::disks(0.3) - 1.0).abs() < 0.03, "{measured}");
//! assert!((gas.energy() / energy - 1.0).abs() < 1e-12);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # From here
//!
//! [`shape`](crate::shape) has everything a ball can meet, [`pinball::part`](crate::pinball::part) the parts of a machine,
//! [`billiards`](crate::billiards) the laws, tables and games, [`tolerance`](crate::tolerance) every small number with its
//! reason. In the repository, `docs/physics` has a page for each law, with its derivation, and `ARCHITECTURE.md` is the map.
