# what is larger than usual: a script's path, its arguments, the scenes that it returns
. "$2/tests/cli/lib.sh"
long=$(head -c 3000 /dev/zero | tr '\0' a)
expect 4 "$tauwerk" run "$long"
says "File name too long"
deep=$(head -c 3000 /dev/zero | tr '\0' /)
expect 4 "$tauwerk" run ".${deep}none.lua"
says "No such file or directory"

cat >many.lua <<'END'
local tw = require "tauwerk"
local n, list = tw.param("n", 300), {}
for i = 1, n do list[i] = tw.scene { name = "s" .. i, duration = 0.1, fps = 10 } end
return table.unpack(list)
END
expect 0 "$tauwerk" run many.lua --no-render
echo 'assert(select("#", ...) == 2000 and #arg == 2000 and select(2000, ...) == "2000")' >words.lua
expect 0 "$tauwerk" lua words.lua $(seq 2000)
echo 'table.unpack({}, 1, 3000)' >prompt
"$tauwerk" lua <prompt >.out 2>.err || fail "the prompt"
[ "$(tail -n 1 .out | tr '\t' '\n' | grep -c nil)" -eq 3000 ] || fail "not 3000 results"
exit 0
