-- expect: 5: scene:connect: expected a point (a body's centre is body.center), got rod 'rod1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:connect(rod, scene:nail { 0, 0, 0 })
