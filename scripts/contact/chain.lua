-- A chain between two towers, its links interlocked and held by contact alone. It begins pulled aside, and swings.
-- as a test: --set links=9
local tw = require "tauwerk"
local stage = require "_stage"

local links = tw.param("links", 23, { min = 5, doc = "of the chain, without the two that are fixed" })
local scene = tw.scene { name = "chain", duration = 4, fps = 60, gravity = "earth", step = 1 / 2400 }

-- It begins on an arc of a circle: chords of length `pitch`, each turned by the angle `bend` against the next.
-- From end to end sin(n bend/2) / sin(bend/2) chords, of which it takes 0.72 n.
local wire, length, width = 0.032, 0.38, 0.21
local pitch = 0.995 * (length - 4 * wire) -- a little slack: bent, they would begin in each other
local n, low, high = links + 2, 0, 2 * math.pi / (links + 2)
for _ = 1, 60 do
  local mid = 0.5 * (low + high)
  if tw.math.sin(n * mid / 2) / tw.math.sin(mid / 2) > 0.72 * n then low = mid else high = mid end
end
local bend, span, sag = low, 0, 0
for i = 1, n do
  local angle = (i - (n + 1) / 2) * bend
  span = span + pitch * tw.math.cos(angle)
  if angle < 0 then sag = sag - pitch * tw.math.sin(angle) end
end
local height = sag + 0.55
stage.new(scene, { eye = { 0.25 * span, -1.5 * span, 0.62 * height + 0.3 }, target = { 0, 0, 0.56 * height }, fov = 34 })

-- out of the upright plane between the towers, toward the camera
local aside = tw.axis_angle({ 1, 0, 0 }, tw.deg(-58))
local chain, at = {}, tw.vec3(-span / 2, 0, 0)
for i = 1, n do
  local angle = (i - (n + 1) / 2) * bend
  local to = tw.vec3(tw.math.cos(angle), 0, tw.math.sin(angle))
  -- links stand by turns across each other; their x axes lie along the chords
  local flat = tw.axis_angle({ 0, 1, 0 }, -angle) * tw.axis_angle({ 1, 0, 0 }, i % 2 == 0 and 0 or math.pi / 2)
  local held = i == 1 or i == n
  chain[i] = scene:link { name = "link" .. i, length = length, width = width, radius = wire, fixed = held, density = 7800,
                          position = aside * (at + to * (pitch / 2)) + tw.vec3(0, 0, height), orientation = aside * flat,
                          collide = true, friction = 0.3, material = i % 2 == 0 and "steel" or "brass" }
  at = at + to * pitch
end

-- the towers
for side = -1, 1, 2 do
  local x = side * (span / 2 + 0.12)
  scene:box { size = { 0.34, 0.34, height + 0.35 }, position = { x, 0, (height + 0.35) / 2 }, fixed = true, material = stage.paint "ochre" }
  scene:box { size = { 0.5, 0.5, 0.12 }, position = { x, 0, height + 0.41 }, fixed = true, material = stage.paint "ivory" }
  scene:box { size = { 0.6, 0.6, 0.16 }, position = { x, 0, 0.08 }, fixed = true, material = stage.paint "ivory" }
end

stage.keeps_energy(scene, 1 / 60)
stage.chain_holds(scene, chain, 2, n, length - 4 * wire, 0.1 * wire) -- no farther than when they pull
-- to the other side, by at least a quarter of what it began with on this one (few links lose more)
local lowest = chain[(n + 1) // 2]
local start = -lowest.position.y
local across = stage.most(scene, function() return lowest.position.y end, 0, 1 / 60)
stage.near(scene, "it swings through", function() return across() / start end, 0.6, 0.35)
return scene
