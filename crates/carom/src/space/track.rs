//! A timed path: where a driven thing is to be, and when.

use super::moving::Stretch;
use super::similarity::Similarity;
use super::transform::turn_about;
use crate::error::{Error, ErrorKind, in_range, vector_in_range};
use crate::tolerance::{LEAST_ROUND, MOST_LENGTH, MOST_TIME};
use glam::DVec3;

/// How a key is come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ease {
    /// Steadily: the speed jumps at both ends.
    Steady,
    /// From rest to rest: half of the time ever faster, half of it ever slower.
    #[default]
    Smooth,
}

/// What follows the last key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// It stays there.
    #[default]
    Once,
    /// It begins again with the first; where that is another place, it jumps.
    Again,
    /// It goes back the way it came, and again.
    Back,
}

/// A place on a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// s: after the start of the track.
    pub time: f64,
    /// m: how far from its rest, along the axes of its rest.
    pub shift: DVec3,
    /// rad: how far it is turned from its rest; whole turns count.
    pub angle: f64,
    /// How it comes here from the key before.
    pub ease: Ease,
}

/// A timed path about one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    axis: DVec3,
    keys: Vec<Key>,
    turns: Turns,
}

/// Where a follower is on its track: which leg of which round, and which half of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    round: u64,
    leg: u32,
    second: bool,
}

impl Track {
    /// A path through `keys`, by rising time, turning about `axis` (in the space of its rest).
    ///
    /// # Errors
    /// When there is no key, a number is not sane, times do not rise, the axis has no direction, or a track that goes on has no
    /// length.
    pub fn new(axis: DVec3, keys: Vec<Key>, turns: Turns) -> Result<Self, Error> {
        vector_in_range("axis of a track", axis, MOST_LENGTH)?;
        let Some(axis) = axis.try_normalize() else {
            return Err(Error::degenerate("the axis of a track", "has no direction"));
        };
        if keys.is_empty() {
            return Err(Error::new(ErrorKind::TooFew { what: "keys of a track", need: 1, got: 0 }));
        }
        for (k, key) in keys.iter().enumerate() {
            let within = |error: Error| error.within(format_args!("key {}", k + 1));
            in_range("time", key.time, 0.0, MOST_TIME).map_err(within)?;
            vector_in_range("shift", key.shift, MOST_LENGTH).map_err(within)?;
            in_range("angle", key.angle, -1e9, 1e9).map_err(within)?;
            if k > 0 && key.time <= keys[k - 1].time {
                return Err(within(Error::degenerate("its time", "must be after that of the key before")));
            }
        }
        if turns != Turns::Once && keys.len() < 2 {
            return Err(Error::new(ErrorKind::TooFew {
                what: "keys of a track that goes on",
                need: 2,
                got: keys.len(),
            }));
        }
        if turns != Turns::Once {
            // Otherwise a second would be without end: every leg is a change of motion.
            let last = keys[keys.len() - 1].time;
            in_range("time of a round of a track that goes on", last, LEAST_ROUND, MOST_TIME)?;
        }
        Ok(Self { axis, keys, turns })
    }

    /// Unit vector: about which it turns.
    pub fn axis(&self) -> DVec3 {
        self.axis
    }

    /// Its keys.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// What follows the last key.
    pub fn turns(&self) -> Turns {
        self.turns
    }

    /// s: from its start to its last key.
    pub fn duration(&self) -> f64 {
        self.keys[self.keys.len() - 1].time
    }

    /// s: one round, all the way back to its beginning.
    fn round_time(&self) -> f64 {
        match self.turns {
            Turns::Once => f64::INFINITY,
            Turns::Again => self.duration(),
            Turns::Back => 2.0 * self.duration() - self.keys[0].time,
        }
    }

    /// How many legs a round has. The first comes from the rest's first key's place, which is held until its time.
    fn legs(&self) -> u32 {
        let there = self.keys.len() as u32;
        if self.turns == Turns::Back { 2 * there - 1 } else { there }
    }

    /// The keys between which a leg goes, and the ease, with times after the round's start. The first leg waits at the first key.
    fn leg(&self, leg: u32) -> (Key, Key, Ease) {
        let (k, count) = (leg as usize, self.keys.len());
        if k == 0 {
            return (Key { time: 0.0, ..self.keys[0] }, self.keys[0], Ease::Steady);
        }
        if k < count {
            return (self.keys[k - 1], self.keys[k], self.keys[k].ease);
        }
        // On the way back.
        let (from, to) = (self.keys[2 * count - 1 - k], self.keys[2 * count - 2 - k]);
        let mirrored = |key: Key| Key { time: 2.0 * self.duration() - key.time, ..key };
        (mirrored(from), mirrored(to), from.ease)
    }

    /// The leg after; `None` after the last.
    pub(crate) fn after(&self, cursor: Cursor) -> Option<Cursor> {
        let (from, to, ease) = self.leg(cursor.leg);
        let halves = ease == Ease::Smooth && (from.shift != to.shift || from.angle != to.angle);
        if halves && !cursor.second {
            return Some(Cursor { second: true, ..cursor });
        }
        if cursor.leg + 1 < self.legs() {
            return Some(Cursor { leg: cursor.leg + 1, second: false, ..cursor });
        }
        (self.turns != Turns::Once).then_some(Cursor { round: cursor.round + 1, leg: 0, second: false })
    }

    /// How a thing whose rest is `rest` moves on this leg; the track began at the moment `began`.
    pub(crate) fn stretch(&self, rest: &Similarity, began: f64, cursor: Cursor) -> Stretch {
        let (from, to, ease) = self.leg(cursor.leg);
        let base = if cursor.round == 0 { began } else { began + cursor.round as f64 * self.round_time() };
        let (start, until) = (base + from.time, base + to.time);
        let span = to.time - from.time;
        let (shift, angle) = (to.shift - from.shift, to.angle - from.angle);
        let mut stretch = Stretch { start, until, axis: rest.direction_out(self.axis), ..self.still_at(rest, &from) };
        if span <= 0.0 || (shift == DVec3::ZERO && angle == 0.0) {
            return stretch;
        }
        if ease == Ease::Steady {
            stretch.velocity = rest.vector_out(shift / span);
            stretch.rate = angle / span;
            return stretch;
        }
        let half = 0.5 * span;
        let (pull, change) = (rest.vector_out(shift / (half * half)), angle / (half * half));
        if !cursor.second {
            (stretch.acceleration, stretch.rate_change) = (pull, change);
            return Stretch { until: start + half, ..stretch };
        }
        let middle = Key { shift: from.shift + shift * 0.5, angle: from.angle + angle * 0.5, ..from };
        Stretch {
            start: start + half,
            until,
            axis: stretch.axis,
            velocity: pull * half,
            acceleration: -pull,
            rate: change * half,
            rate_change: -change,
            ..self.still_at(rest, &middle)
        }
    }

    fn still_at(&self, rest: &Similarity, key: &Key) -> Stretch {
        Stretch::still(posed(rest, self.axis, key.shift, key.angle), 0.0)
    }
}

/// How a thing lies that is shifted and turned from its rest.
pub(crate) fn posed(rest: &Similarity, axis: DVec3, shift: DVec3, angle: f64) -> Similarity {
    let turn = if angle == 0.0 { rest.turn } else { (rest.turn * turn_about(axis, angle)).normalize() };
    Similarity { turn, origin: rest.place_out(shift), ..*rest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Transform;

    fn track(turns: Turns) -> Track {
        let key = |time, x: f64, angle, ease| Key { time, shift: DVec3::X * x, angle, ease };
        let keys =
            vec![key(0.5, 0.0, 0.0, Ease::Steady), key(1.5, 0.2, 1.0, Ease::Smooth), key(2.0, 0.3, 7.0, Ease::Steady)];
        Track::new(DVec3::new(1.0, 2.0, 3.0), keys, turns).unwrap()
    }

    fn walk(track: &Track, rest: &Similarity, until: f64) -> Vec<Stretch> {
        let (mut cursor, mut all) = (Cursor::default(), Vec::new());
        loop {
            let stretch = track.stretch(rest, 10.0, cursor);
            all.push(stretch);
            match track.after(cursor) {
                Some(next) if stretch.until < until => cursor = next,
                _ => return all,
            }
        }
    }

    /// Stretches follow each other without a jump in place, and come to every key at its time, there and back.
    #[test]
    fn stretches_join_and_come_to_their_keys() {
        let rest = Transform::turns(DVec3::new(0.3, -1.0, 2.0)).unwrap();
        let rest = rest.then(&Transform::translation(DVec3::new(0.4, 0.5, 0.6))).similarity().unwrap();
        let track = track(Turns::Back);
        let stretches = walk(&track, &rest, 30.0);
        assert!(stretches.len() > 20);
        for pair in stretches.windows(2) {
            let (end, next) = (pair[0].at(pair[0].until), pair[1].at(pair[1].start));
            assert!((pair[0].until - pair[1].start).abs() < 1e-12, "{pair:?}");
            assert!((end.lies.origin - next.lies.origin).length() < 1e-13, "{pair:?}");
            assert!(end.lies.turn.dot(next.lies.turn).abs() > 1.0 - 1e-13, "{pair:?}");
        }
        let at = |time: f64| stretches.iter().find(|s| s.start <= time && time < s.until).unwrap().at(time).lies;
        // A round takes 3.5 s: 0.5 s of waiting, 1.5 s there, 1.5 s back.
        for round in 0..4 {
            let base = 10.0 + 3.5 * f64::from(round);
            for (time, x, angle) in [(0.25, 0.0, 0.0), (1.0, 0.1, 0.5), (2.0, 0.3, 7.0), (3.0, 0.1, 0.5)] {
                let there = posed(&rest, track.axis(), DVec3::X * x, angle);
                let lies = at(base + time);
                assert!((lies.origin - there.origin).length() < 1e-12, "round {round}, {time}: {lies:?}");
                assert!(lies.turn.dot(there.turn).abs() > 1.0 - 1e-12, "round {round}, {time}: {lies:?}");
            }
        }
    }

    #[test]
    fn a_track_ends_repeats_or_is_refused() {
        let once = walk(&track(Turns::Once), &Similarity::IDENTITY, 1e9);
        assert_eq!(once.len(), 4, "waiting, two halves, a steady leg");
        assert!(walk(&track(Turns::Again), &Similarity::IDENTITY, 20.0).len() > 16);
        let message = Track::new(DVec3::Z, Vec::new(), Turns::Once).unwrap_err().to_string();
        assert!(message.contains("keys of a track"), "{message}");
        let keys = vec![Key { time: 1.0, shift: DVec3::ZERO, angle: 0.0, ease: Ease::Smooth }; 2];
        let message = Track::new(DVec3::Z, keys, Turns::Once).unwrap_err().to_string();
        assert!(message.contains("key 2") && message.contains("after"), "{message}");
        // A round of a nanosecond would be a thousand million changes of motion a second.
        let keys = [0.0, 1e-9].map(|time| Key { time, shift: DVec3::ZERO, angle: 0.0, ease: Ease::Steady });
        let message = Track::new(DVec3::Z, keys.to_vec(), Turns::Again).unwrap_err().to_string();
        assert!(message.contains("round of a track"), "{message}");
    }
}
