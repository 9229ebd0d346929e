-- The kinds of bodies, side by side, each turning freely about no axis in particular: energy, momentum and angular
-- momentum stay. `--set show=cone` builds one of them alone.
local tw = require "tauwerk"

local scene = tw.scene { name = "bodies", duration = 5, fps = 60, rtol = 1e-10, atol = 1e-13 }
local show = tw.param("show", "all")

local color = { red = { 0.58, 0.08, 0.05 }, ochre = { 0.72, 0.40, 0.07 }, green = { 0.16, 0.33, 0.10 },
                blue = { 0.05, 0.20, 0.44 }, plum = { 0.30, 0.09, 0.30 }, ivory = { 0.74, 0.68, 0.55 }, teal = { 0.05, 0.28, 0.28 } }
local function paint(name, texture, scale)
  return { "plastic", color = color[name], roughness = 0.3, texture = texture or "none", texture_scale = scale or 0.2,
           texture_color = color.ivory }
end

-- a prism over a star of five points: flat, not convex
local function star(outer, inner, height)
  local v, t, n = {}, {}, 10
  for side = -1, 1, 2 do
    for k = 0, n - 1 do
      local r, a = k % 2 == 0 and outer or inner, 2 * math.pi * k / n
      v[#v + 1] = { r * math.cos(a), r * math.sin(a), side * height / 2 }
    end
  end
  v[21], v[22] = { 0, 0, -height / 2 }, { 0, 0, height / 2 }
  for k = 1, n do
    local l = k % n + 1
    for _, triangle in ipairs { { 21, l, k }, { 22, n + k, n + l }, { k, l, n + l }, { k, n + l, n + k } } do
      t[#t + 1] = triangle
    end
  end
  return v, t
end
local vertices, triangles = star(0.36, 0.16, 0.14)

-- an aeroplane, whose propeller is a compound too
local aeroplane = {
  { kind = "capsule", name = "fuselage", from = { -0.3, 0, 0 }, to = { 0.22, 0, 0 }, radius = 0.07, color = color.ivory },
  { kind = "ellipsoid", name = "wing", radii = { 0.09, 0.42, 0.02 }, position = { 0.06, 0, 0.02 }, color = color.red },
  { kind = "ellipsoid", name = "tailplane", radii = { 0.06, 0.17, 0.014 }, position = { -0.3, 0, 0.02 }, color = color.red },
  { kind = "ellipsoid", name = "fin", radii = { 0.06, 0.014, 0.12 }, position = { -0.31, 0, 0.1 }, color = color.blue },
  { kind = "compound", name = "propeller", position = { 0.33, 0, 0 }, material = "steel", density = 2700, parts = {
    { kind = "cone", height = 0.1, radius = 0.05, orientation = tw.axis_angle({ 0, 1, 0 }, tw.deg(90)) },
    { kind = "box", size = { 0.02, 0.04, 0.36 } },
  } },
}

local function axis(x, y, z, name)
  return { kind = "capsule", from = { -x, -y, -z }, to = { x, y, z }, radius = 0.05, color = color[name] }
end

-- at the beginning: the axis across the picture, or toward the camera
local along, facing = tw.euler(0, 1.0, -0.45), tw.euler(1.0, 0.35, 0.3)

local list = {
  { "sphere", { radius = 0.3, material = paint("red", "checker", 0.25) } },
  { "ellipsoid", { radii = { 0.38, 0.27, 0.18 }, material = paint("plum", "stripes", 0.12) } },
  { "box", { size = { 0.52, 0.4, 0.28 }, material = "oak" } },
  { "card", { size = { 0.62, 0.42, 0.02 }, material = paint("ivory") }, facing },
  { "mesh", { vertices = vertices, triangles = triangles, material = "gold" }, facing },
  { "compound", { parts = aeroplane }, tw.euler(0.6, 0.1, -0.6) },
  { "body", { mass = 4, inertia = { 0.05, 0.12, 0.14 },
              shape = { axis(0.4, 0, 0, "red"), axis(0, 0.3, 0, "green"), axis(0, 0, 0.25, "blue") } } },
  { "rod", { length = 0.72, radius = 0.07, material = "copper" }, along },
  { "capsule", { length = 0.4, radius = 0.15, material = paint("blue") }, along },
  { "cylinder", { height = 0.5, radius = 0.2, material = paint("ochre", "stripes", 0.16) }, along },
  { "disk", { height = 0.06, radius = 0.34, material = paint("teal", "checker", 0.2) }, facing },
  { "cone", { height = 0.6, radius = 0.26, material = paint("green") }, along },
  { "torus", { major_radius = 0.26, minor_radius = 0.09, material = "brass" }, facing },
  { "link", { length = 0.72, width = 0.42, radius = 0.06, material = "steel" }, facing },
}

local alone = show ~= "all"
local known = not alone
for i, entry in ipairs(list) do
  local kind, fields = entry[1], entry[2]
  local column, back = (i - 1) % 7, i <= 7
  local at = alone and tw.vec3(0, 0, 0) or tw.vec3(column - 3, back and 0.9 or -0.5, back and 1.5 or 0.62)
  if kind == show then known = true end
  if not alone or kind == show then
    fields.name, fields.position = kind, at
    fields.orientation = entry[3] or tw.euler(0.5 + 0.2 * column, 0.25 + (back and 0.1 or 0.45), 0.5 * column)
    fields.angular_velocity = { 0.5, 0.4, back and 1.3 or -1.3 }
    local body = scene[kind](scene, fields)
    local energy, spin = body.energy.total, body.angular_momentum
    for _, t in ipairs { 2, "end" } do
      scene:expect { kind .. " keeps its energy at " .. t, value = function() return body.energy.total / energy end, equals = 1, within = 1e-8, at = t }
      scene:expect { kind .. " keeps its angular momentum at " .. t, within = 1e-8, equals = 0, at = t,
                     value = function() return (body.angular_momentum - spin):length() / spin:length() end }
      scene:expect { kind .. " stays where it is at " .. t, value = function() return (body.position - at):length() end, equals = 0, within = 1e-12, at = t }
    end
    if not alone then
      scene:text { kind, at = at + tw.vec3(0, -0.12, -0.6), size = 0.036 }
    end
  end
end
if not known then tw.fail("there is no kind of body '%s'", show) end

if alone then
  scene:ground { height = -0.5 }
  scene.camera = { eye = { 0.3, -2.5, 0.9 }, target = { 0, 0, -0.03 }, fov = tw.deg(26) }
else
  -- two steps, and a plinth below each body
  scene:ground { height = 0 }
  scene:box { size = { 7.4, 1.3, 0.86 }, position = { 0, 1.05, 0.43 }, fixed = true, material = { "stone", color = { 0.30, 0.29, 0.27 } } }
  for i = 0, 13 do
    local back = i < 7
    scene:cylinder { height = 0.1, radius = 0.4, position = { i % 7 - 3, back and 0.9 or -0.5, back and 0.91 or 0.05 }, fixed = true,
                     material = { "stone", color = { 0.42, 0.40, 0.37 } } }
  end
  scene.camera = { eye = { 0, -9.6, 3.6 }, target = { 0, 0.2, 0.82 }, fov = tw.deg(23.8) }
end

return scene
