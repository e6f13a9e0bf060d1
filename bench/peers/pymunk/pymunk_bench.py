"""pymunk on the shared scenes: FILE SECONDS REPEAT [--dt S] [--gravity M/S2] [--restitution E] [--kick].

Prints one line, `name ms_per_simulated_second escaped=N`, for the best of REPEAT runs: milliseconds of CPU time. Every ball is
looked at after every step, in the quickest way that pymunk has.
"""

import argparse
import math
import time

import pymunk
from pymunk.batch import BodyFields, Buffer, get_space_bodies

MASK = (1 << 64) - 1


class Kick:
    """The kick rule, as bench/scenes/src/kick.rs has it."""

    def __init__(self, balls, dt):
        self.state, self.patience, self.last = 42, max(round(5.0 / dt), 1), [0] * balls

    def draw(self):
        """A number from 0 to 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return (self.state >> 11) * 2.0**-53

    def judge(self, tick, index, height, rise):
        """The new velocity, or None."""
        if not (height < 0.05 and rise <= 0.0) and tick - self.last[index] < self.patience:
            return None
        self.last[index] = tick
        return (2.0 * self.draw() - 1.0, 4.0)


def read(path):
    """The lines of a scene: a kind and its numbers."""
    with open(path, encoding="utf-8") as file:
        words = (line.split("#")[0].split() for line in file)
        return [(line[0], [float(word) for word in line[1:]]) for line in words if line]


def build(scene, asked):
    """A space and its balls in the order of the scene."""
    space = pymunk.Space()
    space.gravity = (0.0, -asked.gravity)
    balls, shapes = [], []
    for kind, n in scene:
        if kind == "S":
            shapes.append(pymunk.Segment(space.static_body, (n[0], n[1]), (n[2], n[3]), 0.0))
        elif kind == "C":
            shapes.append(pymunk.Circle(space.static_body, n[2], (n[0], n[1])))
        elif kind == "R":
            box = pymunk.BB(n[0] - n[2], n[1] - n[3], n[0] + n[2], n[1] + n[3])
            shapes.append(pymunk.Poly.create_box_bb(space.static_body, box))
        else:
            body = pymunk.Body(1.0, pymunk.moment_for_circle(1.0, 0.0, n[4]))
            body.position, body.velocity = (n[0], n[1]), (n[2], n[3])
            balls.append(body)
            shapes.append(pymunk.Circle(body, n[4]))
            # Its default of a tenth of a unit suits pixels.
            space.collision_slop = 1e-3 * n[4]
    for shape in shapes:
        # The product of both sides' is the scene's.
        shape.elasticity, shape.friction = math.sqrt(asked.restitution), 0.0
    space.add(*balls, *shapes)
    return space, balls


def look(space, fields, buffer):
    """All bodies' numbers in the order in which they were added."""
    buffer.clear()
    get_space_bodies(space, fields, buffer)


def states(space, balls, buffer):
    """Height and rise of every ball."""
    # The batch interface is quicker from a few balls on.
    if len(balls) < 4:
        return [(ball.position.y, ball.velocity.y) for ball in balls]
    look(space, BodyFields.POSITION | BodyFields.VELOCITY, buffer)
    numbers = memoryview(buffer.float_buf()).cast("d")
    return zip(numbers[1::4], numbers[3::4])


def step(space, balls, dt, tick, kick, buffer):
    """One step, a look at every ball, and the kick rule."""
    space.step(dt)
    seen = states(space, balls, buffer)
    if not kick:
        return
    for index, (ball, (height, rise)) in enumerate(zip(balls, seen)):
        new = kick.judge(tick, index, height, rise)
        if new:
            ball.velocity = new


def main():
    """Measures and says so."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("seconds", type=float)
    parser.add_argument("repeat", type=int)
    parser.add_argument("--dt", type=float, default=0.001)
    parser.add_argument("--gravity", type=float, default=0.0)
    parser.add_argument("--restitution", type=float, default=1.0)
    parser.add_argument("--kick", action="store_true")
    asked = parser.parse_args()
    scene = read(asked.file)
    border = [n for kind, n in scene if kind == "S"][:4]
    xs, ys = [n[0] for n in border] + [n[2] for n in border], [n[1] for n in border] + [n[3] for n in border]
    ticks = round(asked.seconds / asked.dt)
    best, escaped = math.inf, 0
    for _ in range(max(asked.repeat, 1)):
        space, balls = build(scene, asked)
        kick = Kick(len(balls), asked.dt) if asked.kick else None
        buffer = Buffer()
        look(space, BodyFields.BODY_ID, buffer)
        # The ground comes after the balls.
        ids = list(memoryview(buffer.int_buf()).cast("P"))
        assert ids[: len(balls)] == [ball.id for ball in balls], "in the order of the scene"
        step(space, balls, asked.dt, 1, kick, buffer)
        begun = time.process_time()
        for tick in range(2, ticks + 2):
            step(space, balls, asked.dt, tick, kick, buffer)
        best = min(best, time.process_time() - begun)
        inside = [min(xs) <= b.position.x <= max(xs) and min(ys) <= b.position.y <= max(ys) for b in balls]
        escaped = len(balls) - sum(inside)
    print(asked.file, best * 1e3 / (ticks * asked.dt), f"escaped={escaped}")


if __name__ == "__main__":
    main()
