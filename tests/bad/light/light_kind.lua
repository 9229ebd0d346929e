-- expect: 4: scene:light: field 'kind': expected one of 'sun', 'sky', 'point', 'area', 'spot', 'environment', got 'lamp'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:light { kind = "lamp" }
