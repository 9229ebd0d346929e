-- Things that are only in the picture: a flame for a constraint's force, the way of a point, arrows,
-- texts, and solids that carry no mass. The motion is the same with them and without.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "props", duration = 4, fps = 25, gravity = "earth", tau = 0.15,
                         size = { 640, 360 } }
scene:ground { material = { "stone", color = { 0.40, 0.355, 0.29 } } }

-- a pendulum with a trail and arrows
local post = scene:prop { kind = "cylinder", from = { -2.2, 0, 0 }, to = { -2.2, 0, 3.05 }, radius = 0.05,
                          material = "steel" }
local bar = scene:rod { name = "bar", length = 1.6, radius = 0.04, position = { -1.4, 0, 3 },
                        orientation = tw.axis_angle({ 0, 1, 0 }, tw.deg(90)), material = "brass" }
local pivot = scene:connect(bar.end1, scene:nail { -2.2, 0, 3 })
scene:trail { point = bar.end2, seconds = 0.8, radius = 0.02, taper = 1 }
scene:arrow { at = bar.end1, value = function() return pivot.force end, scale = 1 / 200 }
scene:prop { kind = "sphere", on = bar.end2, radius = 0.09, material = "rubber" }

-- a box that flies to a nail on the flame below it, and stays upright
local box = scene:box { name = "box", size = { 0.5, 0.5, 0.5 }, position = { 0.4, 0, 0.7 }, material = "oak" }
local nozzle = box:point { 0, 0, -0.25 }
local pull = scene:connect(nozzle, scene:nail { 1.2, 0, 2 }, { tau = 0.5 })
scene:orientation { body = box, to = tw.quat(1, 0, 0, 0) }
scene:plume { of = pull, metres_per_newton = 1 / 2500, max_length = 1.2, radius = 0.12 }
scene:trail { point = nozzle, seconds = 4, radius = 0.008, color = { 0.8, 0.3, 0.1 } }

-- a ring that turns and breathes
scene:prop { kind = "torus", position = { 1.2, 0, 2.25 }, material = "copper", minor_radius = 0.03,
             major_radius = function(t) return 0.45 + 0.08 * m.sin(3 * t) end,
             orientation = function(t) return tw.axis_angle({ 0, 0, 1 }, t) end }

scene:text { "things only in the picture", at = "top", from = 0.2, to = 3.5, fade = 0.4, size = 0.06 }
scene:text { function(t) return string.format("force %.0f N", pull.force:length()) end, at = box:corner(8), size = 0.04 }

scene.camera = { eye = { 0, -9, 2.2 }, target = { -0.4, 0, 1.7 }, fov = tw.deg(30) }
scene:expect { "it flies", value = function() return nozzle.position.z end, equals = 2, within = 0.2, at = "end" }
return scene
