-- expect: 6: attempt to index a nil value (local 'x') (in an event at t = 1.5 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:at(1.5, function(s, t)
    local x = nil
    print(x.y)
end)
return scene
