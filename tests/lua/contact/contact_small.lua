-- Small groups under `timestep`, at its defaults: multipliers, slides and blows that have one answer come to it by many
-- more digits than the tolerance of large groups.
local tw = require "tauwerk"
local g = 9.81
local near = dofile("tests/lua/_cases.lua").near
local r = tw.scene { seed = 3 }.random

-- a column of spheres without friction: each place carries what is above it, after one step and later
for n = 2, 16, 2 do
  local s = tw.scene { gravity = "earth", stepper = "timestep" }
  s:ground { friction = 0 }
  local z, ball, above = 0, {}, {}
  for i = 1, n do
    local radius = r:uniform(0.05, 0.2)
    ball[i] = s:sphere { radius = radius, mass = r:uniform(0.1, 20), position = { 0, 0, z + radius }, collide = true,
                         friction = 0 }
    z = z + 2 * radius
  end
  for i = n, 1, -1 do above[i] = ball[i].mass + (above[i + 1] or 0) end
  for steps = 1, 2 do
    s:advance(steps / 600)
    assert(#s.contacts == n)
    for _, c in ipairs(s.contacts) do
      for i = 1, n do
        local on = c.a == ball[i] and (c.ground or c.b == ball[i - 1]) or c.b == ball[i] and c.a == ball[i - 1]
        if on then near(("column of %d, %d"):format(n, i), math.abs(c.force.z) / (above[i] * g), 1, 1e-9) end
      end
    end
  end
  near("unfinished", s:stats().unfinished, 0, 0)
end

-- plates on each other slide down together, the lowest with its friction on the ground
for n = 1, 5 do
  for _, v in ipairs { 0, 5 } do
    local slope, mu = 0.6, 0.4
    local s = tw.scene { gravity = { g * math.sin(slope), 0, -g * math.cos(slope) }, stepper = "timestep" }
    s:ground { friction = mu }
    local plate, label = {}, ("%d plates, %g m/s"):format(n, v)
    for i = 1, n do
      plate[i] = s:box { size = { 0.8, 0.8, 0.05 }, position = { 0, 0, 0.05 * i - 0.025 }, velocity = { v, 0, 0 },
                         collide = true, friction = i == 1 and mu or 1 }
    end
    s:advance_to(0.5)
    for i = 1, n do
      near(label, (plate[i].velocity.x - v) / 0.5, g * (math.sin(slope) - mu * math.cos(slope)), 1e-9)
    end
    local presses, rubs = 0, 0
    for _, c in ipairs(s.contacts) do
      if c.ground then presses, rubs = presses + c.force.z, rubs - c.force.x end
    end
    near(label .. ", pressure", presses / (n * plate[1].mass * g * math.cos(slope)), 1, 1e-9)
    near(label .. ", friction", rubs / presses, mu, 1e-9)
  end
end

-- balls that touch are one problem of a blow: with restitution 1 it keeps momentum and energy
for n = 3, 20 do
  local s = tw.scene { gravity = { 0, 0, 0 }, stepper = "timestep" }
  local ball, momentum, energy = {}, 0, 0
  for i = 1, n do
    ball[i] = s:sphere { radius = 0.05, mass = r:uniform(0.5, 2), position = { 0.1 * i - (i == 1 and 0.05 or 0), 0, 0 },
                         velocity = { i == 1 and 1 or 0, 0, 0 }, restitution = 1, collide = true, friction = 0 }
  end
  s:advance_to(0.2)
  for i = 1, n do
    local m, v = ball[i].mass, ball[i].velocity.x
    momentum, energy = momentum + m * v, energy + m * v * v
  end
  near(("row of %d, momentum"):format(n), momentum / ball[1].mass, 1, 1e-9)
  near(("row of %d, energy"):format(n), energy / ball[1].mass, 1, 1e-9)
end
