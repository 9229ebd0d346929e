# Films whose frames need each other, with marks: whichever allocation fails, the picture is the finished one with status
# 0, or there is none, with status 5 and a reason. sh marks.sh PROGRAM SOURCE_FOLDER VERSION LIBRARY
. "$2/tests/cli/lib.sh"
library=${4:-}
[ -n "$library" ] && [ -e "$library" ] || { echo "skipped: no library of faults"; exit 77; }
cat >marks.lua <<'END'
local s = require "tauwerk".scene { duration = 1, fps = 3, stepper = "rk4", step = 0.1, size = { 16, 9 } }
s.draw = { "bodies", "names" }
s:sphere { radius = 0.1, velocity = { 1, 0, 0 } }
s.camera = { eye = { 0, -5, 0 }, target = { 0, 0, 0 } }
return s
END
film="run marks.lua -q --threads 1 --quality draft --frames 1"
export TAUWERK_FAULT_CLASS=memory
# shellcheck disable=SC2086
expect 0 env LD_PRELOAD="$library" TAUWERK_FAULT_COUNT=count "$tauwerk" $film -o good
calls=$(head -n 1 count) failed=0
[ "$calls" -ge 100 ] || fail "only $calls calls are seen"
n=1
while [ $n -le "$calls" ]; do
    rm -rf film
    # shellcheck disable=SC2086
    env LD_PRELOAD="$library" TAUWERK_FAULT_AT=$n "$tauwerk" $film -o film >.out 2>.err </dev/null
    status=$?
    case $status in
    0) same good/marks.0001.png film/marks.0001.png ;;
    5) [ -s .err ] || fail "no reason at call $n"; failed=$((failed + 1)) ;;
    *) fail "status $status at call $n" ;;
    esac
    n=$((n + 3))
done
[ $failed -ge 30 ] || fail "only $failed failures are noticed"
exit 0
