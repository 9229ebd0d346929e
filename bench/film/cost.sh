#!/bin/sh
# What drawing costs: milliseconds of the processor and of the wall for a frame, simulation taken off, of
#   demo     scripts/pendulum.lua, as its script lights it
#   studio   the same without its lights, ground and camera: in the look studio, framed by itself
#   bodies   thirty bodies on the ground (bodies.lua), in the look studio
#   still    a film in which nothing moves
#   bench/film/cost.sh [PROGRAM ...]     default build/release/tauwerk; several: side by side, by turns
# Each program once as it is, and once with every picture drawn anew (TAUWERK_AGAIN=0).
# FRAMES of each film (default 24), SIZE (default 1280x720), THREADS (default 2), RUNS: the best of so many (default 3),
# ONLY: which films.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- "$here/../../build/release/tauwerk"
frames=${FRAMES:-24} size=${SIZE:-1280x720} threads=${THREADS:-2} runs=${RUNS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

script() {
    case $1 in
    demo) echo "$here/../../scripts/pendulum.lua" ;;
    studio) echo "$work/studio.lua" ;;
    bodies) echo "$here/bodies.lua" ;;
    still) echo "$work/still.lua" ;;
    esac
}

sed '/scene:light/d; /scene:ground/d; /scene.camera/d' "$here/../../scripts/pendulum.lua" >"$work/studio.lua"
cat >"$work/still.lua" <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "still", duration = 8, fps = 30, look = "studio", bounces = 2 }
for i = 1, 8 do scene:sphere { radius = 0.2, position = { i % 4 - 1.5, i // 4, 0.2 }, fixed = true } end
scene:ground { height = 0 }
return scene
END

# timed PROGRAM AGAIN OPTION...: "WALL CPU" in seconds
timed() {
    program=$1 again=$2
    shift 2
    rm -rf "$work/film"
    # shellcheck disable=SC2086
    TAUWERK_AGAIN=$again /usr/bin/time -f "%e %U %S" -o "$work/time" "$program" run "$@" -q -o "$work/film" \
        --threads "$threads" --size "$size" --frames "60-$((59 + frames))" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
    tail -n 1 "$work/time" | awk '{ print $1, $2 + $3 }'
}

printf '%-8s %-40s %14s %10s\n' film program "CPU, ms" "wall, ms"
for film in ${ONLY:-demo studio bodies still}; do
    for run in $(seq "$runs"); do
        for program in "$@"; do
            # shellcheck disable=SC2046
            echo "$program none $(timed "$program" 1 $(script "$film") --no-render)"
            for again in 1 0; do
                # shellcheck disable=SC2046
                echo "$program $again $(timed "$program" "$again" $(script "$film"))"
            done
        done
    done | awk -v film="$film" -v frames="$frames" '
        { key = $1 " " $2
          if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 }
          if (!(key in wall) || $3 < wall[key]) wall[key] = $3
          if (!(key in cpu) || $4 < cpu[key]) cpu[key] = $4 }
        END { for (i = 1; i <= n; i++) { p = order[i]; split("1 0", way, " ")
            for (k = 1; k <= 2; k++) { key = p " " way[k]; none = p " none"
                printf "%-8s %-40s %14.1f %10.1f\n", film, p (way[k] == "1" ? "" : ", all anew"),
                    1000 * (cpu[key] - cpu[none]) / frames, 1000 * (wall[key] - wall[none]) / frames } } }'
done
