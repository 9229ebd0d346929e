-- Disks that roll without slipping, against the steady motions of a thin disk.
local tw = require "tauwerk"
local g, tau = 9.81, 0.1

local function near(got, want, within, label)
  local d = type(got) == "number" and math.abs(got - want) or (got - want):length()
  assert(d <= within, ("%s: got %s, expected %s (off by %.2g)"):format(label, got, want, d))
end

-- Leaning inward it goes round a circle. The disk's plane makes the angle theta with the ground, the centre goes round a
-- circle of radius b with the rate W. No slip: omega = W z - W (b / R + cos theta) a; the change of the angular momentum
-- W z x L is the torque of the force (-m W^2 b, 0, m g) at the contact:
--     W^2 sin theta (m R b + A cos theta + C b / R) = m g R cos theta
local function circle(theta, b, carrier)
  local R, h, m = 0.3, 0.02, 1.7
  local A, C = m * (R * R / 4 + h * h / 12), m * R * R / 2
  local s, c = math.sin(theta), math.cos(theta)
  local W = math.sqrt(m * g * R * c / (s * (m * R * b + A * c + C * b / R)))
  local scene = tw.scene { gravity = "earth", tau = tau, rtol = 1e-11, atol = 1e-13 }
  local axis = tw.vec3(s, 0, c)
  local disk = scene:disk { radius = R, height = h, mass = m, position = { b, 0, R * s },
                            orientation = tw.rotation(tw.vec3(0, 0, 1), axis), velocity = { 0, W * b, 0 },
                            angular_velocity = tw.vec3(0, 0, W) - axis * (W * (b / R + c)) }
  near(disk.inertia.z, C, 1e-12, "moment of inertia about the axis")
  near(disk.inertia.x, A, 1e-12, "moment of inertia across it")
  local floor = carrier and scene:box { size = { 9, 9, 0.2 }, position = { 0, 0, -0.1 }, fixed = true } or nil
  local roll = scene:rolling { body = disk, through = { 0, 0, carrier and 0.1 or 0 }, normal = { 0, 0, 1 }, on = floor }
  near(roll.deviation, tw.vec3(0, 0, 0), 1e-14, "no slip at the start")
  local E = scene:energy().total
  for k = 1, 8 do
    local t = k * 2 * math.pi / W / 8
    scene:advance_to(t)
    local x, y = math.cos(W * t), math.sin(W * t)
    near(disk.position, tw.vec3(b * x, b * y, R * s), 1e-7, "place")
    near(disk.orientation * tw.vec3(0, 0, 1), tw.vec3(s * x, s * y, c), 1e-7, "axis")
    near(roll.force, tw.vec3(-x, -y, 0) * (m * W * W * b) + tw.vec3(0, 0, m * g), 1e-5, "force")
    near(scene:energy().total, E, 1e-7, "energy")
  end
  print(("disk in a circle, %2.0f degrees, radius %.1f: %.4f rad/s"):format(math.deg(theta), b, W))
end
circle(math.rad(70), 2)
circle(math.rad(50), 1.2)
circle(math.rad(70), 2, true)

-- Upright it goes straight; pushed at its centre with F, F = (m + C / R^2) a. A slip at the start decays with exp(-t/tau).
do
  local R, m, F = 0.4, 2, 3
  local scene = tw.scene { gravity = "earth", tau = tau, rtol = 1e-11, atol = 1e-13 }
  local disk = scene:disk { radius = R, height = 0.05, mass = m, position = { 0, 0, R },
                            orientation = tw.euler(math.pi / 2, 0, 0), velocity = { 0.5, 0, 0 } }
  local roll = scene:rolling { body = disk, normal = { 0, 0, 1 } }
  scene:force { at = disk.center, value = { F, 0, 0 } }
  near(roll.deviation, tw.vec3(0.5, 0, 0), 1e-14, "slip")
  scene:advance(tau)
  near(roll.deviation, tw.vec3(0.5 * math.exp(-1), 0, 0), 1e-9, "slip after tau")
  near(roll.rate, roll.deviation * (-1 / tau), 1e-8, "its rate")
  scene:advance(30 * tau)
  local v = disk.velocity.x
  scene:advance(0.5)
  near(disk.velocity.x - v, F / (1.5 * m) * 0.5, 1e-8, "acceleration")
  near(disk.velocity.x, R * disk.angular_velocity.y, 1e-9, "rolls")
  near(roll.force, tw.vec3(-F / 3, 0, m * g), 1e-7, "friction is a third of the push")
  near(disk.position.z, R, 1e-10, "height")
end

-- touching = false leaves the height to others: a disk that is lifted keeps rolling against its plane in place
do
  local scene = tw.scene { gravity = "earth", tau = tau }
  local disk = scene:disk { radius = 0.4, height = 0.05, position = { 0, 0, 0.4 }, orientation = tw.euler(math.pi / 2, 0, 0) }
  local roll = scene:rolling { body = disk, normal = { 0, 0, 1 }, touching = false }
  assert(#roll.deviation == 2, "two rows")
  scene:advance(0.5)
  near(disk.position.z, 0.4 - g * 0.125, 1e-7, "nothing holds it up")
  near(roll.force.z, 0, 1e-9, "no force along the normal")
end
