-- returns no scene
local tw = require "tauwerk"
tw.scene { name = "nothing" }
