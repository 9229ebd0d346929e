-- A pendulum's damping and moment of inertia, recovered from a recorded motion of another one.
local tw = require "tauwerk"

local damping, inertia = 0.21, 0.034
local function pendulum(name)
  local scene = tw.scene { name = name, duration = 4, fps = 30, size = { 1280, 720 }, gravity = "earth" }
  local rod = scene:body { name = "rod", mass = 1.1, inertia = { 0.05, 0.06, 0.02 }, position = { 0.6, 0, 2 },
                           shape = { kind = "box", size = { 1.2, 0.08, 0.08 } }, material = "copper" }
  local hinge = scene:hinge { name = "hinge", a = rod, at = { 0, 0, 2 }, axis = { 0, 1, 0 } }
  return scene, rod, hinge
end

local real, real_rod, real_hinge = pendulum("the real one")
real_hinge.damping = damping
real_rod.inertia = { 0.05, inertia, 0.02 }
local seen = real:record { "height", value = function() return real_rod.position.z end, every = 0.1 }
real:advance(3)

local scene, rod, hinge = pendulum("pendulum")
local goals = {}
for i = 2, #seen.t do
  goals[#goals + 1] = { string.format("height at %.1f s", seen.t[i]), at = seen.t[i],
                        value = function() return rod.position.z end, equals = seen.v[i] }
end
local found = scene:solve {
  vary = { { hinge, "damping", from = 0, to = 1, start = 0.5 },
           { "inertia", from = 0.031, to = 0.069, start = 0.06, set = function(x) rod.inertia = { 0.05, x, 0.02 } end } },
  so_that = goals,
}
found.apply()
scene:ground { height = 0 }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "the damping", value = found.x[1], equals = damping, within = 1e-6 * damping }
scene:expect { "the inertia", value = found.x[2], equals = inertia, within = 1e-6 * inertia }
return scene
