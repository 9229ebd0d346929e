-- Links that hang in each other at rest: wires lie close along each other there, and rounding asks for what no rigid body can
-- do. `auto` does not look for that at length, but goes over to `timestep`.
local tw = require "tauwerk"

for _, n in ipairs { 2, 3, 5 } do
  local s = tw.scene { gravity = "earth" }
  local links = {}
  for i = 0, n - 1 do
    links[i] = s:link { length = 0.1, width = 0.06, radius = 0.01, collide = true, fixed = i == 0, position = { 0, 0, -0.06 * i },
                        orientation = tw.axis_angle({ 0, 1, 0 }, math.pi / 2) * tw.axis_angle({ 1, 0, 0 }, i % 2 * math.pi / 2) }
  end
  local energy = s:energy().total
  s:advance(1)
  local stats = s:stats()
  assert(stats.sweeps < 5e5 and stats.evaluations < 3000, ("%d links: %d sweeps"):format(n, stats.sweeps))
  assert(s:energy().total < energy + 1e-6)
  for i = 1, n - 1 do
    local apart = (links[i].position - links[i - 1].position):length() - 0.06
    assert(apart < 1e-5, ("%d links: link %d is %g m too far"):format(n, i, apart))
  end
end
