# films: y4m byte by byte, ffmpeg where it is, an ffmpeg that is missing, dies or says why
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o out --quality draft
# y4m: 6 pictures of 64 x 36; a picture is FRAME and its planes
expect 0 "$tauwerk" movie out -o tiny.y4m
says "6 pictures"
head=$(head -n 1 tiny.y4m | wc -c)
[ "$(head -n 1 tiny.y4m)" = "YUV4MPEG2 W64 H36 F30:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED" ] || fail "header"
[ "$(wc -c <tiny.y4m)" -eq $((head + 6 * (6 + 64 * 36 * 3 / 2))) ] || fail "size of tiny.y4m"
expect 0 "$tauwerk" movie out -o - -q
same .out tiny.y4m
expect 0 "$tauwerk" movie out/tiny.000[1-6].png -o files.y4m --quiet
same files.y4m tiny.y4m
expect 0 "$tauwerk" movie out --frames 1-5:2 -o slow.y4m
[ "$(head -n 1 slow.y4m | cut -d ' ' -f 4)" = F15:1 ] || fail "every second picture: 15 a second"
expect 0 "$tauwerk" movie out --chroma 444 --fps 24000/1001 -o full.y4m
[ "$(head -n 1 full.y4m | cut -d ' ' -f 4,7)" = "F24000:1001 C444" ] || fail "header of full.y4m"
# animated PNG: six frames for ever, the first one the picture's own bytes
expect 0 "$tauwerk" movie out -o tiny.apng
[ "$(grep -ac 'acTL' tiny.apng)" -ge 1 ] && [ "$(grep -ao 'fcTL' tiny.apng | wc -l)" -eq 6 ] || fail "frames of tiny.apng"
[ "$(od -An -tu1 -j 33 -N 16 tiny.apng | tr -s ' \n' ' ')" = " 0 0 0 8 97 99 84 76 0 0 0 6 0 0 0 0 " ] || fail "acTL of tiny.apng"
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o out --quality draft --video film.apng
same film.apng tiny.apng
expect 2 "$tauwerk" movie out -o none.apng --crf 3
says "apng has no quality"
expect 2 "$tauwerk" movie out -o none.gif --fps 60
says "at most 50 pictures a second"
# together with the film
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o out --quality draft --video film.y4m
same film.y4m tiny.y4m
expect 2 "$tauwerk" run "$scenes/tiny.lua" -o out --no-render --video none.y4m
says "--no-render"
expect 2 "$tauwerk" run "$scenes/tiny.lua" -o out --format exr --video none.y4m
says "png"
# wrong use
expect 2 "$tauwerk" movie -o none.mp4
says "expected pictures or a folder, got none"
expect 2 "$tauwerk" movie out
says "expected FILE, got none"
expect 2 "$tauwerk" movie out -o none.avi
says "expected FILE.mp4"
expect 2 "$tauwerk" movie out -o none.webm --codec h264
says ".webm holds no H.264"
expect 2 "$tauwerk" movie out -o none.y4m --codec av1
says "y4m has no codec"
expect 2 "$tauwerk" movie out -o none.y4m --fps 0
says "0.001 to 1000"
expect 2 "$tauwerk" movie out -o - --json
says "--json"
expect 4 "$tauwerk" movie out/none -o none.y4m
says "out/none"
mkdir bare
cp out/*.png bare
expect 2 "$tauwerk" movie bare -o none.y4m
says "--fps N"
rm bare/tiny.0004.png
expect 4 "$tauwerk" movie bare -o none.y4m --fps 30
says "missing between bare/tiny.0003.png and bare/tiny.0005.png"
cp out/tiny.0001.png bare/other.0001.png
expect 2 "$tauwerk" movie bare -o none.y4m --fps 30
says "different films"
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o odd --size 63x35 --quality draft
expect 0 "$tauwerk" movie odd -o odd.y4m -q
[ "$(wc -c <odd.y4m)" -eq $((head + 6 * (6 + 63 * 35 + 2 * 32 * 18))) ] || fail "size of odd.y4m"
expect 4 "$tauwerk" movie out/tiny.0001.png odd/tiny.0002.png -o none.y4m --fps 30
says "expected a picture of 64 x 36 pixels"
if [ -e /dev/full ]; then
    expect 4 sh -c "'$tauwerk' movie out -o - >/dev/full"
    says "standard output"
fi
# a reader that goes away is no crash
"$tauwerk" movie out -o - --fps 30 2>.err | head -c 10 >/dev/null
# without ffmpeg
mkdir none
for tool in sh; do ln -s "$(command -v $tool)" none/; done
expect 4 env PATH="$work/none" "$tauwerk" movie out -o none.mp4
says "ffmpeg is not there"
says "FILE.y4m"
# an ffmpeg that dies at once, later, by a signal, or writes nothing
fake() {
    mkdir -p fake
    printf '#!/bin/sh\n%s\n' "$1" >fake/ffmpeg
    chmod +x fake/ffmpeg
}
fake 'echo "no such encoder" >&2; echo "sorry" >&2; exit 3'
expect 4 env PATH="$work/fake:$PATH" "$tauwerk" movie out -o none.mp4
says "'ffmpeg' failed with status 3: no such encoder; sorry"
fake 'head -c 1000 >/dev/null; kill -9 $$'
expect 4 env PATH="$work/fake:$PATH" "$tauwerk" movie out -o none.mp4
says "killed by signal 9"
fake 'exit 0'
expect 4 env PATH="$work/fake:$PATH" "$tauwerk" movie out -o none.mp4
says "ffmpeg' ended"
fake 'cat >/dev/null'
expect 4 env PATH="$work/fake:$PATH" "$tauwerk" movie out -o none.mp4
says "wrote nothing"
# one that never reads: Ctrl-C ends it and us
fake 'echo $$ >pid; exec sleep 1000'
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o large --size 640x360 --quality draft
env PATH="$work/fake:$PATH" "$tauwerk" movie large -o none.mp4 2>.err &
pid=$!
i=0
while [ ! -s pid ] && [ $i -lt 200 ]; do
    sleep 0.1
    i=$((i + 1))
done
sleep 0.3
kill -TERM $pid
wait $pid
status=$?
[ $status -eq 130 ] || fail "expected status 130"
kill -0 "$(cat pid)" 2>/dev/null && fail "the other program goes on"
# one that copies: it gets the y4m, and exactly what it writes is the film
fake 'cat >&3; echo "$@" >args'
expect 0 env PATH="$work/fake:$PATH" "$tauwerk" movie out -o copy.mkv
same copy.mkv tiny.y4m
for word in libx264 matroska "-color_trc bt709" "-colorspace bt709" "-color_primaries bt709" "-color_range tv"; do
    grep -qF -- "$word" args || fail "no $word in $(cat args)"
done
expect 0 env PATH="$work/fake:$PATH" "$tauwerk" run "$scenes/tiny.lua" -o out --quality draft --video copy2.mkv
same copy2.mkv tiny.y4m
# a damaged picture in the middle ends it, and the other program with it
cp -r out broken
head -c 100 out/tiny.0004.png >broken/tiny.0004.png
expect 4 env PATH="$work/fake:$PATH" "$tauwerk" movie broken -o none.mp4
says "cut off"
for f in none.*; do no_file "$f"; done
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
