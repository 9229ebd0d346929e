-- a thing that is probably not meant (tests/library/lua.sh)
local tw = require "tauwerk"
print(tw.euler(90, 0, 0))
