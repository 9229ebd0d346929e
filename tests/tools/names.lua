-- names.lua ROOT: comments of src and include that name what is not there: functions, types and constants (tw_*,
-- TW_*) that no code has, and files (.c, .h) that are not in the tree. Examples stand between ` `.
local root = assert(arg[1], "names: expected the folder of the tree")
local function list(folders, pattern)
  local out = {}
  local f <close> = assert(io.popen(("cd '%s' && find %s %s | LC_ALL=C sort"):format(root, folders, pattern)))
  for path in f:lines() do out[#out + 1] = path end
  assert(#out > 0, "names: no sources under " .. root)
  return out
end

local code, ends, comments = {}, {}, {}
for _, path in ipairs(list("src include tests bench cmake", "-type f")) do
  for at in path:gmatch("()/") do ends[path:sub(at + 1)] = true end
  ends[path] = true
end
for _, path in ipairs(list("src include", "-name '*.[ch]'")) do
  local f <close> = assert(io.open(root .. "/" .. path))
  local text = f:read("a")
  local rest = text:gsub("()(/%*.-%*/)", function(at, comment)
    local _, line = text:sub(1, at):gsub("\n", "")
    comments[#comments + 1] = { path, line + 1, comment }
    return " "
  end)
  for name in rest:gmatch("[%w_]+") do code[name] = true end
end
-- names that macros put together begin like these
local function begins(name)
  if name:sub(-1) ~= "_" then return false end
  for other in pairs(code) do
    if other:sub(1, #name) == name then return true end
  end
  return false
end

local bad = 0
local function tell(c, what)
  bad = bad + 1
  print(("%s:%d: its comment names %s, which is not there"):format(c[1], c[2], what))
end
for _, c in ipairs(comments) do
  local text = c[3]:gsub("`[^`]*`", " ")
  for name in text:gmatch("%f[%w_][tT][wW]_[%w_]+") do
    if not code[name] and not begins(name) then tell(c, name) end
  end
  for name in text:gmatch("%f[%w_]([%w_/]+%.[ch])%f[^%w_]") do
    if #name:match("([%w_]+)%.") > 1 and not ends[name] then tell(c, name) end
  end
end
print(("%d comments, %d name what is not there"):format(#comments, bad))
assert(bad == 0)
