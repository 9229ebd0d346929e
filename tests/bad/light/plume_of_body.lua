-- expect: 5: scene:plume: field 'of': expected a constraint, got sphere 'ball'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { name = "ball", radius = 1 }
scene:plume { of = ball }
