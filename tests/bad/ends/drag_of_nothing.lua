-- expect: 4: scene:drag: expected 'linear', 'angular' or 'rate', got none of them
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:drag {}
