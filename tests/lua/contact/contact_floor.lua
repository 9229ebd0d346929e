-- A floor is a floor, however large: the times at which something touches it, and what is listed, depend on what lies on it.
local tw = require "tauwerk"
local g = 9.81
local near = dofile("tests/lua/_cases.lua").near

-- a ball falls 0.2 m on a box of 1 m to 1 km, or on a ball as large
for _, stepper in ipairs { "auto", "dopri", "timestep" } do
  for _, kind in ipairs { "box", "sphere" } do
    for _, size in ipairs { 1, 100, 1000 } do
      local label = ("%s, %s of %g m"):format(stepper, kind, size)
      local s = tw.scene { gravity = { 0, 0, -g }, stepper = stepper, step = 1 / 600 }
      local floor = s[kind](s, { [kind == "box" and "size" or "radius"] = kind == "box" and { size, size, size } or size / 2,
        position = { 0, 0, -size / 2 }, fixed = true, collide = true })
      local ball = s:sphere { radius = 0.1, mass = 2, position = { 0, 0, 0.3 }, collide = true }
      local t, told = math.sqrt(0.4 / g), nil
      s:on_contact(ball, floor, function(_, when, c)
        told = when
        near(label .. ": gap", c.gap, 0, 1e-4)
      end)
      s:advance_to(t - 0.005)
      assert(#s.contacts == 0, label .. ": touches too early")
      s:advance_to(1)
      near(label .. ": time", told, t, stepper == "timestep" and 2 / 600 or 1e-9)
      near(label .. ": it carries", #s.contacts == 1 and s.contacts[1].force:length() or 0, 2 * g, 1e-3)
      ball.velocity = { 0, 0, 1 }
      s:advance(0.02)
      assert(#s.contacts == 0, label .. ": touches still")
    end
  end
end
