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

# of a part, scenes that no chosen frame shows are not simulated, and expect nothing; the pictures are those of the whole
run -o fade --set cut=fade --set fade=0.3
run -o first --set cut=fade --set fade=0.3 --set frames=11 --frames 1-6
says "balls: 2 of 2 scenes are not simulated: no chosen frame shows them"
expect 6 "$tauwerk" run balls.lua --quality draft -o late --set frames=11 --frames 22-25
says "balls: 1 of 2 scenes are not simulated"
says "check 'frames of b' failed"
says_not "check 'frames of a' failed"
for k in 22 25; do same cut/balls.00$k.png late/balls.00$k.png; done
run -o ends --set cut=fade --set fade=0.3 --frames 22
says "balls: 1 of 2 scenes are not simulated: no chosen frame shows them; the frames behind them are numbered as planned"
for k in 01 06; do same fade/balls.00$k.png first/balls.00$k.png; done
same fade/balls.0022.png ends/balls.0022.png
# but where the folder has pictures of them, or a table of all is asked for
run -o late --frames 12
says_not "not simulated"
run -o none --set cut=fade --set fade=0.3 --frames 22 --trace part.csv
says_not "not simulated"
is_file part.b.csv

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
# so other scenes come earlier than planned, also in a part
expect 6 "$tauwerk" run balls.lua --quality draft --set early=a --set cut=fade --set fade=0.3 --frames 1-12 -o sooner
says "balls: 'a' ends early: the scenes behind it are simulated, too"
for k in 01 07 08 12; do same early/balls.00$k.png sooner/balls.00$k.png; done
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
expect 2 "$tauwerk" run balls.lua --frames 32
says "the film 'balls' has 31 frames, got 32"

# baked: the pictures of `run`, in any size, of any part; events of each scene by themselves
cat >bounce.lua <<'EOF'
local tw = require "tauwerk"
local function ball(name, camera)
  local s = tw.scene { name = name, duration = 1, fps = 10, size = { 32, 18 }, gravity = "earth" }
  local b = s:sphere { radius = 0.3, position = { 0, 0, 0.5 }, velocity = { 1, 0, 1 }, collide = true, restitution = 0.5 }
  s:ground {}
  s.camera = camera
  s:trail { point = b.center, seconds = 0.5 }
  s:graph { of = function() return b.position.z end }
  if tw.param("early", "") == name then s:at(0.45, function() s:finish() end) end
  if tw.param("fails", "") == name then s:at(0.45, function() b.velocity = { 0, 0, 1e300 } end) end
  return s
end
local a = ball("a", { fov = 0.7 })
local b = ball("b", { eye = { 0, -9, 1 }, target = { 0, 0, 0 }, fov = 0.6 })
return tw.film {
  shots = { tw.card { "Balls", seconds = 1 }, { a, title = "one" }, { b, to = 0.8 }, { a, from = 0.2 }, { a, from = 0.1, to = 0.9 } },
  fade = 0.3, audio = tw.param("audio", nil),
}
EOF
# like A B: the same pictures in both folders
like() {
    [ "$(cd "$1" && ls ./*.p*)" = "$(cd "$2" && ls ./*.p*)" ] || fail "$1 and $2 have other pictures"
    for p in "$1"/*.p*; do same "$p" "$2/${p##*/}"; done
}
both() { # OPTION...: from the script and from the baked film
    rm -rf direct baked
    expect 0 "$tauwerk" run bounce.lua -q -o direct "$@"
    expect 0 "$tauwerk" render bounce.twb -q -o baked "$@"
    like direct baked
}
expect 0 "$tauwerk" bake bounce.lua -o bounce.twb
says "bounce: 32 frames in bounce.twb"
both --quality draft
both --frames 9-20:3 --size 50x70
both --format pfm --threads 1 --frames 26-30
both --look blueprint --frames 7-9
both
expect 0 "$tauwerk" run bounce.lua --no-render --events direct.csv
expect 0 "$tauwerk" render bounce.twb --no-render --events baked.csv
for s in a b; do
    grep -q contact direct.$s.csv || fail "no contact in $s"
    same direct.$s.csv baked.$s.csv
done
expect 0 "$tauwerk" bake bounce.lua -o again.twb
same bounce.twb again.twb
expect 2 "$tauwerk" render bounce.twb --frames 33
says "the film 'bounce' has 32 frames, got 33"
expect 2 "$tauwerk" export bounce.twb -o bounce.glb
says "bounce.twb is a film of 3 scenes and cards"
# a scene that ends early; marks, whose scales are of each scene
expect 0 "$tauwerk" bake bounce.lua -o early.twb --set early=b
expect 0 "$tauwerk" run bounce.lua -q -o early.run --set early=b
expect 0 "$tauwerk" render early.twb -q -o early.baked
like early.run early.baked
expect 0 "$tauwerk" bake bounce.lua -o debug.twb --draw debug
expect 0 "$tauwerk" run bounce.lua -q -o debug.run --draw debug
expect 0 "$tauwerk" render debug.twb -q -o debug.baked
like debug.run debug.baked
# the good part of a film whose simulation fails, and the failure again
expect 3 "$tauwerk" run bounce.lua -q -o fails.run --set fails=b
grep -v notice .err >direct.err
expect 3 "$tauwerk" bake bounce.lua -q -o fails.twb --set fails=b
expect 3 "$tauwerk" render fails.twb -q -o fails.baked
same direct.err .err
is_png fails.run/bounce.0015.png
like fails.run fails.baked

# a farm bakes the film first; its sound
expect 0 "$tauwerk" farm bounce.lua --parallel -o farm --tasks 4 --dry-run --video out.y4m
prints "bounce: 4 tasks in $work/farm/farm"
[ "$(tr '\n' ' ' <farm/farm/tasks)" = "1-8 9-16 17-24 25-32 " ] || fail "tasks: $(cat farm/farm/tasks)"
expect 0 sh farm/farm/bake.sh
expect 0 sh farm/farm/frames.sh 1-32
like direct farm
: >march.ogg
expect 0 "$tauwerk" farm bounce.lua --set audio=march.ogg --parallel -o farm --dry-run --video out.mp4
grep -q -- "--audio '*$work/march.ogg" farm/farm/encode.sh || fail "no sound: $(cat farm/farm/encode.sh)"
expect 0 "$tauwerk" bake bounce.lua -o clicks.twb --set audio=clicks
expect 0 "$tauwerk" farm clicks.twb --parallel -o farm --dry-run --video out.mp4
says "the clicks of impacts are made by 'tauwerk run --video'"
expect 2 "$tauwerk" farm list.lua --parallel -o farm
says "farm: list.lua returns 2 scenes, expected one scene or one film of several (tw.film)"
