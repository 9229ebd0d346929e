-- For the scenes of this folder: light, ground and camera, and what several of them measure.
local tw = require "tauwerk"
local stage = {}

stage.colors = {
  red = { 0.58, 0.08, 0.05 }, ochre = { 0.72, 0.40, 0.07 }, green = { 0.16, 0.33, 0.10 }, blue = { 0.05, 0.20, 0.44 },
  plum = { 0.26, 0.08, 0.28 }, ivory = { 0.74, 0.68, 0.55 }, dark = { 0.10, 0.10, 0.11 },
}
stage.names = { "red", "ochre", "green", "blue", "plum", "ivory" }

-- a smooth material of one of the colours
function stage.paint(name) return { "plastic", color = stage.colors[name], roughness = 0.35 } end

-- ground, lights and camera; fields: eye, target, fov (degrees), friction, restitution of the ground
function stage.new(scene, fields)
  scene:light { kind = "sun", to = fields.sun or { -0.6, -0.55, 0.8 }, irradiance = { 3.3, 2.8, 2.15 }, angular_diameter = 0.05 }
  scene:light { kind = "sky", top = { 0.20, 0.32, 0.58 }, horizon = { 0.66, 0.68, 0.68 }, bottom = { 0.25, 0.23, 0.21 } }
  scene:ground { height = 0, friction = fields.friction or 0.5, restitution = fields.restitution or 0,
                 material = { "stone", color = { 0.36, 0.315, 0.255 } } }
  scene.bounces = 2
  scene.camera = { eye = fields.eye, target = fields.target, fov = tw.deg(fields.fov or 28) }
end

-- expects |f() - wanted| <= within at time t (or "end")
function stage.near(scene, label, f, wanted, within, t)
  scene:expect { label, value = f, equals = wanted, within = within, at = t or "end" }
end

-- the largest distance of a body from where it was when this was called
function stage.still(bodies)
  local from = {}
  for i, b in ipairs(bodies) do from[i] = b.position end
  return function()
    local worst = 0
    for i, b in ipairs(bodies) do worst = math.max(worst, (b.position - from[i]):length()) end
    return worst
  end
end

-- the largest f() at times from `from` on, every dt
function stage.most(scene, f, from, dt)
  local most = 0
  scene:every(dt or 0.05, function()
    local x = f()
    if not (x <= most) then most = x end
  end, { from = from or scene.time })
  return function() return math.max(most, f()) end
end

return stage
