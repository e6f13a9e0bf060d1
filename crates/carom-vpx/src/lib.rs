//! Visual Pinball tables into Carom's.
#![forbid(unsafe_code)]
