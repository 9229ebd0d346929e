-- Motions in closed form through the public module: a leaning disk that rolls steadily, a planetary gear, a free body
-- near the separatrix of its rotation (Jacobi's functions), a slider-crank that a motor turns.
local tw = require "tauwerk"

local function each(name, f, within)
  for _, stepper in ipairs { "auto", "adams", "bdf", "rk4", "wave" } do
    local rtol = stepper == "auto" and 1e-9 or 1e-10
    local e = f { stepper = stepper, rtol = rtol, atol = rtol * 1e-3, step = stepper == "wave" and 5e-4 or 1e-3, tau = 0.1 }
    print(("%-14s %-6s %.1e"):format(name, stepper, e))
    assert(e <= within, ("%s/%s: off by %g"):format(name, stepper, e))
  end
end

-- steady rolling of a leaning disk
each("rolling_disk", function(o)
  o.gravity = { 0, 0, -9.81 }
  local scene = tw.scene(o)
  local R, h, th, W = 0.3, 1e-3, 0.5, 7
  local d = scene:disk { radius = R, height = h, mass = 2 }
  local C, A = 0.5 * 2 * R * R, 2 * (3 * R * R + h * h) / 12
  local S, K = math.sin(th), math.cos(th)
  local w = K * (A * W * W * S - 2 * 9.81 * R) / (W * S * (C + 2 * R * R))
  local s = w - W * K
  d.orientation = tw.axis_angle({ 0, 1, 0 }, th)
  d.position = { 0, 0, R * S }
  d.velocity = { 0, -R * w, 0 }
  d.angular_velocity = tw.vec3(0, 0, W) + s * tw.vec3(S, 0, K)
  scene:rolling { body = d, normal = { 0, 0, 1 }, through = { 0, 0, 0 } }
  local r = -R * w / W -- centre of the circle: v = W z x r
  local worst = 0
  for i = 1, 4 do
    local t = 0.5 * i
    scene:advance_to(t)
    local a = d.orientation * tw.vec3(0, 0, 1)
    worst = math.max(worst, (d.position - tw.vec3(r * math.cos(W * t) - r, r * math.sin(W * t), R * S)):length() / (math.abs(r)+R),
      (a - tw.vec3(S * math.cos(W * t), S * math.sin(W * t), K)):length())
  end
  return worst
end, 1e-7)

-- planetary gear: sun, planet on a carrier, fixed ring; energy and kinematics give a uniform acceleration
each("planetary", function(o)
  local scene = tw.scene(o)
  local zs, zp = 0.3, 0.2; local zr = zs + 2 * zp
  local function wheel(m, at, I) return scene:body { mass = m, inertia = { I, I, I }, position = at } end
  local sun, planet, carrier = wheel(2, { 0, 0, 0 }, 0.09), wheel(1, { zs + zp, 0, 0 }, 0.02), wheel(3, { 0, 0, 0 }, 0.2)
  local hs = scene:hinge { a = sun, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local hc = scene:hinge { a = carrier, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local hp = scene:hinge { a = planet, b = carrier, at = { zs + zp, 0, 0 }, axis = { 0, 0, 1 } }
  local hsc = scene:hinge { a = sun, b = carrier, at = { 0, 0, 0 }, axis = { 0, 0, 1 } } -- adds no row that counts: for its angle
    scene:gear { a = hsc, b = hp, ratio = -zs / zp }
  -- ring fixed: planet relative to carrier = -carrier * zr / zp
  scene:gear { a = hc, b = hp, ratio = -zr / zp }
  scene:torque { on = sun, value = { 0, 0, 1 } }
  -- w_c = w_s zs/(zs+zr); w_p(abs) = w_c + rel, rel = -w_c zr/zp
  local kc = zs / (zs + zr); local kp = kc - kc * zr / zp
  local I = 0.09 + 0.2 * kc ^ 2 + 0.02 * kp ^ 2 + 1 * (zs + zp) ^ 2 * kc ^ 2
  local worst = 0
  for i = 1, 4 do
    local t = i * 0.5
    scene:advance_to(t)
    local a = 0.5 * t * t / I
    worst = math.max(worst, math.abs(hs.angle / a - 1), math.abs(hc.angle / (a * kc) - 1), math.abs(planet.angular_velocity.z / (kp * t / I) - 1))
  end
  return worst
end, 1e-8)

-- Dzhanibekov: near the separatrix, Jacobi's functions by the AGM
local function jacobi(u, m)
  local a, c, g = { 1 }, { math.sqrt(m) }, math.sqrt(1 - m)
  local n = 1
  while math.abs(c[n]) > 1e-16 and n < 30 do
    a[n + 1], c[n + 1], g = (a[n] + g) / 2, (a[n] - g) / 2, math.sqrt(a[n] * g); n = n + 1
  end
  local phi = 2 ^ (n - 1) * a[n] * u
  for i = n, 2, -1 do phi = (phi + math.asin(c[i] / a[i] * math.sin(phi))) / 2 end
  local sn = math.sin(phi); return sn, math.cos(phi), math.sqrt(1 - m * sn * sn)
end
each("dzhanibekov", function(o)
  local scene = tw.scene(o)
  local I1, I2, I3 = 1, 2, 3
  local w1, w3 = 2.0, 1.16 -- omega = w1 cn, b sn, w3 dn; L^2 > 2 E I2: about the third axis
  local L2, E2 = I1 * I1 * w1 * w1 + I3 * I3 * w3 * w3, I1 * w1 * w1 + I3 * w3 * w3
  assert(L2 > I2 * E2)
  local k = (I2 - I1) * (E2 * I3 - L2) / ((I3 - I2) * (L2 - E2 * I1))
  local p = math.sqrt((I3 - I2) * (L2 - E2 * I1) / (I1 * I2 * I3))
  local b = math.sqrt((E2 * I3 - L2) / (I2 * (I3 - I2)))
  local body = scene:body { mass = 1, inertia = { I1, I2, I3 }, angular_velocity = { w1, 0, w3 } }
  local worst = 0
  for i = 1, 8 do
    local t = i * 2.5
    scene:advance_to(t)
    local sn, cn, dn = jacobi(p * t, k)
    local w = body.orientation:inverse() * body.angular_velocity
    worst = math.max(worst, (w - tw.vec3(w1 * cn, b * sn, w3 * dn)):length() / 2)
  end
  return worst
end, 5e-6)

-- slider-crank with a motor: kinematics in closed form
each("motor_crank", function(o)
  o.gravity = { 0, 0, -9.81 }
  local scene = tw.scene(o)
  local crank = scene:rod { from = { 0, 0, 0 }, to = { 0.2, 0, 0 }, radius = 0.02, mass = 1 }
  local conrod = scene:rod { from = { 0.2, 0, 0 }, to = { 0.8, 0, 0 }, radius = 0.02, mass = 1 }
  local slider = scene:box { size = { 0.1, 0.1, 0.1 }, position = { 0.8, 0, 0 } }
  local h = scene:hinge { a = crank, at = { 0, 0, 0 }, axis = { 0, -1, 0 } }
  scene:hinge { a = conrod, b = crank, at = { 0.2, 0, 0 }, axis = { 0, -1, 0 } }
  scene:hinge { a = conrod, b = slider, at = { 0.8, 0, 0 }, axis = { 0, -1, 0 } }
  scene:slider { a = slider, at = { 0.8, 0, 0 }, axis = { 1, 0, 0 } }
  scene:motor { joint = h, angle = function(t) return 3 * t * t end }
  local worst = 0
  for i = 1, 6 do
    scene:advance_to(0.5 * i)
    local a, w = 3 * scene.time ^ 2, 6 * scene.time
    local s, c = 0.2 * math.sin(a), 0.2 * math.cos(a)
    local q = math.sqrt(0.36 - s * s)
    worst = math.max(worst, math.abs(slider.position.x - (c + q)), math.abs(slider.velocity.x + s * w + s * c * w / q) / 10, math.abs(h.angle - a) / a)
  end
  return worst
end, 1e-7)
