#!/usr/bin/env bash
# Installs the other renderers (Debian packages), builds the speed scene in its own folder, draws it
# with each and prints CPU and wall time: the median of interleaved runs, each of which draws one
# picture unmeasured and one measured.
#   bench/picture/run.sh [RUNS]          default 5
# BUILD: the folder, default build/bench. Pictures: BUILD/pictures. ONLY: a regular expression; of the
# renderers, by the names that stand in the table, those that match, and ratios of those.
# Cycles is drawn once, and only where a command `blender` is: it takes a minute of processor time.
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
log=$(mktemp)
trap 'rm -f "$times" "$log"' EXIT

# SCENE RUNS WIDTH HEIGHT [FILE]: one thread, with reading the scene, as it does for every picture
pov() {
    local TIMEFORMAT='%U %S %R' to=(-F)
    [ -n "${5:-}" ] && to=("+O$5" +FN)
    { time povray "+I$1" "+W$3" "+H$4" +A0.3 -D +WT1 -GA "${to[@]}" >"$log" 2>&1; } 2>&1 |
        awk '{ printf "%.1f %.1f\n", 1e3 * ($1 + $2), 1e3 * $3 }'
}
# SCENE RUNS WIDTH HEIGHT [FILE]: 16 samples
cycles() {
    local scene=$1
    shift 2
    blender -b --factory-startup -P bench/picture/cycles.py -- "$scene" 16 1 "$@" 2>"$log" |
        grep -E '^[0-9.]+ [0-9.]+$'
}

# NAME and a command that takes RUNS WIDTH HEIGHT FILE and prints "CPU WALL" in ms for every picture
names=() commands=()
contest() {
    [[ $1 =~ ${ONLY:-.} ]] || return 0
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
# packets that it has natively for AVX-512
grep -q avx512f /proc/cpuinfo && contest "embree16 1000" "$bin/bench_picture_embree" 1000 16
for k in 1000 0; do
    "$bin/bench_picture_povray" $k >"$out/scene-$k.pov"
    contest "povray $k" pov "$out/scene-$k.pov"
done
if command -v blender >/dev/null; then
    "$bin/bench_picture_json" 1000 >"$out/scene-1000.json"
    contest "cycles16 1000" cycles "$out/scene-1000.json"
fi

for ((run = 0; run < runs; run++)); do
    for i in "${!names[@]}"; do
        file=
        [ "$run" -gt 0 ] && [[ ${names[$i]} == cycles* ]] && continue
        [ "$run" -eq 0 ] && { file=$out/${names[$i]// /-}.png; [[ ${names[$i]} == embree* ]] && file=${file%png}pfm; }
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
    [[ " ${names[*]/%/,} " == *" $1, "* && " ${names[*]/%/,} " == *" $2, "* ]] || return 0
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
ratio "normal 0" "embree16 1000" 0.4
ratio "normal 0" "povray 1000" 0.5
ratio "normal 0" "cycles16 1000" 0.1
[[ png =~ ${ONLY:-.} ]] || exit 0

# the PNG table: the same picture written by Tauwerk and by stb_image_write as it comes
"$bin/bench_picture_tauwerk" 0 normal 1 1920 1080 "$out/normal-0.rgba" >"$log"
echo
echo "PNG of normal 0"
"$bin/bench_picture_png" "$runs" <"$out/normal-0.rgba" | sort -n | awk '
    { a[NR] = $1; b[NR] = $3; ours = $2; theirs = $4 }
    END {
        asort_b()
        m = int((NR + 1) / 2)
        printf "%-18s %9.1f ms %9d bytes\n", "Tauwerk", a[m], ours
        printf "%-18s %9.1f ms %9d bytes\n", "stb_image_write", b[m], theirs
        printf "%-40s %6.2f   (at most 0.1)\n", "time", a[m] / b[m]
        printf "%-40s %6.2f   (at most 1.0)\n", "size", ours / theirs
    }
    function asort_b(i, j, t) {
        for (i = 2; i <= NR; i++)
            for (j = i; j > 1 && b[j] + 0 < b[j - 1] + 0; j--) { t = b[j]; b[j] = b[j - 1]; b[j - 1] = t }
    }'
rm -f "$out/normal-0.rgba"
