-- The stubs for editors (tauwerk stubs) against the module: every member of a class is there at an object of that class, and
-- every function of the module has a stub.
local tw = require "tauwerk"
require "tauwerk.models"
local pipe = assert(io.popen("'" .. arg[1] .. "' stubs", "r"))
local text = pipe:read "a"
assert(pipe:close())
assert(load(text, "=stubs", "t"))

-- members by class; the class of a function is the one of its block
local members, class = {}, nil
for line in text:gmatch "[^\n]+" do
  local name = line:match "^%-%-%-@class tauwerk%.?([%w_.]*)"
  if name then
    class = name
    members[class] = members[class] or {}
  end
  local field, doc = line:match "^%-%-%-@field ([%w_]+)%?? .- # (.+)$"
  local method = line:match "^function %w+[:.]([%w_]+)%("
  if line:find "^%-%-%-@field [%a_]" then
    -- `kind` of a part and `[string]` open it for the fields of kinds
    assert(field and #doc > 0, "no text: " .. line)
    members[class][field] = true
  end
  if method then members[class][method] = true end
end

local scene = tw.scene { gravity = "earth" }
local rod = scene:rod { length = 1, radius = .1, collide = true, position = { 0, 0, 0.05 } }
local ball = scene:sphere { radius = .1, position = { 0, 0, 3 } }
local force = scene:drag { rate = 1 }
local hinge = scene:hinge { a = ball, at = { 0, 0, 3 }, axis = { 1, 0, 0 } }
scene:ground {}
local record = scene:record { "z", value = function() return ball.position.z end }
local event = scene:at(1, function() end)
local story
scene:timeline(function(tl) story = tl end)
scene:advance(0.1)
local objects = {
  [""] = tw, ["math"] = tw.math, scene = scene, maker = scene, group = scene:group {}, body = rod, point = rod.end1, force = force,
  constraint = hinge, prop = scene:arrow { at = rod, value = { 0, 0, 1 } }, text = scene:text { "a" },
  graph = scene:graph { of = function(t) return t end }, event = event, story = story, random = scene.random,
  contact = scene.contacts[1], hit = scene:ray { from = { 0, 0, 9 }, along = { 0, 0, -1 } }, gap = scene:distance(rod, ball),
  energy = scene:energy(), split = hinge.split, record = record, diagnosis = scene:diagnose(), assembly = scene:assemble {},
  stats = scene:stats(), vec3 = tw.vec3(1, 2, 3), quat = tw.quat(1, 0, 0, 0), rod = rod, hinge = hinge, sphere = ball,
}
local checked = 0
for class, object in tw.sorted(objects) do
  assert(members[class], "no class " .. class)
  for name in tw.sorted(members[class]) do
    local ok, why = pcall(function() return object[name] end)
    local angular = class == "constraint" and name == "position" -- joints that slide have it
    assert(ok or angular, ("%s.%s: %s"):format(class, name, why))
    checked = checked + 1
    local plain = type(object) == "table" and getmetatable(object) == nil
    local may_be_nil = { body = true, b = true, min = true, max = true }
    assert(not plain or object[name] ~= nil or may_be_nil[name], class .. "." .. name .. " is not there")
  end
end
assert(checked > 250, checked)
-- and the other way for what a script can go through
for _, class in ipairs { "", "math", "energy", "split", "diagnosis", "hit", "gap", "record" } do
  for name in pairs(objects[class]) do
    assert(members[class][name], ("%s.%s has no stub"):format(class, name))
  end
end
-- fields of texts and graphs, as their errors list them
for _, kind in ipairs { "text", "graph" } do
  local _, why = pcall(scene[kind], scene, { zzzzzzzz = 1 })
  local list = assert(why:match "expected (.*)$", why)
  for name in list:gmatch "[%w_]+" do assert(members[kind .. ".fields"][name], kind .. "." .. name .. " has no stub") end
end
