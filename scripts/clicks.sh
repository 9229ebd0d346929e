#!/usr/bin/env bash
# Random clicks, drags, keys and typed text in the page of `tauwerk view` in headless Chromium, then random messages over its
# socket: nothing crashes, memory stays, nothing is written that was not asked for. What fails names its seed.
#   scripts/clicks.sh [SECONDS [SEED]]    an hour from a new seed, unless they are given
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-3600} seed=${2:-$RANDOM}
cmake --preset release >/dev/null
cmake --build --preset release --target tauwerk -- --quiet
for test in page/clicks server/fuzz; do
    node "tests/view/$test.mjs" "$PWD/build/release/tauwerk" "$PWD" "$PWD/build/release/page" $((seconds / 2)) "$seed"
done
