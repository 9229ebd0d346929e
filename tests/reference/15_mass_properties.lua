-- Mass, centre and inertia of polyhedra, convex and not, from files and from lists; far from the
-- origin and scaled; against exact rational numbers and sums over tetrahedra.
package.path = "tests/reference/?.lua;" .. package.path
local tw = require "tauwerk"
local case = require "case"

local data = case.load "15_mass_properties"
local scene = tw.scene { name = "mass" }

local folder = "../data/reference/"
local shapes = {}

-- the centre of mass in the file's coordinates: the body stands at the origin
local function centre(m) return m.vertices[1] - m:vertex(1).position end

-- the whole tensor: where it is diagonal, bodies give three numbers
local function tensor(m)
  local I = m.inertia
  if type(I[1]) ~= "number" then return I end
  return { { I[1], 0, 0 }, { 0, I[2], 0 }, { 0, 0, I[3] } }
end

local function compare(name, m, volume, com, inertia, rel)
  local size = 0
  for i = 1, 3 do size = math.max(size, inertia[i][i]) end
  case.near("volume " .. name, m.mass / volume, 1, rel)
  if com then case.near("com " .. name, centre(m), com, rel * 4) end
  for i = 1, 3 do
    case.near("inertia " .. name, tensor(m)[i], inertia[i], rel * size)
  end
end

local count = 0
for _, s in ipairs(data.samples) do
  local v = s.values
  shapes[v.shape] = v
  if v.mesh and v.triangles < 1000 then
    local m = scene:mesh { file = folder .. v.mesh, density = 1 }
    assert(#m.vertices == v.vertices and #m.triangles == v.triangles)
    compare(v.shape, m, v.volume, v.com, v.inertia_about_com_unit_density, 1e-12)
    -- the same from lists
    local again = scene:mesh { vertices = m.vertices, triangles = m.triangles, density = 1 }
    assert(again.mass == m.mass and tensor(again)[1][2] == tensor(m)[1][2])
    -- a kilometre away the coordinates keep 2e-13 m, and that is all that is lost
    local far = {}
    for i, p in ipairs(m.vertices) do far[i] = p + tw.vec3(1000, -2000, 500) end
    local away = scene:mesh { vertices = far, triangles = m.triangles, density = 1 }
    compare(v.shape .. " away", away, v.volume, nil, v.inertia_about_com_unit_density, 1e-11)
    case.near("com_away", centre(away) - tw.vec3(1000, -2000, 500), v.com, 1e-12)
    -- scaled: volume by s^3, inertia by s^5
    local half = scene:mesh { file = folder .. v.mesh, density = 1, scale = 0.5 }
    assert(half.mass == m.mass / 8 and tensor(half)[3][3] == tensor(m)[3][3] / 32)
    count = count + 1
  end
end
assert(count == 7)

-- turned, moved and of other density
local l = shapes["L_prism_rotated_shifted_density_2.5"]
local base = scene:mesh { file = folder .. "meshes/L_prism_nonconvex.obj" }
local turned = {}
for i, p in ipairs(base.vertices) do
  local q = {}
  for a = 1, 3 do
    local r = l.rotation[a]
    q[a] = r[1] * p.x + r[2] * p.y + r[3] * p.z + l.shift[a]
  end
  turned[i] = q
end
local m = scene:mesh { vertices = turned, triangles = base.triangles, density = 2.5 }
case.near("mass", m.mass, l.mass, 1e-11)
case.near("com", centre(m), l.com, 1e-12)
for i = 1, 3 do case.near("inertia", tensor(m)[i], l.inertia_about_com[i], 1e-11) end

-- a mass that is given scales the inertia
local given = scene:mesh { file = folder .. "meshes/box_2x3x5_centred.obj", mass = 15 }
case.near("given", tensor(given)[1][1], 42.5, 1e-11)
case.report()
