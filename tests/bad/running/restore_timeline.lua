-- expect: 12: restore_timeline.lua:5 has run on since the snapshot
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }

scene:timeline(function(tl)
    tl:wait(1)
    tl:wait(1)
end)
scene:advance(0.5)
local s = scene:snapshot()
scene:advance(1)
scene:restore(s)
