-- expect: 4: scene:ground: field 'material': field 'color': expected a colour of 3 or 6 hexadecimal digits, as in '#ff6347', got '#ff63'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:ground { material = { color = "#ff63" } }
