# --trace and --constraints, with and without pictures; two scenes, parameters, JSON
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" run "$scenes/tiny.lua" --no-render --trace a.csv --constraints c.csv
no_file renders
[ "$(head -1 a.csv)" = "frame,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz" ] || fail "header"
[ "$(wc -l <a.csv)" -eq 7 ] || fail "expected a line per frame and body"
grep -q '^1,0,rod,0.29999999999999999,0,0,1,0,0,0,0,0,0,0,0,0$' a.csv || fail "first line: $(sed -n 2p a.csv)"
grep -q '^6,0.1666666666666666' a.csv || fail "time of the last line: $(sed -n 7p a.csv)"
[ "$(head -1 c.csv)" = "frame,time,constraint,kind,deviation,rate,fx,fy,fz,residual" ] || fail "header"
[ "$(wc -l <c.csv)" -eq 7 ] || fail "expected a line per frame and constraint"
# |D| at the beginning: end1 at (0.3, 0, -0.5), the nail at (0, 0, 1)
grep -q '^1,0,.*,1.52970585407' c.csv || fail "first deviation: $(sed -n 2p c.csv)"
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o out --trace b.csv
same a.csv b.csv
expect 0 "$tauwerk" run "$scenes/tiny.lua" --no-render --trace d.csv --threads 2
same a.csv d.csv

# what happened: by the run, by the bake, and from the baked film. The ball falls 0.5 g t^2 = 0.3 m
cat >fall.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "fall", duration = 0.4, fps = 10, gravity = { 0, 0, -10 } }
scene:ground { height = 0 }
scene:sphere { name = "ball, red", radius = 0.2, position = { 1, 2, 0.5 }, collide = true }
scene:at(0.125, function() end)
scene:every(0.2, function() end)
scene:every(0.4 / 3, function() end)
return scene
END
expect 0 "$tauwerk" run fall.lua --no-render --trace with.csv --events run.csv
expect 0 "$tauwerk" run fall.lua --no-render --trace without.csv
same with.csv without.csv
expect 0 "$tauwerk" bake fall.lua -o fall.twb --events bake.csv
expect 0 "$tauwerk" render fall.twb --no-render --events render.csv
same run.csv bake.csv
same run.csv render.csv
no_file renders
grep -q '^0.125,at,fall.lua,5,,,,,,,,,$' run.csv || fail "no event of line 5: $(cat run.csv)"
grep '^[0-9.]*,contact,,,"ball, red",ground,' run.csv >contact.csv
[ "$(wc -l <contact.csv)" -eq 1 ] || fail "expected one contact: $(cat run.csv)"
awk -F , '{ d = $1 - sqrt(0.06); v = $14 + 10 * sqrt(0.06)
    if (d * d > 1e-6 || v * v > 1e-6 || $8 != 1 || $9 != 2 || $13 < 0.999) exit 1 }' contact.csv || fail "not there or not then: $(cat contact.csv)"
awk -F , 'NR > 2 && $1 < last { exit 1 } { last = $1 }' run.csv || fail "not in order of time"

# two scenes have a table each; a name with a comma stands in quotes; --set reaches the script
expect 0 "$tauwerk" run "$scenes/several.lua" --no-render --set speed=2.5 --trace t.csv
prints "made one"
is_file t.one.csv
is_file t.two.csv
grep -q '^1,0,"ball, one",0,0,0,1,0,0,0,2.5,' t.one.csv || fail "line: $(sed -n 2p t.one.csv)"

expect 0 "$tauwerk" run "$scenes/several.lua" -o out --json
prints '{"event": "print", "text": "made one\n"}'
prints '{"event": "scene", "scene": "one", "frames": 2}'
prints '"file": "out/two.0002.png"'
grep -q '^{"event": "result", "status": 0' .out || fail "no result"
grep -v '^{.*}$' .out && fail "a line that is no object"
is_png out/one.0001.png
is_png out/two.0002.png
