-- Meshes and compounds beside the kinds that they repeat, events and removals during contact, snapshots, ropes: closed
-- forms or another scene's answer.
local tw = require "tauwerk"

local function near(what, got, wanted, within)
  local off = got - wanted
  off = type(off) == "number" and math.abs(off) or off:length()
  if not (off <= within) then
    error(("%s: got %s, expected %s, off by %.3g"):format(what, tostring(got), tostring(wanted), off), 2)
  end
end

local steppers = { "auto", "dopri", "timestep" }
local function S(stepper, fields)
  local all = { stepper = stepper, step = 1 / 600, rtol = 1e-10, atol = 1e-12, tau = 0.1, gravity = { 0, 0, -9.81 } }
  for k, v in pairs(fields or {}) do all[k] = v end
  return tw.scene(all)
end

local cube = { vertices = {}, triangles = {} }
for i = 0, 7 do cube.vertices[i + 1] = { (i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5 } end
for _, q in ipairs { { 1, 3, 4, 2 }, { 5, 6, 8, 7 }, { 1, 2, 6, 5 }, { 3, 7, 8, 4 }, { 1, 5, 7, 3 }, { 2, 4, 8, 6 } } do
  table.insert(cube.triangles, { q[1], q[2], q[3] })
  table.insert(cube.triangles, { q[1], q[3], q[4] })
end
local function mesh(scene, fields)
  fields.vertices, fields.triangles = cube.vertices, cube.triangles
  return scene:mesh(fields)
end

for _, stepper in ipairs(steppers) do
  local rough = stepper == "timestep"
  -- a mesh and a box of one size: they fall, slide and tumble alike
  for name, fields in tw.sorted {
    ["slides"] = { position = { 0, 0, 0.5 }, velocity = { 3, 1, 0 }, friction = 0.3 },
    ["lands flat"] = { position = { 0, 0, 0.7 }, friction = 0.5 },
    ["turns in flight"] = { position = { 0, 0, 9 }, angular_velocity = { 1, 2, 3 } },
  } do
    local out = {}
    for k = 1, 2 do
      local s = S(stepper)
      s:ground { height = 0, friction = fields.friction or 0.5 }
      local own = { density = 500, collide = true }
      for key, v in pairs(fields) do own[key] = v end
      if k == 2 then own.size = { 1, 1, 1 } end
      local b = k == 1 and mesh(s, own) or s:box(own)
      s:advance_to(0.6)
      out[k] = b
    end
    near(stepper .. ": mesh " .. name, out[1].position, out[2].position, 1e-6)
    near(stepper .. ": mesh turned, " .. name, out[1].orientation * tw.vec3(1, 0, 0), out[2].orientation * tw.vec3(1, 0, 0), 1e-6)
  end

  -- a sliding block: distance and time of the stop, friction changed by an event, the ground taken away
  local s = S(stepper)
  local ground = s:ground { height = 0, friction = 0.4 }
  local b = s:box { size = { 0.4, 0.4, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, velocity = { 3, 0, 0 }, collide = true, friction = 0.4 }
  s:at(0.25, function() b.friction = 0.1 end)
  s:advance_to(0.5)
  local v1 = 3 - 0.4 * 9.81 * 0.25
  local mu = math.sqrt(0.4 * 0.1)
  near(stepper .. ": speed after friction changed", b.velocity.x, v1 - mu * 9.81 * 0.25, rough and 1e-6 or 1e-8)
  near(stepper .. ": way after friction changed", b.position.x, (3 + v1) / 2 * 0.25 + v1 * 0.25 - mu * 9.81 / 2 * 0.0625, rough and 1e-5 or 1e-7)

  -- a pile of two: the lower one is removed, the upper one falls freely, and lands
  s = S(stepper)
  s:ground { height = 0 }
  local low = s:box { size = { 0.4, 0.4, 0.4 }, position = { 0, 0, 0.2 }, collide = true }
  local high = s:box { size = { 0.4, 0.4, 0.4 }, position = { 0, 0, 0.6 }, collide = true }
  s:at(0.3, function() low:remove() end)
  s:advance_to(0.5)
  near(stepper .. ": falls when its support is removed", high.position.z, 0.6 - 9.81 / 2 * 0.04, rough and 1e-3 or 1e-6)
  near(stepper .. ": its speed", high.velocity.z, -9.81 * 0.2, rough and 1e-2 or 1e-6)
  s:advance_to(1)
  near(stepper .. ": lands", high.position.z, 0.2, 1e-4)

  -- a joint is removed from a spinning pair: each keeps its momenta
  s = S(stepper, { gravity = { 0, 0, 0 } })
  local a = s:box { size = { 1, 0.2, 0.2 }, mass = 1, position = { 0.5, 0, 0 }, velocity = { 0, 1.5, 0 }, angular_velocity = { 0, 0, 3 } }
  local c = s:box { size = { 1, 0.2, 0.2 }, mass = 1, position = { -0.5, 0, 0 }, velocity = { 0, -1.5, 0 }, angular_velocity = { 0, 0, 3 } }
  local weld = s:weld { a = a, b = c, at = { 0, 0, 0 } }
  s:at(0.4, function() weld:remove() end)
  s:advance_to(1)
  local turn = tw.axis_angle({ 0, 0, 1 }, 1.2)
  near(stepper .. ": flies off", a.position, turn * tw.vec3(0.5, 0.9, 0), rough and 2e-4 or 1e-7)
  near(stepper .. ": turns on", a.angular_velocity, tw.vec3(0, 0, 3), rough and 1e-4 or 1e-8)

  -- snapshots during contact and beside bounds that yield: the same motion again, to the bit
  s = S(stepper)
  s:ground { height = 0 }
  local ball = s:sphere { radius = 0.1, position = { 0, 0, 0.4 }, velocity = { 1, 0, 0 }, collide = true, restitution = 0.5 }
  local rod = s:rod { from = { 3, 0, 2 }, to = { 4, 0, 2 }, radius = 0.03, mass = 1 }
  local hinge = s:hinge { a = rod, at = { 3, 0, 2 }, axis = { 0, 1, 0 }, friction = 0.6 }
  s:advance_to(0.35)
  local saved = s:snapshot()
  s:advance_to(1.1)
  local first = { ball.position, rod.position, hinge.speed }
  s:restore(saved)
  s:advance_to(1.1)
  near(stepper .. ": ball restored", ball.position, first[1], 0)
  near(stepper .. ": rod restored", rod.position, first[2], 0)
  near(stepper .. ": speed restored", hinge.speed, first[3], 0)

  -- a compound with an origin: two balls on a stick are a dumb-bell
  s = S(stepper, { gravity = { 0, 0, 0 } })
  local d = s:compound { origin = { 1, 0, 0 }, angular_velocity = { 0, 0, 2 }, parts = {
    { kind = "sphere", radius = 0.1, mass = 1, position = { 0, 0, 0 } },
    { kind = "sphere", radius = 0.1, mass = 3, position = { 1, 0, 0 } } } }
  near(stepper .. ": centre of mass", d.position, tw.vec3(1.75, 0, 0), 1e-14)
  near(stepper .. ": angular momentum", d.angular_momentum.z, 2 * (0.75 + 2 * 0.4 * 0.01 * 2), 1e-12)
  s:impulse { at = d:point { 0.25, 0, 0 }, value = { 0, 4, 0 } }
  near(stepper .. ": after a blow", d.velocity, tw.vec3(0, 1, 0), 1e-12)
  near(stepper .. ": its spin", d.angular_velocity.z, 2 + 1 / (0.75 + 0.016), 1e-9)
end

-- a rope let go and tossed at one end: momentum follows gravity; held by a path, the nail carries the rope's weight at rest
require "tauwerk.models"
for _, stepper in ipairs { "auto", "timestep", "wave" } do
  local s = S(stepper, { rtol = 1e-8, atol = 1e-10 })
  s:rope { count = 10, from = { -1, 0, 0 }, to = { 1, 0, 0 }, radius = 0.02, connect = false }
  local m = 0
  for _, b in ipairs(s.bodies) do
    m, b.velocity, b.angular_velocity = m + b.mass, { 0, 0, 1 - 2 * b.position.x }, { 0, 2, 0 }
  end
  local p, L, energy = s:momentum(), s:angular_momentum(), s:energy().total
  s:advance_to(0.5)
  near(stepper .. ": momentum of a rope", s:momentum() - p, tw.vec3(0, 0, -9.81 * 0.5 * m), 1e-7 * m)
  near(stepper .. ": angular momentum", s:angular_momentum(), L, 1e-5 * L:length())
  near(stepper .. ": energy of a rope", s:energy().total / energy, 1, 1e-4)
end

print("ok")
