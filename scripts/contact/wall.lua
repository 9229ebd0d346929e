-- A wall of 200 bricks stands by its weight and its friction alone.
local tw = require "tauwerk"
local stage = require "_stage"
local wall = require "_wall"

local scene = tw.scene { name = "wall", duration = 5, fps = 30, gravity = "earth" }
stage.new(scene, { look = "daylight", eye = { 3.4, -8.6, 2.9 }, target = { 0, 0, 1.75 }, fov = 33, friction = 0.6 })

local bricks = wall.build(scene, { rows = 19, columns = 10 })
stage.near(scene, "bricks", function() return #bricks end, 200, 0)
local moved = stage.most(scene, stage.still(bricks))
stage.near(scene, "the wall stands", moved, 0, 1e-3)
stage.near(scene, "nothing moves at the end", function() return scene:energy().kinetic end, 0, 1e-6)
return scene
