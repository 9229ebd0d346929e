-- expect: 6: oh no (in an event at t = 1 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:timeline(function(tl)
    tl:wait(1)
    error("oh no")
end)
return scene
