-- expect: 3: tw.card: expected a text first
local tw = require "tauwerk"
tw.card { seconds = 2 }
