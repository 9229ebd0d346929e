# a skeleton (.bvh), read by a reader of its own, has every body where the trace has it; pictures
# (.gif, .apng) are those of run and movie
. "$2/tests/cli/lib.sh"

# a scene's skeleton against its trace; then who hangs on whom
skeleton() {
    scene=$1
    shift
    expect 0 "$tauwerk" export "$scene" -o s.bvh -q
    expect 0 "$tauwerk" run "$scene" --no-render --trace s.csv -q
    expect 0 "$tauwerk" lua "$(dirname "$scenes")/tools/bvh.lua" s.bvh s.csv "$@"
}

# an arm that stands joined, a tip that comes to it, a rod that closes a loop, a stranger
cat >arm.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "arm", duration = 1, fps = 12, tau = 0.2 }
local base = scene:box { name = "base", size = { 0.4, 0.4, 0.2 }, fixed = true }
local upper = scene:rod { name = "upper arm", radius = 0.05, from = { 0, 0, 0.1 }, to = { 0, 0, 1.1 } }
scene:hinge { a = upper, b = base, at = { 0, 0, 0.1 }, axis = { 0, 1, 0 } }
local lower = scene:rod { name = "lower", radius = 0.05, from = { 0, 0, 1.1 }, to = { 1, 0, 1.1 } }
scene:ball { a = lower, b = upper, at = { 0, 0, 1.1 } }
local tip = scene:sphere { name = "tip", radius = 0.1, position = { 2, 1, 1 } }
scene:connect(lower.end2, tip.center)
local stay = scene:rod { name = "stay", radius = 0.05, from = { 0, -1, 0 }, to = { 1, -1, 0 } }
scene:connect(stay.end1, upper.center)
scene:connect(stay.end2, lower.center)
scene:sphere { name = "far", radius = 0.1, position = { 5, 0, 3 } }
return scene
END
skeleton arm.lua base=arm upper_arm=base lower=upper_arm tip=lower stay=upper_arm far=arm \
    base@0,0,0 upper_arm@0,0,-0.5 lower@0,0,-0.5 tip@0,0,0 stay@0,0,-0.5
[ "$(grep -c 'CHANNELS 3' s.bvh)" -eq 2 ] || fail "the arm's two joints hold all the time"
grep -q 'Frames: 12' s.bvh || fail "12 frames"
# bodies that come and go, links without names; a chain
skeleton "$scenes/export.lua"
skeleton "$2/scripts/pendulum.lua"

cat >empty.lua <<'END'
return require("tauwerk").scene { name = "nothing", duration = 0.2, fps = 10 }
END
expect 1 "$tauwerk" export empty.lua -o empty.bvh
says "nothing: the film has no bodies"
[ ! -e empty.bvh ] || fail "no file without bodies"

# names that numbers would make equal, the scene's among them; one constraint over twenty points
cat >names.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "a", duration = 0.2, fps = 10 }
local points = {}
for i, name in ipairs { "a", "b c", "b_c", "b_c__1", "a__1" } do
  points[i] = scene:sphere { name = name, radius = 0.1, position = { i, 0, 0 } }.center
end
for i = 6, 20 do points[i] = scene:sphere { radius = 0.1, position = { i, 0, 0 } }.center end
scene:constraint { points = points, deviation = function(x) return x[1].z - x[20].z end }
return scene
END
expect 0 "$tauwerk" export names.lua -o names.bvh -q
[ "$(grep -cE 'ROOT|JOINT' names.bvh)" -eq 21 ] || fail "twenty bodies and the root"
[ -z "$(grep -oE '(ROOT|JOINT) .*' names.bvh | cut -d' ' -f2 | sort | uniq -d)" ] || fail "equal names: $(cat names.bvh)"
[ "$(grep -c '^	JOINT' names.bvh)" -eq 1 ] || fail "all hang on the first"

cat >ball.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "ball", duration = 0.3, fps = 10, size = { 64, 48 } }
scene:sphere { radius = 0.1 * tw.param("r", 1) }
tw.test("a check that fails", function() error("no") end)
print("made")
return scene
END
expect 6 "$tauwerk" run ball.lua --set r=2 -o pictures --video run.apng -q
expect 0 "$tauwerk" export ball.lua --set r=2 -o script.apng --json
grep -q '^{"event": "done", "text": "script.apng"}$' .out && grep -q '^{"event": "print", "text": "made\\n"}$' .out ||
    fail "lines of JSON: $(cat .out)"
same script.apng run.apng
expect 6 "$tauwerk" bake ball.lua --set r=2 -o ball.twb -q
expect 0 "$tauwerk" export ball.twb -o baked.apng -q
same baked.apng run.apng
# several scenes have a file each, also where one of the whole name stands already; a name like an option
cat >./-two.lua <<'END'
local tw = require "tauwerk"
local function one(name)
  local scene = tw.scene { name = name, duration = 0.2, fps = 10, size = { 32, 32 } }
  scene:sphere { radius = 0.1 }
  return scene
end
return { one "left", one "right" }
END
: >two.apng
expect 0 "$tauwerk" export -o two.apng -- -two.lua
says two.left.apng
says two.right.apng
is_file two.left.apng
is_file two.right.apng
expect 4 "$tauwerk" export missing.lua -o missing.apng
if command -v ffmpeg >/dev/null; then
    expect 0 "$tauwerk" export ball.lua -o ball.gif -q
    [ "$(head -c 6 ball.gif)" = GIF89a ] || fail "a GIF"
    expect 0 "$tauwerk" movie pictures -o movie.gif -q
    expect 0 "$tauwerk" export ball.lua --set r=2 -o again.gif -q
    same again.gif movie.gif
fi
ls | grep -qE '(apng|gif)\.' && fail "folders are left: $(ls)"
exit 0
