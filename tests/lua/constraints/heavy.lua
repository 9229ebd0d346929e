-- Masses of very different size on one chain: joints hold, and assemble by their law.
local tw = require "tauwerk"
for _, m in ipairs { 1, 1e3, 1e6, 1e-6 } do
  for _, met in ipairs { true, false } do
    local s = tw.scene { gravity = "earth", tau = 0.2 }
    local a = s:rod { length = 1, radius = 0.05, mass = 1, orientation = tw.axis_angle({ 0, 1, 0 }, 1) }
    local b = s:rod { length = 1, radius = 0.05, mass = m, position = { 1, 0, 0 } }
    s:connect(a.end1, s:nail(a.end1.position))
    local c = s:connect(a.end2, b.end1)
    if met then assert(s:assemble {}.assembled) end
    local D0 = c.deviation:length()
    s:advance(4)
    local law = D0 * (1 + 4 / 0.2) * math.exp(-4 / 0.2)
    local off = math.abs(c.deviation:length() - law)
    if not (off < 1e-9) then error(("mass %g: the joint is off its law by %g"):format(m, off)) end
  end
end
-- a flywheel on a light arm turns it, and is turned
local s = tw.scene { tau = 0.1 }
local arm = s:rod { length = 1, radius = 0.05, mass = 0.01 }
local wheel = s:body { mass = 1, inertia = { 1e4, 1e4, 2e4 }, position = { 0, 0, 1 }, orientation = tw.axis_angle({ 1, 0, 0 }, 1) }
local w = s:weld { a = arm, b = wheel }
s:advance(3)
local sum = 0
for i = 1, 6 do sum = sum + math.abs(w.deviation[i]) end
assert(sum < 1e-6, sum)
-- bounds on more rows than the force has directions
for _, n in ipairs { 3, 40 } do
  for _, cap in ipairs { 0, 1e-12, 1e-6, 5 } do
    local t = tw.scene { gravity = { 0, 0, -9.81 } }
    local box = t:box { size = { 1, 1, 1 }, mass = 1 }
    t:constraint { bodies = { box }, max_force = cap, deviation = function(x)
      local r, p = {}, x.body[1].position
      for i = 1, n do r[i] = p.x * math.cos(i) + p.z * math.sin(i) end
      return table.unpack(r)
    end }
    t:advance(0.5)
    assert(math.abs(box.position.z + (9.81 - cap) / 8) < 1e-8, box.position.z)
  end
end
