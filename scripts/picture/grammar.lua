-- What films say beside the motion: a spring's coil, a ruler, the angle of a pendulum, images under a
-- flashing light, arrows for forces, and graphs that grow. All of it is only in the picture.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "grammar", duration = 5, fps = 30, gravity = "earth", size = { 1280, 720 }, rtol = 1e-9 }
scene.look = tw.param("look", "studio")

scene:prop { kind = "box", size = { 4.6, 0.5, 0.08 }, position = { 0.4, 0, 3.04 }, material = "oak" }

-- a weight on a spring, held upright, whose motion is known in closed form
local omega, delta, rest = 5, 0.4, 0.7
local weight = scene:box { name = "weight", size = { 0.4, 0.4, 0.4 }, position = { -1.4, 0, 1.2 }, color = "steelblue" }
local hook, grip = scene:nail { -1.4, 0, 3 }, weight:point { 0, 0, 0.2 }
scene:on_line { point = weight.center, through = hook.position, along = { 0, 0, 1 } }
scene:orientation { body = weight, to = tw.quat(1, 0, 0, 0) }
local spring = scene:spring { a = grip, b = hook, rest = rest, stiffness = weight.mass * omega ^ 2,
                              damping = 2 * delta * weight.mass }
scene:coil { from = hook, to = grip, turns = 9, radius = 0.14 }
local still = 3 - 0.2 - rest - 9.81 / omega ^ 2
scene:ruler { from = { -1.4, 0, 3 }, to = grip, offset = 0.42, side = { 1, 0, 0 }, text = "ℓ = %.2f m" }
scene:line { from = { -1.75, 0, still }, to = { -1.05, 0, still }, radius = 0.008, dashed = true }
scene:arrow { at = weight, value = function() return spring.force end, scale = 0.0016, max_length = 0.9, radius = 0.02,
              color = "tomato" }

-- a pendulum and its angle
local bob = scene:sphere { name = "bob", radius = 0.13, position = { 1.5, 0, 2.2 }, color = "tomato" }
local pivot = scene:nail { 0.5, 0, 3 }
scene:connect(bob:point(bob:to_local(pivot.position)), pivot)
scene:line { from = pivot, to = bob, radius = 0.012 }
scene:line { from = pivot, to = { 0.5, 0, 1.5 }, radius = 0.008, dashed = true }
scene:arc { at = pivot, from = { 0, 0, -1 }, to = bob, radius = 0.5, text = "θ = %.0f°" }
scene:strobe { of = bob, every = 0.06, fade = 0.5 }

local wave = m.sqrt(omega ^ 2 - delta ^ 2)
scene:graph { title = "height of the weight (m)", at = "bottom left", size = { 0.36, 0.3 },
              of = function() return weight.position.z end,
              closed_form = function(t)
                  return still + (1.2 - still) * m.exp(-delta * t) * (m.cos(wave * t) + delta / wave * m.sin(wave * t))
              end }
local function angle() return m.atan2(bob.position.x - 0.5, 3 - bob.position.z) end
local function speed() return bob.velocity:dot { m.cos(angle()), 0, m.sin(angle()) } end
scene:graph { title = "phases of the pendulum", at = "bottom right", size = { 0.26, 0.42 }, phase = true,
              of = { angle, speed }, x_label = "θ (rad)", y_label = "v (m/s)", color = "tomato" }

scene.camera = { eye = { 0.4, -9, 1.9 }, target = { 0.4, 0, 1.75 }, fov = tw.deg(26) }
scene:expect { "the closed form is the motion", value = function()
    return weight.position.z - (still + (1.2 - still) * m.exp(-delta * 5) * (m.cos(wave * 5) + delta / wave * m.sin(wave * 5)))
end, equals = 0, within = 1e-5, at = "end" }
return scene
