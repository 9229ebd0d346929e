-- expect: 4: tw.film: expected scenes of one size and fps, got 1280 x 720 at 30 (the scene of tests/bad/film/film_size.lua:3) and 640 x 360 at 30 (the scene of tests/bad/film/film_size.lua:4)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
return tw.film { shots = { scene, tw.scene { size = { 640, 360 } } } }
