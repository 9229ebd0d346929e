#!/usr/bin/env bash
# Installs the other engines (Debian packages), builds the comparison in its own folder and runs it.
#   bench/physics/run.sh [options of bench_physics: --only chain64 --limit S --runs N --clock cpu ...]
# BUILD: the folder, default build/bench.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build/bench}
scripts/install-deps.sh bench
{
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTW_PEERS=ON
    cmake --build "$build" --target bench_physics_all
} >&2
exec "$build/bench/physics/bench_physics" "$@"
