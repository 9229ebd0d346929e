-- A small JSON reader for the tests: objects and arrays become tables, null becomes nil.
local json = {}

local function fail(s, i, what)
  error(("JSON: %s at byte %d: %q"):format(what, i, s:sub(i, i + 20)), 0)
end

local value

local function skip(s, i)
  return s:find("[^ \t\r\n]", i) or #s + 1
end

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function text(s, i)
  local j = i + 1
  while true do
    local k = s:find('["\\]', j) or fail(s, i, "string without end")
    if s:sub(k, k) == '"' then
      local raw = s:sub(i + 1, k - 1)
      raw = raw:gsub("\\u(%x%x%x%x)", function(h) return utf8.char(tonumber(h, 16)) end)
      return raw:gsub("\\(.)", function(c) return escapes[c] or c end), k + 1
    end
    j = k + 2
  end
end

local function items(s, i, close, read)
  i = skip(s, i + 1)
  if s:sub(i, i) == close then return i + 1 end
  while true do
    i = skip(s, read(i))
    local c = s:sub(i, i)
    if c == close then return i + 1 end
    if c ~= "," then fail(s, i, "expected , or " .. close) end
    i = skip(s, i + 1)
  end
end

function value(s, i)
  i = skip(s, i)
  local c = s:sub(i, i)
  if c == "{" then
    local t = {}
    local stop = items(s, i, "}", function(k)
      local name, v
      name, k = text(s, k)
      k = skip(s, k)
      v, k = value(s, k + 1)
      t[name] = v
      return k
    end)
    return t, stop
  elseif c == "[" then
    local t, n = {}, 0
    local stop = items(s, i, "]", function(k)
      n = n + 1
      t[n], k = value(s, k)
      return k
    end)
    return t, stop
  elseif c == '"' then
    return text(s, i)
  end
  local word = s:match("^%a+", i)
  if word == "true" then return true, i + 4 end
  if word == "false" then return false, i + 5 end
  if word == "null" then return nil, i + 4 end
  local number = s:match("^[-+%d.eE]+", i) or fail(s, i, "expected a value")
  return tonumber(number), i + #number
end

function json.load(path)
  local file = assert(io.open(path))
  local s = file:read("a")
  file:close()
  return (value(s, 1))
end

return json
