#!/usr/bin/python3
"""A reference scene (JSON: sun, sky, camera, primitives) as a scene script of Tauwerk.
    bench/picture/reference.py NAME.json [card] > NAME.lua
    tauwerk run NAME.lua --format pfm --size 640x360 --quality normal -o DIR
card: the ground is a card of its own size, as path tracers have it, and not the endless plane."""
import json
import sys


def quaternion(m):
    """of a rotation matrix, row-major, local to world: w, x, y, z"""
    t = m[0][0] + m[1][1] + m[2][2]
    if t > 0:
        s = 2 * (t + 1) ** 0.5
        return s / 4, (m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s
    i = max(range(3), key=lambda k: m[k][k])
    j, k = (i + 1) % 3, (i + 2) % 3
    s = 2 * (1 + m[i][i] - m[j][j] - m[k][k]) ** 0.5
    q = [0, 0, 0]
    q[i], q[j], q[k] = s / 4, (m[j][i] + m[i][j]) / s, (m[k][i] + m[i][k]) / s
    return ((m[k][j] - m[j][k]) / s, *q)


def numbers(a):
    return "{ " + ", ".join("%.17g" % x for x in a) + " }"


def material(m):
    if m["type"] == "lambert":
        return '{ model = "lambert", color = %s }' % numbers(m["albedo"])
    return '{ model = "ggx", color = %s, roughness = %.17g }' % (numbers(m["color"]), m["roughness"])


THIN = 1e-3


def solid(p):
    """kind and fields; a card is a box without thickness to speak of, below its surface"""
    kind, at = p["shape"], list(p["pos"])
    if kind == "plane":
        size = 2 * p["half"]
        at[2] -= THIN / 2
        return "box", "size = { %g, %g, %g }" % (size, size, THIN), at
    if kind == "card":
        return "box", "size = { %.17g, %.17g, %g }" % (p["w"], p["h"], THIN), at
    if kind == "torus":
        return "torus", "major_radius = %.17g, minor_radius = %.17g" % (p["major"], p["r"]), at
    if kind == "box":
        return "box", "size = " + numbers(p["size"]), at
    if kind == "sphere":
        return "sphere", "radius = %.17g" % p["r"], at
    return kind, "radius = %.17g, %s = %.17g" % (p["r"], "length" if kind == "capsule" else "height", p["h"]), at


def main():
    d = json.load(open(sys.argv[1]))
    c, sun = d["camera"], d["sun"]
    print('local tw = require "tauwerk"')
    print('local scene = tw.scene { name = "%s", duration = 0.1, fps = 30, size = { %d, %d }, tone = "none" }'
          % (d["name"], d["width"], d["height"]))
    print("scene.bounces = 0")
    print("scene.camera = { eye = %s, target = %s, fov = tw.deg(%g) }"
          % (numbers(c["pos"]), numbers(c["target"]), c["vfov_deg"]))
    print('scene:light { kind = "sun", to = %s, irradiance = %s, angular_diameter = tw.deg(%g) }'
          % (numbers(sun["dir_to"]), numbers(sun["irradiance"]), sun["angular_diameter_deg"]))
    print('scene:light { kind = "sky", radiance = %s }' % numbers(d["sky_radiance"]))
    for p in d["primitives"]:
        if p["shape"] == "plane" and "card" not in sys.argv[2:]:
            print("scene:ground { material = %s }" % material(p["material"]))
            continue
        kind, fields, at = solid(p)
        print("scene:%s { %s, position = %s, orientation = %s, fixed = true, material = %s }"
              % (kind, fields, numbers(at), numbers(quaternion(p["R"])), material(p["material"])))
    print("return scene")


main()
