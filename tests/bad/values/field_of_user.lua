-- expect: 5: group 'chain': unknown field 'links'; its table 'user' has it: user.links
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local chain = scene:group { name = "chain", user = { links = {} } }
print(#chain.links)
