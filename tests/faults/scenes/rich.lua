-- what films are made of, each thing once: letters, props, graphs, textures, looks, events, records, a parameter
local tw = require "tauwerk"
local scene = tw.scene { name = "rich", duration = 0.1, fps = 20, gravity = "earth", size = { 32, 18 }, look = "dark", draw = "debug" }
local n = tw.param("n", 1, { doc = "balls" })
local rod = scene:rod { name = "rod", length = 1, radius = 0.1, position = { 0.3, 0, 0 }, material = { texture = "film.png" } }
local pivot = scene:connect(rod.end1, scene:nail { 0, 0, 1 })
for i = 1, n do scene:sphere { name = "ball" .. i, radius = 0.2, position = { i, 0, 1 }, material = { texture = "baseline.jpg" } } end
scene:mesh { name = "mesh", file = "little.ply", density = 1000, position = { 2, 0, 0 }, material = "gold" }
scene:compound { name = "pair", parts = { { kind = "sphere", radius = 0.1 }, { kind = "box", size = { 0.1, 0.1, 0.1 }, position = { 0.2, 0, 0 } } },
                 position = { -1, 0, 0 } }
scene:spring { a = rod.end2, b = scene:nail { 1, 0, 0 }, stiffness = 10, rest = 0.5 }
scene:light { kind = "environment", file = "sky.exr" }
scene:light { kind = "spot", position = { 1, -2, 3 }, direction = { -1, 2, -3 } }
scene:ground { height = -1 }
scene:line { from = rod.end1, to = { 1, 0, 1 }, radius = 0.01, dashed = true }
scene:coil { from = rod.end2, to = { 1, 0, 0 }, turns = 3, radius = 0.05 }
scene:arc { at = rod.end1, from = { 0, 0, -1 }, to = rod, text = "θ = %.0f°" }
scene:ruler { from = rod.end1, to = { 0, 0, 2 } }
scene:arrow { at = rod.end1, value = function() return pivot.force end, scale = 0.01 }
scene:plume { of = pivot, metres_per_newton = 0.01, max_length = 1, radius = 0.05 }
scene:trail { point = rod.end2, seconds = 1 }
scene:strobe { of = rod, every = 0.04 }
scene:text { function(t) return ("t = %.2f"):format(t) end, at = "top left" }
scene:graph { title = "height", of = function() return rod.position.z end, closed_form = function(t) return t end }
scene:record { "height", value = function() return rod.position.z end, every = 0.02 }
scene:expect { "moves", value = function() return rod.position.x end, equals = 0.3, within = 1, at = "end" }
scene:at(0.03, function() scene:sphere { name = "late", radius = 0.1 } end)
scene:when(function() return scene.time - 0.06 end, function() rod.color = "red" end)
scene:keys { scene.camera, "fov", { { 0, tw.deg(40) }, { 0.1, tw.deg(20), "smooth" } } }
scene.camera.eye, scene.camera.target = { 0, -5, 1 }, { follow = rod, smooth = 0.1 }
return scene
