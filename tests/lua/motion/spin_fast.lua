-- Fast turning under every stepper: fixed steps are divided where bodies that constraints hold turn far in one, and whole
-- turns are counted.
local tw = require "tauwerk"
local near = dofile "tests/lua/_cases.lua".near

local function S(stepper) return tw.scene { stepper = stepper, step = 1 / 600, tau = 0.1 } end

for _, stepper in ipairs { "auto", "dopri", "adams", "bdf", "rk4", "wave", "timestep", "project" } do
  for _, w in ipairs { 100, 5000 } do -- about an axis through its centre
    local s = S(stepper)
    local b = s:box { size = { 0.1, 0.2, 0.3 }, angular_velocity = { 0, 0, w } }
    local h = s:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    s:advance_to(0.05)
    near(("%s: speed at %g rad/s"):format(stepper, w), h.speed, w, 1e-6 * w)
    near(("%s: whole turns at %g rad/s"):format(stepper, w), h.angle, 0.05 * w, 1e-3)
  end
  if stepper ~= "project" then -- a rod on its end: 2000 rad/s, more than 3 rad in a step
    local s, w = S(stepper), 2000
    local b = s:rod { length = 1, radius = 0.02, position = { 0.5, 0, 0 }, orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }),
      velocity = { 0, 0.5 * w, 0 }, angular_velocity = { 0, 0, w } }
    local h = s:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    s:advance_to(0.02)
    near(stepper .. ": a rod's speed", h.speed, w, 1e-3 * w)
    near(stepper .. ": a rod's angle", h.angle, 0.02 * w, stepper == "timestep" and 1.5 or 0.1) -- of second order in the turn
  end
end
