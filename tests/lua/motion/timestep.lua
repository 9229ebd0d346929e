-- Stepper "timestep": the decay's law, second order, free rotation, energy, momenta, restarts, nets at the rate of frames, what it refuses.
local tw = require "tauwerk"

local near = dofile("tests/lua/_cases.lua").near

-- a deviation and its rate decay as the closed form says: to rounding, where the rows are linear
do
  local tau = 0.15
  local scene = tw.scene { stepper = "timestep", step = 1 / 60, tau = tau, gravity = { 0, 0, -9.81 } }
  local ball = scene:sphere { radius = 0.1, position = { 2, 0, 0 }, velocity = { 0, 3, 0 } }
  scene:connect(ball.center, scene:nail { 0, 0, 0 })
  local free = scene:sphere { radius = 0.1, position = { 0, 1, 0 } }
  local under = scene:sphere { radius = 0.1, position = { 1, 5, 0 } }
  scene:connect(under.center, scene:nail { 0, 5, 0 }, { k = 25, d = 2 })
  local drawn = scene:sphere { radius = 0.1, position = { 0, 9, 0 }, velocity = { 3, 0, 0 } }
  scene:velocity { point = drawn.center, value = { 1, 0, 0 } }
  for i = 1, 60 do
    scene:advance_to(i / 60)
    local t, e, w = i / 60, math.exp(-i / 60 / tau), math.sqrt(24)
    near("x", ball.position.x, (2 + 2 / tau * t) * e, 1e-12)
    near("y", ball.position.y, 3 * t * e, 1e-12)
    near("y'", ball.velocity.y, 3 * (1 - t / tau) * e, 1e-12)
    near("z", ball.position.z, 0, 1e-12)
    near("underdamped", under.position.x, math.exp(-t) * (math.cos(w * t) + math.sin(w * t) / w), 1e-12)
    near("V", drawn.velocity.x, 1 + 2 * e, 1e-12)
    near("free fall", free.velocity.z, -9.81 * t, 1e-12)
  end
end

-- a chain of rods: half the step, a quarter of the error of the motion; its joints keep together
local function chain(stepper, step)
  local scene = tw.scene { stepper = stepper, step = step, gravity = { 0, 0, -9.81 }, tau = 0.1, rtol = 1e-10,
                           atol = 1e-12 }
  local at, joints, rod = scene:nail { 0, 0, 0 }, {}, nil
  for i = 1, 4 do
    rod = scene:box { size = { 0.25, 0.04, 0.04 }, mass = 1, position = { 0.25 * i - 0.125, 0, 0 } }
    joints[i] = scene:connect(rod:point { -0.125, 0, 0 }, at)
    at = rod:point { 0.125, 0, 0 }
  end
  local gap = 0
  for i = 1, 30 do
    scene:advance_to(i / 50)
    for _, c in ipairs(joints) do gap = math.max(gap, c.deviation:length()) end
  end
  return rod.position, gap
end
do
  local exact = chain("auto")
  local coarse, wide = chain("timestep", 1 / 500)
  local fine, narrow = chain("timestep", 1 / 1000)
  local ratio = (coarse - exact):length() / (fine - exact):length()
  assert((coarse - exact):length() < 2e-3 and ratio > 3.8 and ratio < 4.2, "second order: " .. ratio)
  assert(wide < 1e-8 and narrow < 1e-8, ("joints: %.3e %.3e"):format(wide, narrow))
  local _, gap = chain("timestep", 1 / 60)
  assert(gap < 1e-6, ("joints at the rate of frames: %.3e"):format(gap))
end

-- second order with a path, a driven body, a speed, a motor, forces, and a direction of its own
do
  local function run(stepper, step)
    local scene = tw.scene { stepper = stepper, step = step, gravity = { 0, 0, -9.81 }, rtol = 1e-10, atol = 1e-12 }
    local rod = scene:rod { length = 1, radius = 0.1, position = { 0.2, 0, -0.4 } }
    local path = scene:path(function(t) return { 0.3 * tw.math.sin(3 * t), 0.2 * t, 0.1 * tw.math.cos(2 * t) } end)
    scene:connect(rod.end2, path)
    local led = scene:sphere { radius = 0.1, motion = scene:path(function(t) return { 1, tw.math.sin(2 * t), -1 } end) }
    local ball = scene:sphere { radius = 0.2, position = { 1, 0.5, -1.6 } }
    scene:distance { a = led.center, b = ball.center, length = 0.7 }
    local card = scene:box { size = { 0.3, 0.2, 0.5 }, position = { 3, 0, 0 }, angular_velocity = { 0.4, 0, 2 } }
    scene:orient { body = card, axis = { 0, 0, 1 }, to = { 1, 0, 1 }, measure = "cosine" }
    scene:velocity { point = card.center, value = { 0.5, 0, 1 } }
    local held = scene:sphere { radius = 0.2, mass = 2, position = { 6, 0, 0 } }
    scene:spring { a = held.center, b = scene:nail { 6, 0, 1 }, rest = 0.5, stiffness = 30, damping = 0.5 }
    scene:advance_to(1)
    return rod.position + ball.position * 2 + card.position * 3 + card.orientation * tw.vec3(0, 1, 2) + held.position
  end
  local exact = run("auto")
  local coarse = (run("timestep", 1 / 500) - exact):length()
  local fine = (run("timestep", 1 / 1000) - exact):length()
  assert(coarse < 1e-4 and coarse / fine > 3.6 and coarse / fine < 4.4, ("goals: %.3e %.3e"):format(coarse, fine))
end

-- a driven acceleration, 6 t, along x: x = t^3, with the error t h^2 / 2 of the mean of the two ends of a step
for _, inv in ipairs { 50, 100 } do
  local scene = tw.scene { stepper = "timestep", step = 1 / inv, gravity = { 0, 0, -9.81 } }
  local ball = scene:sphere { radius = 0.1 }
  scene:acceleration { point = ball.center, value = function(t) return { 6 * t, 0, 0 } end }
  scene:advance_to(1)
  near("acceleration 6 t, x", ball.position.x, 1, 1.1 / inv ^ 2)
  near("acceleration 6 t, v", ball.velocity.x, 3, 1e-12)
end

-- a motor turns a crank: the slider follows within the order of the step
do
  local scene = tw.scene { stepper = "timestep", step = 1 / 120, gravity = { 0, 0, -9.81 } }
  local crank = scene:rod { from = { 0, 0, 0 }, to = { 0.2, 0, 0 }, radius = 0.02, mass = 1 }
  local conrod = scene:rod { from = { 0.2, 0, 0 }, to = { 0.8, 0, 0 }, radius = 0.02, mass = 1 }
  local slider = scene:box { size = { 0.1, 0.1, 0.1 }, position = { 0.8, 0, 0 } }
  local h = scene:hinge { a = crank, at = { 0, 0, 0 }, axis = { 0, -1, 0 } }
  scene:hinge { a = conrod, b = crank, at = { 0.2, 0, 0 }, axis = { 0, -1, 0 } }
  scene:hinge { a = conrod, b = slider, at = { 0.8, 0, 0 }, axis = { 0, -1, 0 } }
  scene:slider { a = slider, at = { 0.8, 0, 0 }, axis = { 1, 0, 0 } }
  scene:motor { joint = h, angle = function(t) return 3 * t * t end }
  for i = 1, 30 do
    scene:advance_to(i / 20)
    local a = 3 * scene.time ^ 2
    near("motor", h.angle, a, 1e-8)
    near("slider", slider.position.x, 0.2 * math.cos(a) + math.sqrt(0.36 - (0.2 * math.sin(a)) ^ 2), 1e-6)
  end
end

-- free rotation is exact, however fast: its angular momentum and energy stay, and many small steps end where one does
do
  local function spin(w, stepper, step)
    local scene = tw.scene { stepper = stepper, step = step, rtol = 1e-12, atol = 1e-14 }
    local box = scene:box { size = { 0.3, 0.2, 0.5 }, angular_velocity = { 4 * w, 0.5 * w, 2 * w } }
    local L, E = scene:angular_momentum(), scene:energy().total
    scene:advance(1)
    near("angular momentum of a box", (scene:angular_momentum() - L):length(), 0, 1e-13 * w)
    near("energy of a box", scene:energy().total / E, 1, 1e-11)
    return box.orientation * tw.vec3(0, 1, 2)
  end
  near("free turn", (spin(1, "timestep", 1 / 60) - spin(1, "auto")):length(), 0, 1e-9)
  near("in one step", (spin(1, "timestep", 1) - spin(1, "timestep", 1 / 1000)):length(), 0, 1e-11)
  near("fast", (spin(1000, "timestep", 1 / 10) - spin(1000, "timestep", 1 / 1000)):length(), 0, 1e-8)
  -- a rod has a closed form: its axis goes round L by |L| t / I
  for _, w in ipairs { 1, 30, 1e3, 1e5 } do
    local scene = tw.scene { stepper = "timestep", step = 1 / 60 }
    local rod = scene:rod { length = 0.1, radius = 0.01, angular_velocity = { w, 0, 0.3 * w } }
    local L = scene:angular_momentum()
    local axis, n = rod.orientation * tw.vec3(0, 0, 1), L:normalized()
    local across = L.x / w
    scene:advance(0.5)
    local a = L:length() / across * 0.5
    local want = axis * math.cos(a) + n:cross(axis) * math.sin(a) + n * (n:dot(axis) * (1 - math.cos(a)))
    near("a rod at " .. w, (rod.orientation * tw.vec3(0, 0, 1) - want):length(), 0, 1e-12 * w + 1e-11)
  end
end

-- a pendulum keeps its energy: a hundred-thousandth goes in 20 s, at steps that would cost 40 per cent by Euler's rule
do
  for _, case in ipairs { { 60, 2e-3 }, { 600, 2e-5 } } do
    local scene = tw.scene { gravity = "earth", stepper = "timestep", step = 1 / case[1] }
    local A = tw.deg(45.8)
    local rod = scene:rod { from = { 0, 0, 3 }, to = { math.sin(A), 0, 3 - math.cos(A) }, radius = 0.03 }
    scene:hinge { a = rod, at = { 0, 0, 3 }, axis = { 0, 1, 0 } }
    local E, most = scene:energy().total, 0
    local swing = rod.mass * 9.81 * 0.5 * (1 - math.cos(A))
    for i = 1, 200 do
      scene:advance_to(i / 10)
      most = math.max(most, math.abs(scene:energy().total - E) / swing)
    end
    assert(most < case[2], ("a pendulum at 1/%d: %.3g of its swing"):format(case[1], most))
  end
end

-- a free chain that tumbles: its linear momentum stays to rounding, its angular one nearly
do
  local function tumble(step)
    local scene = tw.scene { stepper = "timestep", step = step, tau = 0.1 }
    local last, joints, v = nil, {}, tw.vec3(0.2, 0, 0)
    for i = 1, 5 do
      local turn = tw.vec3(0, i % 2 * 4 - 2, i)
      local half = turn:cross(tw.vec3(0.125, 0, 0))
      local rod = scene:box { size = { 0.25, 0.04, 0.04 }, mass = 1, position = { 0.25 * i, 0, 0 },
                              velocity = v + half, angular_velocity = turn }
      v = v + half * 2
      if last then joints[#joints + 1] = scene:connect(last:point { 0.125, 0, 0 }, rod:point { -0.125, 0, 0 }) end
      last = rod
    end
    local p, L, gap = scene:momentum(), scene:angular_momentum(), 0
    for i = 1, 20 do
      scene:advance_to(i / 20)
      near("momentum", (scene:momentum() - p):length(), 0, 1e-12)
    end
    for _, c in ipairs(joints) do gap = math.max(gap, c.deviation:length()) end
    assert(gap < 0.01, "the chain is together: " .. gap)
    return (scene:angular_momentum() - L):length()
  end
  local coarse, fine = tumble(1 / 250), tumble(1 / 1000)
  assert(coarse < 1e-7 and fine < 1e-7, ("angular momentum: %.3e %.3e"):format(coarse, fine))
end

-- nets of zigzag rods, nailed at two corners: `every` joins all pairs of rods at a point, which says things twice
local function net(n, step, every)
  local scene = tw.scene { stepper = "timestep", step = step, gravity = { 0, 0, -9.81 }, tau = 0.05 }
  local function place(i, j)
    return tw.vec3(i * 0.125 * math.sqrt(3), j * 0.125 * math.sqrt(3), (i + j) % 2 * 0.125)
  end
  local meet, joints, rod = {}, {}, nil
  for i = 0, n * n - 1 do meet[i] = {} end
  for i = 0, n - 1 do
    for j = 0, n - 1 do
      for side = 0, 1 do
        local k, l = i + 1 - side, j + side
        if k < n and l < n then
          local a, b = place(i, j), place(k, l)
          local u = (b - a):normalized()
          local q = tw.quat(1 + u.x, 0, -u.z, u.y)
          local norm = math.sqrt((1 + u.x) ^ 2 + u.y ^ 2 + u.z ^ 2)
          rod = scene:box { size = { 0.25, 0.04, 0.04 }, mass = 1, position = (a + b) / 2,
                            orientation = tw.quat(q.w / norm, q.x / norm, q.y / norm, q.z / norm) }
          table.insert(meet[i * n + j], rod:point { -0.125, 0, 0 })
          table.insert(meet[k * n + l], rod:point { 0.125, 0, 0 })
        end
      end
    end
  end
  for i = 0, n - 1 do
    for j = 0, n - 1 do
      local m = meet[i * n + j]
      if j == 0 and (i == 0 or i == n - 1) then
        joints[#joints + 1] = scene:connect(m[1], scene:nail(place(i, j)))
      end
      for a = 1, every and #m - 1 or 1 do
        for b = a + 1, #m do joints[#joints + 1] = scene:connect(m[a], m[b]) end
      end
    end
  end
  local gap, at = 0, nil
  for i = 1, 120 do
    scene:advance_to(i / 60)
    if i == 30 then at = rod.position end -- before it whips
    for _, c in ipairs(joints) do gap = math.max(gap, c.deviation:length()) end
  end
  return gap, at
end
for _, c in ipairs { { 4, 60, 5e-3 }, { 8, 120, 5e-3 }, { 8, 240, 1e-3 } } do
  local gap, once = net(c[1], 1 / c[2], false)
  local redundant, twice = net(c[1], 1 / c[2], true)
  local what = ("net %d, %d steps a second: %.3e %.3e"):format(c[1], c[2], gap, redundant)
  assert(gap < c[3] and redundant < c[3], what)
  near(what, (once - twice):length(), 0, 1e-9)
end

-- three nails that say the same, two that contradict each other, and a chain that is too short for its nails
do
  local scene = tw.scene { stepper = "timestep", step = 1 / 60, tau = 0.1 }
  local ball = scene:sphere { radius = 0.1, position = { 0, 1, 0 } }
  for _ = 1, 3 do scene:connect(ball.center, scene:nail { 0, 0, 0 }) end
  local other = scene:sphere { radius = 0.1, position = { 5, 1, 0 } }
  scene:connect(other.center, scene:nail { 4, 0, 0 })
  scene:connect(other.center, scene:nail { 6, 0, 0 })
  local heavy = scene:sphere { radius = 0.1, position = { 9, 1, 0 } }
  scene:connect(heavy.center, scene:nail { 8, 0, 0 }, { weight = 3 })
  scene:connect(heavy.center, scene:nail { 10, 0, 0 })
  scene:advance(3)
  near("one nail thrice", ball.position:length(), 0, 1e-9)
  near("between two nails", (other.position - tw.vec3(5, 0, 0)):length(), 0, 1e-9)
  near("nearer to the weightier", (heavy.position - tw.vec3(8.2, 0, 0)):length(), 0, 1e-9)
  local at, rod = scene:nail { 0, 5, 0 }, nil
  for i = 1, 3 do
    rod = scene:rod { length = 1, radius = 0.05, position = { i - 0.5, 5, 0.01 * i }, orientation = tw.euler(0, tw.deg(90), 0) }
    scene:connect(rod.end1, at)
    at = rod.end2
  end
  scene:connect(at, scene:nail { 3.5, 5, 0 })
  local fastest = 0
  for _ = 1, 180 do
    scene:advance(1 / 60)
    fastest = math.max(fastest, rod.velocity:length())
  end
  assert(rod.position.x > 2 and rod.position.x < 3.5 and rod.velocity:length() < 10, tostring(rod.position))
  assert(fastest < 10, "fastest: " .. fastest)
end

-- a chain that is almost straight and is to be longer: by the law, without haste across it
do
  local scene = tw.scene { stepper = "timestep", step = 1 / 240, tau = 0.1 }
  local at, rod = scene:nail { 0, 5, 0 }, nil
  for i = 1, 3 do
    rod = scene:rod { length = 1, radius = 0.05, position = { 0.8 * (i - 0.5), 5 + (i - 2) * 0.03, 0.01 * i },
                      orientation = tw.euler(0, tw.deg(90), 0.05) }
    scene:connect(rod.end1, at)
    at = rod.end2
  end
  scene:connect(at, scene:nail { 2.9, 5, 0 })
  for _ = 1, 180 do
    scene:advance(1 / 60)
    assert(rod.velocity:length() < 2, "speed: " .. rod.velocity:length())
  end
  near("its end", (rod.end2.position - tw.vec3(2.9, 5, 0)):length(), 0, 1e-9)
end

-- restored states go on with the same bits, off the grid of steps, too
do
  local scene = tw.scene { stepper = "timestep", step = 1 / 60, gravity = { 0, 0, -9.81 } }
  local rod = scene:rod { length = 1, radius = 0.05, position = { 0.5, 0, 0 }, orientation = tw.euler(0, tw.deg(90), 0) }
  scene:connect(rod.end1, scene:nail { 0, 0, 0 })
  scene:advance_to(0.333)
  local s = scene:snapshot()
  scene:advance_to(0.777)
  local hash = scene:hash()
  scene:restore(s)
  scene:advance_to(0.777)
  assert(scene:hash() == hash, "the same after a restore")
end

-- what it cannot do is said
do
  local scene = tw.scene { stepper = "timestep", step = 0.01 }
  local ball = scene:sphere { radius = 0.1 }
  scene:connect(ball.center, scene:nail { 1, 0, 0 }, { tau = 0.004 })
  local ok, message = pcall(scene.advance, scene, 1)
  assert(not ok and message:find("longer than 2 tau", 1, true), message)
end
