# What functions of the script and of t give is checked at each frame; errors name the field and its line
. "$2/tests/cli/lib.sh"
cat >wrong.lua <<'END'
local tw = require "tauwerk"
local s = tw.scene { duration = 1, fps = 4, size = { 16, 9 } }
local b, show = s:sphere { radius = 1 }, tw.param("show", "")
if show == "light" then s:light { kind = "sun", irradiance = function(t) return { 1 - 2 * t, 1, 1 } end } end
if show == "assigned" then
  local light = s:light { kind = "point" }
  light.radius = function(t) return 0.1 - t end
end
if show == "ground" then s:ground { material = { "stone", roughness = function(t) return 2 * t end } } end
if show == "friction" then s:ground { friction = function(t) return 0.2 - t end } end
if show == "arrow" then s:arrow { at = b, value = function(t) return { 1 / 0, 0, 0 } end } end
if show == "strobe" then s:strobe { of = b, every = 0.0002 } end
if show == "hold" then s:hold(0.5, 1) s:hold(0.5, 1e9) end
if show == "retime" then s:retime { { 0, 0 }, { 1e8, 1 } } end
if show == "duration" then s.duration = 1e9 end
return s
END
wrong() { # SHOW MESSAGE
    expect 1 "$tauwerk" run wrong.lua --quality draft -o out --set show="$1"
    says "$2"
}
wrong light "wrong.lua:4: scene:light: field 'irradiance': expected a number that is not negative, got -0.5 at t = 0.75 s"
wrong assigned "wrong.lua:7: scene:light: field 'radius': expected a number that is not negative, got -0.15 at t = 0.25 s"
wrong ground "wrong.lua:9: scene:ground: field 'material': expected a number from 0 to 1, got 1.5 at t = 0.75 s"
wrong friction "wrong.lua:10: scene:ground: field 'friction': expected a number that is not negative, got -0.05 at t = 0.25 s"
wrong arrow "wrong.lua:11: field 'value' of arrow1 at t = 0 s: expected a finite vector {x, y, z}, got a table of 3 numbers, {inf, 0, 0}"
wrong strobe "wrong.lua:12: scene:strobe: expected at most 1024 solids to draw, got more at t = 0.25 s"
wrong hold "wrong.lua:13: scene:hold: expected a film of at most 10000000 frames, got 1e+09 s at 4 fps"
wrong retime "wrong.lua:14: scene:retime: expected a film of at most 10000000 frames, got 1e+08 s at 4 fps"
wrong duration "wrong.lua:2: tw.scene: field 'duration': expected a film of at most 10000000 frames, got 1e+09 s at 4 fps"
exit 0
