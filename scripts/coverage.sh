#!/usr/bin/env bash
# Lines of src that the tests reach: a page in build/coverage/lines.html, a table of folders; fails below 95 %.
# Long (the whole suite, counted). Needs gcovr: scripts/install-deps.sh demand
set -euo pipefail
cd "$(dirname "$0")/.."

floor=95
command -v gcovr >/dev/null || { echo "coverage: gcovr is missing: scripts/install-deps.sh demand" >&2; exit 1; }
cmake --preset coverage -DBUILD_TESTING=ON >/dev/null
cmake --build --preset coverage --parallel "$(nproc)" -- --quiet
find build/coverage -name '*.gcda' -delete
# what valgrind, bare compilers and other programs run is not counted
ctest --test-dir build/coverage -j "$(nproc)" -LE 'slow|determinism|valgrind' --no-tests=error --timeout 1500 |
    grep -E 'tests passed|Failed|Timeout|Total Test time' || true
gcovr -j "$(nproc)" --root . --filter src/ --exclude-throw-branches \
    --html build/coverage/lines.html --print-summary --fail-under-line $floor build/coverage >build/coverage/lines.txt ||
    { tail -5 build/coverage/lines.txt; echo "coverage: below $floor %" >&2; exit 1; }
tail -5 build/coverage/lines.txt
