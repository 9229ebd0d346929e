# sweeps: values, folders, table, sheet, resuming, failing points, interruption
. "$2/tests/cli/lib.sh"
mkdir scripts
cat >scripts/fall.lua <<'END'
local tw = require "tauwerk"
local h = tw.param("h", 1)
local n = tw.param("n", 1)
local scene = tw.scene { name = "fall", duration = 0.2, fps = 10, gravity = "earth", size = {32, 18} }
for i = 1, n do scene:sphere { radius = 0.1, mass = 2, position = {i, 0, h} } end
if n == 7 then error("seven is too many") end
scene:record { "height, m", value = function() return scene.bodies[1].position.z end, every = 0.1 }
scene:expect { "low", value = h, equals = 1, within = 1.2, at = "end" }
scene.camera = { eye = {0, -5, 0}, target = {0, 0, 0} }
return scene
END
sweep() {
    "$tauwerk" run scripts/fall.lua -o out --quality draft "$@"
}
expect 0 sweep --sweep h=0.5:0.5:1.5 --sweep n=1,2 --jobs 2
says "6 points in out"
count 6 summary.csv
count 12 "fall.*.png"
is_png out/sheet.png
[ "$(head -n 1 out/sweep.csv)" = 'point,h,n,status,time,kinetic,potential,energy,checks_passed,checks_failed,"height, m"' ] ||
    fail "columns: $(head -n 1 out/sweep.csv)"
[ "$(cut -d '"' -f 3 out/sweep.csv | cut -d , -f 2-4 | tail -n +2 | tr '\n' ' ')" = "0.5,1,0 0.5,2,0 1,1,0 1,2,0 1.5,1,0 1.5,2,0 " ] ||
    fail "rows: $(cat out/sweep.csv)"
# kinetic energy after falling for 0.1 s (two frames): m g^2 t^2 / 2 for each ball, t the time column
awk -F, 'function near(a, b) { return a - b < 1e-6 && b - a < 1e-6 }
    NR > 1 { n = $4; t = $6; k = n * 2 * (9.80665 * t) ^ 2 / 2; k2 = n * 2 * (9.81 * t) ^ 2 / 2
        if (t <= 0 || (!near(k, $7) && !near(k2, $7))) { print "row " $0 " expected " k; bad = 1 } }
    END { exit bad }' out/sweep.csv >.out || fail "energies"
cp out/sweep.csv first.csv
cp out/sheet.png first.png
# once more: nothing is run again
touch stamp
expect 0 sweep --sweep h=0.5:0.5:1.5 --sweep n=1,2 --jobs 2
says "6 of them there already"
[ -z "$(find out -name log.txt -newer stamp)" ] || fail "a point was run again"
same out/sweep.csv first.csv
same out/sheet.png first.png
# a point that is not finished is done again, the others not, and the result is the same
rm out/h=1,n=2/point.txt
expect 0 sweep --sweep h=0.5:0.5:1.5 --sweep n=1,2 --jobs 1
says "5 of them there already"
same out/sweep.csv first.csv
same out/sheet.png first.png
# another script: all again
echo "-- changed" >>scripts/fall.lua
expect 0 sweep --sweep h=0.5,1 --no-render
grep -q "already" .err && fail "the script changed, but points were kept"
[ "$(wc -l <out/sweep.csv)" -eq 3 ] || fail "two points: $(cat out/sweep.csv)"
# failures are results: a check (6) and the script (1); the first one is the status
rm -r out
expect 6 sweep --no-render --sweep h=5,1 --sweep n=1,7
says "3 of 4 points failed"
says "h=5,n=1: status 6"
says "seven is too many"
[ "$(cut -d '"' -f 3 out/sweep.csv | cut -d , -f 4 | tail -n +2 | sort | tr '\n' ' ')" = "0 1 1 6 " ] || fail "status: $(cat out/sweep.csv)"
# wrong use stops it
expect 2 sweep --no-render --sweep width=1,2
says "width"
for bad in h h= =1 h=1:2 h=1:0:2 h=2:1:1 h=a:b:c h=1,1 h=1,,2 h=0:1e-9:1; do
    expect 2 sweep --sweep "$bad"
    says "option '--sweep'"
done
expect 2 sweep --sweep h=1,2 --sweep h=3,4
says "twice"
expect 2 sweep --sweep x=a/b,a_b
says "two points would have the folder x=a_b"
expect 2 sweep --jobs 2
says "option '--jobs' needs --sweep"
# tables are in the folders of the points
expect 0 sweep --no-render --sweep h=1:0.1:1.3 --trace t.csv --records=r.csv
count 4 t.csv
count 4 r.csv
[ -d out/h=1.3 ] || fail "1 + 3 * 0.1 is 1.3: $(ls out)"
# interrupted: the points stop too, no point is half there
cat >scripts/long$$.lua <<'END'
local tw = require "tauwerk"
local n = tw.param("n", 1)
local scene = tw.scene { duration = 3e5, stepper = "rk4" }
scene:sphere { radius = n }
return scene
END
"$tauwerk" run scripts/long$$.lua -o long --no-render --sweep n=1,2,3 --jobs 2 2>.err &
pid=$!
i=0
while [ ! -e long/n=2/log.txt ] && [ $i -lt 200 ]; do
    sleep 0.1
    i=$((i + 1))
done
kill -TERM $pid
wait $pid
status=$?
[ $status -eq 130 ] || fail "expected status 130"
count 0 "*.part"
[ ! -e long/n=1/point.txt ] || fail "an interrupted point counts as done"
[ -z "$(ps -e -o args= 2>/dev/null | grep -F "scripts/long$$.lua" | grep -v grep)" ] || fail "a point goes on"
