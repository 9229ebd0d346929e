-- A big scene, as bench_startup times it: arguments KIND and the number of bodies.
local tw = require "tauwerk"

local kind, count = ..., tonumber((select(2, ...)))
local scene = tw.scene { name = "startup", gravity = "earth", stepper = "rk4", step = 1 / 1000 }

-- islands: chains of ten rods, the first rod of each on a nail, joint by joint
local function islands(n)
  for c = 0, n // 10 - 1 do
    local x, y, last = c // 100 * 4, c % 100, nil
    for i = 1, 10 do
      local rod = scene:rod { from = { x + (i - 1) * 0.25, y, 0 }, to = { x + i * 0.25, y, 0 },
                              radius = 0.02, mass = 1 }
      scene:connect(last and last.end2 or scene:nail { x, y, 0 }, rod.end1)
      last = rod
    end
  end
end

-- heap: free bodies with names of their own, in layers
local function heap(n)
  for i = 0, n - 1 do
    scene:sphere { name = "ball" .. i, radius = 0.1,
                   position = { i % 100, i // 100 % 100, i // 10000 } }
  end
end

-- every body once: its handle, its fields, its name
local function read_back()
  local sum = 0
  for i, body in ipairs(scene.bodies) do
    assert(scene:find(body.name) == body)
    sum = sum + body.position.x + body.velocity.z + body.mass + body.energy.total
    body.user = i
  end
  return sum
end

-- read: the heap, and every body of it read back
local function read(n)
  heap(n)
  assert(read_back() > 0)
end

local makers = { islands = islands, heap = heap, read = read }
makers[kind](count)
assert(#scene.bodies == count)
return scene
