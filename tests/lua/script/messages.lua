-- Errors of a beginner say what was given and where to look.
local tw = require "tauwerk"

local function fails(expected, f)
  local ok, message = pcall(f)
  assert(not ok, "no error: " .. expected)
  assert(message:find(expected, 1, true), message)
end

-- makers of the models, before and after they are there
local makers = { "chain", "rope", "bridge", "ladder", "figure" }
local bare = tw.scene {}
local group = bare:group {}
for _, name in ipairs(makers) do
  fails("scene: unknown field '" .. name .. "'; require \"tauwerk.models\" adds it", function() return bare[name] end)
  fails("unknown field '" .. name .. "'; require \"tauwerk.models\" adds it", function() return group[name] end)
end
require "tauwerk.models"
for _, name in ipairs(makers) do assert(bare[name] and group[name]) end

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

-- what a first reader tries
do
  local s = tw.scene {}
  local rod, nail = s:rod { length = 1, radius = 0.1 }, s:nail { 0, 0, 2 }
  local pin = s:connect(rod.end2, nail)
  fails("scene:sphere: unknown field 'r'; 'tauwerk help sphere' lists its fields", function() s:sphere { r = 1 } end)
  fails("scene:plume: unknown field 'scale'; 'tauwerk help plume' lists its fields", function() s:plume { of = pin, scale = 1 } end)
  fails("unknown field 'qqqq'; 'tauwerk help point_to_nail' lists its fields", function() pin.qqqq = 1 end)
  fails("scene:light: unknown field 'qqqq'; 'tauwerk help light' lists its fields", function() s:light { qqqq = 1 } end)
  fails("material: unknown field 'qqqq'; 'tauwerk help material' lists its fields", function() rod.material.qqqq = 1 end)
  fails("unknown field 'qqqq' of a material; 'tauwerk help material' lists its fields", function() s:box { material = { qqqq = 1 } } end)
  fails("unknown field 'qqqq'; 'tauwerk help box' lists its fields",
    function() s:compound { parts = { { kind = "box", size = { 1, 1, 1 }, qqqq = 1 } } } end)
  fails("scene.check: unknown field 'qqqq'; 'tauwerk help scene.check' lists its fields", function() s.check = { qqqq = 1 } end)
  fails("scene.fog: unknown field 'qqqq'; 'tauwerk help scene.fog' lists its fields", function() s.fog = { qqqq = 1 } end)
  fails("scene:ramp: unknown field 'qqqq'; 'tauwerk help ramp' lists its fields", function() s:ramp { s, "tau", qqqq = 1 } end)
  fails("scene:hinge: field 'at': expected a vector {x, y, z}, got point 'rod1.end2' (its place now is its 'position')",
    function() s:hinge { a = rod, at = rod.end2, axis = { 0, 1, 0 } } end)
  fails("scene: field 'gravity': expected 'earth', 'moon', 'mars' or 'none', a vector {x, y, z}, a spline or a function of t, got 'down'",
    function() s.gravity = "down" end)
  fails("scene:plume: field 'of': expected a constraint with a force at a point, got orientation 'level', which only turns its bodies",
    function() s:plume { of = s:orientation { name = "level", body = rod, to = { 1, 0, 0, 0 } } } end)
  local frame = s:box { size = { 1, 1, 1 }, fixed = true }
  local joint = s:hinge { a = rod, b = frame, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  local rail = s:slider { a = s:box { size = { 1, 1, 1 } }, b = frame, at = { 0, 0, 0 }, axis = { 1, 0, 0 } }
  for _, turning in ipairs { s:motor { joint = joint, speed = 1 }, s:limit { joint = joint, lower = -1 }, s:coupling { joint = joint } } do
    fails("scene:plume: field 'of': expected a constraint with a force at a point, got " .. turning.kind, function() s:plume { of = turning } end)
  end
  s:plume { of = s:motor { joint = rail, position = 0 } }
  s:plume { of = s:limit { joint = rail, lower = -1 } }
  -- each freedom of a serial joint is by itself an angle or a position
  local slide = s:serial { a = s:box { size = { 1, 1, 1 } }, slide1 = { 1, 0, 0 } }
  local turn = s:serial { a = s:box { size = { 1, 1, 1 } }, turn1 = { 1, 0, 0 }, at1 = { 0, 0, 0 } }
  for _, kind in ipairs { "motor", "limit", "coupling" } do
    local fields = { motor = { speed = 1 }, limit = { lower = -1 }, coupling = {} }
    local function on(joint)
      local own = { joint = joint }
      for k, v in pairs(fields[kind]) do own[k] = v end
      return s[kind](s, own)
    end
    s:plume { of = on(slide) }
    fails("scene:plume: field 'of': expected a constraint with a force at a point, got " .. kind, function() s:plume { of = on(turn) } end)
  end
  fails("tw.film: field 'shots' is missing: expected tw.film { shots = { scene, tw.card{...}, ... } }", function() tw.film { s } end)
  fails("scene:retime: expected one table, got a table with ease beside it", function() s:retime({ { 0, 0 } }, { ease = "smooth" }) end)
  local story = tw.scene {}
  story:timeline(function(tl) tl:wait_setled(pin) end)
  fails("tl: unknown field 'wait_setled'; did you mean 'wait_settled'?", function() story:advance(0.1) end)
  local other = tw.scene {}
  other:timeline(function(tl) tl:hold(1) end)
  fails("tl: unknown field 'hold'; it has wait(seconds), wait_until(f) and wait_settled(...)", function() other:advance(0.1) end)
end
