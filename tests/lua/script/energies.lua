-- scene:energy() as a table and as three numbers
local tw = require "tauwerk"

local scene = tw.scene { gravity = { 0, 0, -10 } }
local ball = scene:sphere { radius = 0.1, mass = 2, position = { 0, 0, 3 }, velocity = { 1, 0, 0 } }

tw.test("fields and numbers", function()
  local e = scene:energy()
  local kinetic, potential, total = scene:energy()
  assert(e.kinetic == 1 and e.potential == 60 and e.total == 61)
  assert(potential == 60 and total == 61 and kinetic + potential == total)
  assert(kinetic.kinetic == 1 and ball.energy.total == 61)
end)

tw.test("the first counts as a number", function()
  local k = scene:energy()
  assert(k + 1 == 2 and 1 - k == 0 and k * 2 == 2 and 3 / k == 3 and k ^ 2 == 1 and -k == -1 and k % 2 == 1 and 7 // k == 7)
  assert(k < 2 and k <= 1 and k > 0.5 and k >= 1 and not (k < k) and k - k == 0)
  assert(math.abs(k - 1) == 0 and tostring(k) == "1.0" and "E = " .. k == "E = 1.0" and k .. " J" == "1.0 J")
  assert(getmetatable(k) == false and not pcall(setmetatable, k, {}))
end)

tw.test("what is no number is not one", function()
  local ok, text = pcall(function() return scene:energy() + {} end)
  assert(not ok and text:find("arithmetic on a table value", 1, true), text)
end)
