-- velocity: a crate is carried by one corner with a given velocity: up, along, down. Nothing holds a place; what is left
-- free: the place that it comes to, and to turn about the corner.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "velocity", duration = 6, tau = 0.1, gravity = "earth" }
local crate = scene:box { name = "crate", size = { 0.8, 0.55, 0.45 }, density = 500, position = { -1.3, 0, 0.5 },
                          orientation = tw.euler(0.3, 0.4, 0.2), material = stage.paint "ochre" }
local corner = crate:corner(8)
-- up for 1.5 s, along for 3, down again: smooth pieces
local want = tw.spline { { 0, { 0, 0, 0.9 } }, { 1, { 0.2, 0, 0.9 } }, { 2, { 0.75, 0, 0 } }, { 4, { 0.75, 0, 0 } },
                         { 5, { 0.2, 0, -0.8 } }, { 6, { 0, 0, -0.3 } }, ends = "rest" }
local drive = scene:velocity { point = corner, value = want }
stage.decays(scene, "velocity", drive, { velocity = true })

-- the place is where the velocity leads from the beginning, and V0 tau for what it missed at first (Simpson's rule)
local x0, V0 = corner.position, drive.deviation
local function way(t)
  local n, sum = 600, tw.vec3(0, 0, 0)
  for i = 0, n do sum = sum + tw.vec3(want(t * i / n)) * ((i == 0 or i == n) and 1 or i % 2 == 1 and 4 or 2) end
  return sum * (t / (3 * n))
end
for _, t in ipairs { 0.1, 1, 3, 6 } do
  local missed = V0 * (scene.tau * (1 - math.exp(-t / scene.tau)))
  scene:expect { "its place at " .. t, value = function() return (corner.position - x0 - way(t) - missed):length() end,
                 equals = 0, within = 2e-6, at = t }
end
scene:expect { "it swings", value = function() return crate.angular_velocity:length() > 0.05 and 1 or 0 end, equals = 1, at = 3 }
-- beads on the way that the corner takes
for k = 0, 30 do
  scene:sphere { radius = 0.035, position = x0 + way(0.2 * k) + V0 * (scene.tau * (1 - math.exp(-2 * k))), fixed = true, material = stage.guide }
end
stage.new(scene, { title = "velocity", eye = { 1.2, -6.2, 2.4 }, target = { 0.35, 0, 1.1 }, fov = 27 })
return scene
