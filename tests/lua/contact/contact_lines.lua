-- Round bars and edges along edges: both ends of the stretch that they share carry, so that what lies there does not
-- turn, wherever its weight is.
local tw = require "tauwerk"
local g = 9.81
local along_y = tw.axis_angle({ 1, 0, 0 }, math.pi / 2)
local force = dofile("tests/lua/_cases.lua").force
local near = dofile("tests/lua/_cases.lua").near

-- fixed edges along y whose upper line is x = z = 0
local function tilted(degrees)
  return function(s)
    local turn = tw.axis_angle({ 0, 1, 0 }, tw.deg(degrees))
    local top = turn * tw.vec3(-1, 0, 1)
    return s:box { size = { 2, 2, 2 }, orientation = turn, position = { -top.x, 0, -top.z }, fixed = true, collide = true,
                   friction = 0 }
  end
end
local edges = {
  ["box at 45 degrees"] = tilted(45),
  ["box at 30 degrees"] = tilted(30),
  ["mesh"] = function(s)
    local m = s:mesh { vertices = { { -1, -1, -1 }, { 1, -1, -1 }, { 0, -1, 0 }, { -1, 1, -1 }, { 1, 1, -1 }, { 0, 1, 0 } },
                    triangles = { { 1, 2, 3 }, { 4, 6, 5 }, { 1, 4, 5 }, { 1, 5, 2 }, { 2, 5, 6 }, { 2, 6, 3 }, { 3, 6, 4 },
                                  { 3, 4, 1 } }, fixed = true, collide = true, friction = 0 }
    m:place { point = m:vertex(3), at = { 0, -1, 0 } }
    return m
  end,
}
local bars = {
  cylinder = function(s, f) f.radius, f.height = 0.3, 1 return s:cylinder(f) end,
  capsule = function(s, f) f.radius, f.length = 0.3, 1 return s:capsule(f) end,
}
for where, edge in pairs(edges) do
  for what, bar in pairs(bars) do
    for _, off in ipairs { 0, 0.3 } do
      local s = tw.scene { gravity = "earth" }
      edge(s)
      local b = bar(s, { mass = 2, orientation = along_y, position = { 0, off, 0.3 }, collide = true, friction = 0 })
      local label = ("%s on a %s, %g m off"):format(what, where, off)
      near(label .. ": contacts", #s.contacts, 2, 0)
      near(label .. ": carries", force(b, s).z, 2 * g, 1e-9)
      near(label .. ": torque", b.torque:length(), 0, 1e-9)
    end
  end
end

-- a bar in the gap between two boxes: N = m g / (2 cos a) on each side, and there it stays
for _, stepper in ipairs { "auto", "dopri", "timestep" } do
  for what, bar in pairs(bars) do
    local s = tw.scene { gravity = "earth", stepper = stepper }
    local side = {}
    for i, x in ipairs { -1.2, 1.2 } do
      side[i] = s:box { size = { 2, 2, 2 }, position = { x, 0, -1 }, fixed = true, collide = true, friction = 0 }
    end
    local height = math.sqrt(0.3 ^ 2 - 0.2 ^ 2)
    local b = bar(s, { mass = 2, orientation = along_y, position = { 0, 0.1, height }, collide = true, friction = 0 })
    s:advance(0.5)
    for i = 1, 2 do
      near(("%s in a gap, %s"):format(what, stepper), force(side[i], s):length(), 2 * g / (2 * height / 0.3), 1e-6)
    end
    near("stays", (b.position - tw.vec3(0, 0.1, height)):length(), 0, 1e-9)
    near("coarse steps", s:stats().coarse_steps, 0, 0)
  end
end
