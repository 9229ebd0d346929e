-- Figures 3 and 5: two rods make a compound pendulum of themselves, and the forces that hold it together are
-- drawn: F1 of the nail on the upper rod, F2 of the joint on the lower rod, -F2 on the upper one, and gravity.
-- At the greatest pull the film stands still for a sum: F1 - F2 + m g = m a.
local tw = require "tauwerk"
local film = require "_film"

local scene = tw.scene { name = "pendulum_forces", duration = 13, fps = 24, tau = 0.3, size = { 1920, 1080 } }
scene.look = { "studio", soft = 1.5, floor = false }
scene.camera = { eye = function(t) return { 1.5 - 0.1 * t, -8.2, 2.2 - 0.03 * t } end, target = { 0.12, 0, 1.66 }, fov = tw.deg(25) }

-- Rods end above in a ring that sits on a ball of radius 0.07; the upper rod has such a ball below.
local function rod(name, color, foot, foot_radius, position, angle)
  local paint = { "plastic", color = color, roughness = 0.35 }
  local b = scene:compound { name = name, position = position, orientation = tw.axis_angle({ 0, 1, 0 }, angle),
    parts = {
      { kind = "torus", major_radius = 0.055, minor_radius = 0.022, position = { 0, 0, -0.077 }, density = 900, material = "steel" },
      { kind = "rod", length = 0.93 - 0.077, radius = 0.034, position = { 0, 0, -(0.93 + 0.077) / 2 }, density = 500, material = paint },
      { kind = "sphere", radius = foot_radius, position = { 0, 0, -1 }, density = foot, material = "steel" } } }
  return b, b:point(b:authored { 0, 0, 0 }), b:point(b:authored { 0, 0, -1 })
end
local nail_at = tw.vec3(0, 0, 2.45)
local upper, top, elbow = rod("upper", { 0.62, 0.10, 0.05 }, 400, 0.07, { -1.5, 0, 0.95 }, tw.deg(-75))
local lower, hook = rod("lower", { 0.06, 0.20, 0.48 }, 900, 0.085, { 1.6, 0, 0.95 }, tw.deg(-25))
upper.angular_velocity, lower.angular_velocity = { 0, 0.25, 0 }, { 0, -0.15, 0 }

-- the wall and the nail, whose head is a ball
scene:prop { kind = "box", size = { 40, 0.2, 30 }, position = { 0, 0.5, 0 }, material = { "chalk", color = { 0.42, 0.43, 0.45 } } }
scene:prop { kind = "cylinder", from = { 0, 0.4, nail_at.z }, to = { 0, 0, nail_at.z }, radius = 0.025, material = "steel" }
scene:prop { kind = "cylinder", from = { 0, 0.4, nail_at.z }, to = { 0, 0.35, nail_at.z }, radius = 0.09, material = "brass" }
scene:prop { kind = "sphere", radius = 0.07, position = nail_at, material = "brass" }

-- The story: the nail takes the upper rod, the elbow the lower one; the air is thick until gravity comes. Each
-- time constant comes down from 1.1 s, so that the forces grow out of nothing.
local F1 = scene:connect(top, scene:nail(nail_at), { name = "F1", enabled = false })
local F2 = scene:connect(hook, elbow, { name = "F2", enabled = false })
scene:ramp { F1, "tau", from = 1.1, to = 0.3, t0 = 1, t1 = 2.5 }
scene:ramp { F2, "tau", from = 1.1, to = 0.3, t0 = 3, t1 = 4.5 }
local air = scene:drag { rate = 3 }
scene:at(1, function() F1:enable() end)
scene:at(3, function() F2:enable() end)
scene:at(6, function() air:disable() end)
scene:ramp { scene, "gravity", to = { 0, 0, -9.81 }, t0 = 6, t1 = 7.5 }

-- Arrows stand a little in front of what they pull, those of the joint beside it, and grow with the force. Letters
-- stand at the tips, those of weights to the right, those of the joint to the left as the arrow points, so that F2
-- and -F2 keep apart. In flight the forces are small: an arrow of 10 N in the corner shows how the scale changes
-- when gravity comes.
local function scale(t) return 0.05 - 0.042 * film.ease(t, 5.7, 6.7) end -- m/N
local tips = {}
local function arrow(name, at, color, force, beside, aside)
  scene:arrow { at = at, value = force, scale = scale, color = color, radius = 0.016 }
  local function tip(t)
    local f = force(t)
    if beside then return at.position + f * (0.3 * scale(t)) + tw.vec3(0.2, 0, 0) end
    local u = f:length() > 0 and f:normalized() or f
    if aside then return at.position + f * (0.5 * scale(t)) + aside(u) end
    return at.position + f * scale(t) + u * 0.11
  end
  scene:text { name, at = tip, anchor = "center", size = 0.045, font = "serif bold", color = color,
    visible = function(t) return force(t):length() * scale(t) > 0.04 end }
  tips[#tips + 1] = tip
end
local function before(body, point, side)
  return body:point(body:to_local(point.position) + tw.vec3(side or 0, -0.16, 0))
end
local function held(c, sign) return function() return c.force * sign end end
local function weight(body) return function() return body.mass * scene.gravity end end
local orange, blue, red, green = { 0.80, 0.30, 0.02 }, { 0.02, 0.25, 0.65 }, { 0.75, 0.06, 0.25 }, { 0.10, 0.38, 0.08 }
arrow("F₁", before(upper, top), orange, held(F1, 1))
arrow("F₂", before(lower, hook, -0.13), blue, held(F2, 1), false, function(u) return tw.vec3(-u.z, 0, u.x) * 0.15 end)
arrow("−F₂", before(upper, elbow, 0.13), red, held(F2, -1), false, function() return tw.vec3(0.19, 0, 0.06) end)
arrow("m₁g", before(upper, upper.center), green, weight(upper), true)
arrow("m₂g", before(lower, lower.center), green, weight(lower), true)
scene:arrow { at = scene:nail { -2.3, 0, 0.5 }, value = { 10, 0, 0 }, scale = scale, radius = 0.012, color = { 0.1, 0.1, 0.11 } }
scene:text { "10 N", at = { -2.3, 0, 0.43 }, anchor = "top left", size = 0.04 }

-- What is told below the picture; the sum is of the numbers as they are at the moment of the hold.
film.title(scene, "A compound pendulum and its forces", "after Barzel and Barr, 1988")
local function tell(from, to, text) scene:text { text, at = "bottom", from = from, to = to, fade = 0.3, size = 0.042 } end
local stop = 10.02
scene:hold(stop, 3)
tell(0, 1, "Two rods, a nail, no gravity")
tell(1, 3, "The nail pulls the upper rod to itself, and brakes it: F₁")
tell(3, 5.9, "F₂ pulls the lower rod to the upper one, its reaction −F₂ the upper one to the lower")
tell(6, 9.4, "Gravity comes: the forces that put the pendulum together hold it together")
local function sum(body, forces) return (forces + body.mass * scene.gravity).z end
tell(9.6, 10.5, function()
  return ("m₁a₁ = F₁ − F₂ + m₁g:  %.1f = %.1f − %.1f − %.1f N upward"):format(
    sum(upper, F1.force - F2.force), F1.force.z, F2.force.z, -upper.mass * scene.gravity.z)
end)
local most = film.most(scene, "|F1| in weights of both rods", function()
  return F1.force:length() / ((upper.mass + lower.mass) * 9.81)
end)
tell(10.8, 13, function() return ("|F₁| is up to %.1f times the weight of both rods"):format(most()) end)

-- Checks: the constraints hold, the forces add up to mass times acceleration, arrows stay in the picture, and
-- rods and rings keep clear of each other and of the balls.
local function newton()
  local a = F1.force - F2.force + upper.mass * scene.gravity - upper.force
  local b = F2.force + lower.mass * scene.gravity - lower.force
  return math.max(a:length(), b:length()) / (lower.mass * 9.81)
end
scene:expect { "forces add up", value = newton, equals = 0, within = 1e-9, at = stop }
scene:expect { "the largest F1 is in the picture when it is told of", value = most, equals = 1.3, within = 0.04, at = 10.8 }
scene:expect { "no larger one comes", value = most, equals = 1.3, within = 0.04, at = "end" }
scene:expect { "the nail holds", value = function() return F1.deviation:length() end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "the joint holds", value = function() return F2.deviation:length() end, equals = 0, within = 1e-6, at = "end" }
film.stays_in_picture(scene, function()
  local list = {}
  for _, tip in ipairs(tips) do list[#list + 1] = tip(scene.time); list[#list + 1] = 0.08 end
  for _, body in ipairs { upper, lower } do
    for _, z in ipairs { 0, -1 } do list[#list + 1] = body:to_world(body:authored { 0, 0, z }); list[#list + 1] = 0.1 end
  end
  return list
end)
local function inside(body, ball)   -- how deep a ball of radius 0.07 is in a body's ring
  local p = body:to_local(ball) - body:authored { 0, 0, -0.077 }
  local out = math.sqrt(p.x * p.x + p.y * p.y) - 0.055
  return 0.07 + 0.022 - math.sqrt(out * out + p.z * p.z)
end
film.never_above(scene, "no ring cuts a ball", function()
  return math.max(inside(upper, nail_at), inside(lower, elbow.position))
end, 0)
return scene
