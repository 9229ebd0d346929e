-- A ball that is loose in a cage stays there, whatever it, or the cage, is hit by under `timestep`: a compound of boxes or a mesh that
-- is not convex, of walls of 1 cm, fixed or free, hit at up to 100 m/s from within and from without. What touches in one place
-- may come to another one of the same two bodies; and a cage that turns by a radian in a step carries its walls round.
local tw = require "tauwerk"

local SIZE, WALL = 1, 0.01

local function walls()
  local parts = {}
  for axis = 1, 3 do
    for _, side in ipairs { -1, 1 } do
      local at, size = { 0, 0, 0 }, { SIZE + 2 * WALL, SIZE + 2 * WALL, SIZE + 2 * WALL }
      at[axis], size[axis] = side * (SIZE + WALL) / 2, WALL
      parts[#parts + 1] = { kind = "box", size = size, position = at }
    end
  end
  return parts
end

local function hollow()
  local vertices, triangles = {}, {}
  local faces = { { 1, 3, 4, 2 }, { 5, 6, 8, 7 }, { 1, 2, 6, 5 }, { 3, 7, 8, 4 }, { 1, 5, 7, 3 }, { 2, 4, 8, 6 } }
  for _, r in ipairs { SIZE / 2 + WALL, SIZE / 2 } do
    local base = #vertices
    for i = 0, 7 do vertices[base + i + 1] = { (i % 2 * 2 - 1) * r, (i // 2 % 2 * 2 - 1) * r, (i // 4 * 2 - 1) * r } end
    for _, f in ipairs(faces) do
      local a, b, c, d = f[1] + base, f[2] + base, f[3] + base, f[4] + base
      if base > 0 then b, d = d, b end
      triangles[#triangles + 1] = { a, b, c }
      triangles[#triangles + 1] = { a, c, d }
    end
  end
  return vertices, triangles
end

local function largest(v) return math.max(math.abs(v.x), math.abs(v.y), math.abs(v.z)) end

-- how many steps were taken in parts, how many may have gone wrong, the state at the end
local function run(kind, fixed, speed, seed, gravity, back)
  local s = tw.scene { stepper = "timestep", step = 1 / 60, seed = seed, gravity = gravity and "earth" or nil }
  local r = s.random
  local form = { density = 2000, fixed = fixed, collide = true }
  local cage
  if kind == "mesh" then
    form.vertices, form.triangles = hollow()
    cage = s:mesh(form)
  else
    form.parts = walls()
    cage = s:compound(form)
  end
  if gravity then s:ground { height = -0.52, friction = 0.5 } end
  local loose = s:sphere { radius = 0.08, density = 500, collide = true,
                           position = { r:uniform(-0.3, 0.3), r:uniform(-0.3, 0.3), gravity and -0.42 or r:uniform(-0.3, 0.3) } }
  local hammer
  if fixed or seed % 2 == 0 then
    local d
    repeat d = r:direction() until largest(loose.position + d * 0.17) < 0.41
    hammer = s:sphere { radius = 0.08, density = 8000, position = loose.position + d * 0.17, velocity = -d * speed, collide = true }
  else
    hammer = s:sphere { radius = 0.2, density = 8000, velocity = { speed, 0, 0 }, collide = true,
                        position = { -0.8, r:uniform(-0.3, 0.3), r:uniform(-0.2, 0.3) } }
  end
  local name = ("%s, %s, %g m/s, seed %d, %s"):format(kind, fixed and "fixed" or "free", speed, seed, gravity and "on the ground" or "afloat")
  local whole = s:energy().total
  local last, saved = whole, nil
  for k = 1, 30 do
    s:advance_to(k / 60)
    if back and k == 2 then saved = s:snapshot() end
    assert(largest(cage.orientation:inverse() * (loose.position - cage.position)) < SIZE / 2, name .. ": the ball has come out")
    local energy = s:energy().total
    assert(energy <= last + 2e-3 * whole, name .. ": energy")
    last = energy
  end
  local hash, stats = s:hash(), s:stats()
  if saved then
    s:restore(saved)
    for k = 3, 30 do s:advance_to(k / 60) end
    assert(s:hash() == hash, name .. ": other bits after a snapshot")
  end
  return stats.divided, stats.passed, hash
end

local divided = 0
for _, kind in ipairs { "compound", "mesh" } do
  for _, fixed in ipairs { true, false } do
    for _, speed in ipairs { 100, 40, 10 } do
      for seed = 1, 8 do
        for _, gravity in ipairs { true, false } do
          local parts, passed, hash = run(kind, fixed, speed, seed, gravity)
          divided = divided + parts
          assert(passed == 0)
          if parts > 0 then
            local _, _, other = run(kind, fixed, speed, seed, gravity, true)
            assert(other == hash, "other bits in a second run")
          end
        end
      end
    end
  end
end
print(divided, "steps were taken in parts")
assert(divided > 10)
