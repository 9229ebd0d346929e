# the manifest is the film: no picture of an earlier film is left for `sheet` and `movie`
. "$2/tests/cli/lib.sh"
cat >ball.lua <<'END'
local tw = require "tauwerk"
local d = tw.param("d", 1)
local scene = tw.scene { duration = d, fps = 10, size = { 32, 18 } }
scene:sphere { radius = 0.5, velocity = { 1, 0, 0 }, color = d < 0.9 and { 1, 0, 0 } or { 0, 1, 0 } }
if tw.param("early", false) then scene:at(0.3, function() scene:finish() end) end
return scene
END
run() { expect 0 "$tauwerk" run ball.lua --quality draft "$@"; }
# frames NUMBER: of the film in the folder, by its movie and by its manifest
frames() {
    expect 0 "$tauwerk" movie renders/ball -o film.y4m
    says "film.y4m: $1 pictures ("
    n=$(grep '\.png"' renders/ball/manifest.json | grep -vc '"stale": true')
    [ "$n" -eq "$1" ] || fail "expected $1 pictures in the manifest, got $n"
}

# shorter: what lies beyond the end is removed; foreign files are not, nor pictures that were
# replaced by others
run
frames 10
cp renders/ball/ball.0001.png renders/ball/own.0001.png
cp renders/ball/ball.0001.png renders/ball/ball.0011.png
cp renders/ball/ball.0001.png renders/ball/ball.0010.png
run --set d=0.5
says "5 pictures in renders/ball ("
says "; 4 of another film removed"
frames 5
is_file renders/ball/own.0001.png
is_file renders/ball/ball.0010.png
is_file renders/ball/ball.0011.png
no_file renders/ball/ball.0006.png
expect 0 "$tauwerk" sheet renders/ball -o sheet.png
rm renders/ball/own.0001.png renders/ball/ball.001[01].png

# a film that ends early
run --set early=true --set d=0.5
says "4 pictures in renders/ball"
frames 4
run --set d=0.5
frames 5

# a part of another film, and of the same in another size: the rest is set aside, not lost
run
run --size 16x9 --frames 2-3
says "2 pictures in renders/ball ("
says "; 8 of another film set aside"
frames 2
is_file renders/ball/ball.0010.png
run
says "10 pictures in renders/ball, 8 of them there already ("
frames 10

# a part of the same film, edited so that it shows the same, is one of its parts
sed 's/^return/-- the end\nreturn/' ball.lua >edited.lua
mv edited.lua ball.lua
run --frames 4-5
says "2 pictures in renders/ball, 2 of them there already ("
frames 10
# and so are parts from a baked film, whoever draws them
expect 0 "$tauwerk" bake ball.lua -o ball.twb
expect 0 "$tauwerk" render ball.twb --quality draft --frames 1-2
frames 10
expect 0 "$tauwerk" bake ball.lua -o ball.twb --set d=0.8
expect 0 "$tauwerk" render ball.twb --quality draft --frames 1-2
says "; 8 of another film set aside"
frames 2
expect 0 "$tauwerk" render ball.twb --quality draft
says "8 pictures in renders/ball"
frames 8

# another format beside: pictures of another film do not count, of the same do
run
run --format pfm
frames 10
run --format pfm --set d=0.5
expect 4 "$tauwerk" movie renders/ball -o film.y4m
says "renders/ball: the film in this folder has no pictures NAME.0001.png"
run
frames 10

# broken off: what was drawn is the film, and it is gone on with
cat >stops.lua <<'EOF'
local tw = require "tauwerk"
local scene = tw.scene { name = "ball", duration = 1, fps = 10, size = { 32, 18 } }
scene:sphere { radius = 0.5, velocity = { 1, 0, 0 }, color = { 0, 0, 1 } }
scene.camera = { eye = { 0, -9, 3 }, target = { 0, 0, 0 }, fov = 0.5 }
scene.look = "plain"
scene:at(0.55, function() error "no further" end)
return scene
EOF
expect 1 "$tauwerk" run stops.lua --quality draft --threads 1
grep '"stale": true' renders/ball/manifest.json >/dev/null || fail "all pictures are of one film"
n=$(grep '\.png"' renders/ball/manifest.json | grep -vc '"stale": true')
frames "$n"
[ "$n" -lt 10 ] || fail "the film was not broken off"

# a picture that is listed and missing: no film that is shorter
run
rm renders/ball/ball.0010.png
expect 4 "$tauwerk" movie renders/ball -o film.y4m
says "renders/ball/ball.0010.png is missing; finish the film with 'tauwerk run', or name the files"
# a folder without a manifest is all that it has
mkdir plain
cp renders/ball/*.png plain
expect 0 "$tauwerk" movie plain --fps 5 -o film.y4m
says "film.y4m: 9 pictures ("
