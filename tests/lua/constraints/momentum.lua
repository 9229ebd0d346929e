-- An isolated pair that assembles itself. Forces F and -F act at points D apart: linear momentum is
-- constant, angular momentum changes by D x F, and is constant once the joint is met.
local tw = require "tauwerk"

local scene = tw.scene { tau = 0.25, rtol = 1e-11, atol = 1e-13 }
local a = scene:rod { length = 1, radius = 0.1, position = { 0, 0, 0 }, velocity = { 0.3, 0, 0.1 },
                      angular_velocity = { 1, 0.5, 2 } }
local b = scene:box { size = { 0.5, 0.3, 0.2 }, position = { 1.5, 1, 0.4 }, velocity = { 0, -0.2, 0 },
                      angular_velocity = { 0, 2, 1 } }
local joint = scene:connect(a.end2, b:corner(1))

local p0 = scene:momentum()
local mass = a.mass + b.mass

-- dL/dt about the origin from what acts on the bodies
local function L_rate()
  local sum = tw.vec3(0, 0, 0)
  for _, body in ipairs(scene.bodies) do sum = sum + body.torque + body.position:cross(body.force) end
  return sum
end

local worst_p, worst_rate, worst_integral = 0, 0, 0
local L, previous = scene:angular_momentum(), nil
local h, integral = 0.0025, tw.vec3(0, 0, 0)
local function torque() return joint.deviation:cross(joint.force) end
local f0 = torque()
for k = 1, 400 do
  -- Simpson's rule over [t, t + 2h]
  scene:advance(h)
  local f1 = torque()
  scene:advance(h)
  local f2 = torque()
  integral = integral + (f0 + 4 * f1 + f2) * (h / 3)
  f0 = f2
  worst_p = math.max(worst_p, (scene:momentum() - p0):length())
  worst_rate = math.max(worst_rate, (L_rate() - f2):length() / (1 + f2:length()))
  worst_integral = math.max(worst_integral, (scene:angular_momentum() - L - integral):length())
end
print(("linear momentum changes by %.1e kg m/s (%.3g kg)"):format(worst_p, mass))
print(("dL/dt - D x F: %.1e of it; its integral: %.1e kg m^2/s"):format(worst_rate, worst_integral))
assert(worst_p <= 1e-12 * (1 + p0:length() + mass))
assert(worst_rate <= 1e-9)
assert(worst_integral <= 1e-6)

scene:advance_to(10)
assert(joint.deviation:length() < 1e-9, "not met")
local L1 = scene:angular_momentum()
local worst_L = 0
for k = 1, 50 do
  scene:advance(0.1)
  worst_L = math.max(worst_L, (scene:angular_momentum() - L1):length() / L1:length())
end
print(("once met, angular momentum changes by %.1e of it"):format(worst_L))
assert(worst_L <= 1e-9)
