-- motor: three joints assemble and are driven. Red: a speed (V decays as exp(-t/tau), so the torque is I w / tau exp(-t/tau)).
-- Ochre: an angle, a swing to and fro. Blue: a position, a lift that goes up and down; its motor carries the weight.
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "motor", duration = 6, tau = 0.08, gravity = "earth" }
local z, g, from = tw.vec3(0, 0, 1), 9.81, 2
local function checked(name)
  return { "plastic", color = stage.colors[name], texture = "checker", texture_scale = 0.4, texture_color = stage.colors.ivory }
end
-- red: a turntable
local A = tw.vec3(-1.15, 0, 0.5)
local plate = scene:disk { name = "turntable", height = 0.1, radius = 0.42, position = { -1.6, -0.5, 1.3 }, orientation = tw.euler(0.6, 0.4, 0),
                           material = checked "red" }
local turn = scene:hinge { a = plate, at_a = { 0, 0, 0 }, at_b = A, axis_a = z, axis_b = z }
scene:cylinder { height = 0.45, radius = 0.09, position = A - z * 0.275, fixed = true, material = stage.frame }
-- ochre: a beam on an axle, off its centre
local B, front = tw.vec3(0, 0.1, 1.2), tw.vec3(0, -1, 0)
local beam = scene:box { name = "beam", size = { 0.16, 0.12, 1.1 }, position = { 0.1, -0.6, 1.9 }, orientation = tw.euler(0.6, 0.7, 0),
                         material = stage.paint "ochre" }
local swing = scene:hinge { a = beam, at_a = { 0, 0, 0.4 }, at_b = B, axis_a = front, axis_b = front }
scene:rod { from = B + front * 0.12, to = B - front * 0.3, radius = 0.05, fixed = true, material = "steel" }
scene:box { size = { 0.16, 0.12, B.z + 0.1 }, position = { B.x, B.y + 0.3, (B.z + 0.1) / 2 }, fixed = true, material = stage.frame }
-- blue: a cabin on a mast
local C = tw.vec3(1.15, 0, 0.4)
local cabin = scene:box { name = "lift", size = { 0.5, 0.5, 0.4 }, position = { 1.7, -0.5, 1.0 }, orientation = tw.euler(0.5, -0.5, 0.4),
                          material = stage.paint "blue" }
local mast = scene:slider { a = cabin, at_a = { 0, 0, 0 }, at_b = C, axis_a = z, axis_b = z }
scene:box { size = { 0.14, 0.14, 2.1 }, position = C + tw.vec3(0, 0, 0.65), fixed = true, material = stage.frame }
for name, joint in pairs { turntable = turn, axle = swing, mast = mast } do stage.decays(scene, name, joint) end
-- until the motors run, something must hold what would fall: motors, too
local hold = { scene:motor { joint = swing, speed = 0 }, scene:motor { joint = mast, speed = 0 } }

local air, w, tau, a0 = scene:drag { rate = 10 }, 4, 0.2, 0
local run, sway, lift
scene:at(from, function()
  air:disable()
  for _, m in ipairs(hold) do m:remove() end
  a0 = turn.angle
  run = scene:motor { name = "run", joint = turn, speed = w, tau = tau }
  sway = scene:motor { name = "sway", joint = swing, angle = function(t) return 1.1 * tw.math.cos(2 * (t - from)) end }
  lift = scene:motor { name = "lift motor", joint = mast, position = function(t) return 0.6 - 0.5 * tw.math.cos(1.6 * (t - from)) end }
  stage.decays(scene, "run", run, { velocity = true, tau = tau, met = 3.9 / tau })
  stage.decays(scene, "sway", sway)
  stage.decays(scene, "lift", lift)
end)
for _, s in ipairs { 0.1, 0.5, 3, 3.9 } do
  local at = from + s
  scene:expect { ("run: angle after %g s"):format(s), at = at, equals = 0, within = 1e-6,
                 value = function() return turn.angle - a0 - w * (s - tau * (1 - math.exp(-s / tau))) end }
  scene:expect { ("run: torque after %g s"):format(s), at = at, equals = 0, within = 1e-4,
                 value = function() return run.torque.z - solid.moment(plate, 3) * w / tau * math.exp(-s / tau) end }
  if s > 1 then
    local angle, position = 1.1 * math.cos(2 * s), 0.6 - 0.5 * math.cos(1.6 * s)
    scene:expect { ("sway: angle after %g s"):format(s), at = at, value = function() return swing.angle end, equals = angle, within = 1e-6 }
    -- I a = M - m g l sin(angle) about the axle
    scene:expect { ("sway: torque after %g s"):format(s), at = at, equals = 0, within = 1e-4, value = function()
      local I = solid.moment(beam, 2) + beam.mass * 0.4 ^ 2
      return sway.torque:dot(front) - beam.mass * g * 0.4 * math.sin(angle) + I * 4 * angle
    end }
    scene:expect { ("lift: position after %g s"):format(s), at = at, value = function() return mast.position end, equals = position, within = 1e-6 }
    scene:expect { ("lift: force after %g s"):format(s), at = at, equals = 0, within = 1e-3,
                   value = function() return lift.force.z - cabin.mass * (g + 0.5 * 1.6 ^ 2 * math.cos(1.6 * s)) end }
  end
end
stage.new(scene, { eye = { 0.6, -6.2, 2.5 }, target = { 0, 0, 0.95 }, fov = 27 })
return scene
