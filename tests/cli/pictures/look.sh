# looks on the command line: --look wins over the scene's name, what is adjusted and what the scene
# says itself stays; other looks draw anew, the same one does not
. "$2/tests/cli/lib.sh"

cat >film.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 0.3, fps = 10, size = { 64, 36 } }
scene:sphere { radius = 0.5, velocity = { 1, 0, 0 }, material = "brass" }
return scene
END
sed 's/^return/scene.look = "dark"\n&/' film.lua >dark.lua
expect 0 "$tauwerk" run film.lua -o studio
expect 0 "$tauwerk" run dark.lua -o dark
cmp -s studio/film.0002.png dark/film.0002.png && fail "dark is as studio"
expect 0 "$tauwerk" run film.lua -o named --look dark
same dark/film.0002.png named/film.0002.png
expect 0 "$tauwerk" run dark.lua -o other --look=studio
same studio/film.0002.png other/film.0002.png
# into the same folder: another look is drawn anew, the same one is there
expect 0 "$tauwerk" run film.lua -o named --look paper
says "film: 3 pictures in named ("
expect 0 "$tauwerk" run film.lua -o named --look paper
says "3 of them there already"
grep -q '"--look' named/manifest.json || grep -q -- '--look paper' named/manifest.json || fail "the manifest does not tell the look"

# what the look's table adjusts goes on with another name; lights of the scene stay
sed 's/"dark"/{ "dark", floor = false }/' dark.lua >bare.lua
expect 0 "$tauwerk" run bare.lua -o bare --look studio
cmp -s bare/film.0001.png studio/film.0001.png && fail "the floor is there"
sed 's/^return/scene:light { kind = "sky", radiance = { 0, 1, 0 } }\n&/' film.lua >lit.lua
expect 0 "$tauwerk" run lit.lua -o lit --look limbo --format pfm
expect 0 "$tauwerk" run lit.lua -o plain --format pfm
cmp -s lit/film.0001.pfm plain/film.0001.pfm && fail "limbo has no floor"
sed 's/^return/scene.look = "plain"\n&/' lit.lua >unlooked.lua
expect 0 "$tauwerk" run unlooked.lua -o unlooked --format pfm
same plain/film.0001.pfm unlooked/film.0001.pfm

# a film with a moving, then resting subject: parts are the same as the whole, from scene and film
expect 0 "$tauwerk" bake film.lua -o film.twb
for look in studio night; do
    rm -rf whole part
    expect 0 "$tauwerk" run film.lua -o whole --look $look --threads 2
    expect 0 "$tauwerk" render film.twb -o part --look $look --frames 3 --threads 1
    same whole/film.0003.png part/film.0003.png
done

for command in run render watch farm check; do
    expect 2 "$tauwerk" $command film.lua --look drak
    says "$command: option '--look': expected one of"
    says "got 'drak', did you mean 'dark'?"
done
expect 0 "$tauwerk" help looks
prints "studio"
expect 0 "$tauwerk" help studio
prints "floor matte, tone film, exposure 0 EV, bounces 1"
expect 2 "$tauwerk" help studoi
says "did you mean 'studio'?"

# light from a file: straight from the script and by way of a baked film
sed 's/^return/scene.look = "dark"\n&/; s/64, 36/64, 32/' film.lua >map.lua
expect 0 "$tauwerk" run map.lua -o map --format exr --frames 1-1
cp map/film.0001.exr map.exr
sed 's/^return/scene:light { kind = "environment", file = "map.exr" }\n&/' film.lua >mapped.lua
expect 0 "$tauwerk" run mapped.lua -o mapped
cmp -s mapped/film.0002.png studio/film.0002.png && fail "the map does not light"
expect 0 "$tauwerk" bake mapped.lua -o mapped.twb
expect 0 "$tauwerk" render mapped.twb -o rendered
same mapped/film.0002.png rendered/film.0002.png
