-- Contacts at many angles, sizes, masses and counts against closed forms, under auto and timestep: ramps, skids, bounces,
-- stacks, ladders, boxes that topple, cylinders that roll, cradles.
local tw = require "tauwerk"
local bad = 0
local function near(what, x, want, tol)
  if math.abs(x - want) <= tol then return end
  bad = bad + 1
  print(("%s: %.9g, expected %.9g within %.1g"):format(what, x, want, tol))
end
local function try(what, f)
  local ok, e = pcall(f)
  if not ok then
    bad = bad + 1
    print(what, e)
  end
end
for _, stepper in ipairs { "auto", "timestep" } do
  local S = function(t) t = t or {}; t.gravity = t.gravity or "earth"; t.stepper = stepper; return tw.scene(t) end
  -- ramps
  for _, deg in ipairs { 5, 15, 30, 45, 60 } do try(stepper .. " ramp " .. deg, function()
    local s = S(); local g, al = s.gravity:length(), tw.deg(deg)
    local turn = tw.axis_angle({ 0, 1, 0 }, al)
    local function place(x, y, a) return turn * tw.vec3(x, y, a) end
    s:box { size = { 40, 4, 0.2 }, position = place(0, 0, -0.1), orientation = turn, fixed = true, collide = true, friction = 1 }
    local function box(y, mu) return s:box { size = { 0.3, 0.3, 0.1 }, position = place(-5, y, 0.05), orientation = turn, collide = true, friction = mu * mu } end
    local mu = math.tan(al)
    local a, b, c = box(-1, 0.5 * mu), box(-0.5, 1.005 * mu), box(0.5, 0.995 * mu)
    local ball = s:sphere { radius = 0.1, position = place(-5, 1, 0.1), collide = true, friction = 1 }
    local down = turn * tw.vec3(1, 0, 0)
    local x = { a.position, b.position, c.position, ball.position }
    s:advance(1)
    local function v(o) return o.velocity:dot(down) end
    near(stepper .. " slide " .. deg, v(a), g * (math.sin(al) - 0.5 * mu * math.cos(al)), 1e-3)
    near(stepper .. " stick " .. deg, (b.position - x[2]):length(), 0, 1e-4)
    near(stepper .. " just slide " .. deg, v(c), g * math.sin(al) * 0.005, 1e-3)
    near(stepper .. " roll " .. deg, v(ball), 5 / 7 * g * math.sin(al), 2e-3)
  end) end
  -- slide then roll
  for _, v0 in ipairs { 1, 5 } do try("skid", function()
    local s = S(); s:ground { height = 0, friction = 1 }
    local b = s:sphere { radius = 0.1, position = { 0, 0, 0.1 }, velocity = { v0, 0, 0 }, collide = true, friction = 0.09 }
    s:advance(2); near(stepper .. " skid " .. v0, b.velocity.x, 5 / 7 * v0, 2e-3)
    near(stepper .. " skid spin", b.angular_velocity.y, 5 / 7 * v0 / 0.1, 2e-2)
  end) end
  -- bounce
  for _, e in ipairs { 0.3, 0.7, 1 } do try("bounce", function()
    local s = S(); s:ground { height = 0, restitution = 0 }
    local b = s:sphere { radius = 0.1, position = { 0, 0, 1.1 }, collide = true, restitution = e }
    local g = s.gravity:length(); local t0 = math.sqrt(2 / g)
    s:advance(t0 + e * t0) -- first apex
    near(stepper .. " bounce " .. e, b.position.z - 0.1, e * e, stepper == "auto" and 1e-6 or 0.3)
  end) end
  -- stacks of several sizes and gravities
  for _, L in ipairs { 1e-3, 1e-2, 1, 10 } do for _, gr in ipairs { "earth", "moon" } do try("stack " .. L, function()
    local s = S { gravity = gr }; s:ground { height = 0, friction = 0.6 }
    local list = {}
    for i = 1, 8 do list[i] = s:box { size = { L, L, L }, position = { 0, 0, (i - 0.5) * L }, collide = true, friction = 0.6 } end
    s:advance(5)
    local most = 0
    for i, b in ipairs(list) do most = math.max(most, (b.position - tw.vec3(0, 0, (i - 0.5) * L)):length()) end
    near(("%s stack of %g m on %s"):format(stepper, L, gr), most / L, 0, 1e-3)
  end) end end
  -- heavy on light
  for _, ratio in ipairs { 10, 100, 1000 } do try("heavy", function()
    local s = S(); s:ground { height = 0, friction = 0.6 }
    local a = s:box { size = { 1, 1, 1 }, mass = 1, position = { 0, 0, 0.5 }, collide = true, friction = 0.6 }
    local b = s:box { size = { 1, 1, 1 }, mass = ratio, position = { 0.2, 0.1, 1.5 }, collide = true, friction = 0.6 }
    s:advance(3)
    near(stepper .. " heavy " .. ratio, (b.position - tw.vec3(0.2, 0.1, 1.5)):length(), 0, 1e-4)
    local f = 0
    for _, c in ipairs(s.contacts) do if c.ground then f = f + c.force.z end end
    near(stepper .. " heavy force " .. ratio, f / ((1 + ratio) * s.gravity:length()), 1, 1e-5)
  end) end
  -- ball in a V
  try("V", function()
    local s = S { }
    for side = -1, 1, 2 do
      local turn = tw.axis_angle({ 0, 1, 0 }, side * tw.deg(45))
      s:box { size = { 4, 4, 0.2 }, position = turn * tw.vec3(0, 0, -0.1), orientation = turn, fixed = true, collide = true, friction = 0 }
    end
    local b = s:sphere { radius = 0.5, mass = 2, position = { 0, 0, 0.5 * math.sqrt(2) }, collide = true, friction = 0 }
    s:advance(2)
    near(stepper .. " V place", b.position.z, 0.5 * math.sqrt(2), 1e-5)
    for _, c in ipairs(s.contacts) do near(stepper .. " V force", c.force:length(), 2 * s.gravity:length() / math.sqrt(2), 1e-5) end
  end)
  -- ladder
  for _, mu in ipairs { 0.9, 1.1 } do try("ladder", function()
    local s = S()
    local al, L = tw.deg(60), 2
    -- smooth wall: needs mu >= cot(al) / 2 at the foot
    local need = 0.5 / math.tan(al)
    s:box { size = { 10, 10, 1 }, position = { 0, 0, -0.5 }, fixed = true, collide = true, friction = 1 }
    s:box { size = { 1, 10, 10 }, position = { 0.5, 0, 5 }, fixed = true, collide = true, friction = 0 }
    local r = 0.02
    local foot = tw.vec3(-r - L * math.cos(al), 0, r)
    local turn = tw.axis_angle({ 0, 1, 0 }, tw.deg(90) - al)
    local parts = {}
    for y = -1, 1, 2 do parts[#parts + 1] = { kind = "capsule", radius = r, length = L, position = { 0, y * 0.3, 0 } } end
    local b = s:compound { parts = parts, position = foot + tw.vec3(math.cos(al), 0, math.sin(al)) * (L / 2), orientation = turn, collide = true, friction = (mu * need) ^ 2 }
    local at = b.position
    s:advance(0.5)
    local way = (b.position - at):length()
    if mu > 1 then near(stepper .. " ladder stands", way, 0, 1e-4) else near(stepper .. " ladder slips", way > 5e-3 and 1 or 0, 1, 0) end
  end) end
  -- toppling: w/h against the slope
  for _, part in ipairs { 0.97, 1.03 } do try("topple", function()
    local s = S(); local al = tw.deg(20)
    local turn = tw.axis_angle({ 0, 1, 0 }, al)
    s:box { size = { 10, 10, 1 }, position = turn * tw.vec3(0, 0, -0.5), orientation = turn, fixed = true, collide = true, friction = 1 }
    local h = 1; local w = part * h * math.tan(al)
    local b = s:box { size = { w, 0.4, h }, position = turn * tw.vec3(0, 0, h / 2), orientation = turn, collide = true, friction = 1 }
    s:advance(1.5)
    local up = (b.orientation * tw.vec3(0, 0, 1)):dot(turn * tw.vec3(0, 0, 1))
    if part > 1 then near(stepper .. " stands on slope", up, 1, 1e-6) else near(stepper .. " topples", up < 0.9 and 1 or 0, 1, 0) end
  end) end
  -- domino-like: cylinder on its side rolls down: 2/3 g sin
  try("cylinder rolls", function()
    local s = S(); local al = tw.deg(10); local turn = tw.axis_angle({ 0, 1, 0 }, al)
    s:box { size = { 40, 10, 1 }, position = turn * tw.vec3(0, 0, -0.5), orientation = turn, fixed = true, collide = true, friction = 1 }
    local b = s:cylinder { radius = 0.2, height = 0.5, position = turn * tw.vec3(-5, 0, 0.2), orientation = turn * tw.axis_angle({ 1, 0, 0 }, tw.deg(90)), collide = true, friction = 1 }
    s:advance(1)
    near(stepper .. " cylinder rolls", b.velocity:length(), 2 / 3 * s.gravity:length() * math.sin(al), 2e-3)
  end)
end
-- cradle: counts and how many start
for _, n in ipairs { 3, 4, 6, 7 } do for k = 1, 2 do try(("cradle %d %d"):format(n, k), function()
  local s = tw.scene { gravity = "earth", rtol = 1e-10 }
  local r, L, gap = 0.06, 0.6, 2e-4
  local hinges = {}
  for i = 1, n do
    local x = (i - 1) * (2 * r + gap)
    local turn = tw.axis_angle({ 0, 1, 0 }, i <= k and tw.deg(30) or 0)
    local b = s:sphere { radius = r, mass = 1, collide = true, restitution = 1, friction = 0 }
    b.orientation = turn
    b.position = tw.vec3(x, 0, 1) + turn * tw.vec3(0, 0, -L)
    hinges[i] = s:hinge { a = b, b = nil, at = { x, 0, 1 }, axis = { 0, 1, 0 } }
  end
  local E = s:energy().total
  local top = 0
  for _ = 1, 60 do s:advance(0.01) top = math.max(top, math.abs(hinges[1].speed)) end
  near(("cradle %d %d energy"):format(n, k), (s:energy().total - E) / E, 0, 1e-9)
  s:advance(0.05)
  local moving = 0
  for i = 1, n do if math.abs(hinges[i].speed) > 0.3 * top then moving = moving + 1 end end
  near(("cradle %d %d out"):format(n, k), moving, k, 0)
end) end end
assert(bad == 0)
