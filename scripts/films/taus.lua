-- One mechanism, assembled by five values of the time constant side by side. From rest and without gravity the whole
-- way depends on t/τ alone: each lane shows the film of the lane to its left at half the speed, to the same end.
local tw = require "tauwerk"
local film = require "_film"

local scene = tw.scene { name = "taus", duration = 14, fps = 24, size = { 1920, 1080 } }
scene.look = { "studio", floor = false, soft = 1.5 }
scene.camera = { eye = { 0, -11.5, 1.4 }, target = { 0, 0, 0.6 }, fov = tw.deg(27) }
scene:prop { kind = "box", size = { 60, 0.2, 30 }, position = { 0, 0.5, 1 }, material = { "chalk", color = { 0.42, 0.43, 0.45 } } }

-- A crank and a rocker are rods with balls at both ends; the coupler is a pair of plates that takes their balls between
-- itself; two pegs stand behind. All move in the wall's plane, so that rods pass between the plates, plates before the pegs.
local plate, steel = 0.075, { "steel", roughness = 0.4 }
local function rod(name, color, from, to)
  local length = (tw.vec3(to) - tw.vec3(from)):length()
  local b = scene:compound { name = name, density = 500, position = (tw.vec3(from) + tw.vec3(to)) * 0.5,
    orientation = tw.rotation({ 1, 0, 0 }, tw.vec3(to) - tw.vec3(from)), parts = {
      { kind = "rod", from = { -length / 2, 0, 0 }, to = { length / 2, 0, 0 }, radius = 0.035, material = { "chalk", color = color } },
      { kind = "sphere", radius = 0.06, position = { -length / 2, 0, 0 }, material = steel },
      { kind = "sphere", radius = 0.06, position = { length / 2, 0, 0 }, material = steel } } }
  return b, b:point { -length / 2, 0, 0 }, b:point { length / 2, 0, 0 }
end
local function pair(length)             -- the solids of two plates beside the plane
  local solids = {}
  for side = -1, 1, 2 do
    solids[#solids + 1] = { kind = "box", size = { length, 0.02, 0.07 }, position = { 0, side * plate, 0 }, material = "brass" }
    for e = -1, 1, 2 do
      solids[#solids + 1] = { kind = "cylinder", height = 0.022, radius = 0.075, position = { e * length / 2, side * plate, 0 },
        orientation = tw.rotation({ 0, 0, 1 }, { 0, 1, 0 }), material = "brass" }
    end
  end
  return solids
end
local function peg(x, z)
  scene:prop { kind = "cylinder", from = { x, 0.4, z }, to = { x, 0.1, z }, radius = 0.08, material = steel }
  return scene:nail { x, 0, z }
end

-- The lanes: all start alike and at rest, in air that is thick in proportion to 1/τ.
local values, apart, begin = { 0.08, 0.16, 0.32, 0.64, 1.28 }, 1.9, 0.8
local lanes = {}
for i, tau in ipairs(values) do
  local x, n = (i - 3) * apart, "lane" .. i
  local crank, a, b = rod(n .. ".crank", { 0.62, 0.10, 0.05 }, { x - 0.75, 0, 2.25 }, { x - 0.35, 0, 2.32 })
  local rocker, d, c = rod(n .. ".rocker", { 0.06, 0.20, 0.48 }, { x + 0.1, 0, 2.0 }, { x + 0.75, 0, 2.35 })
  local coupler = scene:compound { name = n .. ".coupler", density = 500, parts = pair(0.9), position = { x + 0.1, 0, 0.45 },
    orientation = tw.axis_angle({ 0, 1, 0 }, 0.4) }
  local pins = {
    scene:connect(a, peg(x - 0.45, 1.0), { tau = tau, enabled = false }),
    scene:connect(d, peg(x + 0.45, 1.0), { tau = tau, enabled = false }),
    scene:connect(coupler:point { -0.45, 0, 0 }, b, { tau = tau, enabled = false }),
    scene:connect(coupler:point { 0.45, 0, 0 }, c, { tau = tau, enabled = false }) }
  scene:drag { bodies = { crank, rocker, coupler }, rate = 0.4 / tau }
  scene:at(begin, function() for _, p in ipairs(pins) do p:enable() end end)
  local lane = { x = x, tau = tau, pins = pins, bodies = { crank, rocker, coupler },
    crank = crank:to_local(b.position), rocker = rocker:to_local(c.position) }
  function lane.off() return film.worst(pins) end
  lanes[i] = lane
  scene:text { ("τ = %.2f s"):format(tau), at = { x, 0, 2.7 }, anchor = "center", size = 0.042 }
end
local function each(f)
  local all = {}
  for i, l in ipairs(lanes) do all[i] = f(l) end
  return all
end
scene:graph { of = each(function(l) return function(t) return t > begin and l.off() or nil end end), names = each(function(l) return ("%.2f s"):format(l.tau) end), at = { 0.06, 0.66 },
  size = { 0.88, 0.29 }, title = "farthest pin, m" }
local function tell(from, to, text) scene:text { text, at = "top", from = from, to = to, fade = 0.3, size = 0.045 } end
tell(-1, 5.5, "Five values of τ, each twice the one before")
tell(6, 14, "Same path, same end: only t/τ counts")

-- Checks: at equal t/τ all lanes show the same; all are assembled and at rest in the end; rods keep clear of each other.
local function pose(l)
  local all = {}
  for i, b in ipairs(l.bodies) do
    all[2 * i - 1], all[2 * i] = b.position - tw.vec3(l.x, 0, 0), b.orientation * tw.vec3(1, 0, 0)
  end
  return all
end
local function apart_from(l, wanted)
  local most = 0
  for i, v in ipairs(pose(l)) do most = math.max(most, (v - wanted[i]):length()) end
  return most
end
for _, n in ipairs { 2, 5, 9 } do
  local first
  scene:at(begin + n * values[1], function() first = pose(lanes[1]) end)
  for i = 2, #lanes do
    scene:expect { ("lane %d after %d τ is as lane 1"):format(i, n), value = function() return apart_from(lanes[i], first) end,
      equals = 0, within = 1e-5, at = begin + n * values[i] }
  end
end
for i, l in ipairs(lanes) do
  scene:expect { "lane " .. i .. " is assembled", value = l.off, equals = 0, within = 1e-3, at = "end" }
end
local rods, all, couplers = {}, {}, {} -- the rods of a lane, 0.12 m thick at their balls; couplers with their disks
for i, l in ipairs(lanes) do
  rods[i] = { { body = l.bodies[1], from = -l.crank, to = l.crank, radius = 0.06 },
    { body = l.bodies[2], from = -l.rocker, to = l.rocker, radius = 0.06 } }
  couplers[i] = { body = l.bodies[3], from = { -0.45, 0, 0 }, to = { 0.45, 0, 0 }, radius = 0.115 }
  for _, r in ipairs { rods[i][1], rods[i][2], couplers[i] } do all[#all + 1] = r end
end
film.keep_clear(scene, "no rod passes through another", rods)
film.keep_clear(scene, "no coupler passes through another", { couplers })
film.stays_in_picture(scene, function() return film.outlines(all) end)
return scene
