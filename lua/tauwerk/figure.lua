-- What is a jointed figure of a human being made of: scene:figure{...}, part of tauwerk.models.
-- Lengths as parts of the height after Drillis and Contini, masses of limbs as parts of the whole
-- after Winter, Biomechanics and Motor Control of Human Movement, table 4.1; the trunk in two.
local tw = require "tauwerk"

local shares = {
    pelvis = 0.142, chest = 0.355, head = 0.081, upper_arm = 0.028, forearm = 0.016, hand = 0.006,
    thigh = 0.1, shank = 0.0465, foot = 0.0145,
}

local clothes = { skin = { 0.72, 0.47, 0.34 }, shirt = { 0.12, 0.27, 0.48 }, trousers = { 0.16, 0.15, 0.17 }, shoes = { 0.25, 0.09, 0.05 } }
local worn = {
    pelvis = "trousers", thigh = "trousers", shank = "trousers", foot = "shoes", chest = "shirt", upper_arm = "shirt",
    forearm = "skin", hand = "skin", head = "skin",
}

local fields = {
    height = { default = 1.75, type = "number", positive = true, doc = "m" },
    mass = { type = "number", positive = true, doc = "of the whole figure (kg)" },
    density = { type = "number", positive = true, doc = "of all limbs, instead of mass (kg/m3)" },
    arms = { default = 0.2, type = "number", min = 0, max = math.pi, doc = "from hanging: pi/2 stretched to the sides (rad)" },
    limits = { default = false, type = "boolean", doc = "knees, elbows and ankles bend as ours do" },
    colors = { default = {}, type = "table", doc = "{skin =, shirt =, trousers =, shoes =}" },
    color = { type = "any", doc = "one colour for all limbs" }, material = { type = "any", doc = "of all limbs" },
}

-- adds limbs of group g; h: the height, t: the checked fields, limb: by name
local function maker(g, t, limb, colors)
    return function(name, kind, shape)
        local stem = name:gsub("%..$", "")
        shape.name, shape.density = name, t.density
        if t.mass then shape.mass = shares[stem] * t.mass end
        shape.material, shape.color = t.material, t.color or colors and colors[worn[stem]]
        limb[name] = g[kind](g, shape)
        return limb[name]
    end
end

-- arm and leg of one side; x points to it
local function side(g, t, make, limb, s, x)
    local h = t.height
    local shoulder = tw.vec3(x * 0.15, 0, 0.815) * h
    local down = tw.vec3(x * tw.math.sin(t.arms), 0, -tw.math.cos(t.arms))
    local elbow, wrist = shoulder + down * (0.186 * h), shoulder + down * (0.332 * h)
    local hip, knee, ankle = tw.vec3(x * 0.056, 0, 0.53) * h, tw.vec3(x * 0.06, 0, 0.285) * h, tw.vec3(x * 0.062, 0, 0.05) * h
    make("upper_arm." .. s, "capsule", { from = shoulder, to = elbow, radius = 0.027 * h })
    make("forearm." .. s, "capsule", { from = elbow, to = wrist, radius = 0.021 * h })
    make("hand." .. s, "ellipsoid", { radii = tw.vec3(0.014, 0.024, 0.054) * h, position = wrist + down * (0.05 * h),
        orientation = tw.rotation({ 0, 0, -1 }, down) })
    make("thigh." .. s, "capsule", { from = hip, to = knee, radius = 0.043 * h })
    make("shank." .. s, "capsule", { from = knee, to = ankle, radius = 0.033 * h })
    make("foot." .. s, "capsule", { from = tw.vec3(x * 0.062, 0.022, 0.0235) * h, to = tw.vec3(x * 0.07, -0.085, 0.0235) * h, radius = 0.0235 * h })

    local function part(name) return limb[name .. "." .. s] end
    local bend = tw.vec3(1, 0, 0) -- about it shanks and toes go back
    local front = tw.vec3(0, -1, 0)
    local joints = {
        g:ball { name = "shoulder." .. s, a = part "upper_arm", b = limb.chest, at = shoulder },
        g:hinge { name = "elbow." .. s, a = part "forearm", b = part "upper_arm", at = elbow, axis = down:cross(front) },
        g:ball { name = "wrist." .. s, a = part "hand", b = part "forearm", at = wrist },
        g:ball { name = "hip." .. s, a = part "thigh", b = limb.pelvis, at = hip },
        g:hinge { name = "knee." .. s, a = part "shank", b = part "thigh", at = knee, axis = bend },
        g:hinge { name = "ankle." .. s, a = part "foot", b = part "shank", at = ankle, axis = bend },
    }
    if t.limits then
        g:limit { name = "elbow_limit." .. s, joint = joints[2], lower = 0, upper = tw.deg(150) }
        g:limit { name = "knee_limit." .. s, joint = joints[5], lower = 0, upper = tw.deg(150) }
        g:limit { name = "ankle_limit." .. s, joint = joints[6], lower = tw.deg(-25), upper = tw.deg(45) }
    end
end

tw.model("figure", fields, function(g, t, what, scene)
    if t.mass and t.density then tw.fail("%s: field 'mass': expected either 'mass' or 'density', got both", what) end
    local chosen = {}
    for name, color in pairs(clothes) do chosen[name] = { default = color, type = "any" } end
    chosen = tw.check_fields(what .. ": field 'colors'", t.colors, chosen)
    local h, limb = t.height, {}
    local make = maker(g, t, limb, not t.material and chosen)
    make("pelvis", "ellipsoid", { radii = tw.vec3(0.095, 0.064, 0.072) * h, position = tw.vec3(0, 0, 0.55) * h })
    make("chest", "ellipsoid", { radii = tw.vec3(0.114, 0.068, 0.146) * h, position = tw.vec3(0, 0, 0.715) * h })
    make("head", "compound", { position = tw.vec3(0, 0, 0.9) * h, parts = {
        { kind = "ellipsoid", name = "skull", radii = tw.vec3(0.047, 0.057, 0.068) * h, position = tw.vec3(0, 0, 0.032) * h },
        { kind = "capsule", name = "neck", length = 0.05 * h, radius = 0.029 * h, position = tw.vec3(0, 0, -0.035) * h },
    } })
    -- its parts stand where they are given: the centre of mass, which `position` places, is elsewhere
    local head = limb.head
    head.position = head.position * 2 - head:to_world(head:authored { 0, 0, 0 })
    g:ball { name = "waist", a = limb.chest, b = limb.pelvis, at = tw.vec3(0, 0, 0.6) * h }
    g:ball { name = "neck", a = limb.head, b = limb.chest, at = tw.vec3(0, 0, 0.85) * h }
    side(g, t, make, limb, "l", 1)
    side(g, t, make, limb, "r", -1)
    -- limbs of one figure lie within each other where they are joined
    scene:collide(g, g, false)
    g.user = limb
end)
