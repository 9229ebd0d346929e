# scene:retime and scene:hold: other pictures, the same motion
. "$2/tests/cli/lib.sh"
cat >ball.lua <<'EOF'
local tw = require "tauwerk"
local scene = tw.scene { duration = 2, fps = 10, size = { 32, 18 }, gravity = "earth" }
scene:sphere { radius = 0.3, position = { -1, 0, 1 }, velocity = { 1, 0, 2 }, collide = true, restitution = 0.5 }
scene:ground {}
local frames = 0
scene:on_frame(function(k) frames = k end)
scene:text { function(t) return ("%.3f"):format(t) end }
scene:expect { "frames", value = function() return frames end, equals = 20 }
scene:expect { "energy at 1.5 s", value = function() return select(3, scene:energy()) end, at = 1.5, equals = 0, within = 1e9 }
scene:at(2, function() print(scene:hash()) end)
local pace = tw.param("pace", "no")
if pace == "slow" then scene:retime { { 0, 0 }, { 1, 1 }, { 3, 1.5 } } end
if pace == "held" then scene:hold(1, 0.5) end
if pace == "back" then scene:retime { { 0, 0 }, { 1, 1 }, { 2, 0.5 } } end
if pace == "far" then scene:retime { { 0, 0 }, { 1, 3 } } end
if pace == "late" then scene:at(1, function() scene:hold(1, 1) end) end
return scene
EOF
run() { expect 0 "$tauwerk" run ball.lua --trace t.csv --events e.csv "$@"; }
run -o plain
cp t.csv plain.csv
cp e.csv events.csv
cp .out hash
# the film is longer, whatever draws it; its motion is the same, bit by bit
run -o slow --set pace=slow
says "ball: 35 pictures in slow"
same plain.csv t.csv
same events.csv e.csv
same hash .out
run -o slow1 --set pace=slow --threads 1 --frames 11-12
for k in 1 2; do same slow/ball.001$k.png slow1/ball.001$k.png; done
# where the pace is that of the scene the pictures are, too
same plain/ball.0005.png slow/ball.0005.png
# frame 13 shows 1.05 s, frame 35 1.9 s, as frame 20 of the plain film
same plain/ball.0020.png slow/ball.0035.png
grep -q '"ball.0013.png", "frame": 13, "time": 1.05, .*"at": 1.2, ' slow/manifest.json || fail "times: $(cat slow/manifest.json)"
# the same from a baked film, with the film's rate
expect 0 "$tauwerk" bake ball.lua --set pace=slow -o slow.twb
expect 0 "$tauwerk" render slow.twb -o baked
for k in 01 11 13 20 31 35; do same slow/ball.00$k.png baked/ball.00$k.png; done
expect 0 "$tauwerk" movie slow -o slow.y4m
[ "$(head -c 40 slow.y4m | tr ' ' '\n' | grep '^F')" = F10:1 ] || fail "rate: $(head -1 slow.y4m)"
expect 0 "$tauwerk" export slow.twb -o slow.glb

run -o held --set pace=held
says "ball: 25 pictures in held"
# the first and the last held frame are exposed partly while the film moves
for k in 13 14 15; do same held/ball.0012.png held/ball.00$k.png; done
cmp -s held/ball.0012.png held/ball.0011.png && fail "the film is held too early"
cmp -s held/ball.0015.png held/ball.0016.png && fail "the film is held for too long"
same plain/ball.0020.png held/ball.0025.png
run -o held --set pace=held
says "25 of them there already"

expect 1 "$tauwerk" run ball.lua --set pace=back
says "ball.lua:14: scene:retime: t_scene of knot 3: expected at least 1, got 0.5: a film does not run backwards"
expect 1 "$tauwerk" run ball.lua --set pace=far
says "ball.lua:15: scene:retime: expected a time of the scene from 0 to 2, where its film begins and ends, got 3"
expect 1 "$tauwerk" run ball.lua --set pace=late --no-render
says "ball.lua:16: scene:hold: the film has begun"
expect 2 "$tauwerk" run ball.lua --set pace=held --frames 26
says "the film 'ball' has 25 frames, got 26"
# a sweep over paces
expect 0 "$tauwerk" run ball.lua --sweep pace=no,held -o sweep --quality draft
[ "$(find sweep -name 'ball.*.png' | wc -l)" -eq 45 ] || fail "a sweep has $(find sweep -name 'ball.*.png' | wc -l) pictures"
