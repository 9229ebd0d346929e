#!/bin/sh
# Draws the pictures of the kinds' pages again, docs/pictures/kinds/NAME.png: of the scene that the page docs/kinds/NAME.md
# names first, and the `--set show=` behind it, one frame.
#   docs/pictures/kinds.sh [TAUWERK] [NAME...]     default: build/release/tauwerk, all of them
set -eu
cd "$(dirname "$0")/../.."
tauwerk=${1:-build/release/tauwerk}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(ls docs/kinds | sed -n 's/\.md$//p' | grep -v README)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# which part of the film is looked at, in hundredths
part_of() {
    case $1 in
    weld) echo 70 ;;
    arrow) echo 36 ;;
    arc | line) echo 25 ;;
    text) echo 12 ;;
    card | disk | torus) echo 5 ;;
    *) echo 42 ;;
    esac
}

for name in "$@"; do
    page=docs/kinds/$name.md
    scene=$(sed -n 's/.*](\.\.\/\.\.\/\(scripts\/[^)]*\.lua\)).*/\1/p' "$page" | head -n 1)
    shown=$(sed -n 's/.*`--set \(show=[a-z_]*\)`.*/\1/p' "$page" | head -n 1)
    case $scene in scripts/bodies/*) size=320x240 ;; *) size=320x180 ;; esac
    # shellcheck disable=SC2086
    set -- $scene ${shown:+--set $shown}
    frames=$("$tauwerk" run "$@" --no-render --json 2>/dev/null | sed -n 's/.*"frames": *\([0-9]*\).*/\1/p' | head -n 1)
    frame=$((${frames:-100} * $(part_of "$name") / 100 + 1))
    "$tauwerk" run "$@" -o "$work/$name" --frames "$frame" --size $size --quality fine --quiet
    for picture in "$work/$name"/*.png; do mv "$picture" "docs/pictures/kinds/$name.png"; done
    echo "$name: $*, frame $frame, $(wc -c <"docs/pictures/kinds/$name.png") bytes"
done
