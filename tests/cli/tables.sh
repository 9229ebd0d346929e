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

# every sample of scene:record, also of before the film; vectors by component; equal times in the
# order of registration; nothing after a restore that was not there. Heights: 0.5 g t^2, g = 8
cat >rec.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "rec", duration = 0.5, fps = 4, gravity = { 0, 0, -8 }, stepper = "rk4" }
local ball = scene:sphere { radius = 0.2 }
scene:record { "p, m", value = function() return ball.position end, every = 0.25 }
scene:record { "fallen", value = function() return -ball.position.z end, every = 0.125 }
local s = scene:snapshot()
scene:advance(0.3)
scene:restore(s)
scene:advance(0.25)
scene:record { "third", value = function(_, t) return t / 3 end, every = 0.25 }
return scene
END
expect 0 "$tauwerk" run rec.lua --no-render --records r.csv
awk -F , 'NR == 1 { if ($0 != "record,time,value") exit 1; next }
    /^"p, m\.[xyz]",/ { n = 1; t = $3; v = $4; want = /\.z"/ ? -4 * t * t : 0; p++ }
    /^fallen,/ { n = 2; t = $2; v = $3; want = 4 * t * t; f++ }
    /^third,/ { n = 3; t = $2; v = $3; want = t / 3; k++ }
    { if (NF < 3 || t < last || (t == last && n < before) || (v - want) ^ 2 > 1e-20) exit 1; last = t; before = n }
    END { if (p != 12 || f != 7 || k != 3 || last != 0.75) exit 1 }' r.csv || fail "records: $(cat r.csv)"
grep -q '^third,0.25,0.083333333333333329$' r.csv || fail "17 digits: $(cat r.csv)"
expect 0 "$tauwerk" run rec.lua -o drawn --quality draft --size 16x9 --records s.csv
same r.csv s.csv
expect 0 "$tauwerk" bake rec.lua -o rec.twb --records t.csv
same r.csv t.csv
# several scenes; a table without records; a script that fails leaves none
expect 0 "$tauwerk" run "$scenes/several.lua" --no-render --records u.csv
[ "$(cat u.one.csv)" = "record,time,value" ] || fail "no records: $(cat u.one.csv)"
is_file u.two.csv
expect 2 "$tauwerk" run rec.lua --no-render --records
sed 's/return t . 3/return "x"/' rec.lua >bad.lua
expect 1 "$tauwerk" run bad.lua --no-render --records v.csv
says "bad.lua:10: scene:record: 'third'"
no_file v.csv
expect 4 "$tauwerk" run rec.lua --no-render --records none/r.csv
