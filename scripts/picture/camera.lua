-- Camera moves, one scene each: along a spline, keyed with eases, with a body, with a group, about
-- everything (a turntable), smoothly after a body that is kept sharp, and all left to itself.
local tw = require "tauwerk"
local m = tw.math

local function stage(name)
    local s = tw.scene { name = "camera-" .. name, duration = 3, fps = 24, size = { 640, 360 } }
    s:ground { material = { color = { 0.45, 0.46, 0.42 }, texture = "checker", texture_scale = 2, roughness = 0.8 } }
    local g = s:group { name = "juggled" }
    for i = 1, 4 do
        g:sphere { name = "ball" .. i, radius = 0.25, material = ({ "brass", "rubber", "plastic", "chalk" })[i],
                   motion = s:path(function(t)
                       return { 1.2 * (i - 2.5) * m.cos(t), 1.2 * (i - 2.5) * m.sin(t), 1.6 + 1.1 * m.sin(4 * t + i) }
                   end) }
    end
    local tower = s:box { name = "tower", size = { 0.8, 0.8, 2.5 }, position = { -3, 2, 1.25 }, fixed = true, material = "oak" }
    s:text { name, at = "bottom left", size = 0.05 }
    return s, g, tower
end

local spline = stage "spline"
spline.camera = { eye = tw.spline { { 0, { 4, -9, 1 } }, { 1.5, { -3, -11, 5 } }, { 3, { -9, -7, 2 } }, ends = "rest" },
                  target = { 0, 0, 2 }, fov = tw.deg(42) }

local keys, _, tower = stage "keys"
keys.camera = { eye = { 0, -12, 2 }, target = { 0, 0, 2 }, fov = tw.deg(45) }
keys:keys { keys.camera, "eye", { { 0, { 0, -12, 2 } }, { 1, { 5, -10, 4 }, "smooth" }, { 2.5, { 6, -8, 0.6 }, "out" } } }
keys:ramp { keys.camera, "fov", to = tw.deg(25), t0 = 1, t1 = 3 }
keys:at(2, function() keys.camera.target = { follow = tower } end)

local body, balls = stage "follow"
body.camera = { eye = { 0, -12, 2.5 }, target = { follow = balls:find "ball3" }, fov = tw.deg(30) }

local group, all = stage "group"
group.camera = { eye = { follow = all, offset = { 1, -9, 1.5 } }, target = { follow = all }, fov = tw.deg(40) }

local turntable = stage "turntable"
turntable.camera = { around = function(t) return tw.deg(120) * t end, above = tw.deg(15) }

local chase, chased = stage "chase"
chase.camera = { eye = { 0, -9, 2.5 }, target = { follow = chased:find "ball4", smooth = 0.5 }, fov = tw.deg(24),
                 aperture = 0.12, focus = { follow = chased:find "ball4", smooth = 0.1 } }

local calm = stage "automatic"
return { spline, keys, body, group, turntable, chase, calm }
