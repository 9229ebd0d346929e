-- What the reference cases share: bodies as the data describe them, and comparing within a tolerance.
local json = require "json"
local case = {}

function case.load(name)
  return json.load("tests/data/reference/" .. name .. ".json")
end

-- a bare body with the state that the data give
function case.body(scene, b)
  return scene:body {
    name = b.name, mass = b.mass, inertia = b.inertia_com_body,
    position = b.position, orientation = b.quaternion_wxyz,
    velocity = b.velocity, angular_velocity = b.angular_velocity_world,
  }
end

local worst = {}

-- |got - want| <= tolerance per component; numbers, vectors or arrays
function case.near(label, got, want, tolerance)
  if type(want) == "number" then
    local e = math.abs(got - want)
    if not (e <= tolerance) then
      error(("%s: got %.15g, expected %.15g within %g"):format(label, got, want, tolerance), 2)
    end
    worst[label:match("^%S+")] = math.max(worst[label:match("^%S+")] or 0, e)
    return
  end
  for i = 1, #want do case.near(label .. "[" .. i .. "]", got[i], want[i], tolerance) end
end

-- the same rotation: q and -q are equal
function case.same_rotation(label, got, want, tolerance)
  local dot = got.w * want[1] + got.x * want[2] + got.y * want[3] + got.z * want[4]
  local s = dot < 0 and -1 or 1
  case.near(label, { got.w * s, got.x * s, got.y * s, got.z * s }, want, tolerance)
end

function case.report()
  local names = {}
  for k in pairs(worst) do names[#names + 1] = k end
  table.sort(names)
  for _, k in ipairs(names) do print(("%-24s worst difference %.2e"):format(k, worst[k])) end
end

return case
