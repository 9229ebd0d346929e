# folders one after the other, fades, impacts and clicks; sound through ffmpeg: movie_ffmpeg.sh
. "$2/tests/cli/lib.sh"
cat >ball.lua <<'EOF'
local tw = require "tauwerk"
local scene = tw.scene { duration = 1.5, fps = tw.param("fps", 10), size = { 32, 18 }, gravity = "earth",
  stepper = tw.param("stepper", "auto") }
scene:sphere { name = "the, ball", radius = 0.5, position = { 0, 0, 2 }, collide = true, restitution = 0.5 }
scene:ground {}
if tw.param("held", false) then scene:hold(0.2, 1) end
if tw.param("film", "") ~= "" then
  return tw.film { shots = { tw.card { "fall", seconds = 1 }, scene, { scene, from = 0.5, to = 0.6 } }, audio = tw.param("film", "") }
end
return scene
EOF
run() { expect 0 "$tauwerk" run ball.lua --quality draft "$@"; }
# field FILE LINE COLUMN
field() { sed -n "$2p" "$1" | sed 's/"[^"]*"/x/' | cut -d, -f"$3"; }
# near A B TOLERANCE
near() { awk -v a="$1" -v b="$2" -v e="$3" 'BEGIN { exit !(a - b < e && b - a < e) }' || fail "expected $2, got $1"; }

# a fall of 1.5 m: by sqrt(2 h / g), with sqrt(2 g h); back with half of it
run -o a --audio clicks --video a.y4m
head -1 a/ball.impacts.csv | grep -qx 'at,time,a,b,x,y,z,speed' || fail "columns"
near "$(field a/ball.impacts.csv 2 2)" 0.55300 0.0001
near "$(field a/ball.impacts.csv 2 8)" 5.42494 0.001
near "$(field a/ball.impacts.csv 3 8)" 2.71247 0.001
grep -q ',"the, ball",ground,' a/ball.impacts.csv || fail "names: $(cat a/ball.impacts.csv)"
[ "$(head -c 4 a/ball.wav)" = RIFF ] || fail "no WAV"
[ "$(wc -c <a/ball.wav)" -eq $((44 + 2 * 48000 * 3 / 2)) ] || fail "length of the WAV"
# silence up to the impact, then not
[ "$(head -c $((44 + 2 * 26500)) a/ball.wav | tail -c +45 | tr -d '\0' | wc -c)" -eq 0 ] || fail "sound before the impact"
[ "$(head -c $((44 + 2 * 26700)) a/ball.wav | tail -c +45 | tr -d '\0' | wc -c)" -gt 100 ] || fail "no click"
# the same bytes again, and from the folder; the sound stands beside the film
run -o a1 --audio clicks --no-render
same a/ball.wav a1/ball.wav
same a/ball.impacts.csv a1/ball.impacts.csv
expect 0 "$tauwerk" movie a -o m.y4m --audio clicks
same m.wav a/ball.wav
same m.y4m a.y4m
# other steppers say the same, nearly
run -o t --impacts --set stepper=timestep
near "$(field t/ball.impacts.csv 2 1)" 0.55300 0.005
near "$(field t/ball.impacts.csv 2 8)" 5.42494 0.05
# film seconds of a film that is held; times of the scene as they were
run -o held --impacts --set held=true
near "$(field held/ball.impacts.csv 2 1)" 1.55300 0.0001
near "$(field held/ball.impacts.csv 2 2)" 0.55300 0.0001

# one folder after the other; a fade of 3 pictures takes 3
expect 0 "$tauwerk" movie a held -o two.y4m --audio clicks
head=$(head -n 1 a.y4m | wc -c)
picture=$((6 + 32 * 18 * 3 / 2))
[ "$(wc -c <two.y4m)" -eq $((head + 40 * picture)) ] || fail "40 pictures"
head -c "$(wc -c <a.y4m)" two.y4m >first.y4m
same first.y4m a.y4m
[ "$(wc -c <two.wav)" -eq $((44 + 2 * 48000 * 4)) ] || fail "4 s of sound"
expect 0 "$tauwerk" movie a held -o faded.y4m --fade 0.3 --audio clicks
[ "$(wc -c <faded.y4m)" -eq $((head + 37 * picture)) ] || fail "37 pictures"
[ "$(wc -c <faded.wav)" -eq $((44 + 2 * 48000 * 37 / 10)) ] || fail "3.7 s of sound"
head -c $((head + 12 * picture)) a.y4m >x
head -c $((head + 12 * picture)) faded.y4m >y
same x y
expect 0 "$tauwerk" movie a a -o self.y4m --fade 1.5
[ "$(wc -c <self.y4m)" -eq $((head + 15 * picture)) ] || fail "a film that fades into itself"

# a film of shots: the card's second, the fall, and the impact once more
run -o film --set film=clicks
near "$(field film/ball.impacts.csv 2 1)" 1.55300 0.0001
near "$(field film/ball.impacts.csv "$(wc -l <film/ball.impacts.csv)" 1)" 2.55300 0.0001
[ "$(wc -c <film/ball.wav)" -eq $((44 + 2 * 48000 * 26 / 10)) ] || fail "2.6 s of sound"
expect 1 "$tauwerk" run ball.lua --set film=none.mp3
says "ball.lua:8: tw.film: field 'audio': expected 'clicks' or a file, found no 'none.mp3'"

expect 2 "$tauwerk" movie a held -o none.y4m --fade 2
says "expected at least 20 pictures for fades of 2 s, got 15 from a/ball.0001.png on"
run -o fast --set fps=20
expect 2 "$tauwerk" movie a fast -o none.y4m
says "expected folders with as many pictures a second, got 10 (a/ball.0001.png) and 20 (fast/ball.0001.png)"
expect 0 "$tauwerk" movie a fast -o none.y4m --fps 10
run -o small --size 16x8
expect 4 "$tauwerk" movie a small -o none.y4m
says "expected folders with pictures of one size, got 32 x 18 (a/ball.0001.png) and 16 x 8 (small/ball.0001.png)"
expect 4 "$tauwerk" movie small -o none.y4m --audio clicks
says "small/ball.impacts.csv"
says "'tauwerk run --impacts' writes it"
expect 2 "$tauwerk" movie a/ball.0001.png --fps 10 -o none.y4m --audio clicks
says "needs folders"
expect 2 "$tauwerk" movie a -o none.y4m --audio a/ball.wav
says "y4m holds no sound"
expect 4 "$tauwerk" movie a -o none.mp4 --audio none.wav
says "cannot read 'none.wav'"
echo nonsense >small/ball.impacts.csv
expect 4 "$tauwerk" movie small -o none.y4m --audio clicks
says "small/ball.impacts.csv:1: expected a table of impacts"
run -o part --frames 2-5 --video part.y4m --audio clicks
says "the video of a part of the film has no sound"
