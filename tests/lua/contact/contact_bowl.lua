-- Balls and boxes come to rest in a bowl: a mesh that is not convex, and a compound of plates. Nothing leaves it or sinks in,
-- what the bowl carries is their weight, and friction brings all of it to rest.
local tw = require "tauwerk"

-- a ring of corners for each point of the profile, from the axis below to the axis above
local function turned(profile, n)
  local vertices, triangles = {}, {}
  for _, p in ipairs(profile) do
    for k = 1, n do
      local a = 2 * math.pi * k / n
      vertices[#vertices + 1] = { p[1] * math.cos(a), p[1] * math.sin(a), p[2] }
    end
  end
  local low, high = #vertices + 1, #vertices + 2
  vertices[low] = { 0, 0, profile[1][2] }
  vertices[high] = { 0, 0, profile[#profile][2] }
  for k = 1, n do
    local next = k % n + 1
    triangles[#triangles + 1] = { low, next, k }
    for ring = 1, #profile - 1 do
      local a, b = (ring - 1) * n + k, (ring - 1) * n + next
      triangles[#triangles + 1] = { a, b, b + n }
      triangles[#triangles + 1] = { a, b + n, a + n }
    end
    local last = (#profile - 1) * n
    triangles[#triangles + 1] = { high, last + k, last + next }
  end
  return { vertices = vertices, triangles = triangles }
end

-- the floor's top is at z = 0; fixed
local bowls = {
  mesh = function(s)
    local f = turned({ { 0.8, -0.1 }, { 0.8, 0.4 }, { 0.7, 0.4 }, { 0.2, 0 } }, 16)
    f.fixed, f.collide = true, true
    local bowl = s:mesh(f)
    bowl.position = bowl.position - bowl:authored { 0, 0, 0 }
    return bowl
  end,
  compound = function(s)
    local parts = { { kind = "box", size = { 0.5, 0.5, 0.1 }, position = { 0, 0, -0.05 } } }
    local slope = math.atan(0.4 / 0.5)
    for k = 1, 8 do
      local a = 2 * math.pi * k / 8
      local turn = tw.axis_angle({ 0, 0, 1 }, a) * tw.axis_angle({ 0, 1, 0 }, -slope)
      local middle = tw.vec3(0.5, 0, 0.2) + tw.vec3(math.sin(slope), 0, -math.cos(slope)) * 0.05
      parts[#parts + 1] = { kind = "box", size = { 0.8, 0.7, 0.1 }, orientation = turn,
        position = tw.axis_angle({ 0, 0, 1 }, a) * middle }
    end
    local bowl = s:compound { parts = parts, fixed = true, collide = true }
    bowl.position = bowl.position - bowl:authored { 0, 0, 0 }
    return bowl
  end,
}

for _, name in ipairs { "mesh", "compound" } do
  local s = tw.scene { gravity = "earth", seed = 3, stepper = "timestep", step = 1 / 120 }
  local bowl = bowls[name](s)
  local things, weight = {}, 0
  for k = 0, 11 do
    local f = { position = { 0.25 * (k % 3 - 1), 0.25 * (k // 3 % 2 - 0.5), 0.35 + 0.25 * (k // 6) }, collide = true,
      friction = 0.5, density = 1000 }
    if k % 3 == 2 then
      f.size, f.orientation = { 0.12, 0.1, 0.08 }, s.random:rotation()
      things[#things + 1] = s:box(f)
    else
      f.radius = 0.06
      things[#things + 1] = s:sphere(f)
    end
    weight = weight + 9.81 * things[#things].mass
  end
  for _ = 1, 12 do
    s:advance(1)
    for _, b in ipairs(things) do
      local p = b.position
      local far = math.sqrt(p.x ^ 2 + p.y ^ 2)
      assert(p.z > 0.04 - 1e-4 and p.z < 1 and far < 0.7 and p.z > 0.8 * (far - 0.25) - 0.02,
        ("%s: %s is at %g %g %g"):format(name, b.name, p.x, p.y, p.z))
    end
  end
  local up, fastest = 0, 0
  for _, c in ipairs(s.contacts) do
    assert(c.gap > -1e-3 * 0.06, name .. ": depth " .. c.gap)
    if c.a == bowl or c.b == bowl then up = up + math.abs(c.force.z) end
  end
  for _, b in ipairs(things) do fastest = math.max(fastest, b.velocity:length()) end
  assert(fastest < 0.03, name .. ": still at " .. fastest)
  assert(math.abs(up - weight) < 0.02 * weight, ("%s: carries %g of %g"):format(name, up, weight))
end
