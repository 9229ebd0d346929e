-- Figure 4b: an orientation constraint turns a rod until its axis is parallel to the axis of a slot;
-- then a path takes it in.
local tw = require "tauwerk"

local scene = tw.scene { name = "f04b", duration = 5, tau = 0.25 }
-- the slot: four plates around an opening along y
for _, s in ipairs { -1, 1 } do
  scene:box { size = { 0.2, 1.2, 0.9 }, position = { s * 0.35, 1.2, 1 }, fixed = true, material = "oak" }
  scene:box { size = { 0.5, 1.2, 0.2 }, position = { 0, 1.2, 1 + s * 0.35 }, fixed = true, material = "oak" }
end
local rod = scene:rod { name = "rod", length = 1.4, radius = 0.16, position = { -0.8, -1.6, 0.5 },
                        orientation = tw.euler(0.2, 1.1, 0.5), material = "steel" }
local turn = scene:orient { body = rod, axis = { 0, 0, 1 }, to = { 0, 1, 0 } }
local place = scene:connect(rod.center, scene:path(tw.spline {
  { 0, { -0.8, -1.6, 0.5 } }, { 2, { 0, -1, 1 } }, { 4.5, { 0, 1.2, 1 } }, ends = "rest" }))
scene:ground { height = 0 }

scene:expect { "parallel", value = function() return turn.met and 1 or 0 end, equals = 1, at = 3.5 }
scene:expect { "in the slot", value = function() return (rod.position - tw.vec3(0, 1.2, 1)):length() end, equals = 0, within = 1e-3, at = "end" }
return scene
