-- Mechanisms built through the module against solutions in joint coordinates (tests/data/mechanisms: bodies and joints
-- as they stand in the world at t = 0): trees and closed loops, in a plane and in space, tops, universal, slider and
-- cylindrical joints. Positions and velocities of the centres of mass, relative to the largest of the motion.
local tw = require "tauwerk"
local json = require "json"

local function build(c, options)
  options.gravity, options.tau = c.gravity, c.tau
  local scene, body = tw.scene(options), {}
  for _, b in ipairs(c.bodies) do
    body[b.name] = scene:body {
      name = b.name, mass = b.mass, inertia = b.inertia, position = b.position,
      velocity = b.velocity, angular_velocity = b.angular_velocity,
    }
  end
  for _, j in ipairs(c.joints) do
    scene[j.kind](scene, { a = body[j.a], b = body[j.b], at = j.at, axis = j.axis, axis_a = j.axis_a, axis_b = j.axis_b })
  end
  for _, f in ipairs(c.forces) do
    local function point(name, at) return body[name] and body[name]:point_at(at) or scene:nail(at) end
    if f.kind == "spring" then
      scene:spring { a = point(f.a, f.at_a), b = point(f.b, f.at_b), stiffness = f.stiffness, rest = f.rest, damping = f.damping }
    elseif f.kind == "torque" then
      scene:torque { on = body[f.on], value = f.value }
    else
      error("force of kind " .. f.kind)
    end
  end
  return scene, body
end

local function run(name, stepper, within, rtol)
  rtol = rtol or 1e-10
  local c = json.load("tests/data/mechanisms/" .. name .. ".json")
  local scene, body = build(c, { stepper = stepper, rtol = rtol, atol = rtol * 1e-3 })
  local x, v, w, x_most, v_most, w_most = 0, 0, 0, 0, 0, 1e-3
  for _, s in ipairs(c.samples) do
    scene:advance_to(s.t)
    for n, b in pairs(body) do
      local X, U = tw.vec3(s.position[n]), tw.vec3(s.velocity[n])
      x, v = math.max(x, (b.position - X):length()), math.max(v, (b.velocity - U):length())
      local W = tw.vec3(s.angular_velocity[n])
      w, w_most = math.max(w, (b.angular_velocity - W):length()), math.max(w_most, W:length())
      x_most, v_most = math.max(x_most, X:length()), math.max(v_most, U:length())
    end
  end
  v_most = math.max(v_most, 0.1 * w_most) -- where every centre stands still
  print(("%-14s %-6s position %.1e  velocity %.1e  angular velocity %.1e"):format(name, stepper, x / x_most, v / v_most, w / w_most))
  assert(x <= within * x_most, ("%s/%s: positions are off by %g"):format(name, stepper, x / x_most))
  assert(v <= within * v_most, ("%s/%s: velocities are off by %g"):format(name, stepper, v / v_most))
  assert(w <= 3 * within * w_most, ("%s/%s: angular velocities are off by %g"):format(name, stepper, w / w_most))
end

for _, name in ipairs { "pendulum_a01", "double3d", "triple", "fourbar", "heavytop", "fasttop", "spin3", "gallows", "sphpend",
                        "gimbal", "elastic", "sarrus" } do
  run(name, "auto", 1e-8)
  run(name, "adams", 1e-6)
  run(name, "bdf", name == "fasttop" and 2e-6 or 1e-6)
end

-- over-constrained, in space, stiff: Bennett, Bricard, Peaucellier, five parallel legs, a shaft with a cross, Haug's
-- spatial slider-crank, a flyball governor with links of 8e5 N/m
for _, name in ipairs { "bennett", "bricard_rect", "peaucellier", "parallel5", "ushaft", "slider_spatial", "governor" } do
  run(name, name == "governor" and "bdf" or "auto", 1e-6, 1e-8)
  if name ~= "governor" then run(name, "adams", 1e-6) end
end

-- Andrews' squeezer mechanism: published angles
do
  local c = json.load("tests/data/mechanisms/andrews.json")
  local scene = build(c, { rtol = 1e-8, atol = 1e-11 })
  scene:advance_to(0.03)
  for i, angle in ipairs(c.angles) do
    local e = scene.constraints[i].angle - angle
    assert(math.abs(e) <= 1e-7, ("andrews: angle %d is off by %g"):format(i, e))
  end
end
