#!/usr/bin/env bash
# Builds the site of the documents: tutorial, guide, gallery, reference, theory.
#   scripts/site.sh [--films] [--check] [OUT]     default: build/site
# --films draws the scenes' films and a reel of those in scripts/films, too (hours); --check looks at every page in headless
# Chromium: none is wider than a window of 380 pixels, all pictures can be shown (minutes).
# Needs the built program (or TAUWERK=FILE). Pictures are kept in build/site-work/pictures until program or scene change.
set -euo pipefail
cd "$(dirname "$0")/.."

films=no check=no
while [[ "${1:-}" == --* ]]; do
    case $1 in
    --films) films=yes ;;
    --check) check=yes ;;
    *) break ;;
    esac
    shift
done
if [ $# -gt 1 ] || [[ "${1:-}" == -* ]]; then
    echo "usage: scripts/site.sh [--films] [--check] [OUT]" >&2
    exit 2
fi
out=$(realpath -m "${1:-build/site}")
tauwerk=$(realpath "${TAUWERK:-build/release/tauwerk}")
if [ ! -x "$tauwerk" ]; then
    echo "site: no program at $tauwerk: build it (scripts/demo.sh), or name it by TAUWERK=FILE" >&2
    exit 1
fi
scripts/install-deps.sh site
if [ $check = yes ] && ! command -v chromium >/dev/null; then
    echo "site: --check needs chromium (apt-get install chromium)" >&2
    exit 1
fi

work=build/site-work
pages=$work/pages
pictures=$work/pictures
rm -rf "$pages" "$work/site"
mkdir -p "$pages/gallery" "$pages/reference" "$pictures"

# the picture of a scene, two fifths through its film, and the film; with the parameters it has as a test
draw() { # SCRIPT NAME
    local png=$pictures/$2.png mp4=$pictures/$2.mp4 twb frames args
    local draw_film=no
    [ $films = yes ] && { [ ! -s "$mp4" ] || [ "$1" -nt "$mp4" ] || [ "$tauwerk" -nt "$mp4" ]; } && draw_film=yes
    if [ -s "$png" ] && [ ! "$1" -nt "$png" ] && [ ! "$tauwerk" -nt "$png" ] && [ $draw_film = no ]; then return; fi
    echo "drawing $1"
    read -ra args <<<"$(sed -n 's/^-- as a test: //p' "$1")"
    rm -rf "$work/baked" "$work/one"
    mkdir -p "$work/baked"
    "$tauwerk" bake "$1" -o "$work/baked/a.twb" --quiet ${args[@]+"${args[@]}"} >/dev/null
    for twb in "$work"/baked/*; do break; done # of several scenes the first
    frames=$("$tauwerk" render "$twb" --no-render --json | sed -n 's/.*"event": "scene".*"frames": \([0-9]*\).*/\1/p' | head -n 1)
    "$tauwerk" render "$twb" --frames $((1 + frames * 2 / 5)) --size 480x270 -o "$work/one" --quiet
    set -- "$1" "$2" "$work"/one/*.png
    mv "$3" "$png"
    if [ $draw_film = yes ]; then
        rm -rf "$work/film"
        "$tauwerk" render "$twb" --size 640x360 -o "$work/film" --quiet
        "$tauwerk" movie "$work/film" -o "$mp4" >/dev/null
        rm -rf "$work/film"
    fi
    rm -rf "$work/baked" "$work/one"
}
while read -r script; do
    name=${script#scripts/}
    name=${name%.lua}
    draw "$script" "${name//\//_}"
done < <(find scripts -name '*.lua' -not -name '_*' | sort)

"$tauwerk" lua docs/site/documents.lua "$pages"
"$tauwerk" lua docs/site/reference.lua "$tauwerk" "$pages/reference"
"$tauwerk" lua docs/site/library.lua include/tauwerk.h "$pages/reference/library.md"
"$tauwerk" lua docs/site/gallery.lua "$pictures" "$pages/gallery"

# a reel: the film of that name, or seven seconds out of the middle of each film
make_reel() {
    local film seconds start list=$work/reel.txt n=0
    [ -s "$pictures/films_reel.mp4" ] && cp "$pictures/films_reel.mp4" "$pictures/reel.mp4" && return
    : >"$list"
    for film in "$pictures"/films_*.mp4; do
        [ -s "$film" ] || continue
        seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$film")
        start=$(awk -v s="$seconds" 'BEGIN { print (s > 7 ? (s - 7) / 2 : 0) }')
        n=$((n + 1))
        ffmpeg -v error -y -ss "$start" -t 7 -i "$film" -an -r 30 -c:v libx264 -crf 23 -pix_fmt yuv420p "$work/reel$n.mp4"
        echo "file 'reel$n.mp4'" >>"$list"
    done
    [ $n -eq 0 ] || ffmpeg -v error -y -f concat -i "$list" -c copy -movflags +faststart "$pictures/reel.mp4"
    rm -f "$work"/reel*.mp4
}
[ $films = no ] || make_reel

# the first page: the reel and films where there are some, else pictures
reel=$work/reel
{
    if [ -s "$pictures/reel.mp4" ]; then
        cp "$pictures/reel.mp4" "$pages/"
        echo '<video src="reel.mp4" controls autoplay loop muted playsinline></video>'
    fi
    echo '<div class="tiles">'
    for name in pendulum films_towers films_station contact_card_house mechanisms_jansen contact_wrecking_ball mechanisms_gear_train \
        contact_dominoes; do
        if [ -s "$pictures/$name.mp4" ]; then
            echo "<a class=\"tile\" href=\"gallery/$name.html\"><video src=\"gallery/$name.mp4\"" \
                "poster=\"gallery/$name.png\" autoplay loop muted playsinline></video></a>"
        else
            echo "<a class=\"tile\" href=\"gallery/$name.html\"><img src=\"gallery/$name.png\" alt=\"${name//_/ }\"></a>"
        fi
    done
    echo '</div>'
} >"$reel"
sed -e "/^REEL\$/{r $reel" -e 'd}' docs/site/index.md >"$pages/index.md"
cp docs/site/extra.css "$pages/"
cp docs/site/mkdocs.yml "$work/"

(cd "$work" && mkdocs build --strict --quiet --clean)
"$tauwerk" lua docs/site/links.lua "$work/site"
if [ $check = yes ]; then "$tauwerk" lua docs/site/overflow.lua "$work/site"; fi
rm -rf "$out"
mkdir -p "$(dirname "$out")"
mv "$work/site" "$out"
echo "the site: $out/index.html"
