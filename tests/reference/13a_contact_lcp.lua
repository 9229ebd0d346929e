-- Contacts without friction: multipliers and accelerations of balls in boxes, wells and grooves, of a rod that is
-- lifted off one of its supports; velocities after impacts of two, three and five bodies.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "13a_contact_lcp"

local function vec(a) return tw.vec3(a[1], a[2], a[3]) end

-- the normals of the data have six digits and stand at whole degrees
local function exact(n)
  local parts = {}
  for i = 1, 3 do if math.abs(n[i]) > 1e-6 then parts[#parts + 1] = i end end
  local out = { 0, 0, 0 }
  if #parts == 1 then
    out[parts[1]] = n[parts[1]] > 0 and 1 or -1
  else
    local i, k = parts[1], parts[2]
    local degrees = math.deg(math.atan(n[k], n[i]))
    assert(math.abs(degrees - math.floor(degrees + 0.5)) < 1e-3)
    local a = tw.deg(math.floor(degrees + 0.5))
    out[i], out[k] = math.cos(a), math.sin(a)
  end
  return vec(out)
end

local function relative(label, got, want)
  case.near(label, got / math.max(math.abs(want), 1), want / math.max(math.abs(want), 1), 1e-10)
end

local function residual(scene)
  local s = scene:stats()
  assert(s.unfinished == 0 and s.complementarity <= 1e-10, "complementarity residual")
end

-- forces of all contacts by the pair, whichever comes first
local function forces(scene)
  local sum = {}
  for _, c in ipairs(scene.contacts) do
    local function add(x, y, n) sum[x.name .. "-" .. y.name] = n end
    add(c.a, c.b, c.force:dot(c.normal))
    add(c.b, c.a, c.force:dot(c.normal))
    assert((c.force - c.force:dot(c.normal) * c.normal):length() <= 1e-13 * c.force:length(), "friction where there is none")
  end
  return sum
end

-- balls, with a plate of its own where one touches a plane
local function balls(v)
  local scene = tw.scene { gravity = ref.params.gravity }
  local list = {}
  local centres = v.centres or { { 0, 0, 0 } }
  for i, x in ipairs(centres) do
    list[i] = scene:sphere { name = "ball" .. i, radius = v.radii and v.radii[i] or v.radius or 0.5, mass = v.masses and v.masses[i] or v.mass,
                             position = x, collide = true, friction = 0 }
  end
  for k, text in ipairs(v.contacts) do
    local i, x, y, z = text:match "^ball(%d+)%-plane%(([^,]+), ([^,]+), ([^,]+)%)$"
    if i then
      local n, ball = exact { tonumber(x), tonumber(y), tonumber(z) }, list[tonumber(i)]
      local turned = tw.rotation({ 0, 1, 0 }, n)
      scene:box { name = "plate" .. k, size = { 0.3, 0.1, 0.3 }, fixed = true, collide = true, friction = 0, orientation = turned,
                  position = ball.position - (ball.radius + 0.05) * n }
    end
  end
  return scene, list
end

local function static(v)
  local scene, list = balls(v)
  local sum = forces(scene)
  for k, text in ipairs(v.contacts) do
    local a, b = text:match "^(ball%d+)%-(ball%d+)$"
    local name = a and a .. "-" .. b or text:match "^(ball%d+)" .. "-plate" .. k
    if v.unique ~= false then relative("multiplier of " .. text, assert(sum[name], name), v.multipliers[k]) end
  end
  residual(scene)
  -- what follows of any multipliers that are right
  local net = {}
  for _, ball in ipairs(list) do net[ball] = ball.mass * vec(ref.params.gravity) end
  for _, c in ipairs(scene.contacts) do
    net[c.a] = net[c.a] and net[c.a] + c.force
    net[c.b] = net[c.b] and net[c.b] - c.force
  end
  for i, ball in ipairs(list) do
    local want = v.accelerations and v.accelerations[i] or v.acceleration or { 0, 0, 0 }
    for axis = 1, 3 do case.near("acceleration", (net[ball] / ball.mass)[axis], want[axis], 1e-9) end
  end
end

local function rod(v)
  local scene = tw.scene { gravity = ref.params.gravity }
  local bar = scene:box { name = "bar", size = { v.length, 0.1, 0.1 }, mass = v.mass, collide = true, friction = 0 }
  relative("inertia", bar.inertia.z, v.inertia_about_com)
  for i, x in ipairs { -0.5, 0.5 } do
    scene:sphere { name = "support" .. i, radius = 0.1, fixed = true, collide = true, friction = 0, position = { x * v.length, -0.15, 0 } }
  end
  scene:force { at = bar:point { 0.5 * v.length, 0, 0 }, value = { 0, v.pull, 0 } }
  local sum = forces(scene)
  for i = 1, 2 do relative("multiplier of support " .. i, assert(sum["bar-support" .. i]), v.multipliers[i]) end
  residual(scene)
  local up, turn = v.pull - v.mass * 9.81, 0.5 * v.length * v.pull
  for i, x in ipairs { -0.5, 0.5 } do
    up = up + sum["bar-support" .. i]
    turn = turn + x * v.length * sum["bar-support" .. i]
  end
  relative("acceleration of the bar", up / v.mass, v.com_acceleration_y)
  relative("angular acceleration of the bar", turn / v.inertia_about_com, v.angular_acceleration_z)
end

-- bodies that touch and come in: the impact is at once
local function impact(v, centres, masses, before, after, e)
  local scene = tw.scene {}
  local list = {}
  for i, x in ipairs(centres) do
    list[i] = scene:sphere { radius = 0.5, mass = masses[i], position = x, velocity = before[i], collide = true, friction = 0, restitution = e }
  end
  scene:advance(1e-9)
  for i, ball in ipairs(list) do
    for axis = 1, 3 do case.near("velocity after: " .. v.case, ball.velocity[axis], after[i][axis], 1e-10) end
  end
  if v.impulse then relative("impulse", masses[1] * (list[1].velocity - vec(before[1])):length(), v.impulse) end
end

local function row(speeds)
  local out = {}
  for i, s in ipairs(speeds) do out[i] = { s, 0, 0 } end
  return out
end

local count = 0
for _, sample in ipairs(ref.samples) do
  local v = sample.values
  count = count + 1
  if v.case:find "^rod" then
    rod(v)
  elseif v.case:find "cradle" then
    local centres, masses = {}, {}
    for i = 1, #v.v_before do centres[i], masses[i] = { i, 0, 0 }, 1 end
    impact(v, centres, masses, row(v.v_before), row(v.v_after_simultaneous_LCP), 1)
  elseif v.case:find "symmetrically" then
    impact(v, { { -math.sqrt(0.75), 0, 0 }, { 0, 0.5, 0 }, { 0, -0.5, 0 } }, { 1, 1, 1 }, v.v_before, v.v_after, 1)
  elseif v.restitution then
    impact(v, { { 0, 0, 0 }, { 1, 0, 0 } }, { 1, 3 }, v.v_before, v.v_after, v.restitution)
  else
    static(v)
  end
end
assert(count == 14)
case.report()
