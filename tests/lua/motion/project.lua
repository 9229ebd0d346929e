-- Stepper "project": decay as in closed form, momenta, first order, restarts, what it refuses.
local tw = require "tauwerk"

local near = dofile("tests/lua/_cases.lua").near

-- a deviation decays as the closed form says, to rounding; D and D' of the start are those of then
do
  local tau = 0.15
  local scene = tw.scene { stepper = "project", step = 0.01, tau = tau, gravity = { 0, 0, -9.81 } }
  local ball = scene:sphere { radius = 0.1, position = { 2, 0, 0 }, velocity = { 0, 3, 0 } }
  local c = scene:connect(ball.center, scene:nail { 0, 0, 0 })
  for i = 1, 100 do
    scene:advance(0.01)
    if i == 40 then scene:connect(ball.center, scene:nail { 0, 0, 0 }):disable() end -- an event: a restart
    local t, e = i * 0.01, math.exp(-i * 0.01 / tau)
    near("x", ball.position.x, (2 + 2 / tau * t) * e, 1e-12)
    near("y", ball.position.y, 3 * t * e, 1e-12)
    near("z", ball.position.z, 0, 1e-12)
  end
  assert(c.deviation:length() < 0.1)
end

-- k and d of one's own: underdamped and without damping
do
  local scene = tw.scene { stepper = "project", step = 0.01 }
  local a = scene:sphere { radius = 0.1, position = { 1, 0, 0 } }
  local b = scene:sphere { radius = 0.1, position = { 1, 2, 0 } }
  scene:connect(a.center, scene:nail { 0, 0, 0 }, { k = 25, d = 2 })
  scene:connect(b.center, scene:nail { 0, 2, 0 }, { k = 9, d = 0 })
  scene:advance(1.5)
  local w = math.sqrt(24)
  near("underdamped", a.position.x, math.exp(-1.5) * (math.cos(w * 1.5) + math.sin(w * 1.5) / w), 1e-11)
  near("undamped", b.position.x, math.cos(4.5), 1e-11)
end

-- V falls by e^(-dt/tau) per step
do
  local tau = 0.2
  local scene = tw.scene { stepper = "project", step = 0.01, tau = tau }
  local ball = scene:sphere { radius = 0.1, velocity = { 3, 0, 0 } }
  scene:velocity { point = ball.center, value = { 1, 0, 0 } }
  scene:advance(0.5)
  near("V", ball.velocity.x, 1 + 2 * math.exp(-0.5 / tau), 1e-12)
end

-- an isolated pair: the linear momentum stays while it comes together (the forces of two points that are apart make a
-- couple), and both stay once it is; they turn and tumble
for _, apart in ipairs { true, false } do
  local scene = tw.scene { stepper = "project", step = 1 / 300, tau = 0.15 }
  local a = scene:rod { length = 1, radius = 0.05, position = { -1, 0.2, 0 }, velocity = { 0.3, 0.1, 0 },
                        angular_velocity = { 1, 2, 0.5 } }
  local b = scene:box { size = { 0.3, 0.5, 0.9 }, position = { 1, 0, 0.4 }, angular_velocity = { -2, 0.3, 1 } }
  if not apart then
    b:place { point = b:corner(3), at = a.end1.position }
    b.velocity = a.end1.velocity - b.angular_velocity:cross(b:corner(3).position - b.position)
  end
  local c = scene:connect(a.end1, b:corner(3))
  local p, L = scene:momentum(), scene:angular_momentum()
  for _ = 1, 60 do
    scene:advance(0.05)
    near("momentum", (scene:momentum() - p):length(), 0, 1e-11)
    if not apart then near("angular momentum", (scene:angular_momentum() - L):length(), 0, 1e-9) end
  end
  assert(c.met, "the pair is together")
end

-- first order: the error falls with the step
local function first_order(label, largest, run)
  local exact = run("dopri")
  for _, gradient in ipairs { "start", "predicted" } do
    local coarse = (run("project", 1 / 500, gradient) - exact):length()
    local fine = (run("project", 1 / 1000, gradient) - exact):length()
    assert(coarse < largest and coarse / fine > 1.6 and coarse / fine < 2.5,
      ("%s, %s: errors %.3e %.3e"):format(label, gradient, coarse, fine))
  end
end

first_order("two boxes that turn and swing", 0.05, function(stepper, step, gradient)
  local scene = tw.scene { stepper = stepper, step = step, gravity = { 0, 0, -9.81 }, rtol = 1e-11, atol = 1e-13,
                           gradient = gradient }
  local rod = scene:box { size = { 0.1, 0.2, 1 }, position = { 0, 0, -0.5 }, angular_velocity = { 2, 1, 3 },
                          velocity = { -0.5, 1, 0 } }
  scene:connect(rod:point { 0, 0, 0.5 }, scene:nail { 0, 0, 0 })
  local low = scene:box { size = { 0.1, 0.1, 1 }, position = { 0, 0, -1.5 }, velocity = { -1, 2, 0 } }
  scene:connect(rod:point { 0, 0, -0.5 }, low:point { 0, 0, 0.5 }, { tau = 0.1 })
  scene:advance_to(0.8)
  return low.position
end)

-- a path, a driven body, a speed, and a force that is not J^T lambda
first_order("moving goals", 0.05, function(stepper, step, gradient)
  local scene = tw.scene { stepper = stepper, step = step, gravity = { 0, 0, -9.81 }, rtol = 1e-11, atol = 1e-13,
                           gradient = gradient }
  local rod = scene:rod { length = 1, radius = 0.1, position = { 0.2, 0, -0.4 } }
  local path = scene:path(function(t) return { 0.3 * tw.math.sin(3 * t), 0.2 * t, 0.1 * tw.math.cos(2 * t) } end)
  scene:connect(rod.end2, path)
  local led = scene:sphere { radius = 0.1, motion = scene:path(function(t) return { 1, tw.math.sin(2 * t), -1 } end) }
  local ball = scene:sphere { radius = 0.2, position = { 1, 0.5, -1.6 } }
  scene:distance { a = led.center, b = ball.center, length = 0.7 }
  local card = scene:box { size = { 0.3, 0.2, 0.5 }, position = { 3, 0, 0 }, angular_velocity = { 0.4, 0, 2 } }
  scene:orient { body = card, axis = { 0, 0, 1 }, to = { 1, 0, 1 }, measure = "cosine" }
  scene:velocity { point = card.center, value = { 0.5, 0, 1 } }
  scene:advance_to(1)
  return rod.position + ball.position * 2 + card.position * 3 + card.orientation * tw.vec3(0, 1, 2)
end)

-- restored states go on with the same bits
do
  local function make()
    local scene = tw.scene { stepper = "project", step = 0.01, gravity = { 0, 0, -9.81 } }
    local rod = scene:rod { length = 1, radius = 0.05, position = { 0.5, 0, 0 }, orientation = tw.euler(0, tw.deg(90), 0) }
    scene:connect(rod.end1, scene:nail { 0, 0, 0 })
    return scene
  end
  local scene = make()
  scene:advance_to(0.333)
  local s = scene:snapshot()
  scene:advance_to(0.777)
  local hash = scene:hash()
  scene:restore(s)
  scene:advance_to(0.777)
  assert(scene:hash() == hash, "the same after a restore")
end

-- three nails that say the same, and two that contradict each other
do
  local scene = tw.scene { stepper = "project", step = 0.01, tau = 0.1 }
  local ball = scene:sphere { radius = 0.1, position = { 0, 1, 0 } }
  for _ = 1, 3 do scene:connect(ball.center, scene:nail { 0, 0, 0 }) end
  local other = scene:sphere { radius = 0.1, position = { 5, 1, 0 } }
  scene:connect(other.center, scene:nail { 4, 0, 0 })
  scene:connect(other.center, scene:nail { 6, 0, 0 })
  scene:advance(3)
  near("one nail thrice", ball.position:length(), 0, 1e-9)
  near("between two nails", (other.position - tw.vec3(5, 0, 0)):length(), 0, 1e-9)
end

-- what it cannot do is said
do
  local scene = tw.scene { stepper = "project", step = 0.01 }
  local ball = scene:sphere { radius = 0.1 }
  local c = scene:connect(ball.center, scene:nail { 1, 0, 0 }, { max_force = 10 })
  local ok, message = pcall(scene.advance, scene, 1)
  assert(not ok and message:find("cannot bound forces", 1, true), message)
  c:remove()
  c = scene:connect(ball.center, scene:nail { 1, 0, 0 }, { tau = 0.004 })
  ok, message = pcall(scene.advance, scene, 1)
  assert(not ok and message:find("longer than 2 tau", 1, true), message)
  c.tau = 0.1
  c.k = 1e6
  ok, message = pcall(scene.advance, scene, 1)
  assert(not ok and message:find("too long for k", 1, true), message)
end

-- free rotation is exact at any speed, and turns that are too fast for a step divide it
do
  local function spin(stepper)
    local s = tw.scene { stepper = stepper, step = 1 / 60 }
    local b = s:rod { length = 0.1, radius = 0.01, angular_velocity = { 300, 0, 1e5 } }
    s:advance(0.5)
    return b.orientation, s:energy().kinetic, s:stats().steps
  end
  local q, e, steps = spin("project")
  local right, energy = spin("timestep")
  for _, x in ipairs { "w", "x", "y", "z" } do assert(q[x] and q[x] == right[x], tostring(q)) end
  assert(e == energy and steps == 30, ("%.17g J, %d steps"):format(e, steps))

  local s = tw.scene { stepper = "project", step = 1 / 60, gravity = "earth", tau = 0.1 }
  local rod = s:rod { length = 1, radius = 0.02, position = { 0, 0, 0.5 }, angular_velocity = { 0, 400, 0 },
    velocity = { 200, 0, 0 } }
  s:connect(rod.end1, s:nail { 0, 0, 0 })
  s:advance(0.1)
  assert(s:stats().steps > 6 and rod.end1.position:length() < 1e-9, tostring(rod.end1.position))
end
