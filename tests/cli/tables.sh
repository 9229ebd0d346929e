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
