-- Smooth following and focus: places of the camera that chase bodies, what they take, what goes wrong.
local tw = require "tauwerk"

local function fails(text, f)
    local ok, message = pcall(f)
    if ok then error("no error, expected: " .. text, 2) end
    if not message:find(text, 1, true) then error("got: " .. message, 2) end
end

local function moving()
    local s = tw.scene {}
    return s, s:sphere { radius = 0.1, velocity = { 3, 0, 0 } }
end

do -- the motion is the same with it and without
    local plain = moving()
    local s, ball = moving()
    s.camera = { eye = { follow = ball, offset = { 0, -5, 1 }, smooth = 0.5 }, target = { follow = ball, smooth = 0.2 },
                 focus = { follow = ball, smooth = 0.1 } }
    plain:advance(0.5)
    s:advance(0.5)
    assert(plain:hash() == s:hash())
    local save = s:snapshot()
    s:advance(0.3)
    s:restore(save)
    s:advance(0.1)
    s.camera.focus = 4
    assert(s.camera.focus == 4)
    s.camera.focus = { follow = ball }
    assert(s.camera.focus == nil)
    ball:remove()
    s:advance(0.1)
end

do -- what is wrong is told
    local s, ball = moving()
    fails("scene.camera: field 'target.smooth': expected a number that is not negative, got -1", function()
        s.camera.target = { follow = ball, smooth = -1 }
    end)
    fails("scene.camera: field 'eye': unknown field 'smoth'; expected follow, offset, turn, smooth", function()
        s.camera.eye = { follow = ball, smoth = 1 }
    end)
    fails("scene.camera: field 'focus': unknown field 'offset'; expected follow, smooth", function()
        s.camera.focus = { follow = ball, offset = { 0, 0, 1 } }
    end)
    fails("scene.camera: field 'focus.follow': expected a body or a group, got 'ball'", function()
        s.camera = { focus = { follow = "ball" } }
    end)
end
