#!/usr/bin/env bash
# Fuzzing with sanitizers, by libFuzzer or AFL++: scripts/fuzz.sh [--afl] TARGET SECONDS [OPTION]...
#   TARGET   mesh, picture, store, film, record, words, message, xml, robot, lua, scene, or all (SECONDS each)
#   OPTION   of libFuzzer, such as -max_len=4096, or of afl-fuzz
# Begins with the seeds of tests/fuzz/corpus and what earlier runs of libFuzzer found (build/fuzz/found). An
# input that crashes is kept in build/fuzz/crashes, or build/afl/found/TARGET/default/crashes; the last
# line counts inputs and targets with a finding.
set -euo pipefail
cd "$(dirname "$0")/.."
targets="mesh picture store film record words message xml robot lua scene"
by=fuzz
[ "${1:-}" != --afl ] || { by=afl; shift; }
[ $# -ge 2 ] || { echo "usage: scripts/fuzz.sh [--afl] TARGET SECONDS [OPTION]..." >&2; exit 2; }
target=$1 seconds=$2
shift 2
if [ "$target" != all ]; then
    case " $targets " in *" $target "*) targets=$target ;; *) echo "no target $target: $targets" >&2; exit 2 ;; esac
fi
cmake --preset $by -DBUILD_TESTING=ON >/dev/null
# by_fuzz TARGET [OPTION]...: sets n inputs, status
by_fuzz() {
    local t=$1 dictionary=tests/fuzz/dictionaries/$1.dict log=build/fuzz/$1.log
    shift
    mkdir -p "build/fuzz/found/$t" build/fuzz/crashes
    # OpenEXR and LAPACK keep what they have allocated: only what the program loses counts, elsewhere
    # shellcheck disable=SC2046
    nice -n 19 build/fuzz/tests/fuzz_"$t" "build/fuzz/found/$t" "tests/fuzz/corpus/$t" \
        -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 -detect_leaks=0 \
        -artifact_prefix="build/fuzz/crashes/$t-" -print_final_stats=1 \
        $([ -e "$dictionary" ] && echo "-dict=$dictionary") "$@" >"$log" 2>&1 || status=$?
    n=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    [ $status -eq 0 ] || grep -E "ERROR|runtime error|Test unit written" "$log" >&2 || true
}

# by_afl TARGET [OPTION]...: the same by afl-fuzz
by_afl() {
    local t=$1 dictionary=tests/fuzz/dictionaries/$1.dict out=build/afl/found/$1 log=build/afl/$1.log
    shift
    rm -rf "$out" && mkdir -p build/afl/found
    # shellcheck disable=SC2046
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
        ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0:allocator_may_return_null=1 \
        nice -n 19 afl-fuzz -i "tests/fuzz/corpus/$t" -o "$out" -V "$seconds" -t 30000+ -m none \
        $([ -e "$dictionary" ] && echo "-x $dictionary") "$@" -- build/afl/tests/fuzz_"$t" >"$log" 2>&1 || status=$?
    n=$(sed -n 's/^execs_done *: *//p' "$out/default/fuzzer_stats" 2>/dev/null || true)
    [ $status -ne 0 ] || [ -z "$(ls "$out/default/crashes" "$out/default/hangs" | grep id:)" ] || status=1
    [ $status -eq 0 ] || tail -3 "$log" >&2
}

inputs=0 findings=0
for t in $targets; do
    cmake --build --preset $by --target "fuzz_$t" -- --quiet
    status=0 n=0
    by_$by "$t" "$@"
    inputs=$((inputs + ${n:-0}))
    echo "$t: ${n:-0} inputs, status $status"
    [ $status -eq 0 ] || findings=$((findings + 1))
done
echo "$inputs inputs, $findings targets with a finding"
[ $findings -eq 0 ]
