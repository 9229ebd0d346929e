#!/bin/sh
# Draws the small pictures of README.md again: which scene, which frame, how large, how well.
#   docs/pictures/make.sh [TAUWERK] [NAME...]     default: build/release/tauwerk, all of them
set -eu
cd "$(dirname "$0")/../.."
tauwerk=${1:-build/release/tauwerk}
[ $# -gt 0 ] && shift
wanted=" $* "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# picture NAME SCENE FRAME SIZE QUALITY [more of `tauwerk run`]
picture() {
    name=$1 scene=$2 frame=$3 size=$4 quality=$5
    shift 5
    case $wanted in "  " | *" $name "*) ;; *) return 0 ;; esac
    "$tauwerk" run "scripts/$scene.lua" -o "$work/$name" --frames "$frame" --size "$size" --quality "$quality" \
        --quiet "$@"
    for file in "$work/$name"/*.png; do mv "$file" "docs/pictures/$name.png"; done
    bytes=$(wc -c <"docs/pictures/$name.png")
    echo "$name: scripts/$scene.lua, frame $frame, $size, $quality, $bytes bytes"
    [ "$bytes" -le 256000 ] || { echo "$name: larger than 250 KB" >&2; exit 1; }
}

picture title          films/title           103 720x405 fine
picture assembling     pendulum              70  640x360 normal
picture cards          contact/card_house    20  480x270 normal
picture wrecking       contact/wrecking_ball 150 480x270 normal
picture pile           contact/pile          30  480x270 normal --set count=90
picture jansen         mechanisms/jansen     60  640x360 normal
picture bricard        mechanisms/bricard    71  480x270 normal
picture gears          mechanisms/gear_train 150 480x270 normal
picture debug-layer    picture/debug         60  640x360 normal
picture materials      picture/materials     30  480x270 normal
picture textures       picture/textures      10  480x270 normal
picture blur           picture/blur          10  480x270 normal
picture lights         picture/lights        20  480x270 final
picture kinds          bodies/gallery        20  480x270 normal
picture dominoes       contact/dominoes      100 480x270 normal
picture cradle         contact/newtons_cradle 22 480x270 normal
picture chain          contact/chain         135 560x315 normal
picture grammar        picture/grammar       70 640x360 normal
picture forces         figures/f05_forces    60 640x360 normal

# the same still life in all looks
for look in studio limbo dark daylight night space sim paper plain; do
    case $wanted in "  " | *" look-$look "*) ;; *) continue ;; esac
    "$tauwerk" run docs/pictures/looks.lua -o "$work/$look" --look $look --size 256x144 --quality final --quiet
    mv "$work/$look/looks.0001.png" "docs/pictures/look-$look.png"
    bytes=$(wc -c <"docs/pictures/look-$look.png")
    echo "look-$look: $bytes bytes"
    [ "$bytes" -le 61440 ] || { echo "look-$look: larger than 60 KB" >&2; exit 1; }
done

# four moments of the pendulum
case $wanted in "  " | *" pendulum "*)
    "$tauwerk" run scripts/pendulum.lua -o "$work/p" --frames 1-160:45 --size 340x191 --quiet
    "$tauwerk" sheet "$work/p" --columns 2 -o docs/pictures/pendulum.png
    echo "pendulum: $(wc -c <docs/pictures/pendulum.png) bytes" ;;
esac
