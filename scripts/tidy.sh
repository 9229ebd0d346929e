#!/usr/bin/env bash
# clang-tidy over src, by .clang-tidy; fails where it warns.
#   scripts/tidy.sh [FILE...]     without files: all of src
set -euo pipefail
cd "$(dirname "$0")/.."

build=build/tidy # commands without headers that gcc has precompiled
if ! command -v clang-tidy >/dev/null; then
    echo "tidy: clang-tidy is missing: scripts/install-deps.sh" >&2
    exit 1
fi
cmake --preset release -B $build -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DBUILD_TESTING=OFF >/dev/null

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if { if [ $# -gt 0 ]; then printf '%s\0' "$@"; else git ls-files -z 'src/*.c'; fi; } |
    xargs -0 -P "$(nproc)" -n 16 clang-tidy -p $build --quiet >"$log" 2>/dev/null; then
    echo "tidy: $(if [ $# -gt 0 ]; then echo $#; else git ls-files 'src/*.c' | wc -l; fi) files, no warning"
else
    grep -E 'warning:|error:' "$log" | sort -u >&2
    exit 1
fi
