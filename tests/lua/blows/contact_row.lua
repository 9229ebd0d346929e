-- What a fast body hits is fast itself after that, whatever its own velocity was: in the same step of `timestep` it passes through
-- nothing either, and a row as long as one likes keeps its order, gains no energy and loses no momentum. Rows are looked at as long
-- as none of their members tumbles.
local tw = require "tauwerk"

local kinds = {
  card = function(s, x) return s:box { size = { 0.001, 0.3, 0.3 }, mass = 0.05, position = { x, 0, 0 } } end,
  ball = function(s, x) return s:sphere { radius = 0.02, mass = 0.05, position = { x, 0, 0 } } end,
  brick = function(s, x) return s:box { size = { 0.04, 0.1, 0.2 }, mass = 0.2, position = { x, 0, 0 } } end,
  ring = function(s, x)
    return s:torus { major_radius = 0.1, minor_radius = 0.004, mass = 0.05, position = { x, 0, 0 },
                     orientation = tw.axis_angle({ 0, 1, 0 }, math.pi / 2) }
  end,
}

-- n of a kind, hit from the left; how many steps have been looked at
local function row(kind, n, gap, mass, restitution, speed, step, most)
  local s = tw.scene { stepper = "timestep", step = step }
  local bodies = { s:sphere { radius = 0.12, mass = mass, position = { -0.12 - 0.6 * speed * step, 0, 0 }, velocity = { speed, 0, 0 } } }
  for k = 1, n do bodies[#bodies + 1] = kinds[kind](s, gap * k) end
  for _, b in ipairs(bodies) do
    b.collide = true
    b.restitution = restitution
  end
  local name = ("%d of %s every %g m, %g kg with %g m/s, restitution %g, step %g"):format(n, kind, gap, mass, speed, restitution, step)
  local p, last = mass * speed, s:energy().total
  for k = 1, most do
    s:advance_to(k * step)
    local momentum, turn = 0, 0
    for i, b in ipairs(bodies) do
      local after = bodies[i + 1]
      if after and b.position.x >= after.position.x then error(("%s: %d has passed the next one in step %d"):format(name, i, k)) end
      momentum = momentum + b.mass * b.velocity.x
      turn = math.max(turn, step * b.angular_velocity:length())
    end
    local energy = s:energy().total
    assert(math.abs(momentum - p) <= 1e-9 * p, name .. ": momentum")
    assert(energy <= last * (1 + 1e-9), name .. ": energy")
    last = energy
    if turn > 0.2 then return k end
  end
  return most
end

local whole = 0
local function rows(...) whole = whole + row(...) end
for _, speed in ipairs { 5, 20, 100 } do
  for _, gap in ipairs { 0.002, 0.05, 0.3 } do
    for _, mass in ipairs { 0.5, 2000 } do
      for _, restitution in ipairs { 0, 0.5 } do rows("card", 10, gap, mass, restitution, speed, 1 / 60, 12) end
    end
  end
end
print(whole, "steps of rows of 10")
assert(whole > 300)
for _, kind in ipairs { "ball", "brick", "ring" } do
  for _, gap in ipairs { 0.06, 0.3 } do
    for _, step in ipairs { 1 / 60, 1 / 240 } do rows(kind, 12, gap, 20, 0, 100, step, 12) end
  end
end
rows("card", 60, 0.002, 2000, 0, 20, 1 / 60, 4)
rows("card", 60, 0.01, 20, 0, 100, 1 / 60, 3)
rows("card", 60, 0.05, 2000, 0, 5, 1 / 60, 10)
rows("card", 120, 0.002, 20, 0, 5, 1 / 60, 4)
rows("card", 120, 0.01, 20, 0, 100, 1 / 240, 3)
rows("card", 120, 0.05, 2000, 0, 100, 1 / 60, 2)

-- a body at rest before a thin wall, fixed or not, out of the wall's reach before a heavy one hits it
for _, step in ipairs { 1 / 60, 1 / 240 } do
  for _, fixed in ipairs { true, false } do
    for _, gap in ipairs { 0.05, 0.3, 1 } do
      for _, speed in ipairs { 10, 40, 100 } do
        for _, shape in ipairs { "box", "ball" } do
          local s = tw.scene { stepper = "timestep", step = step }
          local hammer = s:sphere { radius = 0.3, mass = 500, position = { -0.62, 0.03, 0.02 }, velocity = { speed, 0, 0 }, collide = true }
          local hit = shape == "box" and s:box { size = { 0.3, 0.3, 0.3 }, mass = 5, collide = true }
            or s:sphere { radius = 0.15, mass = 5, collide = true }
          local wall = s:box { size = { 0.002, 8, 8 }, mass = 200, position = { 0.151 + gap, 0, 0 }, fixed = fixed, collide = true }
          local name = ("%s before a %s wall at %g m, %g m/s, step %g"):format(shape, fixed and "fixed" or "free", gap, speed, step)
          local last = s:energy().total
          for k = 1, 0.2 / step do
            s:advance_to(k * step)
            for _, b in ipairs { hammer, hit } do
              local q = wall.orientation:inverse() * (b.position - wall.position)
              assert(q.x < 0 or math.abs(q.y) > 4 or math.abs(q.z) > 4, name .. ": through")
            end
            local p = 500 * hammer.velocity.x + 5 * hit.velocity.x + 200 * wall.velocity.x
            assert(fixed or math.abs(p - 500 * speed) <= 1e-9 * 500 * speed, name .. ": momentum")
            local energy = s:energy().total
            assert(energy <= last * (1 + 1e-9), name .. ": energy")
            last = energy
          end
        end
      end
    end
  end
end

-- a step that was taken in parts remembers the impulses of all of them
local s = tw.scene { stepper = "timestep", step = 1 / 60 }
local ball = s:sphere { radius = 0.1, mass = 20, position = { -0.2, 0, 0 }, velocity = { 20, 0, 0 }, collide = true }
for k = 1, 40 do s:box { size = { 0.001, 0.3, 0.3 }, mass = 0.05, position = { 0.02 * k, 0, 0 }, collide = true } end
for k = 1, 4 do
  local before, impulse = ball.velocity.x, 0
  s:advance_to(k / 60)
  for _, c in ipairs(s.contacts) do
    if c.a == ball then impulse = impulse + c.force.x / 60 elseif c.b == ball then impulse = impulse - c.force.x / 60 end
  end
  assert(math.abs(impulse - 20 * (ball.velocity.x - before)) < 1e-8, "impulse of step " .. k)
end
assert(s:stats().divided > 0)
