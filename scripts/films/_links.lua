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

-- points all along the middle line of a link's wire, its halves `gap` apart: flat coordinates of the world
local function line(body, gap)
  local R, L = bow(body)
  local points, steps = {}, 12
  local function add(x, y)
    local p = body:to_world { x, y + (y > 0 and gap / 2 or -gap / 2), 0 }
    points[#points + 1] = { p.x, p.y, p.z }
  end
  for half = -1, 1, 2 do
    for k = 0, steps do
      local angle = half * (k + 1e-9) / steps * math.pi / 2
      add(L + R * math.cos(angle), R * math.sin(angle))
      add(-L - R * math.cos(angle), R * math.sin(angle))
      add(L * (2 * k / steps - 1), half * R)
    end
  end
  return points
end

-- the least gap (m) between the wires of any two links of a list now; `gaps[i]`: how far the halves of link i stand apart
function links.air(list, gaps)
  local lines, least = {}, math.huge
  for i, body in ipairs(list) do lines[i] = line(body, gaps[i] or 0) end
  for i = 2, #list do
    for k = 1, i - 1 do
      local near = (list[i].position - list[k].position):length() < list[i].length + (gaps[i] or 0) + (gaps[k] or 0)
      for _, a in ipairs(near and lines[i] or {}) do
        for _, b in ipairs(lines[k]) do
          local x, y, z = a[1] - b[1], a[2] - b[2], a[3] - b[3]
          least = math.min(least, math.sqrt(x * x + y * y + z * z) - list[i].radius - list[k].radius)
        end
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
