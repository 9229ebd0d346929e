-- expect: 3: tw.card: field 'seconds': expected a positive number of seconds, got 0
local tw = require "tauwerk"
tw.card { "The end", seconds = 0 }
