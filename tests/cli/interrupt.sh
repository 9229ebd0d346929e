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
