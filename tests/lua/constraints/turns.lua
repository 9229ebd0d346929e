-- Angles count whole turns in static assembly and in the diagnosis, as they do in motion: drives beyond half a turn, through
-- gears, racks and screws.
local tw = require "tauwerk"

local function near(got, want, within, label)
  assert(math.abs(got - want) <= within, ("%s: got %.12g, expected %.12g"):format(label, got, want))
end

-- builders: scene, what is read, what it must become for a drive to `angle`
local builders = {}

function builders.hinge(s, angle)
  local j = s:hinge { a = s:box { size = { 1, 0.6, 0.4 } }, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  s:motor { joint = j, angle = angle }
  return function() return j.angle end, angle
end

function builders.gears(s, angle)
  local j = {}
  for i = 1, 3 do
    j[i] = s:hinge { a = s:box { size = { 1, 0.6, 0.4 }, position = { 2 * i, 0, 0 } }, at = { 2 * i, 0, 0 }, axis = { 0, 0, 1 } }
  end
  for i = 1, 2 do s:gear { a = j[i], b = j[i + 1], ratio = -3 } end
  s:motor { joint = j[1], angle = angle }
  return function() return j[3].angle end, 9 * angle
end

function builders.rack(s, angle)
  local wheel = s:hinge { a = s:cylinder { radius = 0.5, height = 0.2 }, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local slider = s:slider { a = s:box { size = { 3, 0.1, 0.1 }, position = { 0, -0.6, 0 } }, at = { 0, -0.6, 0 }, axis = { 1, 0, 0 } }
  s:rack { a = wheel, b = slider, ratio = 0.5 }
  s:motor { joint = wheel, angle = angle }
  return function() return slider.position end, 0.5 * angle
end

function builders.screw(s, angle)
  local j = s:screw { a = s:box { size = { 0.4, 0.4, 0.2 } }, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.1 }
  s:motor { joint = j, position = 0.1 * angle / (2 * math.pi) }
  return function() return j.angle end, angle
end

-- the angle between two bodies that both move
function builders.between(s, angle)
  local post = s:box { size = { 1, 1, 1 } }
  local j = s:hinge { a = s:box { size = { 1, 0.6, 0.4 }, position = { 0, 0, 2 } }, b = post, at = { 0, 0, 1 }, axis = { 0, 0, 1 } }
  s:motor { joint = j, angle = angle }
  return function() return j.angle end, angle
end

for name, build in pairs(builders) do
  for _, angle in ipairs { 0.5, 3.3, -3.3, 6.5, 20, -50 } do
    local label = ("%s to %g rad"):format(name, angle)
    local s = tw.scene { tau = 0.1 }
    local read, want = build(s, angle)
    local before = read()
    local d = s:diagnose()
    assert(#d.conflicts == 0 and d.assembled, label .. ": " .. d.message)
    near(read(), before, 0, label .. ": the diagnosis changes nothing")
    s:advance(3)
    near(read(), want, 1e-6 * (1 + math.abs(want)), label .. ": motion")

    s = tw.scene { tau = 0.1 }
    read, want = build(s, angle)
    local r = s:assemble {}
    assert(r.assembled, label .. ": not assembled")
    near(read(), want, 1e-9 * (1 + math.abs(want)), label .. ": assembled")
    assert(#s:diagnose().conflicts == 0)
    s:advance(0.5) -- and motion goes on from there
    near(read(), want, 1e-6 * (1 + math.abs(want)), label .. ": and stays")
  end
end

-- two drives that want different turns of one joint contradict each other, though the poses are the same
do
  local s = tw.scene { tau = 0.1 }
  local j = s:hinge { a = s:box { size = { 1, 0.6, 0.4 } }, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  s:motor { joint = j, angle = 1, name = "one" }
  s:motor { joint = j, angle = 1 + 2 * math.pi, name = "two" }
  local d = s:diagnose()
  assert(#d.conflicts == 1 and #d.conflicts[1] == 2 and d.conflicts[1].always, d.message)
  assert(not pcall(function() assert(s:assemble {}.assembled) end))
end
