-- A lamp that hops, after Witkin & Kass (Spacetime Constraints, 1988): nobody draws its motion. Given are where it stands after each hop, upright and at
-- rest, and that ankle and knee turn as little as possible; found are ten knots of the angles that their motors hold. The foot stands on the
-- ground by contact and friction alone, and the hop is searched in three parts: a small one from a guess that jumps on the spot, a longer one, and then the
-- same with less effort, for eight steps. In the film it hops three times. --set from=answer begins with what was found so.
-- as a test: --set from=answer
local tw = require "tauwerk"

local hop, hops, seconds = 0.12, 3, 1.2
local scene = tw.scene { name = "lamp", duration = hops * seconds, fps = 60, size = { 1280, 720 }, gravity = "earth", tau = 0.03, stepper = "timestep" }
scene:ground { height = 0, friction = 0.9, restitution = 0 }
local lean, bend, length = -0.9, 1.8, 0.35 -- rad: of the lower arm from upright, of the knee; m
local function along(angle) return tw.vec3(math.sin(angle), 0, math.cos(angle)) end
local ankle_at = tw.vec3(0, 0, 0.05)
local knee_at = ankle_at + along(lean) * length
local neck_at = knee_at + along(lean + bend) * length
local foot = scene:box { name = "foot", size = { 0.34, 0.24, 0.05 }, position = { 0, 0, 0.025 }, mass = 0.8, collide = true, friction = 0.9, restitution = 0,
                         material = "steel" }
local function arm(name, from, angle)
  return scene:rod { name = name, length = length, radius = 0.015, mass = 0.2, position = from + along(angle) * (length / 2), orientation = tw.euler(0, angle, 0),
                     material = "steel" }
end
local lower, upper = arm("lower", ankle_at, lean), arm("upper", knee_at, lean + bend)
local head = scene:sphere { name = "head", radius = 0.07, mass = 0.6, position = neck_at, material = "copper" }
scene:weld { a = head, b = upper, at = neck_at }
local motor = {
  ankle = scene:motor { joint = scene:hinge { a = lower, b = foot, at = ankle_at, axis = { 0, 1, 0 } }, angle = 0 },
  knee = scene:motor { joint = scene:hinge { a = upper, b = lower, at = knee_at, axis = { 0, 1, 0 } }, angle = 0 },
}

-- angles at these times; at first the arms stretch and bend alike, so that the head goes up and down above the foot
local times, stretch = { 0, 0.12, 0.28, 0.42, 0.6, 0.8 }, { 0, -0.1, 0.7, 0.3, 0.2, 0 }
local angle = { ankle = {}, knee = {} }
for i, x in ipairs(stretch) do angle.ankle[i], angle.knee[i] = x, -2 * x end
local function put()
  for name, m in pairs(motor) do
    local list = { ends = "rest" }
    for k = 0, hops - 1 do
      for i, t in ipairs(times) do list[#list + 1] = { seconds * k + t, angle[name][i] } end
    end
    m.angle = tw.spline(list)
  end
end
local vary = {}
for _, name in ipairs { "ankle", "knee" } do
  for i = 2, #times do -- differences so wide that steps of contact do not show
    vary[#vary + 1] = { name .. " " .. i, from = -2, to = 2, start = angle[name][i], set = function(x)
      angle[name][i] = x
      put()
    end }
  end
end

local function tilt() return (foot.orientation * tw.vec3(1, 0, 0)).z end
local function effort() -- rates of the joints, squared
  local ankle, knee = lower.angular_velocity - foot.angular_velocity, upper.angular_velocity - lower.angular_velocity
  return ankle:dot(ankle) + knee:dot(knee)
end
local function search(far, steps, least)
  for _, entry in ipairs(vary) do entry.step = least and 0.03 or 0.01 end
  local found = scene:solve {
    vary = vary, duration = seconds, tries = 1, steps = steps, derivatives = "differences", tolerance = 1e-2,
    so_that = {
      { "there", value = function() return foot.position.x end, equals = far, scale = 0.1, within = 0.005, weight = least },
      { "flat", value = tilt, equals = 0, scale = 0.1, within = 0.01, weight = least },
      { "at rest", value = function() return head.velocity end, equals = { 0, 0, 0 }, scale = 0.5, within = 0.05, weight = least },
      { "upright", at = { 0.2, seconds }, every = 0.1, value = function() return math.abs(tilt()) end, below = 0.25, scale = 0.1, within = 0.02,
        weight = least },
    },
    minimise = least and function() return effort() / 30 end, over = least and "time", every = 0.01,
    film = least and "search", ghosts = least and { head },
  }
  for j, entry in ipairs(vary) do entry.start = found.x[j] end
  return found
end
local from = tw.param("from", "guess", { doc = "guess, hop: the first of the three searches alone, answer" })
local first, found = 43, nil -- rad^2/s: of the second hop
if from ~= "answer" then
  found = search(0.08, 25)
  scene:expect { "a small hop was found", value = found.ok, equals = true }
end
if from == "guess" then
  found = search(hop, 25)
  scene:expect { "a longer one was found", value = found.ok, equals = true }
elseif from == "answer" then
  local answer = { 0.111, 0.5172, 0.4558, 0.3354, 0.2131, -0.0855, -0.8511, 0.0179, -0.5843, 0.1884 }
  for j, entry in ipairs(vary) do entry.start = answer[j] end
end
if from == "hop" then
  hop = 0.08
else
  found = search(hop, from == "guess" and 8 or 0, 5)
  scene:expect { "with three fifths of the effort", value = 30 * found.value < 0.6 * first, equals = true }
end
found.apply()
scene:trail { point = head.center, radius = 0.008, seconds = 4 }
scene.camera = { eye = { 0.2, -2.4, 0.7 }, target = { 0.2, 0, 0.35 }, fov = tw.deg(34) }
for k = 1, hops do
  scene:expect { "stands after hop " .. k, value = function() return foot.position end, equals = { k * hop, 0, 0.025 }, within = 0.02 * k, at = k * seconds }
  scene:expect { "flat after hop " .. k, value = tilt, equals = 0, within = 0.05, at = k * seconds }
end
local highest = 0
scene:every(0.02, function() highest = math.max(highest, foot.position.z - 0.17 * math.abs(tilt())) end)
scene:expect { "the foot left the ground", value = function() return highest > (from == "hop" and 0.03 or 0.035) end, equals = true, at = "end" }
if found.value then scene:log("%s; effort %.1f of %.1f rad^2/s", found.why, 30 * found.value, first) end
return scene
