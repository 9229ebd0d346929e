-- Built-in constraints (NAME_built) and the same written by hand (NAME_own), for tests/unit/model/custom.c.
-- All are switched off: the test moves the bodies and compares D, D', J and bias.
local tw = require "tauwerk"
local m = tw.math
local scene = tw.scene { name = "pairs", gravity = { 0, 0, -9.81 } }

local a = scene:box { name = "a", size = { 0.4, 0.7, 1.1 } }
local b = scene:rod { name = "b", length = 1.3, radius = 0.2, position = { 1, 2, 3 } }
-- driven: its accelerations are known
local d = scene:box { name = "d", size = { 1, 1, 1 }, motion = scene:path(function(t)
  return { m.sin(t), t * t, m.cos(2 * t) }
end) }
local nail = scene:nail { 0.3, -0.2, 0.5 }
local path = scene:path(function(t) return { m.sin(3 * t), 1 + t * t * t, m.exp(-t) } end)
local p, q, r = a:point { 0.3, 0.1, -0.2 }, b:point { 0.1, -0.2, 0.4 }, d:point { 0.1, 0.5, 0.2 }

local function pair(name, kind, fields, own)
  fields.name, fields.enabled = name .. "_built", false
  scene[kind](scene, fields)
  own.name, own.enabled = name .. "_own", false
  scene:constraint(own)
end
local function difference(x) return x[1] - x[2] end

pair("nail", "point_to_nail", { point = p, nail = nail }, { points = { p, nail }, deviation = difference })
pair("path", "point_to_path", { point = p, path = path }, { points = { p, path }, deviation = difference })
pair("point", "point_to_point", { a = p, b = q }, { points = { p, q }, deviation = difference })
pair("driven", "point_to_point", { a = p, b = r }, { points = { p, r }, deviation = difference })
-- a point by the pose of its body; the rows in a table
pair("pose", "point_to_point", { a = p, b = r }, { points = { r }, bodies = { a },
  deviation = function(x)
    local k = x.body[a]
    local at = k.position + k.orientation * { 0.3, 0.1, -0.2 }
    return { { at.x - x[1].x, at.y - x[1].y }, at.z - x[r].z }
  end })
pair("plane", "on_plane", { point = p, through = { 0.1, 0.2, 0.3 }, normal = { 0, 0, 1 } },
  { points = { p }, deviation = function(x) return x[1].z - 0.3 end })
local function normal(t) return tw.vec3(m.sin(t), m.cos(t) * 1.5, 1 + t * t) end
local function through(t) return tw.vec3(t, 1 - t * t, 0.4) end
pair("plane_moves", "on_plane", { point = p, through = through, normal = normal },
  { points = { p }, deviation = function(x, t) return normal(t):normalized():dot(x[1] - through(t)) end })
pair("plane_carried", "on_plane", { point = p, on = b, through = through, normal = normal },
  { points = { p }, bodies = { b }, deviation = function(x, t)
    local k = x.body[1]
    return (k.orientation * normal(t):normalized()):dot(x[1] - k.position - k.orientation * through(t))
  end })
pair("cosine", "orient", { body = a, axis = { 1, 2, 2 }, to = normal, measure = "cosine" },
  { bodies = { a }, deviation = function(x, t)
    return (x.body[1].orientation * tw.vec3(1, 2, 2):normalized()):dot(normal(t)) / normal(t):length() - 1
  end })
pair("hinge", "hinge", { a = a, b = b, at_a = { 0.3, 0.1, -0.2 }, at_b = { 0.1, -0.2, 0.4 },
  axis_a = { 0, 0, 1 }, axis_b = { 0, 0, 1 }, formulation = "quaternion" },
  { points = { p, q }, bodies = { a, b }, deviation = function(x)
    local turn = x.body[b].orientation:inverse() * x.body[a].orientation
    return x[1] - x[2], -turn.x, -turn.y
  end })
pair("distance", "distance", { a = p, b = q, length = function(t) return 1 + t * t end },
  { points = { p, q }, deviation = function(x, t) return (x[1] - x[2]):length() - 1 - t * t end })
pair("line", "on_line", { point = p, through = { 0.1, 0.2, 0.3 }, along = { 0, 0, 1 } },
  { points = { p }, deviation = function(x) return x[1].x - 0.1, x[1].y - 0.2 end })
pair("line_carried", "on_line", { point = p, on = b, through = { 0.1, 0.2, 0.3 }, along = { 0, 0, 1 } },
  { points = { p }, bodies = { b }, deviation = function(x)
    local r = x.body[1].orientation:inverse() * (x[1] - x.body[1].position)
    return r.x - 0.1, r.y - 0.2
  end })
local rest = tw.euler(0.4, -0.2, 0.9)
pair("joystick", "axis_in_plane", { body = a, normal = { 0, 3, 4 } },
  { bodies = { a }, deviation = function(x)
    return 2 * m.asin((x.body[a].orientation.y * 3 + x.body[a].orientation.z * 4) / 5)
  end })
pair("joysticks", "axis_in_plane", { body = a, to = b, normal = normal, offset = rest },
  { bodies = { a, b }, deviation = function(x, t)
    local turn = x.body[b].orientation:inverse() * x.body[a].orientation
    -- in the axes of b: the rotation that takes its axes, turned by rest, into those of a
    local q = turn * rest:inverse()
    return 2 * m.asin(normal(t):normalized():dot(tw.vec3(q.x, q.y, q.z)))
  end })
pair("sine", "axis_in_plane", { body = a, axis = { 1, 2, 2 }, to = b, normal = { 0, 3, 4 } },
  { bodies = { a, b }, deviation = function(x)
    local k, n = x.body[a].orientation * tw.vec3(1, 2, 2), x.body[b].orientation * { 0, 3, 4 }
    return m.asin(k:dot(n) / 15)
  end })
return scene
