-- expect: 4: scene:rod: field 'radius': expected a positive number, got -1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:rod {
    length = 1, radius = -1
}
