-- One scene moved, turned, and in other units of length, mass and time: the same motion.
local tw = require "tauwerk"

local function near(what, got, wanted, within)
  local off = got - wanted
  off = type(off) == "number" and math.abs(off) or off:length()
  if not (off <= within) then
    error(("%s: got %s, expected %s, off by %.3g"):format(what, tostring(got), tostring(wanted), off), 2)
  end
end

-- one scene moved, turned, in other units of length, mass and time: the same motion
local function tumble(stepper, move, turn, length, mass, time)
  local g = 9.81 * length / time ^ 2
  local s = tw.scene { stepper = stepper, step = time / 600, tau = 0.1 * time, rtol = 1e-10, atol = 1e-12, gravity = turn * tw.vec3(0, 0, -g) }
  local function at(x, y, z) return turn * (tw.vec3(x, y, z) * length) + move end
  local function way(x, y, z) return turn * tw.vec3(x, y, z) end
  local density = 800 * mass / length ^ 3
  local upper = s:box { size = { length, 0.2 * length, 0.1 * length }, density = density, position = at(0.5, 0, 0), orientation = turn }
  local lower = s:box { size = { length, 0.1 * length, 0.1 * length }, density = density, position = at(1.5, 0, 0), orientation = turn,
                        velocity = way(0, 0.5, 0) * (length / time), angular_velocity = way(0, 0, 1) * (1 / time) }
  local h = s:hinge { a = upper, at = at(0, 0, 0), axis = way(0, 1, 0), friction = 4 * mass * length ^ 2 / time ^ 2 }
  s:connect(lower:point { -0.5 * length, 0, 0 }, upper:point { 0.5 * length, 0, 0 })
  s:spring { a = lower.center, b = s:nail(at(1.5, 0, -1)), rest = 0.4 * length, stiffness = 50 * mass / time ^ 2 }
  s:advance_to(0.7 * time)
  return turn:inverse() * (lower.position - move) * (1 / length), h.speed * time
end
local none, still = tw.vec3(0, 0, 0), tw.axis_angle({ 0, 0, 1 }, 0)
for _, stepper in ipairs { "auto", "timestep" } do
  local place, speed = tumble(stepper, none, still, 1, 1, 1)
  for name, c in tw.sorted {
    moved = { tw.vec3(1e3, -2e3, 500), still, 1, 1, 1 },
    turned = { none, tw.euler(1, 0.4, -2), 1, 1, 1 },
    millimetres = { none, still, 1e3, 1, 1 },
    kilometres = { none, still, 1e-3, 1, 1 },
    grams = { none, still, 1, 1e3, 1 },
    tonnes = { none, still, 1, 1e-3, 1 },
    milliseconds = { none, still, 1, 1, 1e3 },
    minutes = { none, still, 1, 1, 1 / 60 },
  } do
    local p, w = tumble(stepper, table.unpack(c))
    near(stepper .. ": place, " .. name, p, place, 2e-7)
    near(stepper .. ": speed, " .. name, w, speed, 2e-6)
  end
end

-- the same for a box that slides on its ground and tips over an edge, a ball that bounces, a bounded weld that yields
local function slide(stepper, turn, length, mass, time)
  local g = 9.81 * length / time ^ 2
  local s = tw.scene { stepper = stepper, step = time / 600, tau = 0.1 * time, gravity = { 0, 0, -g }, atol = 1e-10 * length }
  local function way(x, y, z) return turn * tw.vec3(x, y, z) end
  local density = 800 * mass / length ^ 3
  s:ground { height = 0 }
  local b = s:box { size = { 0.3 * length, 0.3 * length, 0.6 * length }, density = density, position = way(0, 0, 0.3) * length, orientation = turn,
                    velocity = way(2, 0.3, 0) * (length / time), collide = true, friction = 0.3 }
  local ball = s:sphere { radius = 0.1 * length, density = density, position = way(3, 0, 0.5) * length, velocity = way(0, 1, 0) * (length / time),
                          angular_velocity = way(4, 0, 2) * (1 / time), collide = true, restitution = 0.6 }
  local beam = s:box { size = { length, 0.1 * length, 0.1 * length }, density = density, position = way(6.5, 0, 3) * length, orientation = turn }
  s:weld { a = beam, at = way(6, 0, 3) * length, max_torque = 20 * mass * length ^ 2 / time ^ 2 }
  s:advance_to(0.4 * time)
  local back = turn:inverse()
  return back * b.position * (1 / length), back * ball.position * (1 / length), back * ball.angular_velocity * time, back * beam.position * (1 / length)
end
for _, stepper in ipairs { "timestep" } do
  local base = { slide(stepper, still, 1, 1, 1) }
  for name, c in tw.sorted {
    turned = { tw.axis_angle({ 0, 0, 1 }, 2.1), 1, 1, 1 },
    centimetres = { still, 100, 1, 1 },
    ["tens of metres"] = { still, 0.1, 1, 1 },
    grams = { still, 1, 1e3, 1 },
    tonnes = { still, 1, 1e-3, 1 },
    milliseconds = { still, 1, 1, 1e3 },
  } do
    local got = { slide(stepper, table.unpack(c)) }
    for i, what in ipairs { "block", "ball", "ball's spin", "beam" } do near(stepper .. ": " .. what .. ", " .. name, got[i], base[i], 1e-5) end
  end
end
print("ok")
