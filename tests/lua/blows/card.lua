-- Nothing passes through a card of 1 mm at 100 m/s, in either regime.
local tw = require "tauwerk"
for _, st in ipairs { "auto", "timestep" } do
  local through, n = 0, 60
  for i = 1, n do
    local s = tw.scene { gravity = "earth", seed = i, stepper = st }
    local q = s.random:rotation()
    s:box { size = { 1, 1, 0.001 }, fixed = true, collide = true, orientation = q }
    local d = q * tw.vec3(s.random:uniform(-0.3, 0.3), s.random:uniform(-0.3, 0.3), 1):normalized()
    local r = s.random:uniform(0.002, 0.05)
    local b = i % 2 == 0 and s:sphere { radius = r, position = d * 1, velocity = d * -100, collide = true }
      or s:box { size = { r, r, r }, position = d * 1, velocity = d * -100, orientation = s.random:rotation(), angular_velocity = s.random:direction() * 20, collide = true }
    s:advance_to(0.03)
    if (q:inverse() * b.position).z < 0 then through = through + 1 end
  end
  print(st, "through", through, "of", n)
  assert(through == 0)
end

-- What flies past an edge closely is not deflected.
for _, st in ipairs { "auto", "timestep" } do
  for i = 1, 20 do
    local s = tw.scene { seed = i, stepper = st }
    s:box { size = { 1, 1, 1 }, fixed = true, collide = true }
    local b = s:sphere { radius = 0.05, position = { s.random:uniform(-2, -1.5), 0, 0.551 + 0.002 * i }, velocity = { 60, 0, 0 },
                         collide = true }
    s:advance_to(0.1)
    assert((b.velocity - tw.vec3(60, 0, 0)):length() < 1e-6, st)
  end
end
