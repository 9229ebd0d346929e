-- expect: 4: scene:advance: stepper 'project' does not know contacts
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.stepper = "project" local b = scene:sphere { radius = 1 } scene:limit { joint = scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }, lower = 0 } scene:advance(1)
