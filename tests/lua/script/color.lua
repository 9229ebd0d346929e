-- Colours as text: names and hexadecimal digits against the law of sRGB, wherever a colour is taken, and what is told
-- where a text is no colour.
local tw = require "tauwerk"

local function light(byte) -- [IEC 61966-2-1]
  local c = byte / 255
  return c <= 0.04045 and c / 12.92 or ((c + 0.055) / 1.055) ^ 2.4
end

local function is(got, r, g, b, what)
  local far = math.max(math.abs(got.x - light(r)), math.abs(got.y - light(g)), math.abs(got.z - light(b)))
  if not (far <= 1e-15) then error(("%s: got %s, expected bytes %d %d %d"):format(what, tostring(got), r, g, b), 2) end
end

local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  if ok or not tostring(message):find(text, 1, true) then
    error(("expected an error with '%s', got %s"):format(text, tostring(message)), 2)
  end
end

-- names and digits
for name, c in pairs {
  tomato = { 255, 99, 71 }, black = { 0, 0, 0 }, white = { 255, 255, 255 }, aliceblue = { 240, 248, 255 },
  yellowgreen = { 154, 205, 50 }, rebeccapurple = { 102, 51, 153 }, slategrey = { 112, 128, 144 },
  slategray = { 112, 128, 144 }, ["#ff6347"] = { 255, 99, 71 }, ["#FF6347"] = { 255, 99, 71 }, ["#f63"] = { 255, 102, 51 },
  ["#010a0b"] = { 1, 10, 11 },
} do
  is(tw.color(name), c[1], c[2], c[3], name)
end
assert(tw.color { 0.1, 0.2, 7 } == tw.vec3(0.1, 0.2, 7), "numbers stay as they are")
fails("got 'tomatoe'; did you mean 'tomato'?", tw.color, "tomatoe")
for _, bad in ipairs { "#", "#12", "#1234", "#12345", "#1234567", "#ff634g", "# f634", "#+12" } do
  fails("expected a colour of 3 or 6 hexadecimal digits, as in '#ff6347', got '" .. bad .. "'", tw.color, bad)
end
for _, bad in ipairs { "", "Tomato!", "light blue", "xyzzy" } do fails("expected the name of a colour", tw.color, bad) end
fails("expected a colour: a name, '#rrggbb' or {r, g, b}, got 3", tw.color, 3)

-- wherever a colour is taken
local scene = tw.scene {}
local ball = scene:sphere { radius = 1, color = "gold" }
is(ball.color, 255, 215, 0, "of a body")
ball.color = "#036"
is(ball.color, 0, 0x33, 0x66, "assigned")
ball.color = nil
assert(ball.color == nil)
ball.material.color, ball.material.emission, ball.material.texture_color = "teal", "#010203", "linen"
is(ball.material.color, 0, 128, 128, "of a material")
is(ball.material.emission, 1, 2, 3, "of its emission")
is(ball.material.texture_color, 250, 240, 230, "of its texture")
local box = scene:box { size = { 1, 1, 1 }, material = { "oak", color = "peru" } }
is(box.material.color, 205, 133, 63, "in the table of a material")
is(scene:prop { kind = "sphere", radius = 1, color = "plum" }.color, 221, 160, 221, "of a prop")
local group = scene:group { color = "crimson" }
is(group:sphere { radius = 1 }.color, 220, 20, 60, "of a group")
group:set { color = "navy" }
for _, b in ipairs(group.bodies) do is(b.color, 0, 0, 128, "group:set") end
scene.background = "ivory"
is(scene.background, 255, 255, 240, "of the background")
local sun = scene:light { kind = "sun", irradiance = "wheat" }
is(sun.irradiance, 245, 222, 179, "of a light")
local sky = scene:light { kind = "sky", top = "skyblue", horizon = "white", bottom = "gray" }
is(sky.top, 135, 206, 235, "of the sky")

-- over time
ball.color = function(t) return "tan" end
is(ball.color, 210, 180, 140, "a function that returns a name")
ball.color = function(t) return tw.color("red") * (1 - t) + tw.color("blue") * t end
scene:advance_to(0.25)
assert((ball.color - tw.vec3(0.75, 0, 0.25)):length() < 1e-15, "a function that mixes two")
ball.color = "red"
scene:ramp { ball, "color", to = "gold", t1 = 1.25, ease = "linear" }
scene:keys { box, "color", { { 0.5, "black" }, { 1.5, "#fff", "linear" } } }
scene:advance_to(0.75)
assert((ball.color - (tw.color "red" + tw.color "gold") / 2):length() < 1e-12, "a ramp to a name")
assert((box.color - tw.vec3(0.25, 0.25, 0.25)):length() < 1e-12, "keys of names")

-- what is told
fails("field 'color': expected the name of a colour, '#rrggbb' or {r, g, b}, got 'goldd'; did you mean 'gold'?",
  function() ball.color = "goldd" end)
fails("field 'material': field 'color': expected the name of a colour", scene.sphere, scene,
  { radius = 1, material = { color = "goldd" } })
fails("expected the name of a colour", scene.ramp, scene, { ball, "color", to = "goldd", t1 = 2 })
fails("got 'goldd'; did you mean 'gold'?", function() ball.color = function(t) return "goldd" end end)
fails("field 'color': expected a colour: a name, '#rrggbb' or {r, g, b}, got", function() ball.color = { 1, 2 } end)
-- a vector is no colour
fails("field 'position': expected a vector {x, y, z}", function() ball.position = "gold" end)
print("colours ok")
