# Every write, rename, close and fsync fails once, with ENOSPC, with EIO, or short: the result is the
# finished film or status 4 and a reason; under a final name stands nothing but right files; and the
# next run finishes it. sh faults.sh PROGRAM SOURCE_FOLDER VERSION LIBRARY
[ -w /dev/shm ] && export TMPDIR=/dev/shm # it syncs very often
. "$2/tests/cli/lib.sh"
library=${4:-}
[ -n "$library" ] && [ -e "$library" ] || { echo "skipped: no library of faults"; exit 77; }
sed 's/duration = 0.2/duration = 0.1/; s/target = {0, 0, 0}/&, fov = 0.5/' "$scenes/tiny.lua" >tiny.lua

right() {
    for p in film/*.png; do
        [ -e "$p" ] && same "$p" "good/${p##*/}"
    done
    [ -e film.twb ] && same film.twb good.twb
    if [ -e film/manifest.json ]; then
        [ "$(head -n 1 film/manifest.json)$(tail -n 1 film/manifest.json)" = "{}" ] ||
            fail "half a manifest"
    fi
    [ -e film.csv ] && same film.csv good.csv
    return 0
}

finished() {
    for k in 1 2 3; do same good/tiny.000$k.png film/tiny.000$k.png; done
    [ "$(find film -type f | wc -l)" -eq 4 ] || fail "more than the film: $(ls film)"
}

# faulty COMMAND...: with each of its calls failing
faulty() {
    rm -rf film film.* count
    expect 0 env LD_PRELOAD="$library" TAUWERK_FAULT_COUNT=count "$@"
    calls=$(head -n 1 count)
    [ "$calls" -ge 4 ] || fail "only $calls calls are seen"
    for kind in $kinds; do
        failed=0 n=1
        while [ $n -le "$calls" ]; do
            rm -rf film film.*
            env LD_PRELOAD="$library" TAUWERK_FAULT=$kind TAUWERK_FAULT_AT=$n TAUWERK_FAULT_ON="$on" \
                "$@" >.out 2>.err </dev/null
            status=$?
            [ $status -eq 0 ] || [ $status -eq 4 ] || fail "status $status: $kind at call $n: $*"
            if [ $status -eq 4 ]; then
                failed=$((failed + 1))
                [ -s .err ] || fail "no reason: $kind at call $n"
                case $kind in
                ENOSPC) says "No space left on device" ;;
                EIO) says "Input/output error" ;;
                esac
            fi
            right
            expect 0 "$@"
            right
            [ -e film ] && finished
            n=$((n + 1))
        done
        echo "$kind${on:+, from then on}: $calls calls, status 4 for $failed"
        [ $kind = SHORT ] || [ $((2 * failed)) -gt "$calls" ] || fail "$kind is seldom noticed"
        [ $kind != SHORT ] || [ $failed -eq 0 ] || fail "short writes are no failures"
    done
}

kinds="ENOSPC EIO SHORT" on=
"$tauwerk" run tiny.lua -q -o film --threads 2 && mv film good || fail "no film"
"$tauwerk" bake tiny.lua -q -o good.twb || fail "no baked film"
"$tauwerk" run tiny.lua -q --no-render --trace good.csv || fail "no table"
faulty "$tauwerk" run tiny.lua -q -o film --threads 2
faulty "$tauwerk" bake tiny.lua -q -o film.twb
kinds=ENOSPC on=1
faulty "$tauwerk" run tiny.lua -q -o film --threads 2
kinds=EIO on=
faulty "$tauwerk" run tiny.lua -q --no-render --trace film.csv
exit 0
