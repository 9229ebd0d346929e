-- expect: 4: field 'name': expected a name for each of the scenes that the script returns, got 'a/b' again: tests/bad/film/scene_names.lua:3 calls a scene 'a_b'
local tw = require "tauwerk"
local first = tw.scene { name = "a_b" }
local second = tw.scene { name = "a/b" }
return { first, second }
