-- expect: *: out of memory: the script may use 64 MB
-- status: 5
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local t = {}
for i = 1, 1e9 do t[i] = { i } end
