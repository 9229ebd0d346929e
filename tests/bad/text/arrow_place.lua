-- expect: 4: scene:arrow: field 'at': expected a body or a point (a place in space is scene:nail{x, y, z}), got a table of 3 numbers, {0, 0, 1}
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:arrow { at = { 0, 0, 1 }, value = { 1, 0, 0 } }
