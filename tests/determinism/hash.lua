-- Runs a scene to its end without pictures and tells the hash of its state.
local scene = dofile(arg[1])
scene:advance_to(scene.duration)
print("state " .. scene:hash())
