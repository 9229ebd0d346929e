-- Limits of joints under every stepper with error control: an arm falls on its bound, bounces and comes to rest against it.
local tw = require "tauwerk"
for _, stepper in ipairs { "auto", "dopri", "adams", "bdf" } do
  local s = tw.scene { gravity = "earth", stepper = stepper }
  local arm = s:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.02, mass = 2 }
  local hinge = s:hinge { a = arm, at = { 0, 0, 0 }, axis = { 0, -1, 0 } }
  local limit = s:limit { joint = hinge, lower = -0.5, restitution = 0.4 }
  s:advance_to(3)
  assert(math.abs(hinge.angle + 0.5) < 1e-6, ("%s: %.9g rad"):format(stepper, hinge.angle))
  local torque = -2 * 9.81 * 0.5 * math.cos(0.5)
  assert(math.abs(limit.torque.y - torque) < 1e-5, ("%s: %.9g N m"):format(stepper, limit.torque.y))
end
print "limits hold"
