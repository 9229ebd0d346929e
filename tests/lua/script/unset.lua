-- What fields that a script has not given read as, and a density that takes the place of a mass.
local tw = require "tauwerk"

local scene = tw.scene { tau = 0.25 }
local ball = scene:sphere { radius = 1, position = { 1, 0, 0 } }
local c = scene:connect(ball.center, scene:nail { 0, 0, 0 })

tw.test("tau, k and d of a constraint", function()
  assert(c.tau == 0.25 and c.k == 16 and c.d == 8)
  scene.tau = 0.5
  assert(c.tau == 0.5 and c.k == 4 and c.d == 4)
  c.tau = 0.1
  assert(c.tau == 0.1 and math.abs(c.k - 100) < 1e-12 and math.abs(c.d - 20) < 1e-12)
  c.k, c.d = 7, 3
  assert(c.k == 7 and c.d == 3)
  c.k = nil
  assert(math.abs(c.k - 100) < 1e-12)
  assert(c.max_force == nil) -- no bound
end)

tw.test("a velocity's law has a time constant only", function()
  local v = scene:velocity { point = ball.center, value = { 1, 0, 0 } }
  assert(v.tau == 0.5 and v.k == nil and v.d == nil)
  v:remove()
end)

tw.test("density and mass", function()
  local volume = 4 / 3 * math.pi
  local b = scene:sphere { radius = 1, mass = 5 }
  assert(math.abs(b.density - 5 / volume) < 1e-12)
  b.density = 2000
  assert(math.abs(b.mass - 2000 * volume) < 1e-9 and b.density == 2000)
  b.mass = 3
  assert(b.mass == 3 and math.abs(b.density - 3 / volume) < 1e-12)
  b.radius = 2 -- the mass stays
  assert(b.mass == 3 and math.abs(b.density - 3 / volume / 8) < 1e-12)
  b.mass = nil
  assert(b.density == 2000 and math.abs(b.mass - 2000 * 8 * volume) < 1e-8)
  local bare = scene:body { mass = 2, inertia = { 1, 1, 1 } }
  bare.density = 7 -- has no form to fill
  assert(bare.mass == 2)
end)
