local tw = require "tauwerk"
-- one rod, two nails that say the same, and one out of reach; a box that is fine
local scene = tw.scene{duration=4, fps=10, gravity={0,0,-9.81}, tau=.1}
local a = scene:rod{name="a", length=1, radius=.05}
scene:connect(a.end1, scene:nail{0,0,0}, {name="left"})
scene:connect(a.end1, scene:nail{0,0,0}, {name="same"})
scene:connect(a.end2, scene:nail{2,0,0}, {name="right"})
local b = scene:box{name="b", size={.1,.1,.1}, position={5,0,0}}
scene:connect(b.center, scene:nail{5,0,0}, {name="fine"})
return scene
