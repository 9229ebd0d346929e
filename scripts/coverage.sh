#!/usr/bin/env bash
# Lines of src that the tests reach: a table of rooms, and each file in build/coverage/lines.json. Fails below 95 %,
# and where a counted test fails.
#   scripts/coverage.sh [REGEX]     only tests whose names match (ctest -R); without: all but the slow ones of engine
# Long, half an hour of two processors. Needs gcovr: scripts/install-deps.sh demand
set -euo pipefail
cd "$(dirname "$0")/.."

floor=95
# programs under valgrind, bare compilers and checks of sources are not counted; solvers and fuzzing reach no other lines
other='determinism|valgrind|solver|fuzz|layers'
# planted failures hit the counting, too, and programs of a user are linked without it
uncounted='^(cli_faults|faults_campaign|library_install|library_lua)$'

command -v gcovr >/dev/null || { echo "coverage: gcovr is missing: scripts/install-deps.sh demand" >&2; exit 1; }
cmake --preset coverage -DBUILD_TESTING=ON >/dev/null
# counts of an older build, in which programs run, and notes of sources that are gone
find build/coverage -name '*.gcda' -delete
find build/coverage/src -name '*.c.gcno' 2>/dev/null | while read -r note; do
    source=${note##*.dir/}
    case $source in __/* | tw_*) continue ;; esac # made by the build
    [ -e "src/${source%.gcno}" ] || rm "$note"
done
cmake --build --preset coverage --parallel "$(nproc)" -- --quiet
find build/coverage -name '*.gcda' -delete

failed=0
count() {
    ctest --test-dir build/coverage -j "$(nproc)" -E "$uncounted" --timeout 1500 "$@" >build/coverage/tests.log 2>&1 || failed=1
    grep -E 'tests passed|Failed|Timeout|Total Test time|No tests' build/coverage/tests.log || true
}
count -LE "slow|$other" -R "${1:-.}"
# slow tests of commands, pages and files reach lines that no others do; long films do not
[ $# -gt 0 ] || count -L slow -LE "$other" -R '^(cli|unit|view)_'
gcovr -j "$(nproc)" --root . --filter src/ --exclude-throw-branches --json-summary build/coverage/lines.json --json-summary-pretty \
    build/coverage >/dev/null
lua5.4 tests/tools/coverage.lua build/coverage/lines.json $floor
[ $failed = 0 ] || { echo "coverage: tests failed, see above" >&2; exit 1; }
