# limits of time and memory, and what programs are told (--json), for run, bake and render
. "$2/tests/cli/lib.sh"
tiny=$scenes/tiny.lua
expect 0 "$tauwerk" bake "$tiny" -q -o tiny.twb
[ ! -s .out ] && [ ! -s .err ] || fail "bake --quiet is not quiet"
expect 0 "$tauwerk" render tiny.twb -q -o quiet
[ ! -s .out ] && [ ! -s .err ] || fail "render --quiet is not quiet"

# memory
expect 0 "$tauwerk" run "$tiny" -o wide --limit-memory 2000 --threads 2
expect 5 "$tauwerk" run "$tiny" -o tight --limit-memory 3
says "out of memory"
expect 5 "$tauwerk" bake "$tiny" -o tight.twb --limit-memory 3
no_file tight.twb
expect 5 "$tauwerk" run "$tiny" -o large --size 6000x6000 --limit-memory 100
no_file large/tiny.0001.png
no_file large/manifest.journal
echo 'local t = {} for i = 1, 1e9 do t[i] = { i } end' >grows.lua
expect 5 "$tauwerk" run grows.lua --limit-memory 60
expect 2 "$tauwerk" run "$tiny" --limit-memory 0
says "--limit-memory"
expect 2 "$tauwerk" render tiny.twb --limit-memory much
says "--limit-memory"

# time
expect 124 "$tauwerk" bake "$scenes/endless.lua" -o none.twb --limit-time 0.3
says "time limit"
no_file none.twb
expect 124 "$tauwerk" render tiny.twb -o none --limit-time 1e-9
says "time limit"
no_file none/tiny.0001.png
expect 0 "$tauwerk" render tiny.twb -o none --limit-time 1000
same none/tiny.0006.png quiet/tiny.0006.png

# within a picture: it would take many seconds. What was there stays, and the next run goes on
expect 124 "$tauwerk" run "$tiny" -o slow --quality final --size 3000x2000 --threads 1 --limit-time 0.4
says "time limit"
count 0 '*.part'
is_file slow/manifest.json
expect 124 "$tauwerk" run "$tiny" -o slow --quality final --size 3000x2000 --threads 2 --limit-time 0.4
expect 124 "$tauwerk" render tiny.twb -o slow --quality final --size 3000x2000 --limit-time 0.4
count 0 'slow/*.png'
expect 0 "$tauwerk" run "$tiny" -o slow
is_png slow/tiny.0006.png
# where nobody asks: a pattern that Lua looks for without end
echo 'print((("a"):rep(60)):find(("a*"):rep(30) .. "b"))' >pattern.lua
for command in run lua; do
    expect 124 timeout -s KILL 60 "$tauwerk" $command --limit-time 0.2 pattern.lua
    says "time limit of 0.2 s"
done

# events COUNT KIND: every line of the output is an object; that many of this kind
events() {
    [ "$(grep -vc '^{"event": ".*}$' .out)" -eq 0 ] || fail "a line that is no object"
    [ "$(grep -c "^{\"event\": \"$2\"" .out)" -eq "$1" ] || fail "expected $1 events $2"
}

for command in "run $tiny" "render tiny.twb"; do
    rm -rf json
    expect 0 "$tauwerk" $command -o json --json --threads 2
    [ ! -s .err ] || fail "words beside JSON"
    events 1 scene
    events 6 frame
    prints '"drawn": true'
    prints '"file": "json/tiny.0006.png"'
    expect 0 "$tauwerk" $command -o json --json
    events 6 frame
    prints '"drawn": false'
    [ "$(grep -c '"drawn": true' .out)" -eq 0 ] || fail "drawn again"
done
expect 0 "$tauwerk" bake "$tiny" -o json.twb --json
events 1 scene
events 1 "done"

# frames that wait for the film's camera take no memory each
cat >many.lua <<'END'
local s = require "tauwerk".scene { duration = 1.5, fps = 200, stepper = "rk4", step = 0.01 }
for i = 1, 100 do s:sphere { radius = 0.01, position = { i * 0.03, 0, 0 }, velocity = { 0, i * 0.01, 0 } } end
return s
END
expect 0 "$tauwerk" bake many.lua -q -o many.twb
few="-q --threads 1 --frames 1 --quality draft --size 16x9 --limit-memory 34"
expect 0 "$tauwerk" run many.lua -o many $few
expect 0 "$tauwerk" render many.twb -o baked $few
same many/many.0001.png baked/many.0001.png
exit 0
