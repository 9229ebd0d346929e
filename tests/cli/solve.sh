# scene:solve in a run: progress, the file of --solved, Ctrl-C that leaves the best, and workers that do not outlive it
. "$2/tests/cli/lib.sh"

cat >throw.lua <<'LUA'
local tw = require "tauwerk"
local scene = tw.scene { name = "throw", duration = 0.5, fps = 10, gravity = "earth" }
local ball = scene:sphere { name = "ball", radius = 0.1, velocity = { 1, 0, tw.param("up", 1) } }
local found = scene:solve {
  vary = { { ball, "velocity", from = -9, to = 9 } },
  so_that = { { "there", at = 0.4, value = function() return ball.position end, equals = { 1, 0, 1 } } },
}
print(found.ok, found.why)
found.apply()
scene:expect { "there", value = function() return ball.position end, equals = { 1, 0, 1 }, within = 1e-6, at = 0.4 }
return scene
LUA
run() { expect 0 "$tauwerk" run throw.lua --no-render "$@"; }
run --solved throw.solved
says "throw: solving, try 1 of 8, step 0: 'there' lacks"
says "throw: solving: found in"
is_file throw.solved
cp throw.solved first
run --solved throw.solved
prints "found before"
cmp -s throw.solved first || fail "the file has changed"
# another script, or another --set, is searched for itself
run --solved throw.solved --set up=2
prints "found in"
echo "-- changed" >>throw.lua
cp first throw.solved
run --solved throw.solved
prints "found in"
# a file that is none stays as it is
echo "not one" >other.txt
expect 1 "$tauwerk" run throw.lua --no-render --solved other.txt
says "--solved: the file exists and has no answers in it"
[ "$(cat other.txt)" = "not one" ] || fail "the file is lost"
expect 0 "$tauwerk" run throw.lua --no-render --quiet
[ ! -s .err ] || fail "not quiet"
# a script that may not reach out is searched in one process, with the same answer
run --sandbox
prints "found in"

env --default-signal=INT true 2>/dev/null || exit 77
cat >slow.lua <<'LUA'
local tw = require "tauwerk"
local scene = tw.scene { name = "slow", duration = 0.5, fps = 10, gravity = "earth" }
local ball = scene:sphere { name = "ball", radius = 0.1, velocity = { 1, 0, 1 } }
local function slowly(x)
  local y = 0
  for i = 1, 3e6 do y = y + i end
  return x + 0 * y
end
scene:solve {
  vary = { { ball, "velocity", from = -9, to = 9 } },
  so_that = { { "there", at = 0.4, value = function() return slowly(math.sin(9 * ball.position.x)) end, equals = 3 } },
  tries = 1000,
}
return scene
LUA
rm -f .out .err
env --default-signal=INT "$tauwerk" run slow.lua --no-render --solved slow.solved >.out 2>.err </dev/null &
pid=$!
n=0
while ! grep -q "step 1" .err 2>/dev/null && [ $n -lt 300 ]; do
    sleep 0.1
    n=$((n + 1))
done
kill -INT $pid
wait $pid
status=$?
[ "$status" -eq 130 ] || fail "expected status 130, got $status"
says "slow.lua:9: scene:solve: stopped; the best so far: ball.velocity.x = "
grep -q "solve 1 sought" slow.solved || fail "the best is not in the file"
