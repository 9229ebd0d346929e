-- What Lua's own library and machine do with memory, each thing once; for unit_lua_memory, in which each request fails in turn.
-- The global `mode` is the collector's.
collectgarbage(mode)
local function work()
  local t = {}
  for i = 1, 40 do t[i] = i; t["k" .. i] = { i } end
  for i = 1, 40 do t["k" .. i] = nil end
  for i = 1, 20 do t[i + 0.5] = function() return t, i end end
  local co = coroutine.wrap(function(a) local x <close> = setmetatable({}, { __close = function() t.closed = a .. "c" end })
    for i = 1, 5 do a = coroutine.yield(a .. i) end error("out " .. a) end)
  for i = 1, 3 do co("s" .. i) end
  local co2 = coroutine.create(function() local y <close> = setmetatable({}, { __close = function() t.c2 = {} end }) coroutine.yield() end)
  coroutine.resume(co2); coroutine.close(co2)
  local function deep(n, ...) if n == 0 then return select("#", ...) end return 1 + deep(n - 1, n, ...) end
  deep(60)
  local ok, e = pcall(function() local z <close> = setmetatable({}, { __close = function(_, e) t.err = tostring(e) .. "!" end }) error({ "x" }) end)
  local f = load("local a, b = ... ; local function g(x) return function() x = x + a return x end end return g(b), 'longer than forty characters, so a long string' .. b, {1,2,3,x=1,y={}}")
  local g = f(1, 2); g(); g()
  pcall(load, "a b c ( 'never closed")
  load(function() return nil end)
  local w = setmetatable({}, { __mode = "k" }); for i = 1, 10 do local key = {}; w[key] = { key } end
  local v = setmetatable({}, { __mode = "v" }); for i = 1, 10 do v[i] = {} end
  for i = 1, 5 do setmetatable({}, { __gc = function(o) t.gone = { o } end }) end
  local s = ("abc"):rep(50); s = s:gsub("b", { b = "xyz" }); s = s:gsub("x", function(c) return c .. c end); s = s:format() .. s
  table.sort({ 5, 3, 1, 4 }, function(a, b) return a < b end); table.concat({ 1, "b", 3.5 }, ","); table.unpack({ 1, 2, 3 })
  string.format("%s %d %q %5.2f %s", {}, 3, "a\nb", 1.5, ("z"):rep(300)); 
  t = setmetatable({}, { __index = function(_, k) return k .. "i" end, __concat = function(a, b) return "cat" end, __eq = function() return true end, __call = function(_, a) return a end, __newindex = function(o, k, v) rawset(o, k, { v }) end })
  local _ = t.foo .. t .. "x"; t.bar = 1; t("q")
  for k, x in pairs({ a = 1, b = 2, c = { d = 1 } }) do local h = function() return k, x end h() end
  local n = 0; for a, b in ("k=v, l=w"):gmatch("(%w+)=(%w+)") do n = n + #a end
  xpcall(function() local x = nil; x.y = 1 end, function(m) return debug.traceback(m .. "tb") end)
  utf8.char(228, 8364, 0x10FFFF); for _, c in utf8.codes("äöü") do n = n + c end
  goto done
  ::done::
  return #s
end
-- what is left for lua_close: finalizers that make objects and finalizers, a coroutine that waits, weak tables
kept = {}
for i = 1, 5 do
  kept[i] = setmetatable({}, { __gc = function(o)
    local t = {}
    for j = 1, 5 do t[j] = { tostring(o) .. j } end
    setmetatable({}, { __gc = function() return ("x"):rep(99) end })
  end })
end
kept.co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() return { {} } end }) coroutine.yield() end)
coroutine.resume(kept.co)
kept.weak = setmetatable({}, { __mode = "kv" })
for i = 1, 9 do kept.weak[{}] = { i } end
return work()
