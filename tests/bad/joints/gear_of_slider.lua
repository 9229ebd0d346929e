-- expect: 7: scene:gear: field 'b': expected a joint with an angle (hinge, cylindrical, screw, planar), got slider 'rail'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a, b = scene:sphere { radius = 1 }, scene:sphere { radius = 1, position = { 2, 0, 0 } }
local hinge = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
local slider = scene:slider { name = "rail", a = b, at = { 2, 0, 0 }, axis = { 0, 0, 1 } }
scene:gear { a = hinge, b = slider, ratio = 2 }
