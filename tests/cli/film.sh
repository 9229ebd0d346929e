# tw.film: shots of several scenes in one film
. "$2/tests/cli/lib.sh"
cat >balls.lua <<'EOF'
local tw = require "tauwerk"
local size = { 32, 18 }
local function ball(name, color)
  local s = tw.scene { name = name, duration = 1, fps = 10, size = size, gravity = "earth" }
  s:sphere { radius = 0.3, velocity = { 1, 0, 3 }, color = tw.param(name, color) }
  s.camera = { eye = { 0, -9, 1 }, target = { 0, 0, 0 }, fov = 0.6 }
  s.look = "plain"
  local n = 0
  s:on_frame(function(k) n = k end)
  s:expect { "frames of " .. name, value = function() return n end, equals = tw.param("frames", 10) }
  if tw.param("early", "") == name then s:at(0.45, function() s:finish() end) end
  if tw.param("fails", "") == name then s:at(0.45, function() error "no further" end) end
  return s
end
local a = ball("a", "tomato")
local b = ball("b", "gold")
if tw.param("fps", 10) ~= 10 then b.fps = tw.param("fps", 10) end
return tw.film {
  shots = { tw.card { "Balls", "two", seconds = 1, look = "paper" }, a, { b, from = 0.2, to = 0.8, title = "the second" }, { a, from = 0.5 } },
  cut = tw.param("cut", "cut"), fade = tw.param("fade", nil),
}
EOF
run() { expect 0 "$tauwerk" run balls.lua --quality draft "$@"; }
run -o cut --trace t.csv
says "balls: 31 pictures in cut ("
is_file t.a.csv
is_file t.b.csv
no_file t.card.csv
# the shots are the scenes' own pictures
sed 's/^return tw.film/tw.film/; $a return { a, b }' balls.lua >list.lua
expect 0 "$tauwerk" run list.lua --quality draft -o list
for k in 01 05 10; do same "cut/balls.00$(expr $k + 10).png" list/a.00$k.png; done
for k in 1 6 9; do cmp -s cut/balls.0001.png cut/balls.000$k.png || fail "a card stands still"; done
grep -q '"balls.0012.png", "frame": 12, "time": 0.1.*"at": 1.1' cut/manifest.json || fail "times"

# a fade of F frames: both shots give theirs; the same whatever draws it
run -o fade --set cut=fade --set fade=0.3
says "balls: 22 pictures in fade ("
run -o fade1 --set cut=fade --set fade=0.3 --threads 1 --frames 6-12
for k in 06 08 09 10 11 12; do same fade/balls.00$k.png fade1/balls.00$k.png; done
same fade/balls.0007.png cut/balls.0001.png
cmp -s fade/balls.0008.png cut/balls.0001.png && fail "nothing fades"
same fade/balls.0011.png cut/balls.0014.png
run -o fade --set cut=fade --set fade=0.3
says "22 pictures in fade, 22 of them there already"
# only what is out of date is drawn: the scene b and the fades at its ends
run -o fade --set cut=fade --set fade=0.3 --set b=navy
says "22 pictures in fade, 16 of them there already"
run -o fade
says "balls: 31 pictures in fade, "
run -o fade --set cut=fade --set fade=0.3
says "; 9 of another film removed"

run -o video --video film.y4m
expect 0 "$tauwerk" movie video -o again.y4m
same film.y4m again.y4m
expect 0 "$tauwerk" sheet video -o sheet.png
run --no-render
# checks of all scenes
expect 6 "$tauwerk" run balls.lua --quality draft --set frames=11
says "check 'frames of a' failed"
says "check 'frames of b' failed"
# a scene that ends early makes its shots shorter, and their fades
expect 6 "$tauwerk" run balls.lua --quality draft --set early=a --set cut=fade --set fade=0.3 -o early
says "balls: 16 pictures in early ("
# one that breaks off ends the film
expect 1 "$tauwerk" run balls.lua --quality draft --set fails=b -o broken
says "no further"

expect 1 "$tauwerk" run balls.lua --set cut=fade --set fade=0.4
says "balls.lua:18: tw.film: shot 3: expected at least 8 frames for fades of 0.4 s at its ends, got 6"
expect 1 "$tauwerk" run balls.lua --set fps=20
says "tw.film: expected scenes of one size and fps, got 32 x 18 at 10 (the scene of balls.lua:4) and 32 x 18 at 20 (the scene of balls.lua:4)"
sed 's/from = 0.5/from = 1.5/' balls.lua >far.lua
expect 1 "$tauwerk" run far.lua
says "far.lua:18: tw.film: shot 4: field 'from': expected a time of the scene from 0 to 1, got 1.5"
expect 2 "$tauwerk" bake balls.lua -o balls.twb
says "bake: balls.lua:18: a film of several scenes is drawn by 'tauwerk run'"
expect 2 "$tauwerk" run balls.lua --frames 32
says "the film 'balls' has 31 frames, got 32"
expect 2 "$tauwerk" farm balls.lua --parallel -o farm
says "farm: balls.lua returns a film of several scenes"
