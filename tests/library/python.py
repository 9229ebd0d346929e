"""The Python package against the library of the build: films, fields, failures."""
import sys

import numpy as np
import tauwerk

film = tauwerk.run(sys.argv[1], params={"drop": 1.5})
assert film.time.shape == (15,) and len(film) == 1, film.time
z = film["ball"].position
assert z.shape == (15, 3) and film["ball"].orientation.shape == (15, 4)
assert np.allclose(z[:, 2], 1.5 - 5 * film.time**2, atol=1e-9)
assert np.allclose(film["ball"].velocity[:, 2], -10 * film.time, atol=1e-9)
assert (film.passed, film.failed) == (1, 1), (film.passed, film.failed)


def fails(part, f, *arguments, **named):
    try:
        f(*arguments, **named)
    except tauwerk.Error as e:
        assert part in str(e), e
        return
    raise AssertionError("no failure: " + part)


scene = tauwerk.Engine().scene(gravity=(0, 0, 0))
ball = scene.make("sphere", radius=0.25, user={"a": [1, True, "x"]})
assert ball.user == {"a": [1, True, "x"]}
ball.orientation = tauwerk.Quaternion((0, 1, 0, 0))
assert ball.orientation == (0, 1, 0, 0)
ball.velocity = np.array([0, 1, 0])
scene.advance(0.5)
assert np.allclose(ball.position, [0, 0.5, 0]) and ball.center == ball.center
assert scene.draw(width=32, height=18).shape == (18, 32, 4)
fails("expected a positive number, got -1", scene.make, "sphere", radius=-1)
fails("did you mean 'radius'?", scene.make, "sphere", radios=1)
fails("got 'much'", setattr, ball, "mass", "much")
ball.remove()
fails("stale", lambda: ball.mass)
fails("no tw.param of that name", tauwerk.run, sys.argv[1], params={"dorp": 1})
fails("none.lua", tauwerk.run, "none.lua")
