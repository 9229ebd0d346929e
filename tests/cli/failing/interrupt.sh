# Ctrl-C: status 130, in a loop of the script and in the middle of a film
. "$2/tests/cli/lib.sh"

# interrupted SECONDS COMMAND...: starts it, sends SIGINT once it has said something or time is up.
# A background process of a shell ignores SIGINT, and so would what it runs; env gives it back.
interrupted() {
    rm -f .out .err
    env --default-signal=INT "$@" >.out 2>.err </dev/null &
    pid=$!
    n=0
    while [ ! -s .out ] && [ ! -e long/long.0001.png ] && [ $n -lt 100 ]; do
        sleep 0.1
        n=$((n + 1))
    done
    kill -INT $pid
    wait $pid
    status=$?
    [ "$status" -eq 130 ] || fail "expected status 130, got $status: $*"
    says "interrupted"
}

env --default-signal=INT true 2>/dev/null || exit 77
interrupted "$tauwerk" run "$scenes/endless.lua"
interrupted "$tauwerk" lua "$scenes/endless.lua"
sed 's/duration = 0.2/duration = 60/; s/"tiny"/"long"/' "$scenes/tiny.lua" >long.lua
interrupted "$tauwerk" run long.lua -o long --size 640x360
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
for png in long/*.png; do
    [ -e "$png" ] && is_png "$png"
done
# what was drawn before counts at the next run
is_file long/manifest.json
# in a step that takes long: many round things within each other
cat >pile.lua <<'LUA'
local tw = require "tauwerk"
local scene = tw.scene { duration = 6, gravity = "earth", step = 1 / 300 }
scene:ground {}
for i = 0, 599 do
  local make = ({ scene.torus, scene.cone, scene.ellipsoid, scene.link })[i % 4 + 1]
  local size = ({ { major_radius = 0.4, minor_radius = 0.15 }, { height = 1, radius = 0.5 }, { radii = { 0.7, 0.5, 0.35 } },
    { length = 1.5, width = 0.9, radius = 0.13 } })[i % 4 + 1]
  size.position = { i % 8 * 0.3, i // 8 % 8 * 0.3, 0.35 + i // 64 * 0.3 }
  size.orientation, size.collide = scene.random:rotation(), true
  make(scene, size)
end
print "begins"
return scene
LUA
for pause in 0.3 1 2; do
    rm -f .out .err
    "$tauwerk" run pile.lua --no-render >.out 2>.err </dev/null &
    pid=$!
    while [ ! -s .out ] && kill -0 $pid; do sleep 0.1; done
    sleep $pause
    kill -TERM $pid
    wait $pid
    status=$?
    [ "$status" -eq 130 ] || fail "expected status 130, got $status"
    grep -q "did not stop by itself" .err && fail "a step goes on for ten seconds"
done
exit 0
