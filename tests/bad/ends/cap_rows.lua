-- expect: 13: scene:advance: constraint 'many'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad", gravity = "earth", stepper = "timestep" }
scene:ground { height = -1 }
local box = scene:box { size = { 1, 1, 1 }, position = { 0, 0, -0.5 }, collide = true }
scene:constraint { name = "many", bodies = { box }, max_force = 5, deviation = function(x)
  local rows, p = {}, x.body[1].position
  for i = 1, 7 do rows[i] = p.x * math.cos(i) + p.z * math.sin(i) end
  return table.unpack(rows)
end }

-- seven equations of one bounded force, beside a contact
scene:advance(0.1)
