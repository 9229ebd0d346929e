-- expect: 4: scene:text: field 'font': expected one of 'sans', 'serif', 'mono', 'bold', 'serif bold', 'mono bold', got 'Serif'; did you mean 'serif'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", font = "Serif" }
