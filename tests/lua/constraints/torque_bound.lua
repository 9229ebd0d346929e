-- max_torque of a joint: a bound on the torque about the joint's point, whichever body comes first; against closed forms.
local tw = require "tauwerk"

local moment, weight = (1 + 0.01) / 12 + 0.25, 9.81 / 2 -- of the beam about its end: kg m^2, N m

local function near(what, got, wanted, within)
  if not (math.abs(got - wanted) <= within) then
    error(("%s: got %.12g, expected %.12g"):format(what, got, wanted), 2)
  end
end

local function beam(scene, x) return scene:box { size = { 1, 0.1, 0.1 }, mass = 1, position = { x or 0.5, 0, 0 } } end

-- angle and speed after t seconds from level rest: moment angle'' = weight cos(angle) - torque
local function sunk(torque, t)
  local n, a, w = 2000, 0, 0
  local h = t / n
  local function f(angle) return (weight * math.cos(angle) - torque) / moment end
  for _ = 1, n do -- Runge-Kutta-Nystrom
    local k1 = f(a)
    local k2 = f(a + h / 2 * w + h * h / 8 * k1)
    local k3 = f(a + h * w + h * h / 2 * k2)
    a, w = a + h * w + h * h / 6 * (k1 + 2 * k2), w + h / 6 * (k1 + 4 * k2 + k3)
  end
  return a, w
end

for _, stepper in ipairs { "auto", "dopri", "rk4", "timestep" } do
  local function S() return tw.scene { stepper = stepper, step = 1 / 1000, tau = 0.02, gravity = { 0, 0, -9.81 }, rtol = 1e-10, atol = 1e-12 } end
  local within = stepper == "timestep" and 1e-5 or 1e-6

  -- a beam that sticks out of a wall: its weld, or a hinge or a cross that free it otherwise, holds, or bends with the bound
  for kind, joint in tw.sorted {
    weld = function(s, b, most) return s:weld { a = b, at = { 0, 0, 0 }, max_torque = most } end,
    hinge = function(s, b, most) return s:hinge { a = b, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, max_torque = most } end,
    universal = function(s, b, most) return s:universal { a = b, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, axis2 = { 0, 0, 1 }, max_torque = most } end,
  } do
    local label = stepper .. ", " .. kind
    local scene = S()
    local b = beam(scene)
    local c = joint(scene, b, 5)
    scene:advance(0.5)
    near(label .. ": holds", b.position.z, 0, 1e-8)
    near(label .. ": moment about the joint", (c.torque + b.position:cross(c.force)):length(), weight, 1e-6)
    scene = S()
    b = beam(scene)
    joint(scene, b, 2)
    scene:advance(0.3)
    local angle, speed = sunk(2, 0.3)
    near(label .. ": angle", math.atan(-b.position.z, b.position.x), angle, within)
    near(label .. ": speed", b.angular_velocity.y, speed, 5 * within)
    near(label .. ": its point holds", b.position:length(), 0.5, 1e-7)
  end

  -- the same weld seen from either body: the motion is one
  local ends = {}
  for k, first in ipairs { true, false } do
    local scene = S()
    local base, b = beam(scene, -0.5), beam(scene)
    scene:hinge { a = base, at = { -1, 0, 0 }, axis = { 0, 1, 0 } }
    scene:weld { a = first and base or b, b = first and b or base, at = { 0, 0, 0 }, max_torque = 0.4 }
    scene:advance(0.3)
    ends[k] = b.position
  end
  near(stepper .. ": either body first", (ends[1] - ends[2]):length(), 0, 1e-7)
  assert(ends[1].z < -0.3)

  -- a rod that swings about its hinge's axis asks for no torque there, and a ball has none
  for _, kind in ipairs { "hinge", "ball" } do
    local scene = S()
    local rod = scene:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.03, mass = 1 }
    local c = scene[kind](scene, { a = rod, at = { 0, 0, 0 }, axis = kind == "hinge" and { 0, 1, 0 } or nil, max_torque = 1e-3 })
    local energy = scene:energy().total
    scene:advance(0.5)
    assert(c.met and rod.position.z < -0.3, stepper .. ": a hanging rod stays on its " .. kind)
    near(stepper .. ": energy", scene:energy().total, energy, stepper == "timestep" and 1e-4 or 1e-6)
  end
end
print("ok")
