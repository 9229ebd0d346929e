-- For the scenes of this folder: ground, light and camera, and checks that all of them make. Every scene shows one
-- kind of constraint: bodies start apart and at rest, the constraint pulls them together by the law of its deviation;
-- then it shows what the constraint leaves free.
local tw = require "tauwerk"
local stage = {}

stage.colors = {
  red = { 0.58, 0.08, 0.05 }, ochre = { 0.72, 0.40, 0.07 }, green = { 0.16, 0.33, 0.10 }, blue = { 0.05, 0.20, 0.44 },
  plum = { 0.26, 0.08, 0.28 }, ivory = { 0.74, 0.68, 0.55 }, dark = { 0.10, 0.10, 0.11 },
}

-- a smooth material of one of the colours
function stage.paint(name) return { "plastic", color = stage.colors[name], roughness = 0.35 } end

stage.guide = { "brass", roughness = 0.3 }  -- what a constraint refers to: lines, curves, nails
stage.frame = { "stone", color = { 0.22, 0.22, 0.24 } }

-- ground, look and camera; fields: look, eye, target, fov (degrees), ground (its height, or false), title
function stage.new(scene, fields)
  scene.fps = 60
  if fields.look then scene.look = fields.look end
  if fields.title then scene:text { fields.title, at = "top left", size = 0.06 } end
  if fields.ground ~= false then
    scene:ground { height = fields.ground or 0 }
  end
  scene.camera = { eye = fields.eye, target = fields.target, fov = tw.deg(fields.fov or 28) }
end

-- a post behind `at`, and an arm that reaches to it, from +y
function stage.post(scene, at, back)
  at, back = tw.vec3(at), back or 0.7
  scene:box { size = { 0.16, 0.16, at.z + 0.12 }, position = { at.x, at.y + back, at.z / 2 + 0.06 }, fixed = true, material = "oak" }
  scene:box { size = { 0.12, back, 0.12 }, position = { at.x, at.y + back / 2 + 0.02, at.z }, fixed = true, material = "oak" }
end

-- a rod of the world between two places
function stage.bar(scene, from, to, radius, material)
  return scene:capsule { from = from, to = to, radius = radius or 0.025, fixed = true, material = material or stage.guide }
end

-- a curve of the world, drawn
function stage.curve(scene, f, from, to, count, radius)
  for i = 1, count do
    stage.bar(scene, f(from + (to - from) * (i - 1) / count), f(from + (to - from) * i / count), radius)
  end
end

-- the period of a plane pendulum that swings to `amplitude` on both sides; `small`: its period of small swings
function stage.period(small, amplitude)
  local a, b = 1, math.cos(amplitude / 2)
  for _ = 1, 12 do a, b = (a + b) / 2, math.sqrt(a * b) end
  return small / a
end

-- a nail that can be seen
function stage.nail(scene, at)
  scene:sphere { radius = 0.05, position = at, fixed = true, material = stage.guide }
  return scene:nail(at)
end

local function rows(d)
  if type(d) == "number" then return { d } end
  return d.x and { d.x, d.y, d.z } or d
end

-- the length of a deviation of any number of rows
function stage.size(d)
  local sum = 0
  for _, x in ipairs(rows(d)) do sum = sum + x * x end
  return math.sqrt(sum)
end

-- The deviation of a constraint that begins at rest at time t0 follows D0 (1 + s/tau) exp(-s/tau), s = t - t0, row by
-- row; of the velocity level, D0 exp(-s/tau). From `met` on it is less than 1e-6.
function stage.decays(scene, name, c, options)
  options = options or {}
  local t0, tau = options.from or scene.time, options.tau or scene.tau
  local D0 = rows(c.deviation)
  local function law(s) return (options.velocity and 1 or 1 + s / tau) * math.exp(-s / tau) end
  local function off()
    local f, worst = law(scene.time - t0), 0
    for i, d in ipairs(rows(c.deviation)) do worst = math.max(worst, math.abs(d - D0[i] * f)) end
    return worst / stage.size(D0)
  end
  for _, k in ipairs { 0.5, 1, 2, 4 } do
    scene:expect { ("%s: deviation after %g tau"):format(name, k), value = off, equals = 0, within = 1e-6, at = t0 + k * tau }
  end
  local met = t0 + (options.met or 20) * tau
  for _, t in ipairs { met, "end" } do
    scene:expect { name .. ": met at " .. t, value = function() return stage.size(c.deviation) end,
                   equals = 0, within = 1e-6, at = t }
  end
end

-- air that slows all motion until time t; it changes nothing in the law of a deviation
function stage.air(scene, t, rate)
  local air = scene:drag { rate = rate or 3 }
  scene:at(t, function() air:disable() end)
end

-- the energy is at the end what it was at t0
function stage.conserves(scene, t0, within)
  local E0
  scene:at(t0, function() E0 = scene:energy().total end)
  scene:expect { "energy", value = function() return scene:energy().total - E0 end, equals = 0, within = within or 1e-4,
                 at = "end" }
end

return stage
