# What cannot be looked at is not absent: every stat, lstat and access fails once, and the result is the right one or a
# failure with a reason, never a success that has left something out. sh unseen.sh PROGRAM SOURCE_FOLDER VERSION LIBRARY
. "$2/tests/cli/lib.sh"
library=${4:-}
[ -n "$library" ] && [ -e "$library" ] || { echo "skipped: no library of faults"; exit 77; }

# unseen STATUS COMMAND...: STATUS is what it ends with otherwise; `right` judges each result
unseen() {
    want=$1
    shift
    prepare
    expect "$want" env LD_PRELOAD="$library" TAUWERK_FAULT_CLASS=look TAUWERK_FAULT_COUNT=count "$@"
    right || fail "wrong without any fault: $*"
    calls=$(head -n 1 count) failed=0 n=1
    [ "$calls" -ge 2 ] || fail "only $calls calls are seen: $*"
    while [ $n -le "$calls" ]; do
        prepare
        env LD_PRELOAD="$library" TAUWERK_FAULT_CLASS=look TAUWERK_FAULT=EIO TAUWERK_FAULT_AT=$n "$@" >.out 2>.err </dev/null
        status=$?
        case $status in
        "$want") right || fail "status $status, but not the right result: look $n fails: $*" ;;
        4 | 6) [ -s .err ] || fail "no reason: look $n fails: $*"
            failed=$((failed + 1)) ;;
        *) fail "status $status: look $n fails: $*" ;;
        esac
        n=$((n + 1))
    done
    echo "$calls looks, failures for $failed: $*"
    [ $failed -gt 0 ] || fail "no failure is noticed: $*"
}

prepare() { :; }

# a scene that differs is never as recorded; one that is new never gets lost
mkdir scenes
cp "$scenes/tiny.lua" scenes/
expect 0 "$tauwerk" check --update scenes
cp -r scenes kept
sed -i 's/radius = /radius = 0.01 + /' scenes/tiny.lua
cmp -s scenes/tiny.lua kept/tiny.lua && fail "the scene is not another one"
right() { grep -q "1 differ\|1 failed" .err; }
unseen 6 "$tauwerk" check scenes --jobs 1
cp kept/tiny.lua scenes/
right() { [ -e scenes/golden/tiny.golden ] && cmp -s scenes/golden/tiny.golden kept/golden/tiny.golden; }
prepare() { rm -rf scenes/golden; }
unseen 0 "$tauwerk" check --update scenes --jobs 1
prepare() { :; }

# a link that leads nowhere is a scene that cannot be read
expect 0 "$tauwerk" check kept --jobs 1
ln -s /nonexistent kept/gone.lua
expect 4 "$tauwerk" check kept --jobs 1
says "1 failed"
prints "gone.lua"

# no picture is left out
expect 0 "$tauwerk" run "$scenes/tiny.lua" -q -o film
expect 0 "$tauwerk" sheet film -o good.png
prepare() { rm -f sheet.png; }
right() { cmp -s sheet.png good.png; }
unseen 0 "$tauwerk" sheet film -o sheet.png
rm film/manifest.json
ln -s /nonexistent film/tiny.0999.png
expect 4 "$tauwerk" sheet film -o sheet.png
says "tiny.0999.png"
exit 0
