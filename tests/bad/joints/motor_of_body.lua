-- expect: 5: scene:motor: field 'joint': expected a joint, got sphere 'sphere1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:motor { joint = a, speed = 1 }
