-- expect: 5: scene:attractor: unknown field 'strenght'; did you mean 'strength'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local at = scene:nail { 0, 0, 0 }
scene:attractor { at = at, strenght = 5 }
