"""The speed scene by Blender's Cycles: path traced on the processor, direct light of sun and sky.

    blender -b --factory-startup -P cycles.py -- SCENE.json SAMPLES RUNS [WIDTH HEIGHT [FILE.png]]

SCENE: of bench_picture_json. No bounces, no adaptive sampling, no denoising: what Tauwerk draws.
A line a run: CPU and wall milliseconds of one picture, with handing the scene to Cycles; all
processors, or as many as the variable BENCH_THREADS says.
"""
import json
import math
import os
import sys
import time

import bpy
from mathutils import Matrix, Vector

arguments = sys.argv[sys.argv.index("--") + 1:]
scene = json.load(open(arguments[0]))
samples, runs = int(arguments[1]), int(arguments[2])
width, height = (int(arguments[3]), int(arguments[4])) if len(arguments) > 4 else (1920, 1080)

bpy.ops.wm.read_factory_settings(use_empty=True)
s = bpy.context.scene
s.render.engine = "CYCLES"
s.cycles.device = "CPU"
s.cycles.samples = samples
s.cycles.use_adaptive_sampling = False
s.cycles.use_denoising = False
s.cycles.max_bounces = 0
s.cycles.pixel_filter_type = "BOX"
s.render.resolution_x, s.render.resolution_y = width, height
s.render.resolution_percentage = 100
s.view_settings.view_transform = "Standard"
if os.environ.get("BENCH_THREADS"):
    s.render.threads_mode = "FIXED"
    s.render.threads = int(os.environ["BENCH_THREADS"])


def lambert(color):
    m = bpy.data.materials.new("lambert")
    m.use_nodes = True
    nodes = m.node_tree.nodes
    nodes.clear()
    out, diffuse = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeBsdfDiffuse")
    diffuse.inputs["Color"].default_value = (*color, 1)
    m.node_tree.links.new(diffuse.outputs[0], out.inputs["Surface"])
    return m


def add(data, matrix=None):
    o = bpy.data.objects.new(data.name, data)
    if matrix is not None:
        o.matrix_world = matrix
    s.collection.objects.link(o)
    return o


def triples(a):
    return [tuple(a[i:i + 3]) for i in range(0, len(a), 3)]


# a kind of solids has one colour, or few: a mesh for each of them
meshes = {}
for o in scene["solid"]:
    key = (o["kind"], tuple(o["color"]))
    if key not in meshes:
        source = scene["mesh"][o["kind"]]
        mesh = bpy.data.meshes.new("solid")
        mesh.from_pydata(triples(source["vertex"]), [], triples(source["triangle"]))
        mesh.polygons.foreach_set("use_smooth", [o["kind"] < 2] * len(mesh.polygons))
        mesh.materials.append(lambert(o["color"]))
        meshes[key] = mesh
    r, x = o["r"], o["x"]
    add(meshes[key], Matrix((*[(*r[3 * i:3 * i + 3], x[i]) for i in range(3)], (0, 0, 0, 1))))

far = 20000
plane = bpy.data.meshes.new("ground")
z = scene["ground"]
plane.from_pydata([(-far, -far, z), (far, -far, z), (far, far, z), (-far, far, z)], [],
                  [(0, 1, 2, 3)])
plane.materials.append(lambert(scene["ground_color"]))
add(plane)

sun = bpy.data.lights.new("sun", "SUN")
sun.energy, sun.color, sun.angle = 1, scene["irradiance"], scene["sun_diameter"]
add(sun, Vector(scene["sun"]).to_track_quat("Z", "Y").to_matrix().to_4x4())

s.world = bpy.data.worlds.new("sky")
s.world.use_nodes = True
s.world.node_tree.nodes["Background"].inputs["Color"].default_value = (*scene["sky"], 1)

camera = bpy.data.cameras.new("camera")
camera.sensor_fit = "VERTICAL"
camera.angle = scene["fov"]
camera.clip_end = 4 * far
eye, target = Vector(scene["eye"]), Vector(scene["target"])
turn = (eye - target).to_track_quat("Z", "Y").to_matrix().to_4x4()
s.camera = add(camera, Matrix.Translation(eye) @ turn)

if len(arguments) > 5:
    s.render.filepath = os.path.abspath(arguments[5])
for run in range(runs):
    cpu, wall = time.process_time(), time.monotonic()
    bpy.ops.render.render(write_still=len(arguments) > 5)
    print("%.1f %.1f" % (1e3 * (time.process_time() - cpu), 1e3 * (time.monotonic() - wall)))
    sys.stdout.flush()
