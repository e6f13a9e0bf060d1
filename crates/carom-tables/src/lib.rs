//! Carom's table files: read, check, write.
#![forbid(unsafe_code)]
