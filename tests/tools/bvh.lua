-- bvh.lua FILE.bvh TRACE.csv [NAME=PARENT | NAME@x,y,z ...]: reads the skeleton as any reader does (a joint's
-- place is its parent's, moved by the offset or the position channels, turned by the parents) and
-- compares each body with the trace: its turn, and the joint's place in its axes, which must not
-- change. Then who hangs on whom, and where joints are in the body's axes.
local file, trace = arg[1], arg[2]

local function mul(a, b)
  local c = {}
  for i = 1, 3 do
    c[i] = {}
    for j = 1, 3 do c[i][j] = a[i][1] * b[1][j] + a[i][2] * b[2][j] + a[i][3] * b[3][j] end
  end
  return c
end
local function apply(a, v)
  local r = {}
  for i = 1, 3 do r[i] = a[i][1] * v[1] + a[i][2] * v[2] + a[i][3] * v[3] end
  return r
end
local function turn(axis, degrees)
  local c, s = math.cos(math.rad(degrees)), math.sin(math.rad(degrees))
  if axis == "X" then return { { 1, 0, 0 }, { 0, c, -s }, { 0, s, c } } end
  if axis == "Y" then return { { c, 0, s }, { 0, 1, 0 }, { -s, 0, c } } end
  return { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }
end

-- the hierarchy, by words
local text = assert(io.open(file)):read("a")
local hierarchy, motion = text:match("^HIERARCHY%s+(.-)MOTION%s+(.*)$")
local words = {}
for w in hierarchy:gmatch("%S+") do words[#words + 1] = w end
local joints, stack, at = {}, {}, 1
while at <= #words do
  local w = words[at]
  if w == "ROOT" or w == "JOINT" then
    local joint = { name = words[at + 1], parent = stack[#stack], channels = {} }
    joints[#joints + 1], stack[#stack + 1] = joint, joint
    at = at + 3
  elseif w == "End" then
    stack[#stack + 1], at = {}, at + 3
  elseif w == "OFFSET" then
    stack[#stack].offset = { tonumber(words[at + 1]), tonumber(words[at + 2]), tonumber(words[at + 3]) }
    at = at + 4
  elseif w == "CHANNELS" then
    local n = tonumber(words[at + 1])
    for i = 1, n do stack[#stack].channels[i] = words[at + 1 + i] end
    at = at + 2 + n
  else
    assert(w == "}", w)
    stack[#stack], at = nil, at + 1
  end
end
assert(#stack == 0, "braces")

-- the trace: [frame][name]
local bodies, frames = {}, 0
for line in io.lines(trace) do
  local frame, time, name, rest = line:match("^(%d+),([^,]*),([^,]*),(.*)$")
  if frame then
    local x = {}
    for number in rest:gmatch("[^,]+") do x[#x + 1] = tonumber(number) end
    frames = math.max(frames, tonumber(frame))
    bodies[tonumber(frame)] = bodies[tonumber(frame)] or {}
    bodies[tonumber(frame)][name:gsub("%s", "_")] = x
  end
end
assert(tonumber(motion:match("Frames:%s*(%d+)")) == frames, "frames")

local function matrix(w, x, y, z)
  return { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
           { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
           { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } }
end
local up = { { 1, 0, 0 }, { 0, 0, 1 }, { 0, -1, 0 } }
local down = { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } }

local number, worst, place, step, before = 0, 0, 0, 0, {}
for line in motion:match("Frame Time:[^\n]*\n(.*)"):gmatch("[^\n]+") do
  number = number + 1
  local column, value = 0, {}
  for x in line:gmatch("%S+") do value[#value + 1] = tonumber(x) end
  for _, j in ipairs(joints) do
    local x, R = { table.unpack(j.offset) }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    for k, c in ipairs(j.channels) do
      column = column + 1
      local axis, what = c:match("^(.)(.*)$")
      if what == "position" then x[("XYZ"):find(axis)] = value[column]
      else
        R = mul(R, turn(axis, value[column]))
        local id = j.name .. c
        step = math.max(step, math.abs(value[column] - (before[id] or value[column])))
        before[id] = value[column]
      end
    end
    if j.parent then
      local y = apply(j.parent.R, x)
      for i = 1, 3 do x[i] = y[i] + j.parent.x[i] end
      R = mul(j.parent.R, R)
    end
    j.x, j.R = x, R
    local b = bodies[number][j.name]
    if b then
      local want = mul(mul(up, matrix(b[4], b[5], b[6], b[7])), down)
      for r = 1, 3 do
        for c = 1, 3 do worst = math.max(worst, math.abs(want[r][c] - R[r][c])) end
      end
      local own = apply(down, x)
      for i = 1, 3 do own[i] = own[i] - b[i] end
      local m = matrix(b[4], b[5], b[6], b[7])
      local p = {}
      for i = 1, 3 do p[i] = m[1][i] * own[1] + m[2][i] * own[2] + m[3][i] * own[3] end
      j.p = j.p or p
      for i = 1, 3 do place = math.max(place, math.abs(p[i] - j.p[i])) end
    end
  end
  assert(column == #value, "as many numbers as channels")
end
assert(number == frames, "as many lines as frames")
assert(worst < 1e-9, "turns differ by " .. worst)
assert(place < 3e-6, "places of joints move by " .. place)

local hangs, at_joint, six = {}, {}, 0
for _, j in ipairs(joints) do
  assert(not hangs[j.name], "two joints are called " .. j.name)
  hangs[j.name] = j.parent and j.parent.name or ""
  at_joint[j.name] = j.p
  six = six + (#j.channels == 6 and 1 or 0)
end
for i = 3, #arg do
  local name, parent = arg[i]:match("^(.-)=(.*)$")
  if name then assert(hangs[name] == parent, name .. " hangs on " .. tostring(hangs[name])) end
  local joint, x, y, z = arg[i]:match("^(.-)@(.-),(.-),(.*)$")
  if joint then
    local p = assert(at_joint[joint], joint)
    local off = math.abs(p[1] - x) + math.abs(p[2] - y) + math.abs(p[3] - z)
    assert(off < 1e-8, ("%s is joined at %g, %g, %g"):format(joint, p[1], p[2], p[3]))
  end
end
print(("%d joints, %d with places, turns %.1e, places %.1e, steps of angles up to %.1f"):format(#joints, six, worst, place, step))
