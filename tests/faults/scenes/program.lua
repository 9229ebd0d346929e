-- a program that steps a scene and writes a table of its own
local tw = require "tauwerk"
local scene = tw.scene { gravity = "earth" }
local ball = scene:sphere { name = "ball", radius = 0.1 }
local out = assert(io.open("table.csv", "w"))
local saved = scene:snapshot()
for i = 1, 5 do
  scene:advance(0.01)
  assert(out:write(("%.17g,%.17g\n"):format(scene.time, ball.position.z)))
end
scene:restore(saved)
assert(out:close())
for line in io.lines("table.csv") do print(line) end
