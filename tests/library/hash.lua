-- hashes of the scenes of a script after 0.3 s; tests/library/lua.sh runs it in two kinds of Lua
require "tauwerk"
package.path = arg[1]:match "^(.*/)" .. "?.lua"
local made = dofile(arg[1])
if type(made) ~= "table" then made = { made } end
for _, scene in ipairs(made) do
  scene:advance_to(0.3)
  print(scene:hash())
end
