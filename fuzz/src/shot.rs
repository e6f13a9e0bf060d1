//! `carom shot`: any text is refused with its faults, or played within its limits.

use carom_shots::{Request, read_layout, read_with, report_request, write};

/// Events that are played, and balls that may be on the table: every event is bounded, a million of them take long.
const MOST_EVENTS: usize = 400;
const MOST_BALLS: usize = 40;

/// Reads, writes and plays a shot. Promised: no panic; refused with a reason; what is written reads back the same; states stay finite.
pub fn shot(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut no_files = |_: &str| Err("no files here".to_owned());
    if let Err(faults) = read_layout(&text, &mut no_files) {
        assert!(!faults.is_empty(), "refused without a fault");
    }
    let request = match read_with(&text, &mut no_files) {
        Ok(request) => request,
        Err(faults) => {
            assert!(faults.iter().all(|fault| !fault.to_string().is_empty()), "refused without a word");
            return;
        }
    };
    let written = write(&request.shot).to_string();
    match carom_shots::read(&written) {
        Ok(again) => assert_eq!(again, request.shot, "written and read again it is another: {written}"),
        Err(faults) => panic!("what was written is refused: {faults:?}\n{written}"),
    }
    if request.shot.balls.len() > MOST_BALLS {
        return;
    }
    let mut shot = request.shot.clone();
    shot.events = shot.events.min(MOST_EVENTS);
    let request = Request { shot, samples: request.samples.map(|every| every.max(0.05)), legs: request.legs };
    let Ok((played, _)) = request.shot.play() else { return };
    for k in 0..request.shot.balls.len() {
        let state = played.state(k);
        assert!(state.position.is_finite() && state.velocity.is_finite() && state.spin.is_finite(), "{state:?}");
    }
    let report = report_request(&request, &played);
    assert!(!carom_shots::pretty(&report).is_empty(), "a report");
    assert!(!carom_shots::brief(&request.shot, &played).is_empty(), "a report in brief");
}
