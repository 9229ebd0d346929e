"""A chain between two towers: rods and ball joints, one nail too many, a picture."""
import sys

import tauwerk

rods, span, top = 16, 4, 3  # m
scene = tauwerk.Engine().scene(name="tower", gravity="earth")


def height(i):
    """The chain hangs: a parabola through both nails."""
    return top - 0.015625 * i * (rods - i)


last = scene.make("nail", position=(-span / 2, 0, top))
for i in range(rods):
    x = span / rods * i - span / 2
    rod = scene.make("rod", radius=0.03, **{"from": (x, 0, height(i)), "to": (x + span / rods, 0, height(i + 1))})
    scene.call("connect", last, rod.end1)
    last = rod.end2
scene.call("connect", last, scene.make("nail", position=(span / 2, 0, top)))
wrong = scene.call("connect", last, scene.make("nail", position=(span / 2, 0, top - 1)))
print(scene.explain())
wrong.remove()
scene.advance(1.5)
print(f"{scene.hash():016x}")
scene.draw(sys.argv[1] if len(sys.argv) > 1 else "tower.png", width=320, height=180)
