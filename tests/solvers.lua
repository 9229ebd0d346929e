-- Every scene moves alike with solver "svd" and "auto": the same state to 1e-8 at each frame.
local tw = require "tauwerk"

-- the scenes that a script returns, as `solver` moves them
local function scenes(path, solver)
  local list = table.pack(dofile(path))
  if list.n == 1 and type(list[1]) == "table" and not list[1].advance then list = table.pack(table.unpack(list[1])) end
  for i = 1, list.n do list[i].solver = solver end
  return list
end

local function difference(a, b)
  local worst = 0
  for i, body in ipairs(a.bodies) do
    local other = b.bodies[i]
    local q, r = body.orientation, other.orientation
    local sign = q.w * r.w + q.x * r.x + q.y * r.y + q.z * r.z < 0 and -1 or 1
    for _, d in ipairs {
      (body.position - other.position):length(), q.w - sign * r.w, q.x - sign * r.x, q.y - sign * r.y, q.z - sign * r.z,
    } do
      if not (math.abs(d) <= worst) then worst = math.abs(d) end
    end
  end
  return worst
end

-- the largest difference at any frame, and when it was first too large
local function compare(a, b)
  local worst = 0
  while a.time < a.duration do
    local step = math.min(1 / a.fps, a.duration - a.time)
    a:advance(step)
    b:advance(step)
    worst = math.max(worst, difference(a, b))
  end
  return worst
end

-- how far a change by rounding moves the scene: one that closes where its rank falls is not
-- determined to 1e-8
local function sensitivity(path, i)
  local a, b = scenes(path, "svd")[i], scenes(path, "svd")[i]
  for _, body in ipairs(b.bodies) do
    if not body.fixed and not body.motion then body.position = body.position + tw.vec3(1e-15, 1e-15, -1e-15) end
  end
  return compare(a, b)
end

for _, path in ipairs { ... } do
  package.path = path:match("^.*/") .. "?.lua;" .. package.path
  local svd, auto = scenes(path, "svd"), scenes(path, "auto")
  for i = 1, svd.n do
    local worst = compare(svd[i], auto[i])
    if worst > 1e-8 then
      local own = sensitivity(path, i)
      assert(own > 1e-8, ("%s: %g apart, but rounding makes %g only"):format(path, worst, own))
    end
    print(("%s: %.3g"):format(path, worst))
  end
end
