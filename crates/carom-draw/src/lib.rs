//! Pictures of tables and of what balls did on them.
#![forbid(unsafe_code)]
