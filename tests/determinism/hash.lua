-- Runs the scenes of a script to their ends without pictures and tells the hashes of their states.
package.path = (arg[1]:match("^.*/") or "./") .. "?.lua;" .. package.path
local scenes = dofile(arg[1])
if scenes.advance_to then scenes = { scenes } end
for _, scene in ipairs(scenes) do
  scene:advance_to(scene.duration)
  print("state " .. scene:hash())
end
