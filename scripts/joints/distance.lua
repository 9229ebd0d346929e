-- distance: a ball comes to its distance from a nail, a second one to its distance from the first. What is left free:
-- a whole sphere about the other point, and to turn. The arrows are the forces, along the lines.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "distance", duration = 6, tau = 0.1 }
local g, L = 9.81, 1.3
local at = tw.vec3(-0.9, 0, 2.2)
stage.post(scene, at)
local nail = stage.nail(scene, at)
local ball = scene:sphere { name = "ball", radius = 0.17, position = { -0.2, -0.4, 1.9 }, material = stage.paint "red" }
local string = scene:distance { a = ball.center, b = nail, length = L }
stage.decays(scene, "string", string)

-- a pair of its own: a dumbbell whose bar grows
local pair_at = tw.vec3(1.2, 0, 1.2)
local one = scene:sphere { name = "one", radius = 0.2, position = pair_at + tw.vec3(-0.15, 0, 0.2), material = stage.paint "ochre" }
local two = scene:sphere { name = "two", radius = 0.14, position = pair_at + tw.vec3(0.2, -0.2, -0.1), material = stage.paint "blue" }
local length = tw.spline { { 0, 0.9 }, { 3.2, 0.9 }, { 4.8, 1.3 }, { 6, 1.3 }, ends = "rest" }
local bar = scene:distance { a = one.center, b = two.center, length = length }
stage.decays(scene, "bar", bar)

-- a conical pendulum: at 2.4 s the ball gets the speed of a level circle
local h, radius, omega, start, L0
local function turn_of_pair()
  local r, v = one.position - two.position, one.velocity - two.velocity
  return r:cross(v)
end
scene:at(2.4, function()
  local r = ball.position - at
  h, radius = -r.z, math.sqrt(r.x ^ 2 + r.y ^ 2)
  omega = math.sqrt(g / h)
  ball.velocity = tw.vec3(-r.y, r.x, 0) * omega
  start = ball.position
  scene:force { at = ball.center, value = { 0, 0, -g * ball.mass } }
  -- the pair turns about its own centre
  local u = (one.position - two.position):cross(tw.vec3(0.3, 1, 0.2)):normalized()
  one.velocity, two.velocity = u * (20 / one.mass), u * (-20 / two.mass)
  L0 = turn_of_pair()
end)
for _, t in ipairs { 3, 4.5, "end" } do
  scene:expect { "the cone is level at " .. t, value = function() return (at - ball.position).z - h end, equals = 0, within = 1e-6, at = t }
  scene:expect { "its place at " .. t, value = function()
    local a = omega * (scene.time - 2.4)
    local r = start - at
    local x, y = r.x * math.cos(a) - r.y * math.sin(a), r.x * math.sin(a) + r.y * math.cos(a)
    return (ball.position - at - tw.vec3(x, y, -h)):length()
  end, equals = 0, within = 5e-6, at = t }
  -- r x v stays, so the pair turns by 1 / length^2 more slowly
  scene:expect { "areas of the pair at " .. t, value = function() return (turn_of_pair() - L0):length() / L0:length() end,
                 equals = 0, within = 1e-6, at = t }
end
scene:expect { "the pair stays where it is", value = function() return scene:momentum().x - ball.velocity.x * ball.mass end,
               equals = 0, within = 1e-8, at = "end" }
scene.draw = { "bodies", "points", "forces" }
stage.new(scene, { title = "distance", eye = { 0.6, -6.4, 2.4 }, target = { 0, 0, 1.25 }, fov = 29 })
return scene
