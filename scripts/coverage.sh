#!/usr/bin/env bash
# Lines of src that the tests reach: a table of rooms, and each file in build/coverage/lines.json. Fails below 95 %.
#   scripts/coverage.sh [REGEX]     only tests whose names match (ctest -R); without: all but the slow ones
# Long: the whole suite, counted. Needs gcovr: scripts/install-deps.sh demand
set -euo pipefail
cd "$(dirname "$0")/.."

floor=95
command -v gcovr >/dev/null || { echo "coverage: gcovr is missing: scripts/install-deps.sh demand" >&2; exit 1; }
cmake --preset coverage -DBUILD_TESTING=ON >/dev/null
cmake --build --preset coverage --parallel "$(nproc)" -- --quiet
find build/coverage -name '*.gcda' -delete
# what valgrind, bare compilers and other programs run is not counted; solvers and fuzzing reach no other lines
ctest --test-dir build/coverage -j "$(nproc)" -LE 'slow|determinism|valgrind|solver|fuzz' -R "${1:-.}" --no-tests=error \
    --timeout 1500 | grep -E 'tests passed|Failed|Timeout|Total Test time' || true
gcovr -j "$(nproc)" --root . --filter src/ --exclude-throw-branches --json-summary build/coverage/lines.json --json-summary-pretty \
    build/coverage >/dev/null
exec lua5.4 tests/tools/coverage.lua build/coverage/lines.json $floor
