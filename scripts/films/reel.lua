-- The reel: parts of all films, cut together.
--   tauwerk run scripts/films/reel.lua --video reel.mp4
local tw = require "tauwerk"

local scenes = {}
local function shot(name, from, to)
  local scene = scenes[name] or require(name)
  scenes[name], scene.fps = scene, 30
  return { scene, from = from, to = to }
end
local film = tw.film {
  name = "reel", cut = "fade", fade = 0.4, audio = "clicks",
  shots = {
    shot("title", 0.3, 7.6),
    shot("pendulum_forces", 1.6, 5.8), shot("pendulum_forces", 6.6, 9.6),
    shot("paths", 2.4, 5.2), shot("paths", 14.2, 18.6),
    shot("towers", 1.2, 4.4), shot("towers", 6.2, 7.6), shot("towers", 10.4, 14.4),
    shot("station", 3.4, 9.8), shot("station", 13.2, 15.8),
    shot("cards", 4.6, 7.6), shot("cards", 12.9, 15.4),
    shot("pandora", 2.6, 4.6), shot("pandora", 5.8, 7.6), shot("pandora", 9.2, 14.4),
    shot("conflict", 7.4, 11.6),
    shot("taus", 0.7, 5.2),
    shot("hexapod", 0.6, 7.6), shot("hexapod", 9.6, 15.8),
    shot("title", 8, 12.5),
  },
}
tw.test("the reel lasts 60 to 90 s", function()
  assert(film.duration >= 60 and film.duration <= 90, film.duration .. " s")
end)
return film
