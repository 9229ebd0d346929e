# baked films: the pictures are those of `run`, whatever part, size, quality and layer; films that
# grow, are cut off or damaged; what a film whose simulation fails keeps
. "$2/tests/cli/lib.sh"

# like A B: the same pictures in both folders
like() {
    [ "$(cd "$1" && ls ./*.p*)" = "$(cd "$2" && ls ./*.p*)" ] || fail "$1 and $2 have other pictures"
    for p in "$1"/*.p*; do same "$p" "$2/${p##*/}"; done
}

# both FILE.twb SCENE OPTION...: draws it with these from the scene and from the film
both() {
    twb=$1 lua=$2
    shift 2
    rm -rf direct baked
    expect 0 "$tauwerk" run "$lua" -q -o direct "$@"
    expect 0 "$tauwerk" render "$twb" -q -o baked "$@"
    like direct baked
}

sed 's/target = {0, 0, 0}/&, fov = 0.5, shutter = 1/; s/"tiny"/"lit"/' "$scenes/tiny.lua" >lit.lua
# without a look a frame with its camera stands alone
sed 's/^scene.camera/scene.look = "plain"\n&/; s/"lit"/"seen"/' lit.lua >seen.lua
sed 's/scene:rod {/scene:rod { material = { texture = "wood" },/; s/^scene.camera.*//; s/"tiny"/"wood"/' \
    "$scenes/tiny.lua" >wood.lua
for scene in seen lit wood "$scenes/tiny" "$scenes/framed"; do
    expect 0 "$tauwerk" bake "$scene.lua" -o film.twb
    says "frames in film.twb"
    no_file film.twb.part
    both film.twb "$scene.lua"
    both film.twb "$scene.lua" --quality draft
    both film.twb "$scene.lua" --frames 2-5:2 --size 50x70
    both film.twb "$scene.lua" --format pfm --threads 1
    both film.twb "$scene.lua" --frames 3 --look limbo
    both film.twb "$scene.lua" --frames 2 --look plain
done
for layers in debug final,curves,legend forces,names; do
    expect 0 "$tauwerk" bake "$scenes/tiny.lua" -o marks.twb --draw $layers
    expect 0 "$tauwerk" run "$scenes/tiny.lua" -q -o "direct.$layers" --draw $layers
    expect 0 "$tauwerk" render marks.twb -q -o "baked.$layers"
    like "direct.$layers" "baked.$layers"
done
# the same again: from scene and film into one folder, nothing is drawn twice
expect 0 "$tauwerk" bake seen.lua -o film.twb
expect 0 "$tauwerk" run seen.lua -o one
expect 0 "$tauwerk" render film.twb -o one
says "6 of them there already"
# baking is repeatable, byte by byte
expect 0 "$tauwerk" bake seen.lua -o again.twb
same film.twb again.twb

# cut off, or growing: frames that stand alone are drawn, others wait for the whole
size=$(wc -c <film.twb)
head -c $((size - 60)) film.twb >cut.twb
expect 0 "$tauwerk" render cut.twb -o cut
says "the film is not whole"
for p in cut/*.png; do same "$p" "one/${p##*/}"; done
head -c $((size - 100)) film.twb >grows.twb.part
expect 0 "$tauwerk" render grows.twb -o grows --frames 1-2
same grows/seen.0002.png one/seen.0002.png
expect 4 "$tauwerk" render grows.twb -o grows --frames 6
says "of 6 frames"
expect 0 "$tauwerk" bake "$scenes/tiny.lua" -o tiny.twb
head -c $(($(wc -c <tiny.twb) - 60)) tiny.twb >cut.twb
expect 4 "$tauwerk" render cut.twb -o cut2
says "chosen over the whole film"
no_file cut2

# damaged
cp film.twb bad.twb
printf 'x' | dd of=bad.twb bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
expect 4 "$tauwerk" render bad.twb -o bad
says "'bad.twb' is damaged"
expect 4 "$tauwerk" render seen.lua -o bad
says "is no baked film"
expect 4 "$tauwerk" render nothing.twb -o bad
says "nothing.twb"

# usage
expect 2 "$tauwerk" bake seen.lua
says "expected FILE.twb, got none"
expect 2 "$tauwerk" bake
says "bake: expected a script, got none"
expect 2 "$tauwerk" render
says "expected a baked film, got none"
expect 2 "$tauwerk" render film.twb film.twb
says "one film at a time"
expect 2 "$tauwerk" render film.twb --frames 7
says "has 6 frames"
mkdir folder.twb
expect 4 "$tauwerk" bake seen.lua -o folder.twb
says "a folder"
expect 4 "$tauwerk" bake seen.lua -o no/where.twb
says "no/where.twb"

# a simulation that fails leaves the good part, and says so again when that is drawn
sed 's/^scene.camera/scene:at(0.1, function() error("stop here") end)\n&/' seen.lua >ends.lua
expect 1 "$tauwerk" bake ends.lua -o ends.twb
no_file ends.twb
no_file ends.twb.part
exit 0
