-- Coordinates of a mesh file, seen from the centre of mass.
local tw = require "tauwerk"

tw.test("authored", function()
  local scene = tw.scene {}
  local m = scene:mesh { vertices = { { 1, 1, 1 }, { 2, 1, 1 }, { 1, 2, 1 }, { 1, 1, 2 } },
    triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } } }
  local p = m:authored { 1, 1, 1 }
  assert((p - tw.vec3(-0.25, -0.25, -0.25)):length() < 1e-14, tostring(p))
  assert(scene:sphere { radius = 1 }:authored { 1, 2, 3 } == tw.vec3(1, 2, 3))
end)
