-- Patterns and pictures on solids: a globe, a label on a box (what is transparent shows the wood), a
-- wrapped drum, a card, and a floor of tiles that must not flicker far away.
local tw = require "tauwerk"

local scene = tw.scene { name = "textures", duration = 2, fps = 24, gravity = { 0, 0, 0 }, size = { 640, 360 } }
scene:ground { material = { color = { 0.62, 0.6, 0.56 }, roughness = 0.7, texture = "checker", texture_scale = 1,
                            texture_color = { 0.3, 0.3, 0.32 } } }
local spin = { 0, 0, tw.deg(60) }
scene:sphere { name = "globe", radius = 0.7, position = { -2.4, 0, 1.2 }, angular_velocity = spin,
               orientation = tw.euler(0.35, 0, -1), material = { roughness = 0.35, texture = "globe.png" } }
scene:box { name = "crate", size = { 1, 1, 1 }, position = { -0.6, 0.3, 0.7 }, angular_velocity = spin,
            material = { "oak", texture = "label.png" } }
scene:cylinder { name = "drum", height = 1.2, radius = 0.5, position = { 0.9, 0.2, 0.8 }, angular_velocity = spin,
                 material = { color = { 0.75, 0.2, 0.12 }, texture = "label.png", texture_scale = 0.6 } }
scene:card { name = "card", size = { 1.2, 1.2, 0.02 }, position = { 2.4, 0, 1.1 }, orientation = tw.euler(tw.deg(80), 0, 0.3),
             angular_velocity = spin, material = { "paper", texture = "label.png" } }
scene:capsule { name = "pill", length = 0.8, radius = 0.2, position = { 0.1, -1.4, 0.3 },
                orientation = tw.euler(0, tw.deg(90), 0.3), material = { texture = "stripes", texture_scale = 0.2,
                color = { 0.1, 0.25, 0.5 }, texture_color = { 0.9, 0.88, 0.8 } } }
scene:link { name = "link", length = 0.9, width = 0.5, radius = 0.08, position = { -1.4, -1.3, 0.5 },
             orientation = tw.euler(tw.deg(70), 0, 0.4), material = { "steel", texture = "checker", texture_scale = 0.15 } }
scene.camera = { eye = { 0, -8, 2.2 }, target = { 0, 0, 0.75 }, fov = tw.deg(32) }
return scene
