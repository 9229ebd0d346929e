-- Two chain links that lie across each other in their bends touch at two places, which run together as they are turned: as many
-- contacts are found as the distance of the wires' curves has minima.
local tw = require "tauwerk"
local wire, length, width = 0.03, 0.34, 0.2
local R = width / 2 - wire
local half = length / 2 - wire - R

-- a place of the curve, in the link's axes, and the distance of a point from the curve
local around = 4 * half + 2 * math.pi * R
local function at(s)
  s = s % around
  if s < 2 * half then return tw.vec3(half - s, R, 0) end
  s = s - 2 * half
  if s < math.pi * R then return tw.vec3(-half - R * math.sin(s / R), R * math.cos(s / R), 0) end
  s = s - math.pi * R
  if s < 2 * half then return tw.vec3(-half + s, -R, 0) end
  s = s - 2 * half
  return tw.vec3(half + R * math.sin(s / R), -R * math.cos(s / R), 0)
end
local function distance(p)
  local x = math.max(math.abs(p.x) - half, 0)
  local flat = math.abs(p.x) <= half and math.abs(math.abs(p.y) - R) or math.abs(math.sqrt(x * x + p.y * p.y) - R)
  return math.sqrt(flat * flat + p.z * p.z)
end

local apart = 0.006 -- m: closer ones are one contact
local twice = 0
for twist = 60, 88, 1 do
  for lean = 0, 2 do
    for yaw = 0, 2 do
      local scene = tw.scene {}
      local a = scene:link { length = length, width = width, radius = wire, collide = true, fixed = true }
      local b = scene:link { length = length, width = width, radius = wire, collide = true,
        orientation = tw.axis_angle({ 0, 0, 1 }, tw.deg(yaw)) * tw.axis_angle({ 0, 1, 0 }, tw.deg(lean)) * tw.axis_angle({ 1, 0, 0 }, tw.deg(twist)) }
      b.position = tw.vec3(half + R - 2 * wire + 0.002, 0, 0) + b:to_world { half + R, 0, 0 } - b.position
      local N, f, count, last = 1500, {}, 0, -1 / 0
      for i = 0, N - 1 do f[i] = distance(b:to_local(a:to_world(at(around * i / N)))) end
      for i = 0, N - 1 do
        if f[i] < f[(i - 1) % N] and f[i] <= f[(i + 1) % N] and f[i] < 2 * wire - 1e-5 and (i - last) * around / N > apart then
          count, last = count + 1, i
        end
      end
      local found = #scene:contacts()
      assert(found >= count, ("turned by %g, %g, %g degrees: %d contacts of %d"):format(twist, lean, yaw, found, count))
      if count > 1 then twice = twice + 1 end
    end
  end
end
assert(twice > 40, twice .. " pairs touch twice")
