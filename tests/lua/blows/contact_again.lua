-- What a step keeps of the last one but its impulses (pairs found before, turned shapes, sizes, which bodies stood still) saves
-- time and changes no bit: a coefficient that is assigned what it was makes all of that be looked at anew.
local tw = require "tauwerk"

local function pile(touched)
  local s = tw.scene { gravity = "earth", seed = 8, stepper = "timestep", step = 1 / 60, contact_tolerance = 0.03 }
  s:ground { height = 0, friction = 0.5 }
  local bodies, r = {}, s.random
  for k = 0, 47 do
    local f = { position = { 0.3 * (k % 3 - 1), 0.3 * (k // 3 % 3 - 1), 0.2 + 0.25 * (k // 9) }, orientation = r:rotation(),
      collide = true, friction = 0.5, density = 1000 }
    if k % 4 == 0 then
      f.radius = 0.1
      bodies[#bodies + 1] = s:sphere(f)
    elseif k % 4 == 1 then
      f.size = { 0.2, 0.15, 0.12 }
      bodies[#bodies + 1] = s:box(f)
    elseif k % 4 == 2 then
      f.radius, f.length = 0.06, 0.12
      bodies[#bodies + 1] = s:capsule(f)
    else
      f.radius, f.height = 0.08, 0.15
      bodies[#bodies + 1] = s:cylinder(f)
    end
  end
  for k = 1, 90 do
    local b = bodies[k % #bodies + 1]
    b.velocity = b.velocity -- momenta are made anew, by rounding
    if touched then b.friction = 0.5 end
    s:advance_to(k / 60)
  end
  return bodies
end

local plain, touched = pile(false), pile(true)
for i, b in ipairs(plain) do
  local p, q, u, w = b.position, touched[i].position, b.orientation, touched[i].orientation
  assert(p.x == q.x and p.y == q.y and p.z == q.z, ("body %d: %.17g, not %.17g"):format(i, q.z, p.z))
  assert(u.w == w.w and u.x == w.x and u.y == w.y and u.z == w.z, i)
end

-- and its impulses: what stands begins with them, and needs no sweep any more; the forces are those of the first solution
do
  local s = tw.scene { gravity = "earth", stepper = "timestep", step = 1 / 60 }
  s:ground { height = 0, friction = 0.5 }
  for k = 0, 59 do
    s:box { size = { 0.4, 0.2, 0.2 }, mass = 10, position = { 0.42 * (k % 10) + 0.105 * (k // 10 % 2), 0, 0.1 + 0.2 * (k // 10) },
      collide = true, friction = 0.5 }
  end
  local function carried()
    local up = 0
    for _, c in ipairs(s.contacts) do
      if c.ground then up = up + c.force.z end
    end
    return up
  end
  s:advance_to(2 / 60)
  local sweeps, first = s:stats().sweeps, carried()
  assert(sweeps > 0 and math.abs(first - 60 * 10 * 9.81) < 1e-2, first)
  s:advance_to(1)
  assert(s:stats().sweeps - sweeps <= 2, s:stats().sweeps - sweeps)
  assert(math.abs(carried() - first) < 1e-6 * first, carried() - first)
end
