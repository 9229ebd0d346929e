-- expect: 3: scene.look: field 'floor': expected one of 'auto', 'none', 'matte', 'gloss', 'grid', 'checker', got 'wood'
local scene = require "tauwerk".scene { name = "bad" }
scene.look = { "dark", floor = "wood" }
