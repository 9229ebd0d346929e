-- 500 bodies of all kinds fall into a tray and lie there.
-- as a test: --set count=30
local tw = require "tauwerk"
local stage = require "_stage"

local count = tw.param("count", 500, { min = 10, doc = "bodies" })
local side = 0.5 * count ^ (1 / 3) * 0.62 -- of the tray
local each = 1 / 100 -- s, from one body to the next
local scene = tw.scene { name = "pile", duration = 6, fps = 30, gravity = "earth", step = 1 / 300 }
stage.new(scene, { eye = { 0.9 * side, -1.6 * side, 1.65 * side }, target = { 0, 0, 0.06 * side }, fov = 42, friction = 0.6 })

for k = 0, 3 do
  local turn = tw.axis_angle({ 0, 0, 1 }, k * math.pi / 2)
  scene:box { size = { 2 * side * 0.62 + 0.1, 0.1, 0.32 * side }, position = turn * tw.vec3(0.05, side * 0.62, 0.16 * side),
              orientation = turn, fixed = true, collide = true, friction = 0.5, material = "oak" }
end

-- sizes of about 0.1 m
local kinds = {
  { "sphere", function(s) return { radius = 0.5 * s } end },
  { "box", function(s) return { size = { 0.9 * s, 0.75 * s, 0.6 * s } } end },
  { "capsule", function(s) return { length = 0.9 * s, radius = 0.27 * s } end },
  { "cylinder", function(s) return { height = 0.7 * s, radius = 0.42 * s } end },
  { "cone", function(s) return { height = 1.1 * s, radius = 0.48 * s } end },
  { "ellipsoid", function(s) return { radii = { 0.7 * s, 0.5 * s, 0.35 * s } } end },
  { "disk", function(s) return { height = 0.25 * s, radius = 0.6 * s } end },
  { "torus", function(s) return { major_radius = 0.48 * s, minor_radius = 0.16 * s } end },
  { "link", function(s) return { length = 1.5 * s, width = 0.9 * s, radius = 0.13 * s } end },
}
local bodies, mass = {}, 0
local r = scene.random
local columns = math.ceil((count / 3) ^ (1 / 2))
local spacing = 2 * side * 0.56 / columns
for i = 1, count do
  local k = (i - 1) % #kinds + 1
  local size = r:uniform(0.13, 0.18)
  local fields = kinds[k][2](size)
  local n = i - 1
  local layer, cell = n // (columns * columns), n % (columns * columns)
  fields.position = { (cell % columns - (columns - 1) / 2) * spacing + r:uniform(-0.01, 0.01),
                      (cell // columns - (columns - 1) / 2) * spacing + r:uniform(-0.01, 0.01), 0.35 + layer * 0.3 }
  fields.orientation = r:rotation()
  fields.collide, fields.friction, fields.density = true, 0.5, 800
  if kinds[k][1] == "ellipsoid" then fields.rolling_friction = 1e-3 end -- m; else they rock for minutes
  fields.material = stage.paint(stage.names[k % #stage.names + 1])
  bodies[i] = scene[kinds[k][1]](scene, fields)
end

local E = stage.keeps_energy(scene, 0.1)
stage.near(scene, "it comes to rest", function() return scene:energy().kinetic / E end, 0, 1e-3) -- what is round still rolls
local function deepest()
  local most = 0
  for _, c in ipairs(scene.contacts) do most = math.max(most, -c.gap) end
  return most
end
stage.near(scene, "depth of all contacts", deepest, 0, 5e-4)
stage.near(scene, "all are in the tray", function()
  local n = 0
  for _, b in ipairs(bodies) do
    local p = b.position
    if math.abs(p.x) < 0.62 * side and math.abs(p.y) < 0.62 * side and p.z > 0.01 then n = n + 1 end
  end
  return n
end, count, 0)
return scene
