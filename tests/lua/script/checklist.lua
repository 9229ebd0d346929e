-- The checklist numbers its items 1 to 104, each proves something or says that it is not built, and what it names exists.
local text
do
  local file <close> = assert(io.open("docs/checklist.md", "rb"))
  text = file:read("a")
end

local last, paths = 0, 0
for line in text:gmatch "[^\n]+" do
  local number, what, proof = line:match "^| (%d+) | (.-) | (.*) |$"
  if number then
    number = tonumber(number)
    assert(number == last + 1, "after " .. last .. " comes " .. number)
    last = number
    local here = 0
    for path in proof:gmatch "`([%w_]+/[%w_./-]+)`" do
      local file = io.open(path, "rb")
      assert(file and file:read(1), "item " .. number .. ": " .. path .. " does not exist")
      file:close()
      here = here + 1
    end
    assert(here > 0 or proof:find("not built", 1, true), "item " .. number .. " (" .. what .. ") shows nothing")
    paths = paths + here
  end
end
assert(last == 104 and paths > 120, ("%d items, %d paths"):format(last, paths))
print(("%d items, %d paths"):format(last, paths))
