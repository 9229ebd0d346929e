# Processes end: those that a killed sweep has started, and one that is asked to stop while it never looks.
. "$2/tests/cli/lib.sh"
cat >point.lua <<'END'
local tw = require "tauwerk"
local n = tw.param("n", 1)
io.open("pid" .. n, "w"):write(io.open("/proc/self/stat"):read("n")):close()
while true do end
END
gone() { # PID SECONDS
    for i in $(seq $((10 * $2))); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -9 "$1"
    return 1
}
"$tauwerk" run point.lua --sweep n=1:1:2 -o points --jobs 2 >.out 2>.err </dev/null &
sweep=$!
for i in $(seq 300); do [ -s pid1 ] && [ -s pid2 ] && break; sleep 0.1; done
[ -s pid1 ] && [ -s pid2 ] || fail "the points do not begin"
kill -KILL $sweep
wait $sweep 2>/dev/null
for k in 1 2; do gone "$(cat pid$k)" 20 || fail "point $k of a killed sweep goes on"; done

# a function of Lua's library that takes hours, and asks nobody
cat >deaf.lua <<'END'
io.open("pid", "w"):write(io.open("/proc/self/stat"):read("n")):close()
print(string.find(("a"):rep(60), ("a*"):rep(30) .. "b"))
END
"$tauwerk" lua deaf.lua >.out 2>.err </dev/null &
deaf=$!
for i in $(seq 300); do [ -s pid ] && break; sleep 0.1; done
kill -TERM $deaf
gone $deaf 30 || fail "it does not end"
wait $deaf
[ $? -eq 130 ] || fail "another status than 130"
says "interrupted"
exit 0
