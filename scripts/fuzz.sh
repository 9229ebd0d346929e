#!/usr/bin/env bash
# Fuzzing with libFuzzer and sanitizers: scripts/fuzz.sh TARGET SECONDS [OPTION]...
#   TARGET   mesh, picture, store, record, words, xml, robot, lua, scene, or all (SECONDS each)
#   OPTION   of libFuzzer, such as -max_len=4096
# Begins with the seeds of tests/fuzz/corpus and what earlier runs found (build/fuzz/found). An input
# that crashes is kept in build/fuzz/crashes; the last line counts inputs and crashes.
set -euo pipefail
cd "$(dirname "$0")/.."
targets="mesh picture store record words xml robot lua scene"
[ $# -ge 2 ] || { echo "usage: scripts/fuzz.sh TARGET SECONDS [OPTION]..." >&2; exit 2; }
target=$1 seconds=$2
shift 2
if [ "$target" != all ]; then
    case " $targets " in *" $target "*) targets=$target ;; *) echo "no target $target: $targets" >&2; exit 2 ;; esac
fi
cmake --preset fuzz -DBUILD_TESTING=ON >/dev/null
inputs=0 crashes=0
for t in $targets; do
    cmake --build --preset fuzz --target "fuzz_$t" -- --quiet
    mkdir -p "build/fuzz/found/$t" build/fuzz/crashes
    dictionary=tests/fuzz/dictionaries/$t.dict
    log=build/fuzz/$t.log
    status=0
    # OpenEXR and LAPACK keep what they have allocated: only what the program loses counts, elsewhere
    nice -n 19 build/fuzz/tests/fuzz_"$t" "build/fuzz/found/$t" "tests/fuzz/corpus/$t" \
        -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 -detect_leaks=0 \
        -artifact_prefix="build/fuzz/crashes/$t-" -print_final_stats=1 \
        $([ -e "$dictionary" ] && echo "-dict=$dictionary") "$@" >"$log" 2>&1 || status=$?
    n=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    inputs=$((inputs + ${n:-0}))
    echo "$t: ${n:-0} inputs, status $status"
    if [ $status -ne 0 ]; then
        crashes=$((crashes + 1))
        grep -E "ERROR|runtime error|Test unit written" "$log" >&2 || true
    fi
done
echo "$inputs inputs, $crashes targets with a finding"
[ $crashes -eq 0 ]
