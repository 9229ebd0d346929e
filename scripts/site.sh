#!/usr/bin/env bash
# Builds the site of the documents: tutorial, guide, gallery, reference, theory.
#   scripts/site.sh [--films] [--draft] [--check] [OUT]     default: build/site
# --films draws the scenes' films and the reel, too (hours); --draft draws films and pictures at draft quality, small, with the
# parameters that scenes have as a test (minutes). --check looks at every page in headless Chromium: none is wider than a
# window of 380 pixels, all pictures can be shown, the search finds words (minutes).
# Needs the built program (or TAUWERK=FILE). Pictures are kept in build/site-work until program or scene change.
set -euo pipefail
cd "$(dirname "$0")/.."

films=no check=no kept=pictures film_look=(--size 640x360) picture_look=(--size 480x270)
while [[ "${1:-}" == --* ]]; do
    case $1 in
    --films) films=yes ;;
    --check) check=yes ;;
    --draft)
        kept=drafts
        film_look=(--size 320x180 --quality draft) picture_look=("${film_look[@]}")
        ;;
    *) break ;;
    esac
    shift
done
if [ $# -gt 1 ] || [[ "${1:-}" == -* ]]; then
    echo "usage: scripts/site.sh [--films] [--draft] [--check] [OUT]" >&2
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
pictures=$work/$kept
rm -rf "$pages" "$work/site"
mkdir -p "$pages/gallery" "$pages/reference" "$pictures"

# The picture of a scene, two fifths through its film, and the film. Pictures alone and drafts show the scene with the
# parameters that it has as a test
draw() { # SCRIPT NAME
    local png=$pictures/$2.png mp4=$pictures/$2.mp4 twb frames args=()
    local draw_film=no
    [ $films = yes ] && { [ ! -s "$mp4" ] || [ "$1" -nt "$mp4" ] || [ "$tauwerk" -nt "$mp4" ]; } && draw_film=yes
    if [ -s "$png" ] && [ ! "$1" -nt "$png" ] && [ ! "$tauwerk" -nt "$png" ] && [ $draw_film = no ]; then return; fi
    echo "drawing $1"
    if [ $films = no ] || [ $kept = drafts ]; then read -ra args <<<"$(sed -n 's/^-- as a test: //p' "$1")"; fi
    rm -rf "$work/baked" "$work/one"
    mkdir -p "$work/baked"
    "$tauwerk" bake "$1" -o "$work/baked/a.twb" --quiet ${args[@]+"${args[@]}"} >/dev/null
    for twb in "$work"/baked/*; do break; done # of several scenes the first
    frames=$("$tauwerk" render "$twb" --no-render --json | sed -n 's/.*"event": "scene".*"frames": \([0-9]*\).*/\1/p' | head -n 1)
    "$tauwerk" render "$twb" --frames $((1 + frames * 2 / 5)) "${picture_look[@]}" -o "$work/one" --quiet
    set -- "$1" "$2" "$work"/one/*.png
    mv "$3" "$png"
    if [ $draw_film = yes ]; then
        rm -rf "$work/film"
        "$tauwerk" render "$twb" "${film_look[@]}" -o "$work/film" --quiet
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

# the first page: the reel and films where there are some, else pictures
reel=$work/reel
{
    if [ -s "$pictures/films_reel.mp4" ]; then
        cp "$pictures/films_reel.mp4" "$pages/reel.mp4"
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
cp -r docs/site/mkdocs.yml docs/site/theme "$work/"

(cd "$work" && mkdocs build --strict --quiet --clean)
docs/site/index.sh "$work/site"
"$tauwerk" lua docs/site/links.lua "$work/site"
if [ $check = yes ]; then
    "$tauwerk" lua docs/site/overflow.lua "$work/site"
    "$tauwerk" lua docs/site/search.lua "$work/site"
fi
rm -rf "$out"
mkdir -p "$(dirname "$out")"
mv "$work/site" "$out"
echo "the site: $out/index.html"
