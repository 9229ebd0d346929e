-- A scene out of bytes: ... are the kinds with their fields, as targets/scene.c writes them, and the bytes in
-- hexadecimal digits. Each choice takes a byte; all that a choice does is caught.
local tw = require "tauwerk"
local kinds_text, hex = ...
local at = 1
local function byte(n)
  local b = tonumber(hex:sub(at, at + 1), 16) or 0
  at = at + 2
  return b % n + 1
end
local function more() return at < #hex end

local kinds, fields_of = {}, {}
for name, fields in kinds_text:gmatch "([%w_]+):([^;]*);" do
  kinds[#kinds + 1] = name
  local list = {}
  for field, kind in fields:gmatch "([%w_]+)=(%d+)," do list[#list + 1] = field end
  fields_of[name] = list
end

local scene = tw.scene { duration = 0.1, fps = 10, step = 0.01 }
local made = { scene }
local points, bodies = {}, {}
local function pick(list) return list[byte(math.max(#list, 1))] end
local function keep(x)
  made[#made + 1] = x
  return x
end
for i = 1, 3 do
  local b = scene:sphere { radius = 0.1 * i, position = { i, 0, 0 }, collide = i > 1 }
  keep(b)
  bodies[i], points[i] = b, b.center
end
local gone = scene:box { size = { 1, 1, 1 } }
local gone_point = gone.center
gone:remove()
local nail, group = scene:nail { 0, 0, 1 }, scene:group { name = "g" }
local spline = tw.spline { { 0, { 0, 0, 0 } }, { 1, { 1, 0, 0 } } }
local path = scene:path(spline)

local values = {
  function() return 0 / 0 end, function() return math.huge end, function() return -math.huge end, function() return 0 end,
  function() return -1 end, function() return 1 end, function() return 0.5 end, function() return 1e308 end,
  function() return -1e-308 end, function() return 5e-324 end, function() return math.maxinteger end,
  function() return math.mininteger end, function() return 1e9 end, function() return "text" end, function() return "" end,
  function() return true end, function() return false end, function() return {} end, function() return { 1, 2, 3 } end,
  function() return { 0, 0, 0 } end, function() return { 0, 0, 1 } end, function() return { 0 / 0, 1, 2 } end,
  function() return { 1e308, 1e308, 1e308 } end, function() return { 1, 2 } end, function() return tw.vec3(1, 0, 0) end,
  function() return tw.quat(1, 0, 0, 0) end, function() return tw.quat(0, 0, 0, 0) end, function() return pick(bodies) end,
  function() return pick(points) end, function() return gone end, function() return gone_point end, function() return nail end,
  function() return path end, function() return spline end, function() return group end, function() return pick(made) end,
  function() return scene end, function() return print end, function() return function(t) return t end end,
  function() return function(t) return tw.vec3(t, t, t) end end, function() return function() return 0 / 0 end end,
  function() return function() error "told" end end, function() return io.stdout end, function() return coroutine.create(print) end,
  function() return { pick(bodies), gone } end, function() return { kind = "sphere", radius = 1 } end,
  function() return ("x"):rep(300) end, function() return "\27[31m\255" end, function() return tw.scene {} end,
  function() return setmetatable({}, { __index = function() return 1 end }) end, function() return { name = "a", { kind = "box" } } end,
}
local function value() return values[byte(#values)]() end

local function make()
  local kind = pick(kinds)
  local t = {}
  for _, field in ipairs(fields_of[kind]) do
    local how = byte(4)
    if how > 1 then t[field] = value() end
  end
  local x = (byte(4) == 1 and group or scene)[kind](byte(4) == 1 and group or scene, t)
  keep(x)
  bodies[#bodies + 1] = x
end

local scene_fields = { "gravity", "tau", "stepper", "solver", "rtol", "atol", "step", "duration", "fps", "size", "seed", "camera",
  "background", "fog", "look", "bounces", "tone", "exposure", "draw", "check", "name" }
local methods = { "advance", "advance_to", "find", "energy", "momentum", "angular_momentum", "hash", "snapshot", "restore",
  "assemble", "diagnose", "stats", "finish", "expect", "record", "log", "group", "connect", "nail", "path", "at", "every",
  "during", "when", "ramp", "keys", "timeline", "on_frame", "on_contact", "events", "impulse", "light", "ground", "text",
  "graph", "retime", "hold", "prop", "ray", "distance" }
local own = { "remove", "exists", "enable", "disable", "place", "point", "point_at", "to_world", "to_local", "velocity_at",
  "corner", "face", "edge", "rim", "vertex", "part", "authored", "cancel", "scatter", "set", "find", "met", "settled",
  "position", "velocity", "force", "torque", "deviation", "rate", "residual", "split", "angle", "speed", "energy", "momentum",
  "inertia", "name", "enabled", "user", "motion", "material", "color", "visible" }

local actions = {
  make, make, make,
  function() scene[pick(scene_fields)] = value() end,
  function() local m = pick(methods) return keep(scene[m](scene, value(), value(), value())) end,
  function() local x, m = pick(made), pick(own) return x[m] end,
  function() local x, m = pick(made), pick(own) return keep(x[m](x, value(), value())) end,
  function() local x = pick(made) x[pick(own)] = value() end,
  function() local x = pick(bodies) for _, f in ipairs(fields_of[pick(kinds)]) do pcall(function() return x[f] end) pcall(function() x[f] = value() end) end end,
  function() pick(made):remove() end,
  function() scene:advance(0.01) end,
  function() return value() + value() end,
  function() return value() * value() end,
  function() return tostring(value()), #value(), value() == value() end,
  function() return tw.axis_angle(value(), value()), tw.euler(value(), value(), value()), tw.rotation(value(), value()) end,
  function() return keep(tw.spline { { value(), value() }, { value(), value() } }) end,
  function() return tw.film { shots = { value(), { value(), from = value(), to = value() } }, cut = value(), name = value() } end,
}
for _ = 1, 40 do
  if not more() then break end
  pcall(actions[byte(#actions)])
end
pcall(scene.advance, scene, 0.02)
pcall(scene.diagnose, scene)
