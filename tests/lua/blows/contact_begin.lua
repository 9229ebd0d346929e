-- Who is told that something touches sees it after the blow: under `timestep`, too, where what closes within a step is stopped by
-- the next one. And it is told once, whatever its listener does.
local tw = require "tauwerk"
local g, h = 9.81, 1 / 600
local near = dofile("tests/lua/_cases.lua").near

for _, stepper in ipairs { "auto", "timestep" } do
  local coarse = stepper == "timestep"
  local function scene(gravity) return tw.scene { gravity = { 0, 0, gravity }, stepper = stepper, step = h } end

  for k = 0, 12 do -- wherever in a step it arrives
    local label = ("%s, from %g m"):format(stepper, 0.5 + 0.003 * k)
    local s = scene(-g)
    s:ground {}
    local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.6 + 0.003 * k }, collide = true }
    local times = {}
    s:on_contact(b, "ground", function(_, t)
      times[#times + 1] = t
      near(label .. ": speed", b.velocity.z, 0, 1e-3)
      near(label .. ": time", t, math.sqrt(2 * (0.5 + 0.003 * k) / g), coarse and 2 * h or 1e-9)
      b.collide = false
    end)
    s:advance_to(0.6)
    assert(#times == 1, label .. ": told " .. #times .. " times")
    near(label .. ": it falls on from rest", b.velocity.z, -g * (0.6 - times[1]), 1e-3)
  end

  -- a ball is caught by another one, without gravity: both go on with half its speed
  for k = 0, 7 do
    local s = scene(0)
    local a = s:sphere { radius = 0.1, mass = 1, velocity = { 3, 0, 0 }, collide = true }
    local b = s:sphere { radius = 0.1, mass = 1, position = { 0.5 + 0.0007 * k, 0, 0 }, collide = true }
    local count = 0
    s:on_contact { a = a, b = b, function()
      count = count + 1
      near(stepper .. ": after the blow", a.velocity.x - b.velocity.x, 0, 1e-3)
    end }
    s:advance_to(0.5)
    assert(count == 1, "told " .. count .. " times")
  end

  -- a box lands on an edge: it is told of, though the other one comes in still; parted, it is told again
  do
    local s = scene(-g)
    s:ground {}
    local b = s:box { size = { 0.2, 0.2, 0.2 }, position = { 0, 0, 0.5 }, orientation = tw.axis_angle({ 0, 1, 0 }, 0.3), collide = true }
    local count = 0
    s:on_contact(b, "ground", function() count = count + 1 end)
    s:advance_to(2)
    assert(count >= 1, "never told")
    local before = count
    b.velocity = { 0, 0, 1 }
    s:advance_to(4)
    assert(count == before + 1, ("told %d times after a jump"):format(count - before))
  end

  -- one that is gone before it has been stopped has touched all the same
  do
    local s = scene(0)
    s:ground {}
    local b = s:sphere { radius = 0.1, position = { 0, 0, 0.105 }, velocity = { 0, 0, -4 }, collide = true }
    local count = 0
    s:on_contact(b, nil, function() count = count + 1 end)
    s:advance_to(h)
    s:advance_to(1.5 * h)
    b.velocity = { 0, 0, 20 }
    s:advance_to(0.5)
    assert(count == 1, "told " .. count .. " times")
  end
end
