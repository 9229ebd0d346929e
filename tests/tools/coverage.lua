-- lua5.4 coverage.lua FILE FLOOR: the rooms of gcovr's summary of lines, the least covered first. Status 1: all of them
-- together are below FLOOR per cent.
local path, floor = arg[1], tonumber(arg[2])
local f <close> = assert(io.open(path))
local room, all = {}, { name = "all", covered = 0, total = 0 }

local function add(to, covered, total)
  to.covered, to.total = to.covered + covered, to.total + total
end

-- an object of gcovr's "files" is plain: texts and numbers
for object in f:read("a"):gmatch("{([^{}]*)}") do
  local file = object:match('"filename": "([^"]*)"')
  local total = tonumber(object:match('"line_total": (%d+)'))
  local covered = tonumber(object:match('"line_covered": (%d+)'))
  if file and total and covered then
    local name = file:match("^src/(.*)/[^/]*$") or file
    room[name] = room[name] or { name = name, covered = 0, total = 0 }
    add(room[name], covered, total)
    add(all, covered, total)
  end
end
assert(all.total > 0, path .. ": no lines were counted")

local function share(r) return 100 * r.covered / math.max(r.total, 1) end
local list = {}
for _, r in pairs(room) do list[#list + 1] = r end
table.sort(list, function(a, b)
  if share(a) ~= share(b) then return share(a) < share(b) end
  return a.name < b.name
end)
list[#list + 1] = all
for _, r in ipairs(list) do print(("%6.2f %%  %6d of %6d lines  %s"):format(share(r), r.covered, r.total, r.name)) end
if share(all) < floor then
  io.stderr:write(("coverage: %.2f %% of all lines, expected at least %g %%\n"):format(share(all), floor))
  os.exit(1)
end
