#!/usr/bin/env bash
# Installs the other renderers (Debian packages), builds the speed scene in its own folder, draws it
# with each and prints CPU and wall time: the median of interleaved runs, each of which draws one
# picture unmeasured and one measured.
#   bench/picture/run.sh [RUNS]          default 5
# BUILD: the folder, default build/bench. Pictures: BUILD/pictures.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build/bench}
runs=${1:-5}
scripts/install-deps.sh bench
{
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTW_PEERS=ON
    cmake --build "$build" --target bench_picture_all
} >&2
bin=$build/bench/picture
out=$build/pictures
mkdir -p "$out"
times=$(mktemp)
trap 'rm -f "$times"' EXIT

# NAME and a command that takes RUNS WIDTH HEIGHT FILE and prints "CPU WALL" in ms for every picture
names=() commands=()
contest() {
    names+=("$1")
    shift
    commands+=("$*")
}
for k in 1000 96; do
    contest "draft $k" "$bin/bench_picture_tauwerk" $k draft
    contest "llvmpipe $k" "$bin/bench_picture_llvmpipe" $k 1
    contest "draft16 $k" "$bin/bench_picture_tauwerk" $k draft16
    contest "llvmpipe4 $k" "$bin/bench_picture_llvmpipe" $k 4
done
contest "draft 0" "$bin/bench_picture_tauwerk" 0 draft
contest "draft16 0" "$bin/bench_picture_tauwerk" 0 draft16
contest "normal 0" "$bin/bench_picture_tauwerk" 0 normal
# the second column is the time within Embree's calls
contest "embree 1000" "$bin/bench_picture_embree" 1000 8

for ((run = 0; run < runs; run++)); do
    for i in "${!names[@]}"; do
        file=
        [ "$run" -eq 0 ] && file=$out/${names[$i]// /-}.png
        # shellcheck disable=SC2086
        ${commands[$i]} 2 1920 1080 $file | tail -n 1 | sed "s/^/${names[$i]} /" >>"$times"
    done
done

median() { # NAME COLUMN
    awk -v name="$1" -v c="$2" '$1 " " $2 == name { print $c }' "$times" | sort -n |
        awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}
printf '1920 x 1080, thousands of triangles (0: exact solids), ms, median of %d\n' "$runs"
printf '%-18s %9s %9s\n' "" CPU wall
for name in "${names[@]}"; do
    printf '%-18s %9.1f %9.1f\n' "$name" "$(median "$name" 3)" "$(median "$name" 4)"
done
ratio() { # NAME, OTHER, bar
    printf '%-40s %6.2f   (at most %s)\n' "$1 / $2" \
        "$(awk "BEGIN { print $(median "$1" 3) / $(median "$2" 3) }")" "$3"
}
echo
echo "CPU time, ratios"
ratio "draft16 1000" "llvmpipe4 1000" 0.30
ratio "draft16 96" "llvmpipe4 96" 0.40
ratio "draft 1000" "llvmpipe 1000" 0.5
ratio "draft 96" "llvmpipe 96" 0.7
ratio "normal 0" "embree 1000" 0.4
