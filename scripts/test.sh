#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, and runs all tests.
#   scripts/test.sh            gcc, clang, -O0 and sanitizers; the whole suite last
#   scripts/test.sh --quick    only gcc -O2
set -euo pipefail
cd "$(dirname "$0")/.."

quick=no
case "${1:-}" in
'') ;;
--quick) quick=yes ;;
*)
    echo "usage: scripts/test.sh [--quick]" >&2
    exit 2
    ;;
esac

scripts/install-deps.sh
jobs=$(nproc)

build() { # preset, targets...
    local preset=$1
    shift
    echo "== build: $preset"
    cmake --preset "$preset" -DBUILD_TESTING=ON >/dev/null
    cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"} -- --quiet
}

build release
if [ $quick = no ]; then
    build clang
    build debug tauwerk
    build sanitize
    # the determinism test compares these with the release build
    export TW_OTHER_TAUWERK="$PWD/build/clang/tauwerk;$PWD/build/debug/tauwerk"
    echo "== tests under address and undefined-behaviour sanitizers"
    ctest --test-dir build/sanitize -j "$jobs" --output-on-failure -LE 'slow|determinism' | tail -n 12
    echo "== unit tests built by clang"
    ctest --test-dir build/clang -j "$jobs" --output-on-failure -L unit | tail -n 12
fi
echo "== all tests"
ctest --test-dir build/release -j "$jobs" --output-on-failure
