-- A record that was begun after a snapshot, at an earlier time, has no values for times that were never simulated: after a restore it
-- goes on with the first of its times that is not before the restored one.
local tw = require "tauwerk"

local s = tw.scene { gravity = "earth" }
local ball = s:sphere { radius = 0.1 }
local first = s:snapshot()
s:advance_to(1.05)
local later = s:snapshot()
s:restore(first)

local times = {}
s:record { "z", every = 0.1, value = function()
  times[#times + 1] = s.time
  return ball.position.z
end }
s:advance_to(0.25)
assert(#times == 3, ("%d values until 0.25 s"):format(#times))
s:restore(later)
s:advance_to(1.35)
local got = {}
for i = 4, #times do got[#got + 1] = ("%.3f"):format(times[i]) end
assert(table.concat(got, " ") == "1.100 1.200 1.300", "values at " .. table.concat(got, " "))

-- also where the restored time is one of its times
s:restore(first)
s:advance_to(0.3)
local third = s:snapshot()
s:restore(first)
local seen = {}
s:record { "again", every = 0.1, value = function()
  seen[#seen + 1] = ("%.3f"):format(s.time)
  return 0
end }
s:restore(third)
s:advance_to(0.45)
assert(table.concat(seen, " ") == "0.300 0.400", "values at " .. table.concat(seen, " "))
