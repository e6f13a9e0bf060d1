//! Tables and racks of billiards.

#[path = "billiards_tables/built_in.rs"]
mod built_in;
#[path = "billiards_tables/own.rs"]
mod own;
#[path = "billiards_tables/racks.rs"]
mod racks;
