-- expect: 4: tw.scene: field 'size': expected {width, height} in pixels, got a table of 1 number, {1280}
local tw = require "tauwerk"
local x = 1280
tw.scene { name = "bad", size = { x } }
