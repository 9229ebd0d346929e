-- a film of shots: a card, two scenes, one fading into the other
local tw = require "tauwerk"
local shots = { tw.card { "A film", seconds = 0.1 } }
for i = 1, 2 do
  local scene = tw.scene { name = "shot" .. i, duration = 0.2, fps = 20, size = { 32, 18 } }
  scene:sphere { name = "ball", radius = 0.2, velocity = { i, 0, 0 } }
  scene.camera = { eye = { 0, -5, 1 }, target = { 0, 0, 0 } }
  shots[i + 1] = scene
end
return tw.film { name = "reel", cut = "fade", fade = 0.1, shots = shots }
