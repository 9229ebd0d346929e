-- expect: 4: scene:limit: expected 'lower' or 'upper', got none of them
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local b = scene:sphere { radius = 1 } scene:limit { joint = scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } } }
