# watching: a run at the start and after every save, failures told, the picture in the terminal
. "$2/tests/cli/lib.sh"
# the whole camera is given, and no look: else a picture depends on the whole film
camera='s/target = {0, 0, 0} }/target = {0, 0, 0}, fov = 0.5 }; scene.look = "plain"/'
sed "$camera" "$scenes/tiny.lua" >scene.lua
expect 0 "$tauwerk" watch scene.lua --once
prints "scene.lua: 6 pictures, 6 drawn"
is_png renders/scene.watch/preview.png
# only what is shown is drawn: six of thirty frames, or one
sed 's/duration = 0.2/duration = 1/' scene.lua >long.lua
expect 0 "$tauwerk" watch long.lua --once --count 4 --folder few --size 64x36
prints "long.lua: 4 pictures, 4 drawn"
[ "$(cd few && echo tiny.*.png)" = "tiny.0001.png tiny.0011.png tiny.0020.png tiny.0030.png" ] || fail "first, last, and between: $(ls few)"
expect 0 "$tauwerk" watch long.lua --once --frame 20 --folder few --size 64x36
prints "long.lua: 1 picture, 0 drawn"
# a second time nothing has to be drawn
expect 0 "$tauwerk" watch scene.lua --once --size 480x270
prints "6 pictures, 0 drawn"
expect 0 "$tauwerk" watch scene.lua --once --size 64x36 --folder small --frame 3 -o still.png --show none
same still.png small/tiny.0003.png
expect 0 "$tauwerk" watch scene.lua --once --size 64x36 --folder small --frame 99 -o still.png
same still.png small/tiny.0006.png
# half blocks: 64 x 36 pixels are 64 cells in 18 lines
expect 0 "$tauwerk" watch scene.lua --once --size 64x36 --folder small --frame 3 --show blocks
[ "$(grep -c '▀' .out)" -eq 18 ] || fail "18 lines of half blocks"
[ "$(head -n 1 .out | grep -o '▀' | wc -l)" -eq 64 ] || fail "64 cells in a line"
# the first cell has the colours of the first two pixels
if command -v python3 >/dev/null && python3 -c "import PIL" 2>/dev/null; then
    want=$(python3 -c '
from PIL import Image
p = Image.open("small/tiny.0003.png").convert("RGB").load()
print("38;2;%d;%d;%d;48;2;%d;%d;%dm" % (p[0, 0] + p[0, 1]))')
    grep -qF "$want" .out || fail "the first cell is not $want"
fi
mkdir none
expect 4 env PATH="$work/none" "$tauwerk" watch scene.lua --once --show chafa
says "chafa is not there"
if command -v chafa >/dev/null; then
    expect 0 "$tauwerk" watch scene.lua --once --show chafa
    [ "$(wc -c <.out)" -gt 500 ] || fail "chafa shows nothing"
fi
# what fails is told, with the script's own output
echo 'print("hello") error("oops")' >bad.lua
expect 1 "$tauwerk" watch bad.lua --once
prints "hello"
prints "bad.lua: status 1: bad.lua:1: oops"
expect 4 "$tauwerk" watch missing.lua
says "missing.lua"
expect 2 "$tauwerk" watch
says "expected a script, got none"
expect 2 "$tauwerk" watch scene.lua -o still.jpg
says "FILE.png"
expect 2 "$tauwerk" watch scene.lua --show everything
says "expected one of auto, chafa, blocks, none"
expect 2 "$tauwerk" watch scene.lua --once --set nobody=1
prints "nobody"
# saves: each one is a run, also when the file is replaced, also of what lies beside it
: >live.out
"$tauwerk" watch scene.lua --size 64x36 --folder live >live.out 2>.err &
pid=$!
lines() {
    i=0
    while [ "$(grep -c 'pictures\|status' live.out)" -lt "$1" ]; do
        [ $i -lt 300 ] || { cp live.out .out; kill $pid; fail "no run number $1"; }
        sleep 0.1
        i=$((i + 1))
    done
}
lines 1
sed 's/duration = 0.2/duration = 0.1/' scene.lua >new
mv new scene.lua
lines 2
tail -n 1 live.out | grep -Eq "3 pictures, [01] drawn" || fail "a shorter film has hardly anything new: $(tail -n 1 live.out)"
echo 'error("half-written")' >>scene.lua.tmp
mv scene.lua.tmp scene.lua
lines 3
tail -n 1 live.out | grep -q "status 1: scene.lua:1: half-written" || fail "the error is not told: $(tail -n 1 live.out)"
cp "$scenes/tiny.lua" scene.lua
lines 4
echo "return 1" >other.lua
lines 5
touch other.txt
sleep 0.5
[ "$(grep -c 'pictures\|status' live.out)" -eq 5 ] || fail "a file that does not matter began a run"
kill -INT $pid
wait $pid
status=$?
[ $status -eq 130 ] || fail "expected status 130"
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
