# `visible` by functions that are asked at each picture: the same pictures as by events; props that events make are seen
. "$2/tests/cli/lib.sh"
cat >functions.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 1, fps = 4, size = { 64, 36 } }
local group = scene:group { visible = function(t) return t > 0.3 end }
local box = group:box { size = { 1, 1, 1 } }
local ball = scene:prop { kind = "sphere", radius = 0.5, position = { 2, 0, 0 }, visible = function(t) return t < 0.6 end }
assert(not box.visible and ball.visible)
scene:at(0.5, function() box.visible = false end)
return scene
END
cat >events.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 1, fps = 4, size = { 64, 36 } }
local box = scene:box { size = { 1, 1, 1 }, visible = false }
local ball = scene:prop { kind = "sphere", radius = 0.5, position = { 2, 0, 0 } }
scene.camera, scene.look = { eye = { 0, -6, 1 }, target = { 1, 0, 0 }, fov = 0.6 }, "plain"
scene:at(0.6, function() ball.visible = false end)
return scene
END
sed -i '/^assert/a scene.camera, scene.look = { eye = { 0, -6, 1 }, target = { 1, 0, 0 }, fov = 0.6 }, "plain"' functions.lua
expect 0 "$tauwerk" run functions.lua -o a
expect 0 "$tauwerk" run events.lua -o b
for k in 1 2 3 4; do same a/film.000$k.png b/film.000$k.png; done
cmp -s a/film.0003.png a/film.0004.png && fail "the ball is still there"
# between the two: the box is seen
sed -i 's/scene:at(0.5.*//' functions.lua
expect 0 "$tauwerk" run functions.lua -o c
for k in 1 2; do same a/film.000$k.png c/film.000$k.png; done
cmp -s a/film.0003.png c/film.0003.png && fail "the box is not seen"
# what it gives must be a truth
sed -i 's/return t < 0.6/return "soon"/' functions.lua
expect 1 "$tauwerk" run functions.lua -o d
says "functions.lua:5: field 'visible' of prop1 at t = 0 s: expected true, false or a number, got 'soon'"

# the first trail of a scene is seen, although an event makes it
cat >trail.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 1, fps = 4, size = { 64, 36 } }
local ball = scene:sphere { radius = 0.1, velocity = { 1, 0, 0 } }
scene.camera, scene.look = { eye = { 0.5, -3, 0 }, target = { 0.5, 0, 0 }, fov = 0.6 }, "plain"
scene:at(0.2, function() scene:trail { point = ball.center, seconds = 2, radius = 0.1 } end)
return scene
END
expect 0 "$tauwerk" run trail.lua -o e
sed -i '/scene:at/d' trail.lua
expect 0 "$tauwerk" run trail.lua -o f
same e/film.0001.png f/film.0001.png
! cmp -s e/film.0004.png f/film.0004.png || fail "the trail is not seen"
