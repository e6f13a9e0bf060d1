//! Words for whoever runs the server. This crate prints nothing itself: it is told where to.

use core::time::Duration;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The same words are not said again within this time: a disk that is full is full for everybody who plays.
const AGAIN: Duration = Duration::from_secs(10);

/// Whoever writes a line where the server was started.
type Teller = dyn Fn(&str) + Send + Sync;

/// Somebody to tell, or nobody.
#[derive(Clone, Default)]
pub struct Console {
    tell: Option<Arc<Teller>>,
    last: Arc<Mutex<Option<(String, Instant)>>>,
}

impl Console {
    /// Tells whatever goes wrong to this function. It is called from any thread.
    pub fn new(tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { tell: Some(Arc::new(tell)), last: Arc::default() }
    }

    pub(crate) fn tell(&self, words: &str) {
        let Some(tell) = &self.tell else { return };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_some_and(|(said, when)| said == words && when.elapsed() < AGAIN) {
            return;
        }
        *last = Some((words.to_owned(), Instant::now()));
        drop(last);
        tell(words);
    }
}

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.tell.is_some() { "Console(somebody)" } else { "Console(nobody)" })
    }
}
