-- What could bring the process down is refused with an error: chunks that are not text, and the functions of the debug
-- library that reach the program's own values. What is harmless still works.
local function refuses(text, f, ...)
  local good, message = pcall(f, ...)
  assert(not good and tostring(message):find(text, 1, true), "expected '" .. text .. "', got " .. tostring(message))
end
local function gives_nil(text, ...)
  local f, message = ...
  assert(f == nil and tostring(message):find(text, 1, true), "expected nil, '" .. text .. "', got " .. tostring(message))
end

-- bytecode: by text, by function, by file
refuses("string.dump is not available to scripts", string.dump, function() end)
local binary = "\27Lua\x54\0"
gives_nil("attempt to load a binary chunk", load(binary))
gives_nil("attempt to load a binary chunk", load(binary, "b", nil, {}))
gives_nil("attempt to load a binary chunk", load(binary, "b", "bt"))
gives_nil("chunks are loaded as text only, not in mode 'b'", load("return 1", "b", "b"))
local pieces = { binary }
gives_nil("attempt to load a binary chunk", load(function() return table.remove(pieces) end))
local path = os.tmpname()
local function write(text)
  local f = assert(io.open(path, "wb"))
  f:write(text)
  f:close()
end
write(binary)
gives_nil("attempt to load a binary chunk", loadfile(path))
gives_nil("text only", loadfile(path, "b"))
refuses("attempt to load a binary chunk", dofile, path)
local folder, name = path:match("^(.*)/([^/]*)$")
package.path = folder .. "/?"
refuses("attempt to load a binary chunk", require, name)

-- text, with all that the originals give
assert(load("return ...")(7) == 7 and load("return x", "c", "t", { x = 3 })() == 3 and load("x = 1", "c", "bt", {}))
assert(load("return x", "c", nil, nil) and not pcall(load("return x.y", "c", "t", nil)), "an environment of nil")
gives_nil("c:1:", load("x x", "=c"))
write("local name, file = ...; return name or 5, coroutine.isyieldable() and coroutine.yield(6) or file, 8")
assert(loadfile(path)() == 5 and select("#", dofile(path)) == 3)
local inside = coroutine.wrap(function() return dofile(path) end)
assert(inside() == 6 and select(2, inside(9)) == 9)
local value, where = require(name)
assert(value == name and where == path, "require gives the name and the file")
os.remove(path)
refuses("no file", require, "nothing_of_this_name")

-- debug
local tw = require "tauwerk"
local scene = tw.scene {}
refuses("debug.setmetatable is not available to scripts", debug.setmetatable, scene, {})
for _, k in ipairs { "getregistry", "getupvalue", "setupvalue", "upvaluejoin", "getlocal", "setlocal", "sethook", "getmetatable" } do
  refuses("debug." .. k .. " is not available to scripts", debug[k], 1, 1)
end
assert(debug.traceback("so"):find("guard.lua", 1, true))
local info = debug.getinfo(1)
assert(info.currentline == debug.getinfo(1, "l").currentline - 1 and info.short_src:find("guard.lua", 1, true))
assert(debug.getinfo(0, "n").name == "getinfo" and debug.getinfo(refuses, "S").linedefined == 3)
assert(debug.getinfo(coroutine.running(), 1, "l").currentline == info.currentline + 3)
assert(debug.getinfo(coroutine.create(print), 5) == nil and debug.getinfo(1e6) == nil)
for level = 0, 20 do
  local i = debug.getinfo(level, "f")
  assert(not i or i.func == nil, "functions of the program are not given out")
end
