-- expect: 4: link 'link1': field 'pitch' can only be read
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:link { length = 0.3, width = 0.2, radius = 0.02 }.pitch = 1
