-- A Galton board: balls fall through rows of pins, left or right at each, and show the binomial distribution.
-- as a test: --set count=30
local tw = require "tauwerk"
local stage = require "_stage"

local count = tw.param("count", 120, { min = 20, doc = "balls" })
local rows, pitch, radius, pin = 10, 0.05, 0.01, 0.0109
local every = 0.15
local scene = tw.scene { name = "galton", duration = count * every + 3, fps = 30, gravity = "earth", stepper = "timestep" }
stage.new(scene, { eye = { 0.45, -3.4, 1.0 }, target = { 0, 0, 0.66 }, fov = 24, friction = 0.4 })

local step = pitch * math.sqrt(3) / 2 -- from row to row
local bins = rows + 3
local floor, bin = 0.05, 0.5
local top = floor + bin + 0.05 + rows * step
local width, depth = bins * pitch, 2.4 * radius
-- balls that do not bounce slide from pin to pin, all the same way: they make two towers
local hard = { collide = true, fixed = true, friction = 0.1, restitution = 0.3 }
local function fixed(kind, fields)
  for k, v in pairs(hard) do fields[k] = v end
  return scene[kind](scene, fields)
end

for row = 1, rows do
  local odd = (rows - row + 1) % 2 -- the last row stands over the walls of the bins
  for k = 1, bins - odd do
    local x, z = (k - (bins - odd + 1) / 2) * pitch, top - row * step
    fixed("rod", { from = { x, -depth / 2, z }, to = { x, depth / 2, z }, radius = pin, material = "brass" })
  end
end
for k = 0, bins do
  local x = (k - bins / 2) * pitch
  local wall = (k == 0 or k == bins)
  fixed("box", { size = { 0.005, depth, bin }, position = { x, 0, floor + bin / 2 }, material = "oak", visible = not wall })
end
local height = top + 0.2 - floor
for side = -1, 1, 2 do
  fixed("box", { size = { 0.03, depth + 0.03, height }, position = { side * (width / 2 + 0.0175), 0, floor + height / 2 }, material = "oak" })
end
fixed("box", { size = { width + 0.065, depth + 0.03, floor }, position = { 0, 0, floor / 2 }, material = "oak" })
fixed("box", { size = { width, 0.015, height }, position = { 0, depth / 2 + 0.0075, floor + height / 2 }, material = "paper" })
fixed("box", { size = { width, 0.015, height }, position = { 0, -depth / 2 - 0.0075, floor + height / 2 }, visible = false })

local balls = {}
scene:every(every, function()
  if #balls == count then return end
  local n = #balls + 1
  balls[n] = scene:sphere {
    name = "ball" .. n, radius = radius, position = { scene.random:uniform(-0.002, 0.002), 0, top + 0.04 }, collide = true, density = 2500,
    friction = 0.1, restitution = 0.3, material = stage.paint(stage.names[n % 4 + 1]),
  }
end)

-- of where they lie, in units of the pitch
local function moments()
  local mean, square = 0, 0
  for _, b in ipairs(balls) do mean = mean + b.position.x / pitch end
  mean = mean / #balls
  for _, b in ipairs(balls) do square = square + (b.position.x / pitch - mean) ^ 2 end
  return mean, math.sqrt(square / (#balls - 1))
end
stage.near(scene, "balls", function() return #balls end, count, 0)
stage.near(scene, "all lie in the bins", function()
  local n = 0
  for _, b in ipairs(balls) do
    local p = b.position
    if math.abs(p.x) < width / 2 and math.abs(p.y) < depth / 2 and p.z > floor and p.z < floor + bin then n = n + 1 end
  end
  return n
end, count, 0)
-- the mean of `count` tosses of standard deviation sqrt(rows) / 2, within three deviations
local deviation = math.sqrt(rows) / 2
stage.near(scene, "their mean is the middle", function() return (moments()) end, 0, 3 * deviation / math.sqrt(count))
stage.near(scene, "their spread", function() return select(2, moments()) end, deviation, 0.4 * deviation)
-- Pearson's chi-square of the bins against the binomial distribution, three and more from the middle taken together:
-- seven classes, 16.81 is passed by one board of a hundred. Two towers have hundreds
local function chi_square()
  local classes, chosen, sum = {}, 1, 0
  local function class(k) return math.max(-3, math.min(3, k)) end
  for k = -3, 3 do classes[k] = { found = 0, share = 0 } end
  for k = 0, rows do  -- chosen: rows over k
    local c = classes[class(k - rows // 2)]
    c.share = c.share + chosen / 2 ^ rows
    chosen = chosen * (rows - k) // (k + 1)
  end
  for _, b in ipairs(balls) do
    local c = classes[class(math.floor(b.position.x / pitch + 0.5))]
    c.found = c.found + 1
  end
  for k = -3, 3 do
    local expected = classes[k].share * count
    sum = sum + (classes[k].found - expected) ^ 2 / expected
  end
  return sum
end
stage.near(scene, "as the binomial distribution", chi_square, 0, 16.81)
stage.near(scene, "they come to rest", function()
  local most = 0
  for _, b in ipairs(balls) do most = math.max(most, b.velocity:length()) end
  return most
end, 0, 0.02)
return scene
