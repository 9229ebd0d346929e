# layers for compositing and transparent ground: files, options that go together or not, what is
# drawn again, baked films
. "$2/tests/cli/lib.sh"

sed 's/^scene.camera.*/scene:ground {}\nscene.camera = { eye = {0, -5, 0.5}, target = {0, 0, 0}, fov = 0.6, shutter = 0.5 }/' \
    "$scenes/tiny.lua" >lit.lua
sed 's/shutter = 0.5/shutter = 0/' lit.lua >sharp.lua

# one file a frame, that says all names; the same bytes by any threads
expect 0 "$tauwerk" run lit.lua -q -o all --layers all --threads 1
count 6 'tiny.*.exr'
for name in R G B Z normal.X albedo.R CryptoObject00.R CryptoObject02.A position.Z motion.X forces.A \
    cryptomatte/3ae39a5/manifest '{"ground":"c5b51ede","rod":"'; do
    grep -aqF "$name" all/tiny.0002.exr || fail "tiny.0002.exr has no $name"
done
if command -v exrinfo >/dev/null; then
    expect 0 exrinfo -v all/tiny.0001.exr
    prints "'motion.Y': float"
    prints "'normal.X': half"
fi
expect 0 "$tauwerk" run lit.lua -q -o threads --layers all --threads 3
for p in all/*.exr; do same "$p" "threads/${p##*/}"; done

# what is there is not drawn again, unless other layers are asked for
expect 0 "$tauwerk" run lit.lua -o all --layers all
says "6 of them there already"
expect 0 "$tauwerk" run lit.lua -o all --layers depth,id
says "6 pictures in all ("
cp all/tiny.0003.exr before.exr
expect 0 "$tauwerk" run lit.lua -o all --layers depth,id
says "6 of them there already"
expect 0 "$tauwerk" run lit.lua -o all --layers depth,id --alpha
says "6 pictures in all ("
expect 0 "$tauwerk" run lit.lua -o all --layers depth,id --alpha --ground light
says "6 pictures in all ("
expect 0 "$tauwerk" run lit.lua -o all --layers id,depth
same all/tiny.0003.exr before.exr

# from a baked film the same; motion and forces have to be in it
for scene in lit sharp; do
    rm -rf direct baked
    expect 0 "$tauwerk" bake $scene.lua -o $scene.twb --layers motion,forces
    expect 0 "$tauwerk" run $scene.lua -q -o direct --frames 2-5:3 --layers all
    expect 0 "$tauwerk" render $scene.twb -q -o baked --frames 2-5:3 --layers all
    for p in direct/*.exr; do same "$p" "baked/${p##*/}"; done
done
# a sharp picture stays as it was
expect 0 "$tauwerk" run sharp.lua -q -o sharp --frames 4
expect 0 "$tauwerk" bake sharp.lua -o sharp.twb --layers motion
expect 0 "$tauwerk" render sharp.twb -q -o sharp.baked --frames 4
same sharp/tiny.0004.png sharp.baked/tiny.0004.png
expect 0 "$tauwerk" bake sharp.lua -o plain.twb
expect 0 "$tauwerk" render plain.twb -q -o plain --frames 2 --layers depth,normal,id
expect 2 "$tauwerk" render plain.twb -q -o plain --layers forces
says "render: the film 'tiny' has no forces for --layers: bake it with --layers forces"
"$tauwerk" render plain.twb -q -o plain --layers motion --threads 1 2>.err && fail "motion of a film without"
says "layer motion: frame 1 was kept without motion"

# a body called as the ground is, and a name that is no UTF-8: both told once a film, from baked ones too
sed 's/^return/scene:sphere { name = "ground", radius = 0.1 }\n&/' lit.lua >earth.lua
printf '%s\n' 'scene:sphere { name = "a\255", radius = 0.1 }' 'return scene' >tail.txt
sed '/^return/d' lit.lua | cat - tail.txt >bytes.lua
expect 0 "$tauwerk" run earth.lua -o earth --layers id --frames 2-3
says "layer id: 'ground' is the ground; the thing of that name is '/ground'"
[ "$(grep -c 'layer id' .err)" = 1 ] || fail "told more than once"
grep -aqF '{"/ground":"' earth/tiny.0002.exr || fail "the manifest has no /ground"
expect 0 "$tauwerk" bake bytes.lua -o bytes.twb
expect 0 "$tauwerk" render bytes.twb -o bytes --layers id --frames 2
says "layer id: a name that is no UTF-8 is listed as 'a\xff'"
grep -aqF '{"a\\xff":"' bytes/tiny.0002.exr || fail "the manifest has no a\\xff"
expect 0 "$tauwerk" render bytes.twb -o normals --layers normal --frames 2
grep -q 'layer id' .err && fail "told of a layer that is not there"

# what does not go together
expect 2 "$tauwerk" run lit.lua -o none --layers depth,normals
says "option '--layers': unknown layer 'normals', did you mean 'normal'?"
expect 2 "$tauwerk" run lit.lua -o none --layers all --quality draft
says "run: --layers needs --quality normal"
expect 2 "$tauwerk" run lit.lua -o none --layers all --format png
says "run: --layers are written in the format exr"
expect 2 "$tauwerk" run lit.lua -o none --layers all --video none.y4m
says "run: --video is made of pictures in the format png"
expect 2 "$tauwerk" run lit.lua -o none --ground shadow
says "run: --ground needs --alpha"
expect 2 "$tauwerk" run lit.lua -o none --alpha --ground light --quality draft
says "run: --ground shadow and light need --quality normal"
expect 2 "$tauwerk" run lit.lua -o none --alpha --ground gone
says "expected one of shadow, light, opaque"
expect 2 "$tauwerk" farm lit.lua --slurm --dry-run --layers all --format pfm
says "farm: --layers are written in the format exr"
no_file none

# the farm hands them on
expect 0 "$tauwerk" farm lit.lua --slurm --dry-run -o farm --layers id,motion --alpha --ground light
grep -q -- "--layers.*id,motion.*--alpha.*--ground.*light" farm/farm/frames.sh || fail "frames.sh"
grep -q -- "--layers.*id,motion" farm/farm/bake.sh || fail "bake.sh"

expect 0 "$tauwerk" help layers
prints "Cryptomatte"
