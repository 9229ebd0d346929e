-- expect: 5: scene:restore: the snapshot was taken of another scene, 'other'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local s = tw.scene({ name = "other" }):snapshot()
scene:restore(s)
