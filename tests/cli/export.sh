# exports: the table is the trace, the array is the table, the binary file is well formed
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" run "$scenes/export.lua" --no-render --trace trace.csv
expect 0 "$tauwerk" export "$scenes/export.lua" -o e.csv
same e.csv trace.csv
expect 0 "$tauwerk" export "$scenes/export.lua" -o e.npy
expect 0 "$tauwerk" export "$scenes/export.lua" -o e.glb
expect 0 "$tauwerk" export "$scenes/export.lua" -o again.glb -q
same e.glb again.glb
# an event changes the scene's name, which the file has at the end
cat >named.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "before", duration = 0.2, fps = 10 }
scene:sphere { radius = 0.1 }
scene:at(0.05, function() scene.name = "a name that is longer than the one before" end)
return scene
END
expect 0 "$tauwerk" export named.lua -o named.glb
grep -aq "a name that is longer than the one before" named.glb || fail "the scene's name is another one"
expect 0 "$tauwerk" export "$scenes/export.lua" -o e.usda
[ "$(wc -l <e.bodies.txt)" -eq 13 ] || fail "13 bodies: $(cat e.bodies.txt)"
python3=$(for p in python3 /usr/bin/python3; do "$p" -c "import numpy" 2>/dev/null && echo "$p" && break; done || true)
if [ -n "$python3" ]; then
    cat >compare.py <<'END'
import csv, json, struct
import numpy as np
a = np.load("e.npy")
names = open("e.bodies.txt").read().splitlines()
assert a.shape == (20, 13, 14) and a.dtype == np.float64, a.shape
seen = np.zeros(a.shape[:2], bool)
for r in csv.reader(open("e.csv", newline="")):
    if r[0] == "frame":
        continue
    f, b = int(r[0]) - 1, names.index(r[2])
    assert [float(r[1])] + [float(x) for x in r[3:]] == list(a[f, b]), r
    seen[f, b] = True
assert np.isnan(a[~seen][:, 1:]).all() and (~seen).any() and not np.isnan(a[:, :, 0]).any()
# glTF: chunks, accessors inside the buffer, the motion as in the array
g = open("e.glb", "rb").read()
magic, version, total, size, kind = struct.unpack("<4sIII4s", g[:20])
assert (magic, version, total, kind) == (b"glTF", 2, len(g), b"JSON")
doc = json.loads(g[20:20 + size])
binary = g[28 + size:]
assert struct.unpack("<I4s", g[20 + size:28 + size]) == (doc["buffers"][0]["byteLength"], b"BIN\0")
width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
def numbers(i):
    acc, view = doc["accessors"][i], doc["bufferViews"][doc["accessors"][i]["bufferView"]]
    dtype = {5126: "<f4", 5125: "<u4"}[acc["componentType"]]
    x = np.frombuffer(binary, dtype, acc["count"] * width[acc["type"]], view["byteOffset"])
    return x.reshape(acc["count"], -1)
nodes = doc["nodes"]
root = np.array(nodes[0]["rotation"])
assert len(nodes) == 1 + 13 + 1 + 3 + 1 and nodes[0]["children"] == list(range(1, 19))
# USD: every body's place and turn at each frame, to the last digit
import re
usd = open("e.usda").read()
assert usd.startswith("#usda 1.0\n") and usd.count("{") == usd.count("}") and usd.count("(") == usd.count(")")
def samples(block, what):
    found = re.search(what + r"(?:\.timeSamples = \{(.*?)\}| = (\(.*?\)))", block, re.S)
    lines = found.group(1) or "0: " + found.group(2)
    return {int(k): tuple(map(float, v.split(","))) for k, v in re.findall(r"(\d+): \(([^)]*)\)", lines)}
moved = 0
for block in re.split(r"\n    def ", usd)[1:]:
    name = re.search(r'displayName = "([^"]*)"', block).group(1)
    if name not in names:
        continue
    b = names.index(name)
    for what, first, last in ("translate", 1, 4), ("orient", 4, 8):
        for f, x in samples(block, "xformOp:" + what).items():
            if seen[f, b]:
                x = np.array(x)
                assert np.abs(x - a[f, b, first:last]).max() < 1e-15 or np.abs(x + a[f, b, first:last]).max() < 1e-15, (name, f)
                moved += f > 0
assert moved > 100, moved
(animation,) = doc["animations"]
compared = 0
for c in animation["channels"]:
    s = animation["samplers"][c["sampler"]]
    t, out = numbers(s["input"])[:, 0], numbers(s["output"])
    assert np.allclose(t, np.arange(20) / 20)
    name = nodes[c["target"]["node"]]["name"]
    if name not in names:
        assert name == "camera"
        continue
    b = names.index(name)
    there = seen[:, b]
    if c["target"]["path"] == "translation":
        assert np.abs(out[there] - a[there, b, 1:4]).max() < 1e-6
        compared += 1
    elif c["target"]["path"] == "rotation":
        q = a[there, b, 4:8][:, [1, 2, 3, 0]]
        assert np.abs(np.abs((out[there] * q).sum(1)) - 1).max() < 1e-6
        assert ((out[1:] * out[:-1]).sum(1) >= 0).all()
        compared += 1
    else:
        assert (out[:, 0] == there).all() and s["interpolation"] == "STEP"
        compared += 1
assert compared == 2 * 13 + 2, compared
for m in doc["meshes"]:
    for p in m["primitives"]:
        x, n, i = (numbers(k) for k in (p["attributes"]["POSITION"], p["attributes"]["NORMAL"], p["indices"]))
        assert i.max() < len(x) == len(n) and np.allclose(np.linalg.norm(n, axis=1), 1, atol=1e-5)
        acc = doc["accessors"][p["attributes"]["POSITION"]]
        assert np.array_equal(np.float32(acc["min"]), x.min(0)) and np.array_equal(np.float32(acc["max"]), x.max(0))
END
    expect 0 "$python3" compare.py
fi
# wrong use leaves nothing
expect 2 "$tauwerk" export "$scenes/export.lua" -o none.obj
says "FILE.html, .glb, .usda, .bvh, .csv, .npy, .gif, .apng, .urdf, .xml, .sdf, got"
expect 2 "$tauwerk" export "$scenes/export.lua"
says "expected FILE.html, .glb"
expect 2 "$tauwerk" export -o none.glb
says "expected a script or a baked film, got none"
expect 2 "$tauwerk" export "$scenes/export.lua" -o none.glb --set what=1
says "what"
expect 1 "$tauwerk" export "$scenes/nothing.lua" -o none.glb
says "returns no scene"
for f in csv npy glb; do
    expect 4 "$tauwerk" export "$scenes/tiny.lua" -o nowhere/none.$f
    says "nowhere/none.$f"
done
expect 124 "$tauwerk" export "$scenes/endless.lua" -o none.glb --limit-time 0.5
for f in none.*; do no_file "$f"; done
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
# a baked film: every solid of the pictures at the place that its body has in the trace
expect 0 "$tauwerk" bake "$scenes/export.lua" -o e.twb
expect 0 "$tauwerk" export e.twb -o baked.glb
if [ -f compare.py ]; then
    cat >baked.py <<'END'
import json, struct
import numpy as np
def read(path):
    g = open(path, "rb").read()
    size, = struct.unpack("<I", g[12:16])
    return json.loads(g[20:20 + size]), g[28 + size:]
def ways(path):
    doc, binary = read(path)
    out = []
    for c in doc["animations"][0]["channels"]:
        node = doc["nodes"][c["target"]["node"]]
        if c["target"]["path"] != "translation" or "mesh" not in node:
            continue
        view = doc["bufferViews"][doc["animations"][0]["samplers"][c["sampler"]]["output"]]
        out.append(np.frombuffer(binary, "<f4", 60, view["byteOffset"]).reshape(20, 3))
    return out
a, b = ways("e.glb"), ways("baked.glb")
assert len(a) == len(b) == 13, (len(a), len(b))
# one shape each: solids and bodies move alike (a cone's frame is its centre of mass as well)
for x in a:
    assert min(np.abs(x - y).max() for y in b) < 2e-6
END
    expect 0 "$python3" baked.py
fi
expect 2 "$tauwerk" export e.twb -o none.csv
says "needs the script"
expect 2 "$tauwerk" export e.twb -o none.glb --set n=1
says "baked already"
head -c 3000 e.twb >cut.twb
expect 4 "$tauwerk" export cut.twb -o none.glb
says "cut.twb"
echo text >text.twb
expect 4 "$tauwerk" export text.twb -o none.glb
says "text.twb"
for f in none.*; do no_file "$f"; done
