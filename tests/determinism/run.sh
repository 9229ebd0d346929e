#!/bin/sh
# The same bytes of pictures and motion whatever the threads, lanes and builds:
#   run.sh TAUWERK SOURCE_TREE
# TW_OTHER_TAUWERK names more builds of the program, separated by semicolons.
set -u
tauwerk=$1
tree=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fingerprint() { # name, program, options...
    out=$work/$1
    shift
    program=$1
    shift
    mkdir "$out" || exit 1
    "$program" run "$tree/$scene" -o "$out" --trace "$out/trace.csv" --constraints "$out/constraints.csv" \
        --size 160x90 --frames 1-90:30 --quiet "$@" >"$out/log" 2>&1 || {
        echo "FAILED: $program run $scene $*"
        cat "$out/log"
        exit 1
    }
    (cd "$out" && cat ./*.png trace.csv constraints.csv | sha256sum)
    rm -r "$out"
}

for scene in scripts/pendulum.lua scripts/figures/f03_compound_pendulum.lua scripts/figures/f05_forces.lua; do
    [ -f "$tree/$scene" ] || { echo "missing scene $scene"; exit 1; }
    want=$(fingerprint one "$tauwerk" --threads 1) || { echo "$want"; exit 1; }
    check() { # label, fingerprint
        if [ "$2" = "$want" ]; then
            echo "same: $scene, $1"
        else
            echo "DIFFERENT: $scene, $1: $2"
            failed=1
        fi
    }
    check "2 threads" "$(fingerprint two "$tauwerk" --threads 2)"
    check "four lanes" "$(TAUWERK_LANES=4 fingerprint lanes "$tauwerk" --threads 2)"
    IFS=';'
    for other in ${TW_OTHER_TAUWERK:-}; do
        check "$other" "$(fingerprint other "$other" --threads 2)"
    done
    unset IFS
done
exit $failed
