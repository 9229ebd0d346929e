-- For the scenes of this folder: bars in the plane of x and z that are pinned to each other, seen from -y. Bars are
-- made where they belong and pinned there; then they are scattered, and the pins pull them together again.
local tw = require "tauwerk"
local bars = {}
bars.__index = bars

-- layer k stands at y = -k * depth, nearer to the eye
function bars.new(scene, depth)
  return setmetatable({ scene = scene, depth = depth or 0.1, body = {}, pins = {} }, bars)
end

function bars:place(p, layer) return tw.vec3(p[1], -(layer or 0) * self.depth, p[2]) end

-- a bar from p to q = { x, z }
function bars:bar(name, p, q, layer, material, radius)
  local b = self.scene:capsule { name = name, from = self:place(p, layer), to = self:place(q, layer),
                                 radius = radius or 0.055, material = material }
  self.body[#self.body + 1] = b
  return b
end

-- any other body that is scattered, too
function bars:add(body)
  self.body[#self.body + 1] = body
  return body
end

-- a hinge at p between two bodies, or a body and the world; its angle counts as in the plane x z, x toward z
function bars:pin(a, b, p, layer)
  local h = self.scene:hinge { a = a, b = b, at = self:place(p, layer), axis = { 0, -1, 0 } }
  self.pins[#self.pins + 1] = h
  return h
end

-- a steel axle of the world at p, and what holds it
function bars:axle(p, from, to, radius)
  self.scene:rod { from = self:place(p, from), to = self:place(p, to), radius = radius or 0.035, fixed = true,
                   material = "steel" }
end

function bars:scatter(distance, angle)
  local r = self.scene.random
  for _, b in ipairs(self.body) do
    local shift = r:direction() * (distance * r:uniform(0.6, 1))
    b.position = b.position + tw.vec3(shift.x, 0.7 * shift.y, math.abs(shift.z))
    b.orientation = tw.axis_angle(r:direction(), angle * r:uniform(0.4, 1)) * b.orientation
    b.angular_velocity = r:direction() * 0.8
  end
end

-- the largest distance of two points that a pin holds together
function bars:gap()
  local most = 0
  for _, h in ipairs(self.pins) do
    local d = h.deviation
    for i = 1, #d do most = math.max(most, math.abs(d[i])) end
  end
  return most
end

-- where circles about p and q with radii r and s meet; side 1: left of the way from p to q
function bars.meet(p, r, q, s, side)
  local dx, dz = q[1] - p[1], q[2] - p[2]
  local d = math.sqrt(dx * dx + dz * dz)
  local a = (d * d + r * r - s * s) / (2 * d)
  local h = side * math.sqrt(r * r - a * a)
  return { p[1] + (a * dx - h * dz) / d, p[2] + (a * dz + h * dx) / d }
end

-- x, z of a point
function bars.flat(point)
  local x = point.position
  return { x.x, x.z }
end

function bars.distance(p, q) return math.sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2) end

return bars
