-- The kinds of forces, side by side, each against its closed form: a spring, a torsion spring, drag, a force, a torque,
-- an attractor, and one of one's own, a charge in a magnetic field. `--set show=spring` builds one of them alone.
local tw = require "tauwerk"

local scene = tw.scene { name = "forces", duration = 6, fps = 60 }
local show = tw.param("show", "all")
local function wanted(name) return show == "all" or show == name end
local pi = math.pi
local colors = { red = { 0.58, 0.08, 0.05 }, ochre = { 0.72, 0.40, 0.07 }, green = { 0.16, 0.33, 0.10 },
                 blue = { 0.05, 0.20, 0.44 }, plum = { 0.26, 0.08, 0.28 }, ivory = { 0.74, 0.68, 0.55 } }
local function paint(color, texture, scale)
  return { "plastic", color = colors[color], roughness = 0.35, texture = texture or "none", texture_scale = scale or 0.2,
           texture_color = colors.ivory }
end
local function fixed(from, to, radius, material)
  return scene:capsule { from = from, to = to, radius = radius, fixed = true, material = material or "oak" }
end
local function check(name, t, value, within)
  scene:expect { name .. " at " .. t, value = value, equals = 0, within = within or 1e-6, at = t }
end
local station = {}
local function at(name, x, y, z)
  station[name] = tw.vec3(x, y, z)
  return station[name]
end

-- spring: a block to and fro, T = 2 pi sqrt(m/k); beside it with a damper, x'' + 2 d x' + w0^2 x = 0
if wanted "spring" then
  local p = at("spring", -2.7, 0, 1.0)
  fixed(p + tw.vec3(-0.9, 0, -1), p + tw.vec3(-0.9, 0, 0.55), 0.06)
  for k, damping in ipairs { 0, 3 } do
    local z, m, stiffness = 0.5 - 0.5 * k, 4, 40
    local block = scene:box { size = { 0.3, 0.3, 0.3 }, mass = m, position = p + tw.vec3(0.4, 0, z), material = paint(k == 1 and "red" or "ochre") }
    local post = p + tw.vec3(-0.9, 0, z)
    scene:spring { a = block.center, b = scene:nail(post), stiffness = stiffness, rest = 0.9, damping = damping }
    local d, w0 = damping / (2 * m), math.sqrt(stiffness / m)
    local w = math.sqrt(w0 ^ 2 - d ^ 2)
    for _, t in ipairs { 0.37, 2, 5 } do
      check("spring " .. k, t, function()
        return block.position.x - p.x - 0.4 * math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t))
      end)
    end
  end
end

-- torsion_spring: a bar about its axis, T = 2 pi sqrt(I/k)
if wanted "torsion_spring" then
  local p, k, m, l, h, angle = at("torsion_spring", -1.0, 0, 1.0), 0.6, 3, 0.9, 0.16, 1.2
  local bar = scene:box { size = { l, h, h }, mass = m, position = p, orientation = tw.axis_angle({ 0, 0, 1 }, angle), material = paint("green", "stripes", 0.25) }
  scene:torsion_spring { a = bar, stiffness = k, rest = 0, axis = { 0, 0, 1 } }
  fixed(p + tw.vec3(0, 0, 0.08), p + tw.vec3(0, 0, 0.75), 0.02, "steel")
  fixed(p + tw.vec3(0, 0.6, -1), p + tw.vec3(0, 0.6, 0.8), 0.05)
  fixed(p + tw.vec3(0, 0.6, 0.8), p + tw.vec3(0, 0, 0.8), 0.05)
  local w = math.sqrt(k / (m * (l * l + h * h) / 12))
  for _, t in ipairs { 0.7, 2.5, 5 } do
    check("torsion", t, function()
      local a = angle * math.cos(w * t)
      return (bar.orientation * tw.vec3(1, 0, 0) - tw.vec3(math.cos(a), math.sin(a), 0)):length()
    end)
  end
end

-- drag: balls under the same weight, v = (F/c) (1 - exp(-c t / m))
if wanted "drag" then
  local p = at("drag", 0, 2.2, 2.0)
  for i, c in ipairs { 3, 6, 12 } do
    local m, F = 1, 1.8
    local ball = scene:sphere { radius = 0.13, mass = m, position = p + tw.vec3(0.35 * (i - 2), 0, 0), material = paint(({ "red", "ochre", "blue" })[i]) }
    scene:force { at = ball.center, value = { 0, 0, -F } }
    scene:drag { bodies = { ball }, linear = c }
    for _, t in ipairs { 0.5, 2.5 } do
      check("falls with drag " .. c, t, function() return -ball.velocity.z - F / c * (1 - math.exp(-c * t / m)) end)
    end
    scene:at(2.6, function() ball.position, ball.velocity = p + tw.vec3(0.35 * (i - 2), 0, 0), { 0, 0, 0 } end)
    check("terminal velocity " .. c, 6, function() return -ball.velocity.z - F / c end, F / c * math.exp(-3.4 * c) + 1e-9)
  end
  fixed(p + tw.vec3(-0.6, 0.25, 0.2), p + tw.vec3(0.6, 0.25, 0.2), 0.04)
  fixed(p + tw.vec3(-0.6, 0.25, 0.2), p + tw.vec3(-0.6, 0.25, -2), 0.04)
end

-- force: a rocket, its thrust fixed to it, held on its course by nothing: v = F t / m; pushed off the axis it turns too
if wanted "force" then
  local p, m, F = at("force", 0.6, 0, 0.55), 20, 1.1
  local rocket = scene:cone { name = "rocket", radius = 0.17, height = 0.7, mass = m, position = p, material = paint("ivory", "stripes", 0.2) }
  scene:force { at = rocket:point { 0, 0, -0.2 }, value = { 0, 0, F }, frame = "body" }
  for _, t in ipairs { 2, 6 } do check("rocket", t, function() return rocket.position.z - p.z - F / m * t * t / 2 end) end
  local wheel = scene:disk { radius = 0.22, height = 0.06, mass = 2, position = p + tw.vec3(0.45, 0, 0.1),
                             orientation = tw.euler(pi / 2, 0, 0), material = paint("red", "checker", 0.22) }
  scene:force { at = wheel:point { 0.22, 0, 0 }, value = { 0, 0.02, 0 }, frame = "body" }  -- stays at its rim and turns with it
  for _, t in ipairs { 2, 6 } do
    check("wheel", t, function() return wheel.angular_velocity:length() - 0.02 * 0.22 * t / (2 * 0.22 ^ 2 / 2) end)
  end
end

-- torque: w = T t / I
if wanted "torque" then
  local p, m, l, h, T = at("torque", 2.4, 0, 1.1), 3, 0.9, 0.14, 0.25
  local blade = scene:box { size = { l, h, h }, mass = m, position = p, material = paint("blue", "stripes", 0.3) }
  scene:torque { on = blade, value = { 0, T, 0 } }
  fixed(p + tw.vec3(0, 0.07, 0), p + tw.vec3(0, 0.5, 0), 0.04, "steel")
  fixed(p + tw.vec3(0, 0.5, 0), p + tw.vec3(0, 0.5, -1.1), 0.06)
  local I = m * (l * l + h * h) / 12
  for _, t in ipairs { 1, 3, 6 } do
    check("spins up", t, function() return blade.angular_velocity.y - T * t / I end)
    check("has turned", t, function()
      local a = T * t * t / (2 * I)
      return (blade.orientation * tw.vec3(1, 0, 0) - tw.vec3(math.cos(a), 0, -math.sin(a))):length()
    end)
  end
end

-- attractor: an ellipse (Kepler): semi-axis a, period 2 pi sqrt(a^3 / mu)
if wanted "attractor" then
  local p, mu, a, e = at("attractor", -2.2, 2.2, 1.4), 0.6, 0.5, 0.45
  local sun = scene:sphere { radius = 0.13, position = p, fixed = true, material = { "flame", emission = { 5, 2.6, 0.8 } } }
  local far = a * (1 + e)
  local planet = scene:sphere { name = "planet", radius = 0.07, position = p + tw.vec3(-far, 0, 0), material = paint("blue"),
                                velocity = { 0, 0, math.sqrt(mu / a * (1 - e) / (1 + e)) } }
  scene:attractor { at = sun.center, strength = mu, bodies = { planet } }
  local T = 2 * pi * math.sqrt(a ^ 3 / mu)
  check("nearest", T / 2, function() return (planet.position - p - tw.vec3(a * (1 - e), 0, 0)):length() end)
  check("once round", T, function() return (planet.position - p + tw.vec3(far, 0, 0)):length() end)
  for i = 1, 40 do
    local E = 2 * pi * i / 40
    scene:sphere { radius = 0.012, fixed = true, material = "brass",
                   position = p + tw.vec3(-a * e + a * math.cos(E), 0, a * math.sqrt(1 - e * e) * math.sin(E)) }
  end
end

-- custom_force: F = q v x B; the charge goes in a circle of radius m v / (q B), once round in 2 pi m / (q B)
if wanted "custom_force" then
  local p, m, qB, v = at("custom_force", 2.0, 2.2, 1.4), 1, 1.8, 0.9
  local r = m * v / qB
  local charge = scene:sphere { name = "charge", radius = 0.11, mass = m, position = p + tw.vec3(r, 0, 0), velocity = { 0, 0, v }, material = paint "plum" }
  scene:custom_force { bodies = { charge }, force = function(t, x)
    return { [charge] = { force = x[charge].velocity:cross(tw.vec3(0, qB, 0)) } }
  end }
  for _, t in ipairs { 1, 3, 6 } do
    check("circle", t, function()
      local a = qB / m * t
      return (charge.position - p - tw.vec3(r * math.cos(a), 0, r * math.sin(a))):length()
    end)
  end
  for i = 1, 32 do
    local a = 2 * pi * i / 32
    scene:sphere { radius = 0.012, position = p + tw.vec3(r * math.cos(a), 0, r * math.sin(a)), fixed = true, material = "brass" }
  end
end

scene:ground { height = 0 }
scene.draw = { "bodies", "forces" }
local look = station[show]
if look then
  scene:text { show, at = "top left", size = 0.06 }
  local target = tw.vec3(look.x + (show == "force" and 0.2 or 0), look.y, show == "drag" and 1.25 or math.max(1, look.z - 0.3))
  scene.camera = { eye = target + tw.vec3(0.7, -4.6, 1.1), target = target, fov = tw.deg(26) }
else
  scene.camera = { eye = { 0.8, -8.0, 3.4 }, target = { -0.1, 0.6, 1.05 }, fov = tw.deg(28) }
end
return scene
