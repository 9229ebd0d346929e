-- Adams and BDF start anew with steps that fit: after an oblique blow that leaves a fast spin, and with short time constants.
local tw = require "tauwerk"

for _, stepper in ipairs { "adams", "bdf" } do
  for _, radius in ipairs { 0.0005, 0.002 } do
    local s = tw.scene { stepper = stepper }
    local b = s:sphere { radius = radius, mass = 0.01, position = { -7.1235, -3.4615, 0 }, velocity = { 200, 100, 0 },
                         collide = true, restitution = 0.3 }
    s:box { size = { 0.001, 1, 1 }, fixed = true, collide = true }
    s:advance_to(0.05)
    -- sticks: the rim's speed is that of the slide, 5/7 v_y / r
    local want = -100 * 5 / 7 / radius
    assert(math.abs(b.angular_velocity.z / want - 1) < 1e-6, stepper .. ": spin")
  end
  for _, tau in ipairs { 1e-3, 2e-4, 1e-5, 1e-6 } do
    local s = tw.scene { gravity = "earth", stepper = stepper, tau = tau }
    local r = s:rod { length = 1, radius = 0.05, position = { 0.7, 0.2, 0 }, orientation = tw.euler(0.3, 0.8, 0) }
    local c = s:connect(r.end1, s:nail { 0, 0, 0 })
    local D = c.deviation:length()
    s:advance_to(10 * tau)
    local law = D * 11 * math.exp(-10)
    assert(math.abs(c.deviation:length() / law - 1) < 1e-4, ("%s, tau = %g: law"):format(stepper, tau))
  end
end
