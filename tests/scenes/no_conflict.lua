local tw = require "tauwerk"
-- redundant, and on its way: nothing of it is a conflict
local scene = tw.scene{duration=4, fps=10, tau=.2, gravity="earth"}
-- parallelogram with three cranks, and a slow path
local rail = scene:rod{name="rail", from={0,0,1}, to={4,0,1}, radius=.05}
for i=0,2 do
  local c = scene:rod{name="c"..i, from={2*i,0,0}, to={2*i,0,1}, radius=.05}
  scene:hinge{a=c, at={2*i,0,0}, axis={0,1,0}}
  scene:hinge{a=rail, b=c, at={2*i,0,1}, axis={0,1,0}}
end
local s = scene:sphere{name="s", radius=.1, position={0,3,0}}
scene:connect(s.center, scene:path(tw.spline{{0,{0,3,0}},{4,{2,3,1}},{8,{0,5,0}}, ends="natural"}))
return scene
