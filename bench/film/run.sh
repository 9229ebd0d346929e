#!/bin/sh
# Do simulating, drawing and encoding overlap? Three kinds of films on two threads:
#   bench/film/run.sh [PROGRAM]          default build/tauwerk
# A line each: the wall time of the simulation alone, of the whole film, the processor time of the
# whole film, and   ratio = wall / max(simulation alone, processor time / 2).
# VIEWS: which of them (own automatic debug).
# RUNS: each the best of so many (default 3). SIZE of the pictures (default 320x180), STEPS of the
# simulation a second (default 12000), VIDEO=FILE.mp4 encodes too.
# AS: what the program runs under. On a machine that others use, "chrt -f 5" keeps its processors; the
# kernel then leaves a tenth of two busy ones to the rest, which counts as wall time.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${1:-$here/../../build/tauwerk}")
runs=${RUNS:-3} size=${SIZE:-320x180} steps=${STEPS:-12000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# timed OPTION...: "WALL CPU" in seconds, of the run with the smallest wall time
timed() {
    for run in $(seq "$runs"); do
        rm -rf "$work/film"
        ${AS:-} /usr/bin/time -f "%e %U %S" -o "$work/time" \
            "$program" run "$here/film.lua" -q -o "$work/film" --threads 2 --size "$size" \
            --set steps="$steps" --set seconds=8 --set links=48 "$@" >"$work/log" 2>&1 || {
            cat "$work/log" >&2
            exit 1
        }
        tail -n 1 "$work/time"
    done | sort -n | head -n 1 | awk '{ print $1, $2 + $3 }'
}

printf '%-10s %10s %10s %10s %8s\n' film "alone, s" "film, s" "CPU, s" ratio
for view in ${VIEWS:-own automatic debug}; do
    alone=$(timed --set view=$view --no-render)
    whole=$(timed --set view=$view ${VIDEO:+--video "$work/$VIDEO"})
    echo "$view $alone $whole" | awk '{
        least = $2 > $5 / 2 ? $2 : $5 / 2
        printf "%-10s %10.2f %10.2f %10.2f %8.2f\n", $1, $2, $4, $5, $4 / least }'
done
