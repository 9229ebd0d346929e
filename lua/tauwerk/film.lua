-- Films of several scenes: tw.card{...} and tw.film{...}. Called as core.lua is, after text.lua.
local tw, host = ...
local check_names, fail, kind, describe = host.check_names, host.fail, host.kind, host.describe

local function finite(x) return type(x) == "number" and x - x == 0 end

local function check_positive(what, name, value)
    if not finite(value) or value <= 0 then
        fail("%s: field '%s': expected a positive number of seconds, got %s", what, name, describe(value))
    end
end

local function set(list)
    local names = {}
    for _, name in ipairs(list) do names[name] = true end
    return names
end

-- ---- cards --------------------------------------------------------------------------------------

-- cards, by their scenes: what the film still has to say of them
local cards = setmetatable({}, { __mode = "k" })

local card_fields = { "seconds", "look", "color", "background", "size", "font" }

-- A card is a scene of its own with nothing in it but texts, in the colours of its look. Its size
-- and frame rate are the film's.
local function card(t)
    if type(t) ~= "table" then fail("tw.card: expected texts, as in tw.card{\"...\"}, got %s", describe(t)) end
    local known = set(card_fields)
    for i = 1, #t do known[i] = true end
    check_names("tw.card", t, known)
    if #t == 0 then fail("tw.card: expected a text first") end
    local seconds = t.seconds or 2
    check_positive("tw.card", "seconds", seconds)
    local size = t.size or 0.1
    if not finite(size) or size <= 0 then
        fail("tw.card: field 'size': expected a positive number, got %s", describe(t.size))
    end
    local scene = tw.scene { duration = seconds }
    -- level, at the horizon of the look's background
    scene.camera = { eye = { 0, -10, 0 }, target = { 0, 0, 0 }, fov = tw.deg(30), shutter = 0 }
    if t.background ~= nil then scene.background = t.background end
    for i, text in ipairs(t) do
        if type(text) ~= "string" then fail("tw.card: text %d: expected a text, got %s", i, describe(text)) end
        scene:text { text, at = "center", size = i == 1 and size or 0.5 * size, color = t.color, font = t.font }
    end
    cards[scene] = { look = t.look }
    if t.look ~= nil then scene.look = type(t.look) == "table" and t.look or { t.look, floor = false } end
    return scene
end

-- ---- films --------------------------------------------------------------------------------------

local film_fields = set { "shots", "cut", "fade", "name", "audio" }
local shot_fields = set { 1, "from", "to", "title" }

local function read_shot(i, entry)
    local what = ("tw.film: shot %d"):format(i)
    if kind(entry) == "scene" then return { entry } end
    if type(entry) ~= "table" or kind(entry) then
        fail("%s: expected a scene, a card or { scene, from =, to =, title = }, got %s", what, describe(entry))
    end
    check_names(what, entry, shot_fields)
    if kind(entry[1]) ~= "scene" then fail("%s: expected a scene first, got %s", what, describe(entry[1])) end
    for _, name in ipairs { "from", "to" } do
        if entry[name] ~= nil and not finite(entry[name]) then
            fail("%s: field '%s': expected a time of the scene, got %s", what, name, describe(entry[name]))
        end
    end
    if entry.from and entry.to and entry.from >= entry.to then
        fail("%s: field 'to': expected more than from = %g, got %g", what, entry.from, entry.to)
    end
    if entry.title ~= nil and type(entry.title) ~= "string" then
        fail("%s: field 'title': expected a text, got %s", what, describe(entry.title))
    end
    return entry
end

-- the first scene that is no card says how large the film is, how fast, and how cards look
local function dress_cards(shots)
    local first
    for _, shot in ipairs(shots) do
        if not first and not cards[shot[1]] then first = shot[1] end
    end
    for _, shot in ipairs(shots) do
        local scene, dress = shot[1], cards[shot[1]]
        if dress and first then
            scene.size, scene.fps = first.size, first.fps
            local look = first.look
            if dress.look == nil and look then
                scene.look = { type(look) == "table" and look[1] or look, floor = false }
            end
        end
    end
end

local function film(t)
    if type(t) == "table" and t[1] ~= nil and t.shots == nil then
        fail("tw.film: field 'shots' is missing: expected tw.film { shots = { scene, tw.card{...}, ... } }")
    end
    check_names("tw.film", t, film_fields)
    if type(t.shots) ~= "table" or #t.shots == 0 then
        fail("tw.film: field 'shots': expected a list of scenes and cards, got %s",
            type(t.shots) == "table" and "an empty one" or describe(t.shots))
    end
    local shots = {}
    for i, entry in ipairs(t.shots) do shots[i] = read_shot(i, entry) end
    local cut = t.cut or "cut"
    if cut ~= "cut" and cut ~= "fade" then
        fail("tw.film: field 'cut': expected 'cut' or 'fade', got %s", describe(t.cut))
    end
    if t.fade ~= nil then
        check_positive("tw.film", "fade", t.fade)
        if t.cut == "cut" then fail("tw.film: field 'fade': expected cut = \"fade\", or no cut") end
        cut = "fade"
    end
    for _, name in ipairs { "name", "audio" } do
        if t[name] ~= nil and (type(t[name]) ~= "string" or t[name] == "") then
            fail("tw.film: field '%s': expected a text, got %s", name, describe(t[name]))
        end
    end
    dress_cards(shots)
    for i, shot in ipairs(shots) do
        shots[i] = { scene = shot[1], from = shot.from, to = shot.to, title = shot.title, card = cards[shot[1]] ~= nil }
    end
    return (host.film(shots, cut == "fade" and (t.fade or 0.5) or 0, t.name, t.audio))
end

tw.card, tw.film = host.entry(card), host.entry(film)
