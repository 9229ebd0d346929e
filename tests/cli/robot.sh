# a robot's file in place of a script: it assembles and stands; errors name the file's line
. "$2/tests/cli/lib.sh"
cp -r "$2/tests/data/robots" .
expect 0 "$tauwerk" run robots/arm.urdf --size 64x36 --quality draft --frames 1-210:100 -o out
count 3 'arm.*.png'
says "arm.urdf:48: <gazebo> is passed over"
expect 0 "$tauwerk" run robots/walker.xml --no-render --quiet --set seed=3 --trace walker.csv
# let go at 2.5 s, its head stands over its feet: the file's 1.2 m and what the trunk adds
awk -F, '$3 == "walker/head" && $2 > 2.4 && $2 < 2.5 { if ($6 < 1.2 || $6 > 1.8) exit 1; n++ } END { exit n == 0 }' walker.csv ||
    fail "the head is not where it should be"
# the script that import writes moves with the same bits as the file itself
for robot in walker.xml arm.urdf arm.sdf; do
    expect 0 "$tauwerk" import robots/$robot -o written.lua
    cat >direct.lua <<EOF
local tw = require "tauwerk"
local robot = tw.import("robots/$robot")
local scene = tw.scene { name = robot.name, duration = 5, gravity = robot.gravity or { 0, 0, -9.81 } }
scene:add(robot)
return scene
EOF
    expect 0 "$tauwerk" run written.lua --no-render --quiet --frames 1-9 --trace written.csv
    expect 0 "$tauwerk" run direct.lua --no-render --quiet --frames 1-9 --trace direct.csv
    same written.csv direct.csv
done
expect 1 "$tauwerk" import robots/none.urdf
expect 2 "$tauwerk" import
says "expected a robot's file"
expect 2 "$tauwerk" run robots/walker.xml --no-render --set sed=3
echo "<robot><link/></robot>" >broken.urdf
expect 1 "$tauwerk" run broken.urdf --no-render
says "broken.urdf:1: <link>: attribute 'name' is missing"
expect 1 "$tauwerk" run "$2/tests/data/robots/parts/looks.xml" --no-render
says "looks.xml:1: there are no bodies in it"
