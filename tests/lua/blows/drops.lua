-- Random drops of all kinds of bodies onto each other and onto the ground: nothing sinks in by more than 1 % of the
-- smaller body's smallest size, nothing falls through, energy never grows. Arguments: how many, the first seed, the
-- stepper; long runs are `tauwerk lua tests/lua/blows/drops.lua 10000 1 auto` (hours) and `... 10000 1 timestep` (minutes).
local tw = require "tauwerk"
local count, first, only = tonumber((...)), tonumber((select(2, ...))) or 1, select(3, ...)

-- parts of the whole energy. Under `timestep` contacts that move over curved surfaces are of first order in the step
local grows = { auto = 2e-3, timestep = 5e-3 }

local kinds = {
  { "sphere", 0.2, function(s, f) f.radius = 0.1 return s:sphere(f) end },
  { "box", 0.1, function(s, f) f.size = { 0.2, 0.15, 0.1 } return s:box(f) end },
  { "capsule", 0.12, function(s, f) f.radius, f.length = 0.06, 0.2 return s:capsule(f) end },
  { "cylinder", 0.16, function(s, f) f.radius, f.height = 0.08, 0.2 return s:cylinder(f) end },
  { "cone", 0.2, function(s, f) f.radius, f.height = 0.1, 0.2 return s:cone(f) end },
  { "ellipsoid", 0.14, function(s, f) f.radii = { 0.12, 0.1, 0.07 } return s:ellipsoid(f) end },
  { "torus", 0.06, function(s, f) f.major_radius, f.minor_radius = 0.1, 0.03 return s:torus(f) end },
  { "link", 0.05, function(s, f) f.length, f.width, f.radius = 0.3, 0.16, 0.025 return s:link(f) end },
  { "disk", 0.02, function(s, f) f.radius, f.height = 0.12, 0.02 return s:disk(f) end },
}

local function drop(seed, stepper)
  local s = tw.scene { gravity = "earth", seed = seed, stepper = stepper }
  local r = s.random
  local a, b = kinds[math.min(1 + r:uniform(0, #kinds) // 1, #kinds)], kinds[math.min(1 + r:uniform(0, #kinds) // 1, #kinds)]
  local e = r:uniform(0, 1) < 0.3 and r:uniform(0, 0.9) or 0
  s:ground { height = 0, restitution = e }
  local A = a[3](s, { position = { 0, 0, 0.4 }, orientation = r:rotation(), velocity = { 0, 0, r:uniform(-3, 0) },
                      collide = true, restitution = e })
  local B = b[3](s, { position = { r:uniform(-0.05, 0.05), r:uniform(-0.05, 0.05), 0.9 }, orientation = r:rotation(),
                      velocity = { 0, 0, r:uniform(-5, 0) }, collide = true, restitution = e })
  local whole = s:energy().total
  local E, deepest, grown = whole, 0, 0
  for _ = 1, 150 do
    s:advance(0.01)
    local now = s:energy().total
    grown = math.max(grown, now - E)
    E = math.min(E, now)
    for _, c in ipairs(s.contacts) do
      local size = c.ground and (c.a == A and a or b)[2] or math.min(a[2], b[2])
      deepest = math.max(deepest, -c.gap / size)
    end
    assert(A.position.z > 0 and B.position.z > 0, ("seed %d: fell through"):format(seed))
  end
  local label = ("seed %d, %s: %s on %s, e %.2f: depth %.2f %%, energy grown %.2g of %.3g"):format(seed, stepper, b[1],
    a[1], e, 100 * deepest, grown, whole)
  return deepest <= 0.01 and grown <= grows[stepper] * whole, label
end

local drops, bad = {}, 0
local function plan(stepper, from, n)
  for seed = from, from + n - 1 do drops[#drops + 1] = { seed, stepper } end
end
if count then
  plan(only or "auto", first, count)
else
  plan("auto", 1, 24)
  plan("auto", 125, 1) -- what is held comes in at another place
  plan("timestep", 1, 100)
  for _, seed in ipairs { 4110, 5040, 7069, 9673 } do plan("timestep", seed, 1) end -- bounces that gain the most
end
for i, d in ipairs(drops) do
  local good, label = drop(d[1], d[2])
  if not good then
    print(label)
    bad = bad + 1
  end
  if i % 500 == 0 then
    print(("%d of %d drops, %d bad"):format(i, #drops, bad))
    io.stdout:flush()
  end
end
print(("%d drops, %d bad"):format(#drops, bad))
assert(bad == 0)
