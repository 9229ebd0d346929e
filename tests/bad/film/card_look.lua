-- expect: 3: scene: field 'look'[1]: expected a look, got 'papre'; did you mean 'paper'?
local tw = require "tauwerk"
tw.card { "The end", look = "papre" }
