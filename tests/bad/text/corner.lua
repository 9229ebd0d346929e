-- expect: 5: body:corner: expected
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local box = scene:box { size = { 1, 1, 1 } }
print(box:corner(9))
