# tauwerk check: what is recorded and compared, what is said, and the exit status.
. "$(dirname "$0")/lib.sh"
mkdir s
cat >s/swing.lua <<'LUA'
local tw = require "tauwerk"
local scene = tw.scene { name = "swing", duration = 1, fps = 30, gravity = "earth", size = { 160, 90 } }
local rod = scene:rod { name = "rod", length = 1, radius = 0.05, position = { 0.5, 0, 0 },
                        orientation = tw.axis_angle({ 0, 1, 0 }, 1.5) }
scene:rod { name = "other", length = 1, radius = 0.05, position = { 0, 2, 0 } }
scene:connect(rod.end2, scene:nail { 0, 0, 0 }, { name = "pin" })
scene:at(0.5, function()
  local v = rod.velocity
  rod.velocity = { v.x * (1 + CHANGE), v.y, v.z }
end)
scene.check = { TOLERANCES }
return scene
LUA
mv s/swing.lua swing.in
scene() { # CHANGE TOLERANCES
    sed "s/CHANGE/$1/; s/TOLERANCES/$2/" swing.in >s/swing.lua
}
scene 0 ""
printf 'error("a helper was run")\n' >s/_helper.lua

# without a golden
expect 6 "$tauwerk" check s
prints "no golden  s/swing.lua"
prints "tauwerk check --update s/swing.lua"
no_file s/golden

# a golden is written, and holds
expect 0 "$tauwerk" check --update s
prints "new        s/swing.lua"
is_file s/golden/swing.golden
is_png s/golden/swing.0001.png
is_png s/golden/swing.0030.png
[ "$(wc -c <s/golden/swing.0001.png)" -le 65536 ] || fail "the picture of a golden is too large"
expect 0 "$tauwerk" check s
prints "ok         s/swing.lua"
cp -r s/golden before
expect 0 "$tauwerk" check --update s
prints "0 goldens written"
same s/golden/swing.golden before/swing.golden

# one unit in the last place of one velocity, at 0.5 s: between frames 16 and 17
scene '2^-52' ""
expect 6 "$tauwerk" check s --junit r.xml --report r
prints "differs    s/swing.lua: frame 16 is the first that differs: body 'rod', field velocity"
is_file r/index.html
grep -q "<failure message=\"frame 16 is the first that differs: body &#39;rod&#39;, field velocity" r.xml ||
    fail "the JUnit file does not tell it: $(cat r.xml)"

# what is within a tolerance passes; what is not is told with its values
scene '2^-52' "tolerance = 1e-9"
expect 0 "$tauwerk" check s
scene '1e-3' "tolerance = 1e-9, picture = 0.5"
expect 6 "$tauwerk" check s
prints "body 'rod', field"
prints ", golden ("
scene '1e-3' "tolerance = 0.1, picture = 0.5"
expect 0 "$tauwerk" check s
scene 0 "positon = 1"
expect 1 "$tauwerk" check s
prints "s/swing.lua:11: scene.check: unknown field 'positon'; did you mean 'position'?"
scene 0 "position = -1"
expect 1 "$tauwerk" check s
prints "s/swing.lua:11: scene.check: field 'position': expected a number that is not negative, got -1"

# an update says what changed; none is made while a scene fails
scene '1e-3' ""
printf 'error("broken")\n' >s/broken.lua
expect 1 "$tauwerk" check --update s
prints "failed     s/broken.lua: s/broken.lua:1: broken"
prints "no golden was changed: 1 of 2 scripts failed"
same s/golden/swing.golden before/swing.golden
rm s/broken.lua
expect 0 "$tauwerk" check --update s
prints "rewritten  s/swing.lua:"
prints "frame 16 is the first that differs: body 'rod', field velocity"
prints "1 golden written"
expect 0 "$tauwerk" check s

# goldens elsewhere, by the script's path
expect 0 "$tauwerk" check --update --golden g s
is_file g/s/swing.golden
expect 0 "$tauwerk" check --golden g s/swing.lua

# a golden that is damaged, cut off, or lacks a picture
cp s/golden/swing.golden whole
sed 's/^state 7 /state 7 x/' whole >s/golden/swing.golden
expect 6 "$tauwerk" check s
prints "swing.golden:"
prints "cannot read this line"
head -c 2000 whole >s/golden/swing.golden
expect 6 "$tauwerk" check s
cp whole s/golden/swing.golden
rm s/golden/swing.0030.png
expect 6 "$tauwerk" check s
prints "'s/golden/swing.0030.png' is missing"
expect 0 "$tauwerk" check --update s

# other pixels
cp s/golden/swing.0030.png s/golden/swing.0001.png
expect 6 "$tauwerk" check s
prints "picture of frame 1: other pixels, dissimilarity"
expect 0 "$tauwerk" check --update s
scene '1e-3' "" # the same as recorded

# pictures in another look than the scene's: recorded and compared with that one only
expect 0 "$tauwerk" check --update --golden inked --look ink s
grep -qx "look ink" inked/s/swing.golden || fail "the golden does not tell its look"
grep -q "^look" s/golden/swing.golden && fail "a golden of the scene's own look tells one"
cmp -s inked/s/swing.0001.png s/golden/swing.0001.png && fail "the look makes no difference"
expect 0 "$tauwerk" check --golden inked --look ink s
expect 6 "$tauwerk" check --golden inked s
prints "the pictures have the scene's own look, in the golden the look ink: compare with the same --look"
expect 6 "$tauwerk" check s --look ink
prints "the pictures have the look ink, in the golden the scene's own look"
expect 2 "$tauwerk" check s --look inc
says "check: option '--look': expected one of"

# scripts that crash, hang, fail; the others go on
printf 'os.execute("kill -SEGV $PPID")\n' >s/crash.lua
printf 'while true do end\n' >s/hang.lua
printf 'os.execute("sleep 1000")\n' >s/sleep.lua
cp "$scenes/runaway.lua" "$scenes/checks.lua" s/
printf 'local tw = require "tauwerk"\ntw.test("sums", function(t) assert(1 + 1 == 2) end)\n' >s/sums.lua
expect 3 "$tauwerk" check s --trust --limit-time 1 --jobs 3 --junit r.xml --report r
prints "failed     s/crash.lua: the run crashed: ended by signal 11"
prints "failed     s/hang.lua: time limit"
prints "failed     s/sleep.lua: time limit of 1 s reached; it did not stop and was killed"
prints "failed     s/runaway.lua: the simulation diverged"
prints "failed     s/checks.lua: 1 of 2 checks failed"
prints "ok         s/sums.lua"
prints "ok         s/swing.lua"
says "check: of 7 scripts 0 differ, 5 failed"
[ "$(grep -c "<testcase" r.xml)" -eq 7 ] || fail "not 7 cases in the JUnit file"
[ "$(grep -c "<error" r.xml)" -eq 4 ] || fail "not 4 errors in the JUnit file"
expect 124 "$tauwerk" check s/hang.lua --limit-time 1
expect 6 "$tauwerk" check s/checks.lua
expect 4 "$tauwerk" check nowhere
expect 2 "$tauwerk" check s --jobs 0
expect 2 "$tauwerk" check --updat

# what is recorded is what happens without a look at it, contacts included
cat >looks.lua <<'LUA'
local tw = require "tauwerk"
local scene = tw.scene { duration = 1, fps = 20, gravity = "earth" }
scene:ground {}
for i = 1, 3 do
  scene:sphere { radius = 0.1, position = { 0.05 * i, 0, 0.3 * i }, collide = true, restitution = 0.4 }
end
local box = scene:box { name = "box", size = { 0.3, 0.3, 0.3 }, position = { 2, 0, 1 } }
scene:connect(box:corner(1), scene:nail { 2, 0, 1.5 })
scene:on_frame(function(frame) print(("state %d %s"):format(frame, scene:hash())) end)
return scene
LUA
expect 0 "$tauwerk" run looks.lua --no-render --quiet
cp .out states
expect 0 "$tauwerk" check --update --golden looks looks.lua
grep "^state " looks/looks.golden | cut -d" " -f1-3 >recorded
same states recorded
[ "$(wc -l <states)" -eq 20 ] || fail "expected 20 states"

# parameters of a script as a test
printf -- '-- as a test: --set n=3\n' >sets.lua
cat >>sets.lua <<'LUA'
local tw = require "tauwerk"
local n = tw.param("n", 7)
tw.test("n", function(t) assert(n == 3) end)
LUA
expect 0 "$tauwerk" check sets.lua
sed 's/--set n=3/--sed n=3/' sets.lua >wrong.lua
expect 1 "$tauwerk" check wrong.lua
prints "wrong.lua:1: as a test: expected --set NAME=VALUE, got '--sed'"

# the files are what they should be
if command -v xmllint >/dev/null; then
    expect 0 xmllint --noout --schema "$2/tests/data/junit.xsd" r.xml
fi
grep -q 'src="data:image/png;base64' r/index.html && fail "a picture of a scene that did not differ"
grep -qE '(src|href)="(https?:)?//' r/index.html && fail "the report needs the network"

# nothing is left behind
[ -z "$(find . -name '*.part')" ] || fail "temporary files: $(find . -name '*.part')"

# a film of several scenes: its scenes, and how they are cut
mkdir f
film() { # FROM OF THE SECOND SHOT
    cat >f/both.lua <<LUA
local tw = require "tauwerk"
local function scene(name, speed)
  local s = tw.scene { name = name, duration = 1, fps = 10, size = { 160, 90 } }
  s:sphere { name = "ball", radius = 0.1, velocity = { speed, 0, 0 } }
  return s
end
local slow = scene("slow", 1)
local film = tw.film { shots = { tw.card { "Balls", seconds = 0.5 }, slow, { scene("fast", 2), from = $1 },
                                 { slow, from = 0.2, to = 0.6 } }, cut = "fade", fade = 0.2 }
tw.test("length", function()
  local s = 0.5 + 1 + (1 - $1) + 0.4 - 3 * 0.2
  assert(math.abs(film.duration - s) < 1e-9, film.duration)
  local ok, why = pcall(function() return film.length end)
  assert(not ok and why:find("a film has no field 'length'; it has duration", 1, true), why)
end)
return film
LUA
}
film 0.5
expect 0 "$tauwerk" check --update f
for line in "scene both" "film 18 1e+01 0" "shot 0 5 0 card" "shot 3 10 0 slow" "shot 11 5 0.5 fast" "shot 14 4 0.2 slow" \
    "scene slow" "scene fast"; do
    grep -qx "$line" f/golden/both.golden || fail "the golden has no line '$line'"
done
is_png f/golden/both.slow.0010.png
expect 0 "$tauwerk" check f
film 0.6
expect 6 "$tauwerk" check f --report rf
prints "both: the film has 17 frames, 10 a second from 0 s on, in the golden 18, 10, 0 (and 1 more)"
grep -q "shot 3 is 4 frames from frame 12 on, of &#39;fast&#39; from 0.6 s on; in the golden it is 5 frames" rf/index.html ||
    fail "the report does not tell the shot"
expect 0 "$tauwerk" check --update f
expect 0 "$tauwerk" check f
# scenes that other scripts return are recorded by those, but for how they begin
mkdir reel
ball() { # NAME SPEED EXPECTED
    cat >"reel/$1.lua" <<LUA
local tw = require "tauwerk"
local s = tw.scene { name = "$1", duration = 1, fps = 10, size = { 160, 90 } }
local b = s:sphere { name = "ball", radius = 0.1, velocity = { $2, 0, 0 } }
s:expect { "speed", value = function() return b.velocity.x end, equals = $3, at = "end" }
return s
LUA
}
ball fast 2 2
ball _slow 1 1
cat >reel/both.lua <<'LUA'
local tw = require "tauwerk"
local fast, slow = require "fast", require "_slow"
return tw.film { shots = { fast, slow } }
LUA
expect 0 "$tauwerk" check --update reel
grep -qx "of fast" reel/golden/both.golden || fail "the scene is not said to be recorded by fast.lua"
[ "$(grep -c '^state' reel/golden/both.golden)" -eq 11 ] || fail "expected all states of _slow and one of fast"
expect 0 "$tauwerk" check reel
prints "scenes recorded by their own scripts: 1"
ball fast 3 2
expect 6 "$tauwerk" check reel
prints "reel/fast.lua: 1 of 1 checks failed"
prints "both.lua: fast: frame 1 is the first that differs: body 'ball', field velocity"
# a scene that the film's script changes is recorded with the film: its motion, and what is expected of it
ball fast 2 2
expect 0 "$tauwerk" check --update reel
says_other() { # LINE: both.lua with that line, about the scene fast
    sed "s/^return/$1\nreturn/" reel/both.lua >reel/other.lua
    expect 0 "$tauwerk" check --update reel/other.lua
    grep -c "^of fast" reel/golden/other.golden >count || :
}
says_other "fast.fps, slow.fps = 20, 20"
[ "$(cat count)" -eq 1 ] || fail "a film may have a rate of its own"
for line in "fast.gravity = 'earth'" "fast:on_frame(function() end)"; do
    says_other "$line"
    [ "$(cat count)" -eq 0 ] || fail "expected all states after: $line"
done
sed 's/^return/fast:at(0.2, function() error "no further" end)\nreturn/' reel/both.lua >reel/other.lua
expect 1 "$tauwerk" check reel/other.lua
prints "no further"
