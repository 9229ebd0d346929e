-- lua5.4 comments.lua SEED COUNT: comments of src and include drawn at random, for a reading test: each is to be
-- understood without its code. Whole comments, each line of code beside one left out; with file and line.
local seed, count = tonumber(arg[1]), tonumber(arg[2])
math.randomseed(seed)
local list = {}
local files <close> = assert(io.popen("find src include -name '*.[ch]' | LC_ALL=C sort"))
for path in files:lines() do
  local f <close> = assert(io.open(path))
  local text = f:read("a")
  for from, comment in text:gmatch("()(/%*.-%*/)") do
    local _, line = text:sub(1, from):gsub("\n", "")
    local words = select(2, comment:gsub("%a+", ""))
    if words >= 6 and not comment:find("%-%-%-%-") then list[#list + 1] = ("%s:%d\n    %s"):format(path, line + 1, comment) end
  end
end
for _ = 1, count do print(table.remove(list, math.random(#list)) .. "\n") end
print(#list + count .. " comments")
