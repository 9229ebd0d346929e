# Texts in the picture: colour, face, anchor and visible are seen; characters that no font has are told once a film;
# fonts that are installed besides change nothing that DejaVu has.
. "$2/tests/cli/lib.sh"
fallback=$work/fonts
mkdir "$fallback"
TAUWERK_FALLBACK_FONTS=$fallback
export TAUWERK_FALLBACK_FONTS

# film NAME FIELDS [BACKGROUND]: two pictures of a scene with a text
film() {
    cat >film.lua <<END
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 2, fps = 1, size = { 160, 90 } }
scene.camera = { eye = { 0, -6, 0 }, target = { 0, 0, 0 } }
scene.background = "${3:-black}"
local a, b
scene:text { $2 }
return scene
END
    expect 0 "$tauwerk" run film.lua -o "$1"
    [ -s .err ] && grep -q "no font has" .err && fail "$1: a character is missing"
    is_png "$1/film.0001.png"
}
# other A B: their first pictures differ
other() {
    cmp -s "$1/film.0001.png" "$2/film.0001.png" && fail "$1 and $2 are the same"
}

film nothing '""'
film plain '"hello"'
other nothing plain
film hidden '"hello", visible = false'
same nothing/film.0001.png hidden/film.0001.png
film timed '"hello", visible = function(t) return t < 0.5 end'
same plain/film.0001.png timed/film.0001.png
same nothing/film.0002.png timed/film.0002.png
film red '"hello", color = "red"'
film digits '"hello", color = "#f00"'
film numbers '"hello", color = { 1, 0, 0 }'
film asked '"hello", color = function(t) return "red" end'
other plain red
for k in digits numbers asked; do same red/film.0001.png $k/film.0001.png; done
for face in serif mono bold "serif bold" "mono bold"; do
    film "$face" "\"hello\", font = \"$face\""
    other plain "$face"
done
film sans '"hello", font = "sans"'
same plain/film.0001.png sans/film.0001.png
film point '"hello", at = { 0, 0, 0 }'
film above '"hello", at = { 0, 0, 0 }, anchor = "bottom"'
same point/film.0001.png above/film.0001.png
for anchor in "top left" top "top right" left center right "bottom left" "bottom right"; do
    film "$anchor" "\"hello\", at = { 0, 0, 0 }, anchor = \"$anchor\""
    other point "$anchor"
done
# in the middle of the picture is where the eye looks
film middle '"hello", at = "center"'
same center/film.0001.png middle/film.0001.png
# coordinates and splines of a text in a group are in its frame, places that a function gives in the world
film world '"hello", at = { 1.5, 0, 0.3 }'
group='scene:group { position = { 0.5, 0, 0.3 }, orientation = { 0, 0, 0, 1 } }:text'
film constant "\"\" } $group { \"hello\", at = { -1, 0, 0 }"
film spline "\"\" } $group { \"hello\", at = tw.spline { { 0, { -1, 0, 0 } }, { 2, { -1, 0, 0 } } }"
film function "\"\" } $group { \"hello\", at = function() return tw.vec3(1.5, 0, 0.3) end"
for k in constant spline function; do same world/film.0001.png $k/film.0001.png; done
# light letters on dark, dark ones on light
film light '"hello"' white
film dark '"hello", color = { 0.006, 0.006, 0.007 }' white
film white '"hello", color = "white"' white
other light white

# characters that nobody has: told once, the film is drawn
cat >missing.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 3, fps = 1, size = { 160, 90 } }
scene:sphere { radius = 1, name = "ball" }
scene:text { "sum \u{2211} \u{f8f0}", at = "top" }
scene:text { "late \u{f8f1}", from = 1 }
return scene
END
expect 0 "$tauwerk" run missing.lua -o missing
says "film: no font has the character U+F8F0 of the text 'sum ∑ "
[ "$(grep -c "no font has" .err)" -eq 1 ] || fail "told more than once"
is_png missing/film.0003.png
expect 0 "$tauwerk" run missing.lua --json -o json
prints '"event": "notice"'
sed -i 's/\\u{f8f0}//; s/\\u{f8f1}/\\u{20ac}/' missing.lua
expect 0 "$tauwerk" run missing.lua -o complete
grep -q "no font has" .err && fail "all characters are there"
# the names that the debug layer writes
cat >name.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 1, fps = 1, size = { 160, 90 } }
scene:sphere { radius = 1, name = "ball\u{f8f0}" }
return scene
END
expect 0 "$tauwerk" run name.lua --draw debug,names -o name
says "U+F8F0"

# another font: what DejaVu lacks is drawn by it, what it has is the same
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
[ -f "$font" ] || exit 0
cp "$font" "$fallback/NotoSans-Regular.ttf"
cp "$work/film.lua" "$fallback/NotoBroken-Regular.ttf"
film again '"hello"'
same plain/film.0001.png again/film.0001.png
# a face that lacks a letter, which is found elsewhere (TAUWERK_FONT takes the place of the sans)
mono=$(dirname "$font")/DejaVuSansMono.ttf
[ -f "$mono" ] || exit 0
# U+1401 is in the sans alone
sed -i 's/"late \\u{20ac}"/"late \\u{1401}"/' missing.lua
expect 0 env TAUWERK_FONT="$mono" "$tauwerk" run missing.lua -o other
grep -q "no font has" .err && fail "the fallback has the character"
rm "$fallback"/*
expect 0 env TAUWERK_FONT="$mono" "$tauwerk" run missing.lua -o none
says "U+1401"
exit 0
