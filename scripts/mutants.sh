#!/usr/bin/env bash
# Plants the errors of tests/mutants/list.lua one by one into a copy of the sources: each must turn a test red.
#   scripts/mutants.sh [PATTERN...]     those whose file matches a Lua pattern; without: all (half an hour)
set -euo pipefail
cd "$(dirname "$0")/.."

copy=build/mutants
mkdir -p $copy/tree
git ls-files -z | tar --null --files-from=- --create --file=- | tar --extract --file=- --directory=$copy/tree
cmake -S $copy/tree -B $copy/release -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON >/dev/null
cmake --build $copy/release -- --quiet
exec lua5.4 tests/mutants/run.lua $copy/tree $copy/release tests/mutants/list.lua "$@"
