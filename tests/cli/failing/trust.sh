# What a scene may do in a sandbox, and what ends it: docs/trust.md
. "$2/tests/cli/lib.sh"
escapes="$2/tests/trust/escapes.lua"

# every way out is refused, in one process; what only the bounds end, in one each
expect 0 "$tauwerk" lua --sandbox "$escapes"
prints " refused"
expect 0 "$tauwerk" lua "$escapes" count
n=$(cat .out)
[ "$n" -ge 25 ] || fail "only $n endless scripts"
for k in $(seq "$n"); do
    expect 124 timeout -s KILL 20 "$tauwerk" lua --sandbox --limit-instructions 1e7 "$escapes" "$k"
    says "the script may take 10000000 instructions, and has (--limit-instructions)"
done

# files: what is beside the script is read, what is below -o is written, no link leads out
mkdir -p scene/below out elsewhere
echo inside >scene/below/data.txt
echo secret >elsewhere/data.txt
ln -s ../elsewhere scene/link
ln -s ../elsewhere/data.txt scene/data.txt
ln -s ../elsewhere out/link
ln -s ../elsewhere/new.txt out/new.txt
echo 'return { 7 }' >scene/beside.lua
cat >scene/ok.lua <<'LUA'
local tw = require "tauwerk"
assert(require "beside"[1] == 7 and require "tauwerk.models")
assert(io.open("scene/below/data.txt"):read() == "inside")
for line in io.lines "scene/below/data.txt" do assert(line == "inside") end
assert(dofile "scene/beside.lua"[1] == 7 and loadfile "scene/beside.lua"()[1] == 7)
if tw.param("out", false) then
  local f = assert(io.open("out/table.csv", "w"))
  f:write("a,b\n")
  f:close()
  assert(os.rename("out/table.csv", "out/moved.csv"))
  assert(os.remove "out/moved.csv")
  assert(io.open("out/kept.csv", "w")):write("kept\n")
end
for _, path in ipairs { "scene/link/data.txt", "scene/data.txt" } do
  local ok, text = pcall(io.open, path)
  assert(not ok and text:find "below the folder", text)
end
for _, path in ipairs { "out/link/x", "out/new.txt", "scene/x", "out/../x" } do
  local ok, text = pcall(io.open, path, "w")
  assert(not ok and (text:find "below the folder" or text:find "nothing is written"), text)
end
assert(tostring(io.stdout):match "^file %(0x%x%x%x%x%x%x%x%x%)$", "the address of a file is shown")
package.loaded.tauwerk = nil
assert(require "tauwerk" == tw, "the module is opened twice")
local f = function() coroutine.yield(1) error("told", 0) end
local co = coroutine.wrap(f)
assert(co() == 1 and select(2, pcall(co)) == "told")
assert(select(2, xpcall(error, function(e) return e .. "!" end, "oh")) == "oh!")
return tw.scene { duration = 0.1, fps = 10 }
LUA
expect 0 "$tauwerk" run scene/ok.lua --sandbox -o out --set out=true --size 32x18
is_file out/kept.csv
is_png out/ok.0001.png
expect 0 "$tauwerk" lua --sandbox scene/ok.lua
no_file elsewhere/new.txt
no_file x

# bounds: objects, frames, pixels, memory; also without a sandbox
cat >many.lua <<'LUA'
local s = require "tauwerk".scene { duration = 1e5 }
for i = 1, 30 do s:nail { i, 0, 0 } end
return s
LUA
expect 1 "$tauwerk" run many.lua --no-render --limit-objects 29
says "many.lua:2: scene:nail: a script may make 29 objects, and has (--limit-objects)"
expect 1 "$tauwerk" run many.lua --no-render --sandbox
says "expected a film of at most 100000 frames, got 3000000 (--limit-frames)"
expect 1 "$tauwerk" bake many.lua -o x.twb --limit-frames 10
says "at most 10 frames"
no_file x.twb
expect 1 "$tauwerk" run many.lua --sandbox --limit-frames 100000000 --size 16384x16384
says "expected pictures of at most 40000000 pixels, got 16384 x 16384 (--limit-pixels)"
expect 1 "$tauwerk" export many.lua -o x.csv --sandbox
says "--limit-frames"
expect 2 "$tauwerk" run many.lua --sandbox --trust
says "expected either --sandbox or --trust"
# files from elsewhere: their bytes, their pixels
cp "$2/tests/fuzz/corpus/mesh/tetrahedron.obj" mesh.obj
printf 'local s = require "tauwerk".scene {}\ns:mesh { file = "mesh.obj", density = 1 }\nreturn s\n' >mesh.lua
expect 0 "$tauwerk" run mesh.lua --no-render --limit-file 1
expect 1 "$tauwerk" run mesh.lua --no-render --limit-file 0.00001
says "cannot read 'mesh.obj': expected at most 10 bytes, got"
says "(--limit-file)"
tail -c +2 "$2/tests/fuzz/corpus/picture/full.jpg" >full.jpg
tail -c +2 "$2/tests/fuzz/corpus/picture/interlaced.png" >interlaced.png
for picture in full.jpg:63 interlaced.png:36; do
    printf 'local s = require "tauwerk".scene { size = { 6, 5 } }\ns:sphere { radius = 1, material = { texture = "%s" } }\nreturn s\n' "${picture%:*}" >textured.lua
    expect 0 "$tauwerk" run textured.lua --no-render --limit-pixels "${picture#*:}"
    expect 1 "$tauwerk" run textured.lua --no-render --sandbox --limit-pixels $((${picture#*:} - 1))
    says "at most $((${picture#*:} - 1)) pixels, got"
done
cat >fill.lua <<'LUA'
local s = require "tauwerk".scene {}
while true do s:log("x") s:expect { ("x"):rep(1 << 20), value = 1, equals = 1, within = 1 } end
LUA
expect 5 "$tauwerk" run fill.lua --sandbox --limit-memory 200 --limit-instructions 1e12
says "out of memory"

# check and watch keep scenes in one unless they are trusted
mkdir checks
cat >checks/reads.lua <<'LUA'
local tw = require "tauwerk"
io.open("/etc/passwd", "r")
tw.test("reads", function() assert(os.getenv "PATH") end)
LUA
expect 1 "$tauwerk" check checks
prints "expected a file below the folder"
expect 0 "$tauwerk" check checks --trust
echo 'os.execute "true" return require "tauwerk".scene { duration = 0.1 }' >w.lua
expect 1 "$tauwerk" watch w.lua --once --show none --size 32x18
says "os.execute is not available in a sandbox"
expect 0 "$tauwerk" watch w.lua --once --show none --size 32x18 --trust

# terminals are told nothing: control characters of names and messages, and in a sandbox of prints
printf 'error("a\\27]0;title\\7b\\194\\155c")\n' >control.lua
expect 1 "$tauwerk" lua control.lua
says "a?]0;title?b??c"
printf 'print("a\\27[31mb\\tc")\n' >control.lua
expect 0 "$tauwerk" lua --sandbox control.lua
[ "$(cat .out)" = "$(printf 'a?[31mb\tc')" ] || fail "a terminal is told"

# a check that is killed leaves a folder, which the next one removes; one that works keeps its own
mkdir tmp slow
echo 'while true do end' >slow/endless.lua
TMPDIR=$work/tmp "$tauwerk" check slow >/dev/null 2>&1 &
pid=$!
while [ -z "$(ls tmp/*/lock 2>/dev/null)" ]; do sleep 0.1; done
expect 124 env TMPDIR="$work/tmp" "$tauwerk" check slow --limit-time 0.2
[ "$(ls tmp | wc -l)" -eq 1 ] || fail "a check that works has lost its folder"
kill -9 $pid
wait $pid 2>/dev/null
sleep 1 # its children, which end with it, hold the folder as long as they live
mkdir tmp/tauwerk-check-part tmp/tauwerk-check-begun # removed in part; about to make its lock
touch -d '2 minutes ago' tmp/tauwerk-check-part
expect 124 env TMPDIR="$work/tmp" "$tauwerk" check slow --limit-time 0.2
[ "$(ls tmp)" = tauwerk-check-begun ] || fail "a killed check has left its folder: $(ls tmp)"
