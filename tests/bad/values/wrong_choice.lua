-- expect: 4: tw.scene: field 'stepper': expected one of 'auto', 'adams', 'bdf', 'dopri', 'project', 'rk4', 'timestep', 'wave', got 'adam'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
tw.scene { stepper = "adam" }
