-- expect: 3: tw.film: field 'shots': expected a list of scenes and cards, got an empty one
local tw = require "tauwerk"
return tw.film { shots = {} }
