-- Long runs: memory stays, speed stays. tauwerk lua bench/long.lua [steps|events|bodies]...
-- Each prints ten parts with the processor's seconds and the resident memory after it, and fails if the last
-- parts are more than half slower than the first ones, or memory has grown by more than 8 MB since the third.
local tw = require "tauwerk"
local function resident()
  for line in io.lines "/proc/self/status" do
    local kb = line:match "VmRSS:%s+(%d+)"
    if kb then return tonumber(kb) / 1024 end
  end
end

local function swing(duration)
  local s = tw.scene { duration = duration, gravity = "earth", stepper = "rk4", step = 0.0036 }
  local rod = s:rod { length = 1, radius = 0.02, position = { 0.5, 0, 0 }, orientation = tw.euler(0, math.pi / 2, 0) }
  s:connect(rod.end1, s:nail { 0, 0, 0 })
  return s
end

local long = {}

-- an hour of a pendulum in a million steps
function long.steps()
  local s = swing(3600)
  return function(part) s:advance_to(360 * part) end
end

-- 10,000 events that are planned, happen and are done with, each with a function
function long.events()
  local s, done = swing(3600), 0
  return function(part)
    for k = 1, 1000 do s:at(s.time + 0.001 * k, function() done = done + 1 end) end
    s:advance(1.001)
    assert(done == 1000 * part, done)
  end
end

-- 100,000 bodies that fly, ten steps
function long.bodies()
  local s = tw.scene { duration = 1, gravity = "earth", stepper = "rk4", step = 0.01 }
  for i = 0, 99999 do s:sphere { radius = 0.1, position = { i % 100, i // 100 % 100, i // 10000 } } end
  return function() s:advance(0.01) end
end

local failed = false
local function run(name)
  local part, took, kept = long[name](), {}, {}
  for k = 1, 10 do
    local began = os.clock()
    part(k)
    collectgarbage()
    took[k], kept[k] = os.clock() - began, resident()
    print(("%s %2d/10: %6.2f s, %7.1f MB"):format(name, k, took[k], kept[k]))
  end
  local slower = (took[9] + took[10]) / (took[3] + took[4])
  local grown = kept[10] - kept[3]
  print(("%s: last parts take %.2f of the first, memory has grown by %.1f MB"):format(name, slower, grown))
  failed = failed or slower > 1.5 or grown > 8
end
for _, name in ipairs(#arg > 0 and arg or { "steps", "events", "bodies" }) do run(name) end
assert(not failed, "memory or time grows")
