"""Times pooltool on shots: a case as JSON on standard input, milliseconds of CPU time of a shot on standard output.

The figure is the mean over the shots of the case, of each the best of a few runs. Compiled code is warm: every shot is
played once before it is timed. Only `simulate` is timed, and it works on a copy that is made beforehand.
"""

import json
import sys
import time

import pooltool as pt

# A case of many shots needs fewer runs of each.
LEAST_RUNS, MOST_RUNS, SECONDS = 3, 30, 3.0


def system(shot):
    """The shot as pooltool has it."""
    specs = pt.objects.PocketTableSpecs(**shot["table"])
    snooker = shot["kind"] == "snooker"
    own = {"m": 0.14, "R": 0.02619375, "u_s": 0.5, "f_c": 0.5} if snooker else {}
    balls = {name: pt.Ball.create(name, xy=(x, y), **own) for name, x, y in shot["balls"]}
    cue_specs = pt.objects.CueSpecs(M=0.478, end_mass=0.14 / 30) if snooker else pt.objects.CueSpecs()
    cue = pt.Cue(cue_ball_id=shot["ball"], specs=cue_specs)
    cue.set_state(**{name: shot[name] for name in ("V0", "phi", "theta", "a", "b")})
    return pt.System(cue=cue, table=pt.Table.from_table_specs(specs), balls=balls)


def best(shot, seconds):
    """Milliseconds of the best run, and its number of events."""
    start = system(shot)
    events = len(pt.simulate(start.copy(), inplace=True).events)
    least, spent, runs = float("inf"), 0.0, 0
    while runs < LEAST_RUNS or (spent < seconds and runs < MOST_RUNS):
        played = start.copy()
        begun = time.process_time()
        pt.simulate(played, inplace=True)
        taken = time.process_time() - begun
        least, spent, runs = min(least, taken), spent + taken, runs + 1
    return least * 1e3, events


def main():
    """Reads a case and says its figure, and the mean number of events."""
    shots = json.load(sys.stdin)["shots"]
    found = [best(shot, SECONDS / len(shots)) for shot in shots]
    print(sum(f[0] for f in found) / len(found), sum(f[1] for f in found) / len(found))


if __name__ == "__main__":
    main()
