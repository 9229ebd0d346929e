#!/bin/sh
# What the films in scripts/films cost to draw: eight blocks of three frames of each, spread over it, 1920 x 1080, normal, one thread.
# A line for each: frames, processor seconds of the simulation and of a frame, and minutes of the whole film on two processors.
#   bench/film/films.sh [FILM...]     with the built program, or TAUWERK=FILE
set -eu
cd "$(dirname "$0")/../.."
tauwerk=$(realpath "${TAUWERK:-build/release/tauwerk}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- pendulum_forces paths towers station cards pandora hexapod conflict taus

# processor seconds of a command, in user mode
user() {
    /usr/bin/time -f %U "$@" >/dev/null 2>"$work/said"
    tail -n 1 "$work/said"
}

echo "film frames simulation_s frame_s minutes"
for film; do
    simulated=$(user "$tauwerk" bake "scripts/films/$film.lua" -q -o "$work/film.twb")
    frames=$("$tauwerk" render "$work/film.twb" --no-render --json | sed -n 's/.*"event": "scene".*"frames": \([0-9]*\).*/\1/p' | head -n 1)
    for k in 1 3 5 7 9 11 13 15; do
        first=$((k * frames / 16))
        rm -rf "$work/pictures"
        user "$tauwerk" render "$work/film.twb" -q -o "$work/pictures" --size 1920x1080 --threads 1 --frames "$first-$((first + 2))"
    done | awk -v film="$film" -v n="$frames" -v simulated="$simulated" '
        { drawn += $1 / 24 }
        END { printf "%s %d %.1f %.2f %.1f\n", film, n, simulated, drawn, (simulated + n * drawn) / 120 }'
done
