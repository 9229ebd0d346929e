-- Bounded constraints far from the origin: what contradicts, and what only repeats, is judged by distances within the
-- scene, so that answers depend on where it stands by rounding errors alone.
local tw = require "tauwerk"

local cases = {}

-- two nails that contradict each other by a millimetre: the one with a bound pulls with it
function cases.nails(scene, at)
  local ball = scene:sphere { radius = 0.1, mass = 1, position = at(0, 0, 0) }
  scene:connect(ball.center, scene:nail(at(0, 0, 0)))
  local high = scene:connect(ball.center, scene:nail(at(0, 0, 1e-3)), { max_force = 12 })
  scene:advance(1)
  return { place = ball.position - at(0, 0, 0), force = high.force }, { place = tw.vec3(0, 0, 0), force = tw.vec3(0, 0, 12) }
end

-- a bounded weld against a hinge
function cases.weld(scene, at)
  local along = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 })
  local rod = scene:rod { length = 1, radius = 0.05, mass = 1, position = at(0.5, 0, 0), orientation = along }
  local near_end = scene:box { size = { 0.1, 0.1, 0.1 }, fixed = true, position = at(-1, 0, 0) }
  local far_end = scene:box { size = { 0.1, 0.1, 0.1 }, fixed = true, position = at(2, 0, 0) }
  local held = scene:hinge { a = rod, b = near_end, at = at(0, 0, 0), axis = { 0, 1, 0 } }
  local weld = scene:weld { a = rod, b = far_end, at = at(1, 0, 0), max_force = 30, max_torque = 30 }
  far_end.position, far_end.orientation = at(2.01, 0.2, 0.15), tw.euler(0.3, 0.2, 0.1)
  scene:advance(1)
  return { rod = rod.position - at(0, 0, 0), hinge = held.deviation[3], force = weld.force:length() }, { hinge = 0, force = 30 }
end

-- nails that repeat each other share the load of a swinging rod, below the bound of one of them
function cases.swing(scene, at)
  local rod = scene:rod { length = 1, radius = 0.03, mass = 1, position = at(0.5, 0, 0), orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
  local nail = scene:nail(at(0, 0, 0))
  local one, two = scene:connect(rod.end1, nail, { max_force = 25 }), scene:connect(rod.end1, nail)
  scene:advance(0.4)
  local f = one.force
  assert((f - two.force):length() < 1e-5 and f:length() > 3 and f:length() < 25, "shared: " .. tostring(f) .. tostring(two.force))
  return { rod = rod.position - at(0, 0, 0) }, {}
end

local function off(a, b)
  local d = a - b
  return type(d) == "number" and math.abs(d) or d:length()
end

for name, case in tw.sorted(cases) do
  for _, stepper in ipairs { "auto", "timestep" } do
    local first
    for _, far in ipairs { 0, 1e4, 1e6 } do
      local function at(x, y, z) return tw.vec3(far + x, -far / 3 + y, far / 7 + z) end
      local scene = tw.scene { stepper = stepper, tau = 0.1, gravity = "earth", step = 1 / 600 }
      local got, wanted = case(scene, at)
      first = first or got
      for what, value in tw.sorted(got) do
        if wanted[what] then
          assert(off(value, wanted[what]) < 1e-9 + 1e-15 * far,
            ("%s, %s, %g m away: %s is %s"):format(name, stepper, far, what, tostring(value)))
        end
        local moved = off(value, first[what])
        assert(moved < (what == "force" and 1e-6 or 2e-11 + 2e-14 * far), ("%s, %s: %s moved by %.3g at %g m"):format(name, stepper, what, moved, far))
      end
    end
  end
end
print("ok")
