-- Things that are only in the picture: a flame for a constraint's force, the way of a point, arrows,
-- texts, and solids that carry no mass. The motion is the same with them and without.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "props", duration = 4, fps = 25, gravity = "earth", tau = 0.15,
                         size = { 640, 360 } }
scene:ground { material = "chalk" }

-- a pendulum with a trail and arrows
local post = scene:prop { kind = "cylinder", from = { -2.2, 0, 0 }, to = { -2.2, 0, 3.05 }, radius = 0.05,
                          material = "steel" }
local bar = scene:rod { name = "bar", length = 1.6, radius = 0.04, position = { -1.4, 0, 3 },
                        orientation = tw.axis_angle({ 0, 1, 0 }, tw.deg(90)), material = "brass" }
local pivot = scene:connect(bar.end1, scene:nail { -2.2, 0, 3 })
scene:trail { point = bar.end2, seconds = 0.8, radius = 0.02, taper = 1 }
scene:arrow { at = bar.end1, value = function() return pivot.force end, scale = 1 / 60 }
scene:prop { kind = "sphere", on = bar.end2, radius = 0.09, material = "rubber" }

-- a box that flies to a nail on its flame
local box = scene:box { name = "box", size = { 0.5, 0.5, 0.5 }, position = { 1.2, 0, 0.4 }, material = "oak" }
local pull = scene:connect(box:corner(8), scene:nail { 1.2, 0, 2.6 }, { tau = 0.5 })
scene:plume { of = pull, metres_per_newton = 1 / 1500, max_length = 1.2, radius = 0.12 }

-- a ring that turns and breathes
scene:prop { kind = "torus", position = { 1.2, 0, 2.6 }, material = "copper", minor_radius = 0.03,
             major_radius = function(t) return 0.25 + 0.08 * m.sin(3 * t) end,
             orientation = function(t) return tw.axis_angle({ 0, 0, 1 }, t) end }

scene:text { "things only in the picture", at = "top", from = 0.2, to = 3.5, fade = 0.4, size = 0.06 }
scene:text { function(t) return string.format("force %.0f N", pull.force:length()) end, at = box.center, size = 0.04 }

scene.camera = { eye = { 0, -9, 2.2 }, target = { -0.4, 0, 1.7 }, fov = tw.deg(30) }
scene:expect { "it flies", value = function() return box:corner(8).position.z end, equals = 2.6, within = 0.2, at = "end" }
return scene
