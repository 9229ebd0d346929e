-- For all films: a smooth step, titles, and measures for their checks: parts that stay in the picture, parts that keep clear
-- of each other, the worst of a number over a film.
local tw = require "tauwerk"
local film = {}

-- 0 before `from`, 1 after `to`, smooth between; of numbers and of symbols for t
function film.ease(t, from, to) return tw.math.smooth((t - from) / (to - from)) end

-- the title over the first three seconds, and a smaller line below it if given; color: nil as texts are
function film.title(scene, title, below, color)
  scene:text { title, at = "top", from = 0.2, to = 3, fade = 0.5, size = 0.07, font = "serif bold", color = color }
  if below then scene:text { below, at = "top", from = 0.6, to = 3, fade = 0.5, size = 0.035, font = "serif", color = color } end
end

-- the greatest deviation (m) of a list of constraints
function film.worst(constraints)
  local most = 0
  for _, c in ipairs(constraints) do most = math.max(most, c.deviation:length()) end
  return most
end

-- most(f): the largest f() at the frames so far, as a function; f may only look
function film.most(scene, name, f)
  local r = scene:record { name, value = f, every = 1 / scene.fps }
  return function() return r.max end
end

-- expects that f() never exceeds `limit` over the film
function film.never_above(scene, label, f, limit)
  local most = film.most(scene, label, f)
  scene:expect { label, value = function() return math.max(0, most() - limit) end, equals = 0, within = 0, at = "end" }
end

-- Expects that points() (an array of vectors and radii by turns) stay within the picture of the camera, whose
-- eye, target and fov may be functions of t: 1 is the border of a picture of 16:9. `margin` (0.03) is kept free.
function film.stays_in_picture(scene, points, margin)
  local camera = scene.camera
  local function value(x) return type(x) == "function" and x(scene.time) or x end
  local function farthest()
    local eye, most = tw.vec3(value(camera.eye)), 0
    local ahead = (tw.vec3(value(camera.target)) - eye):normalized()
    local right = ahead:cross(tw.vec3(0, 0, 1)):normalized()
    local up, high = right:cross(ahead), math.tan(value(camera.fov) / 2)
    local list = points()
    for i = 1, #list, 2 do
      local p = list[i] - eye
      local z = p:dot(ahead)
      if z <= list[i + 1] then return 100 end
      most = math.max(most, (math.abs(p:dot(up)) + list[i + 1]) / (z * high),
        (math.abs(p:dot(right)) + list[i + 1]) / (z * high * 16 / 9))
    end
    return most
  end
  film.never_above(scene, "all stays in the picture", farthest, 1 - (margin or 0.03))
end

-- A capsule is { body =, from =, to =, radius = }: a part of a body as authored (m). Its ends now, in the world:
function film.ends(c) return c.body:to_world(c.body:authored(c.from)), c.body:to_world(c.body:authored(c.to)) end

-- the ends of capsules, for stays_in_picture
function film.outlines(capsules)
  local list = {}
  for _, c in ipairs(capsules) do
    local a, b = film.ends(c)
    for _, x in ipairs { a, c.radius, b, c.radius } do list[#list + 1] = x end
  end
  return list
end

-- adds the corners of a box of `size` (m), whose centre is the origin of what `to_world` takes, to a list for stays_in_picture
function film.corners(list, to_world, size)
  for k = 0, 7 do
    list[#list + 1] = to_world(tw.vec3((k % 2 - 0.5) * size[1], (k // 2 % 2 - 0.5) * size[2], (k // 4 - 0.5) * size[3]))
    list[#list + 1] = 0
  end
end

-- Distances (m) of points x, y, z of the world to a surface, for links.air: to a capsule whose ends `ends` gives as vectors, and
-- to a box of `size` whose centre is at the origin of `to_local`'s axes.
function film.to_capsule(ends, radius)
  return function(x, y, z)
    local a, b = ends()
    local ux, uy, uz, wx, wy, wz = b.x - a.x, b.y - a.y, b.z - a.z, x - a.x, y - a.y, z - a.z
    local s = math.max(0, math.min(1, (ux * wx + uy * wy + uz * wz) / (ux * ux + uy * uy + uz * uz)))
    return math.sqrt((wx - s * ux) ^ 2 + (wy - s * uy) ^ 2 + (wz - s * uz) ^ 2) - radius
  end
end
function film.to_box(to_local, size)
  return function(x, y, z)
    local p = to_local(x, y, z)
    local dx, dy, dz = math.abs(p.x) - size[1] / 2, math.abs(p.y) - size[2] / 2, math.abs(p.z) - size[3] / 2
    local inside = math.min(0, math.max(dx, dy, dz))
    return inside + math.sqrt(math.max(0, dx) ^ 2 + math.max(0, dy) ^ 2 + math.max(0, dz) ^ 2)
  end
end

-- the least distance (m) between two pieces of straight lines, from a to b and from c to d
local function apart(a, b, c, d)
  local u, v, w = b - a, d - c, a - c
  local uu, uv, vv, uw, vw = u:dot(u), u:dot(v), v:dot(v), u:dot(w), v:dot(w)
  local function within(x) return math.max(0, math.min(1, x)) end
  local det = uu * vv - uv * uv
  local s = det > 1e-12 * uu * vv and within((uv * vw - vv * uw) / det) or 0
  local t = within((uv * s + vw) / vv)
  s = within((uv * t - uw) / uu)
  return (w + u * s - v * t):length()
end

-- `count` capsules side by side from `a` to `b`, along the vector `along` (half of it to either side): a flat box, for keep_clear;
-- of no body yet
function film.slab(a, b, along, radius, count)
  local list = {}
  for k = 0, count - 1 do
    local at = a + (b - a) * (k / (count - 1))
    list[k + 1] = { from = at - along / 2, to = at + along / 2, radius = radius }
  end
  return list
end

-- expects that no two capsules of different bodies in any of the lists ever enter each other
function film.keep_clear(scene, label, lists)
  film.never_above(scene, label, function()
    local most = -math.huge
    for _, list in ipairs(lists) do
      local a, b = {}, {}
      for i, p in ipairs(list) do
        a[i], b[i] = film.ends(p)
        for j = 1, i - 1 do
          local q = list[j]
          if q.body ~= p.body then most = math.max(most, p.radius + q.radius - apart(a[i], b[i], a[j], b[j])) end
        end
      end
    end
    return most
  end, 0)
end

return film
