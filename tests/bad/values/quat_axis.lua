-- expect: 4: tw.quat: expected w, x, y, z; a turn about an axis is tw.axis_angle(axis, angle)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:box { size = { 1, 1, 1 }, orientation = tw.quat({ 0, 1, 0 }, 0.3) }
