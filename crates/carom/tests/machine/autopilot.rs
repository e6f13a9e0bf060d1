use crate::mini_table::mini_table;
use carom::pinball::Autopilot;

#[test]
fn experiment() {
    for wanted in [1, 4] {
        for seed in 0..3 {
            let mut machine = mini_table(0).unwrap().machine;
            let mut pilot = Autopilot::new(&machine, seed).with_balls(wanted);
            let mut least = u64::MAX;
            let mut before = 0;
            let begin = std::time::Instant::now();
            for minute in 0..10 {
                for _ in 0..60_000 {
                    pilot.play(&mut machine);
                    machine.tick();
                }
                least = least.min(pilot.tally().hits - before);
                before = pilot.tally().hits;
                let _ = minute;
            }
            let t = pilot.tally();
            println!(
                "{wanted} {seed}: least {least}; {:.1} s a ball; {t:?}; {:?}",
                600.0 * wanted as f64 / t.served as f64,
                begin.elapsed()
            );
        }
    }
}

#[test]
fn experiment_baseline() {
    use carom::pinball::{Machine, part::Part};
    let source = mini_table(0).unwrap().machine;
    let mut machine = Machine::new(source.playfield()).unwrap();
    for (_, name, part) in source.parts() {
        let mut part = part.clone();
        if let Part::Flipper(flipper) = &mut part {
            flipper.strength = 0.0;
        }
        machine.add(name, part).unwrap();
    }
    for wanted in [1, 4] {
        let mut machine = machine.clone();
        let mut pilot = Autopilot::new(&machine, 1).with_balls(wanted);
        for _ in 0..600_000 {
            pilot.play(&mut machine);
            machine.tick();
        }
        let t = pilot.tally();
        println!("lame {wanted}: {:.1} s a ball; {t:?}", 600.0 * wanted as f64 / t.served as f64);
    }
}
