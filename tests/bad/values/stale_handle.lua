-- expect: 6: rod 'link3' was removed
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { name = "link3", length = 1, radius = 0.1 }
rod:remove()
print(rod.position)
