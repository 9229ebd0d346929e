# kill -9 at any moment: what stands under a final name is right, and the next run finishes the film
# with the bytes of one that nobody disturbed. TAUWERK_KILLS: how often (20).
. "$2/tests/cli/lib.sh"
kills=${TAUWERK_KILLS:-20}
sed 's/duration = 0.2/duration = 2/; s/"tiny"/"film"/; s/{64, 36}/{96, 54}/
     s/target = {0, 0, 0}/&, fov = 0.6/' "$scenes/tiny.lua" >alone.lua
sed 's/, fov = 0.6//' alone.lua >framed.lua

now() { date +%s%N; }
random() { od -An -N4 -tu4 /dev/urandom | tr -d ' '; }

# whole FOLDER: the film is there and nothing else
whole() {
    for n in $(seq -w 1 60); do same "$1/film.00$n.png" "good/film.00$n.png"; done
    [ "$(find "$1" -type f | wc -l)" -eq 61 ] || fail "more than the film: $(ls "$1")"
    [ "$(grep -c '"file"' "$1/manifest.json")" -eq 60 ] || fail "the manifest is not whole"
}

for scene in alone framed; do
    rm -rf good
    began=$(now)
    expect 0 "$tauwerk" run $scene.lua -q -o good
    took=$(($(now) - began))
    expect 0 "$tauwerk" bake $scene.lua -q -o good.twb
    k=0 late=0
    while [ $k -lt $((kills / 2)) ]; do
        k=$((k + 1))
        delay=$(($(random) % (took / 1000) + 1))
        rm -rf cut
        "$tauwerk" run $scene.lua -q -o cut >.out 2>.err &
        pid=$!
        "$tauwerk" bake $scene.lua -q -o cut.twb >.out2 2>.err2 &
        baker=$!
        sleep "$(awk "BEGIN { print $delay / 1e6 }")"
        kill -9 $pid 2>/dev/null || late=$((late + 1))
        kill -9 $baker 2>/dev/null
        wait $pid 2>/dev/null
        wait $baker 2>/dev/null
        for p in cut/*.png; do
            [ -e "$p" ] && same "$p" "good/${p##*/}"
        done
        there=$(find cut -name 'film.*.png' 2>/dev/null | wc -l)
        expect 0 "$tauwerk" run $scene.lua -o cut
        # at most the pictures that were being recorded are drawn again
        again=$(sed -n 's/.*, \([0-9]*\) of them there already.*/\1/p' .err)
        [ "${again:-0}" -le "$there" ] || fail "more pictures are kept than there were"
        [ $((there - ${again:-0})) -le 64 ] || fail "$there pictures were there, ${again:-0} are kept"
        [ "$there" -lt 8 ] || [ "${again:-0}" -gt 0 ] || fail "$there pictures, and all drawn again"
        whole cut
        [ -e cut.twb ] && same cut.twb good.twb
        expect 0 "$tauwerk" bake $scene.lua -q -o cut.twb
        same cut.twb good.twb
        rm -f cut.twb
    done
    echo "$scene: $k killed, $late of them too late"
    [ $late -lt $k ] || fail "all were killed too late"
done

# the other commands that make files: a third of the kills each. What a killed sweep has started ends by itself
cat >points.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "points", duration = 0.4, fps = 10, gravity = "earth", size = { 96, 54 } }
scene:sphere { radius = 0.1 * tw.param("r", 1), position = { 0, 0, 1 } }
scene.camera = { eye = { 0, -5, 0 }, target = { 0, 0, 0 }, fov = 0.6 }
return scene
END
# made COMMAND: its words; results stand in cut/
made() {
    case $1 in
    render) the="render good.twb -q -o cut/film" ;;
    movie) the="movie good -o cut/film.y4m" ;;
    sweep) the="run points.lua -o cut/points --sweep r=1:1:3 --jobs 2" ;;
    esac
}
# steady FOLDER: a list of its files and their bytes, without times and names of folders
steady() {
    (cd "$1" && find . -type f ! -name 'log.txt' ! -name 'manifest.json' ! -name '*.part' | sort | xargs cksum)
}
for command in render movie sweep; do
    made $command
    rm -rf cut && mkdir cut
    began=$(now)
    # shellcheck disable=SC2086
    expect 0 "$tauwerk" $the
    took=$(($(now) - began))
    rm -rf whole && cp -r cut whole
    k=0 late=0
    while [ $k -lt $((kills / 3)) ]; do
        k=$((k + 1))
        delay=$(($(random) % (took / 1000) + 1))
        rm -rf cut && mkdir cut
        # shellcheck disable=SC2086
        "$tauwerk" $the >.out 2>.err &
        pid=$!
        sleep "$(awk "BEGIN { print $delay / 1e6 }")"
        kill -9 $pid 2>/dev/null || late=$((late + 1))
        wait $pid 2>/dev/null
        find cut -type f \( -name '*.png' -o -name '*.y4m' -o -name '*.csv' \) >.list
        while read -r f; do
            case $f in
            */sweep.csv) # the points so far
                grep -vxqFf "whole${f#cut}" "$f" && fail "$f has other rows than whole${f#cut}" ;;
            *) same "$f" "whole${f#cut}" ;;
            esac
        done <.list
        # shellcheck disable=SC2086
        expect 0 "$tauwerk" $the
        [ "$(steady cut)" = "$(steady whole)" ] || fail "other files after a kill: $(diff -rq whole cut)"
    done
    echo "$command: $k killed, $late of them too late"
done
exit 0
