#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, and runs all tests; ctest's summary of the
# release build comes last.
#   scripts/test.sh          built by gcc
#   scripts/test.sh --all    clang-tidy, clang, gcc -O0 and clang's sanitizers besides, as in continuous integration
set -euo pipefail
cd "$(dirname "$0")/.."

all=no
case "${1:-}" in
'') ;;
--all) all=yes ;;
*)
    echo "usage: scripts/test.sh [--all]" >&2
    exit 2
    ;;
esac

scripts/install-deps.sh
jobs=$(nproc)
# some tests wait: for a browser, a signal, a second process
side_by_side=$((jobs + (jobs + 1) / 2))
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# build PRESET [TARGET]; the page is made once
build() {
    local page=
    [ "$1" = release ] || page=$PWD/build/release/page
    echo "== build: $1"
    cmake --preset "$1" -DBUILD_TESTING=ON -DTW_PAGE="$page" >/dev/null
    cmake --build --preset "$1" --parallel "$jobs" ${2:+--target "$2"} -- --quiet
}

# suite TITLE CTEST_ARGUMENTS...: the summary, and all that ctest said when a test fails
suite() {
    echo "== tests: $1"
    shift
    if ctest "$@" -j "$side_by_side" --no-tests=error --output-on-failure >"$log" 2>&1; then
        tail -n 25 "$log" | grep -E '^(100% tests passed|Total Test time)'
    else
        grep -vE ' Passed +[0-9.]+ sec$|^ +Start +[0-9]+:' "$log" >&2 || true
        exit 1
    fi
}

build release
if [ "$all" = yes ]; then
    echo "== clang-tidy"
    scripts/tidy.sh
    build clang tauwerk
    build debug tauwerk
    build sanitize
    # the tests of determinism compare the release build with these
    export TW_OTHER_TAUWERK="$PWD/build/clang/tauwerk;$PWD/build/debug/tauwerk"
    # scenes but the long ones: films, goldens, searches, robots
    suite "built by clang, address and undefined-behaviour sanitizers" --test-dir build/sanitize \
        -LE 'slow|determinism|solver' -E '^(check_scenes|film_|scene_(films|robots|solve)_)'
fi
echo "== tests: all, built by gcc"
# eatmydata: fsync returns at once; the tests that make fsync fail (cli_faults, faults_campaign) replace it by their own
eatmydata ctest --preset release -j "$side_by_side" --no-tests=error
