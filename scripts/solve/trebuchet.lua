-- A trebuchet tuned for reach: length of the sling, of the counterweight's hanger, and where the sling opens are found. The throw is
-- a located event, and the ball flies on; how far follows from any instant of its flight.
local tw = require "tauwerk"

local scene = tw.scene { name = "trebuchet", duration = 2.2, fps = 30, size = { 1280, 720 }, gravity = "earth", tau = 0.05 }
local g, pivot = 9.81, tw.vec3(0, 0, 3)
local lean = tw.deg(-50) -- of the long arm, below the level; it points to -x
local function at(r) return pivot + tw.vec3(-r * math.cos(lean), 0, r * math.sin(lean)) end
local beam = scene:rod { name = "beam", length = 4, radius = 0.08, position = at(1), mass = 60, material = "oak",
                         orientation = tw.rotation({ 0, 0, 1 }, (at(1) - at(0)):normalized()) }
scene:hinge { a = beam, at = pivot, axis = { 0, 1, 0 } }
local long = beam.end2.position.x < beam.end1.position.x and beam.end2 or beam.end1
local short = long == beam.end2 and beam.end1 or beam.end2
local weight = scene:sphere { name = "weight", radius = 0.45, mass = 900, position = at(-1) - tw.vec3(0, 0, 0.8), material = "steel" }
local ball = scene:sphere { name = "ball", radius = 0.15, mass = 9, position = at(3) + tw.vec3(2, 0, 0), material = "copper" }
local hanger = scene:distance { a = short, b = weight.center, length = 0.8 }
local sling = scene:distance { a = long, b = ball.center, length = 2 }

-- it opens when the ball flies upwards at this angle, in front of the beam's top
local angle, thrown = 0.9, false
local function course() return tw.math.atan(ball.velocity.z, ball.velocity.x) end
scene:when(function() return ball.position.z > 4 and angle - course() or -1 end, function() sling.enabled = false end,
           { direction = "up", times = 1 })

local function put_hanger(x)
  hanger.length = x
  weight.position = at(-1) - tw.vec3(0, 0, x)
end
local function put_sling(x)
  sling.length = x
  ball.position = at(3) + tw.vec3(x, 0, 0)
end
local function reach()
  local x, v = ball.position, ball.velocity
  return x.x + v.x * (v.z + math.sqrt(v.z ^ 2 + 2 * g * math.max(x.z, 0))) / g
end

local before
local found = scene:solve {
  vary = { { "sling", start = 2, from = 1, to = 4, set = put_sling },
           { "hanger", start = 0.8, from = 0.3, to = 1.6, set = put_hanger },
           { "angle of throw", start = 0.9, from = 0.3, to = 1.3, set = function(x) angle = x end } },
  duration = 1.4, tolerance = 1e-5,
  minimise = function()
    before = before or reach()
    return -reach()
  end,
}
found.apply()

local far = -found.value
scene:ground { height = 0 }
scene:line { from = { long, ball.center }, radius = 0.02, visible = function() return sling.enabled end }
scene:line { from = { short, weight.center }, radius = 0.05, color = "#7a8a99" }
scene:trail { point = ball.center, radius = 0.03, seconds = 3 }
scene.camera = { eye = { 1, -16, 5 }, target = { 1, 0, 4.2 }, fov = tw.deg(44) }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "farther than twice the first throw", value = far > 2 * before, equals = true }
-- an optimum: what is left of the slope would not gain a metre over the range of an unknown
scene:expect { "nothing to gain by the sling", value = found.slope[1], equals = 0, within = 0.3 }
scene:expect { "nothing to gain by the angle", value = found.slope[3], equals = 0, within = 1 }
scene:expect { "it flies so far", value = function() return reach() end, equals = far, within = 0.01, at = 2 }
scene:log("%s: %.1f m, first %.1f m", found.why, far, before)
return scene
