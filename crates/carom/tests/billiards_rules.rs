//! The games' rules, each fault with a shot made for it.

#[path = "billiards_rules/carom_games.rs"]
mod carom_games;
#[path = "billiards_rules/desk.rs"]
mod desk;
#[path = "billiards_rules/eight_ball.rs"]
mod eight_ball;
#[path = "billiards_rules/nine_ball.rs"]
mod nine_ball;
#[path = "billiards_rules/nonsense.rs"]
mod nonsense;
#[path = "billiards_rules/recorded.rs"]
mod recorded;
#[path = "billiards_rules/snooker.rs"]
mod snooker;
