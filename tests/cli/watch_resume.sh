# watching: after a save the run goes on from the last frame that the edit leaves as it was, and what
# it shows is always what a run from the start shows
. "$2/tests/cli/lib.sh"
cat >scene.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "s", duration = 3, fps = 10, gravity = "earth", size = { 64, 36 } }
local rod = scene:rod { name = "rod", length = 1, radius = 0.1, position = { 0.3, 0, 0 } }
local count, unused, speed <const> = 0, 0, 1
scene:connect(rod.end1, scene:nail { 0, 0, 1 })
scene.camera = { eye = { 0, -5, 0 }, target = { 0, 0, 0 }, fov = 0.9 }
local held = {}
function held.kick() rod.velocity = { speed, 0, 0 } end
local function note(what) print(what, count) end
scene:at(0.25, function() count = count + 1 note "first" end)
scene:at(1.05, function()
  count = count + 1
  rod.velocity = { 1, 0, 0 } -- one
end)
for i = 1, 2 do
  scene:at(1.45 + 0.1 * i, function() rod.angular_velocity = { 0, i, 0 } count = count + 10 * i end)
end
scene:at(2.05, held.kick)
scene:at(2.25, function(t) -- [[ a function's end is not here: end
  print("late", count, t, [[end]])
end)
scene:timeline(function(tl)
  tl:wait(1.85)
  print("late", "story", count)
  tl:wait(0.5)
  print("late", "told")
end)
scene:expect { "count", at = "end", value = function() return count end, equals = 32 }
return scene
END
: >live.out
"$tauwerk" watch scene.lua --count 30 --size 64x36 --folder live >live.out 2>.err &
pid=$!
run=0
# the next run has been told, with $1 at its end; its pictures are those of a run from the start
next() {
    run=$((run + 1)) i=0
    while [ "$(grep -c 'pictures\|status' live.out)" -lt $run ]; do
        [ $i -lt 300 ] || { cp live.out .out; kill $pid; fail "no run number $run"; }
        sleep 0.1
        i=$((i + 1))
    done
    grep 'pictures\|status' live.out | tail -n 1 | grep -Eq "$1\$" ||
        { cp live.out .out; kill $pid; fail "expected '$1': $(tail -n 1 live.out)"; }
    rm -rf fresh
    "$tauwerk" run scene.lua --quality draft --size 64x36 -o fresh >fresh.out 2>&1 || :
    [ "$(ls fresh/*.png | wc -l)" -eq "${2:-30}" ] || { kill $pid; fail "a run from the start"; }
    for f in fresh/*.png; do
        cmp -s "$f" "live/${f#fresh/}" || { kill $pid; fail "run $run shows another ${f#fresh/}"; }
    done
    said <fresh.out >fresh.said
    said <live.out >all.said
    tail -n "$(wc -l <fresh.said)" all.said >live.said
    cmp -s fresh.said live.said || { cp live.out .out; kill $pid; fail "run $run says something else: $(cat live.said fresh.out)"; }
}
said() {
    grep '^first\|^late\|check ' || :
}
edit() {
    sed "$1" scene.lua >new
    cmp -s new scene.lua && { kill $pid; fail "no edit: $1"; }
    mv new scene.lua
}
start="from the start: what changed is needed early"
next "preview.png"
edit 's/speed, 0, 0 } end/2 * 1.5, 0, 0 } end/' # held by a table and by an event
next "from frame 21 on"
edit 's/angular_velocity = { 0, i, 0 }/angular_velocity = { 0, 2 * i, 0 }/' # two values of one function
next "from frame 16 on"
edit 's/1, 0, 0 } -- one/1, 0, 0.5 }\n  count = count + 0/' # a line more
next "from frame 11 on"
edit 's/"late", count/"late!", count/'
next "from frame 23 on"
# a story goes on from the wait before the edit
edit 's/"told"/"told", count/'
next "from frame 24 on"
edit 's/"story", count/"story!", count/'
next "from frame 19 on"
# several at once, the earliest counts
edit 's/"late!", count/"late", 2 * count/; s/1, 0, 0.5 }/0.5, 0, 0.5 }/'
next "from frame 11 on"
# a variable that its function did not name before
edit 's/"late", 2/"late", unused/'
next "$start"
edit 's/"late", unused/"late", speed/'
next "$start"
# what has been called already: a helper, and what the main part says
edit 's/print(what, count)/print(what, count + 0)/'
next "from frame 3 on"
edit 's/0.3, 0, 0/0.31, 0, 0/'
next "$start"
edit 's/1.45 + 0.1/1.46 + 0.1/'
next "$start"
# a check's own function has not run before the end; that it fails is told with the right line
edit 's/return count end/return count + 1 end/'
next "status 6: .*"
edit 's/return count + 1 end/return count end/'
next "from frame 30 on"
# a text that is no Lua
edit 's/"late", speed/"late", speed,,/'
run=$((run + 1)) i=0
while ! tail -n 1 live.out | grep -q "status 1: scene.lua:"; do
    [ $i -lt 100 ] || { kill $pid; fail "no failure told"; }
    sleep 0.1
    i=$((i + 1))
done
edit 's/"late", speed,,/"late", speed/'
next "preview.png"
# another file that the script has read
echo 'return { 0, 0, 1 }' >part.lua
next "preview.png"
edit 's/^local held = {}/local held = { require "part" }/'
next "$start"
echo 'return { 0, 0, 2 }' >part.lua
next "preview.png"
# what looks at the time cannot be gone on from
edit 's/^local held = /local now = os.time()\nlocal held = /'
next "$start"
edit 's/"late", speed/"later", speed/'
next "preview.png"
# no copy outlives the watcher
kill -9 $pid
wait $pid 2>/dev/null
sleep 1.5
left=$(ls -l /proc/[0-9]*/fd/1 2>/dev/null | grep -c "$work/live/watch.log" || :)
[ "$left" -eq 0 ] || fail "$left copies are left"
