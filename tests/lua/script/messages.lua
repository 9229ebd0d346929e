-- Errors of a beginner say what was given and where to look.
local tw = require "tauwerk"
require "tauwerk.models"

local function fails(expected, f)
  local ok, message = pcall(f)
  assert(not ok, "no error: " .. expected)
  assert(message:find(expected, 1, true), message)
end

local scene = tw.scene {}
local box = scene:box { name = "tower", size = { 1, 1, 1 } }
local to = { 2, 0, 0 }
fails("scene:chain: field 'from': expected a vector {x, y, z}, got point 'tower.face(+z)' (a point's place is its 'position')",
  function() scene:chain { from = box:face "+z", to = to } end)
fails("field 'from': expected a vector {x, y, z}, got number", function() scene:chain { from = 3, to = to } end)

local tug = scene:compound { parts = { { kind = "cylinder", name = "hull", height = 1, radius = 0.3 } } }
fails("part 'hull': unknown field 'qqqqqqqq'; 'tauwerk help cylinder' lists its points", function() return tug:part("hull").qqqqqqqq end)
fails("part 'hull': unknown field 'botom'; did you mean 'bottom'?", function() return tug:part("hull").botom end)

fails("tw.film: shot 1: unknown field 'cut'; expected from, title, to",
  function() tw.film { shots = { { scene, cut = "fade" } } } end)
