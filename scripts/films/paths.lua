-- Figure 14: what least squares makes of constraints that leave a choice, or none. (a) Two nails hold a bar: a push
-- against a push along it changes nothing, and the smallest forces are taken. (b) One ball is to be on two nails: it
-- comes to rest between them, by the squares of the weights. (c) Rods on pivots are to point elsewhere: the way
-- straight to the goal is closed, and they take a feasible one, the nearer to the circle the more the pivot weighs.
local tw = require "tauwerk"
local film = require "_film"
local ease = film.ease

local scene = tw.scene { name = "paths", duration = 19, fps = 24, tau = 0.35, size = { 1920, 1080 } }
scene.look = { "paper", floor = false }
local b_from, c_from = 6.5, 13.5        -- the camera goes from one part to the next
local apart = 6.4                       -- m between the parts
local function middle(t) return apart * (ease(t, b_from - 0.7, b_from + 0.5) + ease(t, c_from - 0.7, c_from + 0.5)) end
scene.camera = { eye = function(t) return { middle(t) - 0.3, -8, 1.5 } end, target = function(t) return { middle(t), 0, 1.2 } end,
                 fov = tw.deg(22) }

-- a board, with rings where something is to go; bodies move 0.1 m in front of it
local dark, orange, blue, red, green =
  { 0.05, 0.05, 0.06 }, { 0.85, 0.32, 0.02 }, { 0.03, 0.20, 0.55 }, { 0.65, 0.06, 0.05 }, { 0.02, 0.22, 0.06 }
scene:prop { kind = "box", size = { 60, 0.2, 30 }, position = { apart, 0.2, 1 }, material = { "chalk", color = { 0.92, 0.92, 0.9 } } }
local flat = tw.rotation({ 0, 0, 1 }, { 0, 1, 0 })
local function ring(x, z, color, radius, wire)
  scene:prop { kind = "torus", major_radius = radius or 0.1, minor_radius = wire or 0.014, position = { x, 0.1, z },
    orientation = flat, color = color }
  return scene:nail { x, 0, z }
end
local function label(text, x, z, from, to)
  scene:text { text, at = { x, 0, z }, anchor = "center", from = from, to = to, fade = 0.4, size = 0.04, color = dark }
end
film.title(scene, "What least squares does", nil, dark)
local function tell(from, to, text)
  scene:text { text, at = "bottom", from = from, to = to, fade = 0.3, size = 0.042, color = dark }
end

-- (a) The bar flies to its nails. V: its forces. W: V and a push s along the bar, against itself.
local bar = scene:rod { name = "bar", from = { -1.7, 0, 0.5 }, to = { 0.7, 0, 0.5 }, radius = 0.06, mass = 4, color = blue }
local load = scene:force { at = bar.center, value = { 0, 0, -39.24 } }
local function slow(t) return 0.9 - 0.55 * ease(t, 0, 1.5) end
local left = scene:connect(bar.end1, ring(-1.2, 1.5, dark), { name = "left", tau = slow })
local right = scene:connect(bar.end2, ring(1.2, 1.5, dark), { name = "right", tau = slow })
local scale = 0.03                      -- m/N
local function push(t) return tw.vec3(-ease(t, 2.8, 3.4) * (1 - ease(t, 5.4, 6)) * 16 * math.cos(2 * (t - 3.4)), 0, 0) end
for sign, held in pairs { [-1] = { left, bar.end1 }, [1] = { right, bar.end2 } } do
  local c, at = held[1], held[2]
  scene:arrow { at = at, value = function() return c.force end, scale = scale, radius = 0.026, color = orange }
  scene:arrow { at = at, value = function(t) return c.force + push(t) * sign end, scale = scale, radius = 0.015, color = red,
    visible = function(t) return t > 2.8 end }
  local function tip(t) return at.position + (c.force + push(t) * sign) * scale + tw.vec3(0.1 * sign, 0, 0.12) end
  scene:text { "W", at = tip, anchor = "center", from = 2.8, to = 5.9, fade = 0.3, size = 0.045, font = "serif bold", color = red }
  scene:text { "V", at = function() return at.position - tw.vec3(0, 0, 0.26) end, anchor = "center", from = 2, to = 5.9,
    fade = 0.3, size = 0.045, font = "serif bold", color = orange }
end
tell(-1, 2.4, "(a) Two nails hold one bar and its load: six equations, five of them independent")
tell(2.6, 5.9, "V and W move the bar alike: in W two pushes cancel. Least squares takes V, the smallest")
scene:text { function(t)
  local v = left.force:dot(left.force) + right.force:dot(right.force)
  return ("|V|² = %3.0f N²      |W|² = %3.0f N²"):format(v, v + 2 * push(t):dot(push(t)))
end, at = { 0, 0, 0.9 }, anchor = "center", from = 2.6, to = 5.9, fade = 0.3, size = 0.045, color = dark }

-- (b) One ball, two nails; the left one comes to weigh more.
local ball = scene:sphere { name = "ball", radius = 0.13, position = { apart + 0.6, 0, 0.15 }, color = blue }
local one = scene:connect(ball.center, ring(apart - 1.2, 1.3, green), { name = "one", enabled = false, tau = 0.25 })
local two = scene:connect(ball.center, ring(apart + 1.2, 1.3, red), { name = "two", enabled = false, tau = 0.25 })
scene:at(7.2, function() one:enable() two:enable() end)
scene:keys { one, "weight", { { 0, 1 }, { 10, 1 }, { 11.2, 2, "smooth" } } }
for nail, at in pairs { [-1.2] = green, [1.2] = red } do
  scene:ruler { from = scene:nail { apart + nail, 0, 1.3 }, to = ball.center, color = at, radius = 0.012,
    text = "%.2f m", visible = function(t) return t > 6.4 and t < 13.6 end }
end
tell(6.9, 9.9, "(b) One ball cannot be at two nails: least squares leaves it in the middle")
tell(10, 13.1, "The left nail weighs more: at twice the weight, a quarter of the distance")
label("weight 1.0", apart + 1.2, 1.65, 6.9, 13.4)
scene:text { function(t) return ("weight %.1f"):format(one.weight) end, at = { apart - 1.2, 0, 1.65 }, anchor = "center",
  from = 6.9, to = 13.4, fade = 0.4, size = 0.04, color = dark }

-- (c) Rods on pivots go from one side to the other. The straight way would make them shorter.
local radius, rods = 0.62, {}
local function on_circle(x, degrees) return x + radius * math.cos(math.rad(degrees)), 1.15 + radius * math.sin(math.rad(degrees)) end
for i, how in ipairs { { "pivot : goal = 1 : 1", 1 }, { "pivot : goal = 3 : 1", 3 }, { "distance to the goal" } } do
  local x = 2 * apart + (i - 2) * 1.7
  local x1, z1 = on_circle(x, 165)
  local x2, z2 = on_circle(x, 35)
  local rod = scene:rod { name = "rod" .. i, from = { x, 0, 1.15 }, to = { x1, 0, z1 }, radius = 0.035, density = 300, color = blue }
  local pivot = scene:connect(rod.end1, ring(x, 1.15, dark), { weight = how[2] or 1 })
  local nail, goal = ring(x2, z2, orange), nil
  ring(x, 1.15, { 0.55, 0.55, 0.53 }, radius, 0.006)
  scene:prop { kind = "rod", from = { x1, 0.1, z1 }, to = { x2, 0.1, z2 }, radius = 0.006, color = orange }
  if how[2] then goal = scene:connect(rod.end2, nail, { enabled = false })
  else goal = scene:distance { a = rod.end2, b = nail, length = function(t) return 0 * t end, enabled = false } end
  scene:at(14.6, function() goal:enable() end)
  scene:trail { point = rod.end2, seconds = 20, radius = 0.013, color = red }
  label(how[1], x, 0.33, 14, 30)
  rods[i] = { body = rod, met = function() return (rod.end2.position - nail.position):length() end,
    off = film.most(scene, "pivot" .. i, function() return pivot.deviation:length() end),
    astray = film.most(scene, "circle" .. i, function()
      return math.abs((rod.end2.position - tw.vec3(x, 0, 1.15)):length() - radius)
    end) }
end
tell(13.9, 16.4, "(c) The straight path to the goal is not feasible: the rods take another one")
tell(16.6, 20, "A pivot that weighs more gives way less; a distance alone asks for no straight path")

-- Checks: V is the smallest (at right angles to a push against a push) and carries the load; the ball is where the
-- squares of the weights put it; all rods arrive, and give way on their way the less the more the pivot weighs.
local function near(name, f, equals, within, at) scene:expect { name, value = f, equals = equals, within = within, at = at } end
local asks                              -- at 1 s: the bar's two nails, three pivots
scene:at(1, function() asks = scene:diagnose() end)
near("the nails ask six equations", function() return asks.rows - 3 * #rods end, 6, 0, 2)
near("of these five count", function() return asks.rank - 3 * #rods end, 5, 0, 2)
near("the bar is held", function() return left.deviation:length() + right.deviation:length() end, 0, 1e-3, 5)
near("V is the smallest", function() return (left.force - right.force).x end, 0, 1e-9, 2)
near("V carries the load", function() return (left.force + right.force + load.value - bar.mass * bar.end1.acceleration):length() end, 0, 1e-6, 5)
near("the ball is in the middle", function() return ball.position.x - apart end, 0, 2e-3, 10)
near("the ball is where weights put it", function() return ball.position.x - apart end, -1.2 * (4 - 1) / (4 + 1), 2e-3, 13.2)
for i, r in ipairs(rods) do near("rod " .. i .. " arrives", r.met, 0, 1e-3, "end") end
near("a heavy pivot gives way less", function() return rods[1].off() > 3 * rods[2].off() and 1 or 0 end, 1, 0, "end")
near("a distance keeps to the circle", rods[3].astray, 0, 1e-6, "end")
film.stays_in_picture(scene, function()
  local t, list = scene.time, {}
  for _, p in ipairs(t > c_from + 0.6 and rods or {}) do
    for _, x in ipairs { p.body.end1, p.body.end2 } do list[#list + 1] = x.position list[#list + 1] = 0.05 end
  end
  local seen = t < 5.8 and { bar.end1, bar.end2 } or t > 7.1 and t < 12.8 and { ball.center, one.point, two.point } or {}
  for _, p in ipairs(seen) do list[#list + 1] = p.position list[#list + 1] = 0.25 end
  return list
end)
return scene
