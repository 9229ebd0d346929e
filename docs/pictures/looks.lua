-- A still life for the pictures of the looks: metals, plastics, wood, paper; nothing says how it is lit.
local tw = require "tauwerk"
local scene = tw.scene { name = "looks", duration = 1 / 30, fps = 30, size = { 480, 270 } }
scene.camera = { eye = { 0.5, -4.6, 1.35 }, target = { 0.02, 0, 0.44 }, fov = tw.deg(21) }

scene:prop { kind = "sphere", radius = 0.36, position = { -0.82, 0.1, 0.36 }, material = "brass" }
scene:prop { kind = "torus", major_radius = 0.3, minor_radius = 0.075, position = { 0.02, -0.42, 0.075 }, material = "copper" }
scene:prop { kind = "sphere", radius = 0.15, position = { 0.02, -0.42, 0.15 }, material = { "ceramic", color = { 0.72, 0.66, 0.54 } } }
scene:prop { kind = "cylinder", radius = 0.3, height = 0.5, position = { 0.8, 0.2, 0.25 }, material = { "steel", roughness = 0.22 } }
scene:prop { kind = "box", size = { 0.62, 0.5, 0.5 }, position = { 0.02, 0.4, 0.25 }, orientation = tw.axis_angle({ 0, 0, 1 }, 0.4), material = "oak" }
scene:prop { kind = "sphere", radius = 0.25, position = { 0.02, 0.4, 0.75 }, material = { "plastic", color = { 0.04, 0.17, 0.44 } } }
scene:prop { kind = "cone", radius = 0.2, height = 0.46, position = { 0.8, 0.2, 0.615 }, material = { "plastic", color = { 0.62, 0.07, 0.04 } } }
scene:prop { kind = "box", size = { 0.24, 0.24, 0.24 }, position = { -0.42, -0.5, 0.12 }, orientation = tw.axis_angle({ 0, 0, 1 }, 0.7),
             material = { "plastic", color = { 0.75, 0.36, 0.04 } } }
return scene
