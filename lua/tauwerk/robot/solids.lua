-- Solids and shells of robots' geoms at density 1, per volume or per area: of() measures a geom (tauwerk/robot/common.lua) and gives
-- its volume or area, its centre, and its inertia about the centre (3 x 3), in axes of the solid; nil: the kind has none.
local tw = ...

local function zero() return { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } } end

local function diagonal(x, y, z) return { { x, 0, 0 }, { 0, y, 0 }, { 0, 0, z } } end

local origin = tw.vec3(0, 0, 0)

local pi = math.pi

-- of density 1: volume, centre, inertia about it in axes of the solid
local solids = {}

function solids.sphere(f)
    local V = 4 / 3 * pi * f.radius ^ 3
    local i = 0.4 * V * f.radius ^ 2
    return V, origin, diagonal(i, i, i)
end

function solids.cylinder(f)
    local V = pi * f.radius ^ 2 * f.height
    local i = V * (3 * f.radius ^ 2 + f.height ^ 2) / 12
    return V, origin, diagonal(i, i, V * f.radius ^ 2 / 2)
end

function solids.capsule(f)
    local r, h = f.radius, f.length
    local ball, rod = 4 / 3 * pi * r ^ 3, pi * r ^ 2 * h
    local across = rod * (3 * r ^ 2 + h ^ 2) / 12 + 0.4 * ball * r ^ 2 + ball * h * (3 * r + 2 * h) / 8
    return ball + rod, origin, diagonal(across, across, rod * r ^ 2 / 2 + 0.4 * ball * r ^ 2)
end

function solids.ellipsoid(f)
    local a, b, c = f.radii[1], f.radii[2], f.radii[3]
    local V = 4 / 3 * pi * a * b * c
    return V, origin, diagonal(V * (b * b + c * c) / 5, V * (a * a + c * c) / 5, V * (a * a + b * b) / 5)
end

function solids.box(f)
    local a, b, c = f.size[1], f.size[2], f.size[3]
    local V = a * b * c
    return V, origin, diagonal(V * (b * b + c * c) / 12, V * (a * a + c * c) / 12, V * (a * a + b * b) / 12)
end

-- of the sums of 1, x and x x^T about o: size, centre and inertia about it
local function about(size, first, xx, o)
    local centre, I = first * (1 / size), zero()
    for i = 1, 3 do
        for j = 1, 3 do xx[i][j] = xx[i][j] - size * centre[i] * centre[j] end
    end
    local trace = xx[1][1] + xx[2][2] + xx[3][3]
    for i = 1, 3 do
        for j = 1, 3 do I[i][j] = (i == j and trace or 0) - xx[i][j] end
    end
    return size, centre + o, I
end

-- sums of volume, x and x x^T over tetrahedra from o to the triangles of a mesh (docs/kinds/mesh.md); `whole`: none of them is negative
local function sums(f, o, whole)
    local V, first, xx = 0, origin, zero()
    for _, t in ipairs(f.triangles) do
        local a, b, c = tw.vec3(f.vertices[t[1]]) - o, tw.vec3(f.vertices[t[2]]) - o, tw.vec3(f.vertices[t[3]]) - o
        local d, s = a:dot(b:cross(c)), a + b + c
        if whole then d = math.abs(d) end
        V, first = V + d / 6, first + s * (d / 24)
        for i = 1, 3 do
            for j = 1, 3 do
                xx[i][j] = xx[i][j] + d / 120 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j])
            end
        end
    end
    return V, first, xx
end

function solids.mesh(f)
    local o = tw.vec3(f.vertices[1])
    local V, first, xx = sums(f, o)
    if not (V > 0) then return V, o, zero() end
    return about(V, first, xx, o)
end

-- ---- shells -------------------------------------------------------------------------------------

local shells = {}

function shells.sphere(f)
    local A = 4 * pi * f.radius ^ 2
    local i = 2 / 3 * A * f.radius ^ 2
    return A, origin, diagonal(i, i, i)
end

-- a tube and two disks
function shells.cylinder(f)
    local r, h = f.radius, f.height
    local tube, disks = 2 * pi * r * h, 2 * pi * r ^ 2
    local across = tube * (r ^ 2 / 2 + h ^ 2 / 12) + disks * (r ^ 2 + h ^ 2) / 4
    return tube + disks, origin, diagonal(across, across, tube * r ^ 2 + disks * r ^ 2 / 2)
end

-- a tube and two half spheres, whose centres are half a radius behind its ends
function shells.capsule(f)
    local r, h = f.radius, f.length
    local tube, balls = 2 * pi * r * h, 4 * pi * r ^ 2
    local across = tube * (r ^ 2 / 2 + h ^ 2 / 12) + balls * (5 / 12 * r ^ 2 + (h + r) ^ 2 / 4)
    return tube + balls, origin, diagonal(across, across, tube * r ^ 2 + 2 / 3 * balls * r ^ 2)
end

-- three pairs of faces
function shells.box(f)
    local a, b, c = f.size[1] / 2, f.size[2] / 2, f.size[3] / 2
    local p, q, r = 8 * b * c, 8 * a * c, 8 * a * b
    local xx, yy, zz = a * a * (p + q / 3 + r / 3), b * b * (p / 3 + q + r / 3), c * c * (p / 3 + q / 3 + r)
    return p + q + r, origin, diagonal(yy + zz, xx + zz, xx + yy)
end

-- as MuJoCo has it: the area by Thomsen's formula (1 %), the moments those of a layer of the same thickness at the ends of all half axes
function shells.ellipsoid(f)
    local a, b, c, p = f.radii[1], f.radii[2], f.radii[3], 1.6075
    local pow = tw.math.pow
    local A = 4 * pi * pow((pow(a * b, p) + pow(b * c, p) + pow(c * a, p)) / 3, 1 / p)
    local inner, _, I = solids.ellipsoid(f)
    local outer, _, J = solids.ellipsoid { radii = { a + 1e-6, b + 1e-6, c + 1e-6 } }
    for k = 1, 3 do J[k][k] = (J[k][k] - I[k][k]) * A / (outer - inner) end
    return A, origin, J
end

-- triangles: a third of each at the middle of each side
function shells.mesh(f)
    local A, first, xx = 0, origin, zero()
    local o = tw.vec3(f.vertices[1])
    for _, t in ipairs(f.triangles) do
        local a, b, c = tw.vec3(f.vertices[t[1]]) - o, tw.vec3(f.vertices[t[2]]) - o, tw.vec3(f.vertices[t[3]]) - o
        local d, s = (b - a):cross(c - a):length() / 2, a + b + c
        A, first = A + d, first + s * (d / 3)
        for i = 1, 3 do
            for j = 1, 3 do xx[i][j] = xx[i][j] + d / 12 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]) end
        end
    end
    if not (A > 0) then return A, o, zero() end
    return about(A, first, xx, o)
end

local function of(geom)
    local measure = (geom.shell and shells or solids)[geom.kind]
    if measure then return measure(geom.fields) end
end

return { of = of, sums = sums, zero = zero }
