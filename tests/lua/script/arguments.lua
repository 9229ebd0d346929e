-- Functions with many arguments or results: Lua gives a C function room for twenty more values, no more.
local tw = require "tauwerk"
local many = {}
for i = 1, 5000 do many[i] = i end
local n, format = #many, ("%d,"):rep(#many)
assert(string.format(format, table.unpack(many)) == table.concat(many, ",") .. ",")
assert(select("#", string.format("%s", "x", table.unpack(many))) == 1)
io.write("", (" "):rep(3), "\n", table.unpack({ "", "", "" }))
local long = {}
for i = 1, n do long[i] = "" end
io.write(table.unpack(long))
io.stdout:write(table.unpack(long))
local file = assert(io.tmpfile())
file:write(table.unpack(many))
file:seek("set")
assert(#file:read("a") == #table.concat(many))
file:close()
assert(select("#", next({ 1 }, nil)) == 2)
local scene = tw.scene {}
scene:log(format, table.unpack(many))
local v = tw.vec3(1, 2, 3, table.unpack({})) -- no more than it takes
assert(v.z == 3)
assert(select("#", load("return ...")(table.unpack(many))) == n)
