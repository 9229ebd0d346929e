# films through the real ffmpeg: sizes, rates, tags, and the picture that comes back
. "$2/tests/cli/lib.sh"
command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null || exit 77
ffmpeg -hide_banner -encoders 2>/dev/null | grep -q libx264 || exit 77
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o out --quality draft --video film.mp4
is_file film.mp4
probe() {
    ffprobe -v error -count_frames -select_streams v:0 -of default=nw=1:nk=1 -show_entries \
        stream=codec_name,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,r_frame_rate,nb_read_frames \
        "$1" | tr '\n' ' '
}
is() {
    got=$(probe "$1")
    [ "$got" = "$2 " ] || fail "$1: expected $2, got $got"
}
is film.mp4 "h264 64 36 yuv420p tv bt709 bt709 bt709 30/1 6"
# the same bytes once more
expect 0 "$tauwerk" movie out -o again.mp4
same film.mp4 again.mp4
expect 0 "$tauwerk" movie out -o full.mkv --chroma 444 --crf 0 --fps 25
is full.mkv "h264 64 36 yuv444p tv bt709 bt709 bt709 25/1 6"
# animated PNG: every picture comes back bit by bit; GIF: in 256 colours
rgb() { ffmpeg -v error -i "$1" -fps_mode passthrough -f rawvideo -pix_fmt rgb24 -y "$2" </dev/null || fail "ffmpeg cannot read $1"; }
expect 0 "$tauwerk" movie out -o film.apng
rgb film.apng film.rgb
: >pictures.rgb
for picture in out/tiny.000[1-6].png; do
    rgb "$picture" one.rgb
    cat one.rgb >>pictures.rgb
done
same film.rgb pictures.rgb
expect 0 "$tauwerk" movie out -o film.gif --fps 25
[ "$(ffprobe -v error -count_frames -select_streams v:0 -of default=nw=1:nk=1 -show_entries stream=codec_name,width,height,nb_read_frames film.gif |
    tr '\n' ' ')" = "gif 64 36 6 " ] || fail "film.gif"
# odd sizes are padded, and it is said
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o odd --size 63x35 --quality draft
expect 0 "$tauwerk" movie odd -o odd.mp4
says "padded to 64 x 36"
is odd.mp4 "h264 64 36 yuv420p tv bt709 bt709 bt709 30/1 6"
# what is decoded is what y4m holds: --crf 0 loses nothing
expect 0 "$tauwerk" movie out -o exact.mkv --crf 0
expect 0 "$tauwerk" movie out -o exact.y4m
ffmpeg -v error -i exact.mkv -f rawvideo -y decoded.yuv </dev/null || fail "ffmpeg cannot decode"
ffmpeg -v error -i exact.y4m -f rawvideo -y plain.yuv </dev/null || fail "ffmpeg cannot read our y4m"
same decoded.yuv plain.yuv
if ffmpeg -hide_banner -encoders 2>/dev/null | grep -q libaom-av1; then
    expect 0 "$tauwerk" movie out --frames 1-2 -o small.webm
    is small.webm "av1 64 36 yuv420p tv bt709 bt709 bt709 30/1 2"
fi
# interrupted: nothing under the final name
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
# sound: as long as the film, whether the file is longer or shorter
cat >ball.lua <<'EOF'
local tw = require "tauwerk"
local scene = tw.scene { duration = tw.param("d", 2), fps = 10, size = { 64, 36 }, gravity = "earth" }
scene:sphere { radius = 0.5, position = { 0, 0, 2 }, collide = true, restitution = 0.5 }
scene:ground {}
return scene
EOF
length() { ffprobe -v error -select_streams "$2" -of default=nw=1:nk=1 -show_entries stream=codec_name,duration "$1" | tr '\n' ' '; }
expect 0 "$tauwerk" run ball.lua -o long --quality draft --audio clicks --video clicks.mp4
[ "$(length clicks.mp4 a:0)" = "aac 2.000000 " ] || fail "sound: $(length clicks.mp4 a:0)"
[ "$(length clicks.mp4 v:0)" = "h264 2.000000 " ] || fail "film: $(length clicks.mp4 v:0)"
expect 0 "$tauwerk" movie long -o again.mp4 --audio clicks
same clicks.mp4 again.mp4
expect 0 "$tauwerk" run ball.lua -o short --quality draft --set d=1 --audio long/ball.wav --video short.mp4
[ "$(length short.mp4 a:0)" = "aac 1.000000 " ] || fail "sound: $(length short.mp4 a:0)"
expect 0 "$tauwerk" movie long long -o longer.mkv --audio long/ball.wav
ffmpeg -v error -i longer.mkv -f s16le -y longer.pcm </dev/null || fail "ffmpeg cannot decode"
n=$(wc -c <longer.pcm)
[ "$n" -gt $((2 * 48000 * 39 / 10)) ] && [ "$n" -lt $((2 * 48000 * 41 / 10)) ] || fail "4 s of sound, got $n bytes"
echo "no sound" >text.wav
expect 4 "$tauwerk" movie long -o none.mp4 --audio text.wav
no_file none.mp4
