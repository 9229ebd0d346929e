-- expect: 4: scene:light: field 'file': environment_file.lua: expected a light map, Radiance (.hdr) or OpenEXR (.exr)
local tw = require "tauwerk"
local scene = tw.scene { name = "x" }
scene:light { kind = "environment", file = "environment_file.lua" }
return scene
