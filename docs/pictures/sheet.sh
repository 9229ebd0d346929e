#!/bin/sh
# Draws all scenes, a frame of each, into one sheet: docs/pictures/scenes.png.
#   docs/pictures/sheet.sh [TAUWERK [SCRIPTS [SHEET.png]]]     default: build/release/tauwerk scripts docs/pictures/scenes.png
# With the program and the scripts of another version it shows what has changed: scenes-before.png is of 0.1.0 before
# there were looks. Some minutes of the processor, most of them for simulation.
set -eu
cd "$(dirname "$0")/../.."
tauwerk=${1:-build/release/tauwerk} scripts=${2:-scripts} sheet=${3:-docs/pictures/scenes.png}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/all"

# which part of the film is looked at, in hundredths
part_of() {
    case $1 in
    weld | f04b_slot | three_balls_dropped | f01b_thrown_ball) echo 70 ;;
    f01a_dropped_ball) echo 95 ;;
    wall_hit | dominoes) echo 30 ;;
    *) echo 42 ;;
    esac
}

number=0
for file in $(find "$scripts" -name '*.lua' ! -name '_*' | sort); do
    name=$(basename "$file" .lua)
    case $name in camera | wall) continue ;; esac # several films; wall_hit shows the wall
    set --
    [ "$name" = pile ] && set -- --set count=90
    # the length of the film is told before it is simulated
    frames=$("$tauwerk" run "$file" --no-render --json --limit-time 2 "$@" 2>/dev/null |
        sed -n 's/.*"event": "scene".*"frames": *\([0-9]*\).*/\1/p' | head -n 1)
    frame=$((${frames:-100} * $(part_of "$name") / 100 + 1))
    "$tauwerk" run "$file" -o "$work/$name" --frames "$frame" --size 240x135 --quiet "$@"
    number=$((number + 1))
    for picture in "$work/$name"/*.png; do
        mv "$picture" "$work/all/$(printf 'scene.%04d.png' "$number")"
        break
    done
done
"$tauwerk" sheet "$work/all" --columns 8 --width 1280 -o "$sheet"
echo "$sheet: $number scenes, $(wc -c <"$sheet") bytes"
