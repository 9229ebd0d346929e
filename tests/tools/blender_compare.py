"""Imports an exported film into Blender and compares every body's position and orientation with
the trace: blender -b --factory-startup --python blender_compare.py -- FILE.glb FILE.csv FPS"""
import csv
import math
import sys

import bpy
import mathutils
import numpy

numpy.bool = bool  # Debian 12's importer is older than its NumPy

glb, table, fps = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = int(fps)  # before the import, which turns times into frames
bpy.ops.import_scene.gltf(filepath=glb)

to_z_up = mathutils.Quaternion((1, 0, 0), math.pi / 2)
rows = {}
with open(table, newline="") as f:
    for r in csv.DictReader(f):
        rows.setdefault(int(r["frame"]), {})[r["body"]] = r
frames = sorted(rows)
chosen = sorted({frames[round(i * (len(frames) - 1) / 19)] for i in range(20)})
worst = turned = 0.0
for n in chosen:
    scene.frame_set(n - 1)
    for name, r in rows[n].items():
        m = bpy.data.objects[name].matrix_world
        # Blender turns what an object consists of to z up as well, and its axes back
        x, q = m.to_translation(), m.to_quaternion() @ to_z_up
        worst = max(worst, math.dist(x, [float(r[k]) for k in "xyz"]))
        dot = abs(sum(a * float(r[k]) for a, k in zip(q, ("qw", "qx", "qy", "qz"))))
        turned = max(turned, 2 * math.acos(min(1.0, dot)))
kinds = sorted({o.type for o in bpy.data.objects})
print("COMPARED", len(chosen), "frames,", len(rows[chosen[0]]), "bodies: distance", worst, "m, angle",
      turned, "rad;", kinds)
ok = worst < 1e-5 and turned < 1e-3 and "CAMERA" in kinds and "LIGHT" in kinds and "MESH" in kinds
print("BLENDER AGREES" if ok else "BLENDER DIFFERS")
