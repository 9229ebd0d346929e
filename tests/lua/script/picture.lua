-- What a script can say about the picture: every field is given, read, assigned, may vary, and what is
-- wrong is told. Nothing of it touches the motion.
local tw = require "tauwerk"
local m = tw.math

local function fails(text, f)
    local ok, message = pcall(f)
    if ok then error("no error, expected: " .. text, 2) end
    if not message:find(text, 1, true) then error("got: " .. message, 2) end
end

local function near(a, b) return math.abs(a - b) < 1e-12 end

tw.test("camera: constants, functions of t, splines, ramps, keys", function()
    local s = tw.scene { camera = { eye = { 0, -9, 3 }, target = { 0, 0, 1 }, up = { 0, 0, 1 }, fov = tw.deg(30),
                                    aperture = 0, focus = 9, shutter = 0.5 } }
    assert(s.camera.eye == tw.vec3(0, -9, 3) and near(s.camera.fov, math.pi / 6) and s.camera.shutter == 0.5)
    s.camera.eye = function(t) return { m.sin(t), -9, 3 } end
    s.camera.target = tw.spline { { 0, { 0, 0, 0 } }, { 2, { 0, 0, 2 } }, ends = "natural" }
    s.camera.up = function(t) return { m.sin(t), 0, m.cos(t) } end
    s:ramp { s.camera, "fov", to = tw.deg(60), t1 = 2, ease = "linear" }
    s:keys { s.camera, "focus", { { 0, 9 }, { 1, 5, "linear" }, { 2, 7, "linear" } } }
    s.camera.aperture = function(t) return 0.01 * t end
    s.camera.shutter = 1
    s.camera.around, s.camera.above = function(t) return t end, 0.3
    s:advance(1)
    assert(near(s.camera.eye.x, math.sin(1)) and near(s.camera.fov, tw.deg(45)) and near(s.camera.target.z, 1))
    assert(near(s.camera.focus, 5) and near(s.camera.aperture, 0.01) and s.camera.around == 1)
    fails("scene.camera: field 'shutter': expected a number from 0 to 1, got 2", function() s.camera.shutter = 2 end)
    fails("scene.camera: field 'fov': expected a field of view above 0 and below 3.14 radians, got 0", function() s.camera.fov = 0 end)
    fails("scene.camera: unknown field 'eyes'; did you mean 'eye'?", function() s.camera.eyes = 0 end)
    fails("expected a vector of some length", function() s.camera.up = { 0, 0, 0 } end)
    s.camera.eye = nil
    assert(s.camera.eye == nil)
end)

tw.test("an unset field has a ramp's first value until the ramp begins", function()
    local s = tw.scene {}
    s:ramp { s.camera, "focus", from = 4, to = 9, t0 = 1, t1 = 2, ease = "linear" }
    s:ramp { s.camera, "eye", from = { 0, -5, 0 }, to = { 0, -3, 1 }, t0 = 1, t1 = 2 }
    s:keys { s.camera, "fov", { { 1, tw.deg(40) }, { 2, tw.deg(20) } } }
    assert(near(s.camera.focus, 4) and s.camera.eye == tw.vec3(0, -5, 0) and near(s.camera.fov, tw.deg(40)))
    s:advance(1.5)
    assert(near(s.camera.focus, 6.5))
    fails("field 'target' has no value to begin with", function() s:ramp { s.camera, "target", to = { 0, 0, 1 }, t1 = 2 } end)
end)

tw.test("eye and target follow bodies and groups", function()
    local s = tw.scene {}
    local g = s:group { name = "g" }
    local ball = g:sphere { name = "ball", radius = 1 }
    s.camera = { eye = { follow = ball, offset = function(t) return { 0, -5 - t, 0 } end, turn = true }, target = { follow = g } }
    s.camera.eye = { follow = g, offset = { 0, -3, 0 } }
    s.camera.target = ball.position
    s.camera.target = { follow = ball }
    fails("unknown field 'ofset'", function() s.camera.eye = { follow = ball, ofset = { 0, 0, 1 } } end)
    g:remove()
    assert(s.camera.eye == tw.vec3(0, -3, 0)) -- it stays where it was
    fails("was removed", function() s.camera.eye = { follow = ball } end)
    fails("was removed", function() s.camera.eye = { follow = g } end)
    s:advance(0.1)
end)

tw.test("what the camera frames, and how", function()
    local s = tw.scene {}
    local g = s:group { name = "g" }
    local ball, box = g:sphere { radius = 1 }, s:box { size = { 1, 1, 1 } }
    local c = s.camera
    assert(c.fit == "film" and c.fill == 0.7 and c.projection == "perspective" and c.frame == nil)
    assert(c.height == nil and c.around == nil and c.above == nil)
    s.camera = { frame = g, fit = "moment", fill = 0.5, projection = "orthographic", height = 3 }
    assert(c.fit == "moment" and c.fill == 0.5 and c.projection == "orthographic" and c.height == 3)
    assert(#c.frame == 1 and c.frame[1] == g)
    c.frame = { ball, g, box }
    assert(#c.frame == 3 and c.frame[1] == ball and c.frame[3] == box)
    c.frame = box
    box:remove()
    assert(#c.frame == 0)
    c.frame = nil
    assert(c.frame == nil)
    c.fit, c.projection, c.height = "shot", "perspective", nil
    assert(c.fit == "shot" and c.height == nil)
    fails("field 'height': expected it together with", function() c.height = 2 end)
    c.projection = "orthographic"
    c.height = function(t) return 2 + t end
    s:advance(1)
    assert(near(c.height, 3))
    fails("field 'fit': expected one of 'film', 'shot', 'moment', got 'all'", function() c.fit = "all" end)
    fails("field 'fill': expected a number above 0, up to 1, got 0", function() c.fill = 0 end)
    fails("field 'frame': expected a body, a group or a list of them, got true", function() c.frame = true end)
    -- what failed changed nothing
    assert(c.fit == "shot" and c.fill == 0.5 and c.frame == nil)
    -- restored with the scene
    local before = s:snapshot()
    c.frame, c.fit = g, "film"
    s:restore(before)
    assert(c.frame == nil and c.fit == "shot")
end)

tw.test("lights of every kind, with every field", function()
    local s = tw.scene {}
    local sun = s:light { kind = "sun", to = { -.5, -.6, .9 }, irradiance = { 3, 2.8, 2.5 }, angular_diameter = tw.deg(0.53) }
    local sky = s:light { kind = "sky", radiance = { .30, .36, .45 } }
    s:light { kind = "sky", top = { 0.1, 0.2, 0.4 }, horizon = { 0.5, 0.5, 0.5 }, bottom = { 0.1, 0.1, 0.1 } }
    s:light { kind = "point", position = { 0, 0, 3 }, power = { 5, 5, 5 }, radius = 0.1 }
    s:light { kind = "area", position = { 0, 0, 3 }, direction = { 0, 0, -1 }, radius = 0.5, radiance = { 4, 4, 4 } }
    local spot = s:light { kind = "spot", position = { 0, 0, 3 }, direction = { 1, 0, -1 }, cone = tw.deg(20), power = { 9, 9, 9 } }
    sun.to = function(t) return { m.cos(t), m.sin(t), 0.5 } end
    sky.top = { 0, 0, 1 }
    s:ramp { spot, "power", to = { 0, 0, 0 }, t1 = 1, ease = "linear" }
    s:advance(0.5)
    assert(near(spot.power.x, 4.5) and near(sun.to.y, math.sin(0.5)) and sky.kind == "sky")
    fails("scene:light: field 'kind' is missing", function() s:light {} end)
    fails("scene:light: field 'to': expected a vector of some length", function() s:light { kind = "sun", to = { 0, 0, 0 } } end)
    fails("scene:light: unknown field 'colour'", function() s:light { kind = "sun", colour = { 1, 1, 1 } } end)
end)

tw.test("materials: models, presets, textures, functions of t", function()
    local s = tw.scene {}
    local b = s:box { size = { 1, 1, 1 }, material = { model = "standard", color = { .8, .3, .2 }, roughness = .5, metallic = 0,
                      texture = "checker", texture_scale = 0.2, emission = { 0, 0, 1 } } }
    assert(b.material.texture == "checker" and b.material.texture_scale == 0.2 and b.material.model == "standard")
    b.material = { model = "lambert", color = { 1, 1, 1 } }
    b.material = { model = "ggx", color = { 1, 1, 1 }, roughness = 0.2 }
    for _, name in ipairs { "steel", "brass", "copper", "oak", "paper", "rubber", "chalk", "flame" } do b.material = name end
    b.material = { "steel", color = { 0.2, 0.2, 0.9 } }
    assert(b.material.metallic == 1 and b.material.color.z == 0.9)
    b.material.color = function(t) return { t, 0, 0 } end
    b.material.roughness = tw.spline { { 0, 0.2 }, { 1, 0.8 } }
    b.material.emission = function(t) return { 2 * t, 0, 0 } end
    b.color, b.visible = { 1, 1, 0 }, false
    b.color, b.visible = nil, true
    b.opacity = function(t) return 1 - 0.5 * t end
    s:ramp { b.material, "metallic", to = 0, t1 = 1, ease = "linear" }
    s:at(0.5, function() b.material.texture, b.material.texture_scale = "stripes", nil end)
    s:advance(0.5)
    assert(b.material.color.x == 0.5 and near(b.material.roughness, 0.5) and b.material.emission.x == 1)
    assert(b.opacity == 0.75 and near(b.material.metallic, 0.5) and b.material.texture == "stripes")
    assert(b.material.texture_scale == nil)
    b.material.texture = "scripts/picture/globe.png"
    assert(b.material.texture == "scripts/picture/globe.png")
    b.material = { "oak", texture = "scripts/picture/globe.png" }
    assert(b.material.texture_scale == nil) -- it fits
    b.material = { "oak", texture = "scripts/picture/globe.png", texture_scale = 2 }
    assert(b.material.texture_scale == 2)
    local save = s:snapshot()
    b.material.texture = "none"
    s:restore(save)
    assert(b.material.texture == "scripts/picture/globe.png")
    fails("expected one of 'standard', 'lambert', 'ggx'", function() b.material.model = "phong" end)
    fails("did you mean 'roughness'?", function() b.material = { roughnes = 1 } end)
    fails("field 'roughness': expected a number from 0 to 1", function() b.material.roughness = 2 end)
    fails("no such file 'x.png'", function() b.material.texture = "x.png" end)
    fails("did you mean 'brass'?", function() b.material = "bras" end)
end)

tw.test("the stage: ground, background, bounces, tone, exposure, layers", function()
    local s = tw.scene {}
    local ground = s:ground { height = -1, material = "stone", friction = 0.2, restitution = 0.1 }
    ground.height = function(t) return -1 - t end
    ground.material.color = { 1, 1, 1 }
    s.background = function(t) return { t, 0, 0 } end
    s.bounces, s.tone, s.exposure = 3, "none", function(t) return t end
    s:advance(1)
    assert(s.background.x == 1 and s.bounces == 3 and s.tone == "none" and s.exposure == 1 and ground.height == -2)
    s.background = nil
    assert(s.background == nil)
    s.draw = "debug"
    s.draw = "final"
    assert(#s.draw == 1 and s.draw[1] == "bodies")
    s.draw = { "bodies", "names", "stamp" }
    assert(#s.draw == 3)
    s.draw = "bodies,forces"
    fails("scene: field 'tone': expected one of 'film', 'none', 'filmic', got 'flat'", function() s.tone = "flat" end)
    fails("bounces", function() s.bounces = -1 end)
    fails("scene: field 'draw'", function() s.draw = "everything" end)
    fails("scene: field 'draw'", function() s.draw = { "names", 3 } end)
end)

tw.test("a background that is a gradient", function()
    local s = tw.scene { background = { top = { 0, 0, 1 }, bottom = { 1, 1, 1 } } }
    assert(s.background.top.z == 1 and s.background.bottom.x == 1 and s.background.from == 0 and near(s.background.to, 0.6108652382))
    s.background.top = function(t) return { t, t, 1 } end
    s:ramp { s.background, "to", to = 1.2, t1 = 1, ease = "linear" }
    s:advance(1)
    assert(s.background.top.x == 1 and near(s.background.to, 1.2))
    s.background = { 0.5, 0, 0 }
    assert(s.background.x == 0.5)
    s.background = { bottom = { 0, 0, 0 }, top = { 1, 1, 1 }, from = tw.deg(-10), to = tw.deg(10) }
    s.background = nil
    assert(s.background == nil)
    fails("scene.background: field 'bottom' is missing", function() s.background = { top = { 1, 1, 1 } } end)
    fails("did you mean 'bottom'?", function() s.background = { top = { 1, 1, 1 }, botom = { 0, 0, 0 } } end)
    fails("scene.background: field 'to': expected more than 'from', 1, got 0.5", function()
        s.background = { top = { 1, 1, 1 }, bottom = { 0, 0, 0 }, from = 1, to = 0.5 }
    end)
    fails("field 'top': expected a number that is not negative", function()
        s.background = { top = { -1, 1, 1 }, bottom = { 0, 0, 0 } }
    end)
end)

tw.test("environments", function()
    local s = tw.scene {}
    local studio = s:light { kind = "environment" }
    assert(studio.file == "studio" and studio.turn == 0 and studio.strength == 1)
    local sky = s:light { kind = "environment", file = "sky", sun = function(t) return 0.1 + t end, disc = false }
    sky.turn, sky.strength = function(t) return 2 * t end, function(t) return 1 - 0.5 * t end
    s:ramp { studio, "turn", to = 1, t1 = 1, ease = "linear" }
    s:advance(1)
    assert(near(sky.sun, 1.1) and sky.turn == 2 and sky.strength == 0.5 and near(studio.turn, 1) and sky.disc == false)
    fails("scene:light: field 'file': expected 'studio', 'sky' or the name of a light map's file, got 'stduio'; did you mean 'studio'?", function()
        s:light { kind = "environment", file = "stduio" }
    end)
    fails("no such file 'none.hdr'", function() s:light { kind = "environment", file = "none.hdr" } end)
    fails("field 'strength': expected a number that is not negative", function() s:light { kind = "environment", strength = -1 } end)
    fails("globe.png: expected a light map, Radiance (.hdr) or OpenEXR (.exr)", function()
        s:light { kind = "environment", file = "scripts/picture/globe.png" }
    end)
end)

tw.test("fog and bloom", function()
    local s = tw.scene { fog = { to = 40 }, bloom = 0.2, tone = "filmic" }
    assert(s.fog.from == 0 and s.fog.to == 40 and s.fog.color == nil and s.bloom == 0.2 and s.tone == "filmic")
    s.fog.from, s.fog.color = function(t) return 2 * t end, { 1, 0.5, 0 }
    s.bloom = function(t) return 0.5 * t end
    s:ramp { s, "exposure", to = 2, t1 = 1, ease = "linear" }
    s:advance(1)
    assert(s.fog.from == 2 and s.fog.color.y == 0.5 and s.bloom == 0.5 and near(s.exposure, 2))
    s.fog = nil
    assert(s.fog == nil)
    fails("scene.fog: field 'to' is missing", function() s.fog = {} end)
    fails("field 'to': expected a positive number", function() s.fog = { to = 0 } end)
    fails("expected more than 'from', 5, got 5", function() s.fog = { from = 5, to = 5 } end)
    fails("scene.fog: unknown field 'colour'", function() s.fog = { to = 5, colour = { 1, 1, 1 } } end)
    fails("scene.fog: expected a table of fields, got 3", function() s.fog = 3 end)
    fails("scene: field 'bloom': expected a number from 0 to 1, got 2", function() s.bloom = 2 end)
end)

tw.test("grids, and patterns that fade", function()
    local s = tw.scene {}
    local ground = s:ground { material = { texture = "grid", texture_scale = 2, texture_width = 0.05, texture_fade = function(t) return 30 + t end } }
    s:advance(1)
    assert(ground.material.texture == "grid" and ground.material.texture_fade == 31)
    assert(ground.material.texture_width == 0.05)
    fails("field 'texture_width': expected a positive number", function() ground.material.texture_width = 0 end)
    fails("did you mean 'grid'?", function() ground.material.texture = "gird" end)
end)

tw.test("the motion is the same whatever the picture shows", function()
    local hashes = {}
    for i = 1, 2 do
        local s = tw.scene { gravity = "earth" }
        local rod = s:rod { length = 1, radius = 0.05, orientation = tw.euler(0, 1, 0) }
        s:connect(rod.end1, s:nail(rod.end1.position))
        if i == 2 then
            s.camera = { eye = { follow = rod, offset = { 0, -4, 0 } }, around = function(t) return t end }
            s:light { kind = "sun", to = function(t) return { 0, t, 1 } end }
            rod.opacity = function(t) return 0.5 + 0.1 * m.sin(t) end
            rod.material = { "oak", texture = "scripts/picture/globe.png" }
            s:trail { point = rod.end2, seconds = 0.3 }
            s:text { "hello" }
            s:every(0.25, function() rod.material.color = { 1, 0, 0 } end)
        else
            s:every(0.25, function() end)
        end
        s:advance(1)
        hashes[i] = s:hash()
    end
    assert(hashes[1] == hashes[2])
end)

tw.test("looks: named, adjusted, read back; what the script says itself is what it reads", function()
    local s = tw.scene {}
    assert(s.look == "studio" and s.tone == "film" and s.bounces == 1 and s.bloom == 0)
    s.look = "paper"
    assert(s.look == "paper" and s.tone == "none")
    s.tone, s.bounces = "filmic", 3
    assert(s.tone == "filmic" and s.bounces == 3)
    s.look = { "studio", floor = "gloss", key = 1.2, rim = function(t) return 1 + t end, tint = { 1, 0.9, 0.8 } }
    s:advance(1)
    local l = s.look
    assert(l[1] == "studio" and l.floor == "gloss" and l.key == 1.2 and l.rim == 2 and l.tint.y == 0.9 and l.soft == nil)
    local other = tw.scene { look = l }
    assert(other.look[1] == "studio" and other.look.rim == 2)
    s.look = { key = 2 } -- of the same look
    assert(s.look[1] == "studio" and s.look.key == 2 and s.look.floor == nil)
    s.look = { "dark", floor = false }
    assert(s.look.floor == "none")
    s.look = nil
    assert(s.look == "studio")
    s:light { kind = "sun" }
    assert(s.look == "plain")
    s.look = "limbo"
    assert(s.look == "limbo")
    for _, name in ipairs { "studio", "limbo", "dark", "daylight", "night", "space", "sim", "paper", "plain", "ink", "blueprint" } do
        s.look = name
        assert(s.look == name)
    end
end)

tw.test("looks: what is wrong is told", function()
    local s = tw.scene {}
    fails("scene: field 'look': expected a look, got 'studoi'; did you mean 'studio'?", function() s.look = "studoi" end)
    fails("expected a look, got 'xyzxyzxyz'; 'tauwerk help looks' lists them", function() s.look = "xyzxyzxyz" end)
    fails("scene: field 'look': expected the name of a look or a table, got 3", function() s.look = 3 end)
    fails("scene: field 'look'[1]: expected the name of a look, got 3", function() s.look = { 3 } end)
    fails("scene.look: unknown field 'kee'; did you mean 'key'?", function() s.look = { "dark", kee = 1 } end)
    fails("scene.look: field 'floor': expected one of 'auto', 'none', 'matte', 'gloss', 'grid', 'checker', got 'glossy'",
          function() s.look = { "dark", floor = "glossy" } end)
    fails("scene.look: field 'floor': expected one of", function() s.look = { "dark", floor = true } end)
    fails("scene.look: field 'key': expected a number that is not negative, got -1", function() s.look = { "dark", key = -1 } end)
    fails("scene.look: field 'tint': expected", function() s.look = { "dark", tint = 2 } end)
    fails("scene.look: expected named fields, got 2 as a name", function() s.look = { "dark", "studio" } end)
    assert(s.look == "studio")
end)

tw.test("looks touch nothing but the picture", function()
    local function fall(look)
        local s = tw.scene { gravity = "earth", look = look }
        local ball = s:sphere { radius = 0.1, position = { 0, 0, 1 }, collide = true }
        s:advance(1)
        return ball.position.z, s:hash()
    end
    local z, hash = fall("plain")
    assert(z < -3) -- through the floor
    for _, look in ipairs { "studio", { "sim", floor = "gloss" } } do
        local z2, hash2 = fall(look)
        assert(z2 == z and hash2 == hash)
    end
end)
