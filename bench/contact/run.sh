#!/usr/bin/env bash
# Installs the other engines (Debian packages), builds the comparison in its own folder and runs it
# on one core.
#   bench/contact/run.sh [options of bench_contact: --only wall --limit S --runs N --curve ...]
# BUILD: the folder, default build/bench.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build/bench}
scripts/install-deps.sh bench
{
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTW_PEERS=ON
    cmake --build "$build" --target bench_contact_all
} >&2
exec taskset -c 0 "$build/bench/contact/bench_contact" "$@"
