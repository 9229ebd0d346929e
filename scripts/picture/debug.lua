-- The debug layer on a model that assembles itself: two rods and a plate fly in and become a mobile under a nail, a
-- drum turns upright on its stand against a spring and is driven, a ball rolls down a board, and a bead is asked to
-- be in two places at once. `curves` beside the constraints with plot = true show D(t) on its way to zero.
local tw = require "tauwerk"

local scene = tw.scene { name = "debug", duration = 5, fps = 30, gravity = "earth", tau = 0.3 }
scene.draw = { "debug", "legend" }
scene:ground { height = 0 }
scene.camera = { eye = { 0.3, -8.6, 2.1 }, target = { 0.3, 0, 1.55 }, fov = tw.deg(28) }
scene:drag { linear = 0.5, angular = 0.02 }

-- the mobile: a beam under a nail, a rod on one end, a plate on the other
local beam = scene:rod { name = "beam", radius = 0.045, length = 1.6, position = { -2.2, 0.5, 1.0 },
                         orientation = tw.axis_angle({ 1, 1, 0 }, 0.9), material = "copper" }
local rod = scene:rod { name = "rod", radius = 0.04, length = 0.8, position = { -0.4, -0.3, 0.7 }, material = "steel" }
local plate = scene:box { name = "plate", size = { 0.5, 0.06, 0.5 }, position = { 0.4, 0.3, 2.2 }, density = 500, material = "oak",
                          points = { eye = { 0, 0, 0.25 } } }
scene:connect(beam.center, scene:nail { -0.8, 0, 2.6 }, { name = "hang", plot = true })
scene:connect(rod.end2, beam.end1, { name = "left" })
scene:connect(plate.eye, beam.end2, { name = "right", plot = true })
scene:spring { name = "stay", a = rod.end1, b = scene:nail { -2.4, 0, 0.5 }, stiffness = 60, rest = 0.6, damping = 3 }

-- the drum: its axis is turned into that of a hinge, and a torque drives it
local drum = scene:cylinder { name = "drum", radius = 0.32, height = 0.24, position = { 1.2, 0.3, 1.9 },
                              orientation = tw.axis_angle({ 1, 0.3, 0 }, 0.5), density = 300, material = { "brass", texture = "stripes" } }
scene:hinge { name = "axle", a = drum, at_a = { 0, 0, 0 }, at_b = { 1.5, 0, 1.7 }, axis_a = { 0, 0, 1 }, axis_b = { 0, -1, 0 }, plot = true }
scene:torque { name = "drive", on = drum, value = { 0, -4, 0 } }

-- a ball on a board
scene:box { name = "board", size = { 1.5, 0.6, 0.06 }, position = { 1.7, 0, 0.3 }, orientation = tw.axis_angle({ 0, 1, 0 }, -0.06),
            fixed = true, collide = true, material = "oak" }
scene:sphere { name = "ball", radius = 0.14, position = { 2.2, 0, 0.62 }, collide = true, density = 700, material = "rubber" }

-- two nails want the same point of a bead: it comes to rest in between, and both are drawn red
local bead = scene:sphere { name = "bead", radius = 0.11, position = { 0.3, 0.4, 1.2 }, material = "chalk" }
scene:connect(bead.center, scene:nail { -0.1, 0, 0.35 }, { name = "here", weight = 1 })
scene:connect(bead.center, scene:nail { 0.6, 0, 0.35 }, { name = "there", weight = 1 })
return scene
