-- A wall in running bond: every second row begins and ends with half a brick. Along x, around the z axis.
local tw = require "tauwerk"
local stage = require "_stage"
local wall = {}

wall.size = tw.vec3(0.4, 0.2, 0.2)

-- a number from 1 to n that looks random and is the same for the same brick [murmur3's finalizer]
local function tone(brick, n)
  local h = (brick + 1) * 0x9e3779b9 & 0xffffffff
  h = (h ~ h >> 16) * 0x85ebca6b & 0xffffffff
  h = (h ~ h >> 13) * 0xc2b2ae35 & 0xffffffff
  return (h ~ h >> 16) % n + 1
end

-- fields: rows, columns, position ({0, 0, 0}), density, friction
function wall.build(scene, t)
  local bricks, size, at = {}, wall.size, tw.vec3(t.position or { 0, 0, 0 })
  local left = -t.columns * size.x / 2
  local tones = { { 0.50, 0.16, 0.09 }, { 0.43, 0.13, 0.07 }, { 0.55, 0.20, 0.10 }, { 0.38, 0.12, 0.08 }, { 0.47, 0.18, 0.12 } }
  for row = 1, t.rows do
    local x = left
    while x < left + t.columns * size.x - 1e-9 do
      local half = row % 2 == 1 and (x == left or x > left + (t.columns - 0.75) * size.x)
      local length = half and size.x / 2 or size.x
      bricks[#bricks + 1] = scene:box {
        name = "brick" .. #bricks + 1, size = { length, size.y, size.z }, collide = true, friction = t.friction or 0.6,
        density = t.density or 1800, position = at + tw.vec3(x + length / 2, 0, (row - 0.5) * size.z),
        material = { "stone", color = tones[tone(#bricks, #tones)] },
      }
      x = x + length
    end
  end
  return bricks
end

return wall
