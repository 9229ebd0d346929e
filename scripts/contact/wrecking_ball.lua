-- A wrecking ball on a chain: the links hold each other by contact alone. It swings into a wall.
-- as a test: --set links=5 --set rows=4 --set columns=4
local tw = require "tauwerk"
local stage = require "_stage"
local wall = require "_wall"

local links = tw.param("links", 12, { min = 2, doc = "of the chain, without the one that is fixed" })
local rows = tw.param("rows", 11, { min = 2, doc = "of bricks" })
local columns = tw.param("columns", 8, { min = 2, doc = "bricks in a row" })
local scene = tw.scene { name = "wrecking_ball", duration = 4, fps = 60, gravity = "earth", step = 1 / 2400 }
stage.new(scene, { look = "daylight", eye = { 6.4, -8.6, 2.6 }, target = { 0.2, -0.2, 1.75 }, fov = 34, friction = 0.6 })

local wire, length, width = 0.03, 0.34, 0.2
local pitch = length - 4 * wire
local radius = 0.38
local reach = links * pitch + pitch / 2 + radius + 0.03
local anchor = tw.vec3(0, -0.1 - radius, reach + 0.55)

-- down along the chain, when it begins; links stand by turns across each other
local down = tw.axis_angle({ 1, 0, 0 }, tw.deg(-50)) * tw.vec3(0, 0, -1)
local along = tw.rotation({ 1, 0, 0 }, down)
local function place(i) return anchor + down * (i * pitch) end
local function turn(i) return along * tw.axis_angle({ 1, 0, 0 }, i % 2 == 0 and 0 or math.pi / 2) end
local chain = {}
for i = 0, links do
  chain[i] = scene:link { name = "link" .. i, length = length, width = width, radius = wire, position = place(i),
                          orientation = turn(i), density = 7800, collide = true, friction = 0.3, fixed = i == 0,
                          material = "steel" }
end
-- the ball hangs on a ring of its own, which is like a link
local n = links + 1
local ball = scene:compound {
  name = "ball", collide = true, friction = 0.4, density = 2500, material = { "steel", color = { 0.12, 0.12, 0.13 }, roughness = 0.45 },
  parts = { { kind = "link", name = "ring", length = length, width = width, radius = wire },
            { kind = "sphere", name = "iron", radius = radius, position = { pitch / 2 + radius - 0.01, 0, 0 } } },
}
ball.orientation = turn(n)
ball.position = place(n) - turn(n) * ball:authored { 0, 0, 0 }

-- the crane
scene:box { size = { 0.3, 0.3, 0.2 }, position = anchor + tw.vec3(0, 0, 0.3), fixed = true, material = stage.paint "ochre" }
scene:box { size = { 3.4, 0.22, 0.3 }, position = anchor + tw.vec3(-1.5, 0, 0.5), fixed = true, material = stage.paint "ochre" }
scene:box { size = { 0.35, 0.35, anchor.z + 0.65 }, position = { -3.1, anchor.y, (anchor.z + 0.65) / 2 }, fixed = true,
            material = stage.paint "ochre" }

local bricks = wall.build(scene, { rows = rows, columns = columns, position = { 0, 0.1 + wall.size.y, 0 } })

stage.keeps_energy(scene, 1 / 60)
stage.chain_holds(scene, chain, 1, links, pitch, 0.01 * wire) -- no farther than when they pull
stage.near(scene, "the ball hangs on the chain", function()
  return math.max((ball:to_world(ball:authored { 0, 0, 0 }) - chain[links].position):length() - pitch, 0)
end, 0, 0.1 * wire)
stage.near(scene, "the wall is broken", function()
  local moved = 0
  for _, b in ipairs(bricks) do
    if math.abs(b.position.y - 0.3) > 0.2 then moved = moved + 1 end
  end
  return moved > #bricks / 10 and 1 or 0
end, 1, 0)
return scene
