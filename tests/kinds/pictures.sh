#!/bin/sh
# A shape of one file in pictures of each build, in a figure, in a baked film and in glTF. Arguments: the program, the scene.
set -eu
program=$1 scene=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
picture() { # NAME LANES
    TAUWERK_LANES=$2 "$program" run "$scene" --frames 1 --size 96x64 -o "$work/$1" >/dev/null
    cat "$work/$1"/*.png >"$work/$1.png"
}
picture narrow 4
picture wide 8
picture widest 16
cmp "$work/narrow.png" "$work/wide.png"
cmp "$work/narrow.png" "$work/widest.png"
"$program" bake "$scene" -o "$work/film.twb" >/dev/null
"$program" render "$work/film.twb" --frames 1 --size 96x64 -o "$work/baked" >/dev/null
cat "$work/baked"/*.png | cmp "$work/narrow.png" -
"$program" draw "$scene" -o "$work/figure.svg" >/dev/null
[ "$(grep -o '<path' "$work/figure.svg" | wc -l)" -ge 2 ]
"$program" export "$scene" -o "$work/film.glb" >/dev/null
[ "$(wc -c <"$work/film.glb")" -gt 40000 ]
