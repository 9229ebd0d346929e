-- Every kind of body dropped at a random tilt on the ground, under every stepper with error control: nothing fails, energy
-- never grows, nothing sinks in, and at the end what is left lies, rolls or wobbles on the ground. Arguments: how many
-- drops of each kind, the first seed, one kind, one stepper.
local tw = require "tauwerk"
local count, first = tonumber((...)) or 1, tonumber((select(2, ...))) or 1
local only, with = select(3, ...)

local kinds = { -- name, smallest size, fields
  { "box", 0.1, { size = { 0.2, 0.15, 0.1 } } },
  { "cone", 0.2, { radius = 0.1, height = 0.2 } },
  { "cylinder", 0.16, { radius = 0.08, height = 0.2 } },
  { "capsule", 0.12, { radius = 0.06, length = 0.2 } },
  { "disk", 0.02, { radius = 0.12, height = 0.02 } },
  { "torus", 0.06, { major_radius = 0.1, minor_radius = 0.03 } },
  { "ellipsoid", 0.14, { radii = { 0.12, 0.1, 0.07 } } },
  { "link", 0.05, { length = 0.3, width = 0.16, radius = 0.025 } },
}

local function drop(kind, stepper, seed)
  local s = tw.scene { gravity = "earth", stepper = stepper, seed = seed }
  local r = s.random
  local mu, e = r:uniform(0, 0.8), r:uniform(0, 0.7)
  s:ground { height = 0, friction = mu, restitution = e }
  local f = { position = { 0, 0, 0.35 }, orientation = r:rotation(), collide = true, friction = mu, restitution = e,
    angular_velocity = { r:uniform(-1, 1), r:uniform(-1, 1), r:uniform(-1, 1) }, mass = 1 }
  for k, v in pairs(kind[3]) do f[k] = v end
  local b = s[kind[1]](s, f)
  local label = ("%s, %s, seed %d, mu %.2f, e %.2f"):format(kind[1], stepper, seed, mu, e)
  local whole = s:energy().total
  local E, grown, deepest, t0 = whole, 0, 0, os.clock()
  for _ = 1, 130 do
    local ok, failure = pcall(s.advance, s, 0.02)
    if not ok then return false, label .. ": " .. tostring(failure) end
    local now = s:energy().total
    grown = math.max(grown, now - E)
    E = math.min(E, now)
    for _, c in ipairs(s.contacts) do deepest = math.max(deepest, -c.gap / kind[2]) end
    if b.position.z < 0 then return false, label .. ": it fell through" end
  end
  local height = math.huge
  for _, c in ipairs(s.contacts) do height = math.min(height, c.gap) end
  label = ("%s: depth %.2g %%, energy grown %.2g of %.3g, at the end %d contacts, %.2g m/s, %d steps, %d unfinished, %.2f s"):format(label,
    100 * deepest, grown, whole, #s.contacts, b.velocity:length(), s:stats().steps, s:stats().unfinished,
    os.clock() - t0)
  local good = deepest <= 0.01 and grown <= 1e-5 * whole and #s.contacts > 0 and height < 1e-4
  if kind[1] == "box" and mu > 0.1 then good = good and b.velocity:length() + b.angular_velocity:length() < 1e-3 end
  return good, label
end

local bad, all = 0, 0
for i, kind in ipairs(kinds) do
  for j, stepper in ipairs { "auto", "dopri", "adams", "bdf" } do
    for seed = first, first + count - 1 do
      if (not only or only == kind[1] or only == "") and (not with or with == stepper) then
        local good, label = drop(kind, stepper, 1000 * seed + 10 * i + j)
        all = all + 1
        if not good or os.getenv "VERBOSE" then print(good and "  " or "BAD", label) end
        if not good then bad = bad + 1 end
      end
    end
  end
end
print(("%d drops, %d bad"):format(all, bad))
assert(bad == 0 and all > 0)
