-- A chain that swings from a nail, with rigid joints: a film whose simulation takes long.
--   view = own        the script gives the camera: every frame stands alone
--   view = automatic  the camera is framed over the whole film
--   view = debug      and arrows have one scale over the film
local tw = require "tauwerk"

local view = tw.param("view", "own", { doc = "own, automatic or debug" })
local links = tw.param("links", 24, { min = 1, doc = "of the chain" })
local seconds = tw.param("seconds", 6, { doc = "of the film" })
local scene = tw.scene { name = "film_" .. view, duration = seconds, fps = 30, tau = 0.1, gravity = "earth",
                         stepper = "rk4", step = 1 / tw.param("steps", 4000, { min = 1, doc = "a second" }) }
if view == "own" then scene.camera = { eye = { 0, -9, 0 }, target = { 0, 0, 0 }, fov = tw.deg(45) } end
if view == "debug" then scene.draw = "debug" end

scene:drag { rate = 0.3 }

-- from the nail along x, each a little farther down
local slope = tw.deg(20)
local along = tw.vec3(math.cos(slope), 0, -math.sin(slope))
local length = 3 / links
local before = scene:nail { 0, 0, 0 }
for i = 1, links do
  local rod = scene:rod { name = "rod" .. i, length = length, radius = 0.03, density = 2000,
                          position = along * ((i - 0.5) * length),
                          orientation = tw.rotation({ 0, 0, 1 }, -along) }
  scene:connect(rod.end2, before)
  before = rod.end1
end
return scene
