-- What `tauwerk export SCENE.lua -o robot.urdf` prints (and .xml, .sdf): the scene as a robot's file.
local file, format, at = ...
local tw = require "tauwerk"

local scene
if file:find "%.urdf$" or file:find "%.xml$" or file:find "%.sdf$" or file:find "%.world$" then
    local robot = tw.import(file)
    local settings = { name = (robot.name:gsub("[^%w_-]", "_")), gravity = robot.gravity }
    for key, value in pairs(robot.settings or {}) do settings[key] = value end -- of the scene that the file was written from
    scene = tw.scene(settings)
    scene:add(robot)
else
    local first = dofile(file)
    scene = type(first) == "table" and first[1] or first
    if type(scene) ~= "userdata" then tw.fail("%s: the script returns no scene; end it with 'return scene'", file) end
end
if at then scene:advance_to(tonumber(at)) end
io.write(scene:robot_text(format))
