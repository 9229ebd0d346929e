-- Compounds: mass, centre and inertia in closed form, parts and their points, looks, saved states.
local tw = require "tauwerk"

local function near(a, b, e)
  assert(math.abs(a - b) <= (e or 1e-12) * math.max(1, math.abs(b)), a .. " is not " .. b)
end
local function near3(a, b, e) for i = 1, 3 do near(a[i], b[i], e) end end
-- inertia[i][j], also where only the diagonal is told
local function moment(b, i, j)
  local I = b.inertia
  return type(I[1]) == "number" and (i == j and I[i] or 0) or type(I[1]) ~= "number" and I[i][j] or 0
end
local function same_inertia(a, b)
  for i = 1, 3 do for j = 1, 3 do near(moment(a, i, j), moment(b, i, j)) end end
end
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true), "expected '" .. text .. "', got " .. tostring(message))
end

tw.test("a dumbbell", function()
  local scene = tw.scene {}
  local d = scene:compound { name = "d", position = { 1, 2, 3 }, parts = {
    { kind = "rod", name = "bar", length = 1, radius = 0.02, mass = 0.6 },
    { kind = "sphere", name = "left", radius = 0.1, mass = 2, position = { 0, 0, -0.5 } },
    { kind = "sphere", name = "right", radius = 0.1, mass = 1, position = { 0, 0, 0.5 } } } }
  near(d.mass, 3.6)
  local com = (1 - 2) * 0.5 / 3.6
  near3(d:authored { 0, 0, 0 }, { 0, 0, -com })
  near3(d:part("left").center.position, { 1, 2, 3 - 0.5 - com })
  near3(d:part("bar").end2.position, { 1, 2, 3 + 0.5 - com })
  local I = 0.6 * (1 / 12 + 0.02 ^ 2 / 4) + 0.6 * com ^ 2 + 3 * 0.4 * 0.01
    + 2 * (0.5 + com) ^ 2 + (0.5 - com) ^ 2
  near(moment(d, 1, 1), I)
  near(moment(d, 3, 3), 0.3 * 0.02 ^ 2 + 3 * 0.4 * 0.01)
  assert(d:part(2).name == "left" and d.parts[3].radius == 0.1 and d:part("bar").kind == "rod")
  assert(d:part("left").center == d:part(2).center and #d.parts == 3)
  -- a mass of the whole scales all
  d.mass = 7.2
  near(moment(d, 1, 1), 2 * I)
end)

tw.test("two halves are the whole; the density may change", function()
  local scene = tw.scene {}
  local box = scene:box { size = { 0.4, 0.2, 0.6 }, density = 700 }
  local halves = scene:compound { density = 700, parts = {
    { kind = "box", size = { 0.2, 0.2, 0.6 }, position = { 0.1, 5, 0 } },
    { kind = "box", size = { 0.2, 0.6, 0.2 }, position = { -0.1, 5, 0 }, orientation = tw.axis_angle({ 1, 0, 0 }, tw.deg(90)) } } }
  near(halves.mass, box.mass)
  same_inertia(halves, box)
  near3(halves:authored { 0, 5, 0 }, { 0, 0, 0 })

  local mixed = scene:compound { density = 1, parts = {
    { kind = "box", size = { 1, 1, 1 }, position = { -1, 0, 0 } },
    { kind = "box", name = "b", size = { 1, 1, 1 }, position = { 1, 0, 0 }, density = 3 } } }
  near3(mixed:part("b").center.position, { 0.5, 0, 0 })
  local before = scene:snapshot()
  mixed.density = 9
  near3(mixed:part("b").center.position, { 1.5, 0, 0 })
  near(mixed.mass, 12)
  fails("expected a positive number", function() mixed.density = -1 end)
  near3(mixed:part("b").center.position, { 1.5, 0, 0 })
  scene:restore(before)
  near3(mixed:part("b").center.position, { 0.5, 0, 0 })
  near(mixed.mass, 4)
end)

tw.test("nested compounds, meshes, bare bodies", function()
  local scene = tw.scene {}
  local function arm(x)
    return { kind = "compound", name = "arm", position = { x, 0, 0 }, parts = {
      { kind = "capsule", name = "bone", from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1 },
      { kind = "sphere", name = "hand", radius = 0.2, position = { 0, 0, 1.2 } } } }
  end
  local alone = scene:compound(setmetatable({ parts = arm(0).parts }, nil))
  local two = scene:compound { parts = { arm(2), { kind = "box", size = { 1, 1, 1 } } } }
  near(two.mass, alone.mass + 1000)
  local x = 2 * alone.mass / two.mass
  near3(two:part("arm").center.position, { 2 - x, 0, 0 })
  near3(two:part("arm"):part("hand").center.position,
    { 2 - x, 0, alone:part("hand").center.position.z })
  near3(two:part("arm"):part("bone").end2.position,
    two:part("arm").center.position + alone:part("bone").end2.position)
  near3(two:part(2):corner(8).position, { 0.5 - x, 0.5, 0.5 })
  near(moment(two, 2, 2), moment(alone, 2, 2) + 1000 / 6 + alone.mass * 1000 / two.mass * 4, 1e-11)

  local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
  local sides = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
  local mesh = scene:mesh { vertices = corners, triangles = sides }
  local m = scene:compound { parts = { { kind = "mesh", vertices = corners, triangles = sides } } }
  near(m.mass, mesh.mass)
  same_inertia(m, mesh)
  near3(m:part(1):vertex(2).position, mesh:vertex(2).position)

  local weight = { kind = "body", mass = 5, inertia = { 1, 1, 1 }, position = { 3, 0, 0 } }
  local loaded = scene:compound { parts = { { kind = "sphere", radius = 0.1, mass = 5 }, weight } }
  near(moment(loaded, 2, 2), 0.4 * 5 * 0.01 + 1 + 2 * 5 * 1.5 ^ 2)
end)

tw.test("a tumbling compound keeps energy, momentum and angular momentum", function()
  local scene = tw.scene { rtol = 1e-11, atol = 1e-14 }
  local c = scene:compound { velocity = { 0.3, 0, 0.1 }, angular_velocity = { 3, 0.2, 1 }, parts = {
    { kind = "box", size = { 0.3, 0.2, 0.1 } },
    { kind = "cone", height = 0.4, radius = 0.1, position = { 0.2, 0.1, 0 }, orientation = tw.euler(1, 0, 0.3) },
    { kind = "torus", major_radius = 0.2, minor_radius = 0.03, position = { -0.1, 0, 0.2 }, density = 7800 } } }
  local E = scene:energy().total
  local p, l = scene:momentum(), scene:angular_momentum { 0, 0, 0 }
  scene:advance(5)
  local E1 = scene:energy().total
  near(E1, E, 1e-9)
  near3(scene:momentum(), p, 1e-12)
  near3(scene:angular_momentum { 0, 0, 0 }, l, 1e-9)
end)

tw.test("saved states and removal", function()
  local scene = tw.scene { gravity = "earth" }
  local c = scene:compound { name = "c", angular_velocity = { 1, 2, 3 }, parts = {
    { kind = "link", name = "eye", length = 0.3, width = 0.2, radius = 0.02 },
    { kind = "disk", height = 0.02, radius = 0.2, position = { 0.3, 0, 0 }, material = "steel", color = { 1, 0, 0 } } } }
  local eye = c:part("eye").end1
  scene:connect(eye, scene:nail { eye.position.x, eye.position.y, eye.position.z })
  near(c:part("eye").pitch, 0.22)
  scene:advance(0.1)
  local s, h = scene:snapshot(), scene:hash()
  scene:advance(0.2)
  local h2, at = scene:hash(), eye.position
  scene:restore(s)
  assert(scene:hash() == h)
  scene:advance(0.2)
  assert(scene:hash() == h2 and eye.position == at)
  local part = c:part("eye")
  c:remove()
  assert(#scene.bodies == 0 and #scene.constraints == 0)
  fails("was removed", function() return part.center end)
  scene:restore(s)
  assert(scene:hash() == h)
  scene:advance(0.2)
  assert(scene:hash() == h2)
end)

tw.test("bare bodies with a shape; read-outs of links", function()
  local scene = tw.scene {}
  local b = scene:body { mass = 2, inertia = { 1, 2, 2.5 }, shape = { kind = "box", name = "hull", size = { 1, 2, 3 }, position = { 1, 0, 0 } } }
  near(b.mass, 2)
  near(b.inertia[2], 2)
  near3(b:part("hull").center.position, { 1, 0, 0 })
  near3(b:part("hull"):face("+z").position, { 1, 0, 1.5 })
  scene:body { mass = 1, inertia = { 1, 1, 1 }, shape = { { kind = "sphere", radius = 0.1 }, { kind = "cone", height = 1, radius = 0.1 } } }
  assert(scene:body { mass = 1, inertia = { 1, 1, 1 } }.shape == nil)

  local link = scene:link { length = 0.3, width = 0.2, radius = 0.02 }
  near(link.pitch, 0.22)
  near((link.end2.position - link.end1.position):length(), link.pitch)
  link.length = 0.4
  near(link.pitch, 0.32)
  fails("can only be read", function() link.pitch = 1 end)
end)

tw.test("what is refused", function()
  local scene = tw.scene {}
  local function make(parts) return function() scene:compound { parts = parts } end end
  fails("field 'parts': expected at least one part", make {})
  fails("field 'parts': part 1: field 'kind': expected the name of a kind of body, got nil", make { {} })
  fails("there is no kind of body 'shere'; did you mean 'sphere'?", make { { kind = "shere" } })
  fails("part 2: field 'radius': expected a positive number, got -1", make { { kind = "sphere", radius = 1 }, { kind = "sphere", radius = -1 } })
  fails("part 1: field 'radius' is missing: expected a positive number", make { { kind = "sphere" } })
  fails("part 1: unknown field 'raduis'; did you mean 'radius'?", make { { kind = "sphere", raduis = 1 } })
  fails("part 1: field 'mass': expected a positive number, got 0", make { { kind = "sphere", radius = 1, mass = 0 } })
  fails("field 'name': 'a' is used by part 1 already", make { { kind = "sphere", radius = 1, name = "a" }, { kind = "sphere", radius = 1, name = "a" } })
  fails("part 1: field 'width': expected more than 4 radius", make { { kind = "link", length = 1, width = 0.1, radius = 0.1 } })
  fails("field 'position': expected either it or 'from' and 'to'", make { { kind = "rod", from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, position = { 0, 0, 0 } } })
  fails("part 1: expected a table {kind = ..., ...}, got 3", make { 3 })
  fails("part 1: field 'mass' is missing", make { { kind = "body", inertia = { 1, 1, 1 } } })
  local self = { kind = "compound" }
  self.parts = { self }
  fails("part 1: field 'parts': part 1: this part contains itself", make { self })
  local deep = { kind = "sphere", radius = 1 }
  for i = 1, 15 do deep = { kind = "compound", name = "in", parts = { deep } } end
  local c = scene:compound { parts = { deep } }
  near(c.mass, 4000 / 3 * math.pi)
  local part = c
  for i = 1, 15 do part = part:part "in" end
  assert(part:part(1).kind == "sphere" and part:part(1).center.position == c.position)
  c:remove()
  fails("compounds are nested more than 16 deep", make { { kind = "compound", parts = { deep } } })
  fails("field 'shape': expected no 'density' or 'mass' in it", function()
    scene:body { mass = 1, inertia = { 1, 1, 1 }, shape = { kind = "sphere", radius = 1, mass = 2 } }
  end)
  local c = scene:compound { parts = { { kind = "sphere", name = "head", radius = 1 } } }
  fails("no part is called 'haed'; did you mean 'head'?", function() c:part("haed") end)
  fails("expected a part from 1 to 1, got 2", function() c:part(2) end)
  fails("part 'head': unknown field 'end1'", function() return c:part("head").end1 end)
  fails("fields of a part can only be read", function() c:part("head").radius = 2 end)
  fails("can be given at creation only", function() c.parts = { { kind = "sphere", radius = 1 } } end)
  fails("unknown field 'part'", function() return scene:sphere { radius = 1 }.part end)
  fails("'part': a compound has a field of that name already", function()
    scene:compound { parts = { { kind = "sphere", radius = 1 } }, points = { part = { 0, 0, 0 } } }
  end)
  assert(#scene.bodies == 2)
end)
