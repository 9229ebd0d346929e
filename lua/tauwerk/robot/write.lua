-- What `tauwerk import robot.urdf` prints: the robot as a script.
local file = ...
local tw = require "tauwerk"
io.write(tw.import(file):script())
