//! Groups: parents of parts. A driven one moves, and all that lies in it.

use crate::record::{Record, record};
use crate::value::{Amount, Angle, Notes, Number, Place3, Value, choice, table_of};
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::DeValue;

choice! {
    /// How a driven group comes to a place on its path.
    Ease {
        /// From rest to rest: half of the time ever faster, half of it ever slower.
        Smooth = "smooth",
        /// Steadily: its speed jumps at both ends.
        Steady = "steady",
    }
}

choice! {
    /// What follows the end of a path.
    After {
        /// It stays there.
        Stay = "stay",
        /// It begins again. Where that is another place, it is there at once.
        Again = "again",
        /// It goes back the way it came, and again.
        Back = "back",
    }
}

record! {
    /// A place on a group's path.
    Key = "key" {
        /// s: when it is there, after it began to run. Until the first one's time it waits there.
        time: Amount,
        /// How far from its rest it is then, along its own axes.
        shift: Place3 = "[0, 0, 0]",
        /// How far it is turned from its rest then; whole turns count.
        angle: Angle = "0",
        /// How it comes here from the one before.
        ease: Ease = "\"smooth\"",
    }
}

impl Value for Key {
    fn kind() -> String {
        "place on a path".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let table =
            table_of(value, notes, "a place on a path has fields", &format!("write it like {}", Self::example()))?;
        Self::read_table(table, value.span(), notes)
    }

    fn write(&self) -> String {
        let fields: Vec<String> =
            self.write_fields().into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
        format!("{{ {} }}", fields.join(", "))
    }

    fn example() -> String {
        "{ time = 1, shift = [0, 0, 50] }".to_owned()
    }

    fn schema() -> Json {
        Self::schema_of()
    }
}

record! {
    /// A parent of parts and of other groups: what lies in it is said in its space, and goes where it goes. A driven one moves,
    /// whatever is in its way.
    Group = "group" placed {
        /// Its name, by which its children call it; no part can have the same.
        name: String,
        /// Can it move? One with a `path` can.
        driven: bool = "false",
        /// The axis through its origin about which it turns when it moves.
        axis: [Number; 3] = "[0, 0, 1]",
        /// Where it is and when, from the moment it begins to run.
        path: Vec<Key> = "none",
        /// What follows the end of the path.
        after: After = "\"stay\"",
        /// Does it run along its path when the game begins?
        runs: bool = "false",
    }
}
