-- Ways out of a sandbox, each refused by an error that says why: tauwerk lua --sandbox escapes.lua
-- With a number as argument, one of those that only the bounds end, which end this process as well;
-- with "count", how many of these there are.
local tw = require "tauwerk"
local here = arg[0]:match "^(.*/)" or "./"
local OUT = "below the folder"
local NONE = "not available in a sandbox"
local two = function()
  local s = tw.scene { duration = 0.1 }
  return s, s:sphere { radius = 1 }
end
local robot = function(name) return function() tw.import(here .. "robots/" .. name) end end
local SHUT = "nothing is written by a script in a sandbox"

-- name, what is tried, part of the message
local escapes = {
  -- other programs
  { "os.execute", function() os.execute "true" end, NONE },
  { "os.execute asks for a shell", function() os.execute() end, NONE },
  { "io.popen", function() io.popen("true", "r") end, NONE },
  { "io.popen through pcall", function() local ok, e = pcall(io.popen, "true") assert(not ok) error(e, 0) end, NONE },
  { "os.exit", function() os.exit(0) end, NONE },
  { "os.exit closes", function() os.exit(true, true) end, NONE },
  { "os.exit in a coroutine", function() error(select(2, coroutine.resume(coroutine.create(os.exit), 0)), 0) end, NONE },
  -- machine code
  { "package.loadlib", function() package.loadlib("libc.so.6", "system") end, NONE },
  { "package.loadlib *", function() package.loadlib("libc.so.6", "*") end, NONE },
  { "require of a C module", function() package.cpath = here .. "?.so;/usr/lib/x86_64-linux-gnu/lua/5.4/?.so" require "lfs" end, "module 'lfs' not found" },
  { "the searcher of C modules", function() package.searchers[4] "lfs" end, "attempt to call a nil value" },
  { "the searcher of C roots", function() package.searchers[5] "a.b" end, "attempt to call a nil value" },
  -- bytecode
  { "string.dump", function() string.dump(function() end) end, "string.dump is not available" },
  { "load of bytecode", function() assert(load("\27Lua\x54\0\x19\x93\r\n\x1a\n")) end, "attempt to load a binary chunk" },
  { "load in mode b", function() assert(load("return 1", "x", "b")) end, "loaded as text only" },
  { "load in mode bt", function() assert(load("\27Lua", "x", "bt")) end, "attempt to load a binary chunk" },
  { "load of pieces of bytecode", function() local p = { "\27Lua", "\x54\0" } assert(load(function() return table.remove(p, 1) end)) end, "attempt to load a binary chunk" },
  -- the debug library
  { "debug.getregistry", function() debug.getregistry() end, "debug.getregistry is not available" },
  { "debug.sethook", function() debug.sethook() end, "debug.sethook is not available" },
  { "debug.gethook", function() debug.gethook() end, "debug.gethook is not available" },
  { "debug.getupvalue", function() debug.getupvalue(print, 1) end, "debug.getupvalue is not available" },
  { "debug.setupvalue", function() debug.setupvalue(print, 1, 1) end, "debug.setupvalue is not available" },
  { "debug.upvaluejoin", function() debug.upvaluejoin(print, 1, print, 1) end, "debug.upvaluejoin is not available" },
  { "debug.upvalueid", function() debug.upvalueid(print, 1) end, "debug.upvalueid is not available" },
  { "debug.setmetatable", function() debug.setmetatable(1, {}) end, "debug.setmetatable is not available" },
  { "debug.getmetatable", function() debug.getmetatable(tw.scene {}) end, "debug.getmetatable is not available" },
  { "debug.setuservalue", function() debug.setuservalue(tw.scene {}, 1) end, "debug.setuservalue is not available" },
  { "debug.getuservalue", function() debug.getuservalue(tw.scene {}) end, "debug.getuservalue is not available" },
  { "debug.getlocal", function() debug.getlocal(1, 1) end, "debug.getlocal is not available" },
  { "debug.setlocal", function() debug.setlocal(1, 1, 2) end, "debug.setlocal is not available" },
  { "debug.debug", function() debug.debug() end, "debug.debug is not available" },
  { "functions by debug.getinfo", function() debug.getinfo(1, "f").func() end, "attempt to call a nil value" },
  -- reading
  { "io.open of a file elsewhere", function() io.open "/etc/passwd" end, OUT },
  { "io.open to read and write elsewhere", function() io.open("/etc/passwd", "r+") end, SHUT },
  { "io.open through ..", function() io.open(here .. "../cli/lib.sh") end, OUT },
  { "io.open of what is not there, elsewhere", function() io.open "/etc/there-is-no-such-file" end, OUT },
  { "io.open through a folder that is not there", function() io.open(here .. "no/../../cli/lib.sh") end, OUT },
  { "io.open of a device", function() io.open "/dev/zero" end, OUT },
  { "io.open of the process's memory", function() io.open "/proc/self/mem" end, OUT },
  { "io.open of its descriptors", function() io.open "/proc/self/fd/0" end, OUT },
  { "io.open of its folder", function() io.open "/proc/self/cwd/escapes.lua" end, OUT },
  { "io.open of the folder", function() io.open(here) end, "expected a regular file" },
  { "io.open of a name with a zero", function() assert(io.open(here .. "\0/../../etc/passwd")) end, "expected a regular file" },
  { "io.open of an empty name", function() io.open "" end, OUT },
  { "io.lines elsewhere", function() io.lines "/etc/passwd" end, OUT },
  { "io.lines of the standard input", function() io.lines() end, "string expected" },
  { "io.input", function() io.input "/etc/passwd" end, NONE },
  { "io.read", function() io.read() end, NONE },
  { "io.stdin", function() io.stdin:read() end, "attempt to index a nil value" },
  { "dofile elsewhere", function() dofile "/etc/passwd" end, OUT },
  { "dofile of the standard input", function() dofile() end, "the standard input is not read" },
  { "loadfile elsewhere", function() loadfile "/etc/passwd" end, OUT },
  { "loadfile of the standard input", function() loadfile() end, "the standard input is not read" },
  { "require by package.path", function() package.path = "/etc/?" require "passwd" end, "module 'passwd' not found" },
  { "require through ..", function() package.path = here .. "../lua/?.lua" require "_cases" end, "module '_cases' not found" },
  { "require of a path", function() require "/etc/passwd" end, "not found" },
  { "require by a searchpath of its own", function() local own = package.searchpath package.searchpath = function() package.searchpath = own return "/etc/passwd" end require "passwd" end, OUT },
  { "package.searchpath", function() assert(package.searchpath("passwd", "/etc/?")) end, "no file '/etc/passwd' below" },
  { "a mesh elsewhere", function() tw.scene {}:mesh { file = here .. "../data/meshes/open.obj" } end, "no such file" },
  { "a mesh of a device", function() tw.scene {}:mesh { file = "/dev/zero" } end, "no such file" },
  { "a texture elsewhere", function() tw.scene {}:box { material = { texture = "/etc/passwd" } } end, "no such file" },
  { "a sky elsewhere", function() tw.scene {}:light { kind = "environment", file = "/etc/sky.hdr" } end, "no such file" },
  { "sound elsewhere", function() tw.film { shots = { tw.scene {} }, audio = "/etc/passwd" } end, "found no '/etc/passwd'" },
  { "sound from the net", function() tw.film { shots = { tw.scene {} }, audio = "http://localhost/x.wav" } end, "found no" },
  { "os.getenv", function() os.getenv "HOME" end, NONE },
  { "io.open of the root by a process", function() io.open "/proc/self/root/etc/passwd" end, OUT },
  { "io.open of the environment", function() io.open "/proc/self/environ" end, OUT },
  { "loadfile of a descriptor", function() loadfile "/proc/self/fd/0" end, OUT },
  { "require of a library's file elsewhere", function() require "tauwerk/../../tests/lua/_cases" end, "not found" },
  { "require of a library's file elsewhere, by dots", function() require "tauwerk....tests.lua._cases" end, "not found" },
  { "require of a name that is a path", function() package.path = "?" require "/etc/passwd" end, "no file '/etc/passwd' below" },
  { "a program's chunk that reads files", function() require "tauwerk.robot.export" end, OUT },
  { "a program's chunk that reads robots", function() require "tauwerk.robot.write" end, "no such file" },
  { "an environment of its own", function() load("os.execute()", "x", "t", setmetatable({}, { __index = _G }))() end, NONE },
  { "a force that starts programs", function() local s = two() s:when(function() return io.popen "true" end, print) s:advance(0.1) end, NONE },
  -- robots
  { "a robot elsewhere", function() tw.import(here .. "../../scripts/robots/cartpole.xml") end, "no such file" },
  { "a robot of a device", function() tw.import "/dev/stdin.xml" end, "no such file" },
  { "a robot's mesh above its folder", robot "mesh_above.xml", "expected a file below the folder" },
  { "a robot's mesh by its root", robot "mesh_root.xml", "there is no such file" },
  { "a robot's mesh of a device", robot "mesh_device.xml", "meshes are read from" },
  { "a robot's part above its folder", robot "include_above.xml", "expected a file below the folder" },
  { "a robot in itself", robot "include_itself.xml", "included already" },
  { "a robot's entity", robot "entity.xml", "files with entities are not read" },
  { "a robot's copies of copies", robot "copies.xml", "more than 10000 copies" },
  { "a robot's package above it", robot "package.urdf", "expected a file below the folder" },
  { "a model in itself", robot "include_itself.sdf", "no bodies" },
  { "a model above its folder", robot "include_above.sdf", "no bodies" },
  { "a robot that is forged", function() tw.scene {}:add { script = function() return "x" end, model = {} } end, "expected a robot of tw.import" },
  { "a robot's text as a path", function() tw.scene {}:robot_text "../../x" end, "expected" },
  -- writing
  { "io.open to write", function() io.open("/tmp/tauwerk-escape", "w") end, SHUT },
  { "io.open to write beside the script", function() io.open(here .. "new.lua", "w") end, SHUT },
  { "io.open to append", function() io.open(arg[0], "a") end, SHUT },
  { "io.open to change", function() io.open(arg[0], "r+b") end, SHUT },
  { "io.output", function() io.output "/tmp/tauwerk-escape" end, NONE },
  { "io.tmpfile", function() io.tmpfile() end, NONE },
  { "os.tmpname", function() os.tmpname() end, NONE },
  { "os.remove", function() os.remove(arg[0]) end, SHUT },
  { "os.remove elsewhere", function() os.remove "/tmp/tauwerk-escape" end, SHUT },
  { "os.rename", function() os.rename(arg[0], "/tmp/tauwerk-escape") end, SHUT },
  { "os.setlocale", function() os.setlocale "" end, "the locale is not changed" },
  -- values that are not the script's
  { "a finalizer", function() setmetatable({}, { __gc = function() while true do end end }) end, "finalizers (__gc) are not available" },
  { "a finalizer for files", function() getmetatable(io.stdout).__gc = print end, "attempt to index a boolean value" },
  { "a finalizer for scenes", function() getmetatable(tw.scene {}).__gc(1) end, "attempt to index a boolean value" },
  { "a metatable of a body", function() getmetatable(tw.scene {}:sphere { radius = 1 }).__index = {} end, "attempt to index a boolean value" },
  { "a metatable of a vector", function() getmetatable(tw.vec3(1, 2, 3)).__index = {} end, "attempt to index a boolean value" },
  { "a metatable for a scene", function() setmetatable(tw.scene {}, {}) end, "table expected" },
  { "a method of another thing", function() local s = tw.scene {} s.sphere(io.stdout, { radius = 1 }) end, "" },
  { "a getter of another thing", function() local s = tw.scene {} s.energy(tw.vec3(1, 2, 3)) end, "" },
  { "a constructor of files", function() io.stdout.close(tw.scene {}) end, "FILE* expected" },
  { "a metatable of random numbers", function() getmetatable(tw.scene {}.random).__index = {} end, "attempt to index a boolean value" },
  { "a metatable of a snapshot", function() getmetatable(tw.scene {}:snapshot()).__index = {} end, "attempt to index a boolean value" },
  { "a finalizer for rotations", function() getmetatable(tw.quat(1, 0, 0, 0)).__gc = print end, "attempt to index a boolean value" },
  { "a body that is forged", function() local s, b = two() s:ramp { setmetatable({}, getmetatable(b)), "velocity", to = { 1, 0, 0 } } end, "nil or table expected" },
  { "a snapshot that is forged", function() tw.scene {}:restore(setmetatable({}, { __index = function() return 1 end })) end, "expected a snapshot" },
  { "a snapshot of another scene", function() tw.scene {}:restore(tw.scene {}:snapshot()) end, "of another scene" },
  { "a search that changes another scene", function() local s = two() local _, b = two() s:solve { vary = { { b, "velocity" } }, so_that = { { "g", value = function() return 1 end, equals = 0 } } } end, "belongs to another scene" },
  { "a search that changes a file", function() two():solve { vary = { { io.stdout, "x" } }, so_that = { { "g", value = function() return 1 end, equals = 0 } } } end, "expected an object" },
  { "a search inside of a motion", function() local s, b = two() s:at(0.01, function() s:solve { vary = { { b, "velocity" } }, so_that = { { "g", value = function() return 1 end, equals = 0 } } } end) s:advance(0.1) end, "cannot be called inside an event" },
  -- memory and the stack
  { "string.rep", function() return ("sixteen letters."):rep(3e7) end, "not enough memory" },
  { "string.rep many times", function() return ("x"):rep(1e15) end, "one call takes at most" },
  { "string.rep of nothing", function() return (""):rep(1e15) end, "one call takes at most" },
  { "string.rep of a separator", function() return (""):rep(1e10, "long") end, "one call takes at most" },
  { "doubling", function() local s = "x" while true do s = s .. s end end, "not enough memory" },
  { "a table that grows", function() local t = {} for i = 1, 1e9 do t[i] = i end end, "not enough memory" },
  { "string.format of a wide field", function() return ("%2000000000d"):format(1) end, "invalid" },
  { "string.pack of a long field", function() return ("c2000000000"):pack "x" end, "not enough memory" },
  { "table.concat", function() return table.concat(setmetatable({}, { __index = function() return "x" end }), "", 1, 1e12) end, "one call takes at most" },
  { "table.unpack", function() return table.unpack({}, 1, 1e8) end, "too many results" },
  { "recursion", function() local function f() return 1 + f() end f() end, "stack overflow" },
  { "recursion through pcall", function() local function f() local ok, e = pcall(f) return error(e, 0) end f() end, "C stack overflow" },
  { "recursion through a metamethod", function() local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end return t.x end, "stack overflow" },
  { "recursion through gsub", function() local function f(s) return (s:gsub(".", f)) end f "x" end, "C stack overflow" },
  { "recursion through sort", function() local function f() table.sort({ 1, 2 }, f) end f() end, "C stack overflow" },
  { "coroutines within coroutines", function() local function f() return coroutine.wrap(f)() end f() end, "C stack overflow" },
  { "nested brackets", function() assert(load("return " .. ("("):rep(10000) .. "1")) end, "overflow" },
  { "nested functions", function() assert(load(("function f() "):rep(10000))) end, "overflow" },
  { "deep patterns", function() return ("x"):rep(1000):find(("x?"):rep(1000) .. ("(x"):rep(33)) end, "too" },
  -- work in one call
  { "table.move", function() table.move({}, 1, 1 << 53, 2) end, "one call takes at most" },
  { "table.insert into a table that lies", function() table.insert(setmetatable({}, { __len = function() return 1 << 53 end }), 1, 0) end, "one call takes at most" },
  { "table.remove from a table that lies", function() table.remove(setmetatable({}, { __len = function() return 1 << 53 end }), 1) end, "one call takes at most" },
  { "os.date of a long format", function() os.date(("%c"):rep(4e6)) end, "one call takes at most" },
  { "table.sort of a table that lies", function() table.sort(setmetatable({}, { __len = function() return 2^31 - 2 end })) end, "one call takes at most" },
}

-- that go on until the script's bounds end it
local endless = {
  { "a loop", function() while true do end end },
  { "a loop that catches errors", function() while true do pcall(function() while true do end end) end end },
  { "a message handler that goes on", function() while true do xpcall(error, function() while true do end end) end end },
  { "a message handler of a loop", function() while true do xpcall(function() while true do end end, function() while true do end end) end end },
  { "a coroutine's variable that closes", function() while true do pcall(coroutine.wrap(function() local _ <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end)) end end },
  { "a coroutine that is closed", function() local co = coroutine.create(function() local _ <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end) while true do coroutine.resume(co) coroutine.close(co) end end },
  { "a coroutine that is closed while it waits", function() local co = coroutine.create(function() local _ <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end) coroutine.resume(co) while true do coroutine.close(co) end end },
  { "a loop in a coroutine", function() coroutine.wrap(function() while true do end end)() end },
  { "coroutines without end", function() while true do coroutine.wrap(function() for i = 1, 100 do end end)() end end },
  { "coroutines that catch", function() while true do coroutine.resume(coroutine.create(function() while true do pcall(error) end end)) end end },
  { "a loop as a variable closes", function() local _ <close> = setmetatable({}, { __close = function() while true do end end }) end },
  { "a loop in a comparison of sort", function() table.sort({ 3, 2, 1 }, function() while true do end end) end },
  { "a loop in a metamethod", function() return setmetatable({}, { __add = function() while true do end end }) + 1 end },
  { "a loop in a reader of load", function() load(function() return " " end) end },
  { "a loop in the replacement of gsub", function() return (("x"):gsub("x", function() while true do end end)) end },
  { "a pattern that tries everything", function() return (("a"):rep(30)):find((".-"):rep(30) .. "b") end },
  { "a pattern of repetitions", function() return (("a"):rep(3000)):find(("a*"):rep(12) .. "b") end },
  { "gmatch that tries everything", function() for _ in (("a"):rep(200)):gmatch((".-"):rep(12) .. "b") do end end },
  { "gsub that tries everything", function() return (("a"):rep(200)):gsub((".-"):rep(12) .. "b", "") end },
  { "a search for a long text", function() local s = ("a"):rep(4000000) while true do s:find(("a"):rep(2000000) .. "b", 1, true) end end },
  { "long texts again and again", function() while true do local _ = ("x"):rep(1 << 22) end end },
  { "long texts joined", function() local s = ("x"):rep(1 << 22) while true do local _ = s .. s end end },
  { "tonumber of a long text", function() local s = ("1"):rep(4000000) while true do tonumber(s, 36) end end },
  { "os.date of long formats", function() local s = ("%c"):rep(10000) while true do os.date(s) end end },
  { "a search without end", function() local s, b = two() s:solve { vary = { { b, "velocity" } }, so_that = { { "g", value = function() while true do end end, equals = 0 } } } end },
  { "moving much", function() local t = {} while true do table.move(t, 1, 1e6, 2e6) end end },
  { "collecting garbage", function() while true do collectgarbage() end end },
  { "a table sorted by next", function() local t = {} for i = 1, 1e4 do t["k" .. i] = i end while true do next(t) end end },
  { "printing", function() while true do print(("x"):rep(100000)) end end },
  { "advancing a scene with an event", function() local s = tw.scene { step = 1e-3, stepper = "rk4" } s:every(1e-6, function() for i = 1, 1e5 do end end) s:advance(1) end },
  { "a function of a condition", function() local s = tw.scene {} s:when(function() while true do end end, print) s:advance(1) end },
  { "a goto", function() ::again:: goto again end },
  { "tail calls", function() local function f() return f() end f() end },
}

if arg[1] == "count" then
  io.write(#endless, "\n")
  return
elseif arg[1] then
  local e = endless[tonumber(arg[1])]
  io.write(e[1], "\n")
  e[2]()
  error "it has ended"
end

local bad = 0
for _, e in ipairs(escapes) do
  local ok, text = pcall(e[2])
  text = tostring(text)
  if ok or not text:find(e[3], 1, true) then
    bad = bad + 1
    print(("NOT REFUSED  %s: %s"):format(e[1], ok and "no error" or text))
  end
  collectgarbage()
end
print(("%d ways out, %d refused"):format(#escapes, #escapes - bad))
assert(#escapes >= 100 - #endless)
tw.test("every way out is refused", function() assert(bad == 0) end)
