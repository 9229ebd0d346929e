-- In a stock Lua: what it keeps of its own, models, garbage, finalizers at the end (tests/library/lua.sh).
local kept
-- made before the module, so that it is finalized after all that is Tauwerk's
local last = setmetatable({}, {
  __gc = function()
    local good, why = pcall(function() kept:advance_to(2) end)
    local again, closed = pcall(require "tauwerk".scene, {})
    print("stale at the end: " .. tostring(not good and not again and closed:find "being closed" ~= nil))
  end,
})

local host = { pairs, next, tostring, print, load, string.format, string.find, math.randomseed, os.exit, debug.getlocal }
local tw = require "tauwerk"
local now = { pairs, next, tostring, print, load, string.format, string.find, math.randomseed, os.exit, debug.getlocal }
for i, f in ipairs(host) do assert(f == now[i], i) end

-- asked for again it is the same
package.loaded.tauwerk = nil
assert(require "tauwerk" == tw)
assert(require "tauwerk.models")

-- the fixed order of keys is to be had by tw.sorted, also in a host
local keys = {}
for key in tw.sorted { b = 1, a = 1, [3] = 1, [-1] = 1, [true] = 1 } do keys[#keys + 1] = tostring(key) end
assert(table.concat(keys, " ") == "-1 3 a b true")

-- a scene that nobody has goes, with its callbacks, and one that is needed stays
local seen = setmetatable({}, { __mode = "k" })
local function make()
  local scene = tw.scene { gravity = "earth" }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 1 } }
  scene:at(0.1, function() ball.velocity = { 1, 0, 0 } end)
  scene:advance_to(0.2)
  seen[scene] = true
  return scene, ball
end
make()
kept = make()
collectgarbage()
collectgarbage()
local n = 0
for _ in pairs(seen) do n = n + 1 end
assert(n == 1, n)

-- an event's error comes out at its line, from a coroutine too
kept:at(0.3, function() error "enough" end)
local good, why = coroutine.wrap(function() return pcall(kept.advance_to, kept, 0.4) end)()
assert(not good and why:find "guest.lua:%d+: enough", why)
