//! Carom.
