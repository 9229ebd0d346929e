-- Islands go on as they would alone, whatever is beside them: what is corrected after a step, how large its rounding
-- errors are, which way the forces are found. And a joint of next to no weight counts as little one way as the other.
local tw = require "tauwerk"

-- a zigzag of n rods that turns about its nail
local function chain(s, n, y, turning, bend)
  local last
  for i = 1, n do
    local rod = s:rod { from = { i - 1, y, i % 2 * bend }, to = { i, y, (i + 1) % 2 * bend }, radius = 0.05, mass = 1 }
    last = last or s:nail(rod.end1.position)
    s:connect(rod.end1, last)
    last = rod.end2
    local arm = rod.position - tw.vec3(0, y, bend)
    rod.angular_velocity = { 0, turning, 0 }
    rod.velocity = { turning * arm.z, 0, -turning * arm.x }
  end
end

-- D' of the first chain after two coarse steps: what may be left is rtol (1 m/s)
for _, case in ipairs { { 0.05, 2, 4 }, { 0.05, 2, 10 }, { 1 / 30, 4, 8 }, { 1 / 30, 4, 10 } } do
  local step, slow, wild = table.unpack(case)
  local rate = {}
  for beside = 0, 1 do
    local s = tw.scene { gravity = "earth", stepper = "rk4", step = step, rtol = 1e-3, atol = 1, tau = 0.1 }
    chain(s, 3, 0, slow, 0.3)
    if beside == 1 then chain(s, 3, 5, wild, 0.2) end
    s:advance(step)
    s:advance(step)
    rate[beside] = 0
    for i = 1, 3 do
      for _, x in ipairs(s.constraints[i].rate) do rate[beside] = math.max(rate[beside], math.abs(x)) end
    end
  end
  print(("steps of %.3f s: D' %.1e m/s alone, %.1e beside a wild one"):format(step, rate[0], rate[1]))
  assert(rate[1] <= 1.5 * rate[0] and rate[1] <= 1e-3)
end

-- evaluations of a parallelogram at its singular pose, and of a box on the ground far from it
local function evaluations(linkage, box)
  local s = tw.scene { gravity = "earth", rtol = 1e-9, atol = 1e-12 }
  if linkage then
    local a = s:rod { from = { 10, 0, 5 }, to = { 10, 0, 6 }, radius = 0.05, mass = 1 }
    local b = s:rod { from = { 10, 0, 6 }, to = { 12, 0, 6 }, radius = 0.05, mass = 1 }
    local c = s:rod { from = { 12, 0, 6 }, to = { 12, 0, 5 }, radius = 0.05, mass = 1 }
    s:connect(a.end1, s:nail { 10, 0, 5 })
    s:connect(a.end2, b.end1)
    s:connect(b.end2, c.end1)
    s:connect(c.end2, s:nail { 12, 0, 5 })
    for _, rod in ipairs { a, c } do rod.velocity, rod.angular_velocity = { 1, 0, 0 }, { 0, 2, 0 } end
    b.velocity = { 2, 0, 0 }
  end
  if box then
    s:ground { height = 0, friction = 0.5 }
    s:box { size = { 1, 1, 1 }, position = { -5, 0, 0.5 }, velocity = box, mass = 1, collide = true }
  end
  s:advance(2)
  return s:stats().evaluations
end
local alone = evaluations(true)
for name, velocity in pairs { rests = { 0, 0, 0 }, slides = { 0.5, 0, 0 } } do
  local box, both = evaluations(false, velocity), evaluations(true, velocity)
  print(("a box that %s: %d evaluations, the linkage %d, both %d"):format(name, box, alone, both))
  assert(both <= 1.5 * (alone + box))
end

-- many chains beside a box that rests: the same motion as without it
local function chains(box)
  local s = tw.scene { gravity = "earth", stepper = "dopri", rtol = 1e-8 }
  for c = 1, 60 do chain(s, 3, c, 0.1 * c, 0.3) end
  if box then
    s:ground { height = -20 }
    s:box { size = { 1, 1, 1 }, position = { -5, 0, -19.5 }, mass = 1, collide = true }
  end
  s:advance(0.3)
  return s
end
local a, b, worst = chains(false), chains(true), 0
for i, body in ipairs(a.bodies) do worst = math.max(worst, (body.position - b.bodies[i].position):length()) end
print(("60 chains beside a box that rests: %.1e m"):format(worst))
assert(worst < 1e-7 and #b:contacts() == 4)

-- the third joint of a chain by its weight: below the cutoff of singular values it is none
for _, weight in ipairs { 1, 1e-3, 1e-5, 1e-7, 1e-9 } do
  local place = {}
  for _, solver in ipairs { "svd", "auto" } do
    local s = tw.scene { gravity = "earth", solver = solver, rtol = 1e-9, atol = 1e-12 }
    local last = s:nail { 0, 0, 0 }
    for i = 1, 3 do
      local rod = s:rod { from = { i - 1, 0, 0 }, to = { i, 0, 0 }, radius = 0.05, mass = 1 }
      s:connect(rod.end1, last, { weight = i == 3 and weight or 1 })
      last = rod.end2
    end
    s:advance(0.3)
    place[solver] = s.bodies[3].position
  end
  print(("weight %g: %.1e m"):format(weight, (place.svd - place.auto):length()))
  assert((place.svd - place.auto):length() < 1e-8)
end
