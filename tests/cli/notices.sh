# what is probably not meant is told once, by name and line, and the film is made
. "$2/tests/cli/lib.sh"

cat >inside.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.1 }
scene:ground { height = 0 }
scene:box { name = "table", size = { 1, 1, 1 }, position = { 0, 0, 0.5 }, fixed = true, collide = true }
scene:sphere { name = "ball", radius = 0.2, position = { 0, 0, 1.1 }, collide = true }
scene:sphere { name = "free", radius = 0.2, position = { 3, 0, 0.2 }, collide = true }
return scene
S
expect 0 "$tauwerk" run inside.lua --no-render
grep -q "body 'ball' (inside.lua:5) begins 0.1 m inside body 'table' (inside.lua:4)" .err ||
    fail "bodies inside each other are not told: $(cat .err)"
grep -q free .err && fail "what only touches is told"
[ "$(grep -c inside .err)" -eq 1 ] || fail "told more than once"

# a weight on two ropes that are nearly straight: told at rest, of the steeper start nothing
cat >ropes.lua <<'S'
local tw = require "tauwerk"
local sag = tonumber(tw.param("sag"))
local scene = tw.scene { gravity = "earth", duration = 1 }
local weight = scene:sphere { radius = 0.1, position = { 0, 0, -sag } }
for side = -1, 1, 2 do
  scene:distance { name = "rope" .. side, a = weight.center, b = scene:nail { side, 0, 0 }, length = math.sqrt(1 + sag ^ 2) }
end
return scene
S
expect 0 "$tauwerk" run ropes.lua --set sag=1e-7 --no-render
grep -q "at rest, constraint 'rope-1' (ropes.lua:6) has a force of .* times the weight of all that moves" .err ||
    fail "forces out of all proportion are not told: $(cat .err)"
[ "$(grep -c "at rest" .err)" -eq 1 ] || fail "told more than once"
expect 0 "$tauwerk" run ropes.lua --set sag=1e-5 --no-render
grep -q "at rest" .err && fail "told of forces in proportion: $(cat .err)"

# a stepper that contacts make slow; by `auto` there is nothing to tell
cat >dominoes.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 1.312, gravity = "earth", stepper = tw.param("stepper") }
scene:ground { friction = 0.5 }
for i = 1, 10 do
  scene:box { size = { 0.02, 0.1, 0.2 }, position = { 0.1 * i, 0, 0.1 }, collide = true, friction = 0.4,
    angular_velocity = i == 1 and { 0, 3, 0 } or nil }
end
return scene
S
expect 0 "$tauwerk" run dominoes.lua --set stepper=dopri --no-render
[ "$(grep -c "stepper 'dopri' takes 10 times as long" .err)" -eq 1 ] || fail "a slow stepper: $(cat .err)"
expect 0 "$tauwerk" run dominoes.lua --set stepper=auto --no-render
grep -q "as long" .err && fail "auto is told to be slow: $(cat .err)"

# steps that are short for stability alone: a body on a damper that is far stiffer than its motion is swift
cat >stiff.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 5, gravity = "earth", stepper = tw.param("stepper", "auto") }
local b = scene:sphere { radius = 0.1, mass = 1 }
scene:spring { a = scene:nail { 0, 0, 1 }, b = b.center, stiffness = 10, rest = 0.5, damping = tw.param("damping", 1e5) }
return scene
S
expect 0 "$tauwerk" run stiff.lua --no-render
[ "$(grep -c "'auto' takes steps of .* something is stiff" .err)" -eq 1 ] || fail "stiffness is not told: $(cat .err)"
expect 0 "$tauwerk" run stiff.lua --set stepper=bdf --no-render
grep -q "something is stiff" .err && fail "bdf is told to be stiff: $(cat .err)"
expect 0 "$tauwerk" run stiff.lua --set damping=10 --no-render
grep -q "something is stiff" .err && fail "a soft damper is told to be stiff: $(cat .err)"

cat >twice.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.1 }
scene:ground { height = 0 }
scene:ground { height = 1 }
for i = 1, 3 do scene:sphere { radius = 1, orientation = tw.euler(90, 0, 0) } end
return scene
S
expect 0 "$tauwerk" run twice.lua --no-render
grep -q "twice.lua:4: scene:ground: a scene has one ground; this one replaces the ground of line 3" .err ||
    fail "the second ground: $(cat .err)"
[ "$(grep -c "twice.lua:5: tw.euler: 90 is read as radians" .err)" -eq 1 ] || fail "degrees: $(cat .err)"

# a parameter that only an event asks for; one that nobody asks for, before and after the film
cat >late.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.1 }
scene:at(0.05, function() print("late is", tw.param("late", 1)) end)
scene:at(0.2, function() tw.param("never", 1) end)
return scene
S
expect 0 "$tauwerk" run late.lua --set late=2 --no-render
grep -q "late is.2" .out || fail "the parameter did not arrive: $(cat .out)"
expect 2 "$tauwerk" run late.lua --set latte=2 --no-render
grep -q "no tw.param of that name" .err || fail "latte: $(cat .err)"
expect 2 "$tauwerk" run late.lua --set never=2 --no-render
grep -q "no tw.param of that name" .err || fail "never: $(cat .err)"

# statistics count inside events, too
cat >stats.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 1, gravity = "earth" }
local r = scene:rod { length = 1, radius = 0.1, position = { 0, 0, 1 } }
scene:connect(r.end1, scene:nail { 0, 0, 1 })
local last = 0
scene:every(0.25, function(s, t)
  local st = s:stats()
  if t > 0 then assert(st.steps > last and st.seconds > 0) end
  last = st.steps
end)
scene:at_end(function() assert(scene:stats().steps > last) end)
return scene
S
sed -i '/at_end/d' stats.lua
expect 0 "$tauwerk" run stats.lua --no-render

cat >lights.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.2, fps = 10, size = { 8, 8 } }
scene:sphere { radius = 1 }
local sun = scene:light { kind = "sun" }
local sky = scene:light { kind = "sky" }
scene:at(0.05, function()
  sun:remove()
  assert(not pcall(function() return sun.irradiance end))
  assert(not pcall(function() sun:remove() end))
  sky:remove()
end)
return scene
S
expect 0 "$tauwerk" run lights.lua --quality draft -o lights
cmp -s lights/*.0001.png lights/*.0002.png && fail "removed lights still shine"

# a contradiction of many constraints is told when the model has come to rest in between
cat >long.lua <<'S'
local tw = require "tauwerk"
local scene = tw.scene { duration = 1, fps = 10, tau = 0.1, stepper = "timestep", step = 1 / 60 }
local last = scene:nail { 0, 0, 0 }
for i = 1, 120 do
  local rod = scene:rod { from = { (i - 1) * 0.1, 0, 0 }, to = { i * 0.1, 0, 0 }, radius = 0.01 }
  scene:connect(last, rod.end1)
  last = rod.end2
end
scene:connect(last, scene:nail { 12.5, 0, 0 })
return scene
S
expect 0 "$tauwerk" run long.lua --no-render
says "long: these constraints cannot all hold; the model rests in between (t = 0."
says "connect(rod1.end1, nail1) (long.lua:6), connect(rod1.end2, rod2.end1) (long.lua:6)"
says "scene:diagnose() finds the smallest sets"

# constraints that can never all hold: programs that advance scenes themselves are told, once and at the first step
cat >short.lua <<'S'
local tw = require "tauwerk"
local scene, at = tw.scene { gravity = "earth", name = "chain" }, nil
for i = 1, 3 do
  local r = scene:rod { from = { 0, 0, -0.4 * (i - 1) }, to = { 0, 0, -0.4 * i }, radius = 0.03 }
  scene:connect(r.end1, at or scene:nail { 0, 0, 0 })
  at = r.end2
end
scene:connect(at, scene:nail { 0.5, 0.5, -1 }) -- 1.22 m away, on 1.2 m
scene:advance(0.01)
scene:advance(0.01)
S
expect 0 "$tauwerk" lua short.lua
grep -q "^chain: these constraints cannot all hold (since t = [0-9.e-]* s).*connect(rod3.end2, nail2) (short.lua:8)" .err ||
    fail "constraints that cannot hold are not told: $(cat .err)"
[ "$(grep -c "cannot all hold" .err)" -eq 1 ] || fail "told more than once"

# a second conflict, of other constraints, is told, too; the first one again is not
cat >second.lua <<'S2'
local tw = require "tauwerk"
local scene = tw.scene { gravity = "earth", name = "second" }
local r = scene:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.03 }
scene:connect(r.end1, scene:nail { 0, 0, 0 })
local far = scene:connect(r.end2, scene:nail { 3, 0, 0 })
scene:advance(0.01)
scene:sphere { radius = 0.1, position = { 9, 0, 0 } }
scene:advance(0.01)
far:remove()
scene:advance(0.01)
scene:connect(r.end2, scene:nail { 0, 4, 0 })
scene:advance(0.1)
S2
expect 0 "$tauwerk" lua second.lua
[ "$(grep -c "cannot all hold" .err)" -eq 2 ] || fail "two conflicts: $(cat .err)"
grep -q "(second.lua:5)" .err && grep -q "(second.lua:11)" .err || fail "two conflicts: $(cat .err)"

# scene:solve and scene:required try motions: what cannot hold in those is no news; in the scene's own it is
cat >tried.lua <<'S2'
local tw = require "tauwerk"
local scene = tw.scene { gravity = "earth", name = "tried", duration = 0.2 }
local r = scene:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.03 }
scene:connect(r.end1, scene:nail { 0, 0, 0 })
local nail = scene:nail { 3, 0, 0 }
scene:connect(r.end2, nail)
local found = scene:solve { tries = 1,
  vary = { { "x", start = 3, from = 0.1, to = 5, set = function(x) nail.position = { x, 0, 0 } end } },
  so_that = { { "reach", value = function() return nail.position.x end, equals = 1 } } }
print(found.ok, scene:required { joint = scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } },
  motion = function(t) return t end, from = 0.01, to = 0.1 }.ok)
S2
expect 0 "$tauwerk" lua tried.lua
grep -q "cannot all hold" .err && fail "told of what is only tried: $(cat .err)"
grep -q "^true" .out || fail "not found: $(cat .out)"
echo 'scene:advance(0.1)' >>tried.lua
expect 0 "$tauwerk" lua tried.lua
[ "$(grep -c "cannot all hold" .err)" -eq 1 ] || fail "the scene's own: $(cat .err)"
