# failures while simulating, checks, notices
. "$2/tests/cli/lib.sh"
expect 1 "$tauwerk" run "$scenes/event_error.lua" -o out
says "event_error.lua:6:"
count 0 '*.png'

# the good part of the film is drawn
expect 3 "$tauwerk" run "$scenes/runaway.lua" -o out --trace r.csv
is_png out/runaway.0005.png
no_file out/runaway.0008.png
no_file out/runaway.0020.png
says "tauwerk: runaway: "
is_file r.csv

expect 6 "$tauwerk" run "$scenes/checks.lua" --no-render
says "checks.lua:6: check 'rests' failed: "
says "1 of 2 checks failed"
grep -q "'moves'" .err && fail "a check that holds is told"

# told once, with both names and their lines, and no failure
expect 0 "$tauwerk" run "$scenes/conflict.lua" --no-render
says "left"
says "conflict.lua:5"
says "right"
says "conflict.lua:6"
[ "$(grep -c "cannot all hold" .err)" -eq 1 ] || fail "the notice is not there once"
# the smallest sets; what is redundant or holds is in none
expect 0 "$tauwerk" run "$scenes/conflict_sets.lua" --no-render
says "conflict_sets.lua:7); nor these: constraint 'left'"
says "s): constraint 'same'"
[ "$(grep -o "constraint '" .err | wc -l)" -eq 4 ] || fail "not two sets of two"
grep -q "fine" .err && fail "a constraint that holds is told"
expect 0 "$tauwerk" run "$scenes/no_conflict.lua" --no-render
grep -q "all hold" .err && fail "redundant or not yet assembled is told as a conflict"
expect 0 "$tauwerk" run "$scenes/tiny.lua" --no-render
grep -q "cannot" .err && fail "a notice without reason"

# dragged beyond its length: told with all of the chain when that comes to be, at t = 2 s
expect 0 "$tauwerk" run "$scenes/taut.lua" --no-render
says "these constraints cannot all hold (since t = 2.0"
says "taut.lua:8"
says "taut.lua:11"
# too short from the first step on; where the simulation ends with that, its reason says so
cat >short.lua <<'END'
local tw = require "tauwerk"
local s = tw.scene { stepper = "rk4", step = 1 / 240, tau = 0.3, gravity = "earth" }
local rod = s:rod { length = 1, radius = 0.02, position = { 0, 0, -0.5 } }
s:connect(rod.end1, s:nail { 0, 0, 0 })
s:connect(rod.end2, s:nail { 0, 0, -1.5 })
s:at(0.1, function() rod.velocity = { 0, 0, 1e10 } end)
s:advance(1)
END
expect 3 "$tauwerk" lua short.lua
says "diverged"
says "these constraints cannot all hold (since t = 0 s): "
says "short.lua:4"
says "short.lua:5"

expect 124 "$tauwerk" run "$scenes/endless.lua" --limit-time 0.3
says "time limit"
expect 0 "$tauwerk" lua "$scenes/nothing.lua"

# what functions of t make of the camera is told at the frame: line, field, value, time
cat >view.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { duration = 1, fps = 4, size = { 16, 9 } }
scene:sphere { radius = 0.2 }
scene.camera = { eye = { 0, -3, 0 }, target = { 0, 0, 0 } }
scene.camera.fov = function(t) return 1 - 2 * t end
scene.camera.shutter = 0
return scene
END
expect 1 "$tauwerk" run view.lua -o out --quality draft
says "view.lua:5: scene.camera: field 'fov': expected a field of view above 0 and below 3.14 radians, got 0 at t = 0.5 s"
sed 's/fov = .*/target = function(t) return { 0, -4 * t, 0 } end/' view.lua >meet.lua
expect 1 "$tauwerk" run meet.lua -o out --quality draft
says "meet.lua:5: scene.camera: field 'target': expected another place than 'eye', got (0, -3, 0) for both at t = 0.75 s"
# one after the other they may be the same for a moment
sed 's/fov = .*/eye = { 0, 0, 0 }; scene.camera.target = { 0, 1, 0 }/' view.lua >moved.lua
expect 0 "$tauwerk" run moved.lua -o out --quality draft
