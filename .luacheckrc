-- luacheck of the project's own Lua: luacheck lua scripts docs tests/lua
std = "lua54"
max_line_length = false
unused = false -- callbacks name what they get, scenes name what they make
redefined = false
ignore = { "581" } -- `not (x > 0)` is true of NaN, too
-- the paper's verbs are globals
files["lua/tauwerk/barzel.lua"].globals = {
    "scene", "make", "end1", "end2", "center", "gravity_on", "gravity_off", "connect", "remove", "enable", "disable",
}
files["lua/tauwerk/core.lua"].globals = { "os.setlocale" }
