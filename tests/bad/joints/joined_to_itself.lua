-- expect: 5: scene:point_to_point: field 'b': expected a point of another body, got two of 'rod1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:point_to_point { a = rod.end1, b = rod.end2 }
