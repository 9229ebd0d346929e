-- Friction of 1000, shapes that begin inside each other: where no forces hold what touches (or the solver finds none),
-- steps come on all the same, and all of it comes to its rest or rolls away.
local tw = require "tauwerk"

for _, seed in ipairs { 2, 4, 5, 14 } do
  local s = tw.scene { gravity = { 0, 0, -9.81 }, seed = seed }
  local r = s.random
  s:ground { friction = 1000 }
  local a = s:box { size = { 0.2, 0.15, 0.1 }, mass = 1, position = { 0, 0, 0.2 }, orientation = r:rotation(), collide = true,
    friction = 1000 }
  local f = { position = { r:uniform(-0.05, 0.05), r:uniform(-0.05, 0.05), 0.28 }, orientation = r:rotation(), collide = true,
    friction = 1000, mass = 1 }
  local b
  if seed % 4 == 0 then
    f.radius = 0.1
    b = s:sphere(f)
  elseif seed % 4 == 1 then
    f.size = { 0.2, 0.15, 0.1 }
    b = s:box(f)
  else
    f.radius, f.length = 0.05, 0.2
    b = s:capsule(f)
  end
  local whole = s:energy().total
  for _ = 1, 20 do
    s:advance(0.1)
    assert(s:energy().total < 1.002 * whole, "seed " .. seed)
  end
  local n = s:stats()
  assert(n.unfinished < 600 and n.evaluations < 20000, ("seed %d: %d problems unfinished, %d evaluations"):format(seed,
    n.unfinished, n.evaluations))
  assert(a.position.z > 0.049 and b.position.z > 0.049, "seed " .. seed)
end

-- a cone that rolls about its apex on a slope that holds it on two places of one line:
-- T = 3 m h^2 phi'^2 (1 + 5 cos^2 a) / 40 [Landau and Lifshitz, Mechanics, 32]
do
  local h, R, slope, phi0, g = 0.4, 0.2, math.rad(15), 0.9, 9.81
  local a = math.atan(R / h)
  local s = tw.scene { gravity = { g * math.sin(slope), 0, -g * math.cos(slope) } }
  s:ground { friction = 1000 }
  local axis = tw.vec3(math.cos(a) * math.cos(phi0), math.cos(a) * math.sin(phi0), math.sin(a))
  local b = s:cone { radius = R, height = h, orientation = tw.rotation({ 0, 0, -1 }, axis), position = axis * (0.75 * h),
    collide = true, friction = 1000 }
  local k = g * math.sin(slope) * 0.75 * h * math.cos(a) / (3 * h * h * (1 + 5 * math.cos(a) ^ 2) / 20)
  local phi, w, n = phi0, 0, 20000
  local dt = 1 / n
  for _ = 1, n do -- leapfrog: 1e-9
    w = w - 0.5 * dt * k * math.sin(phi)
    phi = phi + dt * w
    w = w - 0.5 * dt * k * math.sin(phi)
  end
  s:advance_to(1)
  local got = math.atan(b.position.y, b.position.x)
  assert(math.abs(got - phi) < 1e-5, ("cone: %.9g, not %.9g"):format(got, phi))
  assert(b.apex.position:length() < 1e-5 and s:stats().coarse_steps == 0 and s:stats().unfinished < 200, "unfinished: " .. s:stats().unfinished)
end
print "ok"
