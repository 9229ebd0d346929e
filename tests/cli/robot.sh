# a robot's file in place of a script: it assembles and stands; errors name the file's line
. "$2/tests/cli/lib.sh"
cp -r "$2/tests/data/robots" .
expect 0 "$tauwerk" run robots/arm.urdf --size 64x36 --quality draft --frames 1-210:100 -o out
count 3 'arm.*.png'
says "arm.urdf:48: <gazebo> is passed over"
expect 0 "$tauwerk" run robots/walker.xml --no-render --quiet --set seed=3 --frames 1-151 --trace walker.csv
# let go at 2.5 s, its head stands over its feet: the file's 1.2 m and what the trunk adds
awk -F, '$3 == "walker/head" && $2 > 2.4 && $2 < 2.5 { if ($6 < 1.2 || $6 > 1.8) exit 1; n++ } END { exit n == 0 }' walker.csv ||
    fail "the head is not where it should be"
# the script that import writes moves with the same bits as the file itself
for robot in walker.xml arm.urdf arm.sdf; do
    expect 0 "$tauwerk" import robots/$robot -o written.lua
    sed -i 's/duration = 5/duration = 0.4/' written.lua
    cat >direct.lua <<EOF
local tw = require "tauwerk"
local robot = tw.import("robots/$robot")
local scene = tw.scene { name = robot.name, duration = 0.4, gravity = robot.gravity or { 0, 0, -9.81 } }
scene:add(robot)
return scene
EOF
    expect 0 "$tauwerk" run written.lua --no-render --quiet --frames 1-9 --trace written.csv
    expect 0 "$tauwerk" run direct.lua --no-render --quiet --frames 1-9 --trace direct.csv
    same written.csv direct.csv
done
expect 1 "$tauwerk" import robots/none.urdf
# a name with a line's end stays in its comment
echo '<mujoco model="x&#10;error &quot;ran&quot;"><worldbody><body name="b"><freejoint/><geom type="sphere" size="1"/></body></worldbody></mujoco>' >name.xml
expect 0 "$tauwerk" import name.xml -o name.lua
expect 0 "$tauwerk" run name.lua --no-render --frames 1
expect 2 "$tauwerk" import
says "expected a robot's file"
expect 2 "$tauwerk" run robots/walker.xml --no-render --set sed=3
echo "<robot><link/></robot>" >broken.urdf
expect 1 "$tauwerk" run broken.urdf --no-render
says "broken.urdf:1: <link>: attribute 'name' is missing"
expect 1 "$tauwerk" run "$2/tests/data/robots/parts/looks.xml" --no-render
says "looks.xml:1: there are no bodies in it"
# a robot written as MJCF, URDF, SDF moves as it did: at 0.4 s to 1e-9 m, by what the formats themselves say; with the records the same bits
bare() { sed -i '/<custom>/,/<\/custom>/d; /<tauwerk>/,/<\/tauwerk>/d; /<tauwerk:scene>/,/<\/tauwerk:scene>/d' "$1"; }
cat >alike.lua <<'EOF2'
local tw = require "tauwerk"
local function load(file)
    local robot = tw.import(file)
    local scene = tw.scene { gravity = robot.gravity }
    scene:add(robot)
    scene:advance_to(0.4)
    return scene
end
local first, second = load(arg[1]), load(arg[2])
local function short(body) return (body.name:gsub("^[^/]*/", "")) end
local of, compared = {}, 0
for _, body in ipairs(second.bodies) do of[short(body)] = body end
for _, body in ipairs(first.bodies) do
    local other = of[short(body)]
    if other and not body.name:find "rotor" then
        compared = compared + 1
        local d = (body.position - other.position):length()
        assert(d <= tonumber(arg[4] or 1e-9), short(body) .. " is off by " .. d)
    end
end
assert(compared >= tonumber(arg[3]), compared .. " bodies compared")
EOF2
expect 0 "$tauwerk" export robots/walker.xml -o again.xml
expect 0 "$tauwerk" lua alike.lua robots/walker.xml again.xml 9 0
bare again.xml
expect 0 "$tauwerk" lua alike.lua robots/walker.xml again.xml 9
for robot in arm.urdf arm.sdf; do
    for ending in xml urdf sdf; do
        expect 0 "$tauwerk" export robots/$robot -o again.$ending
        expect 0 "$tauwerk" lua alike.lua robots/$robot again.$ending 4 0
        cp again.$ending bare.$ending
        bare bare.$ending
        expect 0 "$tauwerk" lua alike.lua robots/$robot bare.$ending 4
    done
done
# ... and so does the script of a file that export wrote, with the settings of the scene
expect 0 "$tauwerk" import again.sdf -o written.lua
grep -q 'exact_orientation = ' written.lua || fail "the script has no last bits"
cat >both.lua <<'EOF2'
local first, second = dofile "written.lua", nil
local tw = require "tauwerk"
second = tw.scene { gravity = first.gravity }
local robot = tw.import("again.sdf", { scene = second })
first:advance_to(0.4)
second:advance_to(0.4)
for i, body in ipairs(first.bodies) do
    local other = second.bodies[i]
    assert((body.position - other.position):length() == 0 and body.position.z == other.position.z, body.name)
end
assert(#first.bodies == #second.bodies and #first.bodies >= 4)
EOF2
expect 0 "$tauwerk" lua both.lua
# what a format cannot have: an error where the robot would be another one, else told
expect 1 "$tauwerk" export robots/walker.xml -o none.urdf
says "URDF joints have one freedom"
no_file none.urdf
cat >loop.lua <<'EOF2'
local tw = require "tauwerk"
local scene = tw.scene { name = "loop", gravity = "earth", tau = tw.param("tau", 0.1) }
local a = scene:rod { name = "a", from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.05, velocity = { 0, 0, 0 } }
local b = scene:rod { name = "b", from = { 0, 0, 1.2 }, to = { 1, 0, 1.2 }, radius = 0.05 }
local c = scene:rod { name = "c", from = { 1, 0, 0 }, to = { 1, 0, 1 }, radius = 0.05 }
scene:hinge { name = "foot", a = a, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
scene:hinge { name = "elbow", a = b, at_a = { 0, 0, -0.5 }, axis_a = { 0, 1, 0 }, b = a, at_b = { 0, 0, 0.5 }, axis_b = { 0, 1, 0 } }
scene:connect(c.end2, b.end2)
scene:hinge { name = "other", a = c, at = { 1, 0, 0 }, axis = { 0, 1, 0 } }
scene:drag { rate = 1 }
return scene
EOF2
expect 1 "$tauwerk" export loop.lua -o none.xml
says "is not together at 0 s: a file has its parts together; --at T exports them at T"
expect 0 "$tauwerk" export loop.lua -o loop.xml --at 2.5 --set tau=0.05
says "is left out: the file has no such force"
grep -q '<connect body1=' loop.xml || fail "the loop is not closed"
expect 0 "$tauwerk" export loop.lua -o loop.urdf --at 2.5
says "closes a loop, which URDF cannot say"
expect 2 "$tauwerk" export loop.lua -o none.glb --at 2
says "'--at' is for FILE.urdf, FILE.xml and FILE.sdf"
expect 2 "$tauwerk" export loop.lua -o none.xml --at now
# DAE through the program assimp, in metres and in the file's axes; without it a clear error
mkdir bare
cat >dae.lua <<'EOF2'
local tw = require "tauwerk"
local robot = tw.import("robots/dae.urdf", { scene = tw.scene {} })
local v = robot.model.bodies[1].geoms[1].fields.vertices
local tip = { 0.01, 0.02, 0.33 } -- 1 2 3 and 0 0 30 cm, z up
local found = false
for _, x in ipairs(v) do found = found or math.abs(x[1] - tip[1]) + math.abs(x[2] - tip[2]) + math.abs(x[3] - tip[3]) < 1e-6 end
assert(#v == 4 and found)
EOF2
expect 1 env PATH="$work/bare" "$tauwerk" lua dae.lua
says "are read by the program assimp (Debian's assimp-utils), which is not there"
if command -v assimp >/dev/null; then
    expect 0 "$tauwerk" lua dae.lua
    expect 1 "$tauwerk" lua --sandbox dae.lua
    says "are read by a program (assimp), and a sandbox starts none"
    echo "<COLLADA" >robots/tetra.dae
    expect 1 "$tauwerk" lua dae.lua
    says "assimp cannot read it"
fi
# armature of a body that moves freely: on another joint of the file, or away from the centre of mass, it is told
free() { # ELEMENTS: a robot, exported
    echo "<mujoco><worldbody><body name='b'><joint type='free' armature='.5'/><geom size='.1' pos='$1 0 0'/></body></worldbody>$2</mujoco>" >free.xml
    expect 0 "$tauwerk" export free.xml -o free2.xml
}
free 0 ""
if grep -q "is left out" "$work/.err"; then fail "nothing is to be left out"; fi
free 0.1 ""
says "the armature of compound 'free/b', which moves freely, is left out: files have one that resists the turn and the centre of mass alike"
free 0 "<equality><connect body1='b' anchor='0 0 .3'/></equality>"
says "the armature of compound 'free/b', which moves freely, is left out: the file has it on a joint"
# dry friction and damping of joints in a row; what is switched off, varies, or moves by itself
cat >row.xml <<'EOF2'
<mujoco><worldbody><body name="b"><joint name="s" type="slide" axis="1 0 0" frictionloss="3" damping="2"/>
<joint name="h" type="hinge" axis="0 1 0" frictionloss="0.5"/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>
EOF2
expect 0 "$tauwerk" export row.xml -o row2.xml
if grep -q "is left out" "$work/.err"; then fail "nothing is to be left out"; fi
grep -q 'name="s".* damping="2" frictionloss="3"' row2.xml || fail "row of joints: $(grep joint row2.xml)"
grep -q 'name="h".* frictionloss="0.5"' row2.xml || fail "row of joints: $(grep joint row2.xml)"
cat >now.lua <<'EOF2'
local tw = require "tauwerk"
local scene = tw.scene { name = "now", gravity = function(t) return tw.vec3(0, 0, -9 - t) end }
local a = scene:box { name = "a", size = { 1, 1, 1 }, velocity = { 0, 0, 1 } }
local b = scene:box { name = "b", size = { 1, 1, 1 }, position = { 2, 0, 0 }, motion = tw.param("driven", false) and scene:nail { 2, 0, 0 } or nil }
scene:spring { name = "off", a = a.center, b = b.center, stiffness = 10, rest = 1 }.enabled = false
return scene
EOF2
expect 0 "$tauwerk" export now.lua -o now.xml
says "'gravity' varies with time: the file has it as it is now"
says "box 'a': its velocity is left out"
says "spring 'off' is left out: it is switched off"
if grep -q spatial now.xml; then fail "a spring that is switched off is written"; fi
expect 1 "$tauwerk" export now.lua -o none.xml --set driven=true
says "box 'b' moves along nail"
no_file none.xml
# the option `folder`: meshes beside the robot's folder, and no further; in a sandbox none, and no path of the machine is told
mkdir -p pack/robot pack/meshes
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' >pack/meshes/tetra.obj
echo "v" >pack/meshes/bad.obj
cat >pack/robot/import.lua <<'EOF2'
local tw = require "tauwerk"
local r = tw.import("r.urdf", { scene = tw.scene {}, folder = arg[1] ~= "" and arg[1] or nil })
assert(#r.model.bodies[1].geoms == 1)
EOF2
mesh() { # NAME: a robot whose one visual is that mesh
    echo "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>
<visual><geometry><mesh filename='$1'/></geometry></visual></link></robot>" >pack/robot/r.urdf
}
for name in ../meshes/tetra.obj package://meshes/tetra.obj; do
    mesh $name
    expect 0 "$tauwerk" lua pack/robot/import.lua ..
    expect 1 "$tauwerk" lua --sandbox pack/robot/import.lua ..
    says "r.urdf:2: <mesh>: file '../meshes/tetra.obj': a sandbox reads files below the folder of the script alone"
    if grep -q "$work" "$work/.err"; then fail "a path of the machine is told"; fi
done
mesh ../meshes/tetra.obj
expect 1 "$tauwerk" lua pack/robot/import.lua ""
says "expected a file below the folder 'pack/robot/.', got 'pack/robot/../meshes/tetra.obj'"
mesh ../../alike.lua.obj
expect 1 "$tauwerk" lua pack/robot/import.lua ..
says "expected a file below the folder"
expect 1 "$tauwerk" lua pack/robot/import.lua meshes
says "field 'folder': expected '..' or '../..'"
mesh ../meshes/bad.obj
expect 1 "$tauwerk" lua pack/robot/import.lua ..
says "r.urdf:2: <mesh>: file '../meshes/bad.obj': line 1: "
