-- For films with chains: a link that opens into two halves, and the shape of a chain that hangs by contact alone.
local tw = require "tauwerk"
local links = {}

-- the radius R of the bows' middle line, and half the length L of the straight pieces (m)
local function bow(size) return size.width / 2 - size.radius, (size.length - size.width) / 2 end

-- half of a link, y >= 0 in the link's axes, as a mesh: rings about the wire's middle line, closed by a fan at each end
local function half(size)
  local R, L = bow(size)
  local around, arc = 28, 16
  local vertices, triangles = {}, {}
  for side = -1, 1, 2 do
    for k = 0, arc do
      local angle = (side < 0 and k or arc - k) / arc * math.pi / 2 -- from the apex to the straight piece
      local out = tw.vec3(side * math.cos(angle), math.sin(angle), 0)
      for j = 0, around - 1 do
        local turn = 2 * math.pi * j / around
        vertices[#vertices + 1] = tw.vec3(side * L, 0, 0) + out * (R + size.radius * math.cos(turn))
          + tw.vec3(0, 0, size.radius * math.sin(turn))
      end
    end
  end
  local rings = #vertices // around
  for k = 0, rings - 2 do
    for j = 0, around - 1 do
      local a, b = k * around + j + 1, k * around + (j + 1) % around + 1
      triangles[#triangles + 1] = { a, b, a + around }
      triangles[#triangles + 1] = { b, b + around, a + around }
    end
  end
  for j = 2, around - 1 do
    local last = (rings - 1) * around
    triangles[#triangles + 1] = { 1, j + 1, j }
    triangles[#triangles + 1] = { last + 1, last + j, last + j + 1 }
  end
  -- a prop's origin is its centre of mass: the straight piece at R, two quarter bows as Pappus has them
  local middle = 2 * (L * R + R * R + size.radius ^ 2 / 4) / (2 * L + math.pi * R)
  return vertices, triangles, middle
end

-- A link whose halves stand apart by `gap(t)` (m, a function built of tw.math): while they do, two props are seen in place of
-- the body, which is the closed link. So another link's wire can come between them, and they close around it.
function links.opening(scene, fields, gap)
  local material = fields.material
  local function open(t) return gap(t) > 0 end
  fields.visible = function(t) return not open(t) end
  local body = scene:link(fields)
  local vertices, triangles, middle = half(fields)
  for side = 0, 1 do
    local turn = tw.axis_angle({ 0, 0, 1 }, side * math.pi)
    local sign = 1 - 2 * side
    scene:prop {
      kind = "mesh", vertices = vertices, triangles = triangles, on = body, material = material, orientation = turn, visible = open,
      position = function(t) return { 0, sign * (middle + gap(t) / 2), 0 } end,
    }
  end
  return body
end

-- The middle lines of a link's two halves, `gap` apart: coordinates of points in the world, from end to end of each; and the
-- largest distance from one point to the next.
local function lines_of(body, gap)
  local R, L = bow(body)
  local halves, steps = {}, 12
  for side = 1, -1, -2 do
    local points = {}
    local function add(x, y)
      local p = body:to_world { side * x, side * (y + gap / 2), 0 }
      points[#points + 1] = { p.x, p.y, p.z }
    end
    local function quarter(x, sign)
      for k = 0, steps do
        local angle = (sign > 0 and k or steps - k) / steps * math.pi / 2
        add(x + sign * R * math.cos(angle), R * math.sin(angle))
      end
    end
    quarter(L, 1)
    for k = 1, steps - 1 do add(L * (1 - 2 * k / steps), R) end
    quarter(-L, -1)
    halves[#halves + 1] = points
  end
  return halves, math.max(R * math.pi / 2, 2 * L) / steps
end

-- The least gap (m) at time t, which is now, between the wires of any two links of a list, and between a wire and what `distances` tell of: each is
-- a function of x, y, z (m) that gives the distance to a surface. `gaps[i](t)`: how far the halves of link i stand apart.
function links.air(list, gaps, t, distances)
  local lines, open, least, step = {}, {}, math.huge, 0
  local function between(a, b, radii)
    for _, p in ipairs(a) do
      local x, y, z, j = p[1], p[2], p[3], 1
      while j <= #b do -- points are at most a step apart: those that cannot be nearer than the least so far are left out
        local q = b[j]
        local d = math.sqrt((x - q[1]) ^ 2 + (y - q[2]) ^ 2 + (z - q[3]) ^ 2) - radii
        least = math.min(least, d)
        j = j + math.max(1, (d - least) // step)
      end
    end
  end
  for i, body in ipairs(list) do
    open[i] = gaps[i] and gaps[i](t) or 0
    lines[i], step = lines_of(body, open[i])
  end
  for i, body in ipairs(list) do
    for k = 1, i - 1 do
      local near = (body.position - list[k].position):length() < body.length + open[i] + open[k]
      for a = 1, near and 2 or 0 do
        for b = 1, 2 do between(lines[i][a], lines[k][b], body.radius + list[k].radius) end
      end
    end
    for _, points in ipairs(lines[i]) do
      for _, p in ipairs(points) do
        for _, distance in ipairs(distances or {}) do least = math.min(least, distance(p[1], p[2], p[3]) - body.radius) end
      end
    end
  end
  return least
end

-- Places of the centres, directions of the long axes, and orientations of `count` links that hang from one upright link to
-- another, `span` apart, in the plane xz: in equilibrium without friction. Every other link lies across. A link i hangs along
-- the mean of the forces at its two ends, their slopes growing by `bend` from one to the next; between two links the force
-- goes from the middle of an upright one's bow to the middle of the wire of the one across, radius - 2 wires away.
function links.hanging(size, count, span)
  local R, L = bow(size)
  local function hang(bend)
    local places, at = {}, tw.vec3(0, 0, 0)
    local function along(slope) return tw.vec3(1, 0, slope):normalized() end
    for i = 1, count do
      local axis = along(bend * (i - (count + 1) / 2))
      local arm = axis * (i % 2 == 1 and L or L + R)
      if i > 1 then at = at + along(bend * (i - 1 - count / 2)) * (R - 2 * size.radius) + arm end
      places[i] = { at = at, axis = axis }
      at = at + arm
    end
    return places
  end
  local low, high = 0, 4
  for _ = 1, 60 do
    local mid = (low + high) / 2
    if hang(mid)[count].at.x > span then low = mid else high = mid end
  end
  local places = hang(low)
  for i, p in ipairs(places) do
    p.at = p.at - tw.vec3(span / 2, 0, 0)
    p.turn = tw.rotation({ 1, 0, 0 }, p.axis) * tw.axis_angle({ 1, 0, 0 }, i % 2 == 1 and math.pi / 2 or 0)
  end
  return places
end

return links
